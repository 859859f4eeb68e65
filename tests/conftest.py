"""What all tests share: the embedded servers of the test run."""

import fcntl
from collections.abc import Iterator

import pytest
from django.utils import translation

from config import devservices
from config.management.commands import messages

_lock = pytest.StashKey()


def pytest_configure(config: pytest.Config) -> None:
    devservices.STATE.mkdir(parents=True, exist_ok=True)
    lock = (devservices.STATE / "run.lock").open("w")  # closed, and so released, at the end
    config.stash[_lock] = lock
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        pytest.exit(
            f"Another test run uses {devservices.STATE}: wait for it, or set TUJUH_STATE to a"
            " folder of your own.",
            returncode=4,
        )
    devservices.start()
    messages.compile_changed()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A parameter called `page` is Playwright's: a test that means another page by it would start a
    browser, and use the database from within its event loop, which leaves connections open."""
    for item in items:
        if "page" in getattr(item, "fixturenames", ()) and "browser" not in item.path.parts:
            raise pytest.UsageError(f"{item.nodeid}: call the parameter `page` otherwise")


@pytest.fixture(autouse=True)
def _english() -> Iterator[None]:
    """A request leaves its language behind in the thread: no test may meet another's."""
    with translation.override("en"):
        yield


def pytest_unconfigure(config: pytest.Config) -> None:
    lock = config.stash.get(_lock, None)
    if lock is not None and not lock.closed:
        devservices.stop()
        lock.close()
