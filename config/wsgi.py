"""Pages and moves in production: a plain view costs several times less here than under ASGI."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
application = get_wsgi_application()

from rules import indexing  # noqa: E402

indexing.warm()
