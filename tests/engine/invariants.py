"""What holds in every position of a game, whatever was ordered."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field, replace
from operator import attrgetter, is_
from typing import Any

from engine import GameState, describe
from engine.advantages.soviet_union.railway import RAIL_MOVE, RAIL_UNITS
from engine.events.advantages import SET_OUT_FROM
from engine.facilities.damage import damage_limit
from engine.facts.unit_types import fits
from engine.movement.transports import load_this_turn
from engine.politics.standing import are_on_one_side, side_of
from engine.position.relations import acting_powers
from engine.questions import QUESTIONS
from engine.state.game_state import Facts
from engine.state.known import wherever
from engine.state.pieces import Piece
from engine.state.successors import KNOWN_FROM
from tests.engine.watched import Watched


def check_position(state: GameState) -> None:
    """Raise AssertionError naming what is impossible in this position."""
    for piece in state.pieces.values():
        _check_stands_where_it_can(state, piece)
        _check_aboard(state, piece)
    for ship in state.cargo_of:
        _check_capacity(state, ship)
    _check_guns(state)
    _check_treasuries(state)
    _check_owners(state)
    _check_facilities(state)
    _check_improvements(state)
    _check_battle(state)
    _check_somebody_acts(state)
    if state.phase == state.edition.parameters.turn.phases[0] and not state.requests:
        check_everybody_is_home(state)


def check_known(state: GameState) -> None:
    """What a state was told by the one that it came from is what is found anew, and all of it has words."""
    anew = replace(state)
    for space, facts in state.of_spaces.items():
        for (find, *about), found in facts.items():
            assert find(anew, space, *about) == found, f"{find.__name__} of {space} is what it was before"
    for (find, *about), found in state.of_position.items():
        assert find(anew, *about) == found, f"{find.__name__} of {about} is what it was before"
    for (find, *about), found in state.of_pieces.items():
        assert find(anew, *about) == found, f"{find.__name__} of {about} is what it was before"
    for find, *about in state.wherever:
        assert wherever(find, state, *about) == wherever(find, anew, *about), f"{find.__name__} is known wrongly"
    for name in ("by_space", "cargo_of", "guns"):
        assert getattr(state, name) == getattr(anew, name), f"{name} is not what is found anew"
    _check_known_of_the_ground(state)
    json.dumps(describe(state))


@dataclass
class _Ground:
    """What was last checked: what its facts depend on, these facts, and how many of them are known to be right."""

    kind: str
    from_what: tuple[str, ...]
    depends: tuple[Any, ...] = ()
    facts: Facts = field(default_factory=dict)
    checked: int = 0

    def turn_to(self, state: GameState) -> None:
        """Begin anew where a state stands on other ground, or was told other facts."""
        depends, facts = attrgetter(*self.from_what)(state), getattr(state, self.kind)
        is_the_same = self.facts is facts and all(map(is_, depends, self.depends))
        self.depends, self.facts, self.checked = depends, facts, self.checked if is_the_same else 0


_LAST_GROUND = (
    _Ground("of_ground", KNOWN_FROM),
    _Ground("of_land", tuple(name for name in KNOWN_FROM if name != "turn.owners_before")),
)


def _check_known_of_the_ground(state: GameState) -> None:
    """It is what is found anew, and found from nothing but the ground: so it is right as long as that is the same."""
    for last in _LAST_GROUND:
        last.turn_to(state)
        read: set[str] = set()
        watched: Any = Watched(state, read)
        for (find, *about), found in list(last.facts.items())[last.checked :]:
            assert find(watched, *about) == found, f"{find.__name__} of {about} is what it was before"
            assert read <= set(last.from_what), f"{find.__name__} depends on more than the ground: {read}"
        last.checked = len(last.facts)


def _check_stands_where_it_can(state: GameState, piece: Piece) -> None:
    board = state.edition.board
    unit = state.type_of(piece)
    at_sea = board.is_sea(piece.space)
    assert state.pieces[piece.id] is piece, f"{piece.id} is filed under another id"
    assert piece.number <= state.serials[f"{piece.first_owner}.{piece.unit}"], f"{piece.id} has no number yet"
    assert piece.hits_taken < max(unit.hits, 1), f"{piece.id} lives with {piece.hits_taken} hits"
    is_near = 0 <= piece.used <= unit.move
    assert is_near or 0 < piece.used <= _reach(state, piece), f"{piece.id} has moved {piece.used} of {unit.move}"
    assert unit.domain != "facility", f"{piece.id} is a facility"
    assert at_sea or unit.domain != "sea", f"{piece.id} is on land in {piece.space}"
    afloat = piece.aboard or (SET_OUT_FROM.of(piece) and piece.assault)
    assert not at_sea or unit.domain != "land" or afloat, f"{piece.id} swims in {piece.space}"
    assert at_sea or not board.territory[piece.space].closed, f"{piece.id} is in closed {piece.space}"
    assert not (piece.submerged and not unit.can("submerge")), f"{piece.id} is under water"


def _reach(state: GameState, piece: Piece) -> int:
    """Spaces that a piece can ever move in a turn."""
    by_rail = piece.unit in RAIL_UNITS and state.has_advantage(piece.power, "trans_siberian_railway")
    beside_tank = 2 if state.type_of(piece).can("moves_beside_tank") else 0
    by_unit = state.type_of(piece).move + _from_base(state, piece)
    return max(by_unit, RAIL_MOVE if by_rail else 0, beside_tank)


def _from_base(state: GameState, piece: Piece) -> int:
    """One more space where its first move began at a base (UNI-41, UNI-42)."""
    board, start = state.edition.board, piece.began or piece.space
    beside = (start, *board.coasts_of(start)) if board.is_sea(start) else (start,)
    base = {"air": "air_base", "sea": "naval_base"}.get(state.type_of(piece).domain)
    return int(any(base in state.facilities.get(space, ()) for space in beside))


def _check_aboard(state: GameState, piece: Piece) -> None:
    if piece.aboard is None:
        return
    ship = state.pieces.get(piece.aboard)
    assert ship is not None, f"{piece.id} is aboard {piece.aboard}, which is gone"
    assert ship.space == piece.space, f"{piece.id} in {piece.space} is aboard a ship in {ship.space}"
    assert are_on_one_side(state, ship.power, piece.power), f"{piece.id} is aboard the enemy's {ship.id}"


def _check_capacity(state: GameState, ship: str) -> None:
    cargo = load_this_turn(state, state.pieces[ship])
    assert fits(state.type_of(state.pieces[ship]).carry, cargo), f"{ship} carries {cargo}"


def _check_treasuries(state: GameState) -> None:
    names = {name for power in state.edition.powers for name in power.treasuries}
    assert set(state.treasuries) == names, "a treasury is missing"
    assert all(ipcs >= 0 for ipcs in state.treasuries.values()), f"treasuries: {state.treasuries}"
    counts = [count for units in state.purchased.values() for count in units.values()]
    assert all(count > 0 for count in counts), f"purchased: {state.purchased}"


def _check_owners(state: GameState) -> None:
    territory = state.edition.board.territory
    assert set(state.owners) == set(territory), "a territory has no line in owners"
    for space, owner in state.owners.items():
        assert (owner is None) or owner in state.edition.power, f"{space} belongs to {owner}"
        is_changed = owner != state.edition.starting_owner(space)
        assert not (territory[space].closed and is_changed), f"closed {space} belongs to {owner}"


def _check_guns(state: GameState) -> None:
    """Guns on land never stand on enemy ground: who takes it takes them (UNI-30)."""
    for gun in state.guns:
        owner = state.owners[gun.space]
        is_captured = state.edition.parameters.air.anti_aircraft is None or (
            owner and are_on_one_side(state, owner, gun.power)
        )
        assert is_captured, f"{gun.id} stands in {gun.space}, which belongs to {owner}"


def _check_facilities(state: GameState) -> None:
    """At most one of each kind in a territory (UNI-36), and only in territories that somebody can hold.

    Damage lies on what is there, and no more than that takes (SPC-35).
    """
    for space, there in state.facilities.items():
        assert there, f"{space} is listed with no facility"
        lines = [state.edition.unit[unit].facility for unit in there]
        assert all(lines), f"{space} holds {there}"
        assert len({line.kind for line in lines if line}) == len(there), f"{space} holds {there}"
        assert not state.edition.board.territory[space].closed, f"closed {space} holds {there}"

    for space, row in state.damage.items():
        assert row, f"{space} is listed with no damage"
        for unit, points in row.items():
            assert unit in state.facilities.get(space, ()), f"{unit} in {space} is gone, but not its damage"
            assert 0 < points <= damage_limit(state, space, unit), f"{unit} in {space} has {points} damage"


def _check_improvements(state: GameState) -> None:
    """Technologies and national advantages are known, listed once, and their power's own (OPT-13)."""
    edition = state.edition
    for names in (*state.technologies.values(), *state.advantages.values()):
        assert len(set(names)) == len(names), f"{names} lists one twice"
    for power, technologies in state.technologies.items():
        assert set(technologies) <= set(edition.technology), f"{power} knows {technologies}"
    for power, advantages in state.advantages.items():
        assert all(edition.advantage[name].power == power for name in advantages), f"{power} has {advantages}"
    given = {name for names in state.advantages.values() for name in names}
    assert {*state.used_advantages, *state.advantages_in_force} <= given, "an advantage is used that nobody has"


