"""Units that a national advantage gives without price, and Chinese Divisions, which gives them in its own turn."""

from __future__ import annotations

from typing import Any

from engine.errors import IllegalAction
from engine.events.advantages import FREE_UNITS_BY, FreeUnitsPlaced
from engine.facilities.production import new_pieces
from engine.play import Play
from engine.table.actions import UseAdvantage
from engine.table.state import GameState
from engine.table.words import listed, place


def place_free_units(play: Play, advantage_id: str, territory: str) -> None:
    """Let the units of an advantage appear in a territory."""
    advantage = play.edition.advantage[advantage_id]
    pieces = new_pieces(play.state, advantage.power, advantage.units, territory)
    play.emit(FreeUnitsPlaced(advantage.power, advantage_id, pieces, territory, audience=play.audience))


def chinese_divisions(play: Play, order: UseAdvantage) -> None:
    """One infantry a turn in a territory of the list, whatever complexes place beside it (OPT-41)."""
    state = play.state
    if "chinese_divisions" in FREE_UNITS_BY.of(state.turn):
        raise IllegalAction("OPT-41", "Chinese Divisions has placed its infantry this turn.")
    named = (order.model_extra or {}).get("space")
    held = [offer["space"] for offer in chinese_territories(state)]
    if not isinstance(named, str) or named not in held:
        where = listed((place(state, space) for space in held), "or") or "no territory now"
        raise IllegalAction("OPT-41", f"Chinese Divisions places its infantry in a territory that you hold: {where}.")
    place_free_units(play, "chinese_divisions", named)


def chinese_territories(state: GameState) -> tuple[dict[str, Any], ...]:
    """Where Chinese Divisions could place its infantry now."""
    advantage = state.edition.advantage["chinese_divisions"]
    if advantage.id in FREE_UNITS_BY.of(state.turn):
        return ()
    return tuple({"space": space} for space in advantage.spaces if state.owners[space] == advantage.power)
