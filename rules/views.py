"""The encyclopedia in the language of the address. Nothing here touches the database.

A page is the same for everybody who is not signed in, so a shared cache may keep it.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any, NamedTuple

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.functional import Promise
from django.utils.html import escape
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_safe

from games.engine import GAMES
from games.engine.game import InvalidMove
from games.faces import FACES
from rules import examples, glossary, meta, pages, shelf, variants
from rules import search as finding
from rules.variants import Chosen

View = Callable[..., HttpResponse]
OTHERS = (glossary.PAGE, "bots")  # the pages that are about no game
FACTS = {
    "goal": _("Goal"),
    "players": _("Players"),
    "pack": _("Pack"),
    "length": _("Length"),
    "luck": _("Luck and skill"),
}
NEAREST = 5  # what is offered in place of a page that there is not
SECONDS = 600  # how long a shared cache may keep a page
PERSONAL = {settings.SESSION_COOKIE_NAME, "messages"}  # cookies that a page may tell of


def public(view: View) -> View:
    """A page that says the same to all who have no session, kept by shared caches.

    Browsers ask each time, and hear that nothing changed: else they would show the page as it was
    before the reader signed in.
    """

    @gzip_page
    @require_safe
    @conditional_page
    @wraps(view)
    def shared(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        response = view(request, *args, **kwargs)
        patch_vary_headers(response, ["Cookie", "HX-Request", "HX-Source"])
        own = PERSONAL & request.COOKIES.keys() or response.cookies
        if not own and response.status_code == 200:
            patch_cache_control(response, public=True, max_age=0, s_maxage=SECONDS)
        return response

    return shared


@public
def index(request: HttpRequest) -> HttpResponse:
    wish = shelf.read(request.GET)
    books = [book for book in shelf.every(get_language()) if wish.takes(book)]
    others = [pages.head(get_language(), key) for key in OTHERS]
    context = {"books": books, "others": zip(OTHERS, others, strict=True)}
    return render(request, "rules/index.html", {**context, "filters": shelf.filters(wish)})


@public
def search(request: HttpRequest) -> HttpResponse:
    query = request.GET.get("q", "")
    found = finding.find(get_language(), query)
    return render(request, "rules/search.html", {"query": query, "found": found})


@public
def page(request: HttpRequest, key: str) -> HttpResponse:
    """A page under the rules that the address asks for, or the nearest that can be played."""
    language = get_language()
    head = pages.head(language, key)
    if head is None:
        return _missing(request, key)
    here = reverse("rules:page", args=[key])
    if request.path != here:  # by the name that it has in another language
        return redirect(_with(here, request.GET.urlencode()), permanent=True)
    if key == glossary.PAGE:
        return _glossary(request, head)
    chosen = _chosen(request, key)
    found = pages.find(language, key, chosen)
    assert found, "a page with a head is there"
    book = next((book for book in shelf.every(language) if book.key == key), None)
    described = meta.article(found, book, language, meta.absolute(request, here))
    facts = [(label, getattr(found.head, name)) for name, label in FACTS.items()] if book else []
    context = {"page": found, "head": found.head, "facts": facts, "described": described}
    if chosen is None:
        return render(request, "rules/page.html", context)
    game = chosen.game
    query = urlencode(game.varied())
    context |= {
        "switches": _switches(key, chosen),
        "by_choice": game != type(game)(seats=game.seats) or game.seats not in game.RANKED,
        "odd": [str(_label(key, name)) for name in chosen.odd],
        "along": [_setting(key, name, game.options()[name]) for name in chosen.along],
        "play": _with(reverse("games:new", args=[key]), query),
        # The link that carries what was chosen, and no more.
        "address": _with(here, query),
    }
    return render(request, "rules/page.html", context)


def _glossary(request: HttpRequest, head: pages.Head) -> HttpResponse:
    language = get_language()
    terms = list(glossary.terms(language).values())
    here = meta.absolute(request, reverse("rules:page", args=[glossary.PAGE]))
    context = {
        "head": head,
        "groups": [
            (name, [_card(term) for term in terms if term.group == group])
            for group, name in glossary.GROUPS.items()
        ],
        "described": meta.defined(terms, head.title, language, here),
    }
    return render(request, "rules/glossary.html", context)


@public
def part(request: HttpRequest, key: str, anchor: str) -> HttpResponse:
    """One section of a page, or one term, to stand beside what the reader is at."""
    language = get_language()
    if pages.head(language, key) is None:
        return _missing(request, key)
    address = f"{_with(reverse('rules:page', args=[key]), request.GET.urlencode())}#{anchor}"
    if key == glossary.PAGE:
        found: Any = glossary.terms(language).get(anchor)
        context: dict[str, Any] = _card(found, request.GET.dict())._asdict() if found else {}
    else:
        whole = pages.find(language, key, _chosen(request, key))
        assert whole, "a page with a head is there"
        found = next((section for section in whole.sections if section.id == anchor), None)
        context = {"section": found, "page": whole}
        if found:
            context["body"] = _beside(found.body, address.partition("#")[0], key, request)
    if found is None:
        raise Http404("There is no such part of the rules.")
    if not request.htmx:
        return redirect(address)
    return render(request, "rules/part.html", {**context, "address": address})


@public
def example(request: HttpRequest, key: str, name: str) -> HttpResponse:
    """What the engine says to a move in an example; without a script, below the text about it."""
    chosen = _chosen(request, key)
    found = examples.find(key, name, chosen) if chosen else None
    if found is None:
        raise Http404("There is no such example.")
    status, context = 200, {"key": key, "name": name, "query": urlencode(chosen.game.varied())}
    try:
        context["answer"] = examples.answer(key, found, request.GET.get("move", ""))
    except InvalidMove:
        status = 400
    if not request.htmx:
        page = pages.find(get_language(), key, chosen)
        assert page, "a game has its page"
        mark = f'id="example-{name}"'
        context["page"] = page
        # The rules chosen may cut the example out of the page.
        context["section"] = next((one for one in page.sections if mark in one.html), None)
        if context["section"] is None:
            raise Http404("There is no such example under these rules.")
    template = "rules/answer.html" if request.htmx else "rules/answered.html"
    return render(request, template, context, status=status)


def elsewhere(request: HttpRequest, rest: str) -> HttpResponse:
    """The encyclopedia under the name that it has in another language: the same place in this."""
    here = reverse("rules:index") + rest
    if here == request.path:
        raise Http404("There is no such place in the rules.")
    return redirect(_with(here, request.GET.urlencode()), permanent=True)


def _missing(request: HttpRequest, slug: str) -> HttpResponse:
    """No such page: what is nearest to its name."""
    found = finding.find(get_language(), slug.replace("-", " "))
    nearest = found._replace(hits=found.hits[:NEAREST])
    return render(request, "rules/missing.html", {"found": nearest}, status=404)


def _with(address: str, query: str) -> str:
    return f"{address}?{query}" if query else address


def _beside(body: SafeString, page: str, key: str, request: HttpRequest) -> SafeString:
    """A section away from its page: a place on it is one on another, and a term keeps in mind which
    rules the reader has."""
    words = reverse("rules:page", args=[glossary.PAGE])
    here = escape(_with(words, urlencode({"rules": key, **request.GET.dict()})))
    html = body.replace('href="#', f'data-part href="{escape(page)}#')
    return mark_safe(html.replace(f'href="{words}#', f'href="{here}#'))  # noqa: S308


class Card(NamedTuple):
    """A term with the word for it in each language, and the address where it is at home."""

    term: glossary.Term
    words: list[tuple[str, str]]
    place: str


def _card(term: glossary.Term, asked: Mapping[str, str] = MappingProxyType({})) -> Card:
    """`asked`: the `rules` that the reader has before him, with their options."""
    words = [(code, glossary.terms(code)[term.key].word) for code, _ in settings.LANGUAGES]
    key, mark, anchor = term.see.partition("#")
    ours = asked.get("rules") == key
    query = urlencode({name: value for name, value in asked.items() if ours and name != "rules"})
    place = _with(reverse("rules:page", args=[key]), query) + mark + anchor if key else ""
    return Card(term, words, place)


def _chosen(request: HttpRequest, key: str) -> Chosen | None:
    """The rules that the address of a game's page asks for, the latest choice kept."""
    if key not in GAMES:
        return None
    latest = request.headers.get("HX-Source", "").partition("#option-")[2]
    return variants.read(GAMES[key], request.GET, latest, FACES[key].may_be)


