"""The rules of scrambling and of kamikaze strikes once more, in their shortest form. Raises AssertionError."""

from __future__ import annotations

from engine import GameState
from engine.events.combat.kamikaze_strikes import KamikazesStruck
from engine.events.combat.scramble import Scrambled, ScrambleReturned
from tests.engine.rules_in_short.wars import are_at_war, enemies_in

RISERS = ("fighter", "tactical_bomber")
KAMIKAZE_ZONES = ("sz6", "sz17", "sz19", "sz20", "sz22", "sz35")
WARSHIPS = ("destroyer", "cruiser", "aircraft_carrier", "battleship")
TOKENS = {"japan": 6}


def check_scramble(state: GameState, event: Scrambled) -> None:
    """At most three fighters and tactical bombers of a base, of powers at war, into zones around it in danger."""
    for zone, bases in event.aircraft.items():
        assert is_in_danger(state, zone), f"SPC-82: a scramble into quiet {zone}"
        for base, ids in bases.items():
            assert zone in state.edition.board.zones_of(base), f"SPC-81: from {base} into {zone}"
            assert "air_base" in state.facilities.get(base, ()), f"SPC-81: {base} has no air base"
            assert state.damage.get(base, {}).get("air_base", 0) < 3, f"UNI-39: the base in {base} does not work"
            for piece in state.select(ids):
                assert piece.space == base, f"SPC-81: {piece.id} is in {piece.space}"
                assert piece.unit in RISERS, f"SPC-86: {piece.id} scrambles"
                assert not piece.intercepts, f"ASY-23: {piece.id} does two things"
                assert are_at_war(state, piece.power, state.power), f"SPC-87: {piece.id} is at peace"
    up = [base for piece in state.pieces.values() for name, base in piece.memory if name == "scrambled_from"]
    rising = [base for bases in event.aircraft.values() for base, ids in bases.items() for _ in ids]
    for base in set(rising):
        assert (up + rising).count(base) <= 3, f"SPC-84: more than three from {base}"


def is_in_danger(state: GameState, zone: str) -> bool:
    """Whether the power on turn is there with enemies, or means to land from there."""
    own = [piece for piece in state.at(zone) if piece.power == state.power]
    landing = any(piece.assault for piece in own)
    return landing or bool(own and enemies_in(state, zone, state.power))


def check_return(state: GameState, event: ScrambleReturned) -> None:
    """Each to where it rose, if that is not the enemy's."""
    for piece, home in event.landings.items():
        assert dict(state.pieces[piece].memory)["scrambled_from"] == home, f"ASY-27: {piece} lands in {home}"
        owner = state.owners[home]
        assert owner is not None, f"SPC-89: {home} is nobody's"
        assert not are_at_war(state, owner, event.power), f"SPC-89: {home} is {owner}'s"


def check_kamikazes(state: GameState, event: KamikazesStruck) -> None:
    """Tokens that are there, on warships of the attacker, in marked zones, before any battle."""
    assert event.space in KAMIKAZE_ZONES, f"SPC-91: {event.space}"
    assert are_at_war(state, event.power, state.power), "SPC-92: kamikazes in peace"
    assert is_in_danger(state, event.space), f"SPC-92: {event.space} is quiet"
    assert not state.pending, "SPC-93: battles have been found"
    assert state.battle is None, "SPC-93: a battle is fought"
    used = sum(len(strike.dice) for strike in event.strikes)
    assert 0 < used <= state.kamikaze_tokens[event.power] <= TOKENS[event.power], f"SPC-90: {used} tokens"
    for strike in event.strikes:
        ship = state.pieces[strike.piece]
        assert (ship.power, ship.space) == (state.power, event.space), f"SPC-94: {ship.id} is struck"
        assert ship.unit in WARSHIPS, f"SPC-94: {ship.id} is struck"
        assert strike.hits == sum(die <= 2 for die in strike.dice), f"SPC-95: {strike.dice}"
        survives = ship.hits_taken + strike.hits < (2 if ship.unit in ("aircraft_carrier", "battleship") else 1)
        assert (strike.hits and survives) == (ship.id in event.damaged), f"SPC-96: {ship.id}"
