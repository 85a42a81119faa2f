"""What lines with conditions come to while a question is open: plain orders, as its rule knows them (ASY-55).

What a condition gave is logged as the answer that follows from it, so a record replays without these orders.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.combat.losses.assignments import HitTaking
from engine.combat.losses.form import CasualtiesOptions
from engine.combat.losses.lines import at_stake, enemies_in, line_in_force
from engine.combat.submerge import SubmergeOptions
from engine.conditions.kinds import KINDS, PRESS, SUBMERGE
from engine.conditions.lines import ASK, Line, closest, read_lines
from engine.conditions.rising import risen_in_force
from engine.events.combat.battle import AttackOrDefense
from engine.facts.board import PowerId
from engine.kinds import Orders
from engine.politics.standing import are_on_one_side
from engine.state.game_state import GameState
from engine.state.questions import Request, RequestKind

BY_LINES: Mapping[RequestKind, Sequence[str]] = {"retreat": (PRESS, SUBMERGE), "submerge": (SUBMERGE,)}
"""The standing orders in lines that answer a question in a battle."""


def in_force(state: GameState, request: Request, orders: Orders, printed_by: str = "") -> Orders:
    """The orders with one plain word in place of the lines that could answer this question, none where it is asked.

    Plans for who rises name the aircraft to which their conditions have come (ASY-58). printed_by: the order that
    leaves the question to its printed answer.
    """
    if request.kind == "reaction":
        return risen_in_force(state, request, orders)
    words = _words(state, request, orders, printed_by)
    return {**orders, **{name: () if word in ("", ASK) else (word,) for name, word in words.items()}}


def asks(state: GameState, request: Request, orders: Orders, printed_by: str = "") -> bool:
    """Whether these orders want their owner to be asked, rather than saying nothing about a question."""
    if request.kind == "casualties" and state.battle is not None:
        taking = HitTaking(state, state.battle, CasualtiesOptions.of(request).side)
        line = line_in_force(taking, orders)
        return line is not None and line.asks(taking)
    return ASK in _words(state, request, orders, printed_by).values()


def _words(state: GameState, request: Request, orders: Orders, printed_by: str) -> dict[str, str]:
    """What each standing order in lines that could answer comes to, as far as it says anything about this question."""
    if orders.get(printed_by):
        line = closest(read_lines(KINDS[printed_by], orders[printed_by]), request.space, _opponents(state, request))
        return {printed_by: line.do if line else ""}
    if state.battle is None or request.kind not in BY_LINES:
        return {}
    side: AttackOrDefense = "attacker" if request.kind == "retreat" else SubmergeOptions.of(request).side
    taking = HitTaking(state, state.battle, side)
    named = (name for name in BY_LINES[request.kind] if orders.get(name))
    return {name: _word(taking, KINDS[name], orders[name]) for name in named}


def _opponents(state: GameState, request: Request) -> set[PowerId]:
    """Those of the other side who fight where a question is asked, or whose turn it is."""
    battle, own = state.battle, request.powers[0]
    fighting = state.select((*battle.attackers, *battle.defenders)) if battle and battle.space == request.space else ()
    powers = {state.power, *(piece.power for piece in fighting)}
    return {power for power in powers if not are_on_one_side(state, power, own)}


def _word(taking: HitTaking, kind: type[Line], texts: Sequence[str]) -> str:
    line = closest(read_lines(kind, texts), taking.battle.space, enemies_in(taking))
    if line is None:
        return ""
    if line.above is not None and at_stake(taking) > line.above:
        return ASK
    return line.until_stopped(taking) if line.do == line.goes_on else line.do
