"""The door: what a move writes, and what leaves everything as it was."""

import threading
import time
import uuid

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from games import boards, play, tasks
from games.engine.cards import NAMED, PACK, each, pick, spell
from games.engine.chance import deal_order
from games.engine.game import IllegalMove, InvalidMove
from games.engine.pis_yedili import PisYedili
from games.engine.record import Record, replay
from games.engine.sevens import Sevens
from games.match import Status
from games.models import Match, Player, Ply, Settlement, Standing
from games.seating import Person
from games.seeds import CLIENT

from .deals import ONE_SUIT_EACH, keep, seat


def log(match):
    return list(match.plies.order_by("number").values_list("seat", "move"))


def snapshot(match):
    """Everything the database holds of the match."""
    row = Match.objects.filter(pk=match.pk).values().get()
    return row, log(match), list(Settlement.objects.values()), list(Standing.objects.values())


def move(match, user, text, ply=None, request_id=None):
    match.refresh_from_db()
    return play.play(
        match.pk,
        Person(user_id=user.pk),
        ply=match.ply if ply is None else ply,
        text=text,
        request_id=request_id or uuid.uuid4(),
    )


def test_a_move_is_written_with_its_seat_and_the_next_seat_is_to_move(match, alice, sent):
    view = move(match, alice, "7d")
    match.refresh_from_db()
    assert log(match)[1:] == [(0, "7d")]
    assert (match.ply, match.turn, match.status) == (2, 1, Status.LIVE)
    assert view.seen.seat == 0
    assert view.moves == ((0, "7d", 0),)


@pytest.mark.parametrize("text", ["7D", "7d"])
def test_a_move_is_kept_in_canonical_form(match, alice, sent, text):
    move(match, alice, text)
    assert log(match)[-1] == (0, "7d")


@pytest.mark.parametrize(
    ("text", "error", "reason"),
    [
        ("8d", IllegalMove, "first_card"),
        ("7h", IllegalMove, "not_in_hand"),
        ("--", IllegalMove, "first_card"),
        ("deal:7d", IllegalMove, "not_chance"),
        ("7x", InvalidMove, None),
        ("+", InvalidMove, None),
        ("", InvalidMove, None),
    ],
)
def test_a_refused_move_changes_nothing(match, alice, sent, text, error, reason):
    before = snapshot(match)
    with pytest.raises(error) as refusal:
        move(match, alice, text)
    assert snapshot(match) == before
    if reason:
        assert refusal.value.reason.key == reason


def test_nobody_moves_out_of_turn(match, alice, sent):
    move(match, alice, "7d")
    before = snapshot(match)
    with pytest.raises(IllegalMove) as refusal:
        move(match, alice, "8d")
    assert refusal.value.reason.key == "not_your_turn"
    assert snapshot(match) == before


@pytest.mark.parametrize("ply", [0, 2, 99])
def test_a_move_made_on_another_ply_changes_nothing(match, alice, sent, ply):
    before = snapshot(match)
    with pytest.raises(play.Stale):
        move(match, alice, "7d", ply=ply)
    assert snapshot(match) == before


def test_one_request_counts_once_and_is_answered_again(match, alice, sent):
    request_id = uuid.uuid4()
    first = move(match, alice, "7d", ply=1, request_id=request_id)
    again = move(match, alice, "7d", ply=1, request_id=request_id)
    assert log(match)[1:] == [(0, "7d")]
    assert again.moves == first.moves


def test_a_stranger_learns_nothing_not_even_that_the_match_is_there(match, bob, sent):
    strangers = [Person(user_id=bob.pk), Person(guest=uuid.uuid4()), Person()]
    for stranger in strangers:
        with pytest.raises(play.NoSeat):
            play.look(match.pk, stranger)
        with pytest.raises(play.NoSeat):
            play.play(match.pk, stranger, ply=1, text="7d", request_id=uuid.uuid4())
        with pytest.raises(play.NoSeat):
            play.resign(match.pk, stranger)
    with pytest.raises(play.NoSeat):
        play.look(uuid.uuid4(), Person(user_id=bob.pk))


