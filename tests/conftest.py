"""What all tests share: the embedded servers, and three people."""

import pytest

from config import devservices


def pytest_configure(config: pytest.Config) -> None:
    devservices.start()


def pytest_unconfigure(config: pytest.Config) -> None:
    devservices.stop()