def _check_battle(state: GameState) -> None:
    assert len({(b.space, b.part, b.kind) for b in state.pending}) == len(state.pending), "a battle is pending twice"
    assert len({request.id for request in state.requests}) == len(state.requests), "two requests have one id"
    battle = state.battle
    if battle is None:
        return
    fighting = (*battle.attackers, *battle.defenders)
    assert len(set(fighting)) == len(fighting), "a piece is in the battle twice"
    for piece_id in fighting:
        assert piece_id in state.pieces, f"{piece_id} fights, but is gone"
        assert state.pieces[piece_id].space == battle.space, f"{piece_id} fights from {state.pieces[piece_id].space}"
    assert {*battle.down, *battle.struck, *battle.seaborne} <= set(fighting), "casualties that are not in the battle"
    assert state.requests or state.winner, "a battle rests without a question"


def _check_somebody_acts(state: GameState) -> None:
    acting = acting_powers(state)
    if state.winner is not None:
        assert acting == (), f"the game is over, but {acting} must act"
        check_winner(state)
        return
    assert acting, "nobody can act"
    for request in state.requests:
        # Sealed answers can be replaced until those of all windows are in: that somebody acts is enough.
        owing = set(request.powers) - set(request.answers)
        assert owing or QUESTIONS[request.kind].sealed, f"{request.id} is open, but everybody has answered"
        assert request.power in request.powers, f"{request.id} is not for {request.power}"


