"""National objectives: IPCs for places that matter to a power (INC-23..42)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.economy.accounts import is_capital_lost
from engine.facts.board import PowerId, SpaceId
from engine.facts.edition import Objective
from engine.facts.openings import Account
from engine.politics.war import are_on_one_side, at_war, side_of
from engine.table.state import GameState


@dataclass(frozen=True)
class Shortfall:
    """What keeps an objective from paying now.

    more: how many of these `territories` its side must still gain. enemies_in: sea zones with enemy warships.
    allies_in: territories of its power where units of its allies stand.
    """

    more: int
    territories: tuple[SpaceId, ...]
    enemies_in: tuple[SpaceId, ...]
    allies_in: tuple[SpaceId, ...]


def objectives_of(state: GameState, power: PowerId) -> dict[str, Objective]:
    """The national objectives of a power by id, none where the table leaves them out (OPT-04)."""
    if not state.edition.parameters.economy.objectives_pay:
        return {}
    return {name: each for name, each in state.edition.objectives.items() if each.power == power}


def paid_into(state: GameState, account: Account) -> dict[str, int]:
    """IPCs of the objectives that would pay into an account now, each once (INC-25); none without its capital (INC-24).

    Where its power has several accounts the objective names one (INC-08).
    """
    if is_capital_lost(state, account):
        return {}
    found = objectives_of(state, account.power).items()
    own = {name: each for name, each in found if (each.account or account.power) == account.id}
    return {name: each.ipcs for name, each in own.items() if shortfall(state, each) is None}


def shortfall(state: GameState, objective: Objective) -> Shortfall | None:
    """What an objective lacks, None where all that it asks for is true now."""
    foreign = tuple(t for t in objective.territories if not _holds(state, objective.held_by, t))
    more = max(0, objective.at_least - (len(objective.territories) - len(foreign)))
    enemies_in = tuple(zone for zone in objective.clear_zones if _has_enemy(state, objective, zone))
    allies_in = _with_allies(state, objective.power) if objective.without_allies else ()
    if not (more or enemies_in or allies_in):
        return None
    return Shortfall(more, foreign if more else (), enemies_in, allies_in)


def _holds(state: GameState, holder: str, territory: SpaceId) -> bool:
    owner = state.owners[territory]
    return owner is not None and holder in (owner, side_of(state, owner))


def _has_enemy(state: GameState, objective: Objective, zone: SpaceId) -> bool:
    """Whether an enemy warship of the kind that counts lies in a sea zone, submerged ones too (INC-32)."""
    enemies = (piece for piece in state.at(zone) if at_war(state, piece.power, objective.power))
    return any(state.type_of(piece).can(objective.warships) for piece in enemies)


def _with_allies(state: GameState, power: PowerId) -> tuple[SpaceId, ...]:
    """Territories of a power where units of another power of its side stand (INC-42)."""
    allied = (p for p in state.pieces.values() if p.power != power and are_on_one_side(state, p.power, power))
    return tuple(sorted({piece.space for piece in allied if state.owners.get(piece.space) == power}))
