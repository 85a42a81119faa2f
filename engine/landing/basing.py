"""Basing aircraft on carriers, and landing defenders whose carrier was sunk (UNI-53, SPC-79)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain

from pydantic import RootModel

from engine.errors import IllegalAction
from engine.events.combat.battle import UnitsLost
from engine.events.combat.scramble import SCRAMBLED_FROM, ScrambleReturned
from engine.events.landing import AircraftSettled, StrandedLanded
from engine.events.questions import RequestClosed
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.kinds import Counts, Question, say
from engine.landing.flights import flights_from
from engine.landing.proof import airborne_over_land, awaiting_new_carrier
from engine.play import Play
from engine.politics.standing import at_war, gives_leave, is_friendly_territory, share_space
from engine.position.relations import commanded_powers, is_flight_deck
from engine.state.game_state import GameState
from engine.state.known import of_position, of_space, wherever
from engine.state.pieces import Piece, PieceId
from engine.state.questions import Choice, Options, Request, Word
from engine.state.successors import with_pieces
from engine.state.words import listed, place

__all__ = ["StrandedChoice", "StrandedOptions", "all_unlanded", "basing", "homeless"]


class StrandedOptions(Options):
    """The aircraft that must land, and the places with room for them; whose they are where another speaks for them."""

    units: Mapping[UnitId, int]
    places: Mapping[SpaceId, int]
    owner: PowerId | None = None


class StrandedChoice(Choice, RootModel[dict[SpaceId, Counts]]):
    """Where the aircraft of a sunk carrier land: counts of units by space. As many as possible must be landed."""


def decks_at(state: GameState, zone: SpaceId, power: PowerId) -> list[Piece]:
    """Carriers in a zone that a power's aircraft may use, its own first (UNI-50)."""
    ships = [
        ship
        for ship in state.at(zone)
        if state.type_of(ship).carry
        and is_flight_deck(state, ship)
        and share_space(state, ship.power, power, ship.space)
        and gives_leave(state, ship.power, power, "carriers")
    ]
    return sorted(ships, key=lambda ship: (ship.power != power, state.rank(ship)))


def room_on(state: GameState, ship: Piece) -> int:
    """Free places for aircraft on a carrier (UNI-49), none on a damaged one (UNI-52)."""
    if not is_flight_deck(state, ship):
        return 0
    return sum(slot.count for slot in state.type_of(ship).carry) - len(state.cargo(ship.id))


def basing(state: GameState, power: PowerId) -> dict[PieceId, PieceId | None]:
    """The carrier for each aircraft of a power at sea, None where there is no room; only changes are listed.

    Aircraft stay aboard, or take the carrier that was chosen for them, else an own one before an ally's.
    """
    in_zones = sorted(wherever(_basing_in, state, power).items())
    return {piece: ship for _, here in in_zones for piece, ship in here.items()}


@of_space
def _basing_in(state: GameState, zone: SpaceId, power: PowerId) -> dict[PieceId, PieceId | None]:
    if not state.edition.board.is_sea(zone):
        return {}
    here = [piece for piece in state.at(zone) if piece.power == power and _may_be_based(state, piece)]
    decks = {ship.id: ship for ship in decks_at(state, zone, power)} if here else {}
    decks |= {ship.id: ship for ship in state.select({p.aboard for p in here if p.aboard} - decks.keys())}
    room = {ship.id: _room_for(state, ship, power) for ship in decks.values()}
    free = deque(decks)
    chosen = state.turn.berths
    found: dict[PieceId, PieceId | None] = {}
    for piece in sorted(here, key=lambda p: (p.aboard is None, p.id not in chosen, state.rank(p))):
        while free and room[free[0]] <= 0:
            free.popleft()
        likely = piece.aboard or chosen.get(piece.id)
        ship_id = likely if likely and room.get(likely, 0) > 0 else next(iter(free), None)
        if ship_id:
            room[ship_id] -= 1
        if ship_id != piece.aboard:
            found[piece.id] = ship_id
    return found


def _may_be_based(state: GameState, piece: Piece) -> bool:
    """Whether a piece is an aircraft that may land on a carrier; what scrambled is still in the air."""
    line = state.type_of(piece)
    return line.domain == "air" and line.can("lands_on_carrier") and not SCRAMBLED_FROM.of(piece)


def with_all_based(state: GameState, powers: Iterable[PowerId]) -> GameState:
    """The state with the aircraft of these powers based on carriers, one power after the other."""
    for power in powers:
        state = with_pieces(state, (replace(state.pieces[i], aboard=ship) for i, ship in basing(state, power).items()))
    return state


