"""The pages that belong to no part of the site."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language_from_request
from django.views.decorators.http import require_safe

from rules.meta import absolute


@require_safe
def choose_language(request: HttpRequest) -> HttpResponse:
    """`/` is no page: it sends each reader to the home page in the language of his browser."""
    response = redirect(f"/{get_language_from_request(request)}/")
    patch_vary_headers(response, ["Accept-Language"])
    return response


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """What search engines may leave alone, and where the list of pages is."""
    sitemap = absolute(request, reverse("sitemap"))
    text = f"User-agent: *\nDisallow: /admin/\nDisallow: /stream/\nSitemap: {sitemap}\n"
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


@require_safe
def styleguide(request: HttpRequest) -> HttpResponse:
    """Every component once, on the developer's machine only."""
    samples = {"pile": ["5h", "7s", "9h", "4d"], "meld": ["7h", "8h", "9h", "Th"]}
    return render(request, "styleguide.html", {"samples": samples})
