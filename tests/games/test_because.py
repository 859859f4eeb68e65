"""Why a legal move is legal, in words, and what a position shows of the table."""

import re
from random import Random

import pytest

from games.engine import GAMES
from games.engine.chance import shuffle
from games.engine.game import CHANCE, NOBODY
from games.engine.position import loads
from games.faces import FACES
from rules import pages, variants
from tests.engine.playing import EVERY

PLIES = 100

# Rules that some positions below are about.
PLAYING_ON = "after_penalty=may_play"
ON_EMPTY = "stock_out_trigger=on_empty"
ANEW = "stock_out=recycle"
FIRST_LAP = "opening=first_lap_clubs"
COVERED = "ace=must_again"
FLOATING = "go_out=must_discard floating=true"
KEPT = "top_card=keep_no_discard"
GOING_ON = "stock_out=discard_only"


def position(key, text, options=""):
    found = loads(f'[Game "{key}"]\n[Options "{options}"]\n\n' + text.replace("; ", "\n"))
    return FACES[key], found.game, found.table, found.hand


def because(key, text, move, options=""):
    face, game, table, hand = position(key, text, options)
    assert move in game.legal_moves(table, hand)
    return face.because(game, table, hand, move)


@pytest.mark.parametrize(("key", "options"), EVERY, ids=map(" ".join, EVERY))
def test_every_move_of_a_match_has_a_reason_that_leads_to_a_heading(key, options):
    """Played at random: each legal move is told why, each position shown, each move named."""
    game, face, rng = GAMES[key].from_options(options), FACES[key], Random(7)
    headings = {section.id for section in pages.find("en", key, variants.Chosen(game)).sections}
    state = game.start()
    for _ in range(PLIES):
        table = state.table
        if table.turn == NOBODY:
            break
        if table.turn == CHANCE:
            state = game.apply(state, shuffle(game, state, rng))
            continue
        table, hand = game.seen(table, state.hands[table.turn])
        moves = game.legal_moves(table, hand)
        for move in moves:
            said = face.because(game, table, hand, move)
            assert said.sentence.endswith((".", ")")), (move, said)
            assert "%(" not in said.sentence
            assert said.anchor in headings, (move, said)
            assert face.move_name(game, table, move)
        for lying in face.lies(game, table):
            assert lying.label or lying.says
            assert len(lying.moves) in (0, len(lying.cards))
        assert all(choice.label for choice in face.offers(game, table, hand))
        state = game.apply(state, rng.choice(moves))


@pytest.mark.parametrize(
    ("text", "move", "says", "anchor"),
    [
        ("hand: 7d 8d Kc", "7d", "Every deal begins with this card, and you hold it.", "start"),
        ("layout: 7d; hand: 8d 7c", "7c", "It opens the row of its suit", "legal"),
        (
            "layout: 7d; hand: 8d 7c",
            "8d",
            "next card of its row, above the seven of diamonds",
            "legal",
        ),
        (
            "layout: 7d 6d; hand: 5d",
            "5d",
            "next card of its row, below the six of diamonds",
            "legal",
        ),
        ("layout: 7d; hand: 5d Kc", "--", "Nothing in your hand fits, so you pass.", "pass"),
    ],
)
def test_sevens_tells_where_a_card_fits(text, move, says, anchor):
    said = because("sevens", text, move)
    assert says in said.sentence
    assert said.anchor == anchor


def test_sevens_tells_of_the_order_and_the_start_that_were_chosen():
    high = "ace=high start=left_any_seven"
    said = because("sevens", "layout: 7d 8d 9d Td Jd Qd Kd; hand: Ad 3c", "Ad", high)
    assert said.sentence.endswith("above the king of diamonds.")
    low = because("sevens", "layout: 7d 6d 5d 4d 3d 2d; hand: Ad 3c", "Ad")
    assert low.sentence.endswith("below the two of diamonds.")
    assert because("sevens", "hand: 7h 3c", "7h", high).anchor == "start"
    assert because("sevens", "hand: 8h 3c", "--", high).anchor == "pass"


def test_sevens_tells_what_a_pass_at_will_costs():
    chips = "preset=chips fine_pass=2"
    plain = because("sevens", "layout: 7d; hand: 8d Kc", "--", chips).sentence
    assert plain.endswith("That costs 2 chips.")
    free = because("sevens", "layout: 7d; hand: 8d Kc", "--", "preset=chips fine_pass=0").sentence
    assert free == "By these rules you may pass although a card fits."
    held = because("sevens", "layout: 7d; hand: 8d 7c", "--", chips).sentence
    assert held.endswith("Holding back a card that opens a row may cost more.")


