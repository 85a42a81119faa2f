"""The emoji of the bot's application."""

from __future__ import annotations

import base64
import binascii
import re

from aiohttp import web

from local.routes.common import core_of
from local.table.core import Core
from local.wire.errors import ApiError, FormErrors, Json, unknown
from local.wire.http import answer, read_body

routes = web.RouteTableDef()
_EMOJI = "/api/v10/applications/{application_id}/emojis"
MOST = 2000
LARGEST = 256 * 1024
_NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
_IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)


@routes.get(_EMOJI)
async def all_emoji(request: web.Request) -> web.Response:
    core = _core(request)
    return answer({"items": [_shown(core, emoji) for emoji in core.world.emoji.values()]})


@routes.post(_EMOJI)
async def make_emoji(request: web.Request) -> web.Response:
    core, sent = _core(request), (await read_body(request)).json
    content_type, image = _checked(core, sent if isinstance(sent, dict) else {})
    emoji = core.world.emoji.save({"id": core.world.ids.next(), "name": sent["name"]})
    core.world.storage.put_file(emoji["id"], content_type, image)
    return answer(_shown(core, emoji), 201)


@routes.get("/cdn/emojis/{emoji_id}")
async def image_of(request: web.Request) -> web.Response:
    core, emoji_id = core_of(request), request.match_info["emoji_id"]
    found = core.world.storage.file(emoji_id) if emoji_id in core.world.emoji else None
    if found is None:
        raise unknown("emoji")
    content_type, data = found
    headers = {"Cache-Control": "max-age=86400", "X-Content-Type-Options": "nosniff"}
    return web.Response(body=data, content_type=content_type, headers=headers)


def _core(request: web.Request) -> Core:
    core = core_of(request)
    if request.match_info["application_id"] != core.world.application_id:
        raise unknown("application")
    return core


def _checked(core: Core, sent: Json) -> tuple[str, bytes]:
    """Kind and bytes of the image. Raises 50035, or 30008 where there are as many as there may be."""
    errors, name = FormErrors(), str(sent.get("name") or "")
    for unexpected in sent.keys() - {"name", "image"}:
        errors.add((unexpected,), "UNKNOWN_KEY", "Only a name and an image are taken.")
    if not _NAME.fullmatch(name):
        errors.add(("name",), "STRING_TYPE_REGEX", "Must be 2 to 32 letters, digits and underscores.")
    elif any(emoji["name"] == name for emoji in core.world.emoji.values()):
        errors.add(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "That emoji name is already taken.")
    image = _IMAGE.fullmatch(str(sent.get("image") or ""))
    data = _decoded(image[2]) if image else b""
    if image is None or not data:
        errors.add(("image",), "IMAGE_INVALID", "Invalid image data")
    elif len(data) > LARGEST:
        errors.add(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    errors.raise_if_any()
    if len(core.world.emoji) >= MOST:
        raise ApiError(400, 30008, f"Maximum number of emojis reached ({MOST})")
    return image[1] if image else "", data


def _decoded(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error:
        return b""


def _shown(core: Core, emoji: Json) -> Json:
    kinds = {"roles": [], "require_colons": True, "managed": False, "animated": False, "available": True}
    return {**emoji, **kinds, "user": core.world.users[core.world.bot_id]}
