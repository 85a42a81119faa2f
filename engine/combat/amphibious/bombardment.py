"""Ships that support a landing with their guns (SPC-17..25, SPC-101)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from pydantic import Field, RootModel

from engine.combat.fire import current, roll
from engine.combat.values import values
from engine.errors import IllegalAction
from engine.events.combat.battle import ShipsAssigned
from engine.events.combat.kamikaze_strikes import STRUCK_ZONES
from engine.events.questions import RequestClosed
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.kinds import AS_PRINTED_ALONE, OTHERS, Counts, Question, say
from engine.play import Play
from engine.position.due import assaults_from, landing_cargo, sea_part_of
from engine.position.relations import commands, defenders_at
from engine.quoting import quoted
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.questions import Choice, Options, Request
from engine.state.words import counted, listed, place

__all__ = ["BombardmentChoice", "BombardmentOptions", "supporting_ships"]


class BombardmentOptions(Options):
    """The ships of a zone by unit, the landings that they can support, and with how many where that is limited."""

    ships: Mapping[UnitId, int]
    territories: tuple[SpaceId, ...]
    limits: Mapping[SpaceId, int] = Field(default_factory=dict)


class BombardmentChoice(Choice, RootModel[dict[SpaceId, Counts]]):
    """Which ships in the sea zone support which landing from there, by territory and unit; ships that are not named
    keep silent.
    """


def assign_ships(play: Play, territory: SpaceId, zones: Iterable[SpaceId]) -> None:
    """Let ships off the landing that begins support it.

    zones: where its cargo came from. Where ships could also support another landing from their zone, the attacker
    divides them freely, once for all landings there (SPC-21). Where only as many may fire as units land, the attacker
    is asked about one zone after the other, as each answer leaves less room.
    """
    zones = sorted(zones)
    _silence(play, territory, zones)
    for zone in zones if _has_targets(play.state, territory) else ():
        ships = _free_ships(play.state, zone)
        others = [t for t in assaults_from(play.state, zone) if t != territory and _has_targets(play.state, t)]
        limits = {t: _room_for_ships(play.state, t) for t in (territory, *others)}
        able = [ship for each in zones for ship in _free_ships(play.state, each)]
        if not ships:
            continue
        if others or (len(able) > limits[territory] > 0 and len({ship.unit for ship in able}) > 1):
            _ask(play, zone, able, limits)
            if _is_limited(play.state):
                return
        else:
            silent = dict.fromkeys(ship.id for ship in ships[limits[territory] :])
            firing = dict.fromkeys((ship.id for ship in ships[: limits[territory]]), territory)
            play.emit(ShipsAssigned(play.power, zone, {**firing, **silent}))


def name_ships(play: Play, territory: SpaceId, zones: Collection[SpaceId], firing: Sequence[PieceId]) -> None:
    """Let these ships support the landing that begins and no others (SPC-22); raises IllegalAction."""
    state = play.state
    assigned = [ship.id for ship in _assigned(state, territory)]
    free = [ship for zone in zones for ship in _free_ships(state, zone)]
    able = [*free, *(ship for ship in state.select(assigned) if ship.space in zones)]
    if strangers := sorted(set(firing) - {ship.id for ship in able}):
        struck = [piece.space for piece in state.select(strangers[:1]) if piece.space in STRUCK_ZONES.of(state.turn)]
        if struck:
            raise IllegalAction(
                "SPC-97", f"Kamikazes struck in {place(state, struck[0])}, so no ship bombards from there."
            )
        raise IllegalAction(
            "SPC-17", f"{quoted(strangers[0])} cannot support the landing in {place(state, territory)}."
        )
    if len(set(firing)) > _room_for_ships(state, territory) + len(assigned):
        where = place(state, territory)
        raise IllegalAction(
            "SPC-20", f"The landing in {where} can have at most one supporting ship for each unit that lands."
        )
    targets = {ship.id: territory if ship.id in firing else None for ship in able}
    for zone in sorted({ship.space for ship in able}):
        here = {ship.id: targets[ship.id] for ship in able if ship.space == zone}
        named = {ship: target for ship, target in here.items() if target or ship in assigned}
        if named:
            play.emit(ShipsAssigned(play.power, zone, named))


def supporting_ships(state: GameState, battle: PendingBattle) -> tuple[PieceId, ...]:
    """Ships that may support the landing of a battle that can begin now, and may keep silent instead (SPC-22)."""
    is_landing = battle.part == "land" and battle.amphibious and not sea_part_of(state, battle)
    if not is_landing or not _has_targets(state, battle.space):
        return ()
    zones = sorted({piece.space for piece in landing_cargo(state, battle.space)})
    free = [ship.id for zone in zones for ship in _free_ships(state, zone)]
    assigned = [ship.id for ship in _assigned(state, battle.space) if ship.space in zones]
    return (*free, *assigned)


def ships_by_default(state: GameState, territory: SpaceId, zones: Iterable[SpaceId]) -> tuple[Piece, ...]:
    """The ships that support a landing from these zones if nobody chooses: the best of all that may."""
    if not _has_targets(state, territory):
        return ()
    free = [ship for zone in zones for ship in _free_ships(state, zone)]
    strongest = sorted(free, key=lambda ship: (-state.type_of(ship).attack, state.rank(ship)))
    return (*_assigned(state, territory), *strongest[: _room_for_ships(state, territory)])


def _assigned(state: GameState, territory: SpaceId) -> tuple[Piece, ...]:
    return state.select(ship for ship, target in state.turn.bombardments.items() if target == territory)


def _ask(play: Play, zone: SpaceId, able: Sequence[Piece], limits: Mapping[SpaceId, int]) -> None:
    """Ask the attacker which ships of a zone support which landing.

    able: the ships of all zones. By default the first landing has the best of all that it can use, the next the rest.
    """
    here = [ship for ship in able if ship.space == zone]
    offered = BombardmentOptions(
        ships=Counter(ship.unit for ship in here),
        territories=tuple(limits),
        limits=limits if _is_limited(play.state) else {},
    )
    strongest = sorted(able, key=lambda ship: (-play.state.type_of(ship).attack, play.state.rank(ship)))
    default: dict[SpaceId, Counts] = {}
    for territory, limit in limits.items():
        if counts := dict(Counter(ship.unit for ship in strongest[:limit] if ship in here)):
            default[territory] = counts
        strongest = [ship for ship in strongest[limit:] if ship in here]
    BOMBARDMENT.ask(play, zone, (play.power,), offered, BombardmentChoice(default), next(iter(limits)))


def _is_limited(state: GameState) -> bool:
    rules = state.edition.parameters.assaults.bombardment
    return rules is not None and rules.one_per_seaborne_unit


def _room_for_ships(state: GameState, territory: SpaceId) -> int:
    """How many more ships may support a landing: as many as land units go ashore there, or all (SPC-20)."""
    if not _is_limited(state):
        return len(state.pieces)
    landed = state.battle.seaborne if state.battle and state.battle.space == territory else ()
    units = len(landed) or len(landing_cargo(state, territory))
    return max(0, units - sum(1 for target in state.turn.bombardments.values() if target == territory))


def _silence(play: Play, territory: SpaceId, zones: list[SpaceId]) -> None:
    """Ships in zones from which nothing still lands cannot support the landing."""
    ships = _assigned(play.state, territory)
    for zone in sorted({ship.space for ship in ships} - set(zones)):
        silent = [ship.id for ship in ships if ship.space == zone]
        play.emit(ShipsAssigned(play.power, zone, dict.fromkeys(silent)))


def _has_targets(state: GameState, territory: SpaceId) -> bool:
    """Whether anybody stands there who can be hit; in most editions nobody bombards without land units (SPC-101)."""
    rules = state.edition.parameters.assaults.bombardment
    defenders = defenders_at(state, territory, state.power)
    if rules is not None and not rules.needs_land_units:
        return bool(defenders)
    return any(state.type_of(piece).domain == "land" for piece in defenders)


def _free_ships(state: GameState, zone: SpaceId) -> tuple[Piece, ...]:
    """Own ships that may bombard: not after a battle (SPC-18, SPC-19), and only for one assault each (SPC-21, SPC-25).

    None do from where kamikazes struck (SPC-97).

    Battleships and cruisers do, and destroyers with Combined Bombardment (SPC-17, RES-22). Of each unit those that have
    moved come first: the others, if silent, may move later.
    """
    if zone in STRUCK_ZONES.of(state.turn):
        return ()
    ships = (
        ship
        for ship in state.at(zone)
        if commands(state, ship)
        and state.type_of(ship).can("bombards")
        and not ship.fought
        and ship.id not in state.turn.bombardments
    )
    return tuple(sorted(ships, key=lambda ship: (*state.rank(ship)[:2], ship.moved is None, ship.number)))


def answer(play: Play, request: Request, _power: PowerId, said: BombardmentChoice) -> None:
    """Divide the ships in a zone among the landings from there; those not named keep silent (SPC-21)."""
    territories = BombardmentOptions.of(request).territories
    left = list(_free_ships(play.state, request.space))
    assigned: dict[PieceId, SpaceId | None] = {}
    for territory, units in said.root.items():
        if territory not in territories:
            names = listed((place(play.state, t) for t in territories), "or")
            where = place(play.state, request.space)
            raise IllegalAction("SPC-21", f"The ships in {where} can support only a landing in {names}.")
        if sum(units.values()) > _room_for_ships(play.state, territory):
            where = place(play.state, territory)
            raise IllegalAction(
                "SPC-20", f"The landing in {where} can have at most one supporting ship for each unit that lands."
            )
        for ship in _taken(play.state, request.space, left, units):
            assigned[ship.id] = territory
            left.remove(ship)
    play.emit(RequestClosed(request.id, said.to_json()))
    play.emit(ShipsAssigned(play.power, request.space, {**assigned, **dict.fromkeys(ship.id for ship in left)}))
    if play.state.battle and _is_limited(play.state):
        landing = play.state.battle.space
        transports = (piece for piece in play.state.pieces.values() if piece.offloaded == landing)
        assign_ships(play, landing, {ship.space for ship in transports})


def _taken(state: GameState, zone: SpaceId, left: list[Piece], units: Mapping[UnitId, int]) -> list[Piece]:
    """So many of the ships that are left."""
    taken: list[Piece] = []
    for unit, count in units.items():
        ships = [ship for ship in left if ship.unit == unit]
        if unit not in state.edition.unit:
            raise IllegalAction("units", f"There is no unit {quoted(unit)} in this edition.")
        if len(ships) < count:
            wanted = counted(state, {unit: count})
            raise IllegalAction(
                "units", f"{wanted} cannot bombard from {place(state, zone)}; at most {len(ships)} can."
            )
        taken += ships[:count]
    return taken


def ships_bombard(play: Play) -> None:
    """Ships that support the landing fire once, before its first round (SPC-17, SPC-22).

    Their casualties are chosen at once (ASY-14): only among the land units and removed before they can fire, or among
    all defenders that then still fire, as the edition says (SPC-23, SPC-24).
    """
    battle = current(play)
    if not battle.amphibious or battle.round > 1:
        return
    ships = _assigned(play.state, battle.space)
    roll(play, "attacker", "ships_bombard", ships, values(play.state, ships, "attacker"), lambda _: "bombardment")


BOMBARDMENT = Question(
    "bombardment",
    BombardmentOptions,
    BombardmentChoice,
    say("Say which ships support which landing, such as {“japan”: {“battleship”: 1}}."),
    answer,
    printed_by=OTHERS,
    policies=AS_PRINTED_ALONE,
)
