"""/plan: one's coming turn drafted while others play, tried on the board as it is, and given when it comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, open_form, say
from cogs.interactions.components import button_row, text_modal
from cogs.interactions.layout import custom_id
from cogs.interactions.lengths import Name
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.carrying_out import loaded_for
from cogs.orders.lines import Hint, ReadLine, acted_lines, lines_of
from cogs.orders.moves import move_action, move_hint
from cogs.orders.production import orders_by_payer, purchase_action
from cogs.service.client import Interaction, TableBot, actor_of, game_of, work_out
from cogs.table import autocomplete
from engine import GameState, Refusal
from engine.facts.parameters import PhaseId
from engine.state.names import find_power
from engine.state.words import first_upper, phase_name, whose
from gamemaster.errors import NotAllowed, TableRefusal, TooBusy, TooManyOrders
from gamemaster.narration import LIMIT
from gamemaster.narration.phrases import lines_within
from gamemaster.orders.phase_keys import phase_key
from gamemaster.plain_text import as_plain_text
from gamemaster.planning.ahead import MOST_LINES, PlannedLine, checked, turn_ahead, working
from gamemaster.roles import check_may
from gamemaster.views.view import GameView, check_unfinished

NEVER_STALE = ""
NOTHING_PLANNED = "There is nothing in your plan for this phase. See it with /plan."


@dataclass(frozen=True)
class Planned:
    """How a phase is drafted: what is read as a line, what makes lines of a text, and an example.

    deed: that of the form which takes the same lines once the turn has come.
    """

    read: ReadLine
    parted: Callable[[GameState, str], list[str]]
    hint: Hint
    deed: str
    example: str


PLANNED: Mapping[PhaseId, Planned] = {
    "purchase": Planned(
        purchase_action, orders_by_payer, lambda _state, no, _order: no, "buytext", "3 infantry, 1 tank"
    ),
    "combat_move": Planned(
        move_action, lambda _, text: lines_of(text), move_hint, "move", "2 infantry: karelia > belorussia"
    ),
}
Draft = Mapping[PhaseId, str]
Found = Mapping[PhaseId, list[PlannedLine]]


def tried(board: GameState, power: str, draft: Draft) -> Found:
    """What of a draft works as things stand, by phase."""
    found = dict[PhaseId, list[PlannedLine]]()
    for phase, text in draft.items():
        try:
            state = turn_ahead(board, power, phase)
            lines = PLANNED[phase].parted(state, text)[:MOST_LINES]
        except Refusal as no:
            found[phase] = [PlannedLine(text.split("\n", 1)[0], no.message)]
        else:
            found[phase] = checked(state, lines, PLANNED[phase].read)
    return found


async def plan_in_short(interaction: Interaction, loaded: GameView) -> str:
    """How much of the plan for one's next turn still works, in a line; nothing without any."""
    if not loaded.powers or loaded.board.winner:
        return ""
    power = _next_power(loaded)
    draft = await _kept(interaction, loaded, power)
    if not draft:
        return ""
    found = await work_out(interaction, loaded, tried, loaded.board, power, draft)
    lines = [line for each in found.values() for line in each]
    wrong, whole = sum(bool(line.why) for line in lines), whose(loaded.board.edition.power[power].called)
    works = f"{wrong} of {len(lines)} lines do not work now" if wrong else "all of it works as things stand"
    return f"Your plan for {whole} turn: {works}. See it with /plan."


async def _show(interaction: Interaction, loaded: GameView, power: str) -> None:
    """The plan with what works, and buttons to write it, give it and forget it."""
    await defer(interaction)
    board, draft = loaded.board, await _kept(interaction, loaded, power)
    found = await work_out(interaction, loaded, tried, board, power, draft)
    head = f"**Your plan for {whose(board.edition.power[power].called)} turn** · nobody else can see it"
    lines = [head]
    for phase, tries in found.items():
        lines += [f"__{first_upper(phase_name(phase))}__", *map(_line, tries)]
    hint = "-# Tried on the board as it stands now, and again whenever you look. Nothing is ordered before you give it."
    empty = "It is empty. Write what you mean to buy and attack; I try it on the board as it stands."
    text = "\n".join([*lines_within(lines, LIMIT - len(hint) - 1, "lines"), hint if draft else empty])
    await say(interaction, text, view=_buttons(loaded, power, draft))


def _line(tried_line: PlannedLine) -> str:
    text = as_plain_text(tried_line.text)
    return f"• ~~{text}~~ {as_plain_text(tried_line.why)}" if tried_line.why else f"• {text}"


def _buttons(loaded: GameView, power: str, draft: Draft) -> discord.ui.View:
    view, game, board = discord.ui.View(timeout=None), loaded.game.id, loaded.board
    if loaded.is_on_turn and board.power == power and board.phase in draft:
        label, style = f"Give the {phase_name(board.phase)}", discord.ButtonStyle.success
        button_row(view, game, phase_key(board), f"plangive.{board.phase}", label, style=style)
    for phase in _phases(board, power):
        button_row(view, game, NEVER_STALE, f"planwrite.{power}.{phase}", f"Write the {phase_name(phase)}")
    if draft:
        button_row(view, game, NEVER_STALE, f"plandrop.{power}", "Forget it", style=discord.ButtonStyle.danger)
    return view


