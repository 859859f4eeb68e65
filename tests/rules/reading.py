"""What a page of rules says, taken out of its HTML: cards, numbers, options, examples.

Only with the fixture ``plain_cards``, which draws a card as ``<i>en 7d</i>``.
"""

import re

from django.urls import resolve
from django.utils.translation import override

from games.engine import GAMES
from rules import pages, variants

LANGUAGES = ("en", "ms", "uk", "tr")


def sections(language, key, options=""):
    """The HTML of each section of the page by the id of its heading, cards as ``[7d]``.

    Read under these options; terms are not linked, and links within the site name what they lead
    to, as ``rules:page nines#start``.
    """
    html = re.sub(r"<i>\w\w (\w\w)</i>", r"[\1]", page(language, key, options).html)
    html = re.sub(r'<a class="term".*?>(.*?)</a>', r"\1", html)
    with override(language):
        html = re.sub('(?<=href=")(/[^"#?]*)', lambda link: _named(link[1]), html)
    parts = re.split(r'<h[23] id="([\w-]+)">', html)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def page(language, key, options=""):
    """The page read under these options."""
    asked = dict(word.split("=") for word in options.split())
    return pages.find(language, key, variants.read(GAMES[key], asked) if asked else None)


def _named(address):
    found = resolve(address)
    return " ".join([found.view_name, *found.kwargs.values()])


def cards_of(html):
    return re.findall(r"\[(\w\w)\]", html)


def codes(html):
    """The code spans, without the marks where they may break."""
    return re.findall("<code>(.*?)</code>", html.replace("<wbr>", ""))


def text_of(html):
    """The running text without names of options and cards, with a plain minus."""
    return re.sub(r"<code>.*?</code>|\[\w\w\]|<[^>]+>", "", html).replace("−", "-")


def numbers_in(html):
    """The numbers of the running text in their order, those with a sign keep it."""
    return re.findall(r"[+-]?\d+", re.sub(r"(?<=\w)-", " ", text_of(html)))


def links(html):
    return re.findall(r'href="(.*?)"', html)


def form(html):
    """The elements of a section, in their order."""
    return re.findall(r"<(\w+)", html)


def facts(html):
    """What a section must have in common in all languages."""
    return {
        "cards": cards_of(html),
        "numbers": sorted(numbers_in(html)),
        "options": codes(html),
        "links": links(html),
        "form": form(html),
    }


def blocks(html):
    """The fences of a section and its inline groups of cards, each a list of card names."""
    fences = re.findall(r'<div class="card-rows">(.*?)</div></div>', html, re.DOTALL)
    inline = re.sub(r'<div class="card-rows">.*?</div></div>', "", html, flags=re.DOTALL)
    groups = re.findall(r'<span class="cards">(.*?)</span>', inline)
    return [cards_of(fence) for fence in fences], [cards_of(group) for group in groups]


def lines(html):
    """The rows of each fence of a section, each row a list of card names."""
    fences = re.findall(r'<div class="card-rows">(.*?)</div></div>', html, re.DOTALL)
    return [[cards_of(row) for row in fence.split("</div>")] for fence in fences]


def rows_of(html):
    """The cells of each row of the section's table, its heading left out."""
    rows = re.findall(r"(?s)<tr>(.*?)</tr>", html)[1:]
    return [re.findall(r"(?s)<td>(.*?)</td>", row) for row in rows]


def bold_codes(html):
    return codes(" ".join(re.findall("<strong>.*?</strong>", html)))
