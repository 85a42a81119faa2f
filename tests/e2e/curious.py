"""Somebody who looks at everything: asks for suggestions, uses any command, presses any button, and types nonsense."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from local import Command, Message, Modal, Player, RefusedError, Reply

NOT_TOUCHED = ("game create", "game delete", "game import", "game cancel", "game pause", "demo")
"""What would take the game away from those who play it."""

TYPED = ("", "ger", "1 infantry, 1 tank", "sea zone 5", "x" * 100, "⚔ Österreich <@1> `*_~`", "all")
STRING, INTEGER, BOOLEAN = 3, 4, 5


class Curious:
    """A guest of the game. `counts`: what was looked at, by command or kind of component."""

    def __init__(self, player: Player, channel: str, rng: Random) -> None:
        self.player, self.channel, self.rng = player, channel, rng
        self.counts: Counter[str] = Counter()
        self._commands: list[Command] = []

    async def do_something(self) -> None:
        """One look at something."""
        if not self._commands:
            found = await self.player.commands()
            self._commands = [command for command in found if not command.name.startswith(NOT_TOUCHED)]
        if self.rng.random() < 0.4:
            await self._press_something()
        else:
            await self._type_something(self.rng.choice(self._commands))

    async def _type_something(self, command: Command) -> None:
        """A command with its suggestions taken where there are some."""
        given: dict[str, Any] = {}
        for option in command.options:
            if option.get("required") or self.rng.random() < 0.5:
                value = await self._value(command, option, given)
                if value is not None:
                    given[option["name"]] = value
        try:
            reply = await self.player.command(self.channel, command.name, **given)
        except RefusedError:
            self.counts["not sent"] += 1
            return
        self.counts[f"/{command.name}"] += 1
        await self._look_on(reply)

    async def _value(self, command: Command, option: dict[str, Any], given: dict[str, Any]) -> Any:
        typed = self.rng.choice(TYPED)
        if option.get("choices"):
            return self.rng.choice(option["choices"])["value"]
        if option.get("autocomplete"):
            name = option["name"]
            typed = typed if self.rng.random() < 0.5 else ""
            offered = await self.player.autocomplete(self.channel, command.name, focused=name, **{**given, name: typed})
            self.counts["suggestions"] += 1
            return self.rng.choice(offered).value if offered else typed
        kinds: dict[int, Any] = {STRING: typed, INTEGER: self.rng.randint(0, 7), BOOLEAN: self.rng.random() < 0.5}
        return kinds.get(option["type"])

    async def _press_something(self) -> None:
        """Any button or menu of the last few messages, old ones too."""
        messages = [m for m in await self.player.messages(self.channel) if m.buttons or m.selects]
        if not messages:
            return
        reply = await self._press(self.rng.choice(messages[-8:]))
        if reply is not None:
            await self._look_on(reply)

    async def _press(self, message: Message) -> Reply | None:
        buttons = [button for button in message.buttons if button.custom_id and not button.disabled]
        menus = [select for select in message.selects if select.options and not select.disabled]
        try:
            if menus and (not buttons or self.rng.random() < 0.5):
                menu = self.rng.choice(menus)
                least, most = max(menu.min_values, 1), min(menu.max_values, len(menu.options))
                wanted = self.rng.sample(menu.options, self.rng.randint(least, most))
                self.counts["menu"] += 1
                return await self.player.choose(message, *(o.value for o in wanted), custom_id=menu.custom_id)
            if buttons:
                self.counts["button"] += 1
                return await self.player.press(message, custom_id=self.rng.choice(buttons).custom_id)
        except (LookupError, RefusedError):
            self.counts["gone"] += 1
        return None

    async def _look_on(self, reply: Reply) -> None:
        """Half the time go on from what was answered: fill in the form, press another button."""
        if reply.modal is not None:
            await self._fill_in(reply.modal)
        elif reply.message is not None and self.rng.random() < 0.5:
            further = await self._press(reply.message)
            if further is not None and further.modal is not None:
                await self._fill_in(further.modal)

    async def _fill_in(self, modal: Modal) -> None:
        fields = {entry.custom_id: self.rng.choice(TYPED) or "1" for entry in modal.fields if entry.kind == 4}
        self.counts["form"] += 1
        try:
            await self.player.submit(modal, fields)
        except RefusedError:
            self.counts["not sent"] += 1
