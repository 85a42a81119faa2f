"""Moving and placing without typing: a menu of places, of units, of destinations, each made of what is legal now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import discord

from cogs.interactions.answering import answer_here, change
from cogs.interactions.components import button_row, select_row
from cogs.interactions.errors import explained
from cogs.interactions.presses import Press, reacts_to
from cogs.orders.carrying_out import carry_out, loaded_for, with_way_back
from cogs.service.client import Interaction, TableBot, work_out
from engine import IllegalAction, StaleDecision
from engine.ask import Movable, Reach, check_may_order, movable_from, waiting_units
from engine.reading import read_number
from engine.state.game_state import GameState
from engine.state.words import first_upper, listed, number, place
from gamemaster.narration.landings import flying_over
from gamemaster.narration.phases.declaring import peace_to_do
from gamemaster.narration.phrases import row
from gamemaster.narration.politics.neutrals import who_stands_in
from gamemaster.orders.examples import (
    fitting_places,
    places_for_all,
    places_to_move_from,
    value_to_move,
    ways_together,
    why_not_together,
)
from gamemaster.orders.phase_keys import phase_key
from gamemaster.sheets.page import Entry
from gamemaster.sheets.units_code import CHANGED, units_code, units_of_code
from gamemaster.views.view import GameView

MOST_ENTRIES = 25
LONGEST_VALUE = 100
TO_LAND = ", to land"
Units = Mapping[str, int]


@reacts_to("guide", right="give orders")
async def guide_pressed(interaction: Interaction, press: Press) -> None:
    """From where, then which units, then where to; the last choice gives the order."""
    loaded = await loaded_for(interaction, press)
    state = loaded.to_order()
    start, _, units = press.argument.partition(".")
    if not press.values:
        check_may_order(state)
        places = await work_out(interaction, loaded, places_to_move_from, state, MOST_ENTRIES + 1)
        flying = await work_out(interaction, loaded, flying_over, state)
        text, view = _origins(loaded, state, places, flying)
        await answer_here(interaction, text, with_way_back(interaction, loaded, view))
    elif not start:
        able = await work_out(interaction, loaded, movable_from, state, press.values[0])
        text, view = _units(loaded, state, press.values[0], able)
        await change(interaction, text, with_way_back(interaction, loaded, view))
    elif not units:
        chosen = _chosen(press.values)
        if twice := _chosen_twice(state, press.values):
            able = await work_out(interaction, loaded, movable_from, state, start)
            text, view = _units(loaded, state, start, able)
            text = f"You chose {twice}. Choose only one of them. {text}"
            await change(interaction, text, with_way_back(interaction, loaded, view))
            return
        if not chosen or any(unit not in state.edition.unit for unit in chosen):
            raise StaleDecision(CHANGED)
        ways = await work_out(interaction, loaded, ways_together, state, start, chosen)
        if not ways:
            no = await work_out(interaction, loaded, why_not_together, state, start, chosen)
            able = await work_out(interaction, loaded, movable_from, state, start)
            text, view = _units(loaded, state, start, able)
            text = f"{_nowhere(state, start, chosen)} {explained(no)[0] if no else ''}\n{text}"
            await change(interaction, text, with_way_back(interaction, loaded, view))
            return
        text, view = _ends(loaded, state, start, chosen, ways)
        await change(interaction, text, with_way_back(interaction, loaded, view))
    else:
        order = {"type": "move", "units": dict(units_of_code(state, units)), "path": press.values[0].split(">")}
        await carry_out(interaction, loaded, [order], in_place=True)


@reacts_to("spot", right="give orders")
async def spot_pressed(interaction: Interaction, press: Press) -> None:
    """What can be placed where; a choice places it."""
    loaded = await loaded_for(interaction, press)
    state = loaded.to_order()
    if press.values:
        units, count, space = (*press.values[0].split("."), "", "")[:3]
        placed = units_of_code(state, units) if not count.isdecimal() else {units: read_number(count) or 0}
        order = {"type": "mobilize", "units": placed, "space": space or count}
        await carry_out(interaction, loaded, [order], in_place=True)
        return
    able = await work_out(interaction, loaded, fitting_places, state)
    whole = await work_out(interaction, loaded, places_for_all, state)
    text, view = _spots(loaded, state, able, whole)
    await answer_here(interaction, text, with_way_back(interaction, loaded, view))


def _origins(
    loaded: GameView, state: GameState, able: Mapping[str, Units], flying: Collection[str]
) -> tuple[str, discord.ui.View]:
    """Places with own units that can move: where aircraft must land first, then the dearest that have not moved."""
    if not able:
        peace = peace_to_do(state) if state.phase == "combat_move" else ""
        raise IllegalAction("units", peace or "None of your units can still move in this phase.")
    value = {
        space: value_to_move(state, (piece for piece in state.at(space) if piece.unit in units))
        for space, units in able.items()
    }
    entries = [
        Entry(first_upper(place(state, space)), space, f"{row(state, able[space])}{TO_LAND if space in flying else ''}")
        for space in sorted(able, key=lambda space: (space not in flying, *value[space], space))
    ]
    view = discord.ui.View(timeout=None)
    select_row(view, loaded.game.id, phase_key(state), "guide", "From where?", entries)
    button_row(view, loaded.game.id, phase_key(state), "move", "Type orders")
    others = ", or type another place" if len(entries) > MOST_ENTRIES else ""
    return f"Choose where the units are{others}.", view


def _units(
    loaded: GameView, state: GameState, start: str, able_to_move: Sequence[Movable]
) -> tuple[str, discord.ui.View]:
    """All or some of each unit that can move out of a place."""
    counts = {entry.unit: entry.count for entry in able_to_move if entry.owner == state.power}
    if not counts:
        raise StaleDecision(CHANGED)
    table = state.edition.unit
    rows = [(unit, n) for unit, most in counts.items() for n in _amounts(most, MOST_ENTRIES // len(counts))]
    entries = [Entry(table[unit].counted(n), f"{unit}.{n}") for unit, n in rows]
    view = discord.ui.View(timeout=None)
    most = min(len(counts), len(entries))
    key = phase_key(state)
    select_row(view, loaded.game.id, key, f"guide.{start}", "Which units?", entries, min_values=1, max_values=most)
    return f"{first_upper(place(state, start))}: choose the units for one order, one line for each kind.", view


def _amounts(most: int, lines: int) -> list[int]:
    """All of them first, then fewer, as far as there are lines."""
    return [*range(most, 0, -1)][: max(lines, 1)]


def _chosen(values: tuple[str, ...]) -> dict[str, int]:
    """How many of each unit."""
    return {unit: read_number(count) or 0 for unit, _, count in (value.partition(".") for value in values)}


def _chosen_twice(state: GameState, values: tuple[str, ...]) -> str:
    """The lines that were chosen of one kind: "5 infantry and 4 infantry"; nothing where one of each was."""
    table = state.edition.unit
    kinds: dict[str, list[int]] = {}
    for unit, _, count in (value.partition(".") for value in values):
        kinds.setdefault(unit, []).append(read_number(count) or 0)
    several = {unit: numbers for unit, numbers in kinds.items() if len(numbers) > 1 and unit in table}
    return listed(table[unit].counted(number) for unit, numbers in several.items() for number in numbers)


def _nowhere(state: GameState, start: str, units: Units) -> str:
    return f"{row(state, units)} cannot go from {place(state, start)} in one order."


def _ends(
    loaded: GameView, state: GameState, start: str, units: Units, ways: Sequence[Reach]
) -> tuple[str, discord.ui.View]:
    """Where these units can go in one order."""
    what = f"{row(state, units)} from {place(state, start)}"
    entries = [
        Entry(
            first_upper(place(state, way.space)),
            _way(way.path),
            f"{number(way.cost, 'space')}{_met(state, way.space)}",
        )
        for way in ways
    ]
    view = discord.ui.View(timeout=None)
    deed = f"guide.{start}.{units_code(state, units)}"
    select_row(view, loaded.game.id, phase_key(state), deed, "Where to?", entries)
    return _within(entries, f"{what}: where to?"), view


def _way(path: Sequence[str]) -> str:
    """The path as the value of an entry; of one too long its ends, between which a way is found again."""
    way = ">".join(path)
    return way if len(way) <= LONGEST_VALUE else f"{path[0]}>{path[-1]}"


def _met(state: GameState, space: str) -> str:
    """Who stands in a place already."""
    there = who_stands_in(state, space)
    return f"; {there}" if there else ""


def _spots(
    loaded: GameView, state: GameState, places: Sequence[tuple[str, int, str]], whole: Sequence[str]
) -> tuple[str, discord.ui.View]:
    """All units in one place where it takes them, then each kind in each place, every number that fits."""
    waiting = waiting_units(state, state.power)
    entries = [
        Entry(f"All: {row(state, waiting)} in {place(state, s)}", f"{units_code(state, waiting)}.{s}") for s in whole
    ]
    each = max((MOST_ENTRIES - len(entries)) // max(len(places), 1), 1)
    entries += [
        Entry(f"{state.edition.unit[unit].counted(n)} in {place(state, space)}", f"{unit}.{n}.{space}")
        for unit, fits, space in places
        for n in _amounts(fits, each)
    ]
    if not entries:
        raise IllegalAction("units", "You have nothing left to place.")
    view = discord.ui.View(timeout=None)
    select_row(view, loaded.game.id, phase_key(state), "spot", "What, and where?", entries)
    button_row(view, loaded.game.id, phase_key(state), "place", "Type placements")
    return _within(entries, "Choose what to place where; you can place the rest next."), view


def _within(entries: list[Entry], text: str) -> str:
    """The text, and that a menu does not hold all."""
    left = len(entries) - MOST_ENTRIES
    return text if left <= 0 else f"{text} You can type {number(left, 'more place')}."


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
