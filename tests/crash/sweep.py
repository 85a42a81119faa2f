"""A whole turn with a battle, its answers and an undo, again and again; the bot dies at each point of it in turn."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Iterable
from dataclasses import dataclass, field
from typing import Any

from engine import GameState
from tests.crash.judging import faults_of_orders, faults_of_posts
from tests.crash.table import CrashTable
from tests.e2e.playing import REFEREE

POWER = "soviet_union"
START: dict[str, Any] = {
    "spaces": {
        "west_russia": {"units": {"germany": {"infantry": 12, "tank": 6}}, "owner": "germany"},
        "russia": {"units": {POWER: {"infantry": 14, "tank": 6}}},
    },
    "purchased": {POWER: {}},
    "ipcs": {POWER: 6},
}
MOVE: dict[str, Any] = {"from": "russia", "to": "west russia"}
PLAN: dict[str, list[tuple[str, dict[str, Any]]]] = {
    "purchase": [("buy", {"units": "2 infantry"}), ("end-phase", {})],
    "combat_move": [
        ("move", {"units": "1 infantry", **MOVE}),
        ("undo", {}),
        ("move", {"units": "12 infantry, 6 tanks", **MOVE}),
        ("end-phase", {}),
    ],
    "noncombat_move": [("end-phase", {})],
    "mobilize": [("place", {"units": "2 infantry", "space": "russia"}), ("end-phase", {})],
}
SHORT_TURNS = 5
"""So many after one another are no chance: with luck a battle is soon over, and the turn has fewer points."""
GAMES_OF = 40
"""So many turns are played in a game, then in another."""


@dataclass
class Sweep:
    """How far it has come."""

    table: CrashTable
    deaths: int = 0
    faults: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    _channel: str = ""
    _channel_id: str = ""
    _game_id: int = 0
    _turns: int = 0

    async def run(self, points: Iterable[int]) -> bool:
        """A turn for each of these points; gives whether the last few of them lay behind the end of the turn."""
        outlived = 0
        for point in points:
            await self._begin_turn()
            self.table.bot.doom(point)
            deaths = self.deaths
            await self._play()
            await self._settle()
            await self.table.bot.pardon()
            if self.table.bot.death.done():
                await self._take_up_again()
            async for fault in self._judge(point):
                self.faults.append(fault)
            outlived = outlived + 1 if self.deaths == deaths else 0
            if outlived == SHORT_TURNS:
                return True
        return False

    async def _begin_turn(self) -> None:
        if self._turns % GAMES_OF == 0:
            self._channel = f"sweep-{self._turns}"
            self._channel_id = await self.table.begin(self._channel)
            self._game_id = (await self.table.game(self._channel_id)).game.id
        self._turns += 1
        self.table.given.clear()
        turn = {"round": self._turns, "power": POWER, "phase": "purchase"}
        change = json.dumps({**START, "turn": turn})
        referee = self.table.players[REFEREE]
        reply = await self.table.command(referee, self._channel, "game edit", change=change)
        assert reply is not None
        assert reply.content == "Corrected. I've told the table.", reply.content
        await self.table.settled()

    async def _state(self) -> GameState:
        return (await self.table.game(self._channel_id)).running

    async def _play(self) -> None:
        """The whole turn; what the bot's death has cut off is given again where it did not count."""
        plan = {phase: list(orders) for phase, orders in PLAN.items()}
        retreats = False
        for _ in itertools.repeat(None, 200):
            state = await self._state()
            if state.power != POWER:
                return
            if state.requests:
                request = state.requests[0]
                power = next(power for power in request.powers if power not in request.answers)
                retreats = request.kind == "retreat"
                choice = "retreat russia" if retreats else "default"
                await self._give(state, power, "decide", choice=choice)
            elif state.phase == "conduct_combat":
                await self._give(state, POWER, "battle", space="west_russia")
            else:
                name, options = plan[state.phase][0]
                if await self._give(state, POWER, name, **options) and len(plan[state.phase]) > 1:
                    plan[state.phase].pop(0)
        raise AssertionError(f"the turn does not end: {state.phase} {[r.kind for r in state.requests]}")

    async def _give(self, state: GameState, power: str, name: str, **options: Any) -> bool:
        """Whether it counted."""
        player = self.table.player_of(state, power)
        before = set(self.table.given)
        reply = await self.table.command(player, self._channel, name, **options)
        if reply is not None and reply.message and "End anyway" in reply.shown.labels:
            reply = await self.table.press(player, reply.shown, "End anyway")
        if reply is None:
            await self._take_up_again()
        return any([await self.table.counted(self._game_id, each) for each in self.table.given if each not in before])

    async def _take_up_again(self) -> None:
        await self.table.bot.death
        self.deaths += 1
        self.places.append(self.table.bot.place_of_death())
        await self.table.bot.start()
        await self.table.settled()

    async def _settle(self) -> None:
        """Wait until all is posted, also where the bot dies of that."""
        settling = asyncio.create_task(self.table.settled())
        await asyncio.wait({settling, self.table.bot.death}, return_when=asyncio.FIRST_COMPLETED)
        if self.table.bot.death.done():
            await self._take_up_again()
        await settling

    async def _judge(self, point: int) -> AsyncIterator[str]:
        await self.table.all_told()
        where = f"point {point} ({self.places[-1] if self.places else 'none'})"
        async for fault in faults_of_orders(self.table, self._game_id, self.table.given):
            yield f"{where}: {fault}"
        async for fault in faults_of_posts(self.table, self._channel_id):
            yield f"{where}: {fault}"
