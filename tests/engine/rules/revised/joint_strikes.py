"""Positions of a joint strike: declared on the British turn, fought on the American one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.engine.table import Table, position

DECLARED = {"type": "advantage", "name": "joint_strike"}
TO_AMERICAN_TURN = {"type": "edit", "turn": {"power": "united_states", "phase": "combat_move"}}
ASHORE = {
    "sz7": "united_kingdom: 2 transport, 1 battleship; united_states: 2 transport",
    "united_kingdom": "united_kingdom: 2 infantry, 2 artillery, 1 fighter; united_states: 2 infantry, 2 tank",
    "western_europe": "germany: 2 infantry",
}


def british_turn(phase: str, spaces: Mapping[str, str], **more: Any) -> Table:
    """A table on the British turn, with the advantage in British hands."""
    return position(
        "united_kingdom", phase, spaces, setup="revised", advantages={"united_kingdom": "joint_strike"}, **more
    )


def strike(spaces: Mapping[str, str], **more: Any) -> Table:
    """The American combat move after a declared joint strike."""
    return british_turn("purchase", spaces, **more).do(DECLARED).do(TO_AMERICAN_TURN)


def in_western_europe() -> Table:
    """British and American units in Germany, Germans in Western Europe, and a joint attack declared."""
    table = strike(
        {
            "germany": "united_kingdom: 2 infantry, 1 artillery; united_states: 2 infantry, 1 tank",
            "western_europe": "germany: 2 infantry",
        },
        owners={"germany": "united_states"},
    )
    table.move("2 infantry, 1 artillery: germany > western_europe", owner="united_kingdom")
    return table.move("2 infantry, 1 tank: germany > western_europe").end_phase()
