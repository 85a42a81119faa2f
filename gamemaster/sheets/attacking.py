"""Attacking by thumb, then: by whom, with which chance; one button gives all the orders."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ask import defenders_at, is_hostile_zone
from engine.facts.board import SpaceId
from engine.odds.odds import Odds
from engine.state.game_state import GameState
from engine.state.words import counted, first_upper, ipcs, place
from gamemaster.jobs.attacks import Outlook
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.narration.phrases import force
from gamemaster.orders.phase_keys import phase_key
from gamemaster.sheets.aims import Stack, Target
from gamemaster.sheets.choosing import menus, plan_mark
from gamemaster.sheets.naming import against, forces, named, number_of_units
from gamemaster.sheets.page import MOST_ENTRIES, Entry, Menu, Part, Row, Sheet
from maps.battles.chances import percent

MOST_TOLD = 3
"""Of those who can't come."""


def attack_sheet(game_id: int, state: GameState, target: Target, stacks: Sequence[Stack], outlook: Outlook) -> Sheet:
    """Who attacks, with which chance; who else can of these stacks; and the button that gives all orders."""
    chosen = {stack.name: stack.count for stack in outlook.chosen}
    parts: list[Part] = ["\n".join(_lines(state, target, outlook))]
    parts += menus(state, "attack", "Who attacks?", stacks, chosen, target)
    parts += [_zones(state, target, outlook)] if len(outlook.zones) > 1 else []
    choices: list[PhaseButton] = [("attackall", "Everything", "secondary")]
    choices += [] if target.raid else [("attackenough", "Enough for 80 %", "secondary")]
    choices += [("attackcount", "How many?", "secondary")] if chosen else []
    parts.append(Row(tuple(choices)))
    deed = f"{'Raid' if target.raid else 'Attack'} with {number_of_units(chosen)}"
    act: list[PhaseButton] = [(f"attacknow.{plan_mark(target, chosen)}", deed, "success")] if chosen else []
    parts.append(Row((*act, ("attack", "Back", "secondary"))))
    return Sheet(game_id, phase_key(state), state.power, tuple(parts))


def _zones(state: GameState, target: Target, outlook: Outlook) -> Menu:
    """From where units can land."""
    entries = tuple(
        Entry(
            f"Land from {place(state, zone)}",
            Target(target.space, zone=zone).name,
            _held_by(state, zone) or "no enemy there",
            chosen=zone == target.zone,
        )
        for zone in outlook.zones[:MOST_ENTRIES]
    )
    return Menu("attackfrom", "Land from which sea zone?", entries)


def _held_by(state: GameState, zone: SpaceId) -> str:
    enemies = defenders_at(state, zone, state.power)
    if not enemies:
        return ""
    return f"{force(state, enemies)} {'to be fought first' if is_hostile_zone(state, zone, state.power) else 'there'}"


def _lines(state: GameState, target: Target, outlook: Outlook) -> list[str]:
    title = named(state, target) if target.raid else f"Attack on {named(state, target)}"
    lines = [f"**{title}**", f"{first_upper(against(state, target))}."]
    if target.zone:
        held = _held_by(state, target.zone)
        lines.append(f"Landing from {place(state, target.zone)}{f': {held}' if held else ''}.")
    if not outlook.chosen:
        return [*lines, "Choose who attacks."]
    lines.append(f"You: {forces(state, outlook.chosen, target)}.")
    if outlook.at_sea:
        lines.append(f"At sea: {_told(outlook.at_sea)}")
    if outlook.guns:
        lines.append(f"{first_upper(counted(state, outlook.guns))} will bombard.")
    if outlook.odds is not None:
        lines.append(f"{'On land: ' if outlook.at_sea else ''}{_told(outlook.odds)}")
    elif not outlook.is_defended:
        lines.append("Nobody defends it.")
    lines += outlook.left_out[:MOST_TOLD]
    more = len(outlook.left_out) - MOST_TOLD
    return [*lines, f"{more} more can't come."] if more > 0 else lines


def _told(odds: Odds) -> str:
    """ "You win with 84 %. On average you lose 6 IPCs and they lose 9."."""
    win = percent(odds.attacker_win, odds.stderr)
    own, theirs = round(odds.attacker.loss_ipcs), round(odds.defender.loss_ipcs)
    return f"You win with {win}. On average you lose {ipcs(own)} and they lose {theirs}."
