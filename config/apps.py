from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The site itself: its static files, the words of its interface, its commands."""

    name = "config"
    label = "site"
