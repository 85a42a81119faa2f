"""National objectives: IPCs for places that matter to a power, and for peace (INC-23..70)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.economy.accounts import is_capital_lost
from engine.events.economy import ObjectiveGivenUp
from engine.facts.board import PowerId, SpaceId
from engine.facts.goals import Objective
from engine.facts.openings import Account, account_id
from engine.play import Play
from engine.politics.grounds import declared_unprovoked
from engine.politics.standing import Standing, are_on_one_side, at_war, is_at_war_in, side_of, standing_of_territory
from engine.state.game_state import GameState
from engine.state.known import of_position

__all__ = ["Shortfall", "objectives_of", "paid_into", "pays_now", "shortfall"]


@dataclass(frozen=True)
class Shortfall:
    """What keeps an objective from paying now.

    more: how many of these `territories` its side must still gain. lost: territories of its own that the power must
    regain. enemies_in: sea zones with enemy warships. allies_in: territories of its power where units of its allies
    stand. no_unit_in: territories without the land unit that should stand there. with_enemies: those that lean to the
    other side or are held by it. war_with: powers of which it must be at war with one, war_with_each: with all.
    peace_with: powers with which it is at war and should not be. attacked and declared_on: what it attacked, and on
    whom it declared war, and never should have. paid: it pays a single time, and did.
    """

    more: int = 0
    territories: tuple[SpaceId, ...] = ()
    lost: tuple[SpaceId, ...] = ()
    enemies_in: tuple[SpaceId, ...] = ()
    allies_in: tuple[SpaceId, ...] = ()
    no_unit_in: tuple[SpaceId, ...] = ()
    with_enemies: tuple[SpaceId, ...] = ()
    war_with: tuple[PowerId, ...] = ()
    war_with_each: tuple[PowerId, ...] = ()
    peace_with: tuple[PowerId, ...] = ()
    attacked: tuple[SpaceId, ...] = ()
    declared_on: tuple[PowerId, ...] = ()
    paid: bool = False

    @property
    def is_for_ever(self) -> bool:
        """Whether the objective can never pay again."""
        return bool(self.attacked or self.declared_on or self.paid)


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


@of_position
def shortfall(state: GameState, objective: Objective) -> Shortfall | None:
    """What an objective lacks, None where all that it asks for is true now."""
    power, held = objective.power, _places_held(state, objective)
    more = max(0, objective.at_least - len(held))
    wanted = objective.at_war_with
    found = Shortfall(
        more,
        territories=tuple(t for t in objective.territories if t not in held) if more else (),
        lost=_own_lost(state, objective) if objective.all_its_own else (),
        enemies_in=tuple(zone for zone in objective.clear_zones if _has_enemy(state, objective, zone)),
        allies_in=_with_allies(state, objective),
        no_unit_in=tuple(t for t in objective.land_units_in if not _has_land_unit(state, power, t)),
        with_enemies=tuple(t for t in objective.kept_from_enemies if _is_with_enemies(state, power, t)),
        war_with=() if any(at_war(state, other, power) for other in wanted) else wanted,
        war_with_each=tuple(other for other in objective.at_war_with_each if not at_war(state, other, power)),
        peace_with=tuple(other for other in objective.at_peace_with if at_war(state, other, power)),
        attacked=tuple(t for t in objective.never_attacked if t in state.attacked.get(power, ())),
        declared_on=declared_unprovoked(state, power, objective.no_unprovoked_war_on),
        paid=_was_paid(state, objective),
    )
    return None if found == NOTHING_LACKS else found


def give_up_objectives(play: Play, targets: Collection[SpaceId]) -> None:
    """Remember which of these territories the power on turn attacks though its objectives forbid it (INC-43)."""
    state, power = play.state, play.power
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


def _own_lost(state: GameState, objective: Objective) -> tuple[SpaceId, ...]:
    """Territories with a power's emblem that it does not control, of those that pay into the account (INC-66)."""
    power, account = objective.power, account_id(objective.power, objective.account)
    lost = (t.id for t in state.edition.board.territories if t.emblem == power and state.owners[t.id] != power)
    return tuple(t for t in lost if state.edition.account_of(t, power).id == account)


def _has_enemy(state: GameState, objective: Objective, zone: SpaceId) -> bool:
    """Whether a warship of the other side, of the kind that counts, lies in a sea zone, submerged ones too (INC-32).

    Those of a power that is neutral there are not of that side yet; others need no war with them (INC-54, INC-57).
    """
    others = (piece for piece in state.at(zone) if not are_on_one_side(state, piece.power, objective.power))
    enemies = (piece for piece in others if is_at_war_in(state, piece.power, zone))
    return any(state.type_of(piece).can(objective.warships) for piece in enemies)


def _with_allies(state: GameState, objective: Objective) -> tuple[SpaceId, ...]:
    """Territories of a power, now or by their emblem, where units of others of its side stand (INC-42, INC-57)."""
    if objective.without_allies is None:
        return ()
    power, territory = objective.power, state.edition.board.territory
    by_emblem = objective.without_allies == "emblem"
    own = {t for t in territory if (territory[t].emblem if by_emblem else state.owners[t]) == power}
    allied = (p for p in state.pieces.values() if p.power != power and are_on_one_side(state, p.power, power))
    return tuple(sorted({piece.space for piece in allied if piece.space in own}))


def _has_land_unit(state: GameState, power: PowerId, territory: SpaceId) -> bool:
    return any(p.power == power and state.type_of(p).domain == "land" for p in state.at(territory))


def _is_with_enemies(state: GameState, power: PowerId, territory: SpaceId) -> bool:
    """Whether a territory is held by the side against a power, or leans to it (INC-51)."""
    if (owner := state.owners[territory]) is not None:
        return not are_on_one_side(state, owner, power)
    return standing_of_territory(state, territory, power) in (Standing.UNFRIENDLY_NEUTRAL, Standing.ENEMY)


def _was_paid(state: GameState, objective: Objective) -> bool:
    """Whether an objective that pays a single time has done so (INC-59)."""
    return any(state.edition.objectives[name] == objective for name in state.objectives_paid)
