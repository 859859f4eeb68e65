"""What a reader finds. No test here may touch the database: the rules need none."""

import os
from random import Random

import pytest
from django.urls import reverse
from django.utils.translation import override

from rules import glossary, indexing, pages, search
from rules.folding import card, fold, rank, stem, words

LANGUAGES = ("en", "ms", "uk", "tr")
PAGE = """---
title: {title}
description: How it is played.
lead: A page.
slug: {slug}
---
"""
FILLER = "".join(f"\n{{#x{n}}}\n## Number {n}\n\nNothing.\n" for n in range(20))
TERM = '[{key}]\nword = "{word}"\nalso = {also}\nforms = {forms}\nmeaning = "{meaning}"\n'


def find(language, query):
    with override(language):
        return search.find(language, query)


def places(language, query):
    return [(hit.page_key, hit.anchor) for hit in find(language, query).hits]


def told(hit):
    return "".join(text for text, _ in hit.passage)


def marked(hit):
    return [text for text, asked in hit.passage if asked]


# Words as the search compares them.


@pytest.mark.parametrize(
    "alike",
    [
        "İSTANBUL istanbul ıstanbul ISTANBUL",
        "RENGİ rengi RENGI rengı",
        "kâğıt kağıt KAĞIT kagit",
        "п’ятірка п'ятірка пʼятірка П`ЯТІРКА пятірка pyatirka",
        "Туз туз ТУЗ tuz TUZ",
        "Єділі yedili YEDİLİ",
        "7♥ 7♡",
        "7’li 7'li 7",
    ],
)
def test_what_readers_leave_out_makes_no_difference(alike):
    assert len({fold(word) for word in alike.split()}) == 1


@pytest.mark.parametrize(
    ("language", "family"),
    [
        ("uk", "колода колоди колоду колод"),
        ("uk", "сімка сімки сімці сімок"),
        ("uk", "дама дами даму дам"),
        ("uk", "хід ходу ходів"),
        ("uk", "гравець гравця гравців"),
        ("uk", "пас пасувати пасує"),
        ("tr", "renk rengi rengin renkler renklerin"),
        ("tr", "sinek sineği sinekler"),
        ("tr", "çok çoğu"),
        ("tr", "kart kartı kartlar kartların"),
        ("tr", "papaz papazı papazlar"),
        ("tr", "as ası asın aslar"),
        ("tr", "çekmek çeker çekti çektim çekince çekebilirsiniz"),
        ("tr", "oynamak oynar oynadım oynanır oynayabilir"),
        ("ms", "susun menyusun susunan disusun"),
        ("ms", "buang membuang dibuang"),
        ("ms", "main pemain bermain permainan dimainkan"),
        ("ms", "menang memenangi pemenang pemenangnya kemenangan dimenangi"),
        ("ms", "mula bermula memulakan permulaan"),
        ("ms", "turun menurunkan diturunkan"),
        ("ms", "edaran pengedar mengedarkan diedarkan"),
        ("ms", "kocok mengocok dikocok"),
        ("ms", "lawan melawan perlawanan"),
        ("ms", "letak meletakkan terletak"),
        ("en", "pass passes passed passing"),
        ("en", "run runs running"),
    ],
)
def test_forms_of_a_word_have_one_stem(language, family):
    assert len({stem(fold(word), language) for word in family.split()}) == 1


@pytest.mark.parametrize(
    ("language", "strangers"),
    [("ms", "menang tangan"), ("ms", "langkah langkau"), ("uk", "вона туз"), ("en", "of offer")],
)
def test_words_that_only_look_alike_have_stems_of_their_own(language, strangers):
    assert len({stem(fold(word), language) for word in strangers.split()}) == 2


def test_the_name_of_an_option_is_one_word():
    assert words("`meld_or_layoff`: both") == ["meldorlayoff", "both"]


