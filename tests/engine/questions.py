"""A game that rests at a request, for each kind of request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from engine import GameState
from tests.engine.table import Table, position


def casualties() -> Table:
    """Three powers share two hits."""
    return _attack_on_western_europe().battle("western_europe", dice="1 6 6 1 6 6")


def retreat() -> Table:
    """A round without a hit."""
    return _attack_on_western_europe().battle("western_europe", dice="6 6 6 6 6 6 6 6 6 6 6 6 6 6")


def _attack_on_western_europe() -> Table:
    table = position(
        "germany",
        "combat_move",
        {
            "germany": "germany: 3 infantry, 3 tank",
            "western_europe": "united_kingdom: 3 infantry, 2 tank; united_states: 2 infantry, 1 fighter",
        },
        owners={"western_europe": "united_kingdom"},
    )
    return table.move("3 infantry, 3 tank: germany > western_europe").end_phase()


def submerge() -> Table:
    """Submarines attacked without a destroyer."""
    table = position(
        "united_states", "combat_move", {"sz46": "united_states: 1 battleship", "sz45": "japan: 2 submarine"}
    )
    return table.move("1 battleship: sz46 > sz45", attack=True).end_phase().battle("sz45")


def stranded_landing() -> Table:
    """Fighters whose carrier was sunk."""
    table = position(
        "united_states",
        "combat_move",
        {"sz46": "united_states: 4 battleship", "sz45": "japan: 1 aircraft_carrier, 2 fighter"},
    )
    table.move("4 battleship: sz46 > sz45", attack=True).end_phase()
    table.battle("sz45", dice="1 6 6 6")
    table.do({"type": "decide", "kind": "casualties", "choice": {"units": {"aircraft_carrier": 1}}}, "6 6 6")
    return table.retreat("sz46")


def bombardment() -> Table:
    """Two battleships off two landings from one zone."""
    aboard = {"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz5": "united_kingdom: 2 transport, 2 battleship",
            "germany": "germany: 2 infantry",
            "norway": "germany: 2 infantry",
        },
        setup="revised",
        cargo={"sz5": [aboard, aboard]},
    )
    for territory in ("germany", "norway"):
        table.move(f"1 infantry: sz5 > {territory}")
    return table.end_phase().battle("norway")


def joint_capture() -> Table:
    """British and American infantry walk into Norway together."""
    table = position(
        "united_kingdom",
        "purchase",
        {"karelia_ssr": "united_kingdom: 1 infantry; united_states: 1 infantry"},
        setup="revised",
        advantages={"united_kingdom": "joint_strike"},
    )
    table.do({"type": "advantage", "name": "joint_strike"})
    table.do({"type": "edit", "turn": {"power": "united_states", "phase": "combat_move"}})
    table.move("1 infantry: karelia_ssr > norway")
    return table.move("1 infantry: karelia_ssr > norway", owner="united_kingdom").end_phase()


QUESTIONS: Mapping[str, Callable[[], Table]] = {
    "casualties": casualties,
    "retreat": retreat,
    "submerge": submerge,
    "stranded_landing": stranded_landing,
    "bombardment": bombardment,
    "joint_capture": joint_capture,
}


@cache
def asked(kind: str) -> GameState:
    """A game that rests at a request of this kind, made once."""
    return QUESTIONS[kind]().state
