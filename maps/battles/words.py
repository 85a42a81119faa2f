"""A battle board in words, for those who do not see the picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from maps.battles.data import BattleBoard, Column, Roll, Round, Side, Strip, Units, Volley
from maps.board.names import name_of
from maps.board.powers import in_order
from maps.position_words import LONGEST_ALT_TEXT, units_in_words
from maps.signs.silhouettes import units_in_order

DICE_BY_FACE = (14, 6, 0)
"""How many dice of a column are listed one by one; fewer where the words get too long."""


def alt_text(board: BattleBoard) -> str:
    """All that the picture shows, in at most 1000 characters; too long, it leaves out faces, then earlier rounds,
    last the dice of fire of its own kind if its result is told in words.
    """
    none = len(board.earlier)
    with_all_rounds = ((most, 0, True) for most in DICE_BY_FACE)
    with_fewer = ((0, left_out, True) for left_out in range(1, none + 1))
    for most, left_out, with_volleys in (*with_all_rounds, *with_fewer, (0, none, False)):
        text = " ".join(_sentences(board, most, board.earlier[left_out:], with_volleys=with_volleys))
        if len(text) <= LONGEST_ALT_TEXT:
            return text
    return text[: LONGEST_ALT_TEXT - 1] + "\u2026"


def _sentences(board: BattleBoard, few: int, earlier: Sequence[Round], *, with_volleys: bool) -> list[str]:
    """The title, what comes next, the round that is shown, and the rounds before it."""
    sentences = [_ended(", ".join(filter(None, [board.title, board.when])))]
    sentences += [_ended(board.outlook)] if board.outlook else []
    for strip in board.strips:
        told = with_volleys or not strip.result
        sentences.append(_strip(strip, few) if told else _ended(f"{strip.title}: {strip.result}"))
    for side in (board.attacker, board.defender):
        sentences += _side(side, few)
    return sentences + [_round(rolled, few) for rolled in reversed(earlier)]


def _side(side: Side, few: int) -> list[str]:
    named = len(side.powers) > 1
    columns = "; ".join(_column(column, few, named=named) for column in side.columns)
    head = ": ".join(filter(None, [side.title, columns]))
    rows = [_ended(": ".join(filter(None, [row.label, _units(row.units, named=named)]))) for row in side.rows]
    return [_ended(head), *([_ended(side.score)] if side.score else []), *rows]


def _column(column: Column, few: int, *, named: bool) -> str:
    """ "on 2: 3 infantry (1 lost), dice 1 2 5 (2 hits)"."""
    what = _units(column.units, named=named) or "nobody"
    if not column.value:
        return f"cannot fire: {what}"
    return f"on {column.value}: {what}{_dice(Roll(column.value, column.dice), few)}"


def _dice(roll: Roll, few: int) -> str:
    """ ", dice 1 2 5 (2 hits)"."""
    if not roll.dice:
        return ""
    faces = " ".join(map(str, sorted(roll.dice)))
    if roll.value is None:
        return f", dice {faces}"
    hits = f"{roll.hits} hit{'' if roll.hits == 1 else 's'}"
    if len(roll.dice) <= few:
        return f", dice {faces} ({hits})"
    return f", {hits} of {len(roll.dice)} {'die' if len(roll.dice) == 1 else 'dice'}"


def _strip(strip: Strip, few: int) -> str:
    volleys = "; ".join(_volley(volley, few) for volley in strip.volleys)
    return _ended(f"{strip.title}: {volleys}: {strip.result}" if strip.result else f"{strip.title}: {volleys}")


def _volley(volley: Volley, few: int) -> str:
    who = _units([volley.units]) if volley.units else ""
    target = f"at {_units([volley.target])}" if volley.target else ""
    on = f"on {volley.roll.value}" if volley.roll.value is not None else ""
    return " ".join(filter(None, [who, target, on])) + _dice(volley.roll, few)


def _round(rolled: Round, few: int) -> str:
    strips = " ".join(_strip(strip, few) for strip in rolled.strips)
    attack, defense = (_faces(rolls, few) for rolls in (rolled.attacker, rolled.defender))
    told = f"{rolled.title}: attackers{attack} {rolled.attacker_score}, defenders{defense} {rolled.defender_score}."
    return f"{told} {strips}".strip()


def _faces(rolls: Sequence[Roll], few: int) -> str:
    """ " rolled 1 2 5:" where those are not too many."""
    faces = [face for roll in rolls for face in sorted(roll.dice)]
    return f" rolled {' '.join(map(str, faces))}:" if 0 < len(faces) <= few else ""


def _units(units: Iterable[Units], *, named: bool = True) -> str:
    """ "Germany 5 infantry (2 lost), 1 battleship (damaged)"; without the powers where only one is meant."""
    found = list(units)
    parts = []
    for power in in_order({group.power for group in found}):
        counts, damaged, lost = Counter[str](), Counter[str](), Counter[str]()
        for group in found:
            if group.power == power:
                counts[group.unit] += group.count
                damaged[group.unit] += group.count if group.damaged else 0
                lost[group.unit] += group.count if group.lost else 0
        forces = [
            units_in_words({unit: count})
            + _of_these(lost[unit], count, "lost")
            + _of_these(damaged[unit], count, "damaged")
            for unit, count in units_in_order(counts)
        ]
        parts.append((f"{name_of(power)} " if named else "") + ", ".join(forces))
    return ", ".join(parts)


def _of_these(some: int, count: int, fate: str) -> str:
    """ " (2 lost)", " (lost)" where it is all of them, or nothing."""
    if not some:
        return ""
    return f" ({fate})" if some == count else f" ({some} {fate})"


def _ended(text: str) -> str:
    return text if text.endswith(".") else f"{text}."
