"""Carrying out a player's orders from a command, a button or a modal, and telling only that player what came of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import discord

from cogs.interactions.answering import defer, is_on_sheet, say
from cogs.interactions.components import button_row, view_of
from cogs.interactions.errors import explained
from cogs.interactions.presses import Press
from cogs.interactions.sheets import show_sheet
from cogs.orders.asking import owed_by, show_questions
from cogs.service.client import Interaction, actor_of, cause_of, work_out
from engine import IllegalAction, StaleDecision
from engine.ask import landings, requests_of
from engine.battle_report.reading import battle_begun
from engine.state.game_state import GameState
from engine.state.words import first_upper, phase_name, place, whose
from gamemaster.errors import OtherOffered
from gamemaster.keys import phase_key, rows_payload
from gamemaster.narration import (
    LIMIT,
    Timeline,
    answer_label,
    answers_so_far,
    cut_at_line,
    fought_texts,
    news,
    order_replaced,
    orders_are_unseen,
    own_orders_text,
    units_move,
)
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.sheets.nearest import nearest_buttons
from gamemaster.sheets.page import Part, Row, Sheet
from gamemaster.sheets.turn import sheet_now
from gamemaster.views.panel_buttons import deeds_now, end_label, next_order, odds_button, panel_rows
from gamemaster.views.view import GameView, OrderResult

GOES_ON = " Then your battles go on by themselves."
ALREADY_DONE = "Already done; nothing else changed."


async def carry_out(
    interaction: Interaction,
    loaded: GameView,
    actions: Sequence[Mapping[str, object]],
    *,
    to_the_end: bool = False,
    note: str = "",
) -> None:
    """Defer, act, and answer with the player's orders so far, or briefly where the post tells it all.

    note: what else a sheet says.
    """
    await defer(interaction, is_order=True)
    acting = interaction.client.master.acting
    perform = acting.fight_to_the_end if to_the_end else acting.act
    try:
        acted = await perform(loaded.game.id, actor_of(interaction), actions, cause_of(interaction))
    except IllegalAction as no:
        raise await _with_nearest(interaction, loaded, no, actions) from no
    await tell(interaction, loaded, acted, note=note)


async def _with_nearest(
    interaction: Interaction, loaded: GameView, no: IllegalAction, actions: Sequence[Mapping[str, object]]
) -> IllegalAction:
    """The refusal of one order, with the nearest that would be accepted where one is at hand; any other as it is."""
    if type(no) is not IllegalAction or len(actions) != 1 or not may_order(loaded, loaded.board):
        return no
    buttons = await work_out(interaction, loaded, nearest_buttons, loaded.to_order(), actions[0], is_owed=True)
    return OtherOffered(no, loaded.game.id, phase_key(loaded.board), buttons) if buttons else no


async def tell(interaction: Interaction, loaded: GameView, acted: OrderResult, *, note: str = "") -> None:
    """Answer with what came of the orders, to a press with the sheet as it is now. What the player is asked next comes
    with it, below a command as a message of its own.
    """
    on_sheet = is_on_sheet(interaction) or interaction.type is discord.InteractionType.component
    if on_sheet and may_order(loaded, acted.state):
        sheet: Sheet = await work_out(interaction, loaded, _sheet_after, acted, loaded, is_owed=True)
        await show_sheet(interaction, sheet.below(note))
        return
    is_on_turn = acted.state.power in loaded.powers
    text = await work_out(interaction, loaded, _outcome, acted, loaded.powers, loaded.answering, is_owed=True)
    if acted.stopped:
        text = f"{explained(acted.stopped)[0]}\n{text}"[:LIMIT]
    text = "\n".join(filter(None, (text, note)))
    now = replace(loaded, shown=acted.state)
    is_asked = not acted.state.winner and bool(acted.state.requests and owed_by(now))
    if is_asked and interaction.type is not discord.InteractionType.application_command:
        await show_questions(interaction, now, text)
    elif on_sheet:
        await show_sheet(interaction, _answered(loaded, acted.state, text))
    else:
        await say(interaction, text, view=next_buttons(loaded.game.id, acted) if is_on_turn else None)
        if is_asked:
            await show_questions(interaction, now)
    if not is_asked:
        await _tell_deputy(interaction, now)


async def _tell_deputy(interaction: Interaction, loaded: GameView) -> None:
    """For whom a user can answer, too, who is asked nothing themselves."""
    for power in () if loaded.board.winner else loaded.answering:
        if requests_of(loaded.board, power):
            name = loaded.board.edition.power[power].called
            how = f"`/decide power: {power} choice: default`"
            await say(interaction, f"As a deputy, you can also answer for {name}: {how}.")
            return


def _answered(loaded: GameView, state: GameState, text: str) -> Sheet:
    """What came of it, and for the player on turn the way on for when somebody's answer is in."""
    parts: list[Part] = [text]
    if state.power in loaded.powers and not state.winner:
        parts.append(Row((("sheet", "Go on", "secondary"), *_battles_to_come(state))))
    return Sheet(loaded.game.id, phase_key(state), state.power, tuple(parts))


