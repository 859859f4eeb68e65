"""What the server makes of matches that come back: deals, checks in slices, boards, figures."""

import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.models import F
from django.utils import timezone
from kombu.exceptions import OperationalError

from accounts import privacy
from accounts.models import User
from games import audit, boards, play, ranking, tasks
from games.boards import Kind, Period
from games.match import Level, Outcome
from games.models import OfflineMatch, Rating, SealedDeal, Settlement, Standing, Told
from games.offline import fingerprint, results
from games.offline.results import Figure, Problem

from .devices import changed, given, lost, played, seeds_of, won
from .settled import settled

EXACT = (0, 0, 0)
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def _committed(monkeypatch, request):
    """What comes after the commit comes at once, where the test is one transaction."""
    if "transactional_db" not in request.fixturenames:
        monkeypatch.setattr(results.transaction, "on_commit", lambda done, robust: done())


@pytest.fixture
def work(sent):
    """Do what was sent to the workers, and what comes of that; how many tasks it was."""

    def work():
        done = 0
        while sent:
            name, args = sent.pop(0)
            assert name == "games.tasks.check_offline"
            tasks.check_offline(*args)
            done += 1
        return done

    return work


def board(level="", period=Period.ALL, game=""):
    return boards.points_board(game, level, period, timezone.now(), Kind.OFFLINE)


def sent_in(user, pair, **said) -> OfflineMatch:
    record, seeds = pair
    if not SealedDeal.objects.filter(pk=seeds.match).exists():
        given(user, seeds)
    return results.take_record(user.pk, changed(record, **said).dumps())


def test_a_person_holds_five_deals_and_the_same_when_asked_again(alice, bob):
    first = results.deals(alice.pk)
    assert len({deal.pk for deal in first}) == len({bytes(deal.secret) for deal in first}) == 5
    assert [deal.pk for deal in results.deals(alice.pk)] == [deal.pk for deal in first]
    assert not {deal.pk for deal in results.deals(bob.pk)} & {deal.pk for deal in first}


def test_spent_and_expired_deals_are_replaced(alice):
    spent, over, nearly, *others = results.deals(alice.pk)
    SealedDeal.objects.filter(pk=spent.pk).update(spent=timezone.now())
    SealedDeal.objects.filter(pk=over.pk).update(issued=F("issued") - timedelta(days=14, hours=1))
    SealedDeal.objects.filter(pk=nearly.pk).update(
        issued=F("issued") - timedelta(days=13, hours=23)
    )
    held = [deal.pk for deal in results.deals(alice.pk)]
    assert len(held) == 5
    assert held[:3] == [nearly.pk, *(deal.pk for deal in others)]
    assert not {spent.pk, over.pk} & set(held)


def at_once(work, times):
    def alone(_):
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as pool:
        return list(pool.map(alone, range(times)))


def test_who_asks_twice_at_once_gets_the_same_five(transactional_db):
    user = User.objects.create_user("alice@example.org", name="Alice")
    answers = at_once(lambda: [deal.pk for deal in results.deals(user.pk)], 4)
    assert answers == [answers[0]] * 4
    assert SealedDeal.objects.count() == 5


@pytest.mark.parametrize(("level", "points"), [("easy", 10), ("normal", 30)])
def test_a_won_match_counts_on_the_offline_boards_and_on_no_other(alice, work, level, points):
    row = sent_in(alice, won(level))
    assert (row.state, row.points, row.at) == (Told.CHECKING, 0, None)
    assert work() == 1
    row.refresh_from_db()
    assert (row.state, row.outcome, row.points) == (Told.ACCEPTED, Outcome.WON, points)
    assert row.checked == len(won(level)[0].plies)
    assert row.says == f"Checked and counted: {points} points."
    expected = {
        board(on, period, of).number
        for on in ("", level)
        for period in Period
        for of in ("", "sevens")
    }
    rows = Standing.objects.values_list("board", "user", "value", "won", "played", "shown")
    assert {row[0] for row in rows} == expected
    assert {row[1:] for row in rows} == {(alice.pk, points, 1, 1, True)}
    assert boards.mine(board(), alice.pk) == (points, 1, 1, True)
    assert not Settlement.objects.exists()
    assert not Rating.objects.exists()
    assert audit.rebuild() == EXACT


