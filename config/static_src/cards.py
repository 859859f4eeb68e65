"""Draws config/static/img/cards.svg, the sprite of all cards: python config/static_src/cards.py

A card is 60 x 84. Its picture is put together on the page from three symbols: `r7` (the rank), `d`
(the suit) and `7d` (the face: pips or court, and the lower index); components/card.html places them
and card.css chooses by the card's width what is shown. Colours are inherited from the page:
`currentColor` is the suit's, the custom properties are the court's.
"""

# ruff: noqa: E501 (a path is not read by the line)

from pathlib import Path

TARGET = Path(__file__).parent.parent / "static/img/cards.svg"

# Ranks are strokes in a box of 20 x 28: no font decides how they look.
RANKS = {
    "A": '<path d="M2 26 10 2l8 24M5 18.5h10"/>',
    "2": '<path d="M3 8.4C3 4.6 6 2 10 2s7 2.6 7 6.3C17 13 12.6 16 3 26h14.6"/>',
    "3": '<path d="M3.2 2h13.2L9.2 11.6c5 0 8.4 2.9 8.4 7 0 4.3-3.4 7.4-8 7.4-3.4 0-6-1.5-7.4-4.3"/>',
    "4": '<path d="M14 26V2L2 19h16.4"/>',
    "5": '<path d="M16 2H5.2L4 12.4c1.5-1.3 3.5-2 5.7-2 4.7 0 7.9 3.2 7.9 7.6 0 4.7-3.4 8-8.2 8-3.2 0-5.7-1.3-7.2-3.7"/>',
    "6": '<path d="M14.5 2C7.5 5 2.5 11 2.5 18.3"/><ellipse cx="10" cy="18.3" rx="7.5" ry="7.7"/>',
    "7": '<path d="M2.4 2h15.2L8 26"/>',
    "8": '<ellipse cx="10" cy="8" rx="6.2" ry="6"/><ellipse cx="10" cy="19.9" rx="7.5" ry="6.1"/>',
    "9": '<path d="M5.5 26c7-3 12-9 12-16.3"/><ellipse cx="10" cy="9.7" rx="7.5" ry="7.7"/>',
    "T": '<path d="M-.6 6.4 3.8 2v24"/><ellipse cx="14.2" cy="14" rx="5.6" ry="12"/>',
    "J": '<path d="M6.5 2H15v16.6c0 4.6-2.6 7.4-6.6 7.4-3.2 0-5.4-1.8-6.2-5"/>',
    "Q": '<ellipse cx="10" cy="14" rx="7.8" ry="12"/><path d="m11.5 19 6.8 8"/>',
    "K": '<path d="M3.2 2v24M17 2 3.2 16.4M8.4 11l9.2 15"/>',
}

# Suits are filled shapes in a box of 20 x 20.
SUITS = {
    "c": '<circle cx="10" cy="5.3" r="4.4"/><circle cx="5" cy="12" r="4.4"/><circle cx="15" cy="12" r="4.4"/>'
    '<path d="M8.5 8.5h3v3.2c.2 3.6 1 5.9 2.3 7.5H6.2c1.3-1.6 2.1-3.9 2.3-7.5z"/>',
    "d": '<path d="M10 .6c2.2 3.5 4.9 6.7 7.7 9.4-2.8 2.7-5.5 5.9-7.7 9.4C7.8 15.9 5.1 12.7 2.3 10 5.1 7.3 7.8 4.1 10 .6z"/>',
    "h": '<path d="M10 18.8C7 15 1.1 11.4 1.1 6.6c0-3 2.2-5.1 4.8-5.1C7.8 1.5 9.3 2.7 10 4.4c.7-1.7 2.2-2.9 4.1-2.9 2.6 0 4.8 2.1 4.8 5.1 0 4.8-5.9 8.4-8.9 12.2z"/>',
    "s": '<path d="M10 .8c2.6 4 8.8 7.2 8.8 11.5 0 2.6-1.9 4.2-4.1 4.2-1.6 0-2.9-.7-3.7-1.9.2 2 1 3.5 2.3 4.6H6.7c1.3-1.1 2.1-2.6 2.3-4.6-.8 1.2-2.1 1.9-3.7 1.9-2.2 0-4.1-1.6-4.1-4.2C1.2 8 7.4 4.8 10 .8z"/>',
}

