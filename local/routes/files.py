"""The CDN and the page."""

from __future__ import annotations

from pathlib import Path

from aiohttp import web

from local.routes.common import core_of
from local.wire.errors import unknown

routes = web.RouteTableDef()
PAGE = Path(__file__).parent.parent / "page"


@routes.get("/cdn/attachments/{channel_id}/{attachment_id}/{filename}")
async def attachment(request: web.Request) -> web.Response:
    found = core_of(request).world.storage.file(request.match_info["attachment_id"])
    if found is None:
        raise unknown("message")
    content_type, data = found
    headers = {"Cache-Control": "max-age=86400", "X-Content-Type-Options": "nosniff"}
    return web.Response(body=data, content_type=content_type, headers=headers)


@routes.get("/")
async def page(_: web.Request) -> web.FileResponse:
    return web.FileResponse(PAGE / "index.html")
