"""What the route modules share."""

from __future__ import annotations

from aiohttp import web

from local import form
from local.core import Core
from local.http import Body, read_body

CORE: web.AppKey[Core] = web.AppKey("core", Core)


def core_of(request: web.Request) -> Core:
    return request.app[CORE]


async def checked_body(request: web.Request) -> Body:
    """The request's body, held against the published schema of its route. Raises 50035."""
    body = await read_body(request)
    form.check_body(schema_route(request), body.json)
    return body


def schema_route(request: web.Request) -> str:
    """The route as the schemas name it: `POST /channels/{}/messages`."""
    resource = request.match_info.route.resource
    canonical = "" if resource is None else resource.canonical.removeprefix("/api/v10")
    steps = ["{}" if step.startswith("{") else step for step in canonical.split("/")]
    return f"{request.method} {'/'.join(steps)}"