class Switch(NamedTuple):
    """An option of the game as the reader may set it: `values` with their words, none for a number
    from `least` to `most`. `ranked`: the values that ranked tables play."""

    name: str
    label: Promise
    values: list[tuple[str, Promise | str]]
    value: str
    ranked: tuple[str, ...]
    least: int
    most: int


def _setting(key: str, name: str, value: str) -> str:
    """An option with its value in words."""
    setting = FACES[key].settings.get(name)
    return f"{_label(key, name)}: {setting.values.get(value, value) if setting else value}"


def _label(key: str, name: str) -> Promise | str:
    setting = FACES[key].settings.get(name)
    return setting.label if setting else _("Players") if name == "seats" else name


def _switches(key: str, chosen: Chosen) -> list[Switch]:
    """The options of a game, the number of players first."""
    rules, face, options = type(chosen.game), FACES[key], chosen.game.options()
    usual = rules().options()
    seats = [(str(n), str(n)) for n in rules.SEATS]
    ranked = tuple(map(str, rules.RANKED))
    switches = [Switch("seats", _("Players"), seats, options["seats"], ranked, 0, 0)]
    for name, setting in face.settings.items():
        values = [
            (value, words)
            for value, words in setting.values.items()
            if f"{name}={value}" not in face.reserved
        ]
        least, most = setting.least, setting.most
        switches.append(
            Switch(name, setting.label, values, options[name], (usual[name],), least, most)
        )
    return switches