def test_cards_and_their_ranks_have_names():
    assert words("7♥️, A♠; 10♦!") == ["7♥", "a♠", "10♦"]
    assert [card(name) for name in ("7h", "th", "10s", "1h", "hh")] == ["7♥", "10♥", "10♠", "", ""]
    assert [rank(fold(name)) for name in ("seven", "tujuh", "сімок", "yedilisi")] == ["7"] * 4


# The pages of the site.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", ["ace", "as", "туз", "tuz", "ТУЗ", "sat"])
def test_an_ace_is_found_by_any_name_in_every_language(language, query):
    best = find(language, query).hits[0]
    assert (best.page_key, best.anchor, best.kind) == ("glossary", "ace", "term")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_word_of_the_glossary_leads_to_its_term_in_every_language(language):
    for other in LANGUAGES:
        for term in glossary.terms(other).values():
            hits = find(language, term.word).hits
            assert term.key in [hit.anchor for hit in hits if hit.kind == "term"], term.word


@pytest.mark.parametrize(
    ("language", "query", "term"),
    [
        ("uk", "колод", "stock"),
        ("uk", "мастей", "suit"),
        ("uk", "дам", "queen"),
        ("uk", "королем", "king"),
        ("uk", "koloda", "stock"),
        ("tr", "RENGİNİ", "suit"),
        ("tr", "renklerden", "suit"),
        ("tr", "kizi", "queen"),
        ("tr", "maca", "spades"),
        ("tr", "SINEK", "clubs"),
        ("ms", "daiman", "diamonds"),
        ("en", "passing", "pass"),
        ("en", "discard pile", "discard-pile"),
        ("en", "longgokan buang", "discard-pile"),
        ("en", "fantan", "fan-tan"),
        ("en", "layoff", "lay-off"),
        ("en", "layoffs", "lay-off"),
        ("en", "lay-offs", "lay-off"),
        ("en", "what is a meld", "meld"),
        ("tr", "ıskarta", "discard"),
        ("tr", "iskarta", "discard"),
        ("uk", "вини", "spades"),
    ],
)
def test_a_term_is_found_by_forms_and_other_names(language, query, term):
    assert ("glossary", term) in places(language, query)[:3]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", ["sevens", "rummy-500", "pis-yedili"])
def test_the_title_of_a_page_leads_to_the_page(language, key):
    title = pages.head(language, key).title
    assert places(language, title)[0] == (key, "")
    assert places(language, title.replace(" ", ""))[0] == (key, "")


@pytest.mark.parametrize(
    ("language", "query", "place"),
    [
        ("en", "can I pass when I could play?", ("sevens", "faq-pass")),
        ("uk", "пасувати коли є хід", ("sevens", "faq-pass")),
        ("tr", "jokerle oynanır mı", ("sevens", "faq-jokers")),
    ],
)
def test_a_question_finds_those_of_other_players(language, query, place):
    assert place in places(language, query)[:5]


@pytest.mark.parametrize(
    ("language", "query"),
    [
        ("en", "can I pass"),
        ("uk", "чи можна пасувати"),
        ("tr", "kartım varken pas geçebilir miyim"),
    ],
)
def test_who_asks_whether_he_may_pass_hears_of_the_games_of_this_site_first(language, query):
    best = places(language, query)[:4]
    assert {("sevens", "faq-pass"), ("pis-yedili", "faq-pass")} <= set(best)
    assert best[0][0] in ("sevens", "pis-yedili")


@pytest.mark.parametrize("query", ["menang", "pemenang", "siapa menang"])
def test_who_wins_is_found_by_any_form_of_it(query):
    assert set(places("ms", query)[:2]) == {("rummy-500", "winner"), ("pis-yedili", "winner")}


@pytest.mark.parametrize(
    ("language", "query"), [("tr", "yanlış oynadım"), ("uk", "козир"), ("tr", "koz")]
)
def test_for_what_no_page_speaks_of_there_are_neighbours_and_no_nonsense(language, query):
    found = find(language, query)
    assert found.hits == ()
    assert found.neighbours


