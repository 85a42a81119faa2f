"""The sheet of the questions that somebody owes, wherever they come upon it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from functools import partial

from cogs.board.beside_sheets import losses_left, picture_at, with_place
from cogs.interactions.sheets import show_sheet
from cogs.service.client import Interaction, work_out
from engine.ask import requests_of
from engine.facts.board import PowerId
from engine.state.questions import Request
from gamemaster.chances.answers import MOST_ANSWERS, WEIGHED, chances_of_answers
from gamemaster.narration import answers_so_far
from gamemaster.sheets.answers.answering import Asked, Chances, answering_sheet, asked_here
from gamemaster.sheets.page import Part, Sheet
from gamemaster.views.view import GameView
from gamemaster.workers import Asker, TooManyWishes, WorkFailed
from maps import Picture

PATIENCE_SECONDS = 4.0
"""So long the picture of a sheet waits for its chances."""

log = logging.getLogger(__name__)


def owed_by(loaded: GameView) -> list[tuple[Request, PowerId]]:
    """The questions that a press of the viewer answers, each with the power that it is answered for."""
    state = loaded.board
    owed = ((request, power) for power in loaded.answering for request in requests_of(state, power))
    mine = [(request, power) for request, power in owed if power in loaded.answering_in(loaded.viewer, request.powers)]
    return list({request.id: (request, power) for request, power in reversed(mine)}.values())[::-1]


async def show_questions(
    interaction: Interaction,
    loaded: GameView,
    *notes: Part,
    first: tuple[Request, PowerId] | None = None,
) -> None:
    """All that the viewer owes, on one sheet, with `notes` on top; chances and picture come onto it later.

    first: the question to begin with, also one whose answer may still be changed.
    """
    owed = [each for each in owed_by(loaded) if first is None or each[0].id != first[0].id]
    owed = [first, *owed] if first else owed
    asked: tuple[Asked, ...] = await work_out(
        interaction, loaded, asked_here, loaded.board, owed, loaded.powers, is_owed=True
    )
    others = [power for power in loaded.answering if power not in {each.power for each in asked}]
    so_far = answers_so_far(loaded.board, others)

    def sheet_with(chances: Chances) -> Sheet:
        more = len(owed) - len(asked)
        return answering_sheet(loaded.game.id, loaded.board, asked, chances, more=more, so_far=so_far).below(*notes)

    space = asked[0].request.space
    sheet = await with_place(interaction, loaded, sheet_with({}), space)
    await show_sheet(interaction, sheet, partial(_completed, interaction, loaded, asked, sheet, sheet_with))


async def _completed(
    interaction: Interaction,
    loaded: GameView,
    asked: Sequence[Asked],
    sheet: Sheet,
    sheet_with: Callable[[Chances], Sheet],
    is_pictured: bool,
) -> AsyncIterator[tuple[Sheet, Picture | None]]:
    """The sheet with what its answers come to, then with its picture."""
    if chances := await _chances(interaction, loaded, asked):
        sheet = replace(sheet_with(chances), picture=sheet.picture)
        yield sheet, None
    picture = None if is_pictured else await picture_at(interaction, loaded, asked[0].request.space)
    if picture is not None:
        yield sheet, picture


async def _chances(interaction: Interaction, loaded: GameView, asked: Sequence[Asked]) -> dict[str, float]:
    """What the first answers to each question come to, as far as that is known in time."""
    workers, asker = interaction.client.master.workers, Asker(interaction.user.id, loaded.game.id)
    found: dict[str, float] = {}
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            own = await losses_left(interaction, loaded)
            for each in asked:
                if each.request.kind not in WEIGHED:
                    continue
                offers = each.offers[:MOST_ANSWERS]
                answers = [offer.choice for offer in offers]
                wins = await workers.quick(
                    chances_of_answers, loaded.board, each.request, each.power, answers, own, asker=asker
                )
                found |= {each.mark(o): win for o, win in zip(offers, wins, strict=True) if win is not None}
    except (TimeoutError, TooManyWishes):
        pass
    except WorkFailed:
        log.exception("The chances of answers in game %s can't be worked out.", loaded.game.id)
    return found
