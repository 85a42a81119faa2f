"""The sheets on which questions are answered, and /decide, which answers them in words."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, is_on_sheet, open_form
from cogs.interactions.components import text_modal
from cogs.interactions.errors import explained
from cogs.interactions.lengths import Name, Units
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.asking import show_questions
from cogs.orders.carrying_out import carry_out, check_fresh
from cogs.orders.lines import give_back, lines_of
from cogs.service.client import Interaction, TableBot, cause_of, game_of, work_out
from cogs.sheets.showing import show_present
from cogs.table import autocomplete
from engine import IllegalAction, Refusal, StaleDecision
from engine.ask import requests_of
from engine.facts.board import PowerId
from engine.reading import read_number
from engine.state.game_state import GameState
from engine.state.names import find_power, find_space
from engine.state.questions import JsonChoice, Request, Word
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.keys import custom_id
from gamemaster.narration import read_choice, request_card
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.examples import example_answer
from gamemaster.sheets.answers.answering import Always, always_of
from gamemaster.sheets.page import Row
from gamemaster.views.view import GameView

NO_LONGER = "You can no longer choose that."


@reacts_to("answer", right="answer questions")
async def answer_pressed(interaction: Interaction, press: Press) -> None:
    """The sheet of a question and of what else its reader owes, built from the store."""
    if asked := await _question_pressed(interaction, press):
        loaded, request, power = asked
        await show_questions(interaction, loaded, first=(request, power))


@reacts_to("choice", right="answer questions")
async def choice_pressed(interaction: Interaction, press: Press) -> None:
    """One of the offered answers, by its button or from the menu; what was offered is worked out once Discord knows."""
    await defer(interaction, is_order=True)
    asked = await _question_pressed(interaction, press)
    if asked is None:
        return
    loaded, request, power = asked
    _, offers = await work_out(interaction, loaded, request_card, loaded.board, request, power, is_owed=True)
    chosen = press.values[0] if press.values else press.argument
    choice = next((offer.choice for offer in offers if offer.is_meant(chosen)), None)
    if choice is None:
        await show_present(interaction, loaded, NO_LONGER)
        return
    await _decide(interaction, loaded, request, choice)


@reacts_to("other", right="answer questions", opens_form=True)
async def other_choice_pressed(interaction: Interaction, press: Press) -> None:
    """Any other answer, typed."""
    asked = await _question_pressed(interaction, press)
    if asked is None:
        return
    loaded, request, power = asked
    master = interaction.client.master
    if press.fields is None:
        modal_id = custom_id(loaded.game.id, request.id, "other")
        kept = await master.typed_lines.kept(loaded.game.id, interaction.user.id, "other", request.id)
        example = await work_out(interaction, loaded, example_answer, loaded.board, request, power)
        await open_form(interaction, text_modal("Your choice", modal_id, "In words", kept, example))
        return
    text = press.fields.get("text", "")
    try:
        choice = read_choice(loaded.board, request, text)
        await carry_out(interaction, loaded, [decision(request.id, choice)])
    except IllegalAction as no:
        await master.typed_lines.keep(loaded.game.id, interaction.user.id, "other", {request.id: text})
        if is_on_sheet(interaction):
            told = "\n".join([explained(no)[0], *(f"> {as_plain_text(line)}" for line in lines_of(text))])
            again = Row((("other", "Correct it", "primary"),), request.id)
            await show_questions(interaction, loaded, told, again, first=(request, power))
        else:
            await give_back(interaction, loaded, lines_of(text), [no], "other", request.id)


@reacts_to("always", right="answer questions")
async def always_pressed(interaction: Interaction, press: Press) -> None:
    """An answer, and a standing order that gives it from now on."""
    await defer(interaction, is_order=True)
    asked = await _question_pressed(interaction, press)
    if asked is None:
        return
    loaded, request, power = asked
    number = read_number(press.argument)
    offered = always_of(request) if power in loaded.powers else ()
    if number is None or number >= len(offered):
        await show_present(interaction, loaded, NO_LONGER)
        return
    # Left first, so that it answers what the battle asks next.
    note = await _left(interaction, loaded, request, power, offered[number])
    await _decide(interaction, loaded, request, offered[number].answer, note)


async def _left(interaction: Interaction, loaded: GameView, request: Request, power: PowerId, always: Always) -> str:
    """Leave a standing order; what its owner reads of it, or why it could not be left."""
    orders, user = interaction.client.master.standing_orders, interaction.user.id
    try:
        if (line := always.situation_line) is not None:
            await orders.leave_line(loaded, user, power, always.name, line, answering=request.id)
        else:
            await orders.leave(loaded, user, power, always.name, (always.line,), answering=request.id)
    except (Refusal, TableRefusal) as no:
        return f"I couldn't leave a standing order: {explained(no)[0]}"
    name = loaded.board.edition.power[power].name
    return f"{name}, from now on: {always.told}. `/standing-order show` lists your standing orders."


async def _decide(
    interaction: Interaction, loaded: GameView, request: Request, choice: JsonChoice | Word, note: str = ""
) -> None:
    """Give an answer; on a sheet a refusal stands above the question. note: what else is told."""
    try:
        await carry_out(interaction, loaded, [decision(request.id, choice)], note=note)
    except (Refusal, TableRefusal) as no:
        if not is_on_sheet(interaction):
            raise
        await show_present(interaction, loaded, "\n".join(filter(None, (explained(no)[0], note))))


def decision(request_id: str, choice: JsonChoice | Word, power: str = "") -> dict[str, object]:
    """The action that answers a question; a deputy who is asked too names the power of the other player."""
    named = {"power": power} if power else {}
    return {"type": "decide", "request": request_id, "choice": choice, **named}


async def _question_pressed(interaction: Interaction, press: Press) -> tuple[GameView, Request, PowerId] | None:
    """The question of a press, and for which power it is answered; None on a sheet whose question is over, once it
    shows what its reader can do now. Raises NotAllowed, StaleDecision.
    """
    games = interaction.client.master.games
    loaded = await games.by_id(press.game_id, interaction.user.id, cause_of(interaction))
    try:
        return loaded, *_owed(loaded, interaction.user.id, press.made_for)
    except StaleDecision as over:
        if not is_on_sheet(interaction):
            raise
        await show_present(interaction, loaded, over.message)
        return None


def _owed(loaded: GameView, user_id: int, request_id: str) -> tuple[Request, PowerId]:
    """The question and the power that the user answers it for, perhaps again; raises NotAllowed, StaleDecision."""
    state = loaded.board
    check_fresh(state, request_id)
    request = state.request(request_id)
    if request is None:
        raise StaleDecision("That question has been answered.")
    mine = loaded.answering_in(user_id, request.powers)
    owing = [power for power in mine if power not in request.answers]
    if not mine:
        names = " and ".join(state.edition.power[power].called for power in request.powers)
        raise NotAllowed(f"That question is for {names}.")
    return request, (owing or mine)[0]


def request_named(state: GameState, powers: tuple[str, ...], space: str) -> Request:
    """The open question of a player, the one in `space` where several are open; raises NotAllowed.

    Where the player has answered all, one whose answer they may still change.
    """
    owed = [request for power in powers for request in requests_of(state, power)]
    owed = owed or [request for request in state.requests if set(powers) & set(request.powers)]
    if space:
        wanted = find_space(state.edition, space)
        owed = [request for request in owed if request.space == wanted]
    if not owed:
        raise NotAllowed("You have no open questions.")
    return owed[0]


class AnswerCommands(commands.Cog):
    """Questions that a battle or an advantage raises."""

    @app_commands.command(description="Answer a question: casualties, press on or retreat, submerge, land")
    @app_commands.describe(
        choice="Such as 2 infantry, 1 transport (for norway); press; retreat ukraine; submerge 1; yes; default",
        space="Where",
        power="For whom, if you're a deputy and are asked yourself too",
    )
    @app_commands.autocomplete(space=autocomplete.asked_spaces, power=autocomplete.answered_powers)
    async def decide(self, interaction: Interaction, choice: Units = "", space: Name = "", power: Name = "") -> None:
        """Answer in words; without a choice the offered answers are shown."""
        loaded = await game_of(interaction, to_order=True)
        named = _named(loaded, power)
        request = request_named(loaded.board, named or loaded.answering, space)
        if not choice:
            if named and named[0] not in loaded.answering_in(loaded.viewer, request.powers):
                raise NotAllowed("Write your answer too, such as `choice: default`. Nothing changed.")
            await show_questions(interaction, loaded, first=_owed(loaded, interaction.user.id, request.id))
            return
        answer = read_choice(loaded.board, request, choice)
        await carry_out(interaction, loaded, [decision(request.id, answer, *named)])


def _named(loaded: GameView, power: str) -> tuple[str, ...]:
    """The power for which a user wants to answer, if they name one; raises NotAllowed."""
    if not power:
        return ()
    found = find_power(loaded.board.edition, power)
    if found not in loaded.answering:
        raise NotAllowed(f"You can't answer for {loaded.board.edition.power[found].called}. Nothing changed.")
    return (found,)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(AnswerCommands())
