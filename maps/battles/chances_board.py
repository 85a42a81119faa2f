"""Draw the chances of a battle: both sides, who wins how often, and how it may end."""

from __future__ import annotations

from maps.battles.board import COARSENESS, draw_layout
from maps.battles.chances import (
    Bar,
    ChancesBoard,
    Fighting,
    chances_in_words,
    left_in_words,
    lost_in_words,
    percent,
)
from maps.battles.items import MUTED, Words, at, emblem, flow, forces, words, wrapped
from maps.battles.layout import (
    BETWEEN,
    DISC,
    GROUNDS,
    HEADING,
    LARGE,
    LEFT,
    LINE_GAP,
    MARGIN,
    MIDDLE,
    PADDING,
    RIGHT,
    SPACE,
    STRIP_GROUND,
    TEXT,
    TITLE,
    TITLE_GROUND,
    TITLE_SMALL,
    WIDTH,
    BattleLayout,
)
from maps.board.draw import Picture
from maps.board.encoding import jpeg
from maps.board.powers import PAPER
from maps.looks.reading import Colour

ATTACKER: Colour = (184, 96, 40)
DEFENDER: Colour = (52, 104, 140)
NOBODY: Colour = (122, 116, 104)
INK_OF_MIDDLE: Colour = (30, 32, 36)
BAR_HEIGHT, GRAPH_HEIGHT = 54, 190
MOST_BARS = 31
GAP = 3


def draw_chances(board: ChancesBoard) -> Picture:
    """The picture of a battle's chances, 900 pixels wide, with the same in words."""
    image = draw_layout(lay_out_chances(board))
    return Picture(jpeg(image, COARSENESS), "odds.jpg", chances_in_words(board), image.size)


def lay_out_chances(board: ChancesBoard) -> BattleLayout:
    """Where everything in the picture goes."""
    page = BattleLayout()
    _header(page, board)
    _side(page, "attacker", board.attacker)
    _side(page, "defender", board.defender)
    _winners(page, board)
    _endings(page, board)
    return page