@pytest.mark.parametrize(
    ("language", "query", "never"),
    [
        ("en", "can you build around the corner", "the you can these"),
        ("en", "runs and sets", "and"),
        ("uk", "вини", "вона вони поки"),
        ("tr", "yediliyle", "her bir"),
    ],
)
def test_words_that_say_little_and_chance_likenesses_are_not_marked(language, query, never):
    hits = find(language, query).hits
    texts = {word for hit in hits for text in marked(hit) for word in words(text)}
    assert hits
    assert texts.isdisjoint(words(never))


def test_words_that_say_little_are_looked_for_where_there_are_no_others():
    hits = find("en", "can you").hits
    assert all(marked(hit) or "can" in hit.heading.lower() for hit in hits)


@pytest.mark.parametrize(
    ("language", "query"),
    [("en", "handing"), ("tr", "yanlış oynadım"), ("ms", "pemanang"), ("en", "deall")],
)
def test_neighbours_are_words_of_their_own(language, query):
    stems = [stem(fold(word), language) for word in find(language, query).neighbours]
    assert len(stems) == len(set(stems))


@pytest.mark.parametrize(
    ("language", "query"),
    [
        ("en", "7d"),
        ("en", "7♦"),
        ("en", "♦7"),
        ("en", "seven of diamonds"),
        ("ms", "tujuh wajik"),
        ("uk", "сімка бубен"),
        ("uk", "бубнова 7♦"),
        ("tr", "karo yedilisi"),
        ("tr", "KARO 7"),
    ],
)
def test_a_card_is_found_by_its_name(language, query):
    found = find(language, query).hits
    assert any("7♦" in text for hit in found[:6] for text in marked(hit))


@pytest.mark.parametrize(
    ("language", "query", "meant"),
    [
        ("en", "pasing", "passing"),
        ("en", "remmy", "rummy"),
        ("en", "discrad", "discard"),
        ("uk", "послідовнсть", "послідовність"),
        ("tr", "papza", "papaz"),
        ("ms", "longokan", "longgokan"),
    ],
)
def test_a_slip_of_the_keys_is_forgiven_and_named(language, query, meant):
    found = find(language, query)
    assert meant in found.neighbours
    assert found.hits


def test_the_beginning_of_a_word_is_enough_while_it_is_typed():
    assert places("en", "quee")[0] == ("glossary", "queen")
    assert find("en", "quee").neighbours == ()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", ["xqzxqz", "🂡🂱", "???", "\x00\x07", "漢字", "'", "%"])
def test_where_nothing_is_found_there_are_words_that_are(language, query):
    found = find(language, query)
    assert found.hits == ()
    assert found.neighbours
    assert all(find(language, word).hits for word in found.neighbours)


@pytest.mark.parametrize("query", ["", " ", "\t\n", "\u00a0"])
def test_no_query_finds_nothing(query):
    assert find("en", query) == ((), ())


