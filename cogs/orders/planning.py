"""/plan: one's coming turn drafted while others play, tried on the board as it is, and given when it comes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, open_form, say
from cogs.interactions.components import button_row, text_modal
from cogs.interactions.lengths import Name
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.carrying_out import loaded_for
from cogs.orders.lines import Hint, ReadLine, acted_lines, lines_of
from cogs.orders.moves import move_action, move_hint
from cogs.orders.production import orders_by_payer, placement_action, purchase_action
from cogs.service.client import Interaction, TableBot, actor_of, game_of, work_out
from cogs.table import autocomplete
from engine import GameState, Refusal
from engine.facts.parameters import PhaseId
from engine.state.names import find_power
from engine.state.words import first_upper, whose
from gamemaster.errors import NotAllowed, TableRefusal, TooBusy, TooManyOrders
from gamemaster.keys import custom_id, phase_key
from gamemaster.narration import LIMIT
from gamemaster.narration.phrases import as_plain_text, lines_within
from gamemaster.planning.ahead import MOST_LINES, PlannedLine, tried, turn_ahead, working
from gamemaster.roles import check_may
from gamemaster.views.view import GameView, check_unfinished

NEVER_STALE = ""
NOTHING_PLANNED = "Your plan has nothing for this phase. Write it with /plan."


@dataclass(frozen=True)
class Planned:
    """How a phase is drafted: its name, what is read as a line, what makes lines of a text, and an example.

    deed: that of the form which takes the same lines once the turn has come.
    """

    name: str
    read: ReadLine
    parted: Callable[[GameState, str], list[str]]
    hint: Hint
    deed: str
    example: str


PLANNED: Mapping[PhaseId, Planned] = {
    "purchase": Planned(
        "purchase", purchase_action, orders_by_payer, lambda _state, no, _order: no, "buytext", "3 infantry, 1 tank"
    ),
    "combat_move": Planned(
        "combat move",
        move_action,
        lambda _, text: lines_of(text),
        move_hint,
        "move",
        "2 infantry: karelia > belorussia",
    ),
    "noncombat_move": Planned(
        "noncombat move", move_action, lambda _, text: lines_of(text), move_hint, "move", "2 infantry: karelia > russia"
    ),
    "mobilize": Planned(
        "placement",
        placement_action,
        lambda _, text: lines_of(text),
        lambda _state, no, _order: no,
        "place",
        "2 infantry: russia",
    ),
}
Draft = Mapping[PhaseId, str]
Found = Mapping[PhaseId, list[PlannedLine]]


def looked_over(board: GameState, power: str, draft: Draft) -> Found:
    """What of a draft works as things stand, by phase; units are placed that were bought, or are to be by the draft."""
    found, bought = dict[PhaseId, list[PlannedLine]](), board
    for phase, text in draft.items():
        try:
            state = turn_ahead(bought if phase == "mobilize" else board, power, phase)
            lines = PLANNED[phase].parted(state, text)[:MOST_LINES]
        except Refusal as no:
            found[phase] = [PlannedLine(text.split("\n", 1)[0], no.message)]
        else:
            found[phase], state = tried(state, lines, PLANNED[phase].read)
            bought = state if phase == "purchase" else bought
    return found


async def plan_in_short(interaction: Interaction, loaded: GameView) -> str:
    """How much of the plan for one's next turn still works, in a line; nothing without any."""
    if not loaded.powers or loaded.board.winner:
        return ""
    power = _next_power(loaded)
    draft = await _kept(interaction, loaded, power)
    if not draft:
        return ""
    found = await work_out(interaction, loaded, looked_over, loaded.board, power, draft)
    lines = [line for each in found.values() for line in each]
    wrong, whole = sum(bool(line.why) for line in lines), whose(loaded.board.edition.power[power].called)
    fail = "doesn't" if wrong == 1 else "don't"
    works = f"{wrong} of {len(lines)} lines {fail} work now" if wrong else "all of it works as things stand"
    return f"Your plan for {whole} turn: {works}. See it with /plan."


async def _show(interaction: Interaction, loaded: GameView, power: str) -> None:
    """The plan with what works, and buttons to write it, give it, share it and forget it."""
    await defer(interaction)
    board, draft = loaded.board, await _kept(interaction, loaded, power)
    is_shared = await _is_shared(interaction, loaded, power, interaction.user.id)
    seen = "your side can see it" if is_shared else "nobody else can see it"
    head = f"**Your plan for {whose(board.edition.power[power].called)} turn** · {seen}"
    hint = (
        "-# I try it on the board as it stands now, and again whenever you look. Nothing is ordered until you give it."
    )
    empty = "It's empty. Write what you mean to do, and I'll try it on the board as it stands."
    text = await _told(interaction, loaded, power, draft, (head, hint if draft else empty))
    await say(interaction, text, view=_buttons(loaded, power, draft, is_shared=is_shared))


