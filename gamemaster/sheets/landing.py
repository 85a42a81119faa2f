"""Landing by thumb: every aircraft in the air with the places that it can reach, and one landing for all of them."""

from __future__ import annotations

from collections import Counter
from itertools import islice

from engine import GameState, apply
from engine.ask import all_unlanded, landing_plan
from engine.dice import DiceWanted, NoDice
from engine.facts.board import SpaceId
from engine.reading import read_number
from engine.state.words import first_upper, listed, place, with_article
from gamemaster.keys import phase_key
from gamemaster.narration import order_line
from gamemaster.narration.landings import LandingMove, landing_moves, landing_place, landings_of, unlanded_piece
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.narration.politics.diplomacy import who_stands_in
from gamemaster.orders.drafts import JsonAction
from gamemaster.sheets.bringing.aims import Stack, Target
from gamemaster.sheets.bringing.gathering import gather
from gamemaster.sheets.page import MOST_ENTRIES, Entry, Menu, Part, Row, Sheet

MOST_STACKS = 5
"""With a menu on one sheet; the others come once these have landed."""
MOST_LANDINGS = 60
"""Proposed at once."""


def landings_sheet(game_id: int, state: GameState) -> Sheet:
    """Who is in the air, with a menu of places for each stack; carriers that can come; all as proposed."""
    stacks = stacks_aloft(state)
    parts: list[Part] = [_said(state, stacks)]
    parts += [menu for stack in stacks[:MOST_STACKS] if (menu := _menu(state, stack)).entries]
    carriers = [move for move in landing_moves(state) if move.is_carrier]
    parts.append(Row(tuple((deed_of(state, move), label_of(state, move), "secondary") for move in carriers)))
    proposed = proposed_landings(state)
    if proposed:
        lines = "; ".join(order_line(state, order) for order in proposed)
        parts.append(f"Proposed: {lines}.")
    buttons: list[PhaseButton] = [("landall", "Land as proposed", "primary")] if proposed else []
    return Sheet(game_id, phase_key(state), state.power, (*parts, Row((*buttons, ("guide", "Back", "secondary")))))


def stacks_aloft(state: GameState) -> tuple[Stack, ...]:
    """Own aircraft that must still be landed and can be, by place and kind."""
    stranded = landing_plan(state).stranded
    own = (piece for piece in all_unlanded(state) if piece.power == state.power and piece not in stranded)
    counts = Counter((piece.space, piece.unit) for piece in own)
    return tuple(Stack(space, unit, count) for (space, unit), count in counts.items())


def _said(state: GameState, stacks: tuple[Stack, ...]) -> str:
    if not stacks:
        return "All your aircraft have landed."
    flying = (f"{state.edition.unit[s.unit].counted(s.count)} over {place(state, s.origin)}" for s in stacks)
    return f"Still to land: {listed(flying)}."


def _menu(state: GameState, stack: Stack) -> Menu:
    piece = next(p for p in state.at(stack.origin) if p.unit == stack.unit and p.power == state.power)
    ends = dict.fromkeys(move.end for move in landings_of(state, piece) if move.unit == stack.unit)
    entries = tuple(
        Entry(first_upper(landing_place(state, end)), end, who_stands_in(state, end))
        for end in islice(ends, MOST_ENTRIES)
    )
    who = f"{state.edition.unit[stack.unit].counted(stack.count)} over {place(state, stack.origin)}"
    return Menu(f"landat.{_number(state, stack.origin)}.{stack.unit}", f"{who}: where?", entries)


def stack_named(state: GameState, argument: str) -> Stack | None:
    """The stack of a menu; None where none of it is in the air any more."""
    number, _, unit = argument.partition(".")
    return next((s for s in stacks_aloft(state) if (str(_number(state, s.origin)), s.unit) == (number, unit)), None)


def proposed_landings(state: GameState) -> tuple[JsonAction, ...]:
    """Orders after which as many aircraft as can have landed, each at the nearest place; carriers come for the rest."""
    orders: list[JsonAction] = []
    while len(orders) < MOST_LANDINGS and unlanded_piece(state) and (moves := landing_moves(state)):
        more, after = _landed(state, moves[0])
        orders += more
        if after is state:
            break  # dice fall first: who is left then is not known before
        state = after
    return tuple(orders)


def _landed(state: GameState, move: LandingMove) -> tuple[tuple[JsonAction, ...], GameState]:
    """The landing of all that are alike, as many as can, and the position after it."""
    alike = [s.count for s in stacks_aloft(state) if (s.origin, s.unit) == (move.start, move.unit)]
    if alike and not move.is_carrier and move.owner == state.power:
        gathered = gather(state, Target(move.end), [Stack(move.start, move.unit, alike[0])])
        return gathered.orders, gathered.state
    order = move.order(state)
    try:
        return (order,), apply(state, order, NoDice()).state
    except DiceWanted:
        return (order,), state


def deed_of(state: GameState, move: LandingMove) -> str:
    """What the button of a landing does: places by number, as two of their names do not fit into its id."""
    deed = f"land.{_number(state, move.start)}.{move.unit}.{_number(state, move.end)}"
    return deed if move.owner == state.power else f"{deed}.{move.owner}"


def move_of(state: GameState, argument: str) -> LandingMove | None:
    """The landing of a button; None for what no button says."""
    start, unit, end, owner = (*argument.split("."), "", "", "", "")[:4]
    spaces = _spaces(state)
    ends = [number for number in map(read_number, (start, end)) if number is not None and number < len(spaces)]
    return LandingMove(unit, owner or state.power, spaces[ends[0]], spaces[ends[1]]) if len(ends) == 2 else None


def label_of(state: GameState, move: LandingMove) -> str:
    """ "Land in Ukraine", "Land on the carrier in sea zone 5", "Land a tactical bomber in Ukraine" to make room."""
    if move.is_carrier:
        return f"Bring the carrier from {place(state, move.start)} to {place(state, move.end)}"
    piece = unlanded_piece(state)
    other = "" if piece and piece.unit == move.unit else f" {with_article(state.edition.unit[move.unit].name)}"
    return f"Land{other} {landing_place(state, move.end)}"


def _number(state: GameState, space: SpaceId) -> int:
    return _spaces(state).index(space)


def _spaces(state: GameState) -> list[SpaceId]:
    board = state.edition.board
    return [*board.territory, *board.sea_zone]
