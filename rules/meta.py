"""What a page says of itself to machines that read it: JSON-LD in the words of schema.org."""

from __future__ import annotations

import json
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from rules.glossary import Term
from rules.pages import Page
from rules.shelf import Book

# As django.utils.html.json_script has it, so that no text can end the element.
ESCAPES = {ord(">"): "\\u003E", ord("<"): "\\u003C", ord("&"): "\\u0026"}


def absolute(request: HttpRequest, path: str) -> str:
    """The address of a page of this site as the world calls it."""
    return (settings.SITE_URL or f"{request.scheme}://{request.get_host()}") + path


def article(page: Page, book: Book | None, language: str, address: str) -> SafeString:
    """A page of rules: an article, about a game if it is about one."""
    data: dict[str, Any] = {
        "@type": "Article",
        "headline": page.head.title,
        "description": page.head.description,
        "inLanguage": language,
        "url": address,
        "isPartOf": {"@type": "WebSite", "name": "Tujuh"},
    }
    if book:
        least, most = book.players
        data["about"] = {
            "@type": "Game",
            "name": page.head.title,
            "numberOfPlayers": {
                "@type": "QuantitativeValue",
                "minValue": least,
                "maxValue": most,
            },
        }
    return _script(data)


def defined(terms: list[Term], name: str, language: str, address: str) -> SafeString:
    """The glossary: a set of terms with their definitions."""
    return _script(
        {
            "@type": "DefinedTermSet",
            "name": name,
            "inLanguage": language,
            "url": address,
            "hasDefinedTerm": [
                {
                    "@type": "DefinedTerm",
                    "name": term.word,
                    "description": term.meaning,
                    "url": f"{address}#{term.key}",
                }
                for term in terms
            ],
        }
    )


def _script(data: dict[str, Any]) -> SafeString:
    text = json.dumps({"@context": "https://schema.org", **data}, ensure_ascii=False)
    return format_html(
        '<script type="application/ld+json">{}</script>',
        mark_safe(text.translate(ESCAPES)),  # noqa: S308
    )
