"""The page of the boards: which one an address asks for, who stands on it, what is missing."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.db import connection
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from accounts.models import User
from games import boards, leaderboard, ranking
from games.boards import Key, Period
from games.leaderboard import Wish
from games.match import Level
from games.models import Rating, Standing

from .settled import ALL, HOUR, NOON, people, person, put, settled


@pytest.fixture(autouse=True)
def _wednesday(monkeypatch):
    """It is NOON."""
    monkeypatch.setattr("games.views.timezone.now", lambda: NOON)


@pytest.fixture
def counted(monkeypatch):
    """The statements of the boards that were run, which Django does not count."""
    statements, run = [], boards._run

    def noted(sql, *args, **values):
        statements.append(sql)
        return run(sql, *args, **values)

    monkeypatch.setattr(boards, "_run", noted)
    return statements


def page(reader=None, status=200, **asked):
    """The text of the page in English, as this person sees it."""
    client = Client()
    if reader:
        client.force_login(reader)
    response = client.get(reverse("games:board"), asked)
    assert response.status_code == status
    return response.content.decode()


def plain(text):
    """What a reader reads of the main part, blanks joined."""
    main = re.search(r"<main.*?</main>", text, re.S)[0]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def rows(text):
    """The rows of all tables: the words of each cell."""
    found = re.findall(r"<tr[ >].*?</tr>", text, re.S)
    cells = [re.findall(r"<t[dh][ >].*?</t[dh]>", row, re.S) for row in found]
    # A blank that keeps a figure on its line is a blank.
    return [tuple(" ".join(re.sub(r"<[^>]+>", " ", c).split()) for c in row) for row in cells]


def ranks(text):
    """Rank and name of each row that is not a head."""
    return [row[:2] for row in rows(text) if row[0] != "Rank"]


def test_equal_points_share_a_rank_and_the_next_is_skipped(db):
    people(101, 100, 100, 99)
    assert rows(page()) == [
        ("Rank", "Player", "Points", "Won", "Played"),
        ("1", "Player 0", "101", "1", "2"),
        ("2", "Player 1", "100", "1", "2"),
        ("2", "Player 2", "100", "1", "2"),
        ("4", "Player 3", "99", "1", "2"),
    ]


def test_bots_are_on_no_board(db):
    match = settled(person("Olena"))
    assert match.players.filter(bot=True).count() == 3
    assert ranks(page()) == [("1", "Olena")]


@pytest.mark.parametrize(
    ("asked", "seen"),
    [
        ({}, ["Olena 130", "Mehmet 30"]),
        ({"game": "sevens"}, ["Olena 30", "Mehmet 30"]),
        ({"game": "rummy-500"}, ["Olena 100"]),
        ({"level": "expert"}, ["Olena 100"]),
        ({"game": "sevens", "level": "expert"}, []),
        ({"window": "month"}, ["Olena 130"]),
        ({"window": "week"}, ["Olena 100"]),
        ({"window": "week", "level": "normal"}, []),
    ],
    ids=str,
)
def test_each_board_counts_its_own_matches(db, asked, seen):
    """NOON is a Wednesday, the 18th: eight days before it was another week, 19 another month."""
    olena, mehmet = person("Olena"), person("Mehmet")
    settled(olena, level="normal", at=NOON - timedelta(days=8))
    settled(mehmet, level="normal", at=NOON - timedelta(days=19))
    settled(olena, game="rummy-500", level="expert", at=NOON - HOUR)
    found = [f"{row[1]} {row[2]}" for row in rows(page(**asked)) if row[0] != "Rank"]
    # Among equals who was there first: Mehmet.
    assert sorted(found) == sorted(seen)


def test_the_page_says_when_week_and_month_end(db):
    assert 'datetime="2026-11-23T00:00:00+00:00"' in page(window="week")
    assert "This week ends: 23 November 2026, 00:00 UTC" in plain(page(window="week"))
    assert 'datetime="2026-12-01T00:00:00+00:00"' in page(window="month")
    assert "<time" not in page()


def test_a_rating_stands_with_its_doubt_and_orders_by_what_it_is_at_least(db):
    """25 is 1500 and a unit 40: 30 with 3 is 1700 ± 240, 28 with 1 is 1620 ± 80."""
    board = boards.rating_board("sevens")
    unsure, sure = people(1460, 1540, board=board)
    Rating.objects.create(user=unsure, game="sevens", mu=30, sigma=3, matches=2)
    Rating.objects.create(user=sure, game="sevens", mu=28, sigma=1, matches=2)
    assert rows(page(by="rating", game="sevens")) == [
        ("Rank", "Player", "Rating", "At least", "Won", "Played"),
        ("1", "Player 1", "1620 ± 80", "1540", "1", "2"),
        ("2", "Player 0", "1700 ± 240", "1460", "1", "2"),
    ]


def test_what_settlement_wrote_is_what_the_board_of_ratings_shows(db):
    olena = person("Olena")
    for _ in range(10):
        settled(olena, "lost")
    (row,) = [row for row in rows(page(by="rating", game="sevens")) if row[0] == "1"]
    rating, doubt = map(int, row[2].split(" ± "))
    assert rating < 1500
    assert int(row[3]) == rating - doubt
    assert row[4:] == ("0", "10")


def test_all_games_have_no_rating_together_and_the_page_says_so(db):
    text = plain(page(by="rating"))
    assert "Each game has a rating of its own. This is the one of Sevens." in text
    assert "Rating, Sevens" in text
    assert "of its own" not in plain(page(by="rating", game="sevens"))


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "chess"},
        {"level": "grandmaster"},
        {"window": "year"},
        {"by": "luck"},
        {"by": "rating", "game": "bridge", "level": "expert"},
        {"game": "\x00", "level": "'; drop table", "window": "ALL"},
    ],
    ids=str,
)
def test_a_board_that_there_is_not_gives_way_to_the_nearest(db, asked):
    people(10)
    assert "There is no such board. This is the nearest one." in plain(page(**asked))


@pytest.mark.parametrize(
    "after", ["x", "1_2", "1_2_3_4", "-1_2_3", "1_2_3x", "9" * 40, "1_2_\u0663", "\x00", " 1_2_3"]
)
def test_a_broken_place_on_the_board_gives_way_to_its_beginning(db, after):
    people(10)
    text = page(after=after)
    assert "There is no such page of the board. It begins here." in plain(text)
    assert ranks(text) == [("1", "Player 0")]


@pytest.mark.parametrize("after", ["0_0_0", f"{'9' * 10}_{'9' * 18}_{'9' * 18}"])
def test_a_place_that_nobody_has_is_a_place_all_the_same(db, after):
    people(10)
    seen = {"0_0_0": []}.get(after, [("1", "Player 0")])
    assert ranks(page(after=after)) == seen
    assert ("Nobody stands further down." in plain(page(after=after))) == (not seen)


def test_an_address_is_read_as_it_was_written():
    wishes = [
        Wish(),
        Wish("points", "sevens", "expert", Period.WEEK, "Ayşe Gül"),
        Wish("points", "", "", Period.MONTH, after=Key(100, -1_763_000_000_000_000, 7)),
        Wish("rating", "pis-yedili", after=Key(1540, -5, 7)),
    ]
    for wish in wishes:
        assert leaderboard.read(QueryDict(wish.query()[1:]).dict()) == (wish, [])
    assert wishes[0].query() == ""
    assert wishes[3].query() == "?by=rating&game=pis-yedili&after=1540_-5_7"


def links(text, group):
    return dict(re.findall(rf'id="{group}-([\w-]+)" href="([^"]*)"', unescape(text)))


def test_each_choice_changes_one_thing_and_is_a_plain_link(db):
    text = page(game="sevens", level="expert", window="week", after="10_-5_1")
    assert links(text, "game") == {
        "all": "/en/board/?level=expert&window=week",
        "sevens": "/en/board/?game=sevens&level=expert&window=week",
        "rummy-500": "/en/board/?game=rummy-500&level=expert&window=week",
        "pis-yedili": "/en/board/?game=pis-yedili&level=expert&window=week",
    }
    assert links(text, "by")["rating"] == "/en/board/?by=rating&game=sevens"
    assert links(text, "period")["all"] == "/en/board/?game=sevens&level=expert"
    assert len(re.findall('aria-current="true">(?:Points|Sevens|Expert|this week)<', text)) == 4
    rated = page(by="rating", game="sevens")
    assert links(rated, "level") == links(rated, "period") == {}
    assert "all" not in links(rated, "game")


def following(text):
    found = re.search(r'rel="next" href="([^"]*)"', text)
    return unescape(found[1]) if found else ""


def test_everyone_is_on_exactly_one_page_whatever_moves_meanwhile(db, client):
    """B-28: two hundred people, fifty of them equal; one of the first page wins on."""
    everyone = people(*[1000] * 50, *range(10, 1510, 10))
    address, seen = "/en/board/", []
    for _ in range(4):
        text = client.get(address).content.decode()
        assert len(ranks(text)) == 50
        seen += [name for _, name in ranks(text)]
        address = following(text)
        Standing.objects.filter(user=everyone[199]).update(value=9000)
    assert address == ""
    assert len(seen) == 200
    assert set(seen) == {user.name for user in everyone}


def test_exactly_fifty_people_need_one_page(db):
    everyone = people(*range(10, 510, 10))
    text = page()
    assert len(ranks(text)) == 50
    assert following(text) == ""
    put(person("Olena"), 5)
    assert following(page()) == f"/en/board/?after=10_{boards.early(NOON)}_{everyone[0].pk}"


def test_a_reader_who_is_not_in_the_top_sees_the_five_on_either_side(db, monkeypatch):
    monkeypatch.setattr(boards, "TOP", 3)
    everyone = people(*range(200, 40, -10))
    text = page(everyone[9])
    assert "Your place: 10" in plain(text)
    assert [rank for rank, _ in ranks(text)] == [
        *("1", "2", "3"),
        *("5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"),
    ]
    assert re.findall(r'<tr id="me" data-me>\s*<td>(\d+)', text) == ["10"]
    assert 'href="#around"' in text
    # On the page where he stands his row is marked, and nobody is repeated.
    key = boards.near(ALL, everyone[9].pk)[4].key
    own = page(everyone[9], after="_".join(map(str, key)))
    assert ranks(own) == [("10", "Player 9 you"), ("11", "Player 10"), ("12", "Player 11")]
    assert 'href="#me"' in own


def test_my_row_in_the_top_is_marked_there(db):
    first, _ = people(20, 10)
    text = page(first)
    assert ranks(text) == [("1", "Player 0 you"), ("2", "Player 1")]
    assert "Your place: 1" in plain(text)
    assert text.count(" data-me>") == 1


def test_who_is_not_signed_in_reads_that_guests_play_for_fun(db):
    text = plain(page())
    assert "Sign up or log in , and your ranked matches count here." in text
    assert "What you play as a guest is for fun: it brings no points" in text


@pytest.mark.parametrize(
    ("asked", "missing"),
    [
        ({}, "Win a ranked match and your name is here."),
        ({"level": "expert"}, "Win one ranked match (Expert), and your name is here."),
        (
            {"game": "sevens", "level": "expert", "window": "week"},
            "Win one ranked match (Sevens, Expert, this week), and your name is here.",
        ),
        (
            {"by": "rating", "game": "sevens"},
            "10 more ranked matches (Sevens), and your rating is here.",
        ),
    ],
    ids=str,
)
def test_who_is_not_on_a_board_reads_what_is_missing(db, asked, missing):
    people(10)
    olena = person("Olena")
    text = plain(page(olena, **asked))
    assert missing in text
    assert "Your place" not in text
    assert "#0" not in text


def test_who_has_lost_alone_is_still_missing_a_win(db):
    olena = person("Olena")
    settled(olena, "lost")
    settled(olena, "drawn")
    assert "Win a ranked match and your name is here." in plain(page(olena))


def test_the_missing_matches_of_a_rating_are_counted_down(db):
    olena = person("Olena")
    for left in range(9, 0, -1):
        settled(olena, "lost")
        says = "more ranked match (" if left == 1 else "more ranked matches ("
        assert f"{left} {says}Sevens)" in plain(page(olena, by="rating", game="sevens"))
    settled(olena, "lost")
    assert "Your place: 1" in plain(page(olena, by="rating", game="sevens"))


def hide(user, **how):
    User.objects.filter(pk=user.pk).update(**how)
    ranking.relist(user.pk)
    user.refresh_from_db()


def test_who_is_hidden_sees_his_place_and_nobody_else_does(db):
    _, hidden, last = people(30, 20, 10)
    hide(hidden, hidden=True)
    text = page(hidden)
    assert "Your place: 2" in plain(text)
    assert "Only you see this: you chose not to be on the leaderboard." in plain(text)
    assert f'href="{reverse("privacy")}"' in text
    assert ranks(text) == [("1", "Player 0"), ("2", "Player 2")]
    assert "Player 1" not in page(last)
    assert "Player 1" not in plain(page(last, name="Player 1")).replace("“Player 1”", "")
    assert "does not wish to be seen, is not found" in plain(page(last, name="Player 1"))


def test_who_was_taken_off_the_board_reads_that_too(db):
    barred, _ = people(30, 20)
    hide(barred, barred=True)
    text = plain(page(barred))
    assert "Your place: 1" in text
    assert "Only you see this: you were taken off the leaderboard." in text


def test_who_is_hidden_and_has_not_won_reads_both(db):
    olena = person("Olena")
    hide(olena, hidden=True)
    text = plain(page(olena))
    assert "Win a ranked match" in text
    assert "Only you see this" in text
    assert "Your place" not in text


def test_every_name_leads_to_its_person(db, client):
    for at, name in enumerate(["Ayşe Gül", "O'Brien", "Тарас.Ш", "A-B_c"]):
        put(person(name), 100 + at)
    pages = re.findall(r'<th scope="row"><a href="([^"]*)"', page())
    assert len(pages) == 4
    assert [client.get(unescape(address)).status_code for address in pages] == [200] * 4


def test_a_name_is_found_however_it_is_written(db):
    for at, name in enumerate(["Ayşe Gül", "Ayşe", "Ayla", "Olena"]):
        put(person(name), 100 + at)
    assert ranks(page(name=" AYŞE ")) == [("3", "Ayşe"), ("4", "Ayşe Gül")]
    text = page(name="ayş", game="sevens")
    assert ranks(text) == []
    assert "Nobody on this board has a name that begins with “ayş”." in plain(text)
    assert unescape(links(text, "game")["all"]).startswith("/en/board/?name=ay")


@pytest.mark.parametrize(
    "name", ["x" * 21, "x" * 3000, "\x00abc", "abc\x07", "%%%", "___", "'''", "\ud7ffabc"]
)
def test_what_is_nobodys_name_is_not_found(db, name):
    people(10)
    assert "Nobody on this board" in plain(page(name=name))


def test_a_name_is_not_looked_for_by_one_or_two_letters(db, counted):
    people(10)
    assert "Write at least 3 letters." in plain(page(name="Pl"))
    assert counted == []


def test_ten_are_found_and_the_page_says_that_there_may_be_more(db):
    people(*range(10, 130, 10))
    text = page(name="play")
    assert len(ranks(text)) == 10
    assert "The first 10 are shown. Write more of the name to find others." in plain(text)


def test_a_search_that_would_take_long_is_given_up_and_the_page_says_so(db, monkeypatch):
    def slow(*_):
        with connection.cursor() as cursor:
            cursor.execute("select pg_sleep(20)")

    people(10)
    monkeypatch.setattr(leaderboard, "PATIENCE", 20)
    monkeypatch.setattr(boards, "find", slow)
    assert "Very many names begin so. Write more of the name." in plain(page(name="Player"))


def test_who_is_deleted_between_two_queries_is_not_shown(db, monkeypatch):
    gone, stays = people(20, 10)
    both = boards.top(ALL)
    Standing.objects.filter(user=gone).delete()
    monkeypatch.setattr(boards, "top", lambda *_: both)
    assert ranks(page()) == [("2", stays.name)]


@pytest.mark.parametrize("asked", [{}, {"by": "rating", "game": "sevens"}], ids=str)
def test_an_empty_board_says_that_its_first_row_is_free(db, asked):
    assert "The first row is free." in plain(page(**asked))


def test_how_it_is_counted_stands_beside(db):
    points, rating = plain(page()), plain(page(by="rating", game="sevens"))
    assert "10 points against Easy, 30 against Normal, 100 against Expert" in points
    assert "00:00 UTC" in points
    assert "Plackett–Luce" in rating
    assert "A casual player stands at about 1500." in rating
    assert "from 10 ranked matches of the game on" in rating
    for text in (points, rating):
        assert "Everything is counted at the moment you look." in text
        assert "1, 2, 2, 4" in text


def test_no_cache_keeps_the_board(client, db):
    """It is true this very moment, and has the reader's own row."""
    assert client.get("/en/board/").headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    ("asked", "queries"), [({}, 1), ({"by": "rating", "game": "sevens"}, 2)], ids=str
)
def test_the_board_costs_the_same_whoever_is_on_it(
    db, client, monkeypatch, django_assert_num_queries, counted, asked, queries
):
    """Beside the statements of the boards, `counted`: the people and, if asked for, ratings."""
    monkeypatch.setattr(boards, "TOP", 5)
    board = boards.rating_board("sevens") if asked else ALL
    everyone = people(*range(10, 400, 10), board=board)
    for user in everyone:
        Rating.objects.create(user=user, game="sevens", mu=25, sigma=1, matches=10)
    for reader, signed, statements in (
        (None, 0, 1),  # the top
        (everyone[9], 2, 3),  # the top, his place, and who is around him
        (everyone[-1], 2, 2),  # in the top: his neighbours are there
    ):
        counted.clear()
        if reader:
            client.force_login(reader)
        with django_assert_num_queries(queries + signed):  # session and user
            client.get(reverse("games:board"), asked)
        assert len(counted) == statements


@pytest.mark.parametrize("language", ["en", "ms", "uk", "tr"])
def test_the_boards_are_there_in_each_language(db, client, language):
    people(1234560)
    with override(language):
        address = reverse("games:board")
    for asked in ({}, {"by": "rating"}, {"window": "month", "level": Level.EXPERT}):
        response = client.get(address, asked)
        assert response.status_code == 200
    grouped = {"en": "1,234,560", "ms": "1,234,560", "tr": "1.234.560", "uk": "1\xa0234\xa0560"}
    assert grouped[language] in unescape(client.get(address).content.decode())


def test_without_a_script_the_end_of_the_week_stands_in_utc(db, client):
    for language, day in {"tr": "23 Kasım 2026", "uk": "23 листопада 2026 р."}.items():
        text = client.get(f"/{language}/board/?window=week").content.decode()
        assert f"{day}, 00:00 UTC" in plain(text)