def test_one_of_expert_is_worth_a_hundred():
    result = ranking.Result(uuid.uuid4(), 1, "sevens", Level.EXPERT, 4, Outcome.WON, timezone.now())
    assert result.points == 100


def test_a_lost_match_counts_as_played_and_shows_nobody(alice, work):
    row = sent_in(alice, lost())
    work()
    row.refresh_from_db()
    assert (row.state, row.outcome, row.points) == (Told.ACCEPTED, Outcome.LOST, 0)
    assert row.says == "Checked. There are no points for this one."
    assert boards.mine(board(), alice.pk) == (0, 1, 1, False)
    assert boards.top(board()) == []
    assert audit.rebuild() == EXACT


def test_ranked_matches_and_those_without_a_network_do_not_mix(alice, work):
    settled(alice, level="expert", at=timezone.now())
    sent_in(alice, won())
    work()
    settled(alice, "lost", at=timezone.now())
    ranked = boards.points_board("", "", Period.ALL, timezone.now())
    assert boards.mine(ranked, alice.pk)[:3] == (100, 1, 2)
    assert boards.mine(board(), alice.pk)[:3] == (10, 1, 1)
    assert audit.rebuild() == EXACT


def test_the_same_record_again_changes_nothing(alice, work, sent):
    first = sent_in(alice, won())
    assert len(sent) == 1
    assert sent_in(alice, won()).pk == first.pk
    assert len(sent) == 1
    work()
    again = sent_in(alice, won())
    assert (again.state, again.points) == (Told.ACCEPTED, 10)
    assert not sent
    assert boards.mine(board(), alice.pk)[:3] == (10, 1, 1)


def test_the_same_record_twice_at_once_is_one(transactional_db, sent):
    user = User.objects.create_user("alice@example.org", name="Alice")
    given(user, won()[1])
    rows = at_once(lambda: sent_in(user, won()).pk, 4)
    assert len({*rows}) == OfflineMatch.objects.count() == len(sent) == 1


def test_a_check_that_two_workers_end_at_once_counts_once(transactional_db, sent):
    user = User.objects.create_user("alice@example.org", name="Alice")
    sent_in(user, won())
    ((_, args),) = sent
    at_once(lambda: tasks.check_offline(*args), 4)
    assert boards.mine(board(), user.pk) == (10, 1, 1, True)
    assert audit.rebuild() == EXACT


def test_two_matches_of_a_person_at_once_both_count(transactional_db, sent):
    user = User.objects.create_user("alice@example.org", name="Alice")
    sent_in(user, won())
    sent_in(user, won("normal"))
    todo = [args for _, args in sent]
    at_once(lambda: tasks.check_offline(*todo.pop()), 2)
    assert boards.mine(board(), user.pk)[:3] == (40, 1, 2)
    first, second = OfflineMatch.objects.order_by("at").values_list("at", flat=True)
    assert first < second
    assert audit.rebuild() == EXACT


def test_another_record_for_a_deal_comes_too_late(alice, sent):
    first = sent_in(alice, won())
    with pytest.raises(Problem, match="The first one counts") as refused:
        sent_in(alice, won(), Ended="2026-12-01T16:00:00+00:00")
    assert refused.value.status == 409
    assert OfflineMatch.objects.get().record == first.record


@pytest.mark.parametrize("whose", ["bob", "nobody"])
def test_a_deal_of_somebody_else_is_no_deal(alice, bob, sent, whose):
    record, seeds = won()
    if whose == "bob":
        given(bob, seeds)
    with pytest.raises(Problem, match="not on a deal that you were given") as refused:
        results.take_record(alice.pk, record.dumps())
    assert refused.value.status == 404
    assert not OfflineMatch.objects.exists()
    if whose == "bob":
        assert sent_in(bob, won()).user_id == bob.pk
        with pytest.raises(Problem) as refused:
            results.take_record(alice.pk, record.dumps())
        assert refused.value.status == 404


