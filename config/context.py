"""What every page's frame needs: its address in each language."""

from functools import partial

from django.conf import settings
from django.http import HttpRequest
from django.urls import translate_url
from django.utils.functional import SimpleLazyObject
from django.utils.translation import get_language_from_path, get_language_info


def site(request: HttpRequest) -> dict[str, object]:
    """`alternates`: code, own name and address of this very page a language: `path` with its query,
    for who changes the language, `url` without, since what a query picks is the same page.

    Worked out when it is asked for: the parts of pages that moves are answered with have no frame.
    """
    origin = settings.SITE_URL or f"{request.scheme}://{request.get_host()}"
    here = request.get_full_path()
    return {"alternates": SimpleLazyObject(partial(_alternates, here, origin)), "origin": origin}


def _alternates(here: str, origin: str) -> list[dict[str, str]]:
    if get_language_from_path(here) is None:
        return []  # an address without a language is no page
    paths = {code: translate_url(here, code) for code, _ in settings.LANGUAGES}
    return [
        {
            "code": code,
            "name": get_language_info(code)["name_local"],
            "path": path,
            "url": origin + path.partition("?")[0],
        }
        for code, path in paths.items()
    ]
