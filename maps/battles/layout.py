"""Where everything in the picture of a battle goes: a pure step before drawing. Lengths are pixels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from maps.battles.data import BattleBoard, Roll, Round, Row, Side, Strip
from maps.battles.items import GAP, MANY_DICE, MUTED, Item, Panel, at, dice, emblem, flow, forces, words, wrapped
from maps.board.assets import Box
from maps.board.powers import PAPER
from maps.looks.reading import Colour
from maps.stacks.contents import Scale

WIDTH = 900
MOST_HEIGHT = 1400
MARGIN = 14
PADDING = 12
BETWEEN = 10
LINE_GAP = 6
SPACE = 9  # between things of different kinds in a line
COLUMN_GAP = 6
INSET = 7  # from the edge of a column to what is in it
LEFT, RIGHT = MARGIN + PADDING, WIDTH - MARGIN - PADDING
TITLE, HEADING, TEXT, SMALL = 42, 30, 25, 23
DISC, SMALL_DISC = 34, 28

PAGE: Colour = (236, 231, 218)
TITLE_GROUND: Colour = (33, 38, 46)
TITLE_SMALL: Colour = (196, 204, 214)
STRIP_GROUND: Colour = (246, 242, 231)
GROUNDS: dict[str, tuple[Colour, Colour]] = {
    "attacker": ((244, 229, 211), (252, 244, 233)),
    "defender": ((214, 227, 234), (234, 242, 246)),
}
"""The ground of a side, and that of its columns."""

LARGE = Scale(height=46, icon=38, emblem=20, count=29, padding=4, gap=7)
MIDDLE = Scale(height=38, icon=32, emblem=17, count=25, padding=3, gap=6)


@dataclass(frozen=True)
class Plan:
    """How much room things get: the first plan with which everything fits is taken."""

    units: Scale
    die: int
    rounds_with_dice: int

    @property
    def small_die(self) -> int:
        """Size of the dice of earlier rounds."""
        return self.die - 8


PLANS = (
    Plan(LARGE, 36, rounds_with_dice=4),
    Plan(MIDDLE, 34, rounds_with_dice=4),
    Plan(MIDDLE, 32, rounds_with_dice=2),
    Plan(MIDDLE, 32, rounds_with_dice=0),
    Plan(MIDDLE, 26, rounds_with_dice=0),
)


@dataclass
class BattleLayout:
    """The size of the picture, the grounds in the order in which they lie, and what lies on them."""

    panels: list[Panel] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    bottom: int = 0

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return WIDTH, self.bottom

    @property
    def fits(self) -> bool:
        """Whether nothing goes beyond the right edge, or lower than a picture should be."""
        return self.bottom <= MOST_HEIGHT and all(item.box[2] <= WIDTH for item in self.items)

    def put(self, items: Iterable[Item]) -> None:
        """Add placed items."""
        self.items += items

    def ground(self, box: Box, colour: Colour, *, radius: int = 8, under: int | None = None) -> None:
        """Add a panel; `under` puts it below those added since there were that many."""
        self.panels.insert(len(self.panels) if under is None else under, Panel(box, colour, radius))


def lay_out(board: BattleBoard) -> BattleLayout:
    """The layout of a battle's picture, not higher than MOST_HEIGHT as long as that can be."""
    layouts = (_laid_out(board, plan) for plan in PLANS[:-1])
    return next((layout for layout in layouts if layout.fits), None) or _laid_out(board, PLANS[-1])


def _laid_out(board: BattleBoard, plan: Plan) -> BattleLayout:
    page = BattleLayout()
    _header(page, board)
    with_dice = len(board.earlier) - plan.rounds_with_dice
    for number, rolled in enumerate(board.earlier):
        _round(page, board, rolled, plan, with_dice=number >= with_dice)
    if board.earlier:
        page.bottom += BETWEEN // 2
    for strip in board.strips:
        _strip(page, strip, plan)
    columns = _column_places(board, plan.units)
    _side(page, "attacker", board.attacker, columns, plan)
    _side(page, "defender", board.defender, columns, plan)
    _outlook(page, board.outlook)
    return page