def test_what_a_person_sees_holds_no_hidden_card(match, alice, sent):
    view = play.look(match.pk, Person(user_id=alice.pk))
    assert view.ends == ()
    assert view.seen.sizes == (13, 13, 13, 13)
    assert view.seen.table.shown == (NAMED["7d"], 0, 0, 0)  # who must begin is known to all
    assert view.moves == ()
    assert bytes(view.match.secret) == b""


@pytest.mark.django_db(transaction=True)
def test_the_bots_are_woken_after_the_commit_and_only_then(match, alice, sent, monkeypatch):
    told = []
    monkeypatch.setattr(play.push, "send", lambda *args, **_: told.append(args) is None)
    with transaction.atomic():
        move(match, alice, "7d")
        assert sent == told == []
    assert sent == [("games.tasks.bot_move", [str(match.pk), 2])]
    assert told == [(match.pk, 2)]


@pytest.mark.django_db(transaction=True)
def test_a_move_that_is_rolled_back_wakes_nobody(match, alice, sent):
    before = snapshot(match)
    with transaction.atomic():
        move(match, alice, "7d")
        transaction.set_rollback(True)
    assert sent == []
    assert snapshot(match) == before


def test_the_bots_move_until_the_person_is_to_move_again(match, alice, sent):
    move(match, alice, "7d")
    play.reply(match.pk, 2)
    match.refresh_from_db()
    assert [mover for mover, _ in log(match)] == [-1, 0, 1, 2, 3]
    # Each bot holds one suit, so its seven is the only card it can play.
    assert [text for _, text in log(match)[2:]] == ["7h", "7s", "7c"]
    assert (match.ply, match.turn) == (5, 0)


def test_the_same_match_gets_the_same_replies_wherever_they_are_thought(match, alice, sent):
    move(match, alice, "7d")
    first = play._Open(match.pk).think()
    second = play._Open(match.pk).think()
    assert first == second != []


def test_a_task_that_comes_late_or_twice_does_nothing(match, alice, sent):
    move(match, alice, "7d")
    tasks.bot_move(str(match.pk), 2)
    after = snapshot(match)
    tasks.bot_move(str(match.pk), 2)
    tasks.bot_move(str(match.pk), 1)
    tasks.bot_move(str(uuid.uuid4()), 0)
    assert snapshot(match) == after


@pytest.mark.parametrize("fault", ["raises", "proposes a card it does not hold"])
def test_a_faulty_bot_plays_its_first_legal_move_and_is_logged(
    match, alice, sent, monkeypatch, caplog, fault
):
    def choose(*_):
        if fault == "raises":
            raise RuntimeError("a fault")
        return "Kd"

    monkeypatch.setattr(play.levels, "choose", choose)
    move(match, alice, "7d")
    play.reply(match.pk, 2)
    assert [text for _, text in log(match)[2:]] == ["7h", "7s", "7c"]
    assert len([r for r in caplog.records if r.levelname == "ERROR"]) == 3


def play_out(match, user):
    """The person plays the first card that fits, the bots reply, until the match is over."""
    view = play.look(match.pk, Person(user_id=user.pk))
    while view.match.status == Status.LIVE:
        if view.seen.moves:
            view = move(match, user, view.seen.moves[0])
        else:
            play.reply(match.pk, view.match.ply)
            view = play.look(match.pk, Person(user_id=user.pk))
    return view


def standings():
    """The rows of all boards as a set: those of points are alike, ratings are left out."""
    rows = Standing.objects.values_list("board", "user", "value", "won", "played")
    return {
        ("rating", *row[1:2], *row[3:]) if boards.Board(row[0]).is_rating else ("points", *row[1:])
        for row in rows
    }


@pytest.mark.parametrize(("level", "points"), [("easy", 10), ("normal", 30), ("expert", 100)])
def test_a_won_ranked_match_is_worth_its_level_once(alice, sent, level, points):
    # Alice goes first and always holds what her own row takes next, so she is out first.
    match = seat(Sevens(), ONE_SUIT_EACH, by=Person(user_id=alice.pk), level=level)
    view = play_out(match, alice)
    assert view.match.winners == [0]
    assert view.match.scores[0] == 0
    assert list(Settlement.objects.values_list("match", "user", "points")) == [
        (match.pk, alice.pk, points)
    ]
    assert standings() == {("points", alice.pk, points, 1, 1), ("rating", alice.pk, 1, 1)}
    before = snapshot(match)
    with pytest.raises(play.Stale):
        move(match, alice, "7d")
    assert snapshot(match) == before


