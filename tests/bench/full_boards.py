"""Boards of 2,000 pieces, as dear as they can be: what orders, menus, drafts, undoing and corrections cost there, and
how long any of them keeps the event loop.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bot import keep_start_out_of_collections
from engine import GameState, Refusal, apply
from engine.ask import destinations, is_legal, undone_together
from engine.dice import NoDice
from gamemaster.errors import LineRefused
from gamemaster.master import GameMaster
from gamemaster.narration import end_phase_warnings, landing_moves, own_orders_text
from gamemaster.orders.corrections import correct
from gamemaster.orders.drafts import Draft
from gamemaster.orders.examples import example_move, places_to_move_from
from gamemaster.orders.shipping import shipping_orders
from gamemaster.roles import Actor
from gamemaster.sheets.bringing.aims import Stack
from gamemaster.sheets.bringing.moving_plan import ends_from
from gamemaster.sheets.page import MOST_ENTRIES
from store import utc_seconds
from tests.bench.loop import Probe
from tests.bench.measured import Measured, core_milliseconds
from tests.bench.nowhere import NowhereSender
from tests.bench.stocked import AXIS, stock
from tests.engine.full_boards import SPACES, board, laid_out, ordered

MOST_MILLISECONDS, LONGEST_STALL = 250, 50
MANY = 40
"""Units that move together, and lines of a form."""
SMALL_CORRECTION: Mapping[str, Any] = {"type": "edit", "ipcs": {"germany": 21}}
PLAYER = Actor(AXIS, "Somebody")
HOST = Actor(1, "Host", manages_server=True)
Works = dict[str, float]


def measure(folder: Path) -> list[Measured]:
    """The budgets of full boards."""
    dearest: dict[str, tuple[float, str]] = {}
    for name in SPACES:
        for what, cost in _costs(name).items():
            dearest[what] = max(dearest.get(what, (0.0, "")), (cost, name))
    keep_start_out_of_collections()
    stalls = asyncio.run(_stalls(folder))
    stall, during = max((stall, during) for during, stall in stalls.items())
    return [
        *(
            Measured(f"2,000 pieces, {what} (dearest: {name})", cost, MOST_MILLISECONDS, "ms")
            for what, (cost, name) in dearest.items()
        ),
        Measured(f"2,000 pieces, event loop blocked at most (by {during})", stall, LONGEST_STALL, "ms"),
    ]


def _costs(name: str) -> Works:
    """What each kind of thing costs at most on one of the boards, in milliseconds of a core."""
    state = board(SPACES[name])
    orders = [*_moves(state), {"type": "end_phase"}]
    return {
        "an order": max(_cost(state, partial(_tried, each)) for each in orders),
        "a menu": max(_cost(state, menu) for menu in _menus(state)),
        "the orders so far and what is left undone": max(
            _cost(state, own_orders_text), _cost(state, end_phase_warnings)
        ),
        **(_costs_of_undoing() if name == "ordered" else {}),
        "a correction": _cost(state, partial(_tried, laid_out(SPACES[name]))),
        **({"a voyage": _cost(state, _shipped)} if name == "harbour" else {}),
    }


def _costs_of_undoing() -> Works:
    """With as many orders as there can be."""
    return {
        "an order taken back": _cost(ordered(), partial(_tried, {"type": "undo", "order": 0})),
        "what depends on an order": _cost(ordered(), lambda state: undone_together(state, 0)),
        "a correction that takes back all orders": _cost(ordered(), _corrected),
    }


def _cost(state: GameState, work: Callable[[GameState], Any]) -> float:
    """What work on a position costs of which nothing is known yet."""
    return core_milliseconds(partial(work, replace(state)))


def _tried(action: Mapping[str, Any], state: GameState) -> None:
    with suppress(Refusal):
        apply(state, action, NoDice())


def _shipped(state: GameState) -> None:
    with suppress(Refusal):
        shipping_orders(state, {"infantry": 500}, "japan", "korea")


def _corrected(state: GameState) -> None:
    game: Any = _Row()
    correct(Draft(state, game, "bench"), SMALL_CORRECTION)


class _Row:
    """As much of the row of a game as a draft looks at."""

    id, seq, next_roll, dice_method = 1, 0, 1, 1


def _moves(state: GameState) -> Iterator[dict[str, Any]]:
    """One, and many, of the units of each kind to a neighbouring space, if there is one where they may go."""
    for space, pieces in sorted(state.by_space.items()):
        for unit, count in Counter(piece.unit for piece in pieces).items():
            near = state.edition.board.neighbours[space]
            ways = ({"type": "move", "units": {unit: min(count, MANY)}, "path": [space, there]} for there in near)
            if many := next((way for way in ways if is_legal(state, way)), None):
                yield from ({**many, "units": {unit: 1}}, many)


def _menus(state: GameState) -> Iterator[Callable[[GameState], Any]]:
    """What may be asked before an order is given."""
    yield from (partial(places_to_move_from, most=MOST_ENTRIES + 1), example_move, landing_moves)
    space = max(state.by_space, key=lambda each: len(state.at(each)))
    for unit in dict.fromkeys(piece.unit for piece in state.at(space)):
        yield partial(destinations, space=space, unit=unit)
        yield partial(ends_from, start=space, chosen=(Stack(space, unit, MANY),))


async def _stalls(folder: Path) -> Works:
    """How long the loop is away at most while the game master carries out each kind of order on each board."""
    (own := folder / "full_boards").mkdir()
    store = await stock(own / "games.db", games=1, setup="global_1940")
    master = GameMaster(store, NowhereSender(), utc_seconds, edit_pause=0.0)
    master.publisher.start()
    probe = Probe()
    watching = asyncio.create_task(probe.watch())
    found: Works = {}
    try:
        for name in SPACES:
            for number, (what, deed) in enumerate(_deeds(master, name)):
                probe.start()
                probe.longest = 0.0
                with suppress(Refusal, LineRefused):
                    await deed(f"{name} {number}")
                found[f"{what}, {name}"] = probe.longest
    finally:
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        await master.publisher.stop()
        await store.close()
    return found


def _deeds(master: GameMaster, name: str) -> Iterator[tuple[str, Callable[[str], Awaitable[Any]]]]:
    """What is done on one of the boards, and how, with the number of the interaction."""

    def acts(*actions: Mapping[str, Any]) -> Callable[[str], Awaitable[Any]]:
        return lambda cause: master.acting.act(1, PLAYER, actions, cause)

    def edits(action: Mapping[str, Any]) -> Callable[[str], Awaitable[Any]]:
        return lambda cause: master.consent.wish(1, HOST, "edit", {"change": action}, cause)

    yield "a correction", edits(laid_out(SPACES[name]))
    move = next(_moves(board(SPACES[name])))
    yield "an order", acts(move)
    yield "a form", acts(*[move] * MANY)
    yield "an order taken back", acts({"type": "undo", "order": 0})
    yield "a correction of little", edits({"type": "edit", "ipcs": {"germany": 100 + [*SPACES].index(name)}})
    yield "the end of a phase", acts({"type": "end_phase"})
