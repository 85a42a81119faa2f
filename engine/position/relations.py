"""Whom a power leads, and what the units there make of territories, sea zones and canals at this moment (BRD-23)."""

from __future__ import annotations

from engine.events.combat.scramble import SCRAMBLED_FROM
from engine.facts.board import Canal, PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.play import LEAVES_COMBAT, LED, Refused
from engine.politics.standing import are_on_one_side, at_war, gives_leave, is_friendly_territory, was_friendly_territory
from engine.state.game_state import GameState
from engine.state.known import of_ground, of_space
from engine.state.pieces import Piece

__all__ = [
    "acting_powers",
    "commanded_at",
    "commanded_powers",
    "commands",
    "defenders_at",
    "enemy_guns",
    "is_enemy",
    "is_hostile_zone",
    "is_trapped",
    "was_taken_along",
]


def acting_powers(state: GameState) -> tuple[str, ...]:
    """Who must act or choose now, in turn order; nobody once the game is won."""
    if state.winner is not None:
        return ()
    if not state.requests:
        return (state.power,)
    owing = {power for request in state.requests for power in request.powers if power not in request.answers}
    return tuple(power for power in state.edition.turn_order if power in owing)


def commanded_powers(state: GameState) -> tuple[PowerId, ...]:
    """The power on turn, and in a joint strike the ally whose units it leads as its own (OPT-28)."""
    if not (in_force := LED.in_force(state)):
        return (state.power,)
    return (state.power, *(power for led in in_force for power in led(state)))


def combat_left_to_ally(state: GameState) -> Refused | None:
    """Why the power on turn neither moves to attack nor fights: in a joint strike its ally does that (OPT-28)."""
    return next((refused for reason in LEAVES_COMBAT.in_force(state) if (refused := reason(state))), None)


def leaves_combat_to_ally(state: GameState) -> bool:
    """Whether the power on turn neither moves to attack nor fights (OPT-28)."""
    return combat_left_to_ally(state) is not None


def commands(state: GameState, piece: Piece) -> bool:
    """Whether the power on turn moves this piece now and fights with it.

    In a joint strike it commands its ally's units too, in the combat move and in combat; in the noncombat move only
    the aircraft that took part, which must land (OPT-28, OPT-47).
    """
    if piece.power == state.power:
        return True
    if piece.power not in commanded_powers(state):
        return False
    if state.phase == "noncombat_move":
        return state.type_of(piece).domain == "air" and has_left_home(state, piece)
    return state.phase in ("combat_move", "conduct_combat")


@of_space
def commanded_at(state: GameState, space: SpaceId) -> tuple[Piece, ...]:
    """The pieces in a space that the power on turn moves now and fights with."""
    powers = commanded_powers(state)
    return tuple(piece for piece in state.at(space) if piece.power in powers and commands(state, piece))


def rides_along(state: GameState, piece: Piece) -> bool:
    """Whether a piece is an aircraft that is cargo of a carrier which moved with it in the combat move (CMV-51)."""
    ship = state.pieces.get(piece.aboard or "")
    return ship is not None and ship.moved == "combat_move" and state.type_of(piece).domain == "air"


def was_taken_along(state: GameState, piece: Piece) -> bool:
    """Whether a ship took a piece along in this phase, so that it cannot take off now (CMV-50..52)."""
    ship = state.pieces.get(piece.aboard or "")
    return ship is not None and ship.moved == state.phase


def has_left_home(state: GameState, aircraft: Piece) -> bool:
    """Whether an aircraft flew or fought this turn, or waits over the sea for a carrier."""
    is_adrift = state.edition.board.is_sea(aircraft.space) and aircraft.aboard is None
    return aircraft.began is not None or aircraft.fought or is_adrift


def is_flight_deck(state: GameState, ship: Piece) -> bool:
    """Whether aircraft may land on a ship and take off from it: a damaged carrier is closed to them (UNI-52)."""
    return state.carries(ship, "air") and not ship.hits_taken


def is_trapped(state: GameState, piece: Piece) -> bool:
    """Whether a piece is an aircraft aboard a damaged carrier: cargo, until the ship is repaired (UNI-54)."""
    ship = state.pieces.get(piece.aboard or "")
    return ship is not None and ship.hits_taken > 0 and state.type_of(piece).domain == "air"


@of_space
def enemies_at(state: GameState, space: SpaceId, power: PowerId) -> tuple[Piece, ...]:
    """Enemy pieces in a space that are not cargo; carrier aircraft count (CMB-19), unless trapped (UNI-54).

    So aircraft defend where they are based: on a carrier at sea, else in their territory (UNI-45, UNI-46, SPC-09).
    """
    return tuple(
        piece
        for piece in state.at(space)
        if is_enemy(state, piece, power) and not (piece.aboard is not None and _is_stowed(state, piece))
    )


def _is_stowed(state: GameState, piece: Piece) -> bool:
    return state.type_of(piece).domain == "land" or is_trapped(state, piece)


def is_enemy(state: GameState, piece: Piece, power: PowerId) -> bool:
    """Whether a piece fights a power: one of an enemy, or of the army of a neutral that the power attacks (POL-51)."""
    if at_war(state, piece.power, power):
        return True
    of_neutral = piece.space in state.roused_neutrals and state.owners[piece.space] is None
    return of_neutral and not are_on_one_side(state, piece.power, power)


