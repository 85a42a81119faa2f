"""National objectives: IPCs for places that matter to a power, and for peace (INC-23..70)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.economy.accounts import is_capital_lost
from engine.events.economy import ObjectiveGivenUp
from engine.facts.board import PowerId, SpaceId
from engine.facts.goals import Objective
from engine.facts.openings import Account
from engine.play import Play
from engine.politics.grounds import declared_unprovoked
from engine.politics.war import are_on_one_side, at_war, side_of
from engine.position.due import battles_due
from engine.table.state import GameState


@dataclass(frozen=True)
class Shortfall:
    """What keeps an objective from paying now.

    more: how many of these `territories` its side must still gain. lost: territories of its own that the power must
    regain. enemies_in: sea zones with enemy warships. allies_in: territories of its power where units of its allies
    stand. war_with: powers of which it must be at war with one. peace_with: powers with which it is at war and should
    not be. attacked and declared_on: what it attacked, and on whom it declared war, and never should have.
    """

    more: int = 0
    territories: tuple[SpaceId, ...] = ()
    lost: tuple[SpaceId, ...] = ()
    enemies_in: tuple[SpaceId, ...] = ()
    allies_in: tuple[SpaceId, ...] = ()
    war_with: tuple[PowerId, ...] = ()
    peace_with: tuple[PowerId, ...] = ()
    attacked: tuple[SpaceId, ...] = ()
    declared_on: tuple[PowerId, ...] = ()

    @property
    def is_for_ever(self) -> bool:
        """Whether the objective can never pay again."""
        return bool(self.attacked or self.declared_on)


NOTHING_LACKS = Shortfall()


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
    return {name: amount for name, each in own.items() if (amount := pays_now(state, each))}


def pays_now(state: GameState, objective: Objective) -> int:
    """IPCs that an objective would pay now: once, or for each of its places that is held (INC-25)."""
    if shortfall(state, objective) is not None:
        return 0
    return objective.ipcs * (len(_places_held(state, objective)) if objective.each else 1)


def shortfall(state: GameState, objective: Objective) -> Shortfall | None:
    """What an objective lacks, None where all that it asks for is true now."""
    power, held = objective.power, _places_held(state, objective)
    more = max(0, objective.at_least - len(held))
    wanted = objective.at_war_with
    found = Shortfall(
        more,
        territories=tuple(t for t in objective.territories if t not in held) if more else (),
        lost=_own_lost(state, power) if objective.all_its_own else (),
        enemies_in=tuple(zone for zone in objective.clear_zones if _has_enemy(state, objective, zone)),
        allies_in=_with_allies(state, power) if objective.without_allies else (),
        war_with=() if any(at_war(state, other, power) for other in wanted) else wanted,
        peace_with=tuple(other for other in objective.at_peace_with if at_war(state, other, power)),
        attacked=tuple(t for t in objective.never_attacked if t in state.attacked.get(power, ())),
        declared_on=declared_unprovoked(state, power, objective.no_unprovoked_war_on),
    )
    return None if found == NOTHING_LACKS else found


def remember_attacks(play: Play) -> None:
    """Remember which territories the power on turn attacks that its objectives forbid it to attack (INC-43).

    They are attacked or raided now, or were taken on the way.
    """
    state, power = play.state, play.power
    targets = {battle.space for battle in battles_due(state) if battle.part == "land"}
    targets |= {t for t in state.turn.owners_before if state.owners[t] == power}
    for name, objective in objectives_of(state, power).items():
        new = tuple(t for t in objective.never_attacked if t in targets and t not in state.attacked.get(power, ()))
        if new:
            play.emit(ObjectiveGivenUp(power, name, new))


def _places_held(state: GameState, objective: Objective) -> tuple[SpaceId, ...]:
    """Those of its territories that are in the right hands."""
    return tuple(t for t in objective.territories if _is_held(state, objective, t))


def _is_held(state: GameState, objective: Objective, territory: SpaceId) -> bool:
    owner = state.owners[territory]
    if owner is None or owner in objective.not_counted:
        return False
    return objective.held_by in (owner, side_of(state, owner))


def _own_lost(state: GameState, power: PowerId) -> tuple[SpaceId, ...]:
    """Territories with a power's emblem that it does not control."""
    territories = state.edition.board.territories
    return tuple(t.id for t in territories if t.emblem == power and state.owners[t.id] != power)


def _has_enemy(state: GameState, objective: Objective, zone: SpaceId) -> bool:
    """Whether an enemy warship of the kind that counts lies in a sea zone, submerged ones too (INC-32)."""
    enemies = (piece for piece in state.at(zone) if at_war(state, piece.power, objective.power))
    return any(state.type_of(piece).can(objective.warships) for piece in enemies)


def _with_allies(state: GameState, power: PowerId) -> tuple[SpaceId, ...]:
    """Territories of a power where units of another power of its side stand (INC-42)."""
    allied = (p for p in state.pieces.values() if p.power != power and are_on_one_side(state, p.power, power))
    return tuple(sorted({piece.space for piece in allied if state.owners.get(piece.space) == power}))
