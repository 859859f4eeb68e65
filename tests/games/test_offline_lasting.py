"""How long a check and a record last: trouble of ours ends, and what is of no use is not kept."""

from datetime import UTC, datetime, timedelta

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from accounts import privacy
from accounts.models import User
from games import audit, tasks
from games.match import Outcome
from games.models import OfflineMatch, SealedDeal, Told
from games.offline import results

from .devices import changed, given, lost, seeds_of, won
from .test_offline_results import EXACT, _committed, figure, sent_in, work  # noqa: F401 fixtures

MINUTE = timedelta(minutes=1)


def picked_up(sent) -> bool:
    """Whether somebody has to go on with the check by now, who then does; it raises."""
    sent.clear()
    if not results.pick_up():
        return False
    ((_, args),) = sent
    with pytest.raises(Exception, match="trouble"):
        tasks.check_offline(*args)
    return True


def now_is(monkeypatch, at):
    monkeypatch.setattr(timezone, "now", lambda: at)


@pytest.mark.parametrize(
    "trouble", [SoftTimeLimitExceeded("trouble"), MemoryError("trouble"), ValueError("trouble")]
)
def test_a_check_in_trouble_is_tried_again_ever_later_and_ends_politely(
    alice, sent, monkeypatch, trouble
):
    def in_trouble(*_):
        raise trouble

    began = timezone.now()
    now_is(monkeypatch, began)
    row = sent_in(alice, won())
    with monkeypatch.context() as patch:
        patch.setattr(results.checking, "go_on", in_trouble)
        with pytest.raises(type(trouble)):
            tasks.check_offline(*sent.pop()[1])
        tried = []
        for minute in range(262):
            now_is(patch, began + minute * MINUTE + MINUTE / 2)
            tried += [minute] if picked_up(sent) else []
    assert tried == [1, 4, 9, 18, 35, 68, 133]  # each minute somebody looks
    row.refresh_from_db()
    assert (row.state, row.checked) == (Told.CHECKING, 0)
    now_is(monkeypatch, began + 262 * MINUTE + MINUTE / 2)
    sent.clear()
    assert results.pick_up() == 1
    tasks.check_offline(*sent.pop()[1])
    row.refresh_from_db()
    assert (row.state, row.reason, row.due) == (Told.REFUSED, "unable", None)
    assert row.says == "We could not check this match. That is our mistake, not yours."
    assert not sent


def test_a_check_that_comes_further_has_all_its_tries_again(alice, sent, work, monkeypatch):  # noqa: F811
    row = sent_in(alice, won())
    OfflineMatch.objects.update(tries=results.TRIES - 1)
    monkeypatch.setattr(results, "SLICE", 0)
    tasks.check_offline(*sent.pop()[1])
    row.refresh_from_db()
    assert (row.checked, row.tries) == (1, 0)
    work()
    row.refresh_from_db()
    assert row.state == Told.ACCEPTED


def test_checks_that_nobody_takes_up_wait_for_ever(alice, sent, monkeypatch):
    began = timezone.now()
    row = sent_in(alice, won())
    for hour in range(1, 100):
        now_is(monkeypatch, began + timedelta(hours=hour))
        assert results.pick_up() == 1
    tasks.check_offline(*sent.pop()[1])
    row.refresh_from_db()
    assert row.state == Told.ACCEPTED


def test_a_match_cannot_end_before_its_deal_was_given_out(alice, bob, sent):
    given(alice, won()[1], ago=timedelta(hours=1))
    ended = datetime.now(UTC) - timedelta(hours=1, minutes=4)
    assert sent_in(alice, won(), Ended=ended.isoformat()).state == Told.CHECKING
    given(alice, lost()[1], ago=timedelta(hours=1))
    row = sent_in(alice, lost(), Ended=(ended - 2 * MINUTE).isoformat())
    assert (row.state, row.reason) == (Told.REFUSED, "clock")
    assert row.says == "By the clock of your device it ended before its deal was given out."
    assert SealedDeal.objects.get(pk=lost()[1].match).spent


def test_the_record_of_a_match_that_was_given_up_is_not_kept(alice, sent):
    record, seeds = won()
    given(alice, seeds)
    junk = changed(record, plies=[*record.plies[:5], "x" * 50_000], Given="up").dumps()
    row = results.take_record(alice.pk, junk)
    assert (row.state, row.outcome, row.record) == (Told.ACCEPTED, Outcome.LOST, "")
    again = results.take_record(alice.pk, junk)
    assert (again.pk, again.state, again.points) == (row.pk, Told.ACCEPTED, 0)
    assert results.take_record(alice.pk, record.dumps()).points == 0
    assert not sent


def test_who_is_deleted_leaves_no_record(alice, bob, work):  # noqa: F811
    sent_in(alice, won())
    sent_in(bob, lost())
    work()
    privacy.close(alice.pk)
    User.objects.filter(pk=alice.pk).update(closing=timezone.now() - timedelta(days=15))
    assert privacy.erase_due(1) == 1
    assert dict(OfflineMatch.objects.values_list("user", "record")) == {
        None: "",
        bob.pk: lost()[0].dumps(),
    }


def test_what_is_long_over_is_forgotten_and_what_counts_stays(alice, work, monkeypatch):  # noqa: F811
    monkeypatch.setattr(results, "SLICE_OF_ROWS", 1)
    sent_in(alice, lost("normal"))
    sent_in(alice, won())
    sent_in(alice, lost(), Bots="0123456789ab")
    work()
    results.take_figure(alice.pk, figure())
    given(alice, seeds_of(77))
    old = timezone.now() - timedelta(days=91)
    SealedDeal.objects.exclude(pk=seeds_of(77).match).update(issued=old)
    OfflineMatch.objects.update(received=old)
    tasks.clear_offline()
    assert [str(deal.pk) for deal in SealedDeal.objects.all()] == [seeds_of(77).match]
    kept = OfflineMatch.objects.order_by("-state").values_list("state", "record")
    assert [*kept] == [(Told.TOLD, ""), *[(Told.ACCEPTED, "")] * 2]
    assert sent_in(alice, won()).points == 10
    assert audit.rebuild() == EXACT