@of_space
def defenders_at(state: GameState, space: SpaceId, power: PowerId) -> tuple[Piece, ...]:
    """Enemy pieces that fight in a space: neither antiaircraft guns (UNI-28) nor submerged submarines.

    Interceptors of a raid fight in no other battle (SPC-45). Units of powers with which there is no war look on
    (CMB-27, POL-14).
    """
    able = (piece for piece in enemies_at(state, space, power) if is_combatant(state, piece))
    return tuple(piece for piece in able if not piece.submerged and not piece.intercepts)


def is_combatant(state: GameState, piece: Piece) -> bool:
    """Whether a piece can take part in battles: all but what can never be a casualty (UNI-29)."""
    return state.type_of(piece).hits > 0


def enemy_guns(state: GameState, space: SpaceId, power: PowerId) -> tuple[Piece, ...]:
    """Antiaircraft guns in a territory that fire at a power's aircraft."""
    guns = (p for p in state.at(space) if p.aboard is None and state.type_of(p).can("anti_aircraft"))
    return tuple(gun for gun in guns if at_war(state, gun.power, power))


@of_space
def is_hostile_zone(state: GameState, zone: SpaceId, power: PowerId) -> bool:
    """Whether enemy units make a sea zone hostile: surface warships, or any not submerged (BRD-20, BRD-21).

    So do aircraft that scrambled (SPC-01). Ships of powers with which there is no war do not (BRD-22, CMV-36, POL-08).
    Where only surface warships do, other ships neither stop ships (CMV-33, CMV-34) nor keep them out (NCM-26).
    """
    any_unit = state.edition.parameters.sea.zone_hostile_by == "any_unit"
    return any(any_unit or _makes_hostile(state, piece) for piece in defenders_at(state, zone, power))


def _makes_hostile(state: GameState, piece: Piece) -> bool:
    return state.type_of(piece).can("surface_warship") or bool(SCRAMBLED_FROM.of(piece))


@of_space
def has_enemy_destroyer(state: GameState, zone: SpaceId, power: PowerId) -> bool:
    """Whether an enemy unit that stops submarines is in the zone (CMV-31, NCM-25)."""
    return any(state.type_of(piece).can("anti_submarine") for piece in enemies_at(state, zone, power))


def hostile_zones(state: GameState, power: PowerId) -> tuple[SpaceId, ...]:
    """All sea zones hostile to a power now."""
    zones = (zone for zone in state.edition.board.sea_zone if zone in state.by_space)
    return tuple(zone for zone in zones if is_hostile_zone(state, zone, power))


@of_ground
def canal_refusal(
    state: GameState, one: SpaceId, other: SpaceId, power: PowerId, unit: UnitId
) -> tuple[str, str] | None:
    """Why a ship of a power may not pass between two zones (rule, sentence), or None where it may (BRD-31..36, BRD-39).

    It is asked only for ships: canals do not matter to land units and aircraft (BRD-37, BRD-38).
    """
    if any({one, other} == set(strait) for strait in state.edition.parameters.sea.closed_straits):
        return "OPT-05", "The straits are closed to all ships for the whole game."
    canal = state.edition.board.canals_between.get(frozenset((one, other)))
    if canal is None:
        return None
    if canal.submarines_pass and not canal.closed and state.unit_of(power, unit).can("submerge"):
        return None
    return passage_refusal(state, canal, power)


def passage_refusal(state: GameState, canal: Canal, power: PowerId) -> tuple[str, str] | None:
    """Why surface ships of a power may not pass a canal (rule, sentence), or None where they may (BRD-31..36)."""
    board = state.edition.board
    if canal.closed:
        return "BRD-31", f"{_shut(canal)} to all ships for the whole game."
    foreign = [t for t in canal.controlled_by if not _is_open(state, t, power)]
    if not foreign:
        return _no_leave(state, canal, power)
    if len(canal.controlled_by) > 1 and len(foreign) < len(canal.controlled_by):
        names = " and ".join(board.called(t) for t in canal.controlled_by)
        return "BRD-35", f"{_shut(canal)}: {names} were on different sides when your turn began."
    names = " and ".join(board.called(t) for t in foreign)
    return "BRD-34", f"{_shut(canal)} to you: your side has not held {names} since your turn began."


def _shut(canal: Canal) -> str:
    """ "The Danish Straits are closed"."""
    return f"The {canal.name} {'are' if canal.name.endswith('s') else 'is'} closed"


def _is_open(state: GameState, territory: SpaceId, power: PowerId) -> bool:
    """Whether friends hold a territory beside a canal, now and since the turn began (BRD-34).

    Where leave is given for canals it is enough that no enemy does (BRD-39).
    """
    if "canals" not in state.edition.parameters.politics.others_may_have:
        return was_friendly_territory(state, territory, power) and is_friendly_territory(state, territory, power)
    holders = state.owner_at_turn_start(territory), state.owners[territory]
    return all(holder is not None and not at_war(state, holder, power) for holder in holders)


def _no_leave(state: GameState, canal: Canal, power: PowerId) -> tuple[str, str] | None:
    """Why a power may not pass a canal of others, at war with none of them, if they do not let it (BRD-39, ASY-29)."""
    holders = dict.fromkeys(str(state.owners[territory]) for territory in canal.controlled_by)
    unwilling = [holder for holder in holders if not gives_leave(state, holder, power, "canals")]
    if not unwilling:
        return None
    names = " and ".join(state.edition.power[holder].called for holder in unwilling)
    return "BRD-39", f"{_shut(canal)} to you: {names}, with which you are not at war, must let you pass."
