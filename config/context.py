"""What every page's frame needs: its address in each language."""

from django.conf import settings
from django.http import HttpRequest
from django.urls import translate_url
from django.utils.translation import get_language_info


def site(request: HttpRequest) -> dict[str, object]:
    """`alternates`: code, own name and address of this very page, query kept, a language."""
    here = request.get_full_path()
    origin = settings.SITE_URL or f"{request.scheme}://{request.get_host()}"
    alternates = [
        {
            "code": code,
            "name": get_language_info(code)["name_local"],
            "path": translate_url(here, code),
            "url": origin + translate_url(here, code),
        }
        for code, _ in settings.LANGUAGES
    ]
    return {"alternates": alternates, "origin": origin}
