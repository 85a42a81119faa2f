"""Chinese Divisions: one infantry without price in each turn of its own (OPT-41)."""

from __future__ import annotations

from engine.advantages.free_units import place_free_units
from engine.advantages.rule import AdvantageRule, Use, UseAdvantage
from engine.errors import IllegalAction
from engine.events.advantages import FREE_UNITS_BY
from engine.facts.board import SpaceId
from engine.play import Play
from engine.state.game_state import GameState
from engine.state.words import listed, place

NAME = "chinese_divisions"


def chinese_divisions(play: Play, order: UseAdvantage) -> None:
    """One infantry a turn in a territory of the list, whatever complexes place beside it (OPT-41)."""
    state = play.state
    if NAME in FREE_UNITS_BY.of(state.turn):
        raise IllegalAction("OPT-41", "Chinese Divisions has placed its infantry this turn.")
    named = (order.model_extra or {}).get("space")
    held = [offer["space"] for offer in chinese_territories(state)]
    if not isinstance(named, str) or named not in held:
        where = listed((place(state, space) for space in held), "or") or "no territory now"
        raise IllegalAction("OPT-41", f"Chinese Divisions places its infantry in a territory that you hold: {where}.")
    place_free_units(play, NAME, named)


def chinese_territories(state: GameState) -> tuple[dict[str, SpaceId], ...]:
    """Where Chinese Divisions could place its infantry now."""
    advantage = state.edition.advantage[NAME]
    if advantage.id in FREE_UNITS_BY.of(state.turn):
        return ()
    return tuple({"space": space} for space in advantage.spaces if state.owners[space] == advantage.power)


RULE = AdvantageRule(NAME, use=Use(("mobilize",), chinese_divisions, chinese_territories))
