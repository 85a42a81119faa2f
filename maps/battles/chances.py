"""The chances of a battle as they are drawn: plain data, and the words that say the same."""

from __future__ import annotations

from dataclasses import dataclass

from maps.battles.data import Units
from maps.position_words import LONGEST_ALT_TEXT, units_in_words


@dataclass(frozen=True)
class Fighting:
    """A side before the battle. win: how often it wins; loss: the IPCs it loses on average, and their spread."""

    powers: tuple[str, ...]
    title: str
    units: tuple[Units, ...]
    win: float
    loss: float
    spread: float


@dataclass(frozen=True)
class Bar:
    """Endings that are alike. left: how many units are left, attackers above 0 and defenders below; how many more than
    of the other side where both have some left.
    """

    left: int
    share: float


@dataclass(frozen=True)
class ChancesBoard:
    """The chances of a battle. bars: the best for the attackers first. middle: as many endings are better as are worse.

    margin: how far shares may be off, 0 where they are exact. note: what both sides mean to do. both: whether both
    sides may have units left.
    """

    title: str
    attacker: Fighting
    defender: Fighting
    draw: float
    rounds: float
    bars: tuple[Bar, ...]
    middle: int
    margin: float = 0.0
    note: str = ""
    both: bool = False


LEAST_MARGIN = 0.0005
"""A smaller one would be told as 0.0 points."""


def percent(share: float, margin: float = 0.0) -> str:
    """ "71%", "under 1%", "71.3 ± 0.2%". margin: how far the share may be off, 0 of an exact one."""
    if margin >= LEAST_MARGIN:
        return f"{share * 100:.1f} ± {margin * 100:.1f}%"
    if share < 0.01 and (share > 0 or margin):
        return "under 1%"
    return "over 99%" if share > 0.99 and (share < 1 or margin) else f"{share * 100:.0f}%"


def left_in_words(left: int, *, both: bool = False) -> str:
    """ "3 attackers left", "nobody left"; "3 more attackers left" where both may have some left."""
    if not left:
        return "as many left on both sides" if both else "nobody left"
    who = "attacker" if left > 0 else "defender"
    return f"{abs(left)}{' more' if both else ''} {who}{'' if abs(left) == 1 else 's'} left"


def lost_in_words(side: Fighting) -> str:
    """ "loses 12 IPCs (give or take 5)"; without that where it is less than half an IPC."""
    spread = f"{side.spread:.0f}"
    return f"loses {side.loss:.0f} IPCs{'' if spread == '0' else f' (give or take {spread})'}"


def chances_in_words(board: ChancesBoard) -> str:
    """All that the picture shows, in at most 1,000 characters."""
    likely = sorted(board.bars, key=lambda bar: -bar.share)[:8]
    ends = ", ".join(
        f"{left_in_words(bar.left, both=board.both)} {percent(bar.share)}"
        for bar in sorted(likely, key=lambda b: -b.left)
    )
    draw = f" Nobody wins {percent(board.draw)}." if board.draw >= 0.005 else ""
    sentences = (
        f"{board.title}{f', {board.note}' if board.note else ''}.",
        *(_side(side, board.margin) for side in (board.attacker, board.defender)),
        f"{draw}".strip(),
        f"{board.rounds:.1f} rounds on average.",
        f"Typically {left_in_words(board.middle, both=board.both)}. Most likely: {ends}.",
    )
    text = " ".join(filter(None, sentences))
    return text if len(text) <= LONGEST_ALT_TEXT else text[: LONGEST_ALT_TEXT - 1] + "\u2026"


def _side(side: Fighting, margin: float) -> str:
    counts: dict[str, int] = {}
    for group in side.units:
        counts[group.unit] = counts.get(group.unit, 0) + group.count
    return f"{side.title}: {units_in_words(counts)}; wins {percent(side.win, margin)}, {lost_in_words(side)}."
