"""What the bot says while it is used: all that it sends to Discord, all its refusals, and its log."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

from discord.http import HTTPClient
from discord.webhook.async_ import AsyncWebhookAdapter

from engine.errors import Refusal
from gamemaster.errors import TableRefusal
from tests.phrases.templates import template

BUTTON, TEXT_DISPLAY = 2, 10
NAMED = {"placeholder": "Placeholders", "title": "Titles of forms", "value": "Values in forms"}
LOG_LINES = "Log lines for the host"


class Heard:
    """Texts by where they come from: of those that differ in numbers and names alone, the first."""

    def __init__(self) -> None:
        self.lines: dict[str, dict[str, str]] = {}

    def text(self, group: str, text: str) -> None:
        """All lines of a text."""
        known = self.lines.setdefault(group, {})
        for line in text.splitlines():
            if line.strip():
                known.setdefault(template(line), line)

    def payload(self, route: str, sent: Any) -> None:
        """What goes to Discord with a request."""
        if "/commands" in route:
            self._commands(sent)
        else:
            self._message(sent, "Answers" if "webhooks" in route or "interactions" in route else "Posts")

    def _commands(self, sent: Any) -> None:
        for each in sent if isinstance(sent, list) else [sent]:
            self.text("Commands and their options", f"{each.get('name')}: {each.get('description', '')}")
            for choice in each.get("choices") or ():
                self.text("Choices of commands", choice["name"])
            self._commands(each.get("options") or [])

    def _message(self, sent: Any, group: str) -> None:
        if isinstance(sent, list):
            for each in sent:
                self._message(each, group)
        if not isinstance(sent, Mapping):
            return
        for key, value in sent.items():
            if isinstance(value, str):
                found = self._group(sent, key, group)
                if found:
                    self.text(found, value)
            else:
                self._message(value, "Suggestions" if key == "choices" else group)

    @staticmethod
    def _group(sent: Mapping[str, Any], key: str, group: str) -> str | None:
        """Where a text belongs by the key that it is sent with; None for what nobody reads."""
        if key == "content":
            return "Texts in forms" if sent.get("type") == TEXT_DISPLAY else group
        if key == "label":
            return (
                "Buttons" if sent.get("type") == BUTTON else "Fields of forms" if "type" in sent else "Lines of menus"
            )
        if key == "description":
            return "Texts for pictures" if "filename" in sent else "Descriptions in menus"
        if key == "name":
            return group if group == "Suggestions" else None
        return None if key == "value" and sent.get("type") is None else NAMED.get(key)


class _HostsLog(logging.Handler):
    """Hears what the bot tells its host."""

    def __init__(self, heard: Heard) -> None:
        super().__init__(logging.INFO)
        self._heard = heard

    def emit(self, record: logging.LogRecord) -> None:
        if not record.name.startswith(("discord", "aiohttp", "asyncio", "sqlalchemy", "alembic", "matplotlib", "PIL")):
            self._heard.text(LOG_LINES, record.getMessage())


@contextmanager
def listening(heard: Heard) -> Iterator[None]:
    """While this is entered, everything that is said is kept."""
    log, handler = logging.getLogger(), _HostsLog(heard)
    level = log.level
    with ExitStack() as undone:
        undone.enter_context(patch.object(HTTPClient, "request", _request(heard, HTTPClient.request)))
        adapter = _webhook_request(heard, AsyncWebhookAdapter.request)
        undone.enter_context(patch.object(AsyncWebhookAdapter, "request", adapter))
        undone.enter_context(patch.object(Refusal, "__init__", _refusal(heard, Refusal.__init__)))
        undone.enter_context(patch.object(TableRefusal, "__init__", _table_refusal(heard, TableRefusal.__init__)))
        log.addHandler(handler)
        log.setLevel(logging.INFO)
        try:
            yield
        finally:
            log.removeHandler(handler)
            log.setLevel(level)


def _request(heard: Heard, request: Callable[..., Any]) -> Callable[..., Any]:
    def hear(self: Any, route: Any, *, form: Sequence[Mapping[str, Any]] | None = None, **more: Any) -> Any:
        heard.payload(route.path, more.get("json"))
        _form(heard, route.path, form)
        return request(self, route, form=form, **more)

    return hear


def _webhook_request(heard: Heard, request: Callable[..., Any]) -> Callable[..., Any]:
    def hear(self: Any, route: Any, session: Any, **more: Any) -> Any:
        heard.payload(route.path, more.get("payload"))
        _form(heard, route.path, more.get("multipart"))
        return request(self, route, session, **more)

    return hear


def _form(heard: Heard, route: str, form: Sequence[Mapping[str, Any]] | None) -> None:
    for part in form or ():
        if part["name"] == "payload_json":
            heard.payload(route, json.loads(part["value"]))


def _refusal(heard: Heard, make: Callable[..., None]) -> Callable[..., None]:
    def hear(self: Refusal, rule: str, message: str) -> None:
        make(self, rule, message)
        heard.text("Refusals by the rules", f"{rule}: {self.message}")

    return hear


def _table_refusal(heard: Heard, make: Callable[..., None]) -> Callable[..., None]:
    def hear(self: TableRefusal, *arguments: Any) -> None:
        make(self, *arguments)
        heard.text("Refusals at the table", str(self))

    return hear
