"""What search engines are told of: every page that is the same for everybody, in each language."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.sitemaps import Sitemap
from django.urls import reverse

from games.engine import GAMES
from rules import pages


class Site(Sitemap):
    """An item is the name of an address and what stands in it."""

    i18n = True
    alternates = True

    def get_domain(self, site: Any = None) -> str:
        return urlsplit(settings.SITE_URL).netloc or super().get_domain(site)

    def get_protocol(self, protocol: str | None = None) -> str:
        return urlsplit(settings.SITE_URL).scheme or super().get_protocol(protocol)

    def items(self) -> list[tuple[str, ...]]:
        return [
            ("home",),
            ("rules:index",),
            *(("rules:page", key) for key in sorted(pages.keys("en"))),
            *(("games:new", key) for key in GAMES),
            ("games:bots",),
            ("games:board",),
            ("offline:page",),
        ]

    def location(self, item: tuple[str, ...]) -> str:
        name, *arguments = item
        return reverse(name, args=arguments)

    def _urls(self, page: int, protocol: str, domain: str) -> list[dict[str, Any]]:
        """With English for who reads none of the languages: Django's own `x_default` would name an
        address without a language, which is no page here."""
        urls: list[dict[str, Any]] = super()._urls(page, protocol, domain)
        for url in urls:
            english = next(one for one in url["alternates"] if one["lang_code"] == "en")
            url["alternates"].append({**english, "lang_code": "x-default"})
        return urls


SITEMAPS = {"site": Site}