async def _show_of_ally(interaction: Interaction, loaded: GameView, power: str) -> None:
    """What somebody of one's side shares; raises NotAllowed."""
    edition, owner = loaded.board.edition, loaded.seats.get(power)
    if edition.power[power].side not in {edition.power[mine].side for mine in loaded.powers}:
        raise NotAllowed("You can plan only for your own powers.")
    draft = await _kept(interaction, loaded, power, owner) if owner else {}
    if not owner or not draft or not await _is_shared(interaction, loaded, power, owner):
        raise NotAllowed(f"Nobody has shared a plan for {edition.power[power].called} with you.")
    await defer(interaction)
    head = f"**<@{owner}>'s plan for {whose(edition.power[power].called)} turn** · shared with your side"
    text = await _told(interaction, loaded, power, draft, (head, "-# I tried it on the board as you see it now."))
    await say(interaction, text)


async def _told(interaction: Interaction, loaded: GameView, power: str, draft: Draft, around: tuple[str, str]) -> str:
    """A draft line by line between a head and a hint."""
    found = await work_out(interaction, loaded, looked_over, loaded.board, power, draft)
    head, hint = around
    lines = [head]
    for phase, tries in found.items():
        lines += [f"__{first_upper(PLANNED[phase].name)}__", *(each.in_words for each in tries)]
    return "\n".join([*lines_within(lines, LIMIT - len(hint) - 1, "lines"), hint])


def _buttons(loaded: GameView, power: str, draft: Draft, *, is_shared: bool) -> discord.ui.View:
    view, game, board = discord.ui.View(timeout=None), loaded.game.id, loaded.board
    if loaded.is_on_turn and board.power == power and board.phase in draft:
        label, style = f"Give the {PLANNED[board.phase].name}", discord.ButtonStyle.success
        button_row(view, game, phase_key(board), f"plangive.{board.phase}", label, style=style)
    for phase in _phases(board, power):
        button_row(view, game, NEVER_STALE, f"planwrite.{power}.{phase}", f"Write the {PLANNED[phase].name}")
    if draft and _has_allies(loaded, power):
        label = "Hide it from my side" if is_shared else "Show it to my side"
        button_row(view, game, NEVER_STALE, f"planshare.{power}.{'hide' if is_shared else 'show'}", label)
    if draft:
        button_row(view, game, NEVER_STALE, f"plandrop.{power}", "Forget it", style=discord.ButtonStyle.danger)
    return view


def _phases(board: GameState, power: str) -> list[PhaseId]:
    return [phase for phase in PLANNED if phase in board.edition.parameters.turn.phases_of(power)]


def _has_allies(loaded: GameView, power: str) -> bool:
    """Whether somebody else plays on the same side."""
    powers = loaded.board.edition.power
    return any(powers[each].side == powers[power].side and each not in loaded.powers for each in loaded.seats)


async def _is_shared(interaction: Interaction, loaded: GameView, power: str, owner: int) -> bool:
    """Whether a user shows their plan for a power to their side."""
    return bool(await interaction.client.master.plans.kept(loaded.game.id, owner, f"{_kind(power)} shared"))


async def _share(interaction: Interaction, loaded: GameView, power: str, *, is_shared: bool) -> None:
    kept = {"is_shared": True} if is_shared else {}
    await interaction.client.master.plans.keep(loaded.game.id, interaction.user.id, f"{_kind(power)} shared", kept)


async def _kept(interaction: Interaction, loaded: GameView, power: str, owner: int = 0) -> Draft:
    """What a user has drafted for one of their powers; the one who asks where none is named."""
    user = owner or interaction.user.id
    kept = await interaction.client.master.plans.kept(loaded.game.id, user, _kind(power))
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
    title, label = f"Plan: {PLANNED[phase].name}", "As you would order it"
    await open_form(interaction, text_modal(title, modal_id, label, draft.get(phase, ""), PLANNED[phase].example))


@reacts_to("planshare", right="give orders")
async def share_pressed(interaction: Interaction, press: Press) -> None:
    """A plan shown to one's side as it is whenever they look, or to nobody any more."""
    loaded = await _pressed(interaction, press)
    named, _, wanted = press.argument.partition(".")
    power = _own(loaded, named)
    await _share(interaction, loaded, power, is_shared=wanted == "show")
    await _show(interaction, loaded, power)


@reacts_to("plandrop", right="give orders")
async def drop_pressed(interaction: Interaction, press: Press) -> None:
    """A plan forgotten."""
    loaded = await _pressed(interaction, press)
    await _keep(interaction, loaded, _own(loaded, press.argument), {})
    await _share(interaction, loaded, press.argument, is_shared=False)
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
    found = (await work_out(interaction, loaded, looked_over, state, state.power, {state.phase: text}))[state.phase]
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
        await say(interaction, f"Still in your plan, as it doesn't work now: {as_plain_text('; '.join(left))}")


class PlanCommands(commands.Cog):
    """Nobody else learns of a plan, nor that there is one, unless its author shows it to their side."""

    @app_commands.command(description="Draft your coming turn while others play; I'll try it on the board as it stands")
    @app_commands.describe(
        power="One of your powers, or of your side if its player shares; your next turn if left empty"
    )
    @app_commands.autocomplete(power=autocomplete.own_side)
    async def plan(self, interaction: Interaction, power: Name = "") -> None:
        """The plan of one of one's powers."""
        loaded = await game_of(interaction)
        board = loaded.board
        check_may("give orders", actor_of(interaction), loaded)
        check_unfinished(loaded.game)
        meant = find_power(board.edition, power) if power else _next_power(loaded)
        await (_show if meant in loaded.powers else _show_of_ally)(interaction, loaded, meant)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(PlanCommands())
