"""Attacking by thumb: where, by whom, with which chance; then all orders of it at once."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence

from engine.ask import value_of
from engine.errors import IllegalAction
from engine.facts.board import SpaceId
from engine.quoting import quoted
from engine.reading import read_number
from engine.state.game_state import GameState
from engine.state.words import counted, first_upper, ipcs, listed, place
from gamemaster.jobs.attacks import Outlook
from gamemaster.narration import own_orders_text
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.narration.politics.neutrals import who_stands_in
from gamemaster.orders.phase_keys import phase_key
from gamemaster.sheets.attack_plan import Stack, Target, stacks_for, targets
from gamemaster.sheets.page import MOST_ENTRIES, MOST_FIELDS, Entry, Form, FormField, Menu, Part, Row, Sheet
from gamemaster.views.panel_buttons import deeds_now
from maps.battles.chances import percent

MOST_MENUS = 3
MOST_TOLD = 3
"""Of those who can't come."""


def targets_sheet(game_id: int, state: GameState) -> Sheet:
    """The places that can be attacked now, the best defended last."""
    found = targets(state)
    if not found:
        raise IllegalAction("units", "None of your units can attack anything now.")
    entries = tuple(
        Entry(_named(state, target), target.name, f"{_against(state, target)}; {_can(found[target])}")
        for target in sorted(found, key=lambda each: (bool(each.raid), -_value(state, each), each.name))
    )
    shown = entries[: MOST_ENTRIES * MOST_MENUS]
    more = len(entries) - len(shown)
    text = f"Attack where?{f' {more} more can be attacked: use Move, or type orders.' if more else ''}"
    parts: list[Part] = [own_orders_text(state), text]
    for number, start in enumerate(range(0, len(shown), MOST_ENTRIES)):
        menu = Menu(f"attackat.{number}", "More places" if number else "Where?", shown[start : start + MOST_ENTRIES])
        parts.append(menu)
    others = Row(tuple(button for button in deeds_now(state) if button[0] != "attack"))
    return Sheet(game_id, phase_key(state), state.power, (*parts, others))


def _can(units: int) -> str:
    return f"{units} of your units can come" if units > 1 else "One of your units can come"


def _against(state: GameState, target: Target) -> str:
    """Who defends, or what damage the facility has already."""
    if target.raid is None:
        return who_stands_in(state, target.space) or "nobody there"
    damage = state.damage.get(target.space, {}).get(target.raid, 0)
    return f"{damage} damage so far"


def _value(state: GameState, target: Target) -> int:
    return value_of(state, target.space) if state.edition.board.is_land(target.space) else 0


def _named(state: GameState, target: Target) -> str:
    """ "Ukraine (3 IPCs)", "Germany: raid the industrial complex"."""
    where = first_upper(place(state, target.space))
    if target.raid is not None:
        return f"{where}: raid the {state.edition.unit[target.raid].name}"
    value = _value(state, target)
    return f"{where} ({ipcs(value)})" if value else where


def attack_sheet(game_id: int, state: GameState, target: Target, stacks: Sequence[Stack], outlook: Outlook) -> Sheet:
    """Who attacks, with which chance; who else can of these stacks; and the button that gives all orders."""
    chosen = {stack.name: stack.count for stack in outlook.chosen}
    parts: list[Part] = ["\n".join(_lines(state, target, outlook))]
    for number, start in enumerate(range(0, min(len(stacks), MOST_ENTRIES * MOST_MENUS), MOST_ENTRIES)):
        some = stacks[start : start + MOST_ENTRIES]
        label = "Who else attacks?" if number else "Who attacks?"
        parts.append(Menu(f"attackby.{number}", label, _entries(state, some, chosen), least=0, most=MOST_ENTRIES))
    choices: list[PhaseButton] = [("attackall", "Everything", "secondary")]
    choices += [] if target.raid else [("attackenough", "Enough for 80 %", "secondary")]
    choices += [("attackcount", "How many?", "secondary")] if chosen else []
    parts.append(Row(tuple(choices)))
    deed = f"{'Raid' if target.raid else 'Attack'} with {number_of_units(chosen)}"
    act: list[PhaseButton] = [(f"attacknow.{plan_mark(target, chosen)}", deed, "success")] if chosen else []
    parts.append(Row((*act, ("attack", "Back", "secondary"))))
    return Sheet(game_id, phase_key(state), state.power, tuple(parts))


