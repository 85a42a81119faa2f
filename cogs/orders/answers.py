"""The sheets on which questions are answered, and /decide, which answers them in words."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from cogs.board.chances import with_chances
from cogs.interactions.answering import defer, open_form, say
from cogs.interactions.components import button_row, select_row, text_modal
from cogs.interactions.files import file_of
from cogs.interactions.layout import custom_id
from cogs.interactions.lengths import Name, Units
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.carrying_out import carry_out, check_fresh, loaded_for
from cogs.orders.lines import give_back, lines_of
from cogs.service.client import Interaction, TableBot, game_of, work_out
from cogs.table import autocomplete
from engine import IllegalAction, StaleDecision
from engine.ask import requests_of
from engine.state.game_state import GameState
from engine.state.names import find_power, find_space
from engine.state.questions import JsonChoice, Request, Word
from gamemaster.errors import NotAllowed
from gamemaster.narration import Offer, answers_so_far, may_be_typed, read_choice, request_card
from gamemaster.narration.battles.rounds import both_can_fight
from gamemaster.narration.chances import chances_wanted
from gamemaster.narration.questions.offers import LABEL
from gamemaster.orders.examples import example_answer
from gamemaster.sheets.page import Entry
from gamemaster.views.view import GameView

MOST_BUTTONS = 5
MOST_BESIDE = 2


@reacts_to("answer", right="answer questions")
async def answer_pressed(interaction: Interaction, press: Press) -> None:
    """The sheet for a question, built from the store."""
    loaded = await loaded_for(interaction, press)
    await show_card(interaction, loaded, press.made_for)


@reacts_to("choice", right="answer questions")
async def choice_pressed(interaction: Interaction, press: Press) -> None:
    """One of the offered answers, by its button or from the menu."""
    loaded = await loaded_for(interaction, press)
    request, power = _owed(loaded, interaction.user.id, press.made_for)
    _, offers = await work_out(interaction, loaded, request_card, loaded.board, request, power, is_owed=True)
    chosen = press.values[0] if press.values else press.argument
    choice = next((offer.choice for offer in offers if offer.key == chosen), None)
    if choice is None:
        raise StaleDecision("You can no longer choose that. Use /decide to see the question as it is now.")
    await carry_out(interaction, loaded, [decision(request.id, choice)])
    await show_card_if_asked(interaction)


@reacts_to("other", right="answer questions", opens_form=True)
async def other_choice_pressed(interaction: Interaction, press: Press) -> None:
    """Any other answer, typed."""
    loaded = await loaded_for(interaction, press)
    request, power = _owed(loaded, interaction.user.id, press.made_for)
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
        await give_back(interaction, loaded, lines_of(text), [no], "other", request.id)
        return
    await show_card_if_asked(interaction)


def decision(request_id: str, choice: JsonChoice | Word, power: str = "") -> dict[str, object]:
    """The action that answers a question; a deputy who is asked too names the power of the other player."""
    named = {"power": power} if power else {}
    return {"type": "decide", "request": request_id, "choice": choice, **named}


def _owed(loaded: GameView, user_id: int, request_id: str) -> tuple[Request, str]:
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


async def show_card(interaction: Interaction, loaded: GameView, request_id: str) -> None:
    """A question with its offered answers and its battle, shown only to the player who owes the answer."""
    request, power = _owed(loaded, interaction.user.id, request_id)
    if loaded.board.battle is not None:
        await defer(interaction)  # until its picture is there
    text, offers = await work_out(interaction, loaded, request_card, loaded.board, request, power, is_owed=True)
    beside, powers = _asked_beside(loaded, request), loaded.board.edition.power
    view = card_view(loaded, request, offers, f"{powers[power].name}: " if beside else "")
    for other, its_power in beside:
        card = await work_out(interaction, loaded, request_card, loaded.board, other, its_power, is_owed=True)
        its_text, its_offers = card
        text = f"{text}\n\n{_not_told_yet(its_text, text)}"
        select_row(view, loaded.game.id, other.id, "choice", f"{powers[its_power].name}: choose", _entries(its_offers))
    others = [other for other in loaded.answering if other != power]
    text = f"{text}\n\n{answers}" if (answers := answers_so_far(loaded.board, others)) else text
    text = await with_chances(interaction, loaded, text, chances_wanted)
    picture = await interaction.client.master.board_views.battle(loaded, interaction.user.id)
    file = file_of(picture) if picture else None
    await say(interaction, text, view=view, files=[file] if file else ())


def _not_told_yet(text: str, told: str) -> str:
    """The lines of a card that no card above it has."""
    return "\n".join(line for line in text.split("\n") if line not in told.split("\n"))


def _asked_beside(loaded: GameView, request: Request) -> list[tuple[Request, str]]:
    """What else the user owes in the same place at the same time, as far as a card has room for menus."""
    owed = _owed_by(loaded)
    beside = {other.id: (other, power) for other, power in owed if other.id != request.id}
    return [each for each in beside.values() if each[0].space == request.space][:MOST_BESIDE]


def card_view(loaded: GameView, request: Request, offers: Sequence[Offer], whose: str = "") -> discord.ui.View:
    """A button for each answer where they are few, else one for the default and a menu for the others.

    whose: "France: " before all of these, where several powers are asked on one card.
    """
    view = discord.ui.View(timeout=None)
    game_id = loaded.game.id
    few = len(offers) <= MOST_BUTTONS and all(len(whose + offer.label) <= LABEL for offer in offers)
    for number, offer in enumerate(offers if few else offers[:1]):
        style = discord.ButtonStyle.secondary if number else discord.ButtonStyle.primary
        label = whose + (offer.label if len(whose + offer.label) <= LABEL else "default")
        button_row(view, game_id, request.id, f"choice.{offer.key}", label, style=style)
    if loaded.is_on_turn and request.power == loaded.board.power and both_can_fight(loaded.board):
        button_row(view, game_id, request.id, "fightend", "Fight to the end")
    if may_be_typed(request):
        button_row(view, game_id, request.id, "other", f"{whose}Other choice")
    if not few:
        placeholder = f"{whose}or choose" if whose else "Or choose"
        select_row(view, game_id, request.id, "choice", placeholder, _entries(offers[1:]))
    return view


def _entries(offers: Sequence[Offer]) -> list[Entry]:
    return [Entry(offer.label, offer.key, offer.description) for offer in offers]


async def show_card_if_asked(interaction: Interaction) -> None:
    """After an order: the player's own next question, if there is one."""
    loaded = await game_of(interaction)
    if loaded.shown is None:
        return
    if owed := _owed_by(loaded):
        await show_card(interaction, loaded, owed[0][0].id)
        return
    for power in loaded.answering:
        if requests_of(loaded.shown, power):
            name = loaded.shown.edition.power[power].called
            await say(
                interaction, f"As a deputy, you can also answer for {name}: `/decide power: {power} choice: default`."
            )
            return


def _owed_by(loaded: GameView) -> list[tuple[Request, str]]:
    """The questions that a press of the viewer answers, each with the power that it is answered for."""
    state = loaded.board
    owed = ((request, power) for power in loaded.answering for request in requests_of(state, power))
    return [(request, power) for request, power in owed if power in loaded.answering_in(loaded.viewer, request.powers)]


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
            await show_card(interaction, loaded, request.id)
            return
        answer = read_choice(loaded.board, request, choice)
        await carry_out(interaction, loaded, [decision(request.id, answer, *named)])
        await show_card_if_asked(interaction)


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