LEFT, MIDDLE, RIGHT = 21, 30, 39
TOP, HIGH, LOW, BOTTOM = 16, 33.3, 50.7, 68
CENTRE, UPPER, LOWER = 42, 29, 55
CORNERS = [(x, y) for x in (LEFT, RIGHT) for y in (TOP, BOTTOM)]
SIDES = [(x, CENTRE) for x in (LEFT, RIGHT)]
FOURS = [(x, y) for x in (LEFT, RIGHT) for y in (TOP, HIGH, LOW, BOTTOM)]
PIPS = {
    "2": [(MIDDLE, TOP), (MIDDLE, BOTTOM)],
    "3": [(MIDDLE, TOP), (MIDDLE, CENTRE), (MIDDLE, BOTTOM)],
    "4": CORNERS,
    "5": [*CORNERS, (MIDDLE, CENTRE)],
    "6": [*CORNERS, *SIDES],
    "7": [*CORNERS, *SIDES, (MIDDLE, UPPER)],
    "8": [*CORNERS, *SIDES, (MIDDLE, UPPER), (MIDDLE, LOWER)],
    "9": [*FOURS, (MIDDLE, CENTRE)],
    "T": [*FOURS, (MIDDLE, 24.6), (MIDDLE, 59.4)],
}
PIP = 0.55  # of the suit's box

# Courts: the upper half of a figure in the frame 16..44 x 12..42, the lower half is it turned round.
# The robes are patterns of the three countries: songket, vyshyvanka, and the tulips of Iznik.
FACE = (
    '<path fill="var(--court-skin)" d="M25 24.5h10v4.2c0 3.8-2 6.8-5 6.8s-5-3-5-6.8z"/>'
    '<path fill="none" stroke="var(--court-line)" stroke-width=".7" stroke-linecap="round"'
    ' d="M27 28h1.2M31.8 28H33M30 28.3v2.2M28.6 32.4q1.4.8 2.8 0"/>'
)
COURTS = {
    "K": '<path fill="currentColor" d="M16 42v-2.5c0-3.6 4-5.8 9.5-6.5L30 38l4.5-5c5.5.7 9.5 2.9 9.5 6.5V42z"/>'
    '<path fill="var(--court-gold)" d="m20 36.2 2 2.6-2 2.6-2-2.6zM24.8 36.4l1.8 2.4-1.8 2.4-1.8-2.4zM35.2 36.4l1.8 2.4-1.8 2.4-1.8-2.4zM40 36.2l2 2.6-2 2.6-2-2.6z"/>'
    + FACE
    + '<path fill="var(--court-line)" d="M24.5 29c0 5 2 8.5 5.5 8.5s5.5-3.5 5.5-8.5c-.5 2.6-1.5 4-2.6 4.2-1-.9-4.8-.9-5.8 0-1.1-.2-2.1-1.6-2.6-4.2z"/>'
    '<path fill="var(--court-gold)" d="M22.5 25.5 21 15.8l5 3.7 4-6.5 4 6.5 5-3.7-1.5 9.7z"/>'
    '<circle cx="30" cy="22" r="1.3" fill="currentColor"/><path fill="currentColor" d="M23 24h14v1.5H23z"/>',
    "Q": '<path fill="currentColor" d="M16 42v-2c0-4 4.5-6.5 10-7l4 4.5 4-4.5c5.5.5 10 3 10 7v2z"/>'
    '<path fill="var(--court-line)" d="M22.5 25c0-5.5 3-9 7.5-9s7.5 3.5 7.5 9v9.5c-1.6.8-2.8.4-3.5-.5H26c-.7.9-1.9 1.3-3.5.5z"/>'
    '<path fill="var(--court-paper)" d="M17.8 37h1.6v1.6h1.6v1.6h-1.6v1.6h-1.6zM42.2 37h-1.6v1.6H39v1.6h1.6v1.6h1.6zM22.5 36.5h1.6v1.6h1.6v1.6h-1.6v1.6h-1.6zM37.5 36.5h-1.6v1.6h-1.6v1.6h1.6v1.6h1.6z"/>'
    + FACE
    + '<path fill="var(--court-gold)" d="M23 24.5c1.5-3.2 4-4.8 7-4.8s5.5 1.6 7 4.8c-4.6-1.7-9.4-1.7-14 0z"/>'
    '<g fill="currentColor"><circle cx="24" cy="20.6" r="2.3"/><circle cx="36" cy="20.6" r="2.3"/><circle cx="30" cy="17.2" r="3"/></g>'
    '<g fill="var(--court-gold)"><circle cx="24" cy="20.6" r=".8"/><circle cx="36" cy="20.6" r=".8"/><circle cx="30" cy="17.2" r="1.1"/></g>',
    "J": '<path fill="currentColor" d="M16 42v-1.5c0-4 4.5-6.5 10.5-7L30 36l3.5-2.5c6 .5 10.5 3 10.5 7V42z"/>'
    '<path fill="var(--court-gold)" d="M20.5 42v-2.2c-1.6-.5-2.4-1.7-2.4-3.3l1.4.9 1-1.7 1 1.7 1.4-.9c0 1.6-.8 2.8-2.4 3.3V42zM39.5 42v-2.2c1.6-.5 2.4-1.7 2.4-3.3l-1.4.9-1-1.7-1 1.7-1.4-.9c0 1.6.8 2.8 2.4 3.3V42z"/>'
    '<path fill="var(--court-line)" d="M23.8 24h12.4v5.5c0 1-.8 1.8-1.7 1.8V26h-9v5.3c-.9 0-1.7-.8-1.7-1.8z"/>'
    + FACE
    + '<path fill="currentColor" d="M22.5 25c-.4-5.5 2.6-8.3 7.5-8.3s7.9 2.8 7.5 8.3z"/>'
    '<path fill="var(--court-gold)" d="M22 23.3h16v2.5H22zM34.5 19c-.5-4.5 2-7 6.5-7.5-.3 1.5-.2 2.5.4 3.7-1.3.1-2 .5-2.6 1.3-.8 1.2-2.2 2.2-4.3 2.5z"/>',
}


