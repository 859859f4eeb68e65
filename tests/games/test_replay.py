"""A match that is over, step by step once more, and its record."""

import uuid

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import play
from games.engine.game import observe
from games.engine.record import Record
from games.engine.sevens import Sevens
from games.match import Status
from games.models import Match
from games.seating import Person

from .deals import ONE_SUIT_EACH, deal, faceless, seat

# Each of four plays his suit; who began is out first.
MOVES = [rank + suit for rank in "765432A89TJQK" for suit in "dhsc"][:-3]
SECRET = bytes(range(32)).hex()


@pytest.fixture(autouse=True)
def _no_tasks(sent):
    """No worker runs here."""


def finish(match, by):
    """Play the last card of a match that lacks it."""
    return play.play(match.pk, by, ply=match.ply, text="Kd", request_id=uuid.uuid4())


@pytest.fixture
def over(alice) -> Match:
    """Alice has won with her diamonds: 50 plies, the deal among them."""
    by = Person(user_id=alice.pk)
    match = seat(Sevens(), ONE_SUIT_EACH, by=by, moves=" ".join(MOVES[:-1]))
    finish(match, by)
    return Match.objects.get(pk=match.pk)


def url(match, **query):
    return reverse("games:replay", args=[match.pk], query=query)


def get(client, match, ply):
    return client.get(url(match, ply=ply)).content.decode()


def test_each_ply_is_shown_as_the_person_saw_it(over):
    """All the cards of the hand, none of the others', and nothing to do."""
    record = Record(Sevens(), (deal(ONE_SUIT_EACH), *MOVES))
    for ply, state in enumerate(record.states()):
        if ply:
            view = play.replay(over.pk, ply)
            assert view.seen == observe(Sevens(), state, 0)._replace(moves=())
            assert view.match.ply == ply
            assert view.match.secret == b""


def test_only_its_end_knows_who_won(over):
    before, end = play.replay(over.pk, 49), play.replay(over.pk, 50)
    assert (before.live, before.match.winners, before.match.scores, before.ends) == (
        *(True, [], []),
        (),
    )
    assert (end.live, end.match.winners) == (False, [0])
    assert play.replay(over.pk, 1000).seen == end.seen


def test_a_match_that_goes_on_has_no_replay(client, alice, match):
    with pytest.raises(play.NoSeat):
        play.replay(match.pk, 1)
    client.force_login(alice)
    assert client.get(url(match)).status_code == 404
    assert client.get(reverse("games:record", args=[match.pk])).status_code == 404


def test_looking_back_writes_nothing(client, alice, over):
    client.force_login(alice)
    before = Match.objects.filter(pk=over.pk).values().get()
    get(client, over, 5)
    assert Match.objects.filter(pk=over.pk).values().get() == before
    assert client.post(url(over)).status_code == 405


def test_the_page_says_which_step_it_is_and_what_happened(client, alice, over):
    client.force_login(alice)
    assert "Step 1 of 50" in get(client, over, 1)
    assert "The cards are dealt." in get(client, over, 1)
    second = get(client, over, 3)
    assert "Step 3 of 50" in second
    assert "Aisyah: seven of hearts." in second
    for ply in (2, 4):
        assert f'href="{url(over, ply=ply)}#step"' in second


def test_the_page_of_the_owner_has_his_hand_and_no_form_at_the_table(client, alice, over):
    client.force_login(alice)
    text = get(client, over, 3)
    table = text[text.index('id="table"') : text.index("match-foot")]
    assert "<form" not in table
    assert "<button" not in table
    assert table.count('class="hand-card"') == 12
    assert "You" in table
    assert SECRET not in text


def test_the_end_has_the_count_and_no_way_to_play_on(client, alice, over):
    client.force_login(alice)
    text = get(client, over, 50)
    assert "You won!" in text
    assert "Out of cards: You." in text
    assert "Play again" not in text
    assert 'rel="next"' not in text
    assert 'rel="prev"' in text


def test_what_the_others_held_is_not_on_the_page(client, alice):
    """The same cards in alice's hand, others in the bots': the first steps look the same."""
    by, pages = Person(user_id=alice.pk), []
    client.force_login(alice)
    mine, hearts, spades, clubs = ONE_SUIT_EACH
    swapped = [mine, spades.replace("7s", "7h"), hearts.replace("7h", "7s"), clubs]
    for hands in (ONE_SUIT_EACH, swapped):
        match = seat(Sevens(), hands, by=by, moves="7d 7h 7s 7c 6d", ranked=False)
        play.resign(match.pk, by)
        pages.append([faceless(client.get(url(match, ply=ply))) for ply in (1, 2, 3, 4, 5, 6)])
    assert pages[0] == pages[1]


