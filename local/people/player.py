"""A person at the local table, for tests and scripts: uses commands, presses buttons, reads what that person sees."""

from __future__ import annotations

import asyncio
import base64
import functools
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote

import aiohttp

from local.people.views import Choice, Command, Message, Modal, as_fields, command_views, message_view, modal_view
from local.wire.errors import Json

T = TypeVar("T")
Test = Callable[[Message], bool]

PATIENCE_SECONDS = 60.0


@functools.lru_cache(maxsize=32)
def _read(told: str) -> Json:
    """An event, which others may have heard too; nobody changes it."""
    event: Json = json.loads(told)
    return event


class RefusedError(Exception):
    """The table did not let the person do this; the text says why."""


class NoAnswerError(Exception):
    """The bot did not answer in time."""


@dataclass(frozen=True)
class File:
    """A file to be sent as the option of a command."""

    filename: str
    data: bytes

    def as_json(self) -> Json:
        """The file as the table takes it."""
        return {"filename": self.filename, "data": base64.b64encode(self.data).decode()}


@dataclass(frozen=True)
class Reply:
    """What an interaction led to.

    `status` is answered, thinking, acknowledged (nothing to show yet) or modal; `message` is the answer, or the message
    that was updated; `modal` the modal that opened.
    """

    interaction_id: str
    status: str
    message: Message | None
    modal: Modal | None

    @property
    def content(self) -> str:
        """What the answer says, also where it is made of components."""
        return self.shown.content or self.shown.text

    @property
    def ephemeral(self) -> bool:
        return self.shown.ephemeral

    @property
    def shown(self) -> Message:
        """The answering message. Raises LookupError where there is none."""
        if self.message is None:
            raise LookupError(f"No message answered: {self.status}.")
        return self.message

    @property
    def opened(self) -> Modal:
        """The modal. Raises LookupError where none opened."""
        if self.modal is None:
            raise LookupError(f"No modal opened: {self.status}.")
        return self.modal


