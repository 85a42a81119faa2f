"""Answering a question for somebody who is away, by the printed default. No opponent decides that alone."""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts.board import PowerId
from engine.state.game_state import GameState
from engine.state.questions import Request
from engine.state.words import first_upper, listed, number, place
from gamemaster.announcements.announcer import printed_answer
from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.ordering import write_down
from gamemaster.consent.stakes import Stakes
from gamemaster.errors import TableRefusal
from gamemaster.narration import request_text
from gamemaster.narration.phrases import the_powers
from gamemaster.orders.loading import LoadedGame
from gamemaster.orders.requested import FOR_ABSENT, OrderRequest
from gamemaster.table_settings import table_settings_of
from gamemaster.times import moment_after, with_vacations
from gamemaster.views.visible import asked_together
from store import JsonObject

ANSWERED = "That question has been answered. Nothing changed."


def _made_for(loaded: LoadedGame, body: JsonObject) -> str:
    return f"question {body['request']}" if loaded.state and loaded.state.request(body["request"]) else "answered"


def _window(case: Case) -> tuple[GameState, tuple[Request, ...]]:
    """The questions that are asked together; raises TableRefusal where they are answered.

    Who of those asked has answered is secret until all have, so nothing here depends on it.
    """
    state = case.loaded.running
    request = state.request(case.body["request"])
    if request is None:
        raise TableRefusal(ANSWERED)
    return state, asked_together(state, request)


def _asked(window: Sequence[Request]) -> tuple[PowerId, ...]:
    return tuple(dict.fromkeys(power for request in window for power in request.powers))


async def _check(case: Case) -> None:
    """Raise TableRefusal while the grace time that the table has set goes on."""
    state, window = _window(case)
    if table_settings_of(case.loaded.game).pause_at(case.now):
        raise TableRefusal("This game is paused, so nobody can answer for anybody else. Resume it with /game resume.")
    asked = _asked(window)
    if case.loaded.seats and set(asked) <= case.loaded.house.keys():
        raise TableRefusal(f"The house answers for {the_powers(state, asked)} by itself (ASY-65). Nothing changed.")
    turn = await case.loader.open_turn(case.write, case.loaded.game, state)
    asked_at, customs = max(turn.asked_at(request.id) for request in window), table_settings_of(case.loaded.game)
    paused = ((pause.began, pause.over_at) for pause in customs.pauses)
    stood = with_vacations(paused, customs, {case.loaded.seats.get(power) for power in asked})
    until = moment_after(asked_at, customs.grace, stood) or case.now
    if until > case.now:
        was = "was" if len(asked) == 1 else "were"
        raise TableRefusal(
            f"{first_upper(the_powers(state, asked))} {was} asked <t:{asked_at}:R>. This table waits "
            f"{number(customs.grace_hours, 'hour')}, until <t:{until}:f>, before anybody may answer for somebody else."
        )


def _asks(case: Case, stakes: Stakes) -> frozenset[int]:
    """The players of the side that is asked, where the proposer has a stake on the other one."""
    _, window = _window(case)
    sides = {stakes.side_of[power] for power in _asked(window)}
    actor = case.actor.user_id
    if stakes.sides.get(actor, frozenset()) <= sides:
        return frozenset()
    return frozenset().union(*(stakes.players_of(side, without=actor) for side in sides))


async def _title(case: Case) -> str:
    state, window = _window(case)
    asked, where = _asked(window), listed(dict.fromkeys(place(state, request.space) for request in window))
    names = the_powers(state, asked)
    who = f"those of {names} who have not answered" if len(asked) > 1 else names
    return f"answer for {who} in {where} by the printed default"


async def _summary(case: Case) -> str:
    state, window = _window(case)
    lines = (f"{request_text(state, each)}\nThe printed default: {printed_answer(state, each)}." for each in window)
    return "\n".join(lines)


def _order(case: Case, consent: str) -> OrderRequest:
    request = case.body["request"]
    return OrderRequest(FOR_ABSENT, case.actor, case.cause, request=request, consent=consent, proposal=case.proposal)


async def _perform(case: Case, consent: str) -> None:
    await write_down(case, _order(case, consent))


ANSWER = DeedKind("answer for an absent player", "`/game answer`", _made_for, _check, _asks, _title, _summary, _perform)