def _room_for(state: GameState, ship: Piece, power: PowerId) -> int:
    """Places that a power's aircraft hold or may take; guests aboard stay even where leave is withdrawn (ASY-28)."""
    aboard = sum(1 for piece in state.cargo(ship.id) if piece.power == power)
    return aboard + (room_on(state, ship) if gives_leave(state, ship.power, power, "carriers") else 0)


def _is_afloat(state: GameState, piece: Piece) -> bool:
    return state.type_of(piece).domain == "air" and state.edition.board.is_sea(piece.space)


def settle(play: Play, power: PowerId) -> None:
    """Base a power's aircraft at sea on the carriers there."""
    if changes := basing(play.state, power):
        play.emit(AircraftSettled(changes, audience=play.audience))


def homeless(state: GameState, power: PowerId) -> tuple[Piece, ...]:
    """Aircraft of a power over the sea without a carrier."""
    return tuple(sorted(chain.from_iterable(wherever(_homeless_in, state, power).values()), key=state.rank))


@of_space
def _homeless_in(state: GameState, zone: SpaceId, power: PowerId) -> tuple[Piece, ...]:
    own = (piece for piece in state.at(zone) if piece.power == power and piece.aboard is None)
    return tuple(piece for piece in own if _is_afloat(state, piece))


def unlanded(state: GameState, power: PowerId) -> tuple[Piece, ...]:
    """Aircraft that would be lost if the phase ended now: no carrier, friendly land or bought carrier takes them."""
    based = basing(state, power)
    afloat = [piece for piece in homeless(state, power) if not based.get(piece.id)]
    awaited = awaiting_new_carrier(state, power, afloat)
    return tuple(piece for piece in (*afloat, *airborne_over_land(state, power)) if piece.id not in awaited)


@of_position
def all_unlanded(state: GameState) -> tuple[Piece, ...]:
    """Aircraft that would be lost if the phase ended now, of all powers whose aircraft share the carriers (OPT-28)."""
    powers = commanded_powers(state)
    return tuple(
        piece
        for number, power in enumerate(powers)
        for piece in unlanded(with_all_based(state, powers[:number]), power)
    )


def lose_unlanded(play: Play, power: PowerId) -> None:
    """Destroy aircraft without a landing place (NCM-21)."""
    lost = unlanded(play.state, power)
    for space in sorted({piece.space for piece in lost}):
        pieces = tuple(piece for piece in lost if piece.space == space)
        play.emit(UnitsLost(space, pieces, (), "no_landing", audience=play.audience))


def land_stranded(play: Play) -> None:
    """Defenders land before the acting power's noncombat moves (NCM-04, SPC-80), those that scrambled first.

    Attackers whose carrier was sunk fly on in these moves, as far as they still can (SPC-102).
    """
    for power in play.edition.order_of_powers:
        if not at_war(play.state, power, play.power):
            continue
        _return_home(play, power)
        for space in sorted({piece.space for piece in _stranded(play.state, power)}):
            _land_from(play, power, space)


def _return_home(play: Play, power: PowerId) -> None:
    """Aircraft that scrambled return to their territory where it was held; they have no choice (SPC-89, ASY-27).

    What has become of their base by then, under rockets too, is no matter (SPC-55).
    """
    scrambled = (p for p in play.state.pieces.values() if p.power == power and SCRAMBLED_FROM.of(p))
    own = sorted(scrambled, key=play.state.rank)
    homes = {piece.id: SCRAMBLED_FROM.of(piece) for piece in own}
    held = {i: home for i, home in homes.items() if is_friendly_territory(play.state, home, power)}
    if held:
        play.emit(ScrambleReturned(power, held))


def _stranded(state: GameState, power: PowerId) -> list[Piece]:
    """Aircraft of a defender that cannot stay: over the sea, scrambled ones among them, and interceptors driven out
    (SPC-50, SPC-79, SPC-89). Their owner chooses where they land, as for all others (ASY-26).
    """
    own = (p for p in state.pieces.values() if p.power == power and p.intercepts)
    driven_out = [piece for piece in own if not is_friendly_territory(state, piece.space, power)]
    return [*homeless(state, power), *sorted(driven_out, key=state.rank)]


def _stranded_at(state: GameState, power: PowerId, space: SpaceId) -> list[Piece]:
    return [piece for piece in _stranded(state, power) if piece.space == space]


def havens(state: GameState, power: PowerId, zone: SpaceId) -> dict[SpaceId, int]:
    """Where stranded aircraft may land within 1 space, and for how many there is room (SPC-79).

    Other carriers of their own sea zone are among these places.
    """
    found: dict[SpaceId, int] = {}
    in_reach = (space for space, far in flights_from(state, power, zone).items() if far <= 1)
    for space in sorted(in_reach):
        owner = state.owners.get(space)
        if state.edition.board.is_land(space):
            if (
                space != zone
                and is_friendly_territory(state, space, power)
                and owner
                and gives_leave(state, owner, power, "territories")
            ):
                found[space] = 99
        else:
            room = sum(max(0, room_on(state, ship)) for ship in decks_at(state, space, power))
            if room:
                found[space] = room
    return found


