"""Why units do not go to a territory, said by what it is to them."""

from __future__ import annotations

from typing import assert_never

from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.politics.standing import Standing, standing_of_territory
from engine.table.state import GameState
from engine.table.words import place


def no_attack(state: GameState, territory: SpaceId, power: PowerId, in_peace: str) -> IllegalAction:
    """Why nobody attacks there; `in_peace` says how units come to friendly territory (CMV-01, POL-01, BRD-12)."""
    if (standing := standing_of_territory(state, territory, power)) in (Standing.OWN, Standing.ALLY):
        return IllegalAction("CMV-01", f"{place(state, territory)} is friendly: {in_peace}.")
    return _not_entered(state, territory, standing)


def no_entry(state: GameState, territory: SpaceId, power: PowerId, by_force: str) -> IllegalAction:
    """Why nobody comes there in peace; `by_force` says how hostile territory is entered (NCM-07, NCM-09)."""
    if (standing := standing_of_territory(state, territory, power)) is Standing.ENEMY:
        return IllegalAction("NCM-07", f"{place(state, territory)} is hostile: {by_force}.")
    return _not_entered(state, territory, standing)


def _not_entered(state: GameState, territory: SpaceId, standing: Standing) -> IllegalAction:
    where, owner = place(state, territory), state.owners[territory]
    name = state.edition.power[owner].name if owner else ""
    match standing:
        case Standing.STRANGER:
            return IllegalAction("POL-01", f"{where} belongs to {name}, with which you are not at war.")
        case Standing.PARTNER:
            return IllegalAction("POL-01", f"{where} belongs to {name}: one of you is at war, and the other is not.")
        case Standing.FRIENDLY_NEUTRAL | Standing.UNFRIENDLY_NEUTRAL | Standing.STRICT_NEUTRAL | Standing.CLOSED:
            return IllegalAction("BRD-12", f"{where} is neutral: nobody may enter it.")
        case Standing.NOBODYS:
            return IllegalAction("BRD-12", f"{where} belongs to nobody, and nobody may enter it.")
        case Standing.OWN | Standing.ALLY | Standing.ENEMY:
            return IllegalAction("CMV-01", f"{where} is not entered in this phase.")
        case _:
            assert_never(standing)
