"""The page of play without a network, the service worker that keeps it, and what installs it.

All three say the same to everybody: none asks who is reading.
"""

import json
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.formats import number_format
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_safe

from games.offline import keeping, playing
from rules.views import public

MEGABYTE = 1_000_000
GROUND, BRAND = "#faf6ec", "#0f5a4c"  # as base.css has them


@public
def page(request: HttpRequest) -> HttpResponse:
    """The shell: where one has the game kept on the device, and then plays without a network."""
    files = keeping.files()
    data = {
        "version": keeping.version(),
        "pages": keeping.pages(get_language()),
        "files": files,
    }
    context = {
        "play": playing.context(),
        "data": data,
        "version": data["version"],
        "wire": megabytes(sum(file["wire"] for file in files)),
        "size": megabytes(sum(file["size"] for file in files)),
    }
    return render(_anybody(request), "offline/page.html", context)


def megabytes(size: int) -> str:
    """A number of bytes in megabytes with one decimal, as the language writes it."""
    return number_format(round(size / MEGABYTE, 1), 1)


def _anybody(request: HttpRequest) -> HttpRequest:
    """The same request as from somebody without a session: what is kept is nobody's."""
    plain = HttpRequest()
    plain.method, plain.path, plain.path_info = "GET", request.path, request.path_info
    plain.META = {
        name: value
        for name, value in request.META.items()
        if name not in ("HTTP_COOKIE", "QUERY_STRING")
    }
    return plain


@gzip_page
@require_safe
@conditional_page
@cache_control(no_cache=True)
def worker(request: HttpRequest) -> HttpResponse:
    """The service worker: what it keeps, and then the script itself, so that another version is
    another script."""
    return HttpResponse(_script(), content_type="text/javascript; charset=utf-8")


@cache
def _script() -> str:
    """Browsers ask for it with every page that they open."""
    script = (settings.ROOT / keeping.WORKER).read_text(encoding="utf-8")
    return f"self.KEEP = {json.dumps(keeping.kept())}\n{script}"


@require_safe
@conditional_page
@cache_control(no_cache=True)
def manifest(request: HttpRequest, language: str) -> HttpResponse:
    """What a device shows of the site once it is installed, in one language."""
    if language not in dict(settings.LANGUAGES):
        raise Http404("There is no such language here.")
    with override(language):
        start = reverse("offline:page")
        told = {
            "id": start,
            "lang": language,
            "name": _("Tujuh: Sevens, Rummy 500, Pis Yedili"),
            "short_name": "Tujuh",
            "description": _("Three card games against the computer, without a network too."),
            "start_url": start,
            "scope": "/",
            "display": "standalone",
            "background_color": GROUND,
            "theme_color": BRAND,
            "icons": [
                _icon("192", "192x192"),
                _icon("512", "512x512"),
                _icon("maskable", "512x512", "maskable"),
            ],
        }
    text = json.dumps(told, ensure_ascii=False)
    return HttpResponse(text, content_type="application/manifest+json; charset=utf-8")


def _icon(name: str, sizes: str, purpose: str = "any") -> dict[str, str]:
    address = static(f"img/icons/{name}.png")
    return {"src": address, "sizes": sizes, "type": "image/png", "purpose": purpose}