def _land_from(play: Play, power: PowerId, zone: SpaceId) -> None:
    pieces = _stranded_at(play.state, power, zone)
    places = havens(play.state, power, zone)
    counts: dict[str, int] = {}
    for piece in pieces:
        counts[piece.unit] = counts.get(piece.unit, 0) + 1
    default = _default_landing(play.state, power, counts, places, zone)
    if len(places) < 2:
        _land(play, power, zone, default)
        return
    speaker = play.edition.representative(power)
    offered = StrandedOptions(
        units=counts,
        places={space: min(room, len(pieces)) for space, room in places.items()},
        owner=None if speaker == power else power,
    )
    STRANDED_LANDING.ask(play, zone, (speaker,), offered, StrandedChoice(default), power)


def _default_landing(
    state: GameState, power: PowerId, counts: Mapping[UnitId, int], places: Mapping[SpaceId, int], zone: SpaceId
) -> dict[SpaceId, Counts]:
    """Carriers of the same zone first, then the friendly land with the most units, then other carriers (ASY-25).

    Nobody is left to die where there is room.
    """

    def worth(space: SpaceId) -> tuple[bool, bool, int, str]:
        friends = sum(1 for piece in state.at(space) if share_space(state, piece.power, power, space))
        return space != zone, state.edition.board.is_sea(space), -friends, space

    left = dict(counts)
    landing: dict[SpaceId, Counts] = {}
    for space in sorted(places, key=worth):
        room = places[space]
        for unit in sorted(left):
            taken = min(left[unit], room)
            if taken:
                landing.setdefault(space, {})[unit] = taken
                left[unit] -= taken
                room -= taken
    return landing


def _left_to_default(state: GameState, request: Request, _word: Word = "default") -> StrandedChoice:
    """The default landing by the room on carriers that allies who answered earlier have left."""
    offered, owner = StrandedOptions.of(request), _owner(request)
    places = havens(state, owner, request.space)
    return StrandedChoice(_default_landing(state, owner, offered.units, places, request.space))


def _owner(request: Request) -> PowerId:
    return StrandedOptions.of(request).owner or request.power


def check_stranded(state: GameState, request: Request, _power: PowerId, said: StrandedChoice) -> None:
    """Raise IllegalAction (SPC-79, UNI-49, NCM-20) unless there is room, and as many as possible are saved."""
    places = havens(state, _owner(request), request.space)
    names = listed((place(state, space) for space in places), "or")
    for space, counts in said.root.items():
        if space not in places:
            raise IllegalAction("SPC-79", f"They can land only within 1 space, in {names}.")
        if sum(counts.values()) > places[space]:
            raise IllegalAction("UNI-49", f"There is room for {places[space]} aircraft in {place(state, space)}.")
    dull = _left_to_default(state, request)
    landed, best = (sum(sum(counts.values()) for counts in landing.root.values()) for landing in (said, dull))
    if landed < best:
        raise IllegalAction("NCM-20", f"You can save {best} aircraft, but your order lands {landed}: {names}.")


def answer_stranded(play: Play, request: Request, _power: PowerId, said: StrandedChoice) -> None:
    """Land stranded aircraft where their owner says."""
    play.emit(RequestClosed(request.id, said.to_json()))
    _land(play, _owner(request), request.space, said.root)


def _land(play: Play, power: PowerId, zone: SpaceId, landing: Mapping[SpaceId, Counts]) -> None:
    pieces = _stranded_at(play.state, power, zone)
    landings: dict[PieceId, SpaceId] = {}
    for space, counts in landing.items():
        for unit, count in counts.items():
            free = [piece for piece in pieces if piece.unit == unit and piece.id not in landings]
            if len(free) < count:
                raise IllegalAction("units", f"Only {len(free)} such aircraft are over {place(play.state, zone)}.")
            landings |= {piece.id: space for piece in free[:count]}
    if landings:
        play.emit(StrandedLanded(power, landings))
    lost = tuple(piece for piece in pieces if piece.id not in landings)
    if lost:
        play.emit(UnitsLost(zone, lost, (), "no_landing"))
    if based := {piece: ship for piece, ship in basing(play.state, power).items() if piece in landings}:
        play.emit(AircraftSettled(based, audience=play.audience))


STRANDED_LANDING = Question(
    "stranded_landing",
    StrandedOptions,
    StrandedChoice,
    say("Say where the aircraft land, such as {“japan”: {“fighter”: 1}}."),
    answer_stranded,
    check_stranded,
    in_a_word=_left_to_default,
    printed_by="stranded",
    policies={"stranded": ("default",)},
)
