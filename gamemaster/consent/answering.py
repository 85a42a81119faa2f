"""Answering a question for somebody who is away, by the printed default. No opponent decides that alone.

What it leads to may roll, so it is written down as an open roll, which is carried out as soon as that is saved.
"""

from __future__ import annotations

from engine.table.questions import Request
from engine.table.state import GameState
from engine.table.words import listed, number, place
from gamemaster.announcing import printed_answer
from gamemaster.consent.kinds import Case, Kind
from gamemaster.consent.stakes import Stakes
from gamemaster.customs import customs_of
from gamemaster.errors import TableRefusal
from gamemaster.loading import LoadedGame
from gamemaster.orders import FOR_ABSENT, Order
from gamemaster.story import request_text, waiting_for
from store import JsonObject

ANSWERED = "That question is answered; nothing has changed."


def _made_for(loaded: LoadedGame, body: JsonObject) -> str:
    request = loaded.state.request(body["request"]) if loaded.state else None
    return f"question {request.id}" if request and waiting_for(request) else "answered"


def _request(case: Case) -> tuple[GameState, Request]:
    state = case.loaded.running
    request = state.request(case.body["request"])
    if request is None or not waiting_for(request):
        raise TableRefusal(ANSWERED)
    return state, request


async def _check(case: Case) -> None:
    """Raise TableRefusal while the grace time that the table has set goes on."""
    state, request = _request(case)
    turn = await case.loader.open_turn(case.write, case.loaded.game, state)
    asked_at, customs = turn.asked_at(request.id), customs_of(case.loaded.game)
    if (until := asked_at + customs.grace) > case.now:
        names = listed(state.edition.power[power].name for power in waiting_for(request))
        raise TableRefusal(
            f"{names} was asked <t:{asked_at}:R>. This table waits {number(customs.grace_hours, 'hour')}, until "
            f"<t:{until}:f>, before anybody answers for somebody else."
        )


def _asks(case: Case, stakes: Stakes) -> frozenset[int]:
    """The players of the side that is asked, where whoever wants it has a stake on the other one."""
    _, request = _request(case)
    sides = {stakes.side_of[power] for power in waiting_for(request)}
    actor = case.actor.user_id
    if stakes.sides.get(actor, frozenset()) <= sides:
        return frozenset()
    return frozenset().union(*(stakes.players_of(side, without=actor) for side in sides))


async def _title(case: Case) -> str:
    state, request = _request(case)
    names = listed(state.edition.power[power].name for power in waiting_for(request))
    return f"answer for {names} in {place(state, request.space)} by the printed default"


async def _summary(case: Case) -> str:
    state, request = _request(case)
    return f"{request_text(state, request)}\nThe printed default: {printed_answer(state, request)}."


async def _perform(case: Case, consent: str) -> None:
    game = case.loaded.game
    order = Order(FOR_ABSENT, case.actor, case.cause, request=case.body["request"], consent=consent)
    await case.write.open_roll_of(game.id, game.version, order.written_down())


ANSWER = Kind("answer for an absent player", "`/game answer`", _made_for, _check, _asks, _title, _summary, _perform)
