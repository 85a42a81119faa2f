"""Choosing units for one order of many: all of a menu, some by number, and what a button below them stands for."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from engine.ask import units_at
from engine.errors import IllegalAction
from engine.quoting import quoted
from engine.reading import read_number
from engine.state.game_state import GameState
from engine.state.words import first_upper
from gamemaster.keys import phase_key
from gamemaster.sheets.bringing.aims import BRING, Purpose, Stack, Target
from gamemaster.sheets.bringing.naming import how, how_it_comes
from gamemaster.sheets.page import MOST_ENTRIES, MOST_FIELDS, MOST_MENUS, Entry, Form, FormField, Menu

Counts = Mapping[str, int]
"""How many of each stack, by its name."""
Choosing = Callable[[GameState, Purpose, Sequence[Stack], Counts], Counts]
"""Who is chosen now of the stacks that can go there, from who was before."""


def menus(
    state: GameState, word: str, label: str, stacks: Sequence[Stack], chosen: Mapping[str, int], target: Target
) -> list[Menu]:
    """Menus of all stacks, those marked that are chosen."""
    found = []
    for number, start in enumerate(range(0, min(len(stacks), MOST_ENTRIES * MOST_MENUS), MOST_ENTRIES)):
        some = stacks[start : start + MOST_ENTRIES]
        entries = tuple(_entry(state, stack, chosen.get(stack.name, 0), target) for stack in some)
        found.append(Menu(f"{word}by.{number}", "More units" if number else label, entries, least=0, most=MOST_ENTRIES))
    return found


def _entry(state: GameState, stack: Stack, so_far: int, target: Target) -> Entry:
    some = f"{so_far} of them chosen" if 0 < so_far < stack.count else ""
    return Entry(how_it_comes(state, stack, target), stack.name, some, chosen=bool(so_far), sign=stack.unit)


def menu_of(stacks: Sequence[Stack], number: str) -> Sequence[Stack]:
    """The stacks of one menu, by its number; all of them for none that there is."""
    index = read_number(number)
    return stacks if index is None else stacks[index * MOST_ENTRIES : (index + 1) * MOST_ENTRIES]


def plan_mark(target: Target, chosen: Mapping[str, int]) -> str:
    """By which a button knows the plan that it stands below, and who comes by it: another may have been made since, on
    another sheet, and other orders given.
    """
    counts = sorted((name, count) for name, count in chosen.items() if count)
    return hashlib.sha256(repr((target.name, counts)).encode()).hexdigest()[:12]


def picked(stacks: Iterable[Stack], names: Collection[str], before: Counts) -> dict[str, int]:
    """How many of each stack go once these are chosen in the menu: all, or as many as were chosen before."""
    return {s.name: min(before.get(s.name) or s.count, s.count) for s in stacks if s.name in names}


def as_before(_: GameState, __: Purpose, ___: Sequence[Stack], before: Counts) -> Counts:
    """Who was chosen stays so."""
    return before


def all_of_use(state: GameState, purpose: Purpose, stacks: Sequence[Stack], _: Counts) -> Counts:
    """Everybody; in an attack without those who would only be lost, such as transports, who can be chosen by name.

    Aircraft that can attack a coast do so, rather than fight in the zone before it.
    """
    if purpose == BRING:
        return {stack.name: stack.count for stack in stacks}
    by_themselves = {(stack.origin, stack.unit) for stack in stacks if not stack.manner}
    return {
        stack.name: stack.count
        for stack in stacks
        if state.unit_of(state.power, stack.unit).attack
        and (stack.manner != "sea" or (stack.origin, stack.unit) not in by_themselves)
    }


def of_menu(
    _: GameState, __: Purpose, stacks: Sequence[Stack], before: Counts, *, number: str, names: Collection[str]
) -> Counts:
    """Those chosen in one menu now, beside those of the other menus."""
    here = menu_of(stacks, number)
    elsewhere = {name: count for name, count in before.items() if name not in {stack.name for stack in here}}
    return elsewhere | picked(here, names, before)


def counting_form(game_id: int, state: GameState, word: str, target: Target, chosen: Mapping[str, int]) -> Form:
    """How many of each stack that is chosen; where they are more than a form has lines, of the largest."""
    largest = sorted(chosen, key=lambda name: -chosen[name])[:MOST_FIELDS]
    stacks = [Stack.named(name, chosen[name]) for name in largest]
    if not stacks or any(stack.unit not in state.edition.unit for stack in stacks):
        raise IllegalAction("form", "Choose the units first.")
    fields = tuple(
        FormField(
            stack.name,
            first_upper(state.edition.unit[stack.unit].plural),
            str(stack.count),
            f"{how(state, stack.origin, stack.manner, target)}: {_there(state, stack)} there",
        )
        for stack in stacks
    )
    return Form(game_id, phase_key(state), f"{word}count", "How many?", fields)


def _there(state: GameState, stack: Stack) -> int:
    return units_at(state, stack.origin).get(stack.unit, 0)


def recounted(chosen: Mapping[str, int], fields: Mapping[str, str]) -> dict[str, int]:
    """The choice with the numbers of a form in it; raises IllegalAction (`form`) for what is not a number."""
    counts = dict(chosen)
    for name, text in fields.items():
        count = read_number(text) if text.strip() else 0
        if count is None:
            raise IllegalAction("form", f"{quoted(text)} isn't a number, so nothing changed.")
        counts[name] = count
    return {name: count for name, count in counts.items() if count}
