"""Which records can be: an honest thousand are, and a thousand that were tampered with are not."""

import re
from collections import Counter
from random import Random
from typing import NamedTuple

import pytest

from games.course import Course
from games.engine.game import CHANCE, Move, OptionError, observe
from games.engine.record import Record
from games.engine.sevens import Sevens
from games.match import Level, Outcome
from games.models import Refused
from games.offline import checking, fingerprint
from games.seeds import Seeds

from .devices import again, changed, played, seeds_of

# How many of each: Easy and Normal bots take milliseconds, Expert seconds.
BATCH = {
    ("sevens", "easy"): 478,
    ("sevens", "normal"): 477,
    ("sevens", "expert"): 1,
    ("pis-yedili", "easy"): 15,
    ("pis-yedili", "normal"): 15,
    ("pis-yedili", "expert"): 1,
    ("rummy-500", "easy"): 7,
    ("rummy-500", "normal"): 6,
}


class Honest(NamedTuple):
    record: Record
    seeds: Seeds
    level: str


@pytest.fixture(scope="module")
def batch() -> list[Honest]:
    kinds = [kind for kind, n in BATCH.items() for _ in range(n)]
    return [
        Honest(played(key, level, number=number), seeds_of(number), level)
        for number, (key, level) in enumerate(kinds)
    ]


def judge(text: str, seeds: Seeds, seconds: float = 60) -> checking.Progress:
    """The end of a check in slices. Raises Unreadable."""
    sent = checking.read(text)
    if difference := checking.amiss(sent, seeds, fingerprint.bots()):
        return checking.Progress(0, difference)
    progress = checking.Progress(0)
    while progress.difference is None and progress.outcome is None:
        progress = checking.go_on(sent, seeds, progress.checked, seconds)
    return progress


def test_an_honest_thousand_is_accepted(batch):
    assert len(batch) == 1000
    for record, seeds, _ in batch:
        progress = judge(record.dumps(), seeds)
        assert progress.difference is None
        assert progress.checked == len(record.plies)
        scores = [int(score) for score in record.tags["Result"].split()]
        assert len(scores) == record.game.seats
        assert progress.outcome in set(Outcome)


# Each way to tamper gives the record, and the first ply that must be found wrong if it is known.
def other_move(of, chance, mine):
    """A bot's or the person's ply is another legal move of that place, the rest unchanged."""
    places = [
        (number, [move for move in moves if move != of.record.plies[number]])
        for number, turn, moves in course_of(of)
        if turn != CHANCE and (turn == seat_of(of)) == mine and len(moves) > 1
    ]
    if not places:
        return None
    number, others = chance.choice(places)
    plies = [*of.record.plies]
    plies[number] = chance.choice(others)
    return changed(of.record, plies=plies), None if mine else number


def bot_plays_otherwise(of, chance):
    return other_move(of, chance, mine=False)


def person_plays_otherwise(of, chance):
    return other_move(of, chance, mine=True)


def person_plays_what_cannot_be(of, chance):
    own = [(number, moves) for number, turn, moves in course_of(of) if turn == seat_of(of)]
    number, moves = chance.choice(own)
    some = [ply for ply in of.record.plies if ply not in moves] + ["nonsense", "7d7d", "deal:"]
    plies = [*of.record.plies]
    plies[number] = chance.choice(some)
    return changed(of.record, plies=plies), number


def other_cards(of, chance):
    number = chance.choice([at for at, turn, _ in course_of(of) if turn == CHANCE])
    word, _, names = of.record.plies[number].partition(":")
    cards = re.findall("..", names)
    one, two = chance.sample(range(len(cards)), 2)
    cards[one], cards[two] = cards[two], cards[one]
    plies = [*of.record.plies]
    plies[number] = f"{word}:{''.join(cards)}"
    return changed(of.record, plies=plies), number


def dropped(of, chance):
    number = chance.choice([at for at, turn, _ in course_of(of) if turn != seat_of(of)])
    return changed(of.record, plies=[*of.record.plies[:number], *of.record.plies[number + 1 :]])


def doubled(of, chance):
    number = chance.choice([at for at, turn, _ in course_of(of) if turn != seat_of(of)])
    return changed(of.record, plies=[*of.record.plies[: number + 1], *of.record.plies[number:]])


def swapped(of, chance):
    number = chance.randrange(len(of.record.plies) - 1)
    plies = [*of.record.plies]
    plies[number : number + 2] = reversed(plies[number : number + 2])
    return changed(of.record, plies=plies)


def cut_short(of, chance):
    number = chance.randrange(len(of.record.plies))
    return changed(of.record, plies=of.record.plies[:number]), number


def gone_on_with(of, chance):
    plies = [*of.record.plies, chance.choice(of.record.plies)]
    return changed(of.record, plies=plies), len(of.record.plies)


def other_secret(of, chance):
    return changed(of.record, Secret=chance.randbytes(32).hex())


def other_match(of, chance):
    return changed(of.record, Match=seeds_of(chance.randrange(10**6, 10**7)).match)


