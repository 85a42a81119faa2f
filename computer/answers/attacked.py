"""Units that come to an attacked space, or leave it, before the first battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from computer.answers.options import Asked, Option, best_of
from computer.answers.stakes import of_attack, of_zone
from computer.chances import price
from computer.playing import Reply
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.state.pieces import Piece
from engine.state.successors import with_pieces
from engine.state.words import counted, pieces_in_words, place

KEPT = 4.0
"""What a move that can be made once in a game is worth later, in IPCs."""


def treaty(asked: Asked) -> Reply:
    """The infantry appears where that costs the attackers most; it is never declined."""
    state, offered = asked.state, ask.TreatyOptions.of(asked.request)
    options = []
    for space in offered.spaces:
        fresh = ask.new_pieces(state, asked.power, offered.units, space)
        there = state.owners[space]
        is_held = there is not None and ask.are_on_one_side(state, there, asked.power)
        after = _lost_in(asked, with_pieces(state, fresh), (space,)) if is_held else 0.0
        gain = _lost_in(asked, state, (space,)) - after + price(state, fresh)
        options.append(
            Option({"space": space}, f"{counted(state, offered.units)} appear in {place(state, space)}", gain)
        )
    return best_of(options)


def enigma(asked: Asked) -> Reply:
    """The move that costs the attackers most, if it is worth more than to keep it for later."""
    options = [Option({}, "keep the special move", KEPT)]
    for start, end, units in _moves(asked.state, asked):
        choice: dict[str, object] = {"from": start, "to": end, "pick": [piece.id for piece in units]}
        said = {"type": "decide", "request": asked.request.id, "power": asked.power, "choice": choice}
        if units and ask.is_legal(asked.state, said):
            options.append(_moved(asked, choice, start, end, units))
    return best_of(options)


def _moves(state: GameState, asked: Asked) -> Iterator[tuple[SpaceId, SpaceId, list[Piece]]]:
    """All who could go somewhere, or those on land; out of an attacked space all but one."""
    offered = ask.EnigmaOptions.of(asked.request)
    for way in offered.moves:
        own = [piece for piece in state.at(way.start) if piece.power == asked.power]
        able = [piece for piece in own if piece.unit in way.units]
        if way.end not in offered.attacked and len(able) == len(own):
            able = sorted(able, key=lambda piece: price(state, [piece]))[1:]
        yield way.start, way.end, able
        fighters = [piece for piece in able if state.type_of(piece).domain != "air"]
        if 0 < len(fighters) < len(able):
            yield way.start, way.end, fighters


def _moved(asked: Asked, choice: dict[str, object], start: SpaceId, end: SpaceId, units: Sequence[Piece]) -> Option:
    state = asked.state
    after = with_pieces(state, [replace(piece, space=end, aboard=None) for piece in units])
    gain = _lost_in(asked, state, (start, end)) - _lost_in(asked, after, (start, end))
    aim = f"move {pieces_in_words(state, units)} from {place(state, start)} to {place(state, end)}"
    return Option(choice, aim, gain)


def _lost_in(asked: Asked, state: GameState, spaces: Sequence[SpaceId]) -> float:
    """What the attackers gain in some spaces on average."""
    of = (of_attack if space in state.owners else of_zone for space in spaces)
    return sum(found(state, space, asked.prize).attackers_gain for found, space in zip(of, spaces, strict=True))
