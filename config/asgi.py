"""The whole site from one process, and in production the event streams alone."""

import os

from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_asgi_application()

from rules import indexing  # noqa: E402

if settings.DEBUG:  # the streams need no search
    indexing.warm()
