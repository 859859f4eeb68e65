"""Markdown made into the sections of a page: with cards, examples, links and terms of the glossary.

Besides plain Markdown with tables a page may use

* ``{#pass}`` on the line above a heading: its id, the same in all languages, so that other pages
  can link to ``#pass``;
* a code span of nothing but card names, `` `7h 8h` ``: the cards, drawn and spoken;
* a fence called ``cards``: rows of cards, a row a line;
* a fence called ``example ends``: the position of that name, with the question that it asks;
* links to ``page:nines#start``, another page, and to ``url:games:board``, a named address.

A term of the glossary leads to its card where it first stands in a chapter. HTML is not
understood: it is shown as the text it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.common.normalize_url import validateLink
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from mdit_py_plugins.attrs import attrs_block_plugin

from games.engine.cards import NAME, read_cards, spell
from games.words import short_name
from rules import examples, glossary
from rules.variants import Chosen

SCHEMES = ("page:", "url:")
SPAN = re.compile("`([^`]+)`")


class Section(NamedTuple):
    """A heading with all up to the next one.

    ``text``: what stands below it, without pictures, cards by their short names.
    """

    id: str
    level: int
    heading: str
    text: str
    top: SafeString
    body: SafeString

    @property
    def html(self) -> SafeString:
        return self.top + self.body


class Place(NamedTuple):
    """Where a text stands: the page and its language, and the rules that it is read under."""

    language: str
    key: str
    chosen: Chosen | None


def sections(source: str, place: Place) -> tuple[Section, ...]:
    """The sections of a text, the first one perhaps without a heading.

    The language of the place must be the active one. Raises KeyError for a heading without an id.
    """
    tokens = MARKDOWN.parse(source)
    _link_terms(tokens, place)
    env = {"place": place, "glossary": reverse("rules:page", args=[glossary.PAGE])}
    starts = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
    bounds = [*([] if starts[:1] == [0] else [0]), *starts, len(tokens)]
    return tuple(_section(tokens[start:end], env) for start, end in pairwise(bounds) if end)


def _section(tokens: list[Token], env: EnvType) -> Section:
    top = tokens[:3] if tokens and tokens[0].type == "heading_open" else []
    rest = tokens[len(top) :]
    name, level = (str(top[0].attrs["id"]), int(top[0].tag[1:])) if top else ("", 1)
    return Section(name, level, _text(top), _text(rest), _html(top, env), _html(rest, env))


def _html(tokens: Sequence[Token], env: EnvType) -> SafeString:
    # Safe: Markdown made it, with HTML off, from a file of ours.
    return mark_safe(MARKDOWN.renderer.render(tokens, MARKDOWN.options, env))  # noqa: S308


def _text(tokens: Sequence[Token]) -> str:
    """What the tokens say, without marks and pictures."""
    return " ".join(filter(None, map(_said, tokens)))


def _said(token: Token) -> str:
    if token.type == "fence":
        said = _cards_said(token.content) if token.info == "cards" else token.content.strip()
        return SPAN.sub(lambda span: _cards_said(span[1]), said)
    if not token.children:
        return ""
    return "".join(
        _cards_said(child.content) if child.type == "code_inline" else child.content or " "
        for child in token.children
        if child.type in ("text", "code_inline", "softbreak", "term")
    )


def _is_cards(text: str) -> bool:
    return all(word in NAME.values() for word in text.split())


def _cards_said(text: str) -> str:
    if not all(map(_is_cards, text.split("\n"))):
        return text
    return " ".join(map(short_name, text.split()))


def _link_terms(tokens: Sequence[Token], place: Place) -> None:
    """Let each term lead to its card where it first stands below a heading of the second level."""
    forms = glossary.forms(place.language)
    linked: set[str] = set()
    for before, token in zip([Token("", "", 0), *tokens], tokens, strict=False):
        if token.type == "heading_open" and token.tag == "h2":
            linked.clear()
        if token.children and before.type != "heading_open":
            token.children = list(_with_terms(token.children, forms, linked))


def _with_terms(
    children: Sequence[Token], forms: glossary.Forms, linked: set[str]
) -> Iterator[Token]:
    in_link = 0
    for child in children:
        in_link += child.nesting if child.type in ("link_open", "link_close") else 0
        if child.type != "text" or in_link:
            yield child
            continue
        for piece, key in forms.split(child.content):
            new = bool(key) and key not in linked
            linked.add(key)
            yield Token("term" if new else "text", "", 0, content=piece, meta={"term": key})


def _cards(text: str) -> SafeString:
    """The cards that a text such as ``7h 8h`` names, each by the component that draws cards."""
    names = [spell([card]) for card in read_cards(text)]
    # Stripped, so that a comma in the text may follow the last card without a gap.
    drawn = [render_to_string("components/card.html", {"card": name}).strip() for name in names]
    return format_html('<span class="cards">{}</span>', mark_safe(" ".join(drawn)))  # noqa: S308


def _code_span(
    self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
) -> str:
    text = tokens[at].content
    if _is_cards(text):
        return _cards(text)
    # A long name of an option may break where it has a joint.
    return format_html("<code>{}</code>", mark_safe(escape(text).replace("_", "_<wbr>")))  # noqa: S308


def _fence(
    self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
) -> str:
    kind, _, name = tokens[at].info.partition(" ")
    if kind == "example":
        place = env["place"]
        question = mark_safe(MARKDOWN.renderInline(tokens[at].content, env))  # noqa: S308
        return examples.draw(place.key, name, question, place.chosen)
    if kind != "cards":
        return self.fence(tokens, at, options, env)
    rows = ((_cards(line),) for line in tokens[at].content.splitlines())
    return format_html(
        '<div class="card-rows">{}</div>\n', format_html_join("\n", "<div>{}</div>", rows)
    )


def _term(
    self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
) -> str:
    key = tokens[at].meta["term"]
    return format_html(
        '<a class="term" href="{}#{}" data-part>{}</a>',
        env["glossary"],
        key,
        tokens[at].content,
    )


def _link(
    self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: EnvType
) -> str:
    token = tokens[at]
    scheme, _, rest = str(token.attrs["href"]).partition(":")
    if f"{scheme}:" in SCHEMES:
        where, mark, anchor = rest.partition("#")
        address = _page(where) if scheme == "page" else reverse(where)
        token = token.copy(attrs={**token.attrs, "href": address + mark + anchor})
    return self.renderToken([token], 0, options, env)


def _page(key: str) -> str:
    return reverse("rules:index") if key == "index" else reverse("rules:page", args=[key])


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.use(attrs_block_plugin, allowed=["id"])
    markdown.validateLink = lambda url: url.startswith(SCHEMES) or validateLink(url)  # type: ignore[method-assign]
    for name, rule in {
        "code_inline": _code_span,
        "fence": _fence,
        "link_open": _link,
        "term": _term,
    }.items():
        markdown.add_render_rule(name, rule)
    return markdown


MARKDOWN = _markdown()