def _phases(board: GameState, power: str) -> list[PhaseId]:
    return [phase for phase in PLANNED if phase in board.edition.parameters.turn.phases_of(power)]


async def _kept(interaction: Interaction, loaded: GameView, power: str) -> Draft:
    """What a user has drafted for one of their powers."""
    kept = await interaction.client.master.plans.kept(loaded.game.id, interaction.user.id, _kind(power))
    return {phase: kept[phase] for phase in _phases(loaded.board, power) if phase in kept} if kept else {}


async def _keep(interaction: Interaction, loaded: GameView, power: str, draft: Draft) -> None:
    await interaction.client.master.plans.keep(loaded.game.id, interaction.user.id, _kind(power), _filled(draft))


def _filled(draft: Draft) -> dict[str, str]:
    """What of a draft is worth keeping."""
    return {str(phase): text for phase, text in draft.items() if text}


def _kind(power: str) -> str:
    return f"plan {power}"


def _next_power(loaded: GameView) -> str:
    """The power of a player that is on turn or is so next."""
    order, rank = loaded.board.edition.turn_order, loaded.board.edition.turn_rank
    return min(loaded.powers, key=lambda power: (rank[power] - rank[loaded.board.power]) % len(order))


def _own(loaded: GameView, power: str) -> str:
    """A power that the viewer plays; raises NotAllowed for others."""
    if power not in loaded.powers:
        raise NotAllowed("You can plan only for your own powers.")
    return power


async def _pressed(interaction: Interaction, press: Press) -> GameView:
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    _ = loaded.board
    check_unfinished(loaded.game)
    return loaded


@reacts_to("planwrite", right="give orders", opens_form=True)
async def write_pressed(interaction: Interaction, press: Press) -> None:
    """The form for one phase of a plan, or the form sent in."""
    loaded = await _pressed(interaction, press)
    named, _, wanted = press.argument.partition(".")
    power = _own(loaded, named)
    phase = next((each for each in _phases(loaded.board, power) if each == wanted), None)
    if phase is None:
        raise TableRefusal("That phase can't be planned. See your plan with /plan.")
    draft = await _kept(interaction, loaded, power)
    if press.fields is not None:
        await _keep(interaction, loaded, power, {**draft, phase: press.fields.get("text", "").strip()})
        await _show(interaction, loaded, power)
        return
    modal_id = custom_id(loaded.game.id, NEVER_STALE, f"planwrite.{power}.{phase}")
    title, label = f"Plan: {phase_name(phase)}", "As you would order it"
    await open_form(interaction, text_modal(title, modal_id, label, draft.get(phase, ""), PLANNED[phase].example))


@reacts_to("plandrop", right="give orders")
async def drop_pressed(interaction: Interaction, press: Press) -> None:
    """A plan forgotten."""
    loaded = await _pressed(interaction, press)
    await _keep(interaction, loaded, _own(loaded, press.argument), {})
    await _show(interaction, loaded, press.argument)


@reacts_to("plangive", right="give orders")
async def give_pressed(interaction: Interaction, press: Press) -> None:
    """The lines of the present phase that work, ordered once in one go; the others stay in the plan."""
    loaded = await loaded_for(interaction, press)
    state, kind = loaded.to_order(), _kind(loaded.to_order().power)
    draft = await _kept(interaction, loaded, state.power)
    text = draft.get(state.phase, "")
    if not text:
        raise TableRefusal(NOTHING_PLANNED)
    await defer(interaction, is_order=True)
    found = (await work_out(interaction, loaded, tried, state, state.power, {state.phase: text}))[state.phase]
    lines, left, planned = "\n".join(working(found)), [line.text for line in found if line.why], PLANNED[state.phase]
    if not lines:
        raise TableRefusal("Nothing in your plan for this phase works now, so I ordered nothing. See why with /plan.")
    kept, plans = _filled({**draft, state.phase: "\n".join(left)}), interaction.client.master.plans
    if not await plans.give(loaded.game.id, interaction.user.id, kind, _filled(draft), kept, (planned.deed, lines)):
        raise TableRefusal(NOTHING_PLANNED)
    parts = (planned.read, planned.deed, planned.parted, planned.hint)
    try:
        is_ordered = await acted_lines(interaction, loaded, lines, *parts)
    except (NotAllowed, TooBusy, TooManyOrders):
        await _keep(interaction, loaded, state.power, draft)
        raise
    if not is_ordered:
        await _keep(interaction, loaded, state.power, draft)
    elif left:
        await say(interaction, f"Left in your plan, as it does not work now: {as_plain_text('; '.join(left))}")


class PlanCommands(commands.Cog):
    """Nobody else learns of a plan, nor that there is one."""

    @app_commands.command(description="Draft your coming turn while others play; I try it on the board as it stands")
    @app_commands.describe(power="For which of your powers; the next to have its turn if left empty")
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def plan(self, interaction: Interaction, power: Name = "") -> None:
        """The plan of one of one's powers."""
        loaded = await game_of(interaction)
        board = loaded.board
        check_may("give orders", actor_of(interaction), loaded)
        check_unfinished(loaded.game)
        await _show(
            interaction, loaded, _own(loaded, find_power(board.edition, power)) if power else _next_power(loaded)
        )


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(PlanCommands())
