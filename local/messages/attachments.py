"""Files of messages: keeping them, naming them to the API, and finding `attachment://` references."""

from __future__ import annotations

import io
import mimetypes
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from PIL import Image

from local.wire.errors import FormErrors, Json
from local.wire.http import UploadedFile
from local.world.everything import World

_SCHEME = "attachment://"
_UNSAFE = re.compile(r"[^\w.\-]+")
_SHOWN = ("PNG", "JPEG", "GIF", "WEBP")
_MOST_PIXELS = 50_000_000


def check_attachments(listed: list[Json] | None, files: dict[str, UploadedFile], kept: dict[str, Json]) -> None:
    """Every listed attachment is one sent now (by its number) or one of the message before. Raises 50035."""
    errors = FormErrors()
    for index, entry in enumerate(listed or []):
        if str(entry["id"]) not in files and str(entry["id"]) not in kept:
            message = "This is neither a file of this request nor an attachment of the message."
            errors.add(("attachments", index, "id"), "ATTACHMENT_NOT_FOUND", message)
    errors.raise_if_any()


def staying(listed: list[Json] | None, kept: dict[str, Json]) -> list[Json]:
    """The attachments of a message that an edit leaves there: all of them, or those that it lists."""
    if listed is None:
        return list(kept.values())
    return [kept[str(entry["id"])] for entry in listed if str(entry["id"]) in kept]


def stored_name(number: str, file: UploadedFile, listed: list[Json] | None) -> str:
    """The name a file gets, which `attachment://` must use: what Discord takes for unsafe becomes "_"."""
    return _UNSAFE.sub("_", _entry(number, listed).get("filename") or file.filename)


def _entry(number: str, listed: list[Json] | None) -> Json:
    return next((entry for entry in listed or [] if str(entry["id"]) == number), {})


def store(world: World, number: str, file: UploadedFile, listed: list[Json] | None) -> Json:
    """Keeps a file and gives its attachment record; the alt text stands in the listed entry with its number."""
    filename = stored_name(number, file, listed)
    content_type = mimetypes.guess_type(filename)[0] or "application/octet-stream"
    record: Json = {
        "id": world.ids.next(),
        "filename": filename,
        "size": len(file.data),
        "content_type": content_type,
        **_picture_size(file.data),
    }
    alt_text = _entry(number, listed).get("description")
    if alt_text:
        record["description"] = alt_text
    world.storage.put_file(record["id"], content_type, file.data)
    return record


def _picture_size(data: bytes) -> dict[str, int]:
    """How large a picture is that can be shown; nothing for other files, whatever they pretend to be."""
    try:
        with Image.open(io.BytesIO(data), formats=_SHOWN) as picture:
            width, height = picture.size
    except Exception:  # cut off, damaged or a bomb: Pillow has many words for that
        return {}
    return {"width": width, "height": height} if width * height <= _MOST_PIXELS else {}


def references(node: Any) -> Iterator[str]:
    """The file names that embeds and components refer to."""
    if isinstance(node, dict):
        for value in node.values():
            yield from references(value)
    elif isinstance(node, list):
        for value in node:
            yield from references(value)
    elif isinstance(node, str) and node.startswith(_SCHEME):
        yield node.removeprefix(_SCHEME)


def check_references(body: Json, filenames: set[str]) -> None:
    """Raises 50035 where an embed or a component refers to a file that the message does not have."""
    errors = FormErrors()
    for part in ("embeds", "components"):
        for name in references(body.get(part)):
            if name not in filenames:
                errors.add((part,), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", f"No file is named {name}")
    errors.raise_if_any()


def with_url(attachment: Json, channel_id: str, base_url: str) -> Json:
    url = f"{base_url}/cdn/attachments/{channel_id}/{attachment['id']}/{quote(attachment['filename'])}"
    return {**attachment, "url": url, "proxy_url": url}


def resolved(node: Any, urls: dict[str, str]) -> Any:
    """A copy of embeds or components with the real addresses instead of `attachment://` references."""
    if isinstance(node, dict):
        return {key: resolved(value, urls) for key, value in node.items()}
    if isinstance(node, list):
        return [resolved(value, urls) for value in node]
    if isinstance(node, str) and node.startswith(_SCHEME):
        return urls.get(node.removeprefix(_SCHEME), node)
    return node
