"""Sheets, and whoever presses what they never showed: forged ids, values that aren't offered, sheets of other people,
and of phases that are over. Each gets a clear word, and nothing changes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cogs.interactions.presses import deeds
from cogs.service.client import TableBot
from engine import load_setup
from engine.facts.rulebook import load_rulebook
from gamemaster.keys import VERSION, phase_key
from gamemaster.lobby.demos import demos
from local import LocalTable
from local.interactions.interaction import COMPONENT, Interaction
from local.messages.message_limits import walk
from local.wire.errors import ApiError, Json
from tests.e2e.hostile import Tongue, as_json
from tests.e2e.house import bot_at_work
from tests.e2e.playing import settled
from tests.e2e.random_table import Failures
from tests.e2e.sitting import Sketches
from tests.e2e.stage import ALLIES, AXIS, GUEST, SCRAMBLE, Stage
from tests.patience import PATIENCE_SECONDS

BUTTON, MENU = 2, 3
KINDS = tuple(demos())
GAMES = 3
"""At one table."""
MOST_KEPT = 400
"""Controls of sheets that are remembered in each channel."""
LOOKS, OFTEN = ("catchup", "history", "charts", "map", "mapof", "odds", "oddsof", "whole", "diary"), 0.9
"""What only looks takes the most time, and is pressed as it was shown so much more seldom."""
WENT_WRONG = ("Something went wrong", "Traceback")
FINAL = ("answered", "modal", "acknowledged")


@dataclass(frozen=True)
class Control:
    """A button or menu that somebody was shown: on which message, by which custom id, with which values."""

    reader: str
    message_id: str
    custom_id: str
    kind: int
    values: tuple[str, ...]
    made_for: str


class Forger:
    """Opens sheets as their readers do, and presses what these were never shown. `counts`: inputs by way."""

    def __init__(self, table: LocalTable, bot: TableBot, rng: Random, kinds: Sequence[str] = KINDS) -> None:
        self.table, self.bot, self.rng = table, bot, rng
        self.stage, self.tongue = Stage(table, bot, rng, kinds), Tongue(rng)
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []
        self._seen: dict[str, deque[Control]] = {}
        self._under_way = vars(bot.commands_under_way)["_under_way"]
        self._ways = {
            "forged id": self._forged,
            "value not offered": self._not_offered,
            "somebody else's sheet": self._of_others,
            "finished phase": self._finished,
        }

    async def run(self, inputs: int) -> None:
        """So many forged inputs; what is wrong is collected in `problems`."""
        failures = Failures()
        logging.getLogger().addHandler(failures)
        try:
            await self.stage.lay_out()
            await settled(self.bot, PATIENCE_SECONDS)
            number = 0
            while number < inputs:
                channel_id = self.rng.choice(list(self.stage.channels))
                if self.rng.random() < 0.15:
                    await self.stage.play_on()
                await self._open(channel_id)
                for _ in range(4):
                    number += await self._forge(channel_id)
                if number % 200 < 4:
                    await self.stage.renew()
        finally:
            logging.getLogger().removeHandler(failures)
        self.problems += [f"LOGGED {each}" for each in failures.seen]
        self.problems += [f"REFUSED {each}" for each in self.table.refusals]

    async def _open(self, channel_id: str) -> None:
        """Somebody who may act here presses what they are shown: something of their sheet, or a button of a post."""
        loaded = await self.stage.game_in(channel_id)
        if loaded is None or loaded.state is None:
            return
        acting = {loaded.running.power, *(power for each in loaded.running.requests for power in each.powers)}
        users = {loaded.seats.get(power) for power in acting}
        reader = self.rng.choice([name for name in (AXIS, ALLIES) if self.stage.users[name] in users] or [AXIS])
        own = self._shown_to(channel_id, reader, private=True)[-25:]
        shown = own if own and self.rng.random() < 0.8 else self._shown_to(channel_id, reader)[-60:]
        if self.rng.random() < OFTEN:
            shown = [each for each in shown if each.custom_id.split(":")[3].partition(".")[0] not in LOOKS] or shown
        if not shown:
            return
        pressed = self.rng.choice(shown)
        values = self._one_of(pressed.values)
        asked = await self._press(reader, channel_id, pressed.message_id, pressed.custom_id, pressed.kind, values)
        self.counts[f"= {asked.status}"] += 1
        if asked.status not in FINAL:
            self.problems.append(f"{reader} pressed {pressed.custom_id}: {asked.status}")
        kept = self._seen.setdefault(channel_id, deque(maxlen=MOST_KEPT))
        kept.extend(self._shown_to(channel_id, reader, private=True)[-25:])

    def _one_of(self, values: Sequence[str]) -> Sequence[str]:
        return [self.rng.choice(values)] if values else []

    def _shown_to(self, channel_id: str, reader: str, *, private: bool = False) -> list[Control]:
        user_id = str(self.stage.users[reader])
        found = []
        for message in self.table.world.messages_of(channel_id, reader=user_id):
            if private and message.get("_reader") != user_id:
                continue
            for _, part in walk(message["components"]):
                if part.get("custom_id"):
                    values = tuple(option["value"] for option in part.get("options") or ())
                    made_for = part["custom_id"].split(":")[2]
                    found.append(Control(reader, message["id"], part["custom_id"], part["type"], values, made_for))
        return found

    async def _forge(self, channel_id: str) -> bool:
        """One input that no honest client sends; False where there was nothing to forge."""
        way = self.rng.choice(list(self._ways))
        loaded = await self.stage.game_in(channel_id)
        kept = self._seen.get(channel_id)
        if not kept or loaded is None or loaded.state is None:
            return False
        made = self._ways[way](loaded, list(kept))
        if made is None:
            return False
        who, control, custom_id, values = made
        before = await self.stage.standings()
        asked = await self._press(who, channel_id, control.message_id, custom_id, control.kind, values)
        after = await self.stage.standings()
        self.counts[way] += 1
        wrong = self._unclear(asked)
        wrong += [f"changed {before[game]} to {now}" for game, now in after.items() if before.get(game, now) != now]
        if wrong:
            about = (
                f"{way}: {who} in {self.stage.channels[channel_id]}: {as_json({'id': custom_id, 'v': list(values)})}"
            )
            self.problems.append(f"{about}: {'; '.join(wrong)}")
        return True

    def _unclear(self, asked: Interaction) -> list[str]:
        """What the answer lacks: it came, says something, and no more than a player should read."""
        if asked.status not in FINAL:
            return [f"no answer: {asked.status}"]
        if asked.status == "modal":
            return []
        said = self._said(asked)
        return [f"says {said[:200]!r}"] if not said.strip() or any(word in said for word in WENT_WRONG) else []

    def _said(self, asked: Interaction) -> str:
        texts = []
        for message_id in filter(None, (asked.original_id, *asked.followup_ids)):
            with suppress(ApiError):
                message = self.table.world.any_message(message_id)
                texts += [str(file.get("description") or "picture") for file in message["attachments"]]
                texts += [message["content"], *(part.get("content", "") for _, part in walk(message["components"]))]
        return "\n".join(texts)

    async def _press(
        self, who: str, channel_id: str, message_id: str, custom_id: str, kind: int, values: Sequence[str]
    ) -> Interaction:
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": 1}
        if kind == MENU:
            data["values"] = list(values)
        asked = self.table.forge(COMPONENT, str(self.stage.users[who]), channel_id, data, message_id)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE_SECONDS):
                while asked.status in ("waiting", "thinking") or self._under_way:  # noqa: ASYNC110  # the table's own record
                    await asyncio.sleep(0.002)
        return asked

    # Ways to forge: who presses, on what, which id, which values

    def _not_offered(self, _loaded: Any, kept: list[Control]) -> tuple[str, Control, str, Sequence[str]] | None:
        menus = [control for control in kept if control.kind == MENU]
        if not menus:
            return None
        control = self.rng.choice(menus)
        value = self.rng.choice((self.tongue.hostile()[:100], "x.y", "²", "germany.zeppelin", "0" * 100, "deadbeef"))
        return control.reader, control, control.custom_id, [value]

    def _of_others(self, loaded: Any, kept: list[Control]) -> tuple[str, Control, str, Sequence[str]] | None:
        """What stands on a sheet, pressed by another; not by who may: what they forged before can stand there now."""
        control = self.rng.choice(kept)
        other = self.rng.choice([GUEST, ALLIES if control.reader == AXIS else AXIS])
        asked = [each.powers for each in loaded.running.requests if each.id == control.made_for]
        acting = {loaded.seats.get(power) for power in (asked[0] if asked else [loaded.running.power])}
        return (
            None
            if self.stage.users[other] in acting
            else (other, control, control.custom_id, self._one_of(control.values))
        )

    def _finished(self, loaded: Any, kept: list[Control]) -> tuple[str, Control, str, Sequence[str]] | None:
        now = {phase_key(loaded.running), *(request.id for request in loaded.running.requests)}
        over = [control for control in kept if control.made_for and control.made_for not in now]
        if not over:
            return None
        control = self.rng.choice(over)
        return control.reader, control, control.custom_id, self._one_of(control.values)

    def _forged(self, loaded: Any, kept: list[Control]) -> tuple[str, Control, str, Sequence[str]]:
        """An id of another game, moment, deed or argument, pressed by somebody who plays nowhere here."""
        control = self.rng.choice(kept)
        edition = load_setup(loaded.game.setup)
        game = self.rng.choice((loaded.game.id, loaded.game.id, 1, 10**17, "-1", "²"))
        word = self.rng.choice((*deeds(), "x", ""))
        argument = f".{self.tongue.argument(edition)}" if self.rng.random() < 0.7 else ""
        forged = f"{VERSION}:{game}:{self.tongue.made_for(loaded.state)}:{word}{argument}"[:100]
        return GUEST, control, forged, self._one_of(control.values) or [self.tongue.hostile()[:100]]


def _slow_clock() -> Any:
    """Discord's three seconds are a minute: how fast the bot is on a busy machine isn't what is asked here."""
    began, from_then_on = time.time(), time.monotonic()
    return lambda: began + (time.monotonic() - from_then_on) / 20


async def forge(inputs: int, seed: int, folder: Path, kinds: Sequence[str] = ()) -> Forger:
    """So many inputs at a table of their own, in games of these kinds, else of some; gives what came of them."""
    load_rulebook()
    kinds = kinds or [*Random(seed).sample(KINDS, GAMES), SCRAMBLE]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gamemaster.master.shared_workers", Sketches)
        patch.setattr("gamemaster.budgets.Budgets.take", lambda *_: None)
        async with (
            LocalTable(new_messages=10_000, clock=_slow_clock()) as table,
            bot_at_work(table, folder / f"{seed}.db", ["cogs.table.demo"]) as bot,
        ):
            forger = Forger(table, bot, Random(seed), kinds)
            await forger.run(inputs)
    return forger
