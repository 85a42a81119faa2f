"""Enigma Decoded: units come to one attacked space, or leave it, before the first battle (OPT-30, ASY-36)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from engine.actions import Move
from engine.aircraft import settle, unlanded
from engine.board import PowerId, SpaceId
from engine.combat.begin import find_battles_unless_asked
from engine.combat.due import battles_due
from engine.dice import ScriptedDice
from engine.errors import IllegalAction
from engine.events import AdvantageUsed, Event, RequestClosed
from engine.movement.orders import move
from engine.movement.paths import check_spaces
from engine.play import Play
from engine.relations import are_friends, is_friendly_territory
from engine.requests import open_request
from engine.state import Choice, GameState, Request, RequestKind, Turn
from engine.unit_types import UnitId
from engine.words import listed, place

NAME: RequestKind = "enigma_decoded"


def ask(play: Play) -> None:
    """With the combat moves of the rival done, ask for the special move, if there is one to make."""
    state = play.state
    advantage = state.edition.advantage.get(NAME)
    if advantage is None or play.power not in advantage.powers or not state.has_advantage(advantage.power, NAME):
        return
    if moves := list(_possible_moves(state, advantage.power)):
        attacked = _attacked_spaces(state, advantage.power)
        options = {"attacked": list(attacked), "moves": moves}
        open_request(play, NAME, attacked[0], (advantage.power,), options, {}, "attack")


def _attacked_spaces(state: GameState, power: PowerId) -> tuple[SpaceId, ...]:
    """Spaces held by a power's side that are under attack, raids included: territories, and zones with ships."""
    spaces = sorted({battle.space for battle in battles_due(state)})
    board = state.edition.board
    return tuple(space for space in spaces if board.is_sea(space) or is_friendly_territory(state, space, power))


def _possible_moves(state: GameState, power: PowerId) -> Iterator[dict[str, Any]]:
    """From where to where units could go, and how many of each there are that could go at least alone."""
    attacked = _attacked_spaces(state, power)
    ways = {(space, other) for space in attacked for other in state.edition.board.neighbours[space]}
    for start, end in sorted(ways | {(end, start) for start, end in ways}):
        own = [piece.unit for piece in state.at(start) if piece.power == power]
        units: dict[UnitId, int] = {unit: own.count(unit) for unit in own if _could_go(state, power, unit, start, end)}
        if units:
            yield {"from": start, "to": end, "units": units}


def _could_go(state: GameState, power: PowerId, unit: UnitId, start: SpaceId, end: SpaceId) -> bool:
    try:
        _special_move(state, power, Move(type="move", units={unit: 1}, path=(start, end)))
    except IllegalAction:
        return False
    return True


def answer(play: Play, request: Request, power: PowerId, choice: Choice | str) -> None:
    """Make the special move, or keep the advantage; raises IllegalAction."""
    chosen = request.default if isinstance(choice, str) else choice
    events = _special_move(play.state, power, _order(chosen)) if chosen else ()
    play.emit(RequestClosed(request.id, chosen))
    if events:
        play.emit(AdvantageUsed(power, NAME, once=True, in_force=False))
    for event in events:
        play.emit(replace(event, audience=play.audience))
    settle(play, power)
    find_battles_unless_asked(play)


def _order(choice: Choice) -> Move:
    """The choice as an order to move; raises IllegalAction (`form`)."""
    explained = IllegalAction(
        "form", "Say {“from”: space, “to”: space, “units”: {“infantry”: 2}}, or {} to keep the advantage."
    )
    if not {"from", "to"} <= set(choice) <= {"from", "to", "units", "pick"}:
        raise explained
    details = {key: choice[key] for key in ("units", "pick") if key in choice}
    try:
        return Move(type="move", path=(choice["from"], choice["to"]), **details)
    except ValidationError as error:
        raise explained from error


def _special_move(state: GameState, power: PowerId, order: Move) -> tuple[Event, ...]:
    """What happens when units move so; raises IllegalAction.

    Into a space of its side that is attacked, or out of one into a friendly space, leaving a unit of its own behind.
    """
    start, end = order.path
    check_spaces(state, order.path)
    attacked = _attacked_spaces(state, power)
    if start not in attacked and end not in attacked:
        names = listed((place(state, space) for space in attacked), "or")
        raise IllegalAction("OPT-30", f"The units must go to, or come from, an attacked space: {names}.")
    if not state.edition.board.are_adjacent(start, end):
        raise IllegalAction("OPT-30", f"{place(state, start)} and {place(state, end)} do not touch.")
    before = _before_the_attack(state, power, end if end in attacked else start)
    play = Play(before, ScriptedDice(()))
    move(play, order)
    if end not in attacked and not any(piece.power == power for piece in play.state.at(start)):
        raise IllegalAction("OPT-30", f"At least one unit must stay behind in {place(state, start)}.")
    lost = unlanded(play.state, power)
    if len(lost) > len(unlanded(before, power)):
        name, where = state.type_of(lost[0]).name, place(state, lost[0].space)
        raise IllegalAction("NCM-20", f"The {name} over {where} would have nowhere to land.")
    return tuple(play.events)


def _before_the_attack(state: GameState, power: PowerId, space: SpaceId) -> GameState:
    """The position as if the power made its noncombat move and the attackers had not come to this space yet."""
    there = [piece.id for piece in state.at(space) if not are_friends(state, piece.power, power)]
    return replace(
        state,
        power=power,
        phase="noncombat_move",
        pieces={i: piece for i, piece in state.pieces.items() if i not in there},
        turn=Turn(owners_before=state.turn.owners_before),
        advantages={},
        requests=(),
        undo=(),
    )
