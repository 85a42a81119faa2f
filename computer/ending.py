"""Ending a phase: what must be done first is done, or the orders that keep it open are taken back."""

from __future__ import annotations

from collections.abc import Iterator

from computer.playing import Action, Hand, Why
from engine import GameState, apply, ask
from engine.dice import DiceWanted, NoDice
from engine.facts.board import SpaceId
from engine.state.pieces import Piece

DONE = Why("nothing more is worth doing in this phase")
HOME = Why("aircraft and carriers come home")
PLACED = Why("what was bought takes its place")
CLEAR = Why("helpless ships leave a hostile zone")
BACK = Why("the phase could not end otherwise")
MOST_STEPS = 300


def end_phase(hand: Hand) -> None:
    """End the open phase; orders are taken back where they keep it from ending."""
    if _ends_with_what_is_due(hand) or _ends_without_what_stood(hand):
        return
    while hand.is_open and hand.state.undo:
        if not hand.give({"type": "undo"}, BACK) or try_to_end(hand):
            break
    if not _ends_with_what_is_due(hand):
        _leave_by_any_way(hand)


def _ends_with_what_is_due(hand: Hand) -> bool:
    """Do what must be done first, one thing after the other; whether the phase is over then."""
    for _ in range(MOST_STEPS):
        if not hand.is_open or try_to_end(hand):
            return True
        if not _do_next(hand):
            break
    return False


def _ends_without_what_stood(hand: Hand) -> bool:
    """Take back what stood before the player began, as of an owner who is away: one order, or else what it takes.

    So what is planned beside it stays.
    """
    ways = [{"type": "undo", "order": number} for number in reversed(range(hand.found))]
    if (one := next((way for way in ways if _could_end_after(hand, way)), None)) is not None:
        ways = [one]
    return any(hand.offer(way, BACK) and try_to_end(hand) for way in ways)


def _could_end_after(hand: Hand, undo: Action) -> bool:
    if not hand.is_open or not ask.is_legal(hand.state, undo):
        return False
    return ask.is_legal(apply(hand.state, undo, NoDice()).state, {"type": "end_phase", "phase": hand.phase})


def try_to_end(hand: Hand) -> bool:
    """End the phase if nothing keeps it open."""
    return hand.offer({"type": "end_phase", "phase": hand.phase}, DONE)


def _do_next(hand: Hand) -> bool:
    """Do the first thing that is due and can be done; False where there is none."""
    return any(hand.offer(action, why) for action, why in _due(hand.state))


def _due(state: GameState) -> Iterator[tuple[Action, Why]]:
    match state.phase:
        case "mobilize":
            yield from ((action, PLACED) for action in placings(state))
        case "noncombat_move":
            yield from ((action, HOME) for action in _homeward(state))
    yield from ((action, CLEAR) for action in _leavings(state))


def placings(state: GameState) -> Iterator[Action]:
    """Ways to place what waits, as many as there is room for."""
    for unit, count in ask.waiting_units(state, state.power).items():
        for space, complex_at in ask.placements(state, unit):
            for number in range(count, 0, -1):
                yield {"type": "mobilize", "space": space, "complex": complex_at, "units": {unit: number}}


def _homeward(state: GameState) -> Iterator[Action]:
    """Carriers go where the landing plan wants them, then aircraft land: on the nearest ground, or on these."""
    wanted = ask.landing_plan(state).zones
    for zone in sorted(set(wanted.values())):
        for ship in sorted(state.pieces.values(), key=state.rank):
            if ask.commands(state, ship) and state.carries(ship, "air") and ship.space != zone:
                yield from (_move(ship, way) for way in ask.destinations(state, ship.space, ship.unit, ship.power)
                            if way.space == zone)  # fmt: skip
    for piece in ask.all_unlanded(state):
        for way in ask.destinations(state, piece.space, piece.unit, piece.power):
            if way.space == wanted.get(piece.id) or _is_landing_ground(state, way.space):
                yield _move(piece, way)
    yield from (action for action in _ways_of_fliers(state) if _brings_home(state, action))


def _ways_of_fliers(state: GameState) -> Iterator[Action]:
    """Every way of the aircraft that are still up, then of carriers, then of aircraft that take places on these."""
    up = ask.all_unlanded(state)
    others = [piece for piece in sorted(state.pieces.values(), key=state.rank) if ask.commands(state, piece)]
    decks = [piece for piece in others if state.carries(piece, "air")]
    guests = [piece for piece in others if state.type_of(piece).domain == "air" and piece not in up]
    for piece in (*up, *decks, *guests):
        for way in ask.destinations(state, piece.space, piece.unit, piece.power):
            yield _move(piece, way)


def _brings_home(state: GameState, action: Action) -> bool:
    """Whether fewer aircraft are without a landing place after a move, or guns fire at it on the way there."""
    if not ask.is_legal(state, action):
        return False
    try:
        after = apply(state, action, NoDice()).state
    except DiceWanted:
        return True
    return len(ask.all_unlanded(after)) < len(ask.all_unlanded(state))


def _is_landing_ground(state: GameState, space: SpaceId) -> bool:
    return state.edition.board.is_land(space) and ask.is_landing_territory(state, space, state.power)


def _move(piece: Piece, way: ask.Reach) -> Action:
    return {"type": "move", "pick": [piece.id], "path": list(way.path), "owner": piece.power}


def _leavings(state: GameState) -> Iterator[Action]:
    """Ways of own ships out of hostile zones in which they have not fought."""
    if state.phase not in ("combat_move", "noncombat_move"):
        return
    for piece in sorted(state.pieces.values(), key=state.rank):
        at_sea = ask.commands(state, piece) and state.type_of(piece).domain == "sea" and not piece.moved
        if at_sea and ask.is_hostile_zone(state, piece.space, state.power):
            for way in ask.destinations(state, piece.space, piece.unit, piece.power):
                if not ask.is_hostile_zone(state, way.space, state.power):
                    yield _move(piece, way)


def _leave_by_any_way(hand: Hand) -> None:
    """Any move that is offered, until the phase can be ended."""
    for group in ask.movable(hand.state) if hand.is_open else ():
        for way in ask.destinations(hand.state, group.space, group.unit, group.owner):
            move = {"type": "move", "units": {group.unit: 1}, "owner": group.owner, "path": list(way.path)}
            if hand.offer(move, CLEAR) and try_to_end(hand):
                return
    if not _ends_with_what_is_due(hand):
        hand.give({"type": "end_phase", "phase": hand.phase}, DONE)