class Player:
    """One user of a running table. Channels are named by name or id, "direct" is the talk with the bot.

    All waiting is for events.
    """

    def __init__(self, base_url: str, name: str, *, patience: float = PATIENCE_SECONDS) -> None:
        self.name = name
        self.patience = patience
        self.base_url = base_url
        self._session: aiohttp.ClientSession | None = None
        self._reader: asyncio.Task[None] | None = None
        self._changed = asyncio.Condition()
        self._channels: dict[str, Json] = {}
        self._messages: dict[str, Json] = {}
        self._views: dict[str, Message] = {}
        self._reports: dict[str, Json] = {}
        self._last_read: dict[str, int] = {}
        self._deleted: set[str] = set()
        self._ready = False

    async def connect(self) -> None:
        """Begins to listen; every other method does this by itself."""
        if self._reader is None:
            self._session = aiohttp.ClientSession()
            self._reader = asyncio.create_task(self._listen(self._session))
        await self._wait(lambda: self._ready or None, f"{self.name} could not sit down at the table.")

    async def close(self) -> None:
        if self._reader is not None:
            self._reader.cancel()
        if self._session is not None:
            await self._session.close()

    # Commands

    async def commands(self) -> list[Command]:
        """The commands this user may use."""
        return command_views(await self._request("GET", f"/local/commands?user={quote(self.name)}"))

    async def command(self, channel: str, command: str, /, *, wait_thinking: bool = True, **options: Any) -> Reply:
        """Uses the slash command ("game create") and waits for its answer; an option may be a `File`.

        Raises RefusedError, NoAnswerError.
        """
        typed = {name: value.as_json() if isinstance(value, File) else value for name, value in options.items()}
        sent = {"kind": "command", "channel": channel, "name": command, "options": typed}
        return await self._interact(sent, wait_thinking=wait_thinking)

    async def autocomplete(self, channel: str, command: str, /, *, focused: str, **options: Any) -> list[Choice]:
        """The choices offered for the option `focused`, with what is typed so far in `options`."""
        options = {focused: "", **options}
        sent = {"kind": "autocomplete", "channel": channel, "name": command, "options": options, "focused": focused}
        report = await self._settled(await self._start(sent), wait_thinking=True)
        return [Choice(choice["name"], choice["value"]) for choice in report["choices"]]

    # Buttons, selects, modals

    async def press(
        self, message: Message, label: str | None = None, *, custom_id: str | None = None, wait_thinking: bool = True
    ) -> Reply:
        """Presses the button with this label or custom id. Raises LookupError, RefusedError, NoAnswerError."""
        await self.connect()
        button = self._now(message).button(label, custom_id)
        sent = {"kind": "component", "message": message.id, "custom_id": button.custom_id}
        return await self._interact(sent, wait_thinking=wait_thinking)

    async def choose(
        self, message: Message, *values: str, custom_id: str | None = None, wait_thinking: bool = True
    ) -> Reply:
        """Chooses options of a select by value or label."""
        await self.connect()
        select = self._now(message).select(custom_id)
        by_label = {option.label: option.value for option in select.options}
        known = set(by_label.values())
        chosen = [value if value in known else by_label.get(value, value) for value in values]
        sent = {"kind": "component", "message": message.id, "custom_id": select.custom_id, "values": chosen}
        return await self._interact(sent, wait_thinking=wait_thinking)

    async def submit(self, modal: Modal, fields: Mapping[str, Any], *, wait_thinking: bool = True) -> Reply:
        """Sends a modal; `fields` by label or custom id, those left out keep what the bot filled in."""
        sent = {"kind": "modal", "interaction": modal.interaction_id, "fields": as_fields(modal, dict(fields))}
        return await self._interact(sent, wait_thinking=wait_thinking)

    async def forge(self, channel: str, kind: int, data: Json) -> Reply:
        """Sends an interaction of this type with these data as they are, which Discord's own client never would."""
        return await self._interact(
            {"kind": "forged", "channel": channel, "type": kind, "data": data}, wait_thinking=True
        )

    # Reading

    async def messages(self, channel: str) -> list[Message]:
        """What this user sees in a channel or thread, oldest first."""
        await self.connect()
        channel_id = self._channel_id(channel)
        found = [raw for raw in self._messages.values() if raw["channel_id"] == channel_id]
        return [self._view(raw) for raw in sorted(found, key=lambda raw: int(raw["id"]))]

    async def channels(self) -> dict[str, str]:
        """The names of the channels and threads this user sees, by id."""
        await self.connect()
        return {channel["id"]: channel.get("name", "direct") for channel in self._channels.values()}

    async def next_message(
        self, channel: str, where: Test | None = None, *, after: Message | None = None, patience: float | None = None
    ) -> Message:
        """The first message that passes `where`, after the one that this returned before (or `after`)."""
        await self.connect()

        def find() -> Message | None:
            channel_id = self._find_channel(channel)
            start = int(after.id) if after is not None else self._last_read.get(channel_id or "", 0)
            later = [m for m in self._messages.values() if m["channel_id"] == channel_id and int(m["id"]) > start]
            views = (self._view(raw) for raw in sorted(later, key=lambda raw: int(raw["id"])))
            return next((view for view in views if where is None or where(view)), None)

        message = await self._wait(find, f"{self.name} waited in vain for a message in {channel}.", patience)
        self._last_read[message.channel_id] = int(message.id)
        return message

    async def wait_until(self, message: Message, where: Test, *, patience: float | None = None) -> Message:
        """The message as it is once it passes `where`, after as many edits as that takes."""
        await self.connect()

        def find() -> Message | None:
            raw = self._messages.get(message.id)
            view = None if raw is None else self._view(raw)
            return view if view is not None and where(view) else None

        return await self._wait(find, f"{self.name} waited in vain for a change of the message.", patience)

    async def wait_until_gone(self, message: Message) -> None:
        """Returns once the message has been deleted."""
        await self.connect()
        still_there = f"{self.name} still sees the message."
        await self._wait(lambda: message.id in self._deleted or None, still_there)

    async def refresh(self, message: Message) -> Message:
        """The message as it is now. Raises LookupError once it is deleted."""
        await self.connect()
        return self._now(message)

    async def followup(self, reply: Reply, number: int = 0) -> Message:
        """The n-th message that the bot sends after its first answer."""

        def find() -> Message | None:
            ids = self._reports[reply.interaction_id]["followup_ids"]
            return self._view(self._messages[ids[number]]) if len(ids) > number else None

        return await self._wait(find, f"{self.name} waited in vain for a followup.")

    # Writing

    async def say(self, channel: str, content: str) -> Message:
        sent = {"user": self.name, "channel": channel, "content": content}
        return self._view(await self._request("POST", "/local/messages", sent))

    async def new_channel(self, name: str) -> str:
        """Makes a text channel; gives its id."""
        return await self._make("/local/channels", {"user": self.name, "name": name})

    async def new_thread(self, channel: str, name: str) -> str:
        """Makes a public thread in a channel; gives its id."""
        return await self._make("/local/threads", {"user": self.name, "channel": channel, "name": name})

    async def delete(self, message: Message) -> None:
        await self._request("DELETE", f"/local/messages/{message.id}", {"user": self.name})

    async def react(self, message: Message, emoji: str, *, added: bool = True) -> None:
        sent = {"user": self.name, "message": message.id, "emoji": emoji, "added": added}
        await self._request("PUT", "/local/reactions", sent)

    # How it works

    async def _make(self, path: str, sent: Json) -> str:
        """Makes a channel, and waits until it is seen."""
        await self.connect()
        channel = str((await self._request("POST", path, sent))["channel"])
        await self._wait(lambda: channel in self._channels or None, f"{self.name} does not see the new channel.")
        return channel

    async def _interact(self, sent: Json, *, wait_thinking: bool) -> Reply:
        report = await self._settled(await self._start(sent), wait_thinking=wait_thinking)
        raw = self._messages.get(report["message_id"] or "")
        modal = modal_view(report["id"], report["modal"]) if report["status"] == "modal" else None
        return Reply(report["id"], report["status"], None if raw is None else self._view(raw), modal)

    async def _start(self, sent: Json) -> str:
        await self.connect()
        report = await self._request("POST", "/local/interactions", {"user": self.name, **sent})
        return str(report["id"])

    async def _settled(self, interaction_id: str, *, wait_thinking: bool) -> Json:
        pending = ("waiting", "thinking") if wait_thinking else ("waiting",)

        def find() -> Json | None:
            report = self._reports.get(interaction_id)
            return report if report is not None and report["status"] not in pending else None

        report = await self._wait(find, "The bot has not finished its answer.")
        if report["status"] == "failed":
            raise NoAnswerError(report["error"])
        return report

    async def _request(self, method: str, path: str, body: Json | None = None) -> Any:
        await self.connect()
        assert self._session is not None  # noqa: S101  # connect has made it
        async with self._session.request(method, self.base_url + path, json=body) as response:
            if response.status == 204:
                return None
            answer = await response.json()
            if response.status >= 400:
                raise RefusedError(answer["message"])
            return answer

    async def _read_file(self, url: str) -> bytes:
        await self.connect()
        assert self._session is not None  # noqa: S101  # connect has made it
        async with self._session.get(url) as response:
            response.raise_for_status()
            return await response.read()

    async def _listen(self, session: aiohttp.ClientSession) -> None:
        address = f"{self.base_url}/local/feed?user={quote(self.name)}"
        async with session.ws_connect(address, max_msg_size=0) as socket:
            async for message in socket:
                payload = _read(message.data)
                async with self._changed:
                    self._take(payload["event"], payload["data"])
                    self._changed.notify_all()

    def _take(self, event: str, data: Json) -> None:
        if event == "SNAPSHOT":
            self._channels = {channel["id"]: channel for channel in data["channels"]}
            self._messages = {message["id"]: message for message in data["messages"]}
            self._ready = True
        elif event in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            self._messages[data["id"]] = data
        elif event == "MESSAGE_DELETE":
            self._messages.pop(data["id"], None)
            self._deleted.add(data["id"])
        elif event in ("CHANNEL_CREATE", "CHANNEL_UPDATE", "THREAD_CREATE", "THREAD_UPDATE"):
            self._channels[data["id"]] = data
        elif event in ("CHANNEL_DELETE", "THREAD_DELETE"):
            self._channels.pop(data["id"], None)
        elif event == "INTERACTION_UPDATE":
            self._reports[data["id"]] = data

    async def _wait(self, find: Callable[[], T | None], complaint: str, patience: float | None = None) -> T:
        """Looks after every event until `find` gives something. Raises TimeoutError with the complaint."""
        try:
            async with asyncio.timeout(patience or self.patience), self._changed:
                while (found := find()) is None:
                    if self._reader is not None and self._reader.done():
                        self._reader.result()
                        raise ConnectionError("The table has closed.")
                    await self._changed.wait()
                return found
        except TimeoutError:
            raise TimeoutError(complaint) from None

    def _view(self, raw: Json) -> Message:
        """Made once of each version of a message."""
        view = self._views.get(raw["id"])
        if view is None or view.raw is not raw:
            view = self._views[raw["id"]] = message_view(raw, self._read_file)
        return view

    def _now(self, message: Message) -> Message:
        """The newest version of a message that this player may not have heard of yet, when another one has."""
        if message.id in self._deleted:
            raise LookupError("This message has been deleted.")
        raw = self._messages.get(message.id)
        return message if raw is None else self._view(raw)

    def _find_channel(self, name: str) -> str | None:
        for channel in self._channels.values():
            if name.removeprefix("#") in (channel["id"], channel.get("name", "direct")):
                return str(channel["id"])
        return None

    def _channel_id(self, name: str) -> str:
        found = self._find_channel(name)
        if found is None:
            raise LookupError(f"{self.name} sees no channel {name}.")
        return found
