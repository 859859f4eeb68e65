"""The encyclopedia in the language of the address. Nothing here touches the database."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from games.engine import GAMES
from rules import pages


def index(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/index.html", {"pages": pages.every(get_language())})


def page(request: HttpRequest, page: str) -> HttpResponse:
    found = pages.find(get_language(), page)
    if found is None:
        raise Http404("There is no such page of rules.")
    return render(request, "rules/page.html", {"page": found, "playable": page in GAMES})