def test_a_deal_is_good_for_fourteen_days(alice, bob, sent):
    record, seeds = won()
    deal = given(alice, seeds, ago=timedelta(days=14))
    with pytest.raises(Problem, match="14 days") as refused:
        results.take_record(alice.pk, record.dumps())
    assert refused.value.status == 409
    SealedDeal.objects.filter(pk=deal.pk).update(issued=timezone.now() - timedelta(days=13.9))
    assert results.take_record(alice.pk, record.dumps()).state == Told.CHECKING


def test_a_forged_record_is_refused_with_its_ply_and_its_deal_is_spent(alice, work):
    record, seeds = won()
    own = seeds.seat(record.game.seats)
    ply, other = forged(record, own)
    row = sent_in(alice, (changed(record, plies=other), seeds))
    work()
    row.refresh_from_db()
    assert (row.state, row.reason, row.differs, row.points) == (Told.REFUSED, "bot", ply, 0)
    assert row.says == (
        f"Ply {ply} of the record is {other[ply]}, where the bot plays {record.plies[ply]}."
    )
    assert not Standing.objects.exists()
    assert SealedDeal.objects.get().spent
    with pytest.raises(Problem):
        sent_in(alice, won())


def forged(record, own):
    """The number of a bot's ply that might have been another, and the plies with that."""
    for number, state in enumerate(record.states()):
        if number and state.table.turn not in (own, -1, -2):
            moves = record.game.legal_moves(state.table, state.hands[state.table.turn])
            others = [move for move in moves if move != record.plies[number]]
            if others:
                return number, [*record.plies[:number], others[0], *record.plies[number + 1 :]]
    raise AssertionError


def test_other_bots_are_no_forgery(alice, sent):
    row = sent_in(alice, won(), Bots="0123456789ab")
    assert (row.state, row.reason, row.differs) == (Told.REFUSED, "bots", None)
    assert row.says == (
        "It was played against an older version of the bots, and cannot be checked."
    )
    assert not sent


def test_bots_that_are_renewed_during_a_check_leave_it_to_the_old_ones_for_an_hour(
    alice, sent, monkeypatch
):
    monkeypatch.setattr(results, "SLICE", 0)
    row = sent_in(alice, won())
    tasks.check_offline(*sent.pop()[1])
    (after_one,) = (arguments for _, arguments in sent)
    with monkeypatch.context() as newer:
        newer.setattr(fingerprint, "bots", lambda: "0123456789ab")
        tasks.check_offline(*sent.pop()[1])
        row.refresh_from_db()
        assert (row.state, row.checked) == (Told.CHECKING, 1)
        assert not sent
    tasks.check_offline(*after_one)
    row.refresh_from_db()
    assert (row.state, row.checked) == (Told.CHECKING, 2)

    OfflineMatch.objects.update(received=timezone.now() - results.RENEWAL)
    monkeypatch.setattr(fingerprint, "bots", lambda: "0123456789ab")
    tasks.check_offline(*sent.pop()[1])
    row.refresh_from_db()
    assert (row.state, row.reason, row.checked) == (Told.REFUSED, "bots", 2)
    assert not sent


def test_a_match_that_was_given_up_spends_the_deal_and_is_lost(alice, sent):
    record, seeds = played(level="expert", number=1, most=9), seeds_of(1)
    row = sent_in(alice, (record, seeds), Given="up")
    assert (row.state, row.outcome, row.points) == (Told.ACCEPTED, Outcome.LOST, 0)
    assert row.says == "You gave this match up: no points."
    assert not sent
    assert boards.mine(board(), alice.pk)[:3] == (0, 1, 1)
    assert SealedDeal.objects.get().spent