@pytest.mark.parametrize(
    "query",
    [
        "a" * 10_000,
        "ace " * 3_000,
        "'; DROP TABLE users; --",
        "(a+)+$ [a-z]* \\",
        "<script>alert('ace')</script>",
        "ace\x00king\x1b[31m",
        "\ud800ace",
        "ﷺ" * 80,
        "🂡 ace 🃏",
        "א ب ค 漢 ａｃｅ",
        "-" * 80,
        "@ace ~ac ♥♥♥",
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_query_is_an_error(language, query):
    found = find(language, query)
    assert len(found.hits) <= 20
    assert all(len(word) < 60 for word in found.neighbours)


def test_random_signs_are_no_error():
    rng = Random(7)
    signs = [chr(code) for code in range(1, 0x2700)] + list("♣♦♥♠'’aeiouтузк ")
    for _ in range(200):
        find(rng.choice(LANGUAGES), "".join(rng.choices(signs, k=rng.randrange(1, 30))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_hit_leads_to_a_place_that_is_there_and_quotes_it(language):
    sections = {
        (page.key, section.id): section.text
        for page in pages.every(language)
        for section in page.sections
    }
    sections |= {("glossary", key): term.meaning for key, term in glossary.terms(language).items()}
    for query in ("ace", "7♦", glossary.terms(language)["pass"].word, "500", "bot"):
        for hit in find(language, query).hits:
            assert pages.head(language, hit.page_key).title == hit.page_title
            if hit.anchor:
                text = sections[hit.page_key, hit.anchor]
                assert told(hit).removeprefix("… ").removesuffix(" …") in text
                assert len(told(hit)) < 600


def test_the_words_that_matched_are_marked():
    hits = find("tr", "renk").hits
    assert all(fold(text).startswith("ren") for hit in hits for text in marked(hit))
    assert sum(map(bool, map(marked, hits))) > 10


@pytest.mark.parametrize(
    ("language", "query", "place", "mark"),
    [
        ("en", "who starts", ("sevens", "variant-start"), "starts"),
        ("tr", "papaza", ("glossary", "king"), "papaz"),
        ("en", "sevens", ("sevens", ""), "Sevens"),
    ],
)
def test_the_words_that_matched_are_marked_in_the_heading_too(language, query, place, mark):
    hit = next(hit for hit in find(language, query).hits if (hit.page_key, hit.anchor) == place)
    assert mark in [text for text, asked in hit.name if asked]
    assert "".join(text for text, _ in hit.name) == (hit.heading or hit.page_title)


# A small library, in which it is clear what has to come first.


@pytest.fixture
def library(tmp_path, monkeypatch):
    """Write pages and terms: library(en={"page": "text"}, terms={"key": {"en": …}})."""
    monkeypatch.setattr(pages, "CONTENT", tmp_path)
    monkeypatch.setattr(glossary, "CONTENT", tmp_path)

    def write(terms=(), **languages):
        terms = dict(terms)
        tables = "".join(f'[{key}]\ngroup = "cards"\n' for key in terms)
        (tmp_path / "terms.toml").write_text(tables, encoding="utf-8")
        for language in LANGUAGES:
            (tmp_path / language).mkdir(exist_ok=True)
            entries = [
                TERM.format(key=key, **{"also": [], "forms": [], "meaning": "…", **own[language]})
                for key, own in terms.items()
            ]
            path = tmp_path / language / "glossary.toml"
            path.write_text("".join(entries).replace("'", '"'), encoding="utf-8")
            for name, text in {"glossary": "", **languages.get(language, {})}.items():
                path = tmp_path / language / f"{name}.md"
                head = PAGE.format(title=f"The {name}", slug=name)
                path.write_text(head + text, encoding="utf-8")

    return write


def anchors(query, language="en"):
    return [anchor for _, anchor in places(language, query)]


def test_a_heading_counts_more_than_the_text(library):
    library(en={"p": "{#a}\n## One\n\nAbout tigers, tigers.\n\n{#b}\n## Tigers\n\nOf them.\n"})
    assert anchors("tigers") == ["b", "a"]


def test_the_same_form_counts_more_than_another(library):
    library(en={"p": "{#a}\n## One\n\nTwo tigers.\n\n{#b}\n## Two\n\nOne tiger.\n"})
    assert anchors("tiger") == ["b", "a"]
    assert anchors("tigers") == ["a", "b"]


def test_a_mistyped_word_is_looked_for_only_where_the_right_one_is_not(library):
    library(en={"p": "{#a}\n## One\n\nA tiger.\n\n{#b}\n## Two\n\nA tiber.\n"})
    assert anchors("tiger") == ["a"]
    assert sorted(anchors("tiker")) == ["a", "b"]
    assert anchors("tigre") == ["a"]


def test_all_words_count_more_than_some_often(library):
    library(
        en={
            "p": "{#a}\n## Tigers\n\nTigers tigers tigers.\n\n"
            "{#b}\n## Other\n\nHere tigers live, and there as everywhere the owls.\n\n" + FILLER
        }
    )
    assert anchors("tigers owls") == ["b", "a"]


def test_a_rare_word_counts_more_than_a_frequent_one(library):
    text = "".join(f"{{#x{n}}}\n## Number {n}\n\nHere are owls.\n\n" for n in range(5))
    library(en={"p": f"{text}{{#a}}\n## Other\n\nHere are lions.\n"})
    assert anchors("owls lions")[0] == "a"


def test_the_title_of_the_page_helps_its_sections(library):
    text = "{#deal}\n## The deal\n\nSo many cards.\n" + FILLER
    library(en={"owls": text, "lions": text})
    assert places("en", "deal lions")[0] == ("lions", "deal")


def test_a_question_comes_before_a_section_that_is_as_good(library):
    library(en={"p": "{#a}\n## Can it?\n\nYes, tiger.\n\n{#faq-a}\n### Can it?\n\nYes, tiger.\n"})
    assert [hit.kind for hit in find("en", "tiger").hits] == ["question", "section"]


TIGER = {
    "tiger": {
        "en": {"word": "tiger", "also": ["big cat"], "forms": ["tigers"], "meaning": "A cat."},
        "ms": {"word": "harimau", "also": ["rimau"]},
        "uk": {"word": "тигр", "forms": ["тигра", "тигри"]},
        "tr": {"word": "kaplan", "forms": ["kaplanı"]},
    },
    "owl": {
        "en": {"word": "owl"},
        "ms": {"word": "burung hantu"},
        "uk": {"word": "сова"},
        "tr": {"word": "baykuş"},
    },
}


@pytest.mark.parametrize(
    "query",
    ["tiger", "Tigers", "big cat", "harimau", "RIMAU", "тигр", "тигрів", "tyhr", "kaplanlar"],
)
def test_a_term_comes_first_by_any_of_its_names_and_then_where_it_stands(library, query):
    library(TIGER, en={"p": "{#a}\n## Tigers\n\nTigers everywhere.\n"})
    assert anchors(query) == ["tiger", "a"]


def test_a_term_of_two_words_is_one(library):
    library(TIGER, ms={"p": "{#a}\n## Satu\n\nSeekor burung hantu.\n\n{#b}\n## Dua\n\nBurung.\n"})
    assert anchors("сова", "ms") == ["owl", "a"]
    assert anchors("hantu burung", "ms")[0] == "owl"


@pytest.mark.parametrize(
    "query", ["night owl", "nightowl", "nightowls", "night-owls", "night owls"]
)
@pytest.mark.parametrize("written", ["Night owl", "Night owls", "Night-owls", "Nightowl"])
def test_words_written_together_or_apart_find_each_other(library, query, written):
    library(en={"p": f"{{#a}}\n## One\n\n{written}.\n\n{FILLER}"})
    hits = find("en", query).hits
    assert [hit.anchor for hit in hits] == ["a"]
    assert marked(hits[0]) == [written]


def test_two_known_words_in_one_that_stand_together_nowhere_are_both_looked_for(library):
    library(en={"p": f"{{#a}}\n## One\n\nA night.\n\n{{#b}}\n## Two\n\nAn owl.\n{FILLER}"})
    assert sorted(anchors("owlnight")) == ["a", "b"]


def test_a_term_of_two_words_may_be_written_as_one(library):
    terms = {"cat": {**TIGER["tiger"], "en": {"word": "big cat", "forms": ["big cats"]}}}
    library(terms, en={"p": "{#a}\n## One\n\nBig cats.\n"})
    assert anchors("bigcat") == anchors("bigcats") == ["cat", "a"]


def test_a_query_most_of_which_is_nowhere_finds_nothing(library):
    text = "".join(f"{{#x{n}}}\n## Number {n}\n\nHere are owls.\n\n" for n in range(20))
    library(en={"p": text + "{#a}\n## One\n\nTigers.\n"})
    assert anchors("lions owls") == []
    assert anchors("lions tigers") == ["a"]


def test_a_term_is_marked_without_the_words_that_only_stand_beside_it(library):
    terms = {"tiger": {**TIGER["tiger"], "en": {"word": "tiger", "forms": ["two tigers"]}}}
    library(terms, en={"p": "{#a}\n## One\n\nHere two tigers live.\n"})
    assert [marked(hit) for hit in find("en", "тигр").hits] == [[], ["tigers"]]


def test_words_that_stand_together_are_marked_together_and_far_ones_are_left_out(library):
    filler = "Nothing else is here. " * 30
    library(en={"p": f"{{#a}}\n## One\n\n{filler}White <b>tigers</b> & owls live. {filler}"})
    (hit,) = find("en", "white tigers owls").hits
    assert told(hit).startswith("… ")
    assert told(hit).endswith(" …")
    assert marked(hit) == ["White", "tigers", "owls"]
    assert "<b>" in told(hit)
    assert marked(find("en", "nothing else").hits[0])[0] == "Nothing else"


def test_an_edited_file_is_found_at_once(library):
    library(en={"p": "{#a}\n## One\n\nTigers.\n"})
    assert anchors("owls") == []
    library_path = pages.CONTENT / "en/p.md"
    text = library_path.read_text(encoding="utf-8").replace("Tigers", "Owls")
    library_path.write_text(text, encoding="utf-8")
    os.utime(library_path, ns=(0, library_path.stat().st_mtime_ns + 1))
    assert anchors("owls") == ["a"]


def test_an_index_is_made_anew_only_for_its_own_language(library):
    library(en={"p": "{#a}\n## One\n\nTigers.\n"})
    before = {language: indexing.index(language) for language in LANGUAGES}
    path = pages.CONTENT / "en/p.md"
    os.utime(path, ns=(0, path.stat().st_mtime_ns + 1))
    anew = {language for language in LANGUAGES if indexing.index(language) is not before[language]}
    assert anew == {"en"}


def test_servers_make_all_indexes_when_they_start(library):
    library(TIGER)
    indexing.warm().join(60)
    assert {language for language in LANGUAGES if indexing.built(language)} == set(LANGUAGES)


def test_a_library_without_a_word_finds_nothing(library):
    library()
    assert find("en", "tiger") == ((), ())


# The page.


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_shows_what_was_found(client, language):
    with override(language):
        address = reverse("rules:search")
    answer = client.get(address, {"q": "ace"})
    html = answer.content.decode()
    assert answer.status_code == 200
    assert '<input type="search"' in html
    assert 'value="ace"' in html
    assert "#ace" in html
    assert "<mark>" in html


def test_the_page_shows_what_was_asked_as_text(client):
    html = client.get(
        "/en/rules/search/", {"q": "<script>alert('x')</script>\"ace"}
    ).content.decode()
    assert "<script>alert" not in html
    assert "&lt;script&gt;" in html


@pytest.mark.parametrize("query", ["", "a" * 10_000, "\x00", "🂡", "xqzxqz"])
def test_the_page_is_served_whatever_is_asked(client, query):
    answer = client.get("/en/rules/search/", {"q": query})
    assert answer.status_code == 200
    assert f'value="{query[:80]}"' in answer.content.decode()


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("uk", "правило правила правил правилами"),
        ("tr", "puan puanı puana"),
        ("tr", "kural kuralı kurallar"),
        ("tr", "yön yönü"),
        ("ms", "nilai menilai"),
        ("ms", "kecuali mengecualikan"),
    ],
)
def test_the_forms_of_a_word_are_one(language, forms):
    assert len({stem(fold(form), language) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    ("language", "query"),
    [("uk", "чи повинна я ходити"), ("ms", "tak ada tujuh"), ("tr", "oynayabilir misiniz")],
)
def test_a_question_in_small_words_finds_something(language, query):
    assert search.find(language, query).hits


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_letter_is_no_search_yet_but_a_number_is(language):
    for letter in "a", "к", "İ":
        assert find(language, letter) == search.Found((), ())
    assert find(language, "7").hits
