"""A battle board in words, for those who do not see the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from maps.battle_data import BattleBoard, Column, Roll, Round, Side, Strip, Units, Volley
from maps.powers import in_order, style_of
from maps.words import LONGEST_ALT_TEXT, units_in_words

FEW_DICE = 14


def alt_text(board: BattleBoard) -> str:
    """All that the picture shows, in at most 1000 characters: dice by number and earlier rounds go first."""
    for few, earlier in ((FEW_DICE, board.earlier), (0, board.earlier), (0, board.earlier[-1:]), (0, ())):
        text = " ".join(_sentences(board, few, earlier))
        if len(text) <= LONGEST_ALT_TEXT:
            return text
    return text[: LONGEST_ALT_TEXT - 1] + "\u2026"


def _sentences(board: BattleBoard, few: int, earlier: Sequence[Round]) -> list[str]:
    """The title, what comes next, the round that is shown, and the rounds before it."""
    sentences = [_ended(", ".join(filter(None, [board.title, board.when])))]
    sentences += [_ended(board.outlook)] if board.outlook else []
    sentences += [_strip(strip, few) for strip in board.strips]
    for side in (board.attacker, board.defender):
        sentences += _side(side, few)
    return sentences + [_round(rolled, few) for rolled in reversed(earlier)]


def _side(side: Side, few: int) -> list[str]:
    columns = "; ".join(_column(column, few) for column in side.columns)
    head = ": ".join(filter(None, [side.title, columns]))
    rows = [f"{row.label}: {_units(row.units)}." for row in side.rows]
    return [_ended(head), *([_ended(side.score)] if side.score else []), *rows]


def _column(column: Column, few: int) -> str:
    """ "3 infantry hit on 2 or less: 1 2 5 (2 hits)"."""
    what = _units(column.units)
    lost = [group for group in column.units if group.lost]
    casualties = f", of these lost {_units(lost)}" if lost else ""
    if not column.value:
        return f"{what} without fire{casualties}"
    return f"on {column.value}: {what}{casualties}{_dice(Roll(column.value, column.dice), few)}"


def _dice(roll: Roll, few: int) -> str:
    """ ", dice 1 2 5 (2 hits)"."""
    if not roll.dice:
        return ""
    faces = " ".join(map(str, sorted(roll.dice)))
    if roll.value is None:
        return f", dice {faces}"
    hits = f"{roll.hits} hit{'' if roll.hits == 1 else 's'}"
    return f", dice {faces} ({hits})" if len(roll.dice) <= few else f", {hits} of {len(roll.dice)} dice"


def _strip(strip: Strip, few: int) -> str:
    volleys = "; ".join(_volley(volley, few) for volley in strip.volleys)
    return _ended(". ".join(filter(None, [f"{strip.title}: {volleys}", strip.result.rstrip(".")])))


def _volley(volley: Volley, few: int) -> str:
    who = _units([volley.units]) if volley.units else ""
    target = f"at {_units([volley.target])}" if volley.target else ""
    on = f"on {volley.roll.value}" if volley.roll.value is not None else ""
    return " ".join(filter(None, [who, target, on])) + _dice(volley.roll, few)


def _round(rolled: Round, few: int) -> str:
    strips = " ".join(_strip(strip, few) for strip in rolled.strips)
    told = f"{rolled.title}: attackers {rolled.attacker_score}, defenders {rolled.defender_score}."
    return f"{told} {strips}".strip()


def _units(units: Iterable[Units]) -> str:
    """ "Germany 3 infantry, 1 battleship (1 damaged)"."""
    found = list(units)
    parts = []
    for power in in_order({group.power for group in found}):
        counts, hurt = Counter[str](), Counter[str]()
        for group in found:
            if group.power == power:
                counts[group.unit] += group.count
                hurt[group.unit] += group.count if group.damaged else 0
        damaged = f" ({units_in_words(hurt)} damaged)" if hurt.total() else ""
        parts.append(f"{style_of(power).name} {units_in_words(counts)}{damaged}")
    return ", ".join(parts)


def _ended(text: str) -> str:
    return text if text.endswith(".") else f"{text}."
