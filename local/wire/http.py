"""Bodies and answers on the wire: JSON or multipart in, JSON with Discord's exact content type out."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from local.wire.errors import ApiError, Json, invalid

MAX_REQUEST_BYTES = 120 * 1024 * 1024


@dataclass(frozen=True)
class UploadedFile:
    """A file as it came: its name, the sender's content type and its bytes."""

    filename: str
    content_type: str
    data: bytes


@dataclass(frozen=True)
class Body:
    """A request's JSON, and the files sent with it by their number in `files[n]`."""

    json: Any
    files: dict[str, UploadedFile] = field(default_factory=dict)

    def part(self, json_part: Json) -> Body:
        """The same files with another JSON, for a message inside a larger body."""
        return Body(json_part, self.files)


async def read_body(request: web.Request) -> Body:
    """Reads the body. Raises 50109 where it is no JSON."""
    if request.content_type.startswith("multipart/"):
        return await _read_multipart(request)
    text = await request.text()
    return Body(_parse(text) if text else {})


def _parse(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from error


async def _read_multipart(request: web.Request) -> Body:
    payload: Any = {}
    files: dict[str, UploadedFile] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise invalid((), "MULTIPART_NESTED", "Nested multipart bodies are not understood.")
        name = part.name or ""
        if name == "payload_json":
            payload = _parse(await part.text())
        elif name.startswith("files[") and name.endswith("]"):
            content_type = part.headers.get("Content-Type", "application/octet-stream")
            files[name[6:-1]] = UploadedFile(part.filename or "file", content_type, bytes(await part.read()))
        else:
            raise invalid((name,), "UNKNOWN_KEY", "Parts are payload_json and files[n].")
    return Body(payload, files)


def answer(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """A JSON answer; clients compare the content type exactly, so it carries no charset."""
    return web.Response(
        body=json.dumps(body).encode(), status=status, headers={"Content-Type": "application/json", **(headers or {})}
    )


def nothing() -> web.Response:
    return web.Response(status=204)
