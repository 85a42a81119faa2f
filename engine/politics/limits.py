"""Where units may not be, in the air or on the ground, and why, said by what the place is to them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from engine.errors import IllegalAction, WarNeeded
from engine.facts.board import PowerId, SpaceId
from engine.facts.parameters.politics import PeaceLimit
from engine.facts.unit_types import UnitId, UnitType
from engine.politics.grounds import chances
from engine.politics.standing import (
    Standing,
    at_war,
    fights_in,
    is_at_war,
    is_at_war_in,
    is_attackable,
    is_neutral_in,
    neutral_ground,
    standing_of,
    standing_of_territory,
    strangers_in,
)
from engine.state.game_state import GameState
from engine.state.known import of_ground, of_land
from engine.state.pieces import Piece
from engine.state.words import first_upper, listed, place, place_and

__all__ = ["berth_limit", "foes_of", "limits_on"]


def limits_on(state: GameState, power: PowerId) -> Iterator[PeaceLimit]:
    """What keeps a power back at present, in both phases in which units move (NCM-05)."""
    limits = (each for each in state.edition.parameters.politics.limits if power in each.powers)
    return (each for each in limits if not any(at_war(state, power, foe) for foe in each.until_war_with))


@of_land
def kept_out_of(state: GameState, power: PowerId) -> frozenset[SpaceId]:
    """The spaces that units of a power neither enter nor cross now (POL-27, POL-36, POL-64)."""
    board = state.edition.board
    within = state.edition.parameters.politics.confined_to.get(power)
    found = frozenset() if within is None else frozenset(board.neighbours) - within
    closed = {limit.not_into for limit in _not_into(state, power)}
    return found.union(t.id for t in board.territories if t.emblem in closed) if closed else found


def may_be_in(state: GameState, power: PowerId, space: SpaceId) -> bool:
    """Whether units of a power may be in a space now, as far as that goes."""
    return space not in kept_out_of(state, power)


def _not_into(state: GameState, power: PowerId) -> Iterator[PeaceLimit]:
    return (limit for limit in limits_on(state, power) if limit.not_into)


def check_may_cross(state: GameState, power: PowerId, space: SpaceId) -> None:
    """Raise IllegalAction where a power at peace keeps out of a territory (POL-27, POL-36)."""
    territory = state.edition.board.territory.get(space)
    for limit in limits_on(state, power) if territory else ():
        if territory and territory.emblem == limit.not_into:
            names = state.edition.power
            raise IllegalAction(
                limit.rule,
                f"{names[power].adjective} units cannot enter or cross {place(state, space)} before "
                f"{names[power].called} is at war with {foes_of(state, limit)}.",
            )


def foes_of(state: GameState, limit: PeaceLimit) -> str:
    """The powers that end a limit by war with them: "Germany or Italy"."""
    return listed((state.edition.power[foe].called for foe in limit.until_war_with), "or")


@of_ground
def berth_limit(state: GameState, power: PowerId, unit: UnitId, zone: SpaceId) -> PeaceLimit | None:
    """What forbids a power's ship to end a move in a sea zone now, if anything (POL-21, POL-26, POL-28)."""
    ship = state.unit_of(power, unit)
    return next((limit for limit in limits_on(state, power) if _shuts(state, limit, ship, zone)), None)


def check_may_end(state: GameState, ship: Piece, zone: SpaceId) -> None:
    """Raise IllegalAction where a ship may not end a move (POL-21, POL-26, POL-28)."""
    limit = berth_limit(state, ship.power, ship.unit, zone)
    if limit is None:
        return
    power = state.edition.power[ship.power]
    raise IllegalAction(
        limit.rule,
        f"{power.adjective} ships cannot end a move in {place(state, zone)} before {power.called} is at war with "
        f"{foes_of(state, limit)}: {_why_shut(state, limit)}.",
    )


def _why_shut(state: GameState, limit: PeaceLimit) -> str:
    names = state.edition.power
    if limit.ships_not_beside:
        return f"it lies next to {names[limit.ships_not_beside].adjective} territory"
    if limit.ships_keep_to:
        return f"it does not lie next to {names[limit.ships_keep_to.of].adjective} territory"
    return "it is too near the coast"


def _shuts(state: GameState, limit: PeaceLimit, ship: UnitType, zone: SpaceId) -> bool:
    if zone in limit.ships_not_in:
        return True
    if limit.ships_not_beside and _lies_beside(state, zone, limit.ships_not_beside):
        return True
    waters = limit.ships_keep_to
    if waters is None or state.edition.board.map_of[zone] != waters.map or _lies_beside(state, zone, waters.of):
        return False
    return zone not in waters.warships_also_in or not ship.can("warship")


def _lies_beside(state: GameState, zone: SpaceId, holder: PowerId) -> bool:
    return any(state.owners[coast] == holder for coast in state.edition.board.coasts_of(zone))


