"""Enigma Decoded: units come to one attacked space, or leave it, before the first battle (OPT-30, ASY-36)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Self

from pydantic import Field, model_validator

from engine.advantages.rule import AdvantageRule
from engine.dice import ScriptedDice
from engine.errors import IllegalAction
from engine.events import Event
from engine.events.advantages import AdvantageUsed
from engine.events.questions import RequestClosed
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.kinds import Counts, Question, say
from engine.landing.basing import decks_at, room_on, settle, unlanded
from engine.movement.form import Move
from engine.movement.orders import check_piece, move
from engine.movement.paths import Path, check_spaces
from engine.movement.transports import assign_to_ships
from engine.play import Play
from engine.politics.standing import at_war, is_friendly_territory
from engine.position.due import battles_due
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.questions import Choice, Options, Request, RequestKind
from engine.state.selection import refusal
from engine.state.turn import Turn
from engine.state.words import listed, place

__all__ = ["EnigmaChoice", "EnigmaMove", "EnigmaOptions"]

NAME: RequestKind = "enigma_decoded"


class EnigmaMove(Options):
    """A way into an attacked space or out of it, with the units that could go."""

    start: SpaceId = Field(alias="from")
    end: SpaceId = Field(alias="to")
    units: Mapping[UnitId, int]


class EnigmaOptions(Options):
    """The attacked spaces, and the ways into them and out of them."""

    attacked: tuple[SpaceId, ...]
    moves: tuple[EnigmaMove, ...]


def _all_or_nothing(schema: dict[str, object]) -> None:
    schema["oneOf"] = [{"maxProperties": 0}, {"required": ["from", "to"]}]


class EnigmaChoice(Choice, extra="forbid", json_schema_extra=_all_or_nothing):
    """The special move: units by count, or by id in `pick`, from one space to an adjacent one, of which one is
    attacked. {} keeps the advantage.
    """

    start: SpaceId = Field(default="", alias="from")
    end: SpaceId = Field(default="", alias="to")
    units: Counts = Field(default_factory=dict)
    pick: tuple[PieceId, ...] = ()

    @model_validator(mode="after")
    def _says_where(self) -> Self:
        if self.model_fields_set and not {"start", "end"} <= self.model_fields_set:
            raise ValueError("say from where to where")
        return self


def ask(play: Play) -> None:
    """With the combat moves of the rival done, ask for the special move, if there is one to make.

    The options say what could go from where to where; room aboard, landing places and who stays behind are looked at
    when the units are named, for all of them together.
    """
    state = play.state
    advantage = state.edition.advantage.get(NAME)
    if advantage is None or play.power not in advantage.powers or not state.has_advantage(advantage.power, NAME):
        return
    attacked = _attacked_spaces(state, advantage.power)
    if moves := [move for space in attacked for move in _possible_moves(state, advantage.power, space, attacked)]:
        offered = EnigmaOptions(attacked=attacked, moves=tuple(moves))
        QUESTION.ask(play, attacked[0], (advantage.power,), offered, EnigmaChoice(), "attack")


def _attacked_spaces(state: GameState, power: PowerId) -> tuple[SpaceId, ...]:
    """Spaces held by a power's side that are under attack, raids included: territories, and zones with ships."""
    spaces = sorted({battle.space for battle in battles_due(state)})
    board = state.edition.board
    return tuple(space for space in spaces if board.is_sea(space) or is_friendly_territory(state, space, power))


def _possible_moves(
    state: GameState, power: PowerId, space: SpaceId, attacked: tuple[SpaceId, ...]
) -> Iterator[EnigmaMove]:
    """The ways into an attacked space and out of it, each with the units that could go."""
    before = _before_the_attack(state, power, space)
    neighbours = state.edition.board.neighbours[space]
    into = [(neighbour, space) for neighbour in neighbours]
    out_of = [(space, neighbour) for neighbour in neighbours if neighbour not in attacked]
    for path in (*into, *out_of):
        own = [piece for piece in before.at(path[0]) if piece.power == power]
        free = own if path in into else [piece for piece in own if _leaves_somebody(piece, own)]
        if units := Counter(piece.unit for piece in free if _could_go(before, piece, path, free)):
            yield EnigmaMove(start=path[0], end=path[1], units=units)


def _leaves_somebody(piece: Piece, own: Sequence[Piece]) -> bool:
    """Whether somebody stays behind if a piece goes with all that it carries."""
    return any(other.id != piece.id and other.aboard != piece.id for other in own)


def _could_go(before: GameState, piece: Piece, path: Path, free: Sequence[Piece]) -> bool:
    """Whether a piece could take part in the special move: by itself, or an aircraft with a carrier that is free to."""
    if refusal(lambda piece: check_piece(before, piece, path), piece) is not None:
        return False
    domain = before.type_of(piece).domain
    if domain == "sea" or before.edition.board.is_land(path[1]):
        return True
    if domain == "land":
        return refusal(lambda piece: _check_finds_ship(before, piece, path[1]), piece) is None
    own = (ship for ship in decks_at(before, path[0], piece.power) if ship in free)
    comes_along = any(refusal(lambda ship: check_piece(before, ship, path), ship) is None for ship in own)
    return comes_along or any(room_on(before, ship) > 0 for ship in decks_at(before, path[1], piece.power))


def _check_finds_ship(before: GameState, piece: Piece, zone: SpaceId) -> None:
    assign_to_ships(before, (piece,), zone, None, None)


def answer(play: Play, request: Request, power: PowerId, said: EnigmaChoice) -> None:
    """Make the special move, or keep the advantage; raises IllegalAction."""
    moves = bool(said.model_fields_set)
    events = _special_move(play.state, power, _order(said)) if moves else ()
    play.emit(RequestClosed(request.id, said.to_json()))
    if events:
        play.emit(AdvantageUsed(power, NAME, once=True, in_force=False))
    for event in events:
        play.emit(replace(event, audience=play.audience))
    settle(play, power)


def _order(said: EnigmaChoice) -> Move:
    return Move(type="move", path=(said.start, said.end), units=said.units, pick=said.pick)


def _special_move(state: GameState, power: PowerId, order: Move) -> tuple[Event, ...]:
    """The result of units moving this way; raises IllegalAction.

    Into a space of its side that is attacked, or out of one into a friendly space, leaving a unit of its own behind.
    """
    start, end = order.path
    check_spaces(state, order.path)
    attacked = _attacked_spaces(state, power)
    if start not in attacked and end not in attacked:
        names = listed((place(state, space) for space in attacked), "or")
        raise IllegalAction("OPT-30", f"The units must move into or out of an attacked space: {names}.")
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
    there = [piece.id for piece in state.at(space) if at_war(state, piece.power, power)]
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


QUESTION = Question(
    NAME,
    EnigmaOptions,
    EnigmaChoice,
    say("Say {“from”: space, “to”: space, “units”: {“infantry”: 2}}, or {} to keep the advantage."),
    answer,
    printed_by="advantages",
    before_battles=True,
    sealed=True,
)
RULE = AdvantageRule(NAME, question=QUESTION, steps={"ask_for_enigma": ask})
