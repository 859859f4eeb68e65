"""The worker: `celery -A config.celery worker`. Settings: CELERY_… in settings.py."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
app = Celery("tujuh")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