@of_ground
def barred_skies(state: GameState, power: PowerId) -> frozenset[SpaceId]:
    """Territories over and into which no aircraft of a power flies, because their owner or the power is neutral there.

    Other powers at peace let them pass, and enemies cannot keep them out (BRD-13, CMV-37).
    """
    if state.wars is None or not state.edition.parameters.politics.neutral_powers:
        return frozenset()
    held = ((territory, owner) for territory, owner in state.owners.items() if owner)
    return frozenset(territory for territory, owner in held if _keep_apart(state, owner, power, territory))


@of_ground
def shut_to_flights(state: GameState, power: PowerId) -> frozenset[SpaceId]:
    """All spaces that no aircraft of a power enters, be it on its way (POL-27, POL-36, POL-64, POL-77)."""
    return kept_out_of(state, power) | barred_skies(state, power)


def _keep_apart(state: GameState, owner: PowerId, power: PowerId, territory: SpaceId) -> bool:
    if standing_of(state, owner, power, territory) not in (Standing.PARTNER, Standing.STRANGER):
        return False
    return is_neutral_in(state, owner, territory) or is_neutral_in(state, power, territory)


def no_attack(state: GameState, territory: SpaceId, power: PowerId, in_peace: str) -> IllegalAction:
    """Why nobody attacks there; `in_peace` says how units come to friendly territory (CMV-01, POL-01, BRD-12)."""
    if (standing := standing_of_territory(state, territory, power)) in (Standing.OWN, Standing.ALLY):
        return IllegalAction("CMV-01", f"{place_and('is', state, territory)} friendly: {in_peace}.")
    if standing is Standing.ENEMY and (strangers := strangers_in(state, territory, power)):
        names = listed(state.edition.power[other].called for other in strangers)
        told = f"{place_and('holds', state, territory)} units of {names}, and you are not at war with them."
        return only_at_war(state, power, strangers, "POL-09", told)
    return _not_entered(state, territory, power, standing)


def no_attack_on(state: GameState, zone: SpaceId, power: PowerId) -> IllegalAction | None:
    """Why the power cannot attack in a sea zone that holds only units of powers it is not at war with, or None
    (CMV-74)."""
    owners = dict.fromkeys(piece.power for piece in state.at(zone))
    strangers = [other for other in owners if standing_of(state, other, power, zone) is Standing.STRANGER]
    if not strangers:
        return None
    names = listed(state.edition.power[other].called for other in strangers)
    told = f"{first_upper(place(state, zone))} holds units of {names}, and you are not at war with them."
    return only_at_war(state, power, strangers, "CMV-74", told)


def only_at_war(state: GameState, power: PowerId, others: Iterable[PowerId], rule: str, told: str) -> IllegalAction:
    """The refusal of what only war with others would allow, and whether and when it may be declared (POL-03)."""
    wanted = set(others)
    chance = next((each for each in chances(state, power) if wanted & {*each.on}), None)
    if chance is None:
        return IllegalAction(rule, told)
    if chance.when != "now":
        return IllegalAction(rule, f"{told} {chance.why_not}")
    names = listed((state.edition.power[p].called for p in chance.named), "or")
    return WarNeeded(rule, f"{told} You may declare war on {names} now.", chance.named)


def no_entry(state: GameState, territory: SpaceId, power: PowerId, by_force: str) -> IllegalAction:
    """Why nobody comes there in peace; `by_force` says how hostile territory is entered (NCM-07, NCM-09)."""
    if (standing := standing_of_territory(state, territory, power)) is Standing.ENEMY:
        return IllegalAction("NCM-07", f"{place_and('is', state, territory)} hostile: {by_force}.")
    return _not_entered(state, territory, power, standing)


def no_way(state: GameState, path: Sequence[SpaceId], power: PowerId) -> IllegalAction | None:
    """Why a path does not lead on through or over neutral territory (CMV-27, POL-50, POL-57), or None where it may."""
    ground = neutral_ground(state, power)
    first = 1 if state.phase == "noncombat_move" else 0
    if ground.isdisjoint(path[first:-1]):
        return None
    between = next(space for space in path[first:-1] if space in ground)
    return IllegalAction(
        "POL-50", f"{place_and('is', state, between)} neutral; you cannot go through it or fly over it."
    )


def no_flight(state: GameState, path: Sequence[SpaceId], power: PowerId) -> IllegalAction | None:
    """Why aircraft do not fly a path over what a neutral power holds, or a neutral power's over others' (POL-77)."""
    barred = barred_skies(state, power)
    between = next((space for space in path[1:-1] if space in barred), None)
    owner = state.owners[between] if between else None
    if between is None or owner is None:
        return None
    names = state.edition.power
    held = f"{place_and('belongs', state, between)} to {names[owner].called}"
    if is_neutral_in(state, owner, between):
        neutral = f"which is neutral{_on_its_map(state, between, owner)}"
        told = f"{held}, {neutral}: no other power's aircraft may fly over it."
    else:
        neutral = f"{names[power].called} is neutral{_on_its_map(state, between, power)}"
        told = f"{held}: {neutral}, so its aircraft do not fly over it."
    return only_at_war(state, power, [owner], "POL-77", told)