def test_the_stored_result_is_what_the_log_replays_to(match, alice, sent):
    view = play_out(match, alice)
    texts = [text for _, text in log(match)]
    state = list(Record(Sevens(), tuple(texts)).states())[-1]
    assert state == replay(Sevens(), texts)
    assert list(state.table.scores) == view.match.scores
    assert len(texts) == view.match.ply
    assert list(match.plies.order_by("number").values_list("number", flat=True)) == list(
        range(len(texts))
    )


def test_a_lost_ranked_match_is_settled_with_nothing(bob, sent):
    # Seat 3 holds the clubs and comes last in each lap: seat 0 goes out before it.
    match = seat(Sevens(), ONE_SUIT_EACH, by=Person(user_id=bob.pk), own=3)
    play.reply(match.pk, 1)
    view = play_out(match, bob)
    assert view.match.winners == [0]
    assert list(Settlement.objects.values_list("points", flat=True)) == [0]
    assert standings() == {("points", bob.pk, 0, 0, 1), ("rating", bob.pk, 0, 1)}


def test_an_unranked_match_is_worth_nothing(alice, sent):
    match = seat(Sevens(), ONE_SUIT_EACH, by=Person(user_id=alice.pk), ranked=False)
    assert play_out(match, alice).match.winners == [0]
    assert not Settlement.objects.exists()
    assert not Standing.objects.exists()


def test_giving_up_a_ranked_match_is_a_loss_and_ends_it(match, alice, sent):
    view = play.resign(match.pk, Person(user_id=alice.pk))
    assert (view.match.status, view.match.winners) == (Status.FORFEITED, [])
    assert list(Settlement.objects.values_list("points", flat=True)) == [0]
    with pytest.raises(play.Stale):
        play.resign(match.pk, Person(user_id=alice.pk))
    assert Settlement.objects.count() == 1


def test_a_person_has_one_live_ranked_match(match, alice, bob, sent):
    with pytest.raises(play.Busy) as busy:
        play.start(Sevens(), "easy", ranked=True, by=Person(user_id=alice.pk))
    assert busy.value.match_id == match.pk
    assert Match.objects.count() == 1
    play.start(Sevens(), "easy", ranked=False, by=Person(user_id=alice.pk))
    play.start(Sevens(), "easy", ranked=True, by=Person(user_id=bob.pk))
    play.resign(match.pk, Person(user_id=alice.pk))
    play.start(Sevens(), "easy", ranked=True, by=Person(user_id=alice.pk))
    assert Match.objects.count() == 4


