"""Callbacks of interactions, and the webhook routes that their tokens open."""

from __future__ import annotations

from aiohttp import web

from local.interactions import answering, form
from local.interactions.interaction import Interaction
from local.messages.messages import shown
from local.routes.common import checked_body, core_of
from local.table.core import Core
from local.wire.http import answer, nothing, read_body

routes = web.RouteTableDef()
_WEBHOOK = "/api/v10/webhooks/{application_id}/{token}"


@routes.post("/api/v10/interactions/{interaction_id}/{token}/callback")
async def callback(request: web.Request) -> web.Response:
    core = core_of(request)
    body = await read_body(request)
    interaction = answering.find(core, request.match_info["interaction_id"], request.match_info["token"])
    form.check_callback(body.json)
    resource = answering.answer_first(core, interaction, body)
    if request.query.get("with_response") in ("1", "true"):
        return answer(answering.callback_response(interaction, resource))
    return nothing()


@routes.post(_WEBHOOK)
async def follow_up(request: web.Request) -> web.Response:
    core, interaction = _by_token(request)
    body = await checked_body(request)
    allowance = core.rates.use("followup", interaction.id)
    message = answering.follow_up(core, interaction, body)
    return answer(shown(core, message), headers=allowance.headers(core.clock()))


@routes.get(_WEBHOOK + "/messages/@original")
@routes.get(_WEBHOOK + "/messages/{message_id}")
async def read_answer(request: web.Request) -> web.Response:
    core, interaction = _by_token(request)
    return answer(shown(core, answering.answer_message(core, interaction, _message_id(request))))


@routes.patch(_WEBHOOK + "/messages/@original")
@routes.patch(_WEBHOOK + "/messages/{message_id}")
async def edit_answer(request: web.Request) -> web.Response:
    core, interaction = _by_token(request)
    body = await checked_body(request)
    return answer(shown(core, answering.edit_answer(core, interaction, _message_id(request), body)))


@routes.delete(_WEBHOOK + "/messages/@original")
@routes.delete(_WEBHOOK + "/messages/{message_id}")
async def delete_answer(request: web.Request) -> web.Response:
    core, interaction = _by_token(request)
    answering.delete_answer(core, interaction, _message_id(request))
    return nothing()


def _by_token(request: web.Request) -> tuple[Core, Interaction]:
    core = core_of(request)
    info = request.match_info
    return core, answering.find_by_token(core, info["application_id"], info["token"])


def _message_id(request: web.Request) -> str:
    return request.match_info.get("message_id", "@original")
