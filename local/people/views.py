"""What a person sees, typed: messages, buttons, selects, modals, commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from local.messages.message_limits import BUTTON, SELECTS, TEXT_DISPLAY, walk
from local.wire.errors import Json
from local.world.everything import EPHEMERAL

_LABEL = 18
_STYLES = {1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium"}


@dataclass(frozen=True)
class Option:
    """One option of a select, radio group or checkbox group."""

    label: str
    value: str
    description: str | None
    default: bool


@dataclass(frozen=True)
class Button:
    """A button; `style` is primary, secondary, success, danger, link or premium."""

    label: str | None
    custom_id: str | None
    style: str
    disabled: bool
    url: str | None
    emoji: str | None


@dataclass(frozen=True)
class Select:
    """A select menu; `kind` is Discord's component type (3: of strings)."""

    custom_id: str
    kind: int
    placeholder: str | None
    options: list[Option]
    min_values: int
    max_values: int
    disabled: bool


@dataclass(frozen=True)
class Attachment:
    """A file of a message: its name, alt text and, by `read()`, its bytes."""

    filename: str
    alt_text: str | None
    content_type: str
    size: int
    url: str
    read: Callable[[], Awaitable[bytes]] = field(repr=False, compare=False)


@dataclass(frozen=True)
class Embed:
    """An embed; `fields` are pairs of name and value."""

    title: str | None
    description: str | None
    fields: list[tuple[str, str]]
    footer: str | None
    author: str | None
    image_url: str | None
    color: int | None


@dataclass(frozen=True)
class Message:
    """A message as its reader sees it. `content`: its words, or else those of its components. `mentions` are the names
    of those it really pinged.
    """

    id: str
    channel_id: str
    author: str
    content: str
    embeds: list[Embed]
    buttons: list[Button]
    selects: list[Select]
    attachments: list[Attachment]
    mentions: list[str]
    ephemeral: bool
    edited: bool
    pinned: bool
    thread_id: str | None
    reactions: dict[str, int]
    raw: Json = field(repr=False, compare=False)

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons, in order."""
        return [button.label or "" for button in self.buttons]

    @property
    def text(self) -> str:
        """All that can be read: content, embeds and displayed texts."""
        parts = [self.raw["content"], *_displayed(self.raw)]
        for embed in self.embeds:
            parts += [embed.author or "", embed.title or "", embed.description or ""]
            parts += [f"{name}\n{value}" for name, value in embed.fields]
            parts.append(embed.footer or "")
        return "\n".join(part for part in parts if part)

    def button(self, label: str | None = None, custom_id: str | None = None) -> Button:
        """The one button with this label or custom id. Raises LookupError, naming the buttons there are."""
        for button in self.buttons:
            if (label is not None and button.label == label) or (
                custom_id is not None and button.custom_id == custom_id
            ):
                return button
        raise LookupError(f"No button {label or custom_id!r}; there are {self.labels}.")

    def select(self, custom_id: str | None = None) -> Select:
        """The select with this custom id, or the only one. Raises LookupError."""
        found = [select for select in self.selects if custom_id in (None, select.custom_id)]
        if len(found) != 1:
            raise LookupError(f"{len(found)} selects match; there are {[select.custom_id for select in self.selects]}.")
        return found[0]


@dataclass(frozen=True)
class Field:
    """A field of a modal; `kind` is Discord's component type (4: text)."""

    label: str
    custom_id: str
    kind: int
    value: str | None
    required: bool
    placeholder: str | None
    options: list[Option]


@dataclass(frozen=True)
class Modal:
    """A modal that an interaction has opened."""

    interaction_id: str
    title: str
    custom_id: str
    fields: list[Field]
    texts: list[str]


@dataclass(frozen=True)
class Choice:
    """One choice of autocomplete: what is shown, and what is sent."""

    name: str
    value: str | int | float


@dataclass(frozen=True)
class Command:
    """A command with its full name ("game create") and its options as registered."""

    name: str
    description: str
    options: list[Json]


