"""A browser, and a whole site for it."""

import pytest
from playwright.sync_api import expect

from . import chromium, running

expect.set_options(timeout=20_000)  # milliseconds: a busy machine may take long


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    return {**browser_type_launch_args, **chromium.options()}


@pytest.fixture(scope="session")
def site():
    """The address of a running site: web, worker, scheduler and sweeper, as ./run starts them."""
    with running.site() as address:
        yield address
    print(running.LOG.read_text())  # shown with a test that failed


@pytest.fixture(scope="session")
def base_url(site):
    """What Playwright puts before a path such as `/en/`."""
    return site


@pytest.fixture
def page(page):
    """A page that must not log an error: a blocked script, a missing file, an exception."""
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    yield page
    assert errors == []