def other_level(of, chance):
    other = chance.choice([level for level in Level if level not in (of.level, "expert")])
    return changed(of.record, Seats=of.record.tags["Seats"].replace(of.level, other))


def other_levels(of, chance):
    if of.record.game.seats == 2:
        return None
    other = "easy" if of.level != "easy" else "normal"
    return changed(of.record, Seats=of.record.tags["Seats"].replace(of.level, other, 1))


def other_seat(of, chance):
    seats = of.record.tags["Seats"].split(", ")
    return changed(of.record, Seats=", ".join([*seats[1:], seats[0]]))


def other_options(of, chance):
    game = of.record.game
    name, choices = chance.choice([(n, c) for n, c in game.choices().items() if len(c) > 1])
    value = chance.choice([value for value in choices if value != game.options()[name]])
    try:
        house = type(game).from_options(f"seats={game.seats} {name}={value}")
    except OptionError:
        return None
    return Record(house, of.record.plies, of.record.tags)


def other_size(of, chance):
    sizes = [n for n in type(of.record.game).SEATS if n != of.record.game.seats]
    return Record(type(of.record.game)(seats=chance.choice(sizes)), of.record.plies, of.record.tags)


def other_bots(of, chance):
    return changed(of.record, Bots=chance.randbytes(6).hex())


def other_result(of, chance):
    scores = of.record.tags["Result"].split()
    scores[chance.randrange(len(scores))] += "0"
    said = " ".join(scores)
    return changed(of.record, Result=said) if said != of.record.tags["Result"] else None


def not_as_usual(of, chance):
    """The person's ply is the same move, otherwise written."""
    own = [at for at, turn, _ in course_of(of) if turn == seat_of(of)]
    number = chance.choice(own)
    plies = [*of.record.plies]
    plies[number] = plies[number].swapcase()
    return None if plies[number] == of.record.plies[number] else changed(of.record, plies=plies)


TAMPERED = {
    bot_plays_otherwise: 150,
    person_plays_otherwise: 150,
    person_plays_what_cannot_be: 80,
    other_cards: 80,
    dropped: 80,
    doubled: 80,
    swapped: 80,
    cut_short: 60,
    gone_on_with: 60,
    other_secret: 20,
    other_match: 20,
    other_level: 60,
    other_levels: 20,
    other_seat: 20,
    other_options: 20,
    other_size: 20,
    other_bots: 20,
    other_result: 20,
    not_as_usual: 20,
}


def seat_of(of: Honest) -> int:
    return of.seeds.seat(of.record.game.seats)


def course_of(of: Honest) -> list[tuple[int, int, tuple[str, ...]]]:
    """Of each ply its number, who makes it, and what a seat might have done."""
    course, found = Course(of.record.game, seat_of(of), ()), []
    for number, ply in enumerate(of.record.plies):
        turn = course.state.table.turn
        moves = () if turn == CHANCE else observe(of.record.game, course.state, turn).moves
        found.append((number, turn, moves))
        course.take(Move(ply))
    return found


def still_honest(record: Record, of: Honest) -> bool:
    """Whether it is a match on this deal after all, as playing it once more says."""
    differ = {name for name in record.tags if record.tags[name] != of.record.tags[name]}
    seats = record.tags["Seats"].split(", ")
    levels = {name.removeprefix("bot:") for name in seats if name != "you"}
    if not differ <= {"Seats"} or record.game != of.record.game or len(levels) != 1:
        return False
    if seats.index("you") != seat_of(of):
        return False
    return again(record, of.seeds, *levels) == [*record.plies]


def test_a_thousand_tampered_with_are_refused(batch):
    chance, done = Random(7), Counter()
    # Expert's are in the honest batch, and take too long to be played often.
    quick = [one for one in batch if one.level != "expert"]
    for tamper, many in TAMPERED.items():
        while done[tamper] < many:
            of = chance.choice(quick)
            tampered = tamper(of, chance)
            record, wrong = tampered if isinstance(tampered, tuple) else (tampered, None)
            if record is None or still_honest(record, of):
                continue
            done[tamper] += 1
            text = record.dumps()
            try:
                progress = judge(text, of.seeds)
            except checking.Unreadable:
                assert tamper in (other_size,)
                continue
            assert progress.outcome is None, (tamper.__name__, text)
            assert progress.difference is not None
            if wrong is not None:
                assert progress.difference.ply == progress.checked == wrong, tamper.__name__
    assert done.total() >= 1000


@pytest.mark.parametrize(
    ("key", "seconds"), [("sevens", 0), ("pis-yedili", 0), ("rummy-500", 0.01)]
)
def test_in_slices_it_comes_to_the_same(key, seconds):
    record = played(key, "normal", number=5)
    whole = judge(record.dumps(), seeds_of(5))
    assert judge(record.dumps(), seeds_of(5), seconds) == whole
    assert whole.outcome