def _battles_to_come(state: GameState) -> tuple[PhaseButton, ...]:
    """A button to the battles that can go on by themselves once others have answered, where somebody fights."""
    return (("fightall", "Go on without me", "secondary"),) if state.requests and state.battle else ()


def may_order(loaded: GameView, state: GameState) -> bool:
    """Whether the viewer gives orders in a position: on turn, and nobody is asked."""
    return state.power in loaded.powers and not state.requests and not state.winner


def _sheet_after(acted: OrderResult, loaded: GameView) -> Sheet:
    """The sheet with what came of the orders on top; the orders so far stand on it anyway."""
    state = acted.state
    stopped = explained(acted.stopped)[0] if acted.stopped else ""
    sheet = sheet_now(loaded.game.id, state)
    if acted.repeated:
        return sheet.below(ALREADY_DONE)
    if phase_key(state) == phase_key(acted.before) and orders_are_unseen(state):
        told = news(Timeline.of(acted.before, acted.events))
        return sheet.below("\n".join(filter(None, [stopped, *told, order_replaced(acted.before, state)])))
    return sheet.below("\n".join(filter(None, [stopped, outcome_text(acted, loaded.powers, loaded.answering)])))


def _outcome(acted: OrderResult, mine: Collection[str], answers_for: Collection[str]) -> str:
    """What the player reads; what the buttons below it need is found with it, and known from then on."""
    if acted.state.power in mine and not acted.state.requests:
        deeds_now(acted.state)
    return outcome_text(acted, mine, answers_for)


def outcome_text(acted: OrderResult, mine: Collection[str], answers_for: Collection[str]) -> str:
    """What the player of these powers reads after acting: their orders so far if they are on turn, else what came of
    it, and who is asked now. It does not say whether others of those have answered.

    answers_for: these powers, and those whose deputy the player is.
    """
    if acted.repeated:
        return ALREADY_DONE
    state = acted.state
    if state.winner:
        return "The game is over."
    is_on_turn = state.power in mine
    course = Timeline.of(acted.before, acted.events)
    first = _first_battle(course)
    lines = [*news(course.until(first))]
    if first < len(course) or course.start.battle:
        lines += [*fought_texts(course), *news(course.since(first))]
    told = "\n".join(lines)
    if is_on_turn and phase_key(state) == phase_key(acted.before) and orders_are_unseen(state):
        return "\n".join(filter(None, [told, order_replaced(acted.before, state), own_orders_text(state)]))[:LIMIT]
    asked = _asked(state, answers_for)
    if told and is_on_turn and asked == [state.power]:
        return cut_at_line(told)  # the player's question follows
    now = _now(state, asked, answers_for)
    now += GOES_ON if acted.goes_on and asked else ""
    if told:
        return f"{cut_at_line(told, LIMIT - len(now) - 1)}\n{now}"
    return f"{answers_so_far(state, answers_for) or 'Done.'} {now}"


def _first_battle(course: Timeline) -> int:
    """How many events came before the battles; bombs fall after the battle in the air, strikes before one at sea."""
    if course.start.battle:
        return 0
    return next((n for n, step in enumerate(course) if battle_begun(step.event)), len(course))


def _asked(state: GameState, mine: Collection[str]) -> list[str]:
    """Who is asked; of others it is not told whether they have answered already, or by a standing order."""
    asked = (p for request in state.requests for p in request.powers if p not in mine or p not in request.answers)
    return list(dict.fromkeys(asked))