@pytest.mark.parametrize(
    ("text", "move", "says", "anchor", "options"),
    [
        ("opening: yes; hand: 4c Kd", "4c", "any club may be the first card", "start", ""),
        ("opening: yes; hand: 4d Kd", "+", "You hold no club", "start", ""),
        ("pile: 6c; hand: Tc Kd", "Tc", "It has the suit of the six of clubs.", "match", ""),
        ("pile: 6c; hand: 6d Kd", "6d", "It has the rank of the six of clubs.", "match", ""),
        ("pile: 6c; hand: Js Kd", "Js=d", "every card but a jack", "jack", ""),
        ("pile: 6c Js; suit: h; hand: 4h Kd", "4h", "in force: hearts", "jack", ""),
        ("pile: 7d 7s; chain: 2; hand: 7c Kd", "7c", "answer or take 9 cards.", "seven", ""),
        ("pile: 7d 7s; chain: 2; hand: 7c Kd", "+", "You take 6 cards", "seven", ""),
        ("pile: 7d 7s; chain: 2; hand: 2c Kd", "+", "You take 4 cards", "seven", "per_seven=2"),
        ("pile: 5s; hand: Kh Qd", "+", "Nothing in your hand fits", "draw", ""),
        ("pile: 5s; hand: 5h Qd", "+", "although you could play", "draw", ""),
        ("pile: 5s; drawn: 1; hand: 5h Qd", "--", "so you may end it", "pass", ""),
        ("pile: 4h Ah; again: yes; hand: 9h Qd", "9h", "It has the suit of", "ace", ""),
        ("pile: 4h Ah; again: yes; hand: 9h Qd", "--", "a right, not a duty", "ace", ""),
        ("pile: 4h Ah; again: yes; hand: As Qd", "As", "It has the rank of", "ace", ""),
        ("pile: 4h Ah; again: yes; hand: Jd Qd", "Jd=c", "every card but a jack", "ace", ""),
        ("pile: 7s; chain: 1; hand: 7c", "7c", "the seven with a seven.", "seven", ""),
        ("pile: 7s; chain: 1; hand: 2c", "+", "You have no seven", "seven", ""),
        ("pile: 7s; chain: 1; hand: 2c", "+", "your turn goes on.", "seven", PLAYING_ON),
        ("pile: 7s; chain: 1; stock: 2; hand: 2c", "+", "ends the deal.", "seven", ""),
        ("pile: 7s; chain: 1; stock: 3; hand: 2c", "+", "turn is over.", "seven", ""),
        ("pile: 7s; chain: 1; stock: 3; hand: 2c", "+", "ends the deal.", "seven", ON_EMPTY),
        ("pile: 5s 7s; chain: 1; stock: 1; hand: 2c", "+", "cards that there are", "seven", ANEW),
        ("pile: 5s 7s; chain: 1; stock: 2; hand: 2c", "+", "You take 3 cards", "seven", ANEW),
        ("pile: 5s 7s; stock: 0; hand: 2c", "+", "The pile is shuffled", "variant-stock", ANEW),
        ("pile: 7s; stock: 0; hand: 2c", "--", "nothing to draw", "variant-stock", ANEW),
        ("pile: 5s; drawn: 1; hand: Kh Qd", "+", "Still nothing fits", "draw", ""),
        ("opening: yes; pile: 5h; hand: 4c Kd", "4c", "first lap", "variant-clubs", FIRST_LAP),
        ("pile: Ah; again: yes; hand: 2c Kd", "+", "you draw one card", "variant-ace", COVERED),
        ("pile: Ah; again: yes; drawn: 1; hand: 2c", "--", "you drew", "variant-ace", COVERED),
        ("pile: Ah; again: yes; stock: 0; hand: 2c", "--", "to draw", "variant-ace", COVERED),
    ],
)
def test_pis_yedili_tells_what_a_card_answers(text, move, says, anchor, options):
    said = because("pis-yedili", text, move, options)
    assert says in said.sentence
    assert said.anchor == anchor