def test_a_slice_is_at_least_a_ply_and_ends_soon_after_its_time():
    record, seeds = played("pis-yedili", "expert", number=3, most=30), seeds_of(3)
    sent = checking.read(record.dumps())
    assert checking.go_on(sent, seeds, 0, 0) == (1, None, None)
    assert checking.go_on(sent, seeds, 1, 0) == (2, None, None)
    assert checking.go_on(sent, seeds, 29, 60) == (30, (Refused.SHORT, 30, "", ""), None)


def test_the_first_ply_that_differs_is_told_with_what_stood_there_and_what_belongs_there():
    record, seeds = played(number=1), seeds_of(1)
    deal = record.plies[0]
    cards = re.findall("..", deal.removeprefix("deal:"))
    plies = [f"deal:{''.join([*cards[:20], cards[21], cards[20], *cards[22:]])}", *record.plies[1:]]
    progress = judge(changed(record, plies=plies).dumps(), seeds)
    assert progress.difference == (Refused.ORDER, 0, cards[21], cards[20])
    progress = judge(changed(record, plies=["deal:", *record.plies[1:]]).dumps(), seeds)
    assert progress.difference == (Refused.ORDER, 0, "…", cards[0])
    progress = judge(changed(record, plies=record.plies[1:]).dumps(), seeds)
    assert progress.difference[:3] == (Refused.ORDER, 0, record.plies[1])


@pytest.mark.parametrize(
    ("tag", "value"),
    [
        ("Match", ""),
        ("Match", "7"),
        ("Match", "00000000-0000-0000-0000-00000000000G"),
        ("Secret", "00"),
        ("Secret", "é" * 64),
        ("Seats", "you, you, bot:easy"),
        ("Seats", "bot:easy, bot:easy, bot:easy"),
        ("Seats", "you, bot:easy"),
        ("Seats", "you, bot:easy, bot:god"),
        ("Bots", ""),
        ("Bots", "new"),
        ("Ended", ""),
        ("Ended", "yesterday"),
        ("Ended", "2026-12-01T15:00:00"),
        ("Ended", "0001-01-01T00:00:00+14:00"),
        ("Ended", "9999-12-31T23:00:00-23:59"),
        ("Given", "down"),
    ],
)
def test_tags_that_say_nothing_are_unreadable(tag, value):
    record = played(seats=3)
    with pytest.raises(checking.Unreadable):
        checking.read(changed(record, **{tag: value}).dumps())


def test_texts_of_any_kind_are_unreadable():
    record = played().dumps()
    texts = ["", "\0", record + "ü", record + "x" * 60_000, '[Game "chess"]']
    # What does not print would come to the reader, and some of it divides words.
    texts += [record + chr(code) for code in (0, 1, 7, 8, 11, 12, 27, 28, 31, 127, 133, 0x2028)]
    tags = "".join(f'[{"A" * number} ""]\n' for number in range(1, 21))
    texts += [tags + record, record.replace("]\n", "]\x1f\n", 1)]
    for text in [*texts, record.replace('"sevens"', '"go"'), "[" * 50_000]:
        with pytest.raises(checking.Unreadable):
            checking.read(text)


def test_a_clock_that_is_ahead_is_not_believed():
    sent = checking.read(changed(played(), Ended="2999-01-01T00:00:00+00:00").dumps())
    assert sent.ended.year < 2999


def test_the_time_is_kept_as_of_one_zone_however_far_that_of_the_device_is():
    sent = checking.read(changed(played(), Ended="2025-01-02T11:30:00+23:30").dumps())
    assert sent.ended.isoformat() == "2025-01-01T12:00:00+00:00"


def test_what_is_told_of_a_record_is_plain_and_short():
    record, seeds = played(number=1), seeds_of(1)
    end = len(record.plies)
    text = changed(record, plies=[*record.plies, "\\'" * 40]).dumps()
    assert judge(text, seeds).difference == (Refused.LONG, end, "\\'" * 9 + "\\…", "")
    told = judge(changed(record, Result="1\t2  '3'").dumps(), seeds).difference
    assert told == (Refused.RESULT, end, "1 2 '3'", record.tags["Result"])
    del record.tags["Result"]
    assert judge(record.dumps(), seeds).difference[2] == "…"


def test_a_table_of_another_size_or_with_house_rules_does_not_count():
    five = Record(Sevens(seats=5), (), {**played(seats=4).tags, "Seats": "you" + ", bot:easy" * 4})
    assert judge(five.dumps(), seeds_of(0)).difference.reason == Refused.OPTIONS


def test_bots_of_two_levels_do_not_count():
    record = played(seats=4, number=2)
    seats = record.tags["Seats"].replace("bot:easy", "bot:expert", 1)
    assert judge(changed(record, Seats=seats).dumps(), seeds_of(2)).difference == (
        *(Refused.LEVEL, None, "", ""),
    )


def test_the_fingerprint_is_of_the_sources_that_play_and_no_others():
    names = {path.name for path in fingerprint._sources()}
    assert {"seeds.py", "course.py", "game.py", "chance.py", "sevens.py", "levels.py"} <= names
    assert not {"arena.py", "__main__.py", "sevens_seeing.py", "play.py"} & names
    assert re.fullmatch("[0-9a-f]{12}", fingerprint.bots())