def check_everybody_is_home(state: GameState) -> None:
    """At the start of a turn no aircraft is homeless, nothing is left over from the turn before."""
    for piece in state.pieces.values():
        domain = state.type_of(piece).domain
        if domain == "air" and state.edition.board.is_sea(piece.space):
            assert piece.aboard, f"{piece.id} hovers over {piece.space} at the start of a turn"
        if domain != "sea" and state.edition.board.is_land(piece.space):
            owner = state.owners[piece.space]
            assert owner or piece.space in state.roused_neutrals, f"{piece.id} is in {piece.space}, which nobody owns"
            side = side_of(state, owner) if owner else state.roused_neutrals[piece.space]
            assert side == side_of(state, piece.power), f"{piece.id} is in hostile {piece.space} at the turn's start"
        assert piece == piece.rested(), f"{piece.id} remembers the turn before"
        assert not piece.submerged, f"{piece.id} is still under water at the turn's start"
    assert not state.pending, "battles are left over"
    assert state.battle is None, "a battle is left over"


def check_winner(state: GameState) -> None:
    """A winner holds what the conditions ask for, or the other side has conceded."""
    edition = state.edition
    losers = [p.id for p in edition.powers_with_turns if p.side != state.winner and not p.acts_with]
    if set(losers) <= set(state.conceded):
        return
    held = Counter(
        number
        for number, condition in enumerate(edition.victory[state.options["victory"]])
        for territory in condition.of or edition.victory_cities
        if (owner := state.owners[territory]) and edition.power[owner].side == condition.side == state.winner
    )
    conditions = edition.victory[state.options["victory"]]
    assert any(held[number] >= conditions[number].need for number in held), f"{state.winner} wins without a reason"