def menu_of(stacks: Sequence[Stack], number: str) -> Sequence[Stack]:
    """The stacks of one menu, by its number; all of them for none that there is."""
    index = read_number(number)
    return stacks if index is None else stacks[index * MOST_ENTRIES : (index + 1) * MOST_ENTRIES]


def plan_mark(target: Target, chosen: Mapping[str, int]) -> str:
    """By which a button knows the plan that it stands below: another may have been made since, on another sheet."""
    counts = sorted((name, count) for name, count in chosen.items() if count)
    return hashlib.sha256(repr((target.name, counts)).encode()).hexdigest()[:12]


def number_of_units(counts: Mapping[str, int]) -> str:
    """ "1 unit", "7 units"."""
    units = sum(counts.values())
    return f"{units} unit{'s' if units > 1 else ''}"


def _lines(state: GameState, target: Target, outlook: Outlook) -> list[str]:
    title = _named(state, target) if target.raid else f"Attack on {_named(state, target)}"
    lines = [f"**{title}**", f"{first_upper(_against(state, target))}."]
    if not outlook.chosen:
        return [*lines, "Choose who attacks."]
    lines.append(f"You: {forces(state, outlook.chosen)}.")
    if outlook.odds is not None:
        win = percent(outlook.odds.attacker_win, outlook.odds.stderr)
        own, theirs = round(outlook.odds.attacker.loss_ipcs), round(outlook.odds.defender.loss_ipcs)
        lines.append(f"Your chance to win is {win}. On average you lose {ipcs(own)} and they lose {theirs}.")
    elif not outlook.is_defended:
        lines.append("Nobody defends it.")
    lines += outlook.left_out[:MOST_TOLD]
    more = len(outlook.left_out) - MOST_TOLD
    return [*lines, f"{more} more can't come."] if more > 0 else lines


def forces(state: GameState, stacks: Iterable[Stack]) -> str:
    """ "3 infantry and 1 tank from Germany, 1 fighter from Poland"."""
    by_origin: dict[tuple[SpaceId, bool], dict[str, int]] = {}
    for stack in stacks:
        by_origin.setdefault((stack.origin, stack.escorts), {})[stack.unit] = stack.count
    return ", ".join(
        f"{counted(state, units)} from {place(state, origin)}{' as escort' if escorts else ''}"
        for (origin, escorts), units in by_origin.items()
    )


def _entries(state: GameState, stacks: Iterable[Stack], chosen: Mapping[str, int]) -> tuple[Entry, ...]:
    found = []
    for stack in stacks:
        so_far = chosen.get(stack.name, 0)
        some = f"{so_far} of them chosen" if 0 < so_far < stack.count else ""
        words = f"{counted(state, {stack.unit: stack.count})} from {place(state, stack.origin)}"
        words += " as escort" if stack.escorts else ""
        found.append(Entry(words, stack.name, some, chosen=bool(so_far)))
    return tuple(found[:MOST_ENTRIES])


def picked(stacks: Iterable[Stack], names: Collection[str], before: Mapping[str, int]) -> dict[str, int]:
    """How many of each stack attack once these are chosen in the menu: all, or as many as were chosen before."""
    return {s.name: min(before.get(s.name) or s.count, s.count) for s in stacks if s.name in names}


def counting_form(game_id: int, state: GameState, target: Target, chosen: Mapping[str, int]) -> Form:
    """How many of each stack that is chosen; where they are more than a form has lines, of the largest."""
    stacks = [stack for stack in stacks_for(state, target) if stack.name in chosen]
    largest = sorted(stacks, key=lambda stack: -stack.count)[:MOST_FIELDS]
    if not largest:
        raise IllegalAction("form", "Choose who attacks first.")
    fields = tuple(
        FormField(
            stack.name,
            first_upper(state.edition.unit[stack.unit].plural),
            str(chosen[stack.name]),
            f"{listed([place(state, stack.origin)])}: {stack.count} there",
        )
        for stack in largest
    )
    return Form(game_id, phase_key(state), "attackcount", "How many attack?", fields)


def recounted(chosen: Mapping[str, int], fields: Mapping[str, str]) -> dict[str, int]:
    """The choice with the numbers of a form in it; raises IllegalAction (`form`) for what is not a number."""
    counts = dict(chosen)
    for name, text in fields.items():
        count = read_number(text) if text.strip() else 0
        if count is None:
            raise IllegalAction("form", f"{quoted(text)} isn't a number, so nothing changed.")
        counts[name] = count
    return {name: count for name, count in counts.items() if count}