def test_a_new_match_is_dealt_from_its_secret_and_its_first_bots_are_woken(
    alice, sent, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        pk = play.start(Sevens(seats=3), "normal", ranked=True, by=Person(user_id=alice.pk))
    match = Match.objects.get(pk=pk)
    ((chance, text),) = log(match)
    state = replay(Sevens(seats=3), [text])
    assert chance == -1
    assert sorted(hand.bit_count() for hand in state.hands) == [17, 17, 18]
    order = deal_order(bytes(match.secret), str(pk), CLIENT, 52, "deal|0")
    ranks, suits = "A23456789TJQK", "cdhs"
    assert text == "deal:" + "".join(ranks[n % 13] + suits[n // 13] for n in order)
    person = Player.objects.get(match=pk, bot=False)
    assert (person.user, person.ranked_now) == (alice, True)
    bots_first = match.turn != person.seat
    assert sent == ([("games.tasks.bot_move", [str(pk), 1])] if bots_first else [])


def at_once(act, times):
    """Do it in so many threads at the same time."""

    def once():
        try:
            act()
        finally:
            connection.close()

    threads = [threading.Thread(target=once) for _ in range(times)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("same_request", [True, False])
def test_of_many_posts_at_once_one_moves(match, alice, sent, same_request):
    request_id, outcomes = uuid.uuid4(), []

    def post():
        try:
            move(match, alice, "7d", ply=1, request_id=request_id if same_request else None)
            outcomes.append("ok")
        except play.Stale:
            outcomes.append("stale")

    at_once(post, 12)
    assert log(match)[1:] == [(0, "7d")]
    assert sorted(outcomes) == (["ok"] * 12 if same_request else ["ok"] + ["stale"] * 11)


@pytest.mark.django_db(transaction=True)
def test_of_many_starts_at_once_one_is_ranked(alice, sent):
    outcomes = []

    def start():
        try:
            play.start(Sevens(), "easy", ranked=True, by=Person(user_id=alice.pk))
            outcomes.append("ok")
        except play.Busy:
            outcomes.append("busy")

    at_once(start, 8)
    assert sorted(outcomes) == ["busy"] * 7 + ["ok"]
    assert Match.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_move_counts_while_redis_is_away(match, alice, monkeypatch, caplog):
    gone = play.redis.Redis(unix_socket_path="/nonexistent/redis.sock", retry=None)
    monkeypatch.setattr(play.push, "_client", gone)
    began = time.monotonic()
    client = Client()
    client.force_login(alice)
    data = {"ply": 1, "request_id": uuid.uuid4(), "move": "7d"}
    response = client.post(f"/en/match/{match.pk}/move/", data, HTTP_HX_REQUEST="true")
    assert response.status_code == 200
    assert time.monotonic() - began < 5  # the broker's own client would try for six seconds
    assert log(match)[1:] == [(0, "7d")]
    assert {record.levelname for record in caplog.records} == {"WARNING"}


def test_the_database_refuses_two_plies_of_one_number(match):
    with pytest.raises(IntegrityError, match="one_ply_a_number"):
        Ply.objects.create(match=match, number=0, seat=0, move="7d")


# A new stock in the middle of a turn


def recycling(alice) -> Match:
    """Seven seats of one pack leave three cards: seat 2 has drawn them, nothing fits, and the next
    card comes from the pile below its top."""
    game = PisYedili(seats=7, decks=1, stock_out="recycle")
    mine, stock = "2d 4d 5d 6d 7d 8d 9d", "Kd Qd Td"
    rest = iter(spell(each(PACK & ~sum(pick(f"2c 3c {mine} {stock}", PACK))), " ").split())
    hands = [["2c"], ["3c"], mine.split(), *([] for _ in range(4))]
    hands = [[*hand, *(next(rest) for _ in range(7 - len(hand)))] for hand in hands]
    dealt = [hand[turn] for turn in range(7) for hand in hands] + stock.split()
    plies = ["deal:" + "".join(dealt), "2c", "3c", "+", "+", "+"]
    return keep(game, plies, by=Person(user_id=alice.pk), own=2, ranked=False)


def test_a_draw_that_needs_a_new_stock_writes_it_as_a_ply_of_chance(alice, sent):
    match, request_id = recycling(alice), uuid.uuid4()
    view = play.play(
        match.pk, Person(user_id=alice.pk), ply=match.ply, text="+", request_id=request_id
    )
    # Only the two of clubs lies below the top.
    assert log(match)[-2:] == [(2, "+"), (-1, "shuffle:2c")]
    known = list(match.plies.order_by("number").values_list("request_id", flat=True))
    assert known[-2:] == [request_id, None]
    assert view.moves[-1] == (2, "+", 1)
    assert view.seen.hand & NAMED["2c"]
    before = snapshot(match)
    play.play(match.pk, Person(user_id=alice.pk), ply=match.ply, text="+", request_id=request_id)
    assert snapshot(match) == before


def test_the_bots_play_on_after_a_new_stock(alice, sent):
    match = recycling(alice)
    play.play(match.pk, Person(user_id=alice.pk), ply=match.ply, text="+", request_id=uuid.uuid4())
    match.refresh_from_db()
    play.play(match.pk, Person(user_id=alice.pk), ply=match.ply, text="2c", request_id=uuid.uuid4())
    match.refresh_from_db()
    play.reply(match.pk, match.ply)
    match.refresh_from_db()
    assert match.turn in (2, -2)
