"""How lucky a battle, a turn or a war was, in IPCs and against others like it (docs/dice.md)."""

from __future__ import annotations

from typing import Literal

from engine.facts.board import PowerId
from engine.queries.luck import Luck
from engine.state.game_state import GameState
from engine.state.words import ipcs
from gamemaster.narration.phrases import side_name, the_power

MINUS = "\N{MINUS SIGN}"

Stretch = Literal["battles", "turns", "wars"]


def luck_line(state: GameState, power: PowerId, luck: Luck | None, such: Stretch) -> str:
    """ "Luck: Germany 8 IPCs better than expected (luckier than in 71 of 100 such battles)."; nothing without any."""
    return f"Luck: {_swung(the_power(state, power), luck, such)}." if luck else ""


def luck_in_short(luck: Luck | None) -> str:
    """ "Luck: +8 IPCs (luckier than in 71 of 100 such turns)." of the power on turn, which the post names."""
    if luck is None:
        return ""
    if not (difference := round(luck.swing)):
        return "Luck: as expected."
    how = f"luckier than in {_of_100(luck.less)}" if difference > 0 else f"worse luck than in {_of_100(luck.more)}"
    return f"Luck: {'+' if difference > 0 else MINUS}{ipcs(abs(difference))} ({how} such turns)."


def luck_of_war(side: str, luck: Luck) -> str:
    """ "Luck of the war: the Axis 23 IPCs better than expected (luckier than in 71 of 100 such wars)."."""
    return f"Luck of the war: {_swung(side_name(side), luck, 'wars')}."


def _swung(who: str, luck: Luck, such: Stretch) -> str:
    if not (difference := round(abs(luck.swing))):
        return f"{who} as expected"
    if luck.swing > 0:
        return f"{who} {ipcs(difference)} better than expected (luckier than in {_of_100(luck.less)} such {such})"
    return f"{who} {ipcs(difference)} worse than expected (worse luck than in {_of_100(luck.more)} such {such})"


def _of_100(share: float) -> str:
    """ "71 of 100"; neither none nor all where it is not so."""
    return f"{_hundredths(share)} of 100"


def luckier_than(luck: Luck) -> str:
    """ "luckier than 71%", short enough to stand in a chart."""
    return f"luckier than {_hundredths(luck.less)}%"


def _hundredths(share: float) -> str:
    count = round(share * 100)
    if share > 0 and not count:
        return "under 1"
    return "over 99" if share < 1 and count == 100 else f"{count}"
