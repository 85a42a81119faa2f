"""Random games through Discord: orders of a random player given as people give them, and curious people about.

`python -m tests.e2e.random_table --orders 400` plays a long game of each kind with Discord's own limits of messages;
`--rounds 3` plays whole rounds instead; `--seed N` gives the same orders again (the dice are the bot's own). If nobody
has won by then, the Axis concedes. Exit 1 where Discord would have refused the bot anything, or it failed inside.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import secrets
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from cogs.service.client import TableBot
from engine import GameState
from engine.ask import is_legal
from engine.queries.notation import write_units
from gamemaster.orders.loading import LoadedGame
from local import LocalTable, Player, Reply
from tests.e2e.curious import Curious
from tests.e2e.house import bot_at_work
from tests.e2e.playing import CHANNEL, begin, game, referee_at, settled
from tests.e2e.sheets import use_on_card
from tests.engine.random_orders import Order, RandomPlayer
from tests.patience import PATIENCE_SECONDS

Command = tuple[str, dict[str, Any]]

KINDS: Mapping[str, Mapping[str, str]] = {
    "aa1941": {"edition": "aa1941"},
    "revised": {"edition": "revised"},
    "revised with advantages": {"edition": "revised", "advantages": "roll 6"},
    "anniversary_1941": {"edition": "anniversary_1941", "air_battles": "on"},
    "anniversary_1942": {"edition": "anniversary_1942"},
}
"""What is played: the options of /game create."""

UNTIL_ALL_IS_SENT = 1800.0
LONGEST_OPTION = 6000
LOOKS_AFTER_THE_WAR = 20


def command_for(state: GameState, action: Mapping[str, Any]) -> Command | None:
    """The slash command that gives an order; None where people have none for it, or it would end the war."""
    make = _COMMANDS.get(action["type"])
    return None if make is None else make(state, action)


def _purchase(_state: GameState, action: Mapping[str, Any]) -> Command:
    return "buy", {"units": write_units(action["units"]) or "nothing"}


def _move(_state: GameState, action: Mapping[str, Any]) -> Command:
    start, *between, end = action["path"]
    options: dict[str, Any] = {"from": start, "units": write_units(action["units"]), "to": end}
    options |= {"via": ", ".join(between)} if between else {}
    options |= {"owner": action["owner"]} if "owner" in action else {}
    return "move", options | {mission: True for mission in ("raid", "escort") if action.get(mission)}


def _engage(_state: GameState, action: Mapping[str, Any]) -> Command:
    return "engage", {"zone": action["space"], "what": "attack" if action["attack"] else "ignore"}


def _undo(_state: GameState, action: Mapping[str, Any]) -> Command:
    return "undo", {"order": str(action["order"] + 1)} if "order" in action else {}


def _mobilize(_state: GameState, action: Mapping[str, Any]) -> Command:
    more = {"complex": action["complex"]} if "complex" in action else {}
    return "place", {"units": write_units(action["units"]), "space": action["space"], **more}


def _battle(_state: GameState, action: Mapping[str, Any]) -> Command:
    more = {"land": "none"} if action.get("land") == "none" else {}
    return "battle", {"space": action["space"], "kind": action["kind"], **more}


def _research(_state: GameState, action: Mapping[str, Any]) -> Command:
    return "research", {"technology": action.get("technology", action.get("chart", "")), "dice": action["dice"]}


def _advantage(_state: GameState, action: Mapping[str, Any]) -> Command:
    named = {key: action[key] for key in ("name", "space", "from", "to", "owner") if key in action}
    return "advantage", named | ({"units": write_units(action["units"])} if "units" in action else {})


def _leave(_state: GameState, action: Mapping[str, Any]) -> Command:
    named = {key: action[key] for key in ("power", "what", "granted")}
    return "permit", {**named, "ally": action["to"]}


def _edit(_state: GameState, action: Mapping[str, Any]) -> Command | None:
    change = json.dumps({key: value for key, value in action.items() if key != "type"})
    return ("game edit", {"change": change}) if len(change) <= LONGEST_OPTION else None


def _end_phase(_state: GameState, _action: Mapping[str, Any]) -> Command:
    return "end-phase", {}


_COMMANDS: Mapping[str, Callable[[GameState, Mapping[str, Any]], Command | None]] = {
    "purchase": _purchase,
    "move": _move,
    "engage": _engage,
    "undo": _undo,
    "mobilize": _mobilize,
    "battle": _battle,
    "research": _research,
    "advantage": _advantage,
    "leave": _leave,
    "edit": _edit,
    "end_phase": _end_phase,
}


class Failures(logging.Handler):
    """What any part of the bot has logged as an error, in words."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.seen.append(logging.Formatter().format(record))


