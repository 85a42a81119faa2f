"""Neutral territories that take sides, in words."""

from __future__ import annotations

from engine import GameState
from engine.ask import are_on_one_side, is_enemy, neutral_army, neutrals_attacked, turned_by
from engine.events.neutrals import NeutralJoined, NeutralRoused, NeutralWon
from engine.facts.board import SpaceId
from engine.state.pieces import Piece
from engine.state.words import place
from gamemaster.narration.phrases import force, heading, joined_within, row, side_name, the_power

ROOM_FOR_NEUTRALS = 120


def roused_line(state: GameState, event: NeutralRoused) -> str:
    """ "Lowvale joins the Allies: Suland leads 2 infantry there."."""
    joins = f"{heading(state, event.territory)} joins {side_name(event.side)}"
    if not event.army:
        return f"{joins}."
    return f"{joins}: {the_power(state, event.power)} leads {force(state, event.army)} there."


def joined_line(state: GameState, event: NeutralJoined) -> str:
    """ "Lowvale joins Norland with 2 infantry (POL-60)."."""
    army = (*event.army, *state.select(event.joined))
    units = f" with {force(state, army)}" if army else ""
    return f"{heading(state, event.territory)} joins {the_power(state, event.power)}{units} ({event.rule})."


def turning_lines(state: GameState) -> list[str]:
    """Which strict neutrals an attack on another turns: "The attack on Sweden makes … lean to the Allies (POL-54)."."""
    side = side_name("allies" if state.edition.power[state.power].side == "axis" else "axis")
    turned = {each: turned_by(state, each) for each in neutrals_attacked(state)}
    return [
        f"The attack on {place(state, each)} makes other strict neutrals lean to {side} (POL-54): "
        f"{joined_within([place(state, other) for other in others], ROOM_FOR_NEUTRALS)}."
        for each, others in turned.items()
        if others
    ][:1]


def who_stands_in(state: GameState, space: SpaceId) -> str:
    """ "enemy: 2 tanks; with 1 fighter"; "there: 5 infantry of its own" in a neutral with an army; nothing where
    nobody is.
    """
    foes, friends, others = list[Piece](), list[Piece](), list[Piece]()
    for piece in state.at(space):
        if is_enemy(state, piece, state.power):
            foes.append(piece)
        else:
            (friends if are_on_one_side(state, piece.power, state.power) else others).append(piece)
    army = neutral_army(state, space)
    own = f"{row(state, army)} of its own" if army else ""
    looking_on = ", ".join(filter(None, (force(state, others, ""), own)))
    told = (("enemy: ", force(state, foes, "")), ("with ", force(state, friends, "")), ("there: ", looking_on))
    return "; ".join(f"{word}{units}" for word, units in told if units)


def won_line(state: GameState, event: NeutralWon) -> str:
    """ "Won over Lowvale (+1 income) with 2 infantry."."""
    army = (*event.army, *state.select(event.joined))
    units = f" with {force(state, army)}" if army else ""
    value = state.edition.board.territory[event.territory].ipc
    return f"Won over {place(state, event.territory)} (+{value} income){units}."
