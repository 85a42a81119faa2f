"""What the route modules share."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from local.interactions import form
from local.interactions.options import InputError
from local.table.core import Core
from local.wire.errors import Json
from local.wire.http import Body, read_body

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


async def person(request: web.Request, *keys: str) -> tuple[Core, str, Json]:
    """Who acts on the page, and the body, which has these keys. Raises InputError, 10013."""
    core = core_of(request)
    sent: Any = (await read_body(request)).json
    if not isinstance(sent, dict):
        raise InputError("The body is a JSON object.")
    require_keys(sent, ("user", *keys))
    return core, core.world.user_named(sent["user"])["id"], sent


def require_keys(sent: Json, keys: tuple[str, ...]) -> None:
    """Raises InputError where the body of a person's request lacks one."""
    missing = [key for key in keys if key not in sent]
    if missing:
        raise InputError(f"The body lacks {', '.join(missing)}.")