def _now(state: GameState, asked: Sequence[str], mine: Collection[str]) -> str:
    """Who must do what now: "Now: Germany, combat."; where only this player is asked, that their answer is next."""
    names = " and ".join(state.edition.power[power].called for power in asked)
    if asked:
        is_own = set(asked) <= set(mine)
        return f"Next: your answer for {names}." if is_own else f"{first_upper(names)} must answer first."
    return f"Now: {state.edition.power[state.power].name}, {phase_name(state.phase)}."


def next_buttons(game_id: int, acted: OrderResult) -> discord.ui.View | None:
    """What the player may do next, right below the answer to what they have just done."""
    state = acted.state
    if state.winner:
        return None
    if state.requests:
        view = discord.ui.View(timeout=None)
        for deed, label, _ in _battles_to_come(state):
            button_row(view, game_id, phase_key(state), deed, label)
        return view if view.children else None
    if orders_are_unseen(state) and phase_key(state) == phase_key(acted.before):
        return order_buttons(game_id, state)
    return view_of(rows_payload(panel_rows(game_id, state)))


def order_buttons(game_id: int, state: GameState) -> discord.ui.View:
    """What is asked, the next order, undo, map, and the end of the phase, below one's orders.

    In combat all that can be fought, and what may be decided of landings.
    """
    view = discord.ui.View(timeout=None)
    key = phase_key(state)
    for request in requests_of(state, state.power):
        button_row(view, game_id, request.id, "answer", answer_label(request), style=discord.ButtonStyle.primary)
    if orders_are_unseen(state) and (order := next_order(state)):
        button_row(view, game_id, key, *order, style=discord.ButtonStyle.primary)
    if not (orders_are_unseen(state) or state.requests or state.winner):
        for deed, label, style in deeds_now(state):
            button_row(view, game_id, key, deed, label, style=discord.ButtonStyle[style])
    for deed, label, _ in _battles_to_come(state):
        button_row(view, game_id, key, deed, label)
    if state.undo:
        button_row(view, game_id, key, "undo", "Undo the last order")
    if len(state.undo) > 1:
        button_row(view, game_id, key, f"undoall.{len(state.undo)}", "Undo all")
    for deed, label, _ in [("map", "Map", ""), *odds_button(state)]:
        button_row(view, game_id, key, deed, label)
    if units_move(state):
        button_row(view, game_id, key, "unmoved", "Not moved yet")
    for territory in landings(state):
        button_row(view, game_id, key, f"calloff.{territory}", f"Call off the landing in {place(state, territory)}")
    if orders_are_unseen(state):
        button_row(view, game_id, key, "end", end_label(state), style=discord.ButtonStyle.success)
    return view


def with_way_back(interaction: Interaction, loaded: GameView, view: discord.ui.View) -> discord.ui.View:
    """The view, with a button back to the sheet where it stands on one."""
    if is_on_sheet(interaction):
        button_row(view, loaded.game.id, phase_key(loaded.board), "sheet", "Back")
    return view


async def loaded_for(interaction: Interaction, press: Press) -> GameView:
    """The game of a button; raises StaleDecision where the phase or question that it was made for is over."""
    games = interaction.client.master.games
    loaded = await games.by_id(press.game_id, interaction.user.id, cause_of(interaction))
    check_fresh(loaded.board, press.made_for)
    return loaded


def check_fresh(state: GameState, made_for: str) -> None:
    """Raise StaleDecision if a phase or question is not the present one."""
    if made_for == phase_key(state) or state.request(made_for) is not None:
        return
    now = f"{state.edition.power[state.power].name}, round {state.round}, {phase_name(state.phase)}"
    raise StaleDecision(f"{_what_it_was(state, made_for)} Now: {now}.")


def _what_it_was(state: GameState, made_for: str) -> str:
    parts = made_for.split(".")
    power = state.edition.power.get(parts[1]) if len(parts) > 1 else None
    if power is None:
        return "That button is from an earlier moment."
    if len(parts) == 3:
        return f"That was for {whose(power.called)} {phase_name(parts[2])} phase in round {parts[0]}."
    return f"That question from {whose(power.called)} turn in round {parts[0]} has been answered."
