"""The settings of the tests: the site's own, on servers and in a state folder of their own."""

import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_STATE = Path(os.environ.get("TUJUH_STATE") or ROOT / ".state")
if _STATE.name != "test":
    # Before anything of the site is imported: a test run must not meet the databases of ./run.
    assert "config.devservices" not in sys.modules
    os.environ["TUJUH_STATE"] = str(_STATE / "test")
os.environ["DEBUG"] = "1"
os.environ["STATEMENT_TIMEOUT"] = "60s"  # making and dropping databases on a busy machine

from config.settings import *  # noqa: E402, F403

DEBUG = False
ALLOWED_HOSTS = ["testserver", "127.0.0.1", "localhost"]
SECURE_SSL_REDIRECT = False
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# Playwright leaves an event loop in the main thread: Django would take every test after it for a
# mistake in async code.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
