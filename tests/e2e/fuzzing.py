"""Any input at all, by anybody, in any game: every option, suggestion, field, custom id and menu value.

Commands are those of the tree, deeds those that something reacts to: new ones are tried without being named here.
"""

from __future__ import annotations

import asyncio
import base64
import gc
import logging
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import discord
from discord import app_commands

from cogs.interactions.presses import deeds
from cogs.service.client import TableBot
from engine import load_setup
from engine.facts.rulebook import load_rulebook
from gamemaster.keys import VERSION
from gamemaster.orders.loading import LoadedGame
from local import LocalTable
from local.interactions.interaction import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from local.interactions.options import ATTACHMENT, USER, typed_value
from local.messages import attachments
from local.messages.message_limits import walk
from local.wire.errors import Json
from tests.e2e.hostile import RECORD_TEXTS, Tongue, as_json
from tests.e2e.house import bot_at_work
from tests.e2e.random_table import Failures
from tests.e2e.stage import KINDS, MANAGER, PEOPLE, Stage, Standing
from tests.e2e.stalls import Stalls
from tests.patience import PATIENCE_SECONDS

Type = discord.AppCommandOptionType
Input = tuple[str, int, Json, str | None]
"""What is tried, in a word; the kind of interaction, its data, and the message that it comes from."""
BUTTON, MENU = 2, 3
FORM_FIELD = 4
LONGEST_ECHO = 80
NOT_FINAL = ("waiting", "thinking")
RENEWED_EVERY = 100

FOR_ANY_SEAT = {"concede", "permit", "agree", "refuse", "withdraw"}
"""What players may change while it is neither their turn nor a question to them."""
FOR_THE_ASKED = {"agree", "refuse"}
"""What those may do whom an open card asks, also without a seat: they are offered one."""
IN_A_LOBBY = {
    *("game join", "game leave", "game wait", "game advantages"),
    *("join", "joinas", "leave", "advantages", "call", "wait", "joindraft", "sealedcall"),
}


class Problem(AssertionError):
    """Something that must never happen, with the input that led to it."""


