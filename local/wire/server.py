"""The web application: its routes, and what every request passes through."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cache
from urllib.parse import unquote, urlsplit

from aiohttp import web

from local.interactions.options import InputError
from local.routes import application, channels, emoji, files, interactions, messages, people, table, threads
from local.routes.common import CORE
from local.table.core import Core
from local.table.faults import Fault
from local.table.rates import RateLimitError
from local.wire.errors import ApiError, FormErrors, unauthorized
from local.wire.http import MAX_REQUEST_BYTES, answer

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

API = "/api/v10"
_OPEN_TO_ALL = (API + "/interactions/", API + "/webhooks/")
_VIA = {"Via": "1.1 local"}
MAX_REASON = 512


def build_application(core: Core) -> web.Application:
    """The server of one table."""
    app = web.Application(client_max_size=MAX_REQUEST_BYTES, middlewares=[_own_pages_only, _faults, _refusals, _token])
    app[CORE] = core
    for resource in _resources():
        app.router.register_resource(resource)
    app.router.add_get("/gateway", core.gateway.serve)
    app.router.add_get("/gateway/", core.gateway.serve)
    return app


@cache
def _resources() -> tuple[web.AbstractResource, ...]:
    """What all tables serve: reading the patterns of the paths takes as long as many an answer."""
    router = web.UrlDispatcher()
    for module in (application, channels, emoji, interactions, messages, threads, people, table, files):
        router.add_routes(module.routes)
    router.add_static("/page", files.PAGE)
    return tuple(router.resources())


@web.middleware
async def _own_pages_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """No page of another site may read or steer the table through a visitor's browser."""
    host = urlsplit(f"//{request.host}").hostname
    origin = request.headers.get("Origin")
    if host not in ("127.0.0.1", "localhost", "::1") or (origin and urlsplit(origin).netloc != request.host):
        return answer({"message": "The local table answers its own page and programs on this machine only."}, 403)
    return await handler(request)


@web.middleware
async def _faults(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Lets a request fail that a test has chosen."""
    core = request.app[CORE]
    path = request.path.removeprefix(API)
    fault = core.faults.take(request.method, path) if request.path.startswith(API) else None
    if fault is None:
        return await handler(request)
    fault.reached.set()
    if fault.holds:
        await fault.released.wait()
        return await handler(request)
    if fault.stored:
        await handler(request)
    else:
        await request.read()
    return _failure(request, fault)


def _failure(request: web.Request, fault: Fault) -> web.Response:
    if fault.status == 0:
        if request.transport is not None:
            request.transport.abort()
        return web.Response(status=500)
    body = {"message": f"{fault.status}: fault", "code": fault.code}
    if fault.status != 429:
        return answer(body, fault.status)
    wait = {"retry_after": fault.retry_after, "global": False}
    return answer({**body, **wait}, 429, {**_VIA, "Retry-After": str(fault.retry_after)})


@web.middleware
async def _refusals(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Gives refusals in Discord's shapes."""
    try:
        return await handler(request)
    except RateLimitError as limited:
        request.app[CORE].rate_limited.append(f"{request.method} {request.path.removeprefix(API)}")
        return answer(limited.body(), 429, {**_VIA, **limited.headers(request.app[CORE].clock())})
    except ApiError as refusal:
        if request.path.startswith(API):
            request.app[CORE].refusals.append(f"{request.method} {request.path.removeprefix(API)}: {refusal.body()}")
        return answer(refusal.body(), refusal.status)
    except InputError as mistake:
        return answer({"message": str(mistake), "code": 0}, 400)
    except web.HTTPNotFound:
        return answer({"message": "404: Not Found", "code": 0}, 404)
    except web.HTTPMethodNotAllowed:
        return answer({"message": "405: Method Not Allowed", "code": 0}, 405)


@web.middleware
async def _token(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every route of the API wants the bot's token, but for those with one in their path, and /gateway.

    What wants it counts towards the limit over all routes, from which Discord exempts answers to interactions.
    """
    core, path = request.app[CORE], request.path
    open_to_all = not path.startswith(API) or path == API + "/gateway" or path.startswith(_OPEN_TO_ALL)
    if not open_to_all:
        if request.headers.get("Authorization") != f"Bot {core.token}":
            raise unauthorized()
        core.rates.use_any_route()
        _check_reason(unquote(request.headers.get("X-Audit-Log-Reason", "")))
    return await handler(request)


def _check_reason(reason: str) -> None:
    """Raises 50035 for a reason that the audit log would not take."""
    errors = FormErrors()
    if len(reason) > MAX_REASON:
        errors.too_long(("reason",), MAX_REASON)
    errors.raise_if_any()
