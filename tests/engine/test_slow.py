"""The rules against the slow rulebooks, ply by ply."""

from random import Random

import pytest

from games.engine.record import Record
from tests.engine.compare import RULEBOOKS
from tests.engine.playing import EVERY
from tests.engine.slow_sevens import SlowSevens
from tests.engine.test_record import RECORDS

SEVENS = {name: text for name, text in RECORDS.items() if '[Game "sevens"]' in text}


@pytest.mark.parametrize(("key", "options"), EVERY)
def test_both_rulebooks_agree_on_the_sample_of_options(key: str, options: str) -> None:
    _, compare = RULEBOOKS[key]
    assert compare(options, Random(1)) > 0


# The other games have this, and the golden records, beside their own rules.
def test_both_rulebooks_agree_on_twenty_thousand_plies_of_any_options_of_sevens() -> None:
    any_options, compare = RULEBOOKS["sevens"]
    rng, plies = Random(2), 0
    while plies < 20_000:
        plies += compare(any_options(rng), rng)


@pytest.mark.parametrize("text", SEVENS.values(), ids=SEVENS)
def test_the_slow_rulebook_accepts_the_golden_records_of_sevens(text: str) -> None:
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
