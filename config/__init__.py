from config.celery import app as celery_app  # the app that shared tasks belong to

__all__ = ["celery_app"]
