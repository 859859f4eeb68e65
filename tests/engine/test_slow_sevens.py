"""The rules of Sevens against the slow rulebook, ply by ply."""

from random import Random

import pytest

from games.engine.record import Record
from tests.engine.compare import any_options, compare
from tests.engine.playing import OPTIONS
from tests.engine.slow_sevens import SlowSevens
from tests.engine.test_record import RECORDS


@pytest.mark.parametrize("options", OPTIONS)
def test_both_rulebooks_agree_on_the_sample_of_options(options: str) -> None:
    assert compare(options, Random(1)) > 0


def test_both_rulebooks_agree_on_twenty_thousand_plies_of_any_options() -> None:
    rng, plies = Random(2), 0
    while plies < 20_000:
        plies += compare(any_options(rng), rng)


@pytest.mark.parametrize("text", RECORDS.values(), ids=RECORDS)
def test_the_slow_rulebook_accepts_the_golden_records(text: str) -> None:
    record = Record.loads(text)
    slow = SlowSevens(record.game.options())
    for ply in record.plies:
        if ply.startswith("deal:"):
            cards = ply.removeprefix("deal:")
            slow.deal([cards[at : at + 2] for at in range(0, len(cards), 2)])
        else:
            assert ply in slow.legal()
            slow.play(ply)
    assert slow.over
    assert " ".join(map(str, slow.totals)) == record.tags["Result"]
