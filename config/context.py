"""What every page's frame needs: its address in each language."""

from functools import partial

from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, resolve, translate_url
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language_from_path, get_language_info

from rules.meta import absolute


def site(request: HttpRequest) -> dict[str, object]:
    """`alternates`: code, own name and address of this very page a language: `path` with its query,
    for who changes the language, `url` without, since what a query picks is the same page.

    Worked out when it is asked for: the parts of pages that moves are answered with have no frame.
    """
    origin = absolute(request, "")
    here = request.get_full_path()
    return {"alternates": SimpleLazyObject(partial(_alternates, here, origin)), "origin": origin}


def _alternates(here: str, origin: str) -> list[dict[str, str]]:
    own = get_language_from_path(here)
    if own is None:
        return []  # an address without a language is no page
    try:
        resolve(here.partition("?")[0])
        paths = {code: translate_url(here, code) for code, _ in settings.LANGUAGES}
    except Resolver404:
        paths = dict.fromkeys((code for code, _ in settings.LANGUAGES), here)
    # One that could not be translated is that of no page: there the languages lead to their homes.
    is_page = len(set(paths.values())) == len(paths)
    return [
        {
            "code": code,
            "name": get_language_info(code)["name_local"],
            "path": path if is_page else f"/{code}/",
            "url": origin + path.partition("?")[0] if is_page else "",
        }
        for code, path in paths.items()
    ]