class Fuzzer:
    """Gives inputs one after the other and looks at what comes of each. `counts`: inputs by kind and how they ended."""

    def __init__(self, table: LocalTable, bot: TableBot, rng: Random, kinds: Sequence[str] = KINDS) -> None:
        self.table, self.bot, self.rng = table, bot, rng
        self.stage = Stage(table, bot, rng, kinds)
        self.tongue = Tongue(rng)
        self.counts: Counter[str] = Counter()
        self.problems: list[str] = []
        self.stalls = Stalls()
        self.acting: set[int] = set()
        self.asked: set[int] = set()
        self._seen_messages: set[str] = set()
        self._commands = [c for c in bot.tree.walk_commands() if isinstance(c, app_commands.Command)]

    async def run(self, inputs: int) -> None:
        """So many inputs; what is wrong is collected in `problems`."""
        failures = Failures()
        logging.getLogger().addHandler(failures)
        gc.disable()  # a collection would search all that the table remembers, which no bot has beside it
        try:
            await self.stage.lay_out()
            for number in range(inputs):
                if number % RENEWED_EVERY == RENEWED_EVERY - 1:
                    await self.stage.renew()
                    gc.collect()
                if self.rng.random() < 0.15:
                    await self.stage.play_on()
                await self._one_input(number, failures)
            gc.collect()  # tasks that failed unheard say so when they go
        finally:
            gc.enable()
            logging.getLogger().removeHandler(failures)
        self.problems += [f"LOGGED {each}" for each in failures.seen]
        self.problems += [f"REFUSED {each}" for each in self.table.refusals]

    async def _one_input(self, number: int, failures: Failures) -> None:
        who, channel_id = self.rng.choice(PEOPLE), self.rng.choice(list(self.stage.channels))
        before, here = await self.stage.standings(), await self.stage.game_in(channel_id)
        self.acting, self.asked = _acting(here), await self._asked_by_cards(here)
        logged, refused = len(failures.seen), len(self.table.refusals)
        make = self.rng.choices((self._command, self._suggestion, self._press, self._form), (40, 15, 30, 15))[0]
        what, kind, data, message_id = make(channel_id, here)
        self.stalls.during = f"{what} {as_json(data)}"
        with self.stalls:
            asked = self.table.forge(kind, str(self.stage.users[who]), channel_id, data, message_id)
            await self._final(asked)
        self.counts[f"{what.split('.')[0]}"] += 1
        self.counts[f"= {asked.status}"] += 1
        wrong = self._unanswered(asked) + self._changes(who, channel_id, what, before, await self.stage.standings())
        wrong += self._pings() + self._echo(asked, data)
        wrong += ["it failed inside"] * (len(failures.seen) > logged) + self.table.refusals[refused:]
        if wrong:
            about = f"input {number}: {who} in {self.stage.channels[channel_id]}: {what} {as_json(data)}"
            self.problems.append(f"{about}: {'; '.join(wrong)}")

    async def _asked_by_cards(self, here: LoadedGame | None) -> set[int]:
        """The users whom open cards of a game ask."""
        if here is None:
            return set()
        async with self.bot.master.store.read() as read:
            return {user for card in await read.proposals(here.game.id, "open") for user in card.asked}

    async def _final(self, asked: Interaction) -> None:
        """Wait until the interaction has got its answer, or will never get one."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while asked.status in NOT_FINAL:  # noqa: ASYNC110  # the table's own record, without a player
                    await asyncio.sleep(0.002)
        except TimeoutError:
            return

    # What must hold

    def _unanswered(self, asked: Interaction) -> list[str]:
        shown = self.table.world.messages.get(asked.original_id or "")
        wrong = [f"no answer: {asked.status}"] if asked.status in (*NOT_FINAL, "failed") else []
        return wrong + ["writes over a post of the game"] * (shown is not None and shown.get("webhook_id") is None)

    def _changes(
        self, who: str, channel_id: str, what: str, before: Mapping[int, Standing], after: Mapping[int, Standing]
    ) -> list[str]:
        changed = [now for game, now in after.items() if game in before and before[game] != now]
        wrong = [f"changed the game of another channel ({now})" for now in changed if str(now.channel_id) != channel_id]
        wrong += [
            f"changed a game that he may not ({before[now.id]}, then {now})"
            for now in changed
            if not self._may(who, what, before[now.id])
        ]
        return wrong

    def _may(self, who: str, what: str, game: Standing) -> bool:
        """Whether somebody may change a game by such an input at all."""
        if game.status not in ("lobby", "running"):
            return False
        user = self.stage.users[who]
        if (who == MANAGER or user == game.organiser_id) and (what.startswith("game ") or what in ("start", *deeds())):
            return True
        if game.status == "lobby":
            return what.split(".")[0] in IN_A_LOBBY
        if what.split(".")[0] in FOR_THE_ASKED and user in self.asked:
            return True
        if user not in dict(game.seats).values():
            return False
        return user in self.acting or what.split(".")[0] in FOR_ANY_SEAT

    def _pings(self) -> list[str]:
        """Nobody is pinged by an answer, and by posts only who plays there; roles and everybody never."""
        wrong = []
        players = {str(self.stage.users[name]) for name in PEOPLE}
        for message in list(self.table.world.messages.values())[-20:]:
            if message["id"] in self._seen_messages or message["author"]["id"] != self.table.world.bot_id:
                continue
            self._seen_messages.add(message["id"])
            pinged = {user["id"] for user in message["mentions"]}
            is_post = message.get("webhook_id") is None
            if message["mention_everyone"] or message["mention_roles"] or (pinged and not is_post) or pinged - players:
                wrong.append(f"pings {sorted(pinged)}: {message['content'][:200]!r}")
        return wrong

    def _echo(self, asked: Interaction, data: Json) -> list[str]:
        """No answer repeats more than 80 characters of what was typed."""
        said = "".join(
            self.table.world.messages[message_id]["content"]
            for message_id in (asked.original_id or "", *asked.followup_ids)
            if message_id in self.table.world.messages
        )
        plain = said.replace("\\", "").replace("\u200b", "")
        typed = [text for text in _texts(data) if len(text) > LONGEST_ECHO and len(set(text)) > 1]
        return [f"echoes {text[:90]!r}" for text in typed if text[: LONGEST_ECHO + 1] in plain]

    # What is tried

    def _command(self, channel_id: str, here: LoadedGame | None) -> Input:
        command = self.rng.choice(self._commands)
        resolved: Json = {}
        filled = [each for each in command.parameters if each.required or self.rng.random() < 0.5]
        options = [self._option(each, here, channel_id, resolved) for each in filled]
        if self.rng.random() < 0.03:
            options = self._mangled(options)
        return command.qualified_name, COMMAND, _command_data(command, options, resolved), None

    def _option(
        self, parameter: app_commands.Parameter, here: LoadedGame | None, channel_id: str, resolved: Json
    ) -> Json:
        name, kind = parameter.display_name, parameter.type
        if kind is Type.string:
            value: Any = self._text(name, here)
            if parameter.choices and self.rng.random() < 0.9:
                value = self.rng.choice(parameter.choices).value
            elif parameter.max_value is not None and self.rng.random() < 0.8:
                value = value[: int(parameter.max_value)]
        elif kind is Type.boolean:
            value = self.rng.random() < 0.6
        elif kind is Type.user:
            value = typed_value(self.table.world, USER, self.rng.choice((*PEOPLE, "Game Master")), resolved)
        elif kind is Type.attachment:
            value = self._upload(channel_id, resolved)
        else:
            value = self.tongue.number()
        return {"name": name, "type": kind.value, "value": value}

    def _text(self, name: str, here: LoadedGame | None) -> str:
        return self.tongue.text(name, here.state if here else None, here.game.setup if here else "aa1941")

    def _upload(self, channel_id: str, resolved: Json) -> str:
        """The file of a record that is none, or that should not be played."""
        text = self.rng.choice(RECORD_TEXTS)
        file = {"filename": "game.json", "data": base64.b64encode(text.encode(errors="replace")).decode()}
        number = typed_value(self.table.world, ATTACHMENT, file, resolved)
        stored = resolved["attachments"][number]
        resolved["attachments"][number] = attachments.with_url(stored, channel_id, self.table.base_url)
        return str(number)

    def _mangled(self, options: list[Json]) -> list[Json]:
        """Options that no client sends: missing, unknown, of other types."""
        ways = self.rng.choice(("missing", "unknown", "value", "type"))
        if ways == "missing" or not options:
            return options[1:]
        if ways == "unknown":
            return [*options, {"name": "zz", "type": 3, "value": "x"}]
        changed = {"value": self.tongue.nonsense()} if ways == "value" else {"type": self.rng.choice((3, 4, 5, 6, 10))}
        return [{**options[0], **changed}, *options[1:]]

    def _suggestion(self, channel_id: str, here: LoadedGame | None) -> Input:
        fitting = [c for c in self._commands if any(p.autocomplete for p in c.parameters)]
        command = self.rng.choice(fitting)
        parameters = command.parameters
        asked = self.rng.choice([parameter for parameter in parameters if parameter.autocomplete])
        options = []
        for parameter in parameters:
            if parameter is asked:
                text = self._text(asked.display_name, here)
                options.append({"name": asked.display_name, "type": 3, "value": text, "focused": True})
            elif parameter.type is Type.string and self.rng.random() < 0.5:
                options.append(self._option(parameter, here, channel_id, {}))
        return f"? {command.qualified_name}", AUTOCOMPLETE, _command_data(command, options, {}), None

    def _press(self, channel_id: str, here: LoadedGame | None) -> Input:
        """A button or menu that is there, or was, or never was."""
        there = [m for m in self.table.world.messages.values() if m["channel_id"] == channel_id and m["components"]]
        message = self.rng.choice(there[-30:]) if there else None
        parts = [part for _, part in walk(message["components"]) if part.get("custom_id")] if message else []
        if parts and self.rng.random() < 0.5:
            part = self.rng.choice(parts)
            custom_id, kind = part["custom_id"], part["type"]
            values = [option["value"] for option in part.get("options") or ()]
        else:
            custom_id, kind, values = self._custom_id(here), self.rng.choice((BUTTON, MENU)), []
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": 1}
        if kind == MENU:
            offered = values if values and self.rng.random() < 0.7 else [self.tongue.hostile()[:100] for _ in range(3)]
            data["values"] = self.rng.sample(offered, self.rng.randint(1, len(offered)))
        return _deed(custom_id), COMPONENT, data, message["id"] if message else None

    def _form(self, channel_id: str, here: LoadedGame | None) -> Input:
        custom_id = self._custom_id(here)
        fields = []
        for name in self.rng.choice((("text",), ("text",), ("text", "other"), ("other",), ())):
            lines = self.rng.choice((1, 1, 2, 5))
            text = "\n".join(self._text("text", here) for _ in range(lines))
            text = text if self.rng.random() < 0.05 else text[:4000]
            field = {"type": FORM_FIELD, "id": 2, "custom_id": name, "value": text}
            fields.append(self.rng.choice(({"type": 18, "component": field}, {"type": 1, "components": [field]})))
        return _deed(custom_id), MODAL_SUBMIT, {"custom_id": custom_id, "components": fields}, None

    def _custom_id(self, here: LoadedGame | None) -> str:
        """An id of this game or of another, for this moment or for another, of any deed with any argument."""
        own = here.game.id if here else 1
        game = self.rng.choice((own, own, own, own, 1, 2, 10**6, 10**17, "9" * 40, "-1", "²", ""))
        word = self.rng.choice((*deeds(), *deeds(), *deeds(), "", "x", "²", "*" * 20))
        edition = load_setup(here.game.setup if here else "aa1941")
        argument = f".{self.tongue.argument(edition)}" if self.rng.random() < 0.7 else ""
        version = self.rng.choices((VERSION, "v0", "", "v1:v1"), (94, 2, 2, 2))[0]
        return f"{version}:{game}:{self.tongue.made_for(here.state if here else None)}:{word}{argument}"[:100]


def _acting(here: LoadedGame | None) -> set[int]:
    """The users who may act now in a game."""
    if here is None or here.state is None:
        return set()
    powers = {here.state.power, *(power for request in here.state.requests for power in request.powers)}
    return {here.seats[power] for power in powers if power in here.seats}


def _deed(custom_id: str) -> str:
    return custom_id.rpartition(":")[2]


def _texts(data: Any) -> list[str]:
    if isinstance(data, str):
        return [data]
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [text for each in inner for text in _texts(each)]


def _command_data(command: app_commands.Command[Any, ..., Any], options: list[Json], resolved: Json) -> Json:
    *groups, name = command.qualified_name.split(" ")
    if groups:
        options = [{"name": name, "type": 1, "options": options}]
    data: Json = {"id": "1", "name": (*groups, name)[0], "type": 1, "options": options}
    return {**data, "resolved": resolved} if resolved else data


def _slow_clock() -> Callable[[], float]:
    """A table whose three seconds are a minute: how fast the bot is on a busy machine is not what is asked here."""
    began, from_then_on = time.time(), time.monotonic()
    return lambda: began + (time.monotonic() - from_then_on) / 20


async def fuzz(inputs: int, seed: int, folder: Path, kinds: Sequence[str] = KINDS) -> Fuzzer:
    """So many inputs at a table of their own; gives what came of them."""
    load_rulebook()
    async with (
        LocalTable(new_messages=10_000, clock=_slow_clock()) as table,
        bot_at_work(table, folder / f"{seed}.db", ["cogs.table.demo"]) as bot,
    ):
        await bot.master.house.stop()  # what it orders nobody has sent
        fuzzer = Fuzzer(table, bot, Random(seed), kinds)
        await fuzzer.run(inputs)
    return fuzzer
