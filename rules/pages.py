"""The pages of the encyclopedia: found, parsed and kept.

A page is one Markdown file in each language, ``content/<language>/<slug>.md``: first the head,
lines ``key: value`` between two lines ``---``, one for each field of Head; then the text. Besides
plain Markdown with tables it may use

* ``{#pass}`` on the line above a heading: its id, the same in all languages, so that other pages
  can link to ``#pass``;
* a code span of nothing but card names, `` `7h 8h` ``: the cards, drawn and spoken;
* a fence called ``cards``: rows of cards, a row a line;
* ``{{target}}``: a number of the engine, see ``rules.numbers``.

HTML is not understood: it is shown as the text it is.
"""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import override
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from mdit_py_plugins.attrs import attrs_block_plugin

from games.engine.cards import NAME, read_cards, spell
from rules import numbers

CONTENT = Path(__file__).parent / "content"


class Head(NamedTuple):
    """What a page says of itself: for its first screen, the index and search engines."""

    title: str
    description: str
    lead: str
    goal: str
    players: str
    pack: str
    length: str
    luck: str


class Heading(NamedTuple):
    id: str
    text: str


class Page(NamedTuple):
    """One page in one language; ``contents`` are its headings of the second level."""

    slug: str
    head: Head
    contents: tuple[Heading, ...]
    html: SafeString


def find(language: str, slug: str) -> Page | None:
    """The page in this language, or None if there is none of this name."""
    path = CONTENT / language / f"{slug}.md"
    return _parsed(path, path.stat().st_mtime_ns) if path.is_file() else None


def every(language: str) -> list[Page]:
    """All pages of this language by title."""
    found = [find(language, path.stem) for path in (CONTENT / language).glob("*.md")]
    return sorted([page for page in found if page], key=lambda page: page.head.title)


@lru_cache(maxsize=256)
def _parsed(path: Path, changed: int) -> Page:
    """The page that the file holds; ``changed`` makes an edited file a new question."""
    source = path.read_text(encoding="utf-8")
    # A line may end with a dash, but not begin with one.
    _, head, text = source.replace(" — ", "\u00a0— ").split("---\n", 2)
    pairs = [line.split(": ", 1) for line in head.splitlines()]
    # The cards speak the language of the page, whoever asked for it first.
    with override(path.parent.name):
        tokens = MARKDOWN.parse(numbers.fill(path.stem, text))
        html = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    # Safe: Markdown made it, with HTML off, from a file of ours.
    return Page(path.stem, Head(**dict(pairs)), _contents(tokens), mark_safe(html))  # noqa: S308


def _contents(tokens: Sequence[Token]) -> tuple[Heading, ...]:
    return tuple(
        Heading(str(token.attrs["id"]), tokens[at + 1].content)
        for at, token in enumerate(tokens)
        if token.type == "heading_open" and token.tag == "h2"
    )


def _cards(text: str) -> SafeString:
    """The cards that a text such as ``7h 8h`` names, each by the component that draws cards."""
    names = [spell([card]) for card in read_cards(text)]
    # Stripped, so that a comma in the text may follow the last card without a gap.
    drawn = [render_to_string("components/card.html", {"card": name}).strip() for name in names]
    return format_html('<span class="cards">{}</span>', mark_safe(" ".join(drawn)))  # noqa: S308


def _code_span(
    self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: object
) -> str:
    text = tokens[at].content
    if all(word in NAME.values() for word in text.split()):
        return _cards(text)
    # A long name of an option may break where it has a joint.
    return format_html("<code>{}</code>", mark_safe(escape(text).replace("_", "_<wbr>")))  # noqa: S308


def _fence(
    self: RendererHTML, tokens: Sequence[Token], at: int, options: OptionsDict, env: object
) -> str:
    if tokens[at].info != "cards":
        return self.fence(tokens, at, options, env)
    rows = ((_cards(line),) for line in tokens[at].content.splitlines())
    return format_html(
        '<div class="card-rows">{}</div>\n', format_html_join("\n", "<div>{}</div>", rows)
    )


def _markdown() -> MarkdownIt:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.use(attrs_block_plugin, allowed=["id"])
    markdown.add_render_rule("code_inline", _code_span)
    markdown.add_render_rule("fence", _fence)
    return markdown


MARKDOWN = _markdown()
