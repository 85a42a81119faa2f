"""Twenty members ask for odds at once, late in a war: how long they wait, and what waits for them meanwhile."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from bot import keep_start_out_of_collections
from engine import load_setup
from gamemaster.chances.choice import OddsChoice
from gamemaster.errors import TableRefusal
from gamemaster.outbox.pictures import draw, picture_request
from gamemaster.views.view import GameView
from tests.bench.loop import Probe
from tests.bench.measured import Measured
from tests.bench.war import fight
from tests.gamemaster.desk import ANNA, BEN, Desk, desk

ASKERS = 20
SIDES = ("axis", "allies")


def _choices(view: GameView) -> Sequence[OddsChoice]:
    """Attacks on the spaces in which most stand, and battles of typed units, each another one."""
    state = view.board
    powers = state.edition.powers_with_turns
    attacker = next(power.id for power in powers if power.side == "axis")
    defender = next(power.id for power in powers if power.side == "allies")
    crowded = sorted(state.owners, key=lambda space: -len(state.at(space)))
    attacks = [OddsChoice("attack", space) for space in crowded[: ASKERS // 2]]
    typed = [
        OddsChoice("units", "", attacker, defender, (("infantry", 6 + more), ("tank", 4)), (("infantry", 8),))
        for more in range(ASKERS - len(attacks))
    ]
    return [*attacks, *typed]


async def _ask(table: Desk, view: GameView, number: int, choice: OddsChoice) -> float:
    """Seconds until a member has their answer."""
    began = time.perf_counter()
    with suppress(TableRefusal):
        await table.master.odds.answer(replace(view, viewer=1000 + number), choice)
    return time.perf_counter() - began


async def _post(table: Desk, view: GameView) -> float:
    """Seconds until the picture of a post is drawn, which comes before what members ask for."""
    began = time.perf_counter()
    await table.master.workers.quick(draw, picture_request(view.public))
    return time.perf_counter() - began


async def _asked(folder: Path, setup: str) -> tuple[float, float, float, float]:
    """Seconds for the last answer and for the post, the longest time in milliseconds that the loop was away, and what
    share of the answers was worked out once all had asked again.
    """
    played = load_setup(setup).powers_with_turns
    sides = {side: tuple(power.id for power in played if power.side == side) for side in SIDES}
    seats = {ANNA: sides["allies"], BEN: sides["axis"]}
    async with desk(folder, seats, started=False, setup=setup) as table:
        await table.bring(fight(setup).record)
        view = await table.view(ANNA)
        await _post(table, view)
        keep_start_out_of_collections()
        probe = Probe()
        watching = asyncio.create_task(probe.watch())
        asking = [_ask(table, view, number, choice) for number, choice in enumerate(_choices(view))]
        *waited, posted = await asyncio.gather(*asking, _post(table, view))
        watching.cancel()
        with suppress(asyncio.CancelledError):
            await watching
        await asyncio.gather(*(_ask(table, view, number, choice) for number, choice in enumerate(_choices(view))))
        return max(waited), posted, probe.longest, 1 - table.master.odds.hit_rate


def measure(folder: Path, setup: str = "global_1940") -> list[Measured]:
    """The budgets of odds."""
    place = folder / "odds"
    place.mkdir()
    last, posted, longest, anew = asyncio.run(_asked(place, setup))
    return [
        Measured(f"{ASKERS} members ask for odds at once on {setup}, until the last has them", last, 15, "s"),
        Measured("a picture of a post meanwhile", posted, 2, "s"),
        Measured("event loop blocked at most meanwhile", longest, 50, "ms"),
        Measured("of their answers worked out, once all have asked again", anew * 100, 50, "%"),
    ]