def message_view(raw: Json, read: Callable[[str], Awaitable[bytes]]) -> Message:
    """The view of a message in Discord's JSON; `read` fetches an address."""
    components = [component for _, component in walk(raw["components"])]
    return Message(
        id=raw["id"],
        channel_id=raw["channel_id"],
        author=raw["author"]["global_name"] or raw["author"]["username"],
        content=raw["content"] or "\n".join(_displayed(raw)),
        embeds=[_embed(embed) for embed in raw["embeds"]],
        buttons=[_button(component) for component in components if component["type"] == BUTTON],
        selects=[_select(component) for component in components if component["type"] in SELECTS],
        attachments=[_attachment(attachment, read) for attachment in raw["attachments"]],
        mentions=[user["global_name"] or user["username"] for user in raw["mentions"]],
        ephemeral=bool(raw["flags"] & EPHEMERAL),
        edited=raw["edited_timestamp"] is not None,
        pinned=raw["pinned"],
        thread_id=raw["thread"]["id"] if "thread" in raw else None,
        reactions={reaction["emoji"]["name"]: reaction["count"] for reaction in raw.get("reactions") or []},
        raw=raw,
    )


def _displayed(raw: Json) -> list[str]:
    return [component["content"] for _, component in walk(raw["components"]) if component["type"] == TEXT_DISPLAY]


def _attachment(raw: Json, read: Callable[[str], Awaitable[bytes]]) -> Attachment:
    async def fetch() -> bytes:
        return await read(raw["url"])

    return Attachment(raw["filename"], raw.get("description"), raw["content_type"], raw["size"], raw["url"], fetch)


def _embed(raw: Json) -> Embed:
    return Embed(
        title=raw.get("title"),
        description=raw.get("description"),
        fields=[(part["name"], part["value"]) for part in raw.get("fields") or []],
        footer=(raw.get("footer") or {}).get("text"),
        author=(raw.get("author") or {}).get("name"),
        image_url=(raw.get("image") or {}).get("url"),
        color=raw.get("color"),
    )


def _button(raw: Json) -> Button:
    return Button(
        label=raw.get("label"),
        custom_id=raw.get("custom_id"),
        style=_STYLES[raw["style"]],
        disabled=bool(raw.get("disabled")),
        url=raw.get("url"),
        emoji=(raw.get("emoji") or {}).get("name"),
    )


def _select(raw: Json) -> Select:
    least, most = raw.get("min_values"), raw.get("max_values")
    return Select(
        custom_id=raw["custom_id"],
        kind=raw["type"],
        placeholder=raw.get("placeholder"),
        options=_options(raw),
        min_values=1 if least is None else least,
        max_values=1 if most is None else most,
        disabled=bool(raw.get("disabled")),
    )


def _options(raw: Json) -> list[Option]:
    return [
        Option(option["label"], option["value"], option.get("description"), bool(option.get("default")))
        for option in raw.get("options") or []
    ]


def modal_view(interaction_id: str, raw: Json) -> Modal:
    """The view of a modal in Discord's JSON."""
    fields: list[Field] = []
    texts: list[str] = []
    label = ""
    for _, component in walk(raw["components"]):
        if component["type"] == _LABEL:
            label = component["label"]
        elif component["type"] == TEXT_DISPLAY:
            texts.append(component["content"])
        elif "custom_id" in component:
            fields.append(_field(component, component.get("label") or label))
    return Modal(interaction_id, raw["title"], raw["custom_id"], fields, texts)


def _field(raw: Json, label: str) -> Field:
    return Field(
        label=label,
        custom_id=raw["custom_id"],
        kind=raw["type"],
        value=raw.get("value"),
        required=raw.get("required") is not False,
        placeholder=raw.get("placeholder"),
        options=_options(raw),
    )


def command_views(raw: list[Json]) -> list[Command]:
    """Every command that can be typed, subcommands by their full names."""
    found: list[Command] = []
    for command in raw:
        _add_commands(found, command["name"], command)
    return found


def _add_commands(found: list[Command], name: str, node: Json) -> None:
    options: list[Json] = node.get("options") or []
    nested = [option for option in options if option["type"] in (1, 2)]
    for option in nested:
        _add_commands(found, f"{name} {option['name']}", option)
    if not nested:
        found.append(Command(name, node["description"], options))


def as_fields(modal: Modal, given: dict[str, Any]) -> Json:
    """Values by label or custom id, as values by custom id. Raises LookupError."""
    by_custom_id: Json = {}
    for key, value in given.items():
        match = next((entry for entry in modal.fields if key in (entry.label, entry.custom_id)), None)
        if match is None:
            raise LookupError(f"No field {key!r}; there are {[entry.label for entry in modal.fields]}.")
        by_custom_id[match.custom_id] = value
    return by_custom_id