def test_a_check_is_done_in_slices_and_goes_on_after_a_lost_task(alice, sent, work, monkeypatch):
    monkeypatch.setattr(results, "SLICE", 0)
    row = sent_in(alice, won())
    plies = len(won()[0].plies)
    for _ in range(plies // 2):
        tasks.check_offline(*sent.pop()[1])
    row.refresh_from_db()
    assert (row.state, row.checked) == (Told.CHECKING, plies // 2)
    sent.clear()  # the queue was lost
    assert results.pick_up() == 0
    OfflineMatch.objects.update(due=timezone.now() - timedelta(seconds=1))
    assert results.pick_up() == 1
    assert results.pick_up() == 0  # it is in the queue once more
    assert sent == [("games.tasks.check_offline", [str(row.pk), plies // 2])]
    assert work() == plies - plies // 2
    row.refresh_from_db()
    assert (row.state, row.points) == (Told.ACCEPTED, 10)
    OfflineMatch.objects.filter(due__isnull=False).update(due=timezone.now() - HOUR)
    assert results.pick_up() == 0


def test_a_task_that_comes_twice_or_late_does_nothing(alice, sent, monkeypatch):
    monkeypatch.setattr(results, "SLICE", 0)
    row = sent_in(alice, won())
    first = sent.pop()[1]
    tasks.check_offline(*first)
    tasks.check_offline(*first)
    assert len(sent) == 1
    row.refresh_from_db()
    assert row.checked == 1
    tasks.check_offline(str(uuid.uuid4()), 0)


def test_who_thinks_holds_no_lock(alice, sent, monkeypatch):
    """A slice takes a second: nobody may wait for it."""
    monkeypatch.setattr(
        results.checking, "go_on", lambda *_: pytest.fail("in a transaction") if atomic() else DONE
    )
    depth = len(connection.savepoint_ids)

    def atomic():
        return len(connection.savepoint_ids) != depth

    DONE = results.checking.Progress(1)  # noqa: N806
    sent_in(alice, won())
    tasks.check_offline(*sent.pop()[1])
    assert OfflineMatch.objects.get().checked == 1


def test_without_redis_a_check_waits_for_whoever_looks_after_it(alice, monkeypatch, caplog):
    def away(*_, **__):
        raise OperationalError("away")

    monkeypatch.setattr(play.current_app, "send_task", away)
    row = sent_in(alice, won())
    assert row.state == Told.CHECKING
    assert "the queue is away" in caplog.text


def test_checks_wait_behind_the_people_at_the_tables(alice, monkeypatch):
    how = []
    monkeypatch.setattr(play.current_app, "send_task", lambda *_, **more: how.append(more))
    sent_in(alice, won())
    assert how[0]["priority"] == 9


def test_who_is_hidden_is_not_on_the_board_until_he_wants_to_be(alice, work):
    privacy.show(alice.pk, on_boards=False, shows_figures=True, shows_matches=True)
    sent_in(alice, won())
    work()
    assert boards.top(board()) == []
    assert boards.mine(board(), alice.pk) == (10, 1, 1, False)
    privacy.show(alice.pk, on_boards=True, shows_figures=True, shows_matches=True)
    assert [row.user_id for row in boards.top(board())] == [alice.pk]
    assert audit.rebuild() == EXACT


def test_who_is_deleted_leaves_what_counted_without_a_name(alice, bob, work, sent):
    sent_in(alice, won())
    work()
    sent_in(bob, lost("normal"))
    sent_in(alice, won("normal"))  # is being checked
    results.take_figure(alice.pk, figure())
    sent_in(alice, lost(), Bots="0123456789ab")
    results.deals(alice.pk)
    todo = [*sent]
    privacy.close(alice.pk)
    User.objects.filter(pk=alice.pk).update(closing=timezone.now() - timedelta(days=15))
    assert privacy.erase_due(1) == 1
    assert set(OfflineMatch.objects.values_list("user", "state")) == {
        (None, Told.ACCEPTED),
        (bob.pk, Told.CHECKING),
    }
    assert set(SealedDeal.objects.values_list("user", flat=True)) == {bob.pk}
    sent[:] = todo
    work()
    assert set(Standing.objects.values_list("user", flat=True)) == {bob.pk}
    assert audit.rebuild() == EXACT


@pytest.mark.parametrize(
    ("damage", "mended"),
    [
        ("update games_standing set value = value + 10 where board = 32", (1, 0, 0)),
        ("delete from games_standing where board % 64 >= 32", (12, 0, 0)),
        ("delete from games_change where board = 32", (0, 0, 1)),
        ("insert into games_change (board, value, n) values (32, 70, 5)", (0, 0, 1)),
    ],
)
def test_offline_boards_are_made_anew_from_what_was_accepted(alice, work, damage, mended):
    settled(alice, at=timezone.now())
    for pair in (won(), lost(), won("normal")):
        sent_in(alice, pair)
    work()
    before = list(Standing.objects.order_by("pk").values())
    with connection.cursor() as cursor:
        cursor.execute(damage)
    found = audit.rebuild()
    # Of the deleted, all levels' rows and those of two levels, on six boards each.
    assert found == (18, 0, 0) if damage.startswith("delete from games_standing") else mended
    assert list(Standing.objects.order_by("pk").values()) == before
    assert audit.rebuild() == EXACT


def figure(number=0, outcome=Outcome.WON) -> Figure:
    ended = datetime(2026, 12, 1, 12, tzinfo=UTC)
    return Figure(uuid.UUID(int=number), "sevens", Level.EASY, 4, outcome, ended)


def test_a_match_for_fun_is_kept_once_and_counts_nowhere(alice):
    row = results.take_figure(alice.pk, figure())
    assert (row.state, row.outcome, row.says) == ("told", "won", "Kept for your own figures.")
    assert results.take_figure(alice.pk, figure()).pk == row.pk
    assert OfflineMatch.objects.count() == 1
    assert not Standing.objects.exists()


def test_of_very_many_matches_for_fun_the_oldest_go(alice, bob, monkeypatch):
    monkeypatch.setattr(results, "FIGURES", 3)
    results.take_figure(bob.pk, figure(99))
    for number in range(5):
        results.take_figure(alice.pk, figure(number))
        now = OfflineMatch.objects.filter(pk=uuid.UUID(int=number))
        now.update(received=timezone.now() - timedelta(minutes=9 - number))
    kept = {row.pk.int for row in OfflineMatch.objects.filter(user=alice)}
    assert kept == {2, 3, 4}
    assert OfflineMatch.objects.filter(user=bob).count() == 1


def test_a_match_for_fun_is_of_one_person(alice, bob):
    results.take_figure(alice.pk, figure())
    with pytest.raises(Problem, match="somebody else") as refused:
        results.take_figure(bob.pk, figure())
    assert refused.value.status == 409


def test_a_sealed_match_is_no_match_for_fun(alice, sent):
    deal = results.deals(alice.pk)[0]
    with pytest.raises(Problem, match="its record is what counts") as refused:
        results.take_figure(alice.pk, figure()._replace(match=deal.pk))
    assert refused.value.status == 409
    assert not OfflineMatch.objects.exists()


def test_who_sends_very_many_waits_and_may_still_ask_for_the_same(alice, sent, monkeypatch):
    monkeypatch.setattr(results, "RECORDS_A_DAY", 1)
    monkeypatch.setattr(results, "FIGURES_AN_HOUR", 1)
    sent_in(alice, won())
    results.take_figure(alice.pk, figure(1))
    with pytest.raises(Problem, match=r"one day. Wait until tomorrow") as refused:
        sent_in(alice, lost())
    assert refused.value.status == 429
    with pytest.raises(Problem, match=r"one hour. Wait a little") as refused:
        results.take_figure(alice.pk, figure(2))
    assert refused.value.status == 429
    assert sent_in(alice, won()).state == Told.CHECKING
    results.take_figure(alice.pk, figure(1))
    OfflineMatch.objects.update(received=timezone.now() - HOUR)
    results.take_figure(alice.pk, figure(2))
    with pytest.raises(Problem):
        sent_in(alice, lost())
    OfflineMatch.objects.update(received=timezone.now() - 24 * HOUR)
    assert sent_in(alice, lost()).state == Told.CHECKING