class RandomTable:
    """Two people play at random through Discord; a third is curious.

    `counts`: what was carried out, by command; `failures`: what the bot logged as its own errors.
    """

    def __init__(self, table: LocalTable, bot: TableBot, rng: Random) -> None:
        self.table, self.bot, self.rng = table, bot, rng
        self.failures: list[str] = []
        self.exported: list[bytes] = []
        self.told: list[str] = []
        self.allies, self.axis = table.user("Anna"), table.user("Ben")
        self.referee = referee_at(table)
        self.curious = Curious(table.user("Cleo"), CHANNEL, rng)
        for player in (self.allies, self.axis, self.referee, self.curious.player):
            player.patience = PATIENCE_SECONDS
        self.random = RandomPlayer(rng)
        self.counts: Counter[str] = Counter()
        self._channel_id = table.world.channel_named(CHANNEL)["id"]

    async def play(self, options: Mapping[str, str], orders: int, rounds: int | None = None) -> GameState:
        """A game until so many orders have been carried out, or so many rounds instead; gives where it ended."""
        log, failures = logging.getLogger(), Failures()
        log.addHandler(failures)
        try:
            named = dict(options)
            await begin(self.axis, self.allies, edition=named.pop("edition"), options=named)
            while await self._goes_on(orders, rounds):
                await self._step()
                if self.rng.random() < 0.5:
                    await self.curious.do_something()
            await self._end_the_war()
            await settled(self.bot, UNTIL_ALL_IS_SENT)
            self.told = [message.content for message in await self.allies.messages(CHANNEL)]
        finally:
            log.removeHandler(failures)
            self.failures = failures.seen
        return (await self._now()).running

    async def _goes_on(self, orders: int, rounds: int | None) -> bool:
        state = (await self._now()).running
        enough = sum(self.counts.values()) >= orders if rounds is None else state.round > rounds
        return not state.winner and not enough

    async def _end_the_war(self) -> None:
        """The Axis concedes where the war is not won; its record is read, and people go on looking."""
        if not (await self._now()).running.winner:
            await self.axis.command(CHANNEL, "concede", confirm=True)
        assert (await self._now()).running.winner
        exported = await self.allies.command(CHANNEL, "game export")
        self.exported = [await file.read() for file in exported.shown.attachments]
        for _ in range(LOOKS_AFTER_THE_WAR):
            await self.curious.do_something()

    async def _now(self) -> LoadedGame:
        return await game(self.bot, self._channel_id)

    async def _step(self) -> None:
        """The first order that is carried out; most that would be refused are not even tried."""
        before = await self._now()
        state = before.running
        for order in self.random.orders(state):
            if not order.offered and self.rng.random() < 0.8 and not is_legal(state, order.action):
                continue
            if await self._give(state, order) and (await self._now()).game.seq > before.game.seq:
                return
        raise AssertionError(f"nothing goes on with the game in {state.phase} of {state.power}")

    async def _give(self, state: GameState, order: Order) -> bool:
        """Whether there was a way to give the order, not whether it was carried out."""
        if order.action["type"] == "decide":
            await self._answer(state, order.action)
            self.counts["decide"] += 1
            return True
        command = command_for(state, order.action)
        if command is None:
            return False
        name, options = command
        if name == "game edit":
            await self.referee.command(CHANNEL, name, **options)
            self.counts[name] += 1
            return True
        player = self._player(state, order.action.get("power", state.power))
        reply = await player.command(CHANNEL, name, **options)
        if name == "end-phase" and "End anyway" in reply.shown.labels:
            await player.press(reply.shown, "End anyway")
        self.counts[name] += 1
        return True

    async def _answer(self, state: GameState, action: Mapping[str, Any]) -> None:
        """A question answered by any button or line of its sheet, or by the default in words."""
        requests = [r for r in state.requests if r.id == action.get("request") or r.space == action.get("space")]
        player, space = self._player(state, action["power"]), requests[0].space if requests else None
        where: dict[str, Any] = {"space": space} if space else {}
        if self.rng.random() < 0.2:
            await player.command(CHANNEL, "decide", choice="default", **where)
            return
        sheet = await player.command(CHANNEL, "decide", **where)
        await self._press_any(player, sheet)

    async def _press_any(self, player: Player, sheet: Reply) -> None:
        shown = sheet.shown
        if shown.selects and self.rng.random() < 0.6:
            menu = self.rng.choice(shown.selects)
            await use_on_card(player, shown, menu.custom_id, self.rng.choice(menu.options).value)
            return
        buttons = [button for button in shown.buttons if not (button.label or "").endswith("Other choice")]
        await use_on_card(player, shown, str(self.rng.choice(buttons).custom_id))

    def _player(self, state: GameState, power: str) -> Player:
        return self.axis if state.edition.power[power].side == "axis" else self.allies


async def play(
    kind: str, orders: int, seed: int, folder: Path, *, rounds: int | None = None, new_messages: int = 1000
) -> RandomTable:
    """A game of a kind at a table of its own; `new_messages` is how many a channel takes in 5 s."""
    async with LocalTable(new_messages=new_messages) as table, bot_at_work(table, folder / f"{seed}.db") as bot:
        played = RandomTable(table, bot, Random(seed))
        await played.play(KINDS[kind], orders, rounds)
        return played


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.e2e.random_table", description=__doc__)
    parser.add_argument("--orders", type=int, default=400)
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--kind", choices=tuple(KINDS))
    parser.add_argument("--seed", type=int)
    chosen = parser.parse_args(arguments)
    failed = 0
    for kind in [chosen.kind] if chosen.kind else KINDS:
        seed = secrets.randbelow(1_000_000) if chosen.seed is None else chosen.seed
        sys.stdout.write(f"{kind}, seed {seed}\n")
        sys.stdout.flush()
        with tempfile.TemporaryDirectory() as folder:
            at_random = play(kind, chosen.orders, seed, Path(folder), rounds=chosen.rounds, new_messages=5)
            played = asyncio.run(at_random)
        troubles = [f"REFUSED {refusal}" for refusal in played.table.refusals]
        troubles += [f"TOO FAST {route}" for route in played.table.rate_limited]
        troubles += [f"FAILED {failure}" for failure in played.failures]
        failed += bool(troubles)
        did = ", ".join(f"{name} {count}" for name, count in sorted(played.counts.items()))
        looked = ", ".join(f"{name} {count}" for name, count in sorted(played.curious.counts.items()))
        sys.stdout.write(f"  did: {did}\n  looked at: {looked}\n")
        sys.stdout.writelines(f"  {trouble}\n" for trouble in troubles)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