def test_others_read_the_name_where_the_owner_reads_you(client, alice, bob, over):
    client.force_login(bob)
    text = get(client, over, 6)
    assert "Alice: six of diamonds." in text
    assert reverse("games:player", args=["Alice"]) in text
    assert "You" not in text
    assert "Out of cards: Alice." in get(client, over, 50)
    assert "You won!" not in get(client, over, 50)


@pytest.mark.parametrize("view", ["games:replay", "games:record"])
def test_who_may_not_look_reads_that_there_is_nothing(client, alice, bob, over, view):
    address = reverse(view, args=[over.pk])
    type(alice).objects.filter(pk=alice.pk).update(shows_matches=False)
    client.force_login(bob)
    foreign = client.get(address)
    nowhere = client.get(reverse(view, args=[uuid.uuid4()]))
    assert foreign.status_code == nowhere.status_code == 404
    assert faceless(foreign) == faceless(nowhere)
    assert Client().get(address).status_code == 404
    client.force_login(alice)
    assert client.get(address).status_code == 200


def test_the_guest_who_played_looks_back_and_nobody_else(client, alice, bob):
    guest = uuid.uuid4()
    match = seat(Sevens(), ONE_SUIT_EACH, by=Person(guest=guest), ranked=False)
    play.resign(match.pk, Person(guest=guest))
    charlie = Client()
    session = charlie.session
    session["guest"] = str(guest)
    session.save()
    text = charlie.get(url(match)).content.decode()
    assert "Step 1 of 1" in text
    assert "The match was given up." in text
    client.force_login(bob)
    assert client.get(url(match)).status_code == 404


@pytest.mark.parametrize(
    ("asked", "step"),
    [
        ("0", 1),
        ("-5", 1),
        ("51", 50),
        ("9" * 30, 50),
        ("x", 1),
        ("", 1),
        ("1.5", 1),
        ("9" * 9999, 1),
    ],
)
def test_a_step_that_is_not_there_is_the_nearest_one(client, alice, over, asked, step):
    client.force_login(alice)
    answer = client.get(url(over, ply=asked))
    assert answer.status_code == 200
    assert f"Step {step} of 50" in answer.content.decode()


def test_the_record_can_be_replayed_by_the_engine(client, bob, over):
    client.force_login(bob)
    answer = client.get(reverse("games:record", args=[over.pk]))
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert f'filename="sevens-{str(over.pk)[:8]}.txt"' in answer["Content-Disposition"]
    record = Record.loads(answer.content.decode())
    assert record.plies == (deal(ONE_SUIT_EACH), *MOVES)
    assert record.tags["Seats"] == "Alice, bot:easy, bot:easy, bot:easy"
    *_, end = record.states()
    assert record.tags["Result"] == " ".join(map(str, end.table.scores))
    assert SECRET not in answer.content.decode()


def test_the_record_of_a_match_given_up_has_no_result(client, alice, match):
    play.resign(match.pk, Person(user_id=alice.pk))
    client.force_login(alice)
    text = client.get(reverse("games:record", args=[match.pk])).content.decode()
    assert '[Result "*"]' in text
    assert Match.objects.get(pk=match.pk).status == Status.FORFEITED


def test_the_result_of_a_match_leads_to_its_replay(client, alice, over):
    client.force_login(alice)
    assert f'href="{url(over)}"' in client.get(over.get_absolute_url()).content.decode()


def test_a_clerk_sees_a_hidden_match_only_if_he_may_see_matches(client, alice, bob, over):
    User.objects.filter(pk=alice.pk).update(shows_matches=False)
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    client.force_login(bob)
    assert client.get(url(over)).status_code == 404
    bob.user_permissions.add(Permission.objects.get(codename="view_match"))
    assert client.get(url(over)).status_code == 200


@pytest.mark.parametrize("view", ["games:replay", "games:record"])
def test_no_cache_keeps_a_match(client, alice, over, view):
    client.force_login(alice)
    assert "no-store" in client.get(reverse(view, args=[over.pk]))["Cache-Control"]
