"""Plain requests with the bot's token, and bodies that discord.py would not send."""

from __future__ import annotations

import io
import json
from typing import Any
from urllib.parse import quote

import aiohttp

from local import LocalTable
from local.wire.errors import Json


class Raw:
    """A program that talks to the table without a library."""

    def __init__(self, table: LocalTable, session: aiohttp.ClientSession) -> None:
        self.table = table
        self.session = session
        self.channel = table.world.channel_named("war-room")["id"]
        self.commands = f"/applications/{table.world.application_id}/commands"

    async def ask(self, method: str, path: str, body: Any = None, *, reason: str = "") -> tuple[int, Any]:
        headers = {"Authorization": f"Bot {self.table.bot_token}", "X-Audit-Log-Reason": quote(reason)}
        async with self.session.request(method, self.table.api_url + path, json=body, headers=headers) as response:
            return response.status, await response.json() if response.status != 204 else None

    async def answer(self, interaction_id: int, token: str, body: Json) -> tuple[int, Any]:
        """A first answer to an interaction."""
        return await self.ask("POST", f"/interactions/{interaction_id}/{token}/callback", body)

    async def send_file(self, filename: str, body: Json, data: bytes = b"x") -> tuple[int, Any]:
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(body))
        form.add_field("files[0]", io.BytesIO(data), filename=filename)
        headers = {"Authorization": f"Bot {self.table.bot_token}"}
        url = f"{self.table.api_url}/channels/{self.channel}/messages"
        async with self.session.post(url, data=form, headers=headers) as response:
            return response.status, await response.json()

    async def send(self, **body: Any) -> tuple[int, Any]:
        return await self.ask("POST", f"/channels/{self.channel}/messages", body)


def button(custom_id: str = "a", **more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id, **more}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def select(values: list[str], **more: Any) -> Json:
    return {"type": 3, "custom_id": "s", "options": [{"label": v[:100], "value": v} for v in values], **more}


def errors_at(answer: Any, path: str) -> list[str]:
    """The codes at a dotted path of the nested errors."""
    node = answer["errors"]
    for step in path.split("."):
        node = node[step]
    return [error["code"] for error in node["_errors"]]


def option(name: str, **more: Any) -> Json:
    return {"type": 3, "name": name, "description": "An option", **more}