def place(symbol: str, x: float, y: float, size: float, turned: bool = False) -> str:
    """A suit's symbol, its middle at x, y."""
    turn = " rotate(180)" if turned else ""
    return f'<use href="#{symbol}" transform="translate({x:g} {y:g}){turn} scale({size:g}) translate(-10 -10)"/>'


def face(rank: str, suit: str) -> str:
    """What the middle of a large card shows, and its lower index."""
    if rank == "A":
        picture = place(suit, MIDDLE, CENTRE, 1.7)
    elif rank in COURTS:
        upper = f'<use href="#court{rank}"/>{place(suit, 20, 14.5, 0.42)}'
        picture = (
            '<rect x="14.5" y="8" width="31" height="68" rx="2.5" fill="var(--court-paper)"'
            ' stroke="currentColor" stroke-width=".6"/>'
            f'{upper}<g transform="rotate(180 30 42)">{upper}</g>'
            '<path stroke="var(--court-gold)" stroke-width="1.2" d="M15 42h30"/>'
        )
    else:
        picture = "".join(place(suit, x, y, PIP, turned=y > CENTRE) for x, y in PIPS[rank])
    index = (
        f'<g transform="rotate(180 30 42)"><use href="#r{rank}" transform="translate(4.2 5.5) scale(.48)"/>'
        f"{place(suit, 9, 25.5, 0.46)}</g>"
    )
    return f'<g id="{rank}{suit}">{picture}{index}</g>'


def sprite() -> str:
    lines = ['<svg xmlns="http://www.w3.org/2000/svg">', "<defs>"]
    pen = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round"'
    lines += [
        f'<g id="r{rank}" {pen} stroke-width="{3.2 if rank == "T" else 3.8}">{path}</g>'
        for rank, path in RANKS.items()
    ]
    lines += [f'<g id="{suit}" fill="currentColor">{path}</g>' for suit, path in SUITS.items()]
    lines += [f'<g id="court{rank}">{figure}</g>' for rank, figure in COURTS.items()]
    lines += [face(rank, suit) for suit in SUITS for rank in RANKS]
    return "\n".join([*lines, "</defs>", "</svg>", ""])


if __name__ == "__main__":
    TARGET.write_text(sprite(), encoding="utf-8")
