"""The pages of the encyclopedia: found, parsed and kept.

A page is one Markdown file in each language, ``content/<language>/<key>.md``, which ``variants``
and ``numbers`` read first: the head, lines ``key: value`` between two lines ``---``, fields of
Head, of two lines for one field the later one; then the text, for ``prose``. The key names a page
in the code and in links between pages, the head's ``slug`` in the addresses of its language.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import override

from games.engine import GAMES
from rules import numbers, variants
from rules.prose import Place, Section, sections
from rules.variants import Chosen

CONTENT = Path(__file__).parent / "content"


class Head(NamedTuple):
    """What a page says of itself: for its first screen, the index and search engines.

    The fields after ``slug`` are those of a game; other pages have none of them.
    """

    title: str
    description: str
    lead: str
    slug: str
    goal: str = ""
    players: str = ""
    pack: str = ""
    length: str = ""
    luck: str = ""


class Page(NamedTuple):
    """One page in one language, read under the rules that its game has."""

    key: str
    head: Head
    sections: tuple[Section, ...]

    @property
    def contents(self) -> list[Section]:
        """What stands right under the headings of the second level."""
        return [section for section in self.sections if section.level == 2]

    @property
    def html(self) -> SafeString:
        """All sections, those of a chapter together: a chapter begins at the second level."""
        pieces = []
        for section in self.sections:
            if section.level < 3:
                pieces += [
                    "</section>\n",
                    f'<section class="chapter" data-chapter="{section.id}">\n',
                ]
            pieces.append(section.html)
        html = "".join([*pieces, "</section>\n" if pieces else ""])
        # Safe: each section is, and an id is a word.
        return mark_safe(html.removeprefix("</section>\n"))  # noqa: S308


def keys(language: str) -> frozenset[str]:
    """The keys of all pages of this language, none for one that the site does not speak."""
    folder = CONTENT / language
    return _keys(folder, folder.stat().st_mtime_ns) if folder.is_dir() else frozenset()


@lru_cache(maxsize=64)
def _keys(folder: Path, changed: int) -> frozenset[str]:
    return frozenset(path.stem for path in folder.glob("*.md"))


def find(language: str, key: str, chosen: Chosen | None = None) -> Page | None:
    """The page in this language, or None if there is none of this name.

    The page of a game is read under the rules that were chosen, else under the usual ones.
    """
    if key not in keys(language):
        return None
    path = CONTENT / language / f"{key}.md"
    usual = GAMES[key]() if key in GAMES else None
    game = chosen.game if chosen else usual
    # What everybody reads is not to be forgotten for what somebody tried.
    parse = _usual if game == usual else _varied
    return parse(path, path.stat().st_mtime_ns, game)


def every(language: str) -> list[Page]:
    """All pages of this language by title."""
    found = [find(language, key) for key in keys(language)]
    return sorted([page for page in found if page], key=lambda page: page.head.title)


def head(language: str, key: str) -> Head | None:
    """What the page says of itself, or None if there is none of this name."""
    if key not in keys(language):
        return None
    path = CONTENT / language / f"{key}.md"
    return _read(path, path.stat().st_mtime_ns, GAMES[key]() if key in GAMES else None)[0]


def named(slug: str) -> str | None:
    """The key of the page that has this slug in any language."""
    for language, _ in settings.LANGUAGES:
        for key in keys(language):
            own = head(language, key)
            if own and own.slug == slug:
                return key
    return None


def _parsed(path: Path, changed: int, game: Any) -> Page:
    """The page that the file holds; ``changed`` makes an edited file a new question."""
    own, text = _read(path, changed, game)
    language = path.parent.name
    # The cards speak the language of the page, whoever asked for it first.
    with override(language):
        place = Place(language, path.stem, game and Chosen(game))
        return Page(path.stem, own, sections(text, place))


_usual = lru_cache(maxsize=128)(_parsed)
_varied = lru_cache(maxsize=64)(_parsed)


@lru_cache(maxsize=256)
def _read(path: Path, changed: int, game: Any) -> tuple[Head, str]:
    """The head and the text of the file, under the rules of the game."""
    source = path.read_text(encoding="utf-8")
    source = numbers.fill(variants.keep(source, game), game)
    # A line may end with a dash, but not begin with one.
    _, lines, text = source.replace(" — ", "\u00a0— ").split("---\n", 2)
    return Head(**dict(line.split(": ", 1) for line in lines.splitlines())), text