def _header(page: BattleLayout, board: BattleBoard) -> None:
    title = words(board.title, TITLE, weight=700, colour=PAPER)
    when = words(board.when, HEADING, colour=TITLE_SMALL)
    height = TITLE + 26
    page.ground((0, 0, WIDTH, height), TITLE_GROUND, radius=0)
    page.put([at(title, LEFT, (height - title.height) // 2)])
    if board.when:
        page.put([at(when, RIGHT - when.width, (height - when.height) // 2)])
    page.bottom = height + BETWEEN


def _round(page: BattleLayout, board: BattleBoard, rolled: Round, plan: Plan, *, with_dice: bool) -> None:
    """A row for an earlier round: for each side its emblem, its dice and its hits."""
    top = page.bottom
    name = words(rolled.title, TEXT, weight=700)
    start = LEFT + max(name.width, 92) + PADDING
    page.bottom = top + LINE_GAP
    page.put([at(name, LEFT, page.bottom)])
    sides = (
        (board.attacker.powers[0], rolled.attacker, rolled.attacker_score),
        (board.defender.powers[0], rolled.defender, rolled.defender_score),
    )
    if with_dice:
        for strip in rolled.strips:
            placed, height = flow(_strip_line(strip, plan.small_die, MIDDLE), start, page.bottom, RIGHT - start, SPACE)
            page.put(placed)
            page.bottom += height + LINE_GAP
        for power, rolls, score in sides:
            _rolled(page, power, rolls, score, start, plan.small_die)
    else:
        for left, (power, _, score) in zip((start, (start + RIGHT) // 2), sides, strict=True):
            line = [emblem(power, SMALL_DISC), words(score, SMALL, colour=MUTED)]
            page.put(flow(line, left, page.bottom, RIGHT - left, SPACE)[0])
        page.bottom += SMALL_DISC + LINE_GAP
    page.ground((MARGIN, top, WIDTH - MARGIN, page.bottom), STRIP_GROUND)
    page.bottom += BETWEEN // 2


def _rolled(page: BattleLayout, power: str, rolls: Sequence[Roll], score: str, left: int, die: int) -> None:
    """A line with the dice of one side in an earlier round."""
    result = words(score, SMALL, colour=MUTED)
    room = RIGHT - PADDING - result.width - left
    in_a_line = (room - SMALL_DISC) // (die + GAP)
    line = [emblem(power, SMALL_DISC), *dice(rolls, die, most=in_a_line)]
    placed, height = flow(line, left, page.bottom, room)
    page.put(placed)
    page.put([at(result, RIGHT - result.width, page.bottom + (placed[0].height - result.height) // 2)])
    page.bottom += max(height, result.height) + LINE_GAP


def _strip(page: BattleLayout, strip: Strip, plan: Plan) -> None:
    """A labelled strip: who fires, the dice, at whom, and what came of it."""
    top = page.bottom
    placed, height = flow(_strip_line(strip, plan.die, plan.units), LEFT, top + 8, RIGHT - LEFT, SPACE)
    page.put(placed)
    page.bottom = top + height + 16
    page.ground((MARGIN, top, WIDTH - MARGIN, page.bottom), STRIP_GROUND)
    page.bottom += BETWEEN


def _strip_line(strip: Strip, die: int, scale: Scale) -> list[Item]:
    line: list[Item] = [words(strip.title, TEXT, weight=700)]
    for volley in strip.volleys:
        line += forces([volley.units] if volley.units else [], scale, WIDTH)
        if volley.target:
            line += [words("at", SMALL, colour=MUTED), *forces([volley.target], scale, WIDTH)]
        if volley.roll.value is not None:
            line.append(words(_needed(volley.roll.value), SMALL, colour=MUTED))
        line += dice([volley.roll], die)
    return [*line, *wrapped(strip.result, RIGHT - LEFT, SMALL, colour=MUTED)]


def _needed(value: int) -> str:
    """ "on 1", "on 1\u20133", "no fire"."""
    return f"on 1\u2013{value}" if value > 1 else ("on 1" if value else "no fire")


def _side(page: BattleLayout, role: str, side: Side, columns: Mapping[int, tuple[int, int]], plan: Plan) -> None:
    """Who it is and how the round went, the columns, and below them who is out of the battle."""
    ground, of_columns = GROUNDS[role]
    top, under = page.bottom, len(page.panels)
    _side_heading(page, side)
    if side.columns:
        _columns(page, side, columns, plan, of_columns)
    for row in side.rows:
        _row(page, row)
    page.ground((MARGIN, top, WIDTH - MARGIN, page.bottom), ground, under=under)
    page.bottom += BETWEEN


def _side_heading(page: BattleLayout, side: Side) -> None:
    left, top = LEFT, page.bottom + 8
    score = words(side.score, TEXT, colour=MUTED)
    for power in side.powers:
        page.put([at(emblem(power, DISC), left, top)])
        left += DISC + 6
    room = RIGHT - left - (score.width + PADDING if side.score else 0)
    fitting = (size for size in (HEADING, TEXT) if words(side.title, size, weight=700).width <= room)
    lines = wrapped(side.title, room, next(fitting, SMALL), weight=700)
    y = top + max(0, (DISC - lines[0].height) // 2)
    for line in lines:
        page.put([at(line, left + 2, y)])
        y += line.height
    if side.score:
        page.put([at(score, RIGHT - score.width, top + (DISC - score.height) // 2)])
    page.bottom = max(y, top + DISC) + 8


def _column_places(board: BattleBoard, scale: Scale) -> dict[int, tuple[int, int]]:
    """Left and right edge of each column by value, the same for both sides: those with many dice are wider."""
    columns = [column for side in (board.attacker, board.defender) for column in side.columns]
    values = sorted({column.value for column in columns}, key=lambda value: (value == 0, value))
    least, shares = dict.fromkeys(values, 0), dict.fromkeys(values, 1)
    for column in columns:
        plates = (force.width for force in forces(column.units, scale, 0))
        head = words(_needed(column.value), SMALL).width
        least[column.value] = max(least[column.value], head + 2 * INSET, *(width + 2 * INSET for width in plates))
        shares[column.value] = max(shares[column.value], min(len(column.dice), MANY_DICE))
    left = MARGIN + COLUMN_GAP
    room = max(0, WIDTH - 2 * left - sum(least.values()) - COLUMN_GAP * (len(values) - 1))
    places, shared = {}, 0
    for value in values:
        before, shared = room * shared // sum(shares.values()), shared + shares[value]
        right = left + least[value] + room * shared // sum(shares.values()) - before
        places[value] = (left, right)
        left = right + COLUMN_GAP
    return places


def _columns(page: BattleLayout, side: Side, places: Mapping[int, tuple[int, int]], plan: Plan, colour: Colour) -> None:
    """The columns side by side: what they hit with, the units, and under these the dice."""
    top = page.bottom
    insides = {value: (left + INSET, right - INSET) for value, (left, right) in places.items()}
    columns = [(column, *insides[column.value]) for column in side.columns]
    for column, left, right in columns:
        page.put([at(words(_heading(column.value, right - left), SMALL, colour=MUTED), left, top + 4)])
    page.bottom = top + SMALL + 12
    _stack(page, [(left, right, forces(column.units, plan.units, right - left)) for column, left, right in columns])
    rolled = [(left, right, dice([Roll(column.value, column.dice)], plan.die)) for column, left, right in columns]
    if any(found for *_, found in rolled):
        page.bottom += 8
        _stack(page, rolled)
    page.bottom += 9
    for left, right in places.values():
        page.ground((left, top, right, page.bottom), colour, radius=6)
    page.bottom += 10


def _stack(page: BattleLayout, columns: Iterable[tuple[int, int, Sequence[Item]]]) -> None:
    """Things set between the edges of their columns, side by side."""
    lowest = page.bottom
    for left, right, items in columns:
        placed, height = flow(items, left, page.bottom, right - left)
        page.put(placed)
        lowest = max(lowest, page.bottom + height)
    page.bottom = lowest


def _heading(value: int, room: int) -> str:
    """ "hits on 1\u20133", shorter where there is no room."""
    text = f"hits {_needed(value)}" if value else "does not fire"
    return text if words(text, SMALL).width <= room else _needed(value)


def _row(page: BattleLayout, row: Row) -> None:
    label = words(row.label, SMALL, colour=MUTED)
    line: list[Item] = [label, *forces(row.units, MIDDLE, RIGHT - LEFT - label.width - PADDING)]
    placed, height = flow(line, LEFT, page.bottom, RIGHT - LEFT, SPACE)
    page.put(placed)
    page.bottom += height + 9


def _outlook(page: BattleLayout, outlook: str) -> None:
    """The last line: what comes next."""
    if not outlook:
        return
    top = page.bottom
    page.bottom += 10
    for line in wrapped(outlook, RIGHT - LEFT, HEADING, colour=PAPER):
        page.put([at(line, LEFT, page.bottom)])
        page.bottom += line.height
    page.bottom += 12
    page.ground((0, top, WIDTH, page.bottom), TITLE_GROUND, radius=0)
