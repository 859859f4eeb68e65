"""A record once more, by whatever Python runs this: tests run it in two."""

from games.course import Course
from games.engine.game import CHANCE, Move, observe
from games.engine.record import Record
from games.seeds import Seeds


def again(text: str, level: str) -> list[str]:
    """A line for each ply of a record: what the seeds let chance or a bot of this level do there,
    or what the person may do, and then where the match stands with the ply of the record."""
    record = Record.loads(text)
    seeds = Seeds(bytes.fromhex(record.tags["Secret"]), record.tags["Match"])
    course, lines = Course(record.game, seeds.seat(record.game.seats), ()), []
    for number, ply in enumerate(record.plies):
        turn = course.state.table.turn
        if turn == CHANCE:
            said = seeds.order(course)
        elif turn == course.seat:
            said = Move(" ".join(observe(record.game, course.state, turn).moves))
        else:
            said = seeds.choice(level, record.game, course.state, record.plies[:number])
        course.take(Move(ply))
        lines.append(f"{number}: {said} -> {course.state!r}")
    return lines