def _header(page: BattleLayout, board: ChancesBoard) -> None:
    rounds = words(f"{board.rounds:.1f} rounds", HEADING, colour=TITLE_SMALL)
    room = RIGHT - LEFT - rounds.width - PADDING
    size = next((size for size in (TITLE, HEADING) if words(board.title, size, weight=700).width <= room), TEXT)
    lines: list[Words] = wrapped(board.title, room, size, weight=700, colour=PAPER)
    lines += wrapped(board.note, room, TEXT, colour=TITLE_SMALL) if board.note else []
    height = sum(line.height for line in lines) + 22
    page.ground((0, 0, WIDTH, height), TITLE_GROUND, radius=0)
    y = 11
    for line in lines:
        page.put([at(line, LEFT, y)])
        y += line.height
    page.put([at(rounds, RIGHT - rounds.width, (height - rounds.height) // 2)])
    page.bottom = height + BETWEEN


def _side(page: BattleLayout, role: str, side: Fighting) -> None:
    """Who it is, its units, and what it loses."""
    top, under, left = page.bottom, len(page.panels), LEFT
    for power in side.powers:
        page.put([at(emblem(power, DISC), left, top + 8)])
        left += DISC + 6
    loss = words(lost_in_words(side), TEXT, colour=MUTED)
    lines = wrapped(side.title, RIGHT - left - loss.width - PADDING, HEADING, weight=700)
    y = top + 8
    for line in lines:
        page.put([at(line, left + 2, y)])
        y += line.height
    page.put([at(loss, RIGHT - loss.width, top + 8 + (DISC - loss.height) // 2)])
    y = max(y, top + 8 + DISC) + LINE_GAP
    scale = LARGE if len(side.units) < 9 else MIDDLE
    placed, height = flow(forces(side.units, scale, RIGHT - LEFT), LEFT, y, RIGHT - LEFT, SPACE)
    page.put(placed)
    page.bottom = y + height + PADDING
    page.ground((MARGIN, top, WIDTH - MARGIN, page.bottom), GROUNDS[role][0], under=under)
    page.bottom += BETWEEN


def _winners(page: BattleLayout, board: ChancesBoard) -> None:
    """A bar with a part for each side that may win, and numbers above it."""
    rows = ((board.attacker.win, ATTACKER), (board.draw, NOBODY), (board.defender.win, DEFENDER))
    top = page.bottom
    said = (
        words(f"Attackers win {percent(board.attacker.win, board.margin)}", HEADING, weight=700, colour=ATTACKER),
        words(f"Nobody {percent(board.draw)}" if board.draw >= 0.005 else "", TEXT, colour=NOBODY),
        words(f"Defenders win {percent(board.defender.win, board.margin)}", HEADING, weight=700, colour=DEFENDER),
    )
    between = (LEFT + said[0].width + RIGHT - said[2].width - said[1].width) // 2
    for line, x in zip(said, (LEFT, between, RIGHT - said[2].width), strict=True):
        page.put([at(line, x, top)] if line.text else [])
    top += said[0].height + LINE_GAP
    room, reached = RIGHT - LEFT, 0.0
    for share, colour in rows:
        left, reached = LEFT + round(reached * room), reached + share
        right = LEFT + round(reached * room)
        if right > left:
            page.ground((left, top, right, top + BAR_HEIGHT), colour, radius=0)
    page.bottom = top + BAR_HEIGHT + 2 * BETWEEN


def _endings(page: BattleLayout, board: ChancesBoard) -> None:
    """A column for each ending, the best for the attackers on the left; the middle one is marked."""
    bars = gathered(board.bars)
    top, under = page.bottom, len(page.panels)
    heading = words("How it may end", TEXT, weight=700)
    page.put([at(heading, LEFT, top + 8)])
    middle = words(f"Typically: {left_in_words(board.middle, both=board.both)}", TEXT, weight=700)
    page.put([at(middle, RIGHT - middle.width, top + 8)])
    ground = top + heading.height + 16 + GRAPH_HEIGHT
    wide = min(90.0, (RIGHT - LEFT) / len(bars))
    start = (LEFT + RIGHT - wide * len(bars)) / 2
    highest = max(bar.share for bar in bars)
    shown = max((bar for bar in bars if bar.left >= board.middle), key=lambda bar: -bar.left, default=bars[0])
    for number, bar in enumerate(bars):
        left, right = round(start + number * wide) + GAP, round(start + (number + 1) * wide) - GAP
        height = max(2, round(bar.share / highest * (GRAPH_HEIGHT - 26)))
        colour = NOBODY if not bar.left else ATTACKER if bar.left > 0 else DEFENDER
        page.ground((left, ground - height, right, ground), colour, radius=0)
        _number(page, bar, (left + right) // 2, ground - height, wide)
        if bar is shown:
            page.ground((left, ground + 3, right, ground + 10), INK_OF_MIDDLE, radius=0)
        name = words(f"{abs(bar.left)}", TEXT, colour=colour)
        if name.width + 6 <= wide or number % 2 == 0:
            page.put([at(name, (left + right - name.width) // 2, ground + 12)])
    more = "more " if board.both else ""
    ends = tuple(
        words(f"{more}{who} left", TEXT, colour=c) for who, c in (("attackers", ATTACKER), ("defenders", DEFENDER))
    )
    y = ground + 12 + TEXT + LINE_GAP
    page.put([at(ends[0], LEFT, y), at(ends[1], RIGHT - ends[1].width, y)])
    page.bottom = y + ends[0].height + PADDING
    page.ground((MARGIN, top, WIDTH - MARGIN, page.bottom), STRIP_GROUND, under=under)
    page.bottom += BETWEEN


def _number(page: BattleLayout, bar: Bar, middle: int, bottom: int, wide: float) -> None:
    """How likely an ending is, above its column, where there is room for it."""
    said = words(f"{bar.share * 100:.0f}", TEXT, colour=MUTED)
    if bar.share >= 0.005 and said.width <= wide:
        page.put([at(said, middle - said.width // 2, bottom - said.height)])


def gathered(bars: tuple[Bar, ...]) -> list[Bar]:
    """The endings, those that are next to each other as one where there are too many to be told apart."""
    step = -(-len(bars) // MOST_BARS)
    while True:
        found: dict[int, float] = {}
        for bar in bars:
            sign = 1 if bar.left > 0 else -1
            key = sign * (-(-abs(bar.left) // step) * step) if bar.left else 0
            found[key] = found.get(key, 0.0) + bar.share
        if len(found) <= MOST_BARS:
            return [Bar(left, share) for left, share in sorted(found.items(), reverse=True)]
        step += 1
