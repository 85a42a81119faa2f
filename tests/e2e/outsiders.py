"""What somebody at the table can get out of the bot: every command, button, menu, form and suggestion, and all posts.

Commands are taken from those that are registered, buttons and forms from the table of reactions. One that
tests/e2e/scene.py does not know how to use fails: add it there to VALUES or `Scene.ways`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import discord

from cogs.interactions.presses import deeds
from cogs.service.client import TableBot
from gamemaster.keys import custom_id
from local import Command, Message, Player, RefusedError, Reply
from local.interactions.interaction import MODAL_SUBMIT
from tests.e2e.plain_answers import plain
from tests.e2e.playing import CHANNEL, settled
from tests.e2e.scene import Scene, Way, filled_in

OPENING = "** begins."
READ_FILES = (".json", ".csv", ".txt", ".html")
ERROR = "Something went wrong"
EVERYTHING = slice(None)
FORGED = "Old or forged"
BUTTONS_OF_A_MESSAGE, MENUS_OF_A_MESSAGE = 25, 5
UPSETTING = (
    "game create",
    "game import",
    "game end",
    "game edit",
    "game replace",
    "game house",
    "game invite",
    "game rollback",
    "game answer",
    "game move",
)
"""What changes a game from outside; only users who may not do it try it in passing."""

IN_EVERY_FORM = ("game export",)
"""What gives something else in each form."""

AGREED_BY_PLAYERS = (
    *("game pause", "game resume", "game draw", "game handover"),
    *("deputy lend", "deputy house", "extend", "vacation begin"),
)
"""What everybody with a say in the game asks for with a card, or does; only spectators try it in passing."""


@dataclass
class Outsider:
    """Somebody who looks on and tries everything; `told` is all that came back, without ids and times."""

    role: str
    player: Player
    bot: TableBot
    may_upset: bool = False
    told: list[tuple[str, str]] = field(default_factory=list)
    _commands: list[Command] = field(default_factory=list)

    async def look(
        self, scene: Scene, names: Sequence[str] | None = None, *, thorough: bool = True, share: slice = EVERYTHING
    ) -> None:
        """Use all commands, or those named; `thorough` in every way, with suggestions, buttons, menus and forms.

        `share`: which of those that there are, if not everything.
        """
        if not self._commands:
            self._commands = await self.player.commands()
        commands = self._commands[share]
        for command in commands:
            upsetting = command.name in UPSETTING and self.may_upset
            upsetting = upsetting or (command.name in AGREED_BY_PLAYERS and self.role != "spectator")
            if not upsetting and (names is None or command.name in names):
                ways = list(filled_in(scene, command))
                is_whole = thorough or command.name in IN_EVERY_FORM
                await self._type(scene, command, ways if is_whole else ways[-1:])
        if thorough:
            for command in commands:
                await self._ask_for_suggestions(scene, command)
            await self.press_everything(scene, [*deeds()][share])
        await self._read_posts()

    async def ask(self, scene: Scene, names: Sequence[str], words: Sequence[str]) -> None:
        """Use these commands, and the buttons, menus and forms for these deeds, in every way."""
        commands = [command for command in await self.player.commands() if command.name in names]
        assert len(commands) == len(names), f"{names}: only {[command.name for command in commands]} are there"
        for command in commands:
            await self._type(scene, command, list(filled_in(scene, command)))
        await self.press_everything(scene, words)
        await self._read_posts()

    async def press_everything(self, scene: Scene, words: Sequence[str]) -> None:
        """All buttons, menus and forms for these deeds, whether they stand anywhere or not."""
        ways = scene.ways()
        unknown = [word for word in deeds() if word not in ways]
        assert unknown == [], f"tests/e2e/scene.py does not know how {unknown} are used"
        pressed = [(_id_of(scene, word, way), way) for word in words for way in ways[word]]
        buttons = {control_id: () for control_id, way in pressed if not way.values and way.typed is None}
        await self._use_posted([*buttons.items()], BUTTONS_OF_A_MESSAGE)
        await self._use_posted(
            [(control_id, way.values) for control_id, way in pressed if way.values], MENUS_OF_A_MESSAGE
        )
        for control_id, way in pressed:
            if way.typed is not None:
                text = {"type": 4, "custom_id": "text", "value": way.typed}
                data = {"custom_id": control_id, "components": [{"type": 1, "components": [text]}]}
                reply = await self.player.forge(CHANNEL, MODAL_SUBMIT, data)
                self._keep(f"({control_id}) {way.typed}", await self._answer(reply))

    async def _use_posted(self, controls: Sequence[tuple[str, tuple[str, ...]]], at_once: int) -> None:
        """Press buttons, and choose values in menus, on messages that have so many of them."""
        for first in range(0, len(controls), at_once):
            together = controls[first : first + at_once]
            message = await self._posted(together)
            for number, (control_id, values) in enumerate(together):
                if not await self._has(message, control_id):  # as what was pressed before has changed the message
                    message = await self._posted(together[number:])
                if values:
                    reply = await self.player.choose(message, *values, custom_id=control_id)
                else:
                    reply = await self.player.press(message, custom_id=control_id)
                self._keep(f"[{control_id}] {values}", await self._answer(reply))

    async def use(self, name: str, **options: Any) -> None:
        """A command as it is."""
        self._keep(f"/{name}", await self._answer(await self.player.command(CHANNEL, name, **options)))

    async def _type(self, scene: Scene, command: Command, ways: Sequence[dict[str, Any]]) -> None:
        """The command with each of these options, and the form that it opens."""
        for given in ways:
            what = f"/{command.name} {given}"
            try:
                reply = await self.player.command(CHANNEL, command.name, **given)
            except RefusedError as refused:
                self._keep(what, f"not sent: {refused}")
                continue
            self._keep(what, await self._answer(reply))
            await settled(self.bot)  # in the order in which the posts were caused
            if reply.modal is not None:
                fields = {entry.custom_id: f"1 infantry: {scene.spaces[0]}" for entry in reply.modal.fields}
                self._keep(f"{what} sent in", await self._answer(await self.player.submit(reply.modal, fields)))

    async def _ask_for_suggestions(self, scene: Scene, command: Command) -> None:
        given = next(iter(filled_in(scene, command)))
        for option in command.options:
            if option.get("autocomplete"):
                typed = {**given, option["name"]: ""}
                offered = await self.player.autocomplete(CHANNEL, command.name, focused=option["name"], **typed)
                names = [f"{choice.name}={choice.value}" for choice in offered]
                self._keep(f"/{command.name} {option['name']}", " | ".join(names))

    async def _posted(self, controls: Sequence[tuple[str, tuple[str, ...]]]) -> Message:
        """A message of the bot with buttons or menus, as somebody may have it from another time."""
        view = discord.ui.View(timeout=None)
        for control_id, values in controls:
            options = [discord.SelectOption(label=value, value=value) for value in values]
            menu = discord.ui.Select[Any](custom_id=control_id, options=options, max_values=max(len(options), 1))
            view.add_item(menu if values else discord.ui.Button(label="Press", custom_id=control_id))
        channel_id = await self._channel_id()
        sent = await self.bot.get_partial_messageable(channel_id).send(FORGED, view=view)
        return await self.player.next_message(CHANNEL, lambda message: message.id == str(sent.id))

    async def _has(self, message: Message, control_id: str) -> bool:
        """Whether a message is still there with a button or menu that can be used."""
        try:
            now = await self.player.refresh(message)
        except LookupError:
            return False
        buttons = [button.custom_id for button in now.buttons if not button.disabled]
        return control_id in [*buttons, *(menu.custom_id for menu in now.selects if not menu.disabled)]

    async def _channel_id(self) -> int:
        return next(int(key) for key, name in (await self.player.channels()).items() if name == CHANNEL)

    async def _read_posts(self) -> None:
        """What everybody can read in the channel since the game began there."""
        await settled(self.bot)
        found = await self.player.messages(CHANNEL)
        posts = [post for post in found if not post.ephemeral and post.content != FORGED]
        begun = max((number for number, post in enumerate(posts) if OPENING in post.content), default=0)
        self._keep("the channel", "\n".join([await self._said(post) for post in posts[begun:]]))

    async def _answer(self, reply: Reply) -> str:
        if reply.modal is not None:
            modal = reply.modal
            fields = [(entry.label, entry.custom_id, entry.value, entry.placeholder) for entry in modal.fields]
            return f"form {modal.title} {modal.custom_id} {fields} {modal.texts}"
        return await self._said(reply.message) if reply.message is not None else reply.status

    async def _said(self, message: Message) -> str:
        files = []
        for file in message.attachments:
            inside = (await file.read()).decode() if file.filename.endswith(READ_FILES) else ""
            files.append((file.filename, file.alt_text, inside))
        controls = json.dumps(message.raw["components"], sort_keys=True, ensure_ascii=False)
        return f"{message.content} {controls} {files} {message.ephemeral} {message.edited}"

    def _keep(self, what: str, answer: str) -> None:
        assert ERROR not in answer, f"{self.role}: {what}: {answer}"
        self.told.append((f"{self.role}: {plain(what)}", plain(answer)))


def _id_of(scene: Scene, word: str, way: Way) -> str:
    deed = f"{word}.{way.argument}" if way.argument else word
    return custom_id(0 if word == "rule" else scene.game_id, way.made_for or scene.phase_key, deed)