def no_landing(state: GameState, territory: SpaceId, power: PowerId, aircraft: str) -> IllegalAction:
    """Why aircraft do not land there, said by what it is to them (NCM-13, POL-77)."""
    standing, owner = standing_of_territory(state, territory, power), state.owners[territory]
    name = state.edition.power[owner].called if owner else ""
    verb, what = {
        Standing.STRANGER: ("belongs", f"to {name}, with which you are not at war"),
        Standing.PARTNER: ("belongs", f"to {name}: {_apart(state, territory, power)}"),
        Standing.ENEMY: ("is", "hostile"),
    }.get(standing, ("is", "not friendly" if owner else "neutral"))
    where = place_and(verb, state, territory)
    return IllegalAction("NCM-13", f"{where} {what}, so the {aircraft} cannot land there.")


def _not_entered(state: GameState, territory: SpaceId, power: PowerId, standing: Standing) -> IllegalAction:
    where, owner = place(state, territory), state.owners[territory]
    name = state.edition.power[owner].called if owner else ""
    match standing:
        case Standing.STRANGER:
            rule = "CMV-74" if state.phase == "combat_move" else "POL-77"
            told = f"{place_and('belongs', state, territory)} to {name}, with which you are not at war."
            return only_at_war(state, power, [owner] if owner else [], rule, told)
        case Standing.PARTNER:
            return IllegalAction(
                "POL-10",
                f"{place_and('belongs', state, territory)} to {name}: {_apart(state, territory, power)}.",
            )
        case Standing.FRIENDLY_NEUTRAL if _takes_sides(state):
            return _friendly_neutral_not_entered(state, territory, power)
        case Standing.UNFRIENDLY_NEUTRAL | Standing.STRICT_NEUTRAL if is_attackable(state, territory, power):
            return IllegalAction(
                "NCM-09",
                f"{place_and('is', state, territory)} neutral; units enter it only to attack, in the combat move.",
            )
        case Standing.UNFRIENDLY_NEUTRAL | Standing.STRICT_NEUTRAL if _only_for_the_warring(state, standing):
            return IllegalAction(
                "POL-49",
                f"{place_and('is', state, territory)} neutral: "
                f"only a power that is at war{_on_its_map(state, territory, power)} may enter it.",
            )
        case Standing.FRIENDLY_NEUTRAL | Standing.UNFRIENDLY_NEUTRAL | Standing.STRICT_NEUTRAL | Standing.CLOSED:
            return IllegalAction("BRD-12", f"{place_and('is', state, territory)} neutral; nobody may enter it.")
        case Standing.NOBODYS:
            return IllegalAction("BRD-12", f"{place_and('belongs', state, territory)} to nobody; nobody may enter it.")
        case Standing.OWN | Standing.ALLY | Standing.ENEMY:
            return IllegalAction("CMV-01", f"You cannot enter {where} in this phase.")
        case _:
            assert_never(standing)


def _apart(state: GameState, territory: SpaceId, power: PowerId) -> str:
    """Why two powers of one side keep apart in a territory of one of them: "the Soviet Union is not at war"."""
    names, owner = state.edition.power, state.owners[territory]
    idle = (each for each in (owner, power) if each and not fights_in(state, each, territory))
    return listed(f"{names[each].called} is not at war{_on_its_map(state, territory, each)}" for each in idle)


def _on_its_map(state: GameState, territory: SpaceId, power: PowerId) -> str:
    """ " on the Europe map", for a power that is at war only on another map (POL-13)."""
    if not is_at_war(state, power) or is_at_war_in(state, power, territory):
        return ""
    return f" on the {state.edition.board.map_of[territory].title()} map"


def _takes_sides(state: GameState) -> bool:
    return state.edition.parameters.politics.neutrals is not None


def _only_for_the_warring(state: GameState, standing: Standing) -> bool:
    """Whether only powers at war may attack neutrals of a kind, and others never enter them (POL-11, POL-49)."""
    rules = state.edition.parameters.politics.neutrals
    return rules is not None and (standing is not Standing.STRICT_NEUTRAL or rules.strict_may_be_attacked)


def _friendly_neutral_not_entered(state: GameState, territory: SpaceId, power: PowerId) -> IllegalAction:
    where = place(state, territory)
    if not is_at_war_in(state, power, territory):
        return IllegalAction(
            "POL-49",
            f"{place_and('is', state, territory)} neutral: "
            f"only a power that is at war{_on_its_map(state, territory, power)} may enter it.",
        )
    if state.phase == "combat_move":
        return IllegalAction("POL-57", f"{where} leans to your side. Move land units there in the noncombat move.")
    return IllegalAction(
        "NCM-11",
        f"{place_and('is', state, territory)} still neutral: infantry or tanks must enter it first.",
    )