@pytest.mark.parametrize(
    ("text", "move", "says", "anchor", "options"),
    [
        ("pile: 5h; hand: Kd 2c", "+", "always draw from the stock", "draw", ""),
        ("pile: 5h 9h; hand: 9s 9c 2c", "+9h", "9♣\u00a09♥\u00a09♠", "take", ""),
        ("turn: meld; hand: 4c 5c 6c Kd", "4c5c6c", "neighbours of one suit", "meld", ""),
        ("turn: meld; hand: Qs Ks As Kd", "QsKsAs", "It ends with the ace.", "meld", ""),
        ("turn: meld; hand: As 2s 3s Kd", "As2s3s", "It begins with the ace.", "meld", ""),
        ("turn: meld; hand: 9c 9d 9h Kd", "9c9d9h", "all have the same rank", "meld", ""),
        ("turn: meld; melds: 3h4h5h; hand: 6h Kd", "6h>1", "at its high end", "layoff", ""),
        ("turn: meld; melds: 3h4h5h; hand: 2h Kd", "2h>1", "at its low end", "layoff", ""),
        ("turn: meld; melds: 3h4h5h; hand: 2h 6h Kd", "2h6h>1", "at both ends", "layoff", ""),
        ("turn: meld; melds: 9c9d9h; hand: 9s Kd", "9s>1", "a set of this rank", "layoff", ""),
        ("turn: meld; hand: 4c Kd", "-4c", "so you may discard", "discard", ""),
        ("turn: meld; hand: 4c", "-4c", "with it you go out", "end", ""),
        ("turn: meld; hand: 4c 5c 6c", "4c5c6c", "without a discard", "meld", ""),
        ("turn: meld; hand: 4c 5c 6c", "4c5c6c", "does not end the round", "meld", FLOATING),
        ("turn: meld; must: 9h; hand: 9c 9d 9h 2c", "9c9d9h", "you reached for.", "use", ""),
        ("turn: meld; must: 7h; melds: 3h4h5h; hand: 6h 7h 2c", "6h7h>1", "That uses", "use", ""),
        ("pile: 5h Ks; hand: Kd 2c", "+Ks", "keep it", "variant-top", KEPT),
        ("turn: meld; kept: Ks; hand: Ks", "-Ks", "after all", "variant-top", KEPT),
        ("pile: 8d; stock: 0; melds: 5d6d7d; hand: 2c", ".", "used up", "variant-stock", GOING_ON),
        ("pile: 8d; stock: 0; melds: 5d6d7d; hand: 2c", "+8d", "8♦", "take", GOING_ON),
    ],
)
def test_rummy_500_tells_what_cards_make(text, move, says, anchor, options):
    said = because("rummy-500", text, move, options)
    assert says in said.sentence
    assert said.anchor == anchor


def test_a_position_shows_what_its_owner_must_know():
    face, game, table, _ = position("pis-yedili", "pile: 7d 7s; chain: 2; stock: 4; hand: 2c Kd")
    shown = " ".join(
        f"{lying.label} {' '.join(lying.cards)} {lying.says}" for lying in face.lies(game, table)
    )
    for told in ("7s", "2 sevens are pending", "6 cards to take", "Only 4 cards are left"):
        assert told in shown
    assert "7d" not in shown

    face, game, table, _ = position("rummy-500", "pile: 5h 9h 4d; melds: 3c4c5c; hand: 9s Kd")
    pile, meld = face.lies(game, table)[:2]
    assert pile.cards == ("5h", "9h", "4d")
    assert pile.moves == ("+5h", "+9h", "+4d")
    assert (meld.label, meld.cards) == ("Meld 1", ("3c", "4c", "5c"))

    face, game, table, _ = position("sevens", "layout: 7d 8d 7c; hand: 9s")
    assert [(row.label, row.cards) for row in face.lies(game, table)] == [
        ("Clubs", ("7c",)),
        ("Diamonds", ("7d", "8d")),
    ]


def test_a_move_is_named_as_a_button_says_it():
    face, game, table, _ = position("rummy-500", "turn: meld; melds: 3c4c5c; hand: 9s Kd")
    names = {move: face.move_name(game, table, move) for move in ("+", "-Kd", "6c7c>1", "9c9d9h")}
    assert names == {
        "+": "Draw from the stock",
        "-Kd": "Discard the king of diamonds",
        "6c7c>1": "Lay 6♣ 7♣ off on 1",
        "9c9d9h": "Meld 9♣ 9♦ 9♥",
    }
    assert face.move_name(game, table, "As>1^") == "Lay A♠ off on 1, ace high"
    assert face.move_name(game, table, "As>1<") == "Lay A♠ off on 1, ace low"
    face, game, table, _ = position("pis-yedili", "pile: 7d; chain: 1; hand: 2c Kd")
    assert face.move_name(game, table, "+") == "Take 3 cards"
    assert re.fullmatch("jack of hearts, now spades", face.move_name(game, table, "Jh=s"))
