"""The words of the glossary: those agreed on, the same terms in every language, each form once."""

import re
from collections import Counter

import pytest

from rules import glossary
from tests.rules.reading import LANGUAGES

# The words agreed on for pages and interface, by language: the one that is used, then others that
# the glossary must know as well.
AGREED = """
suit            | suit | sut | масть | renk, tür
clubs           | clubs | kelawar | трефи, трефа, жир, хрести | sinek
diamonds        | diamonds | wajik, daiman, retin | бубни, бубна, дзвінка | karo
hearts          | hearts | lekuk, hati | чирви, чирва, черва | kupa
spades          | spades | sekop, sped | піки, піка, вино | maça
ace             | ace | as, sat | туз | as
king            | king | raja | король | papaz
queen           | queen | permaisuri, ratu | дама, краля | kız
jack            | jack | jek, pekak | валет, нижник | vale, bacak, oğlan
hand            | hand | tangan, kad di tangan | рука, карти на руці | el
stock           | stock | stok, longgokan cabutan | колода, добір | deste
discard-pile    | discard pile | longgokan buang | стопка скиду, скид | yer, atılan kartlar
meld            | meld | susunan | комбінація, викладка | per
set             | set | set, kumpulan | сет, група | grup
run             | run | urutan, jujukan | послідовність | seri
lay-off         | lay off | meletak pada susunan | докласти карту | işlemek
dealer          | dealer | pengedar | роздавач | dağıtan
deal            | deal | edaran | роздача | dağıtım, el
round           | round | pusingan | раунд, кін | tur, el
turn            | turn | giliran | хід | sıra
pass            | pass | pas | пас | pas
bot             | bot, computer opponent | bot, lawan komputer | бот, комп’ютерний суперник \
| bot, bilgisayar rakip
leaderboard     | leaderboard | papan pendahulu | таблиця лідерів | liderlik tablosu
ranking-points  | ranking points | mata ranking | рейтингові очки | sıralama puanı
rating          | rating | rating | рейтинг | reyting
easy            | Easy | Mudah | Легкий | Kolay
normal          | Normal | Biasa | Звичайний | Normal
expert          | Expert | Pakar | Експерт | Uzman
game-over       | game over | permainan tamat | гру завершено | oyun bitti
draw-card       | draw a card | cabut kad | взяти карту, добрати карту | kart çekmek
discard         | discard | buang kad | скинути карту | kart atmak
skip            | skip | langkau giliran | пропуск ходу | sıra atlatma
reverse         | reverse | arah songsang | зміна напрямку | yön değiştirme
penalty         | penalty, penalty points | penalti | штраф, штрафні очки | ceza, ceza puanı
last-card-call  | last card call | tek | tek | tek
"""


def _agreed():
    for line in AGREED.strip().splitlines():
        key, *cells = (cell.strip() for cell in line.split("|"))
        for language, cell in zip(("en", "ms", "uk", "tr"), cells, strict=True):
            yield language, key, cell.split(", ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_terms_and_enough_of_them(language):
    terms = glossary.terms(language)
    assert list(terms) == list(glossary.terms("en"))
    assert len(terms) >= 64


def test_the_terms_of_a_group_stand_together():
    groups = [term.group for term in glossary.terms("en").values()]
    runs = [group for group, before in zip(groups, ["", *groups], strict=False) if group != before]
    assert runs == list(glossary.GROUPS)


@pytest.mark.parametrize(("language", "key", "words"), list(_agreed()))
def test_the_words_are_those_agreed_on(language, key, words):
    term = glossary.terms(language)[key]
    assert term.word == words[0]
    assert set(words[1:]) <= set(term.also)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_is_the_name_of_one_term(language):
    counted = Counter(term.word for term in glossary.terms(language).values())
    assert [word for word, times in counted.items() if times > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_other_words_for_a_term_are_told_once_and_are_other(language):
    for term in glossary.terms(language).values():
        assert len({term.word, *term.also}) == 1 + len(term.also), term.key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_leads_to_one_term(language):
    counted = Counter(form for term in glossary.terms(language).values() for form in term.forms)
    assert [form for form, times in counted.items() if times > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_are_in_lower_case_as_running_text_is_folded(language):
    for term in glossary.terms(language).values():
        for form in term.forms:
            assert form == form.lower().strip(), term.key
            assert "'" not in form, f"{term.key}: pages write ’"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_form_is_found_in_running_text(language):
    forms = glossary.forms(language)
    for term in glossary.terms(language).values():
        for form in term.forms:
            assert (form, term.key) in forms.split(f"({form}).")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_meaning_is_a_sentence_or_two_of_its_own(language):
    english = glossary.terms("en")
    meanings = [term.meaning for term in glossary.terms(language).values()]
    assert len(set(meanings)) == len(meanings)
    for term in glossary.terms(language).values():
        assert 8 <= len(term.meaning.split()) <= 60, term.key
        assert re.fullmatch(r"\S.*\.", term.meaning), term.key
        assert language == "en" or term.meaning != english[term.key].meaning, term.key


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_meaning_types_no_number_since_options_change_them(language):
    for term in glossary.terms(language).values():
        assert not re.search(r"\d", term.meaning.replace(" 500", "")), term.key


def test_a_term_is_at_home_where_there_is_such_a_heading():
    for term in glossary.terms("en").values():
        page, _, anchor = term.see.partition("#")
        if page:
            text = (glossary.CONTENT / "en" / f"{page}.md").read_text(encoding="utf-8")
            assert f"{{#{anchor}}}" in text, term.key
