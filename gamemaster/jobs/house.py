"""What the house orders next, thought out where nobody waits for it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby

from computer.easy.stances import STANCES
from computer.levels import seconds_until_cut_off
from computer.phase import orders_of
from computer.playing import Action, CutOff, Given
from engine import GameState, apply
from engine.ask import Mobilize, Move, Purchase, parse_order
from engine.dice import DiceWanted, NoDice
from engine.facts.unit_types import UnitId
from engine.state.words import listed
from gamemaster.narration.open_orders import order_line
from gamemaster.narration.phrases import bought, row

TOLD = {"purchase", "move", "engage", "promise", "mobilize", "advantage"}
"""The types of orders that stand until their phase ends."""
WAR = "declare_war"
"""The type of an order that stands for good."""
MOST_WAITED = 30.0
"""Seconds on the wall beside those of a core that a thought may take, on a machine that has other things to do."""


@dataclass(frozen=True)
class _InWords:
    """An order in words: units, and what becomes of them."""

    units: Mapping[UnitId, int]
    rest: str

    def line(self, board: GameState) -> str:
        """ "3 infantry: Germany to Poland"."""
        return f"{row(board, self.units)}{self.rest}"


@dataclass(frozen=True)
class Position:
    """A position as the seat of a power sees it, and who thinks of it; stance: how much they dare, if not as usual.

    spent: for how many seconds of a core they have thought in this turn already.
    """

    board: GameState
    power: str
    level: str
    seed: int
    stance: str = ""
    spent: float = field(default=0.0, compare=False)


@dataclass(frozen=True)
class Thought:
    """Orders, and for each of them why; `line` is the order in words, empty where there is nothing to tell of it.

    `told` beside it stands in the last of those orders of one aim that go the same way: all of them in words.
    `answers` stands beside it where a question was answered and something was weighed: there the aim says what.
    `reason` is a number for each of the reasons: several orders may be given for one.
    seconds: of a core that it took. is_cut_off: time was up, so that it is the best that was found by then.
    takes_back: whether among the orders are such that take back what stood before it began.
    """

    actions: tuple[Action, ...]
    why: tuple[Action, ...]
    seconds: float = field(default=0.0, compare=False)
    is_cut_off: bool = False
    takes_back: bool = False


def thought_out(position: Position) -> Thought:
    """What a level does in a position; always the same in the same one, unless time is up before it is done."""
    began, cut_off = time.process_time(), _clock(position)
    given = orders_of(position.board, position.power, position.level, position.seed, position.stance, cut_off)
    lines, told, takes_back = _lines(position.board, given)
    reasons = {reason: number for number, reason in enumerate(dict.fromkeys(id(each.why) for each in given))}
    why = (
        {
            "line": lines[at],
            "told": told[at],
            "answers": answers(each),
            "reason": reasons[id(each.why)],
            **asdict(each.why),
        }
        for at, each in enumerate(given)
        if each.why
    )
    actions = tuple(dict(each.action) for each in given)
    return Thought(actions, tuple(why), time.process_time() - began, cut_off.has_come, takes_back)


def _clock(position: Position) -> CutOff:
    """Time is up once a turn has taken a core for three times as long as it may, or a thought has been waited for."""
    left = max(0.0, seconds_until_cut_off(position.level, position.board) - position.spent)
    end, latest = time.process_time() + left, time.monotonic() + left + MOST_WAITED
    return CutOff(lambda: time.process_time() >= end or time.monotonic() >= latest)


def patience_with(position: Position) -> float:
    """After so many seconds a worker that thinks out a position is given up."""
    return seconds_until_cut_off(position.level, position.board) + 2 * MOST_WAITED


def answers(given: Given) -> bool:
    """Whether it answers a question by what was weighed, and not as printed or as others propose."""
    return given.action["type"] == "decide" and given.why is not None and given.why.gain is not None


def plans_of(position: Position) -> dict[str, Thought]:
    """What the level does in each stance that it has, the most careful first."""
    return {stance: thought_out(replace(position, stance=stance)) for stance in STANCES}


def _lines(board: GameState, given: Sequence[Given]) -> tuple[list[str], list[str], bool]:
    """The orders in words; none for those that were taken back, for answers, and for ends of phases.

    And what is told of them: those of one aim that go the same way together, with the last of them. And whether
    orders from before are taken back.
    """
    orders: list[_InWords | None] = [None] * len(given)
    state, standing = board, [-1] * len(board.undo)
    takes_back = False
    for at, each in enumerate(given):
        after = _after(state, each.action)
        if each.action["type"] == "undo":
            taken = each.action.get("order", len(standing) - 1)
            undone = standing.pop(taken) if isinstance(taken, int) and taken < len(standing) else -1
            if undone >= 0:
                orders[undone] = None
            takes_back = takes_back or undone < 0
        elif after is None or len(after.undo) > len(state.undo):
            orders[at] = in_words(state, each.action)
            standing.append(at)
        elif each.action["type"] == WAR:
            orders[at] = _war(state, each.action)
        state = after or state
    lines = [order.line(board) if order else "" for order in orders]
    return lines, _together(board, given, orders), takes_back


def _after(state: GameState, action: Action) -> GameState | None:
    """The position after an order; None where dice decide that."""
    try:
        return apply(state, action, NoDice()).state
    except DiceWanted:
        return None


def _together(board: GameState, given: Sequence[Given], orders: Sequence[_InWords | None]) -> list[str]:
    """What is told with each order: those of one aim that go the same way are told with the last of them."""
    told = [""] * len(given)
    whys = [{"answers": answers(each), **asdict(each.why)} if each.why else {} for each in given]
    standing = [(at, order) for at, order in enumerate(orders) if order and whys[at]]
    for _, group in groupby(standing, lambda each: purpose(whys[each[0]])):
        last: dict[str, int] = {}
        units: dict[str, Counter[UnitId]] = {}
        for at, order in group:
            last[order.rest] = at
            units.setdefault(order.rest, Counter()).update(order.units)
        for rest, at in last.items():
            told[at] = _InWords(units[rest], rest).line(board)
    return told


def purpose(why: Action) -> tuple[object, ...]:
    """What orders of one aim have in common: where no die falls, what each of them brings adds up."""
    if adds_up(why):
        return (why["aim"],)
    return why["aim"], why["odds"], why["gain"], why["risk"], why.get("answers")


def adds_up(why: Action) -> bool:
    """Whether it is a move that was weighed beside others to the same place."""
    return why["odds"] is None and not why.get("answers")


def in_words(state: GameState, action: Action) -> _InWords | None:
    """An order in words; None for those that need none. Ships and aircraft are told without their way."""
    if action["type"] not in TOLD:
        return None
    match parse_order(action):
        case Purchase() as purchase:
            return _InWords({}, bought(state, purchase.units, purchase.repairs))
        case Mobilize() as mobilize:
            units: Mapping[UnitId, int] = mobilize.units
        case Move() as move:
            action, units = _without_its_way(state, move, action), _moved(state, move)
        case _:
            units = {}
    return _InWords(units, order_line(state, action).removeprefix(row(state, units)))


def _war(state: GameState, action: Action) -> _InWords:
    on = action["on"]
    powers = on if isinstance(on, list | tuple) else ()
    return _InWords({}, f"declare war on {listed(state.edition.power[power].called for power in powers)}")


def _moved(state: GameState, move: Move) -> Counter[UnitId]:
    return Counter(move.units) | Counter(state.pieces[name].unit for name in move.pick if name in state.pieces)


def _without_its_way(state: GameState, move: Move, action: Action) -> Action:
    """A move from where to where alone, but for land units, which may take what lies on their way."""
    is_own = move.owner == state.power
    told = {key: value for key, value in action.items() if not (is_own and key == "owner")}
    by_land = any(state.unit_of(move.owner or state.power, unit).domain == "land" for unit in _moved(state, move))
    return told if by_land else {**told, "path": [move.path[0], move.path[-1]]}
