"""Attacking or moving by thumb, then: by whom, with which chance; one button gives all the orders."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.ask import defenders_at, is_hostile_zone
from engine.facts.board import SpaceId
from engine.odds.odds import Odds
from engine.state.game_state import GameState
from engine.state.words import counted, first_upper, ipcs, place
from gamemaster.jobs.attacks import AttackWish, Outlook, attack_outlook
from gamemaster.keys import Style, phase_key
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.narration.phrases import force
from gamemaster.sheets.bringing.aims import ATTACK, Purpose, Stack, Target, some_of
from gamemaster.sheets.bringing.attack_plan import is_place, is_target, stacks_for
from gamemaster.sheets.bringing.choosing import Choosing, Counts, menus, plan_mark
from gamemaster.sheets.bringing.doubts import is_unlikely
from gamemaster.sheets.bringing.naming import against, forces, named, number_of_units
from gamemaster.sheets.page import MOST_ENTRIES, Entry, Menu, Part, Row, Sheet
from maps.battles.chances import percent

MOST_TOLD = 3
"""Of doubts, and of those who can't come."""


@dataclass(frozen=True)
class Planned:
    """The sheet of a plan, and how many of each stack are chosen now."""

    sheet: Sheet
    chosen: Counts


def planned(
    game_id: int, state: GameState, purpose: Purpose, target: Target, choose: Choosing, before: Counts, enough: bool
) -> Planned | None:
    """What comes of choosing units for a place; None where it isn't open any more. enough: as few of them as win often
    enough.
    """
    if not (is_target if purpose == ATTACK else is_place)(state, target):
        return None
    stacks = stacks_for(state, target)
    chosen = some_of(stacks, choose(state, purpose, stacks, before))
    outlook = attack_outlook(AttackWish(state, target, chosen, enough))
    sheet = plan_sheet(game_id, state, purpose, target, stacks, outlook)
    return Planned(sheet, {stack.name: stack.count for stack in outlook.chosen})


def plan_sheet(
    game_id: int, state: GameState, purpose: Purpose, target: Target, stacks: Sequence[Stack], outlook: Outlook
) -> Sheet:
    """Who goes there, with which chance; who else can of these stacks; and the button that gives all orders."""
    word, chosen = purpose.word, {stack.name: stack.count for stack in outlook.chosen}
    parts: list[Part] = ["\n".join(_lines(state, purpose, target, outlook))]
    parts += menus(state, word, purpose.asked, stacks, chosen, target)
    parts += [_zones(state, word, target, outlook)] if len(outlook.zones) > 1 else []
    choices: list[PhaseButton] = [(f"{word}all", "Everything", "secondary")]
    choices += [("attackenough", "Enough for 80%", "secondary")] if purpose == ATTACK and not target.raid else []
    choices += [(f"{word}count", "How many?", "secondary")] if chosen else []
    parts.append(Row(tuple(choices)))
    coming = {stack.name: stack.count for stack in outlook.coming}
    deed = f"{'Raid with' if target.raid else purpose.button} {number_of_units(coming)}"
    style: Style = "danger" if _doubts(outlook) else "success"
    mark = f"{plan_mark(target, chosen)}.{plan_mark(target, coming)}"
    act: list[PhaseButton] = [(f"{word}now.{mark}", deed, style)] if coming else []
    parts.append(Row((*act, (word, "Back", "secondary"))))
    return Sheet(game_id, phase_key(state), state.power, tuple(parts))


def _zones(state: GameState, word: str, target: Target, outlook: Outlook) -> Menu:
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
    return Menu(f"{word}from", "Land from which sea zone?", entries)


def _held_by(state: GameState, zone: SpaceId) -> str:
    enemies = defenders_at(state, zone, state.power)
    if not enemies:
        return ""
    return f"{force(state, enemies)} {'to be fought first' if is_hostile_zone(state, zone, state.power) else 'there'}"


def _lines(state: GameState, purpose: Purpose, target: Target, outlook: Outlook) -> list[str]:
    title = named(state, target) if target.raid else f"{purpose.title} {named(state, target)}"
    lines = [f"**{title}**", f"{first_upper(against(state, target))}."]
    if target.zone:
        held = _held_by(state, target.zone)
        lines.append(f"Landing from {place(state, target.zone)}{f': {held}' if held else ''}.")
    if not outlook.chosen:
        return [*lines, f"Choose {purpose.asked[0].lower()}{purpose.asked[1:-1]}."]
    lines += [f"You: {forces(state, outlook.coming, target)}."] if outlook.coming else []
    if outlook.at_sea:
        lines.append(f"At sea: {_told(outlook.at_sea)}")
    if outlook.guns:
        lines.append(f"{first_upper(counted(state, outlook.guns))} will bombard.")
    if outlook.odds is not None:
        lines.append(f"{'On land: ' if outlook.at_sea else ''}{_told(outlook.odds)}")
    elif purpose == ATTACK and outlook.coming and not outlook.is_defended:
        lines.append("Nobody defends it.")
    lines += [f"Doubtful: {line}" for line in _doubts(outlook)[:MOST_TOLD]]
    lines += outlook.left_out[:MOST_TOLD]
    more = len(outlook.left_out) - MOST_TOLD
    return [*lines, f"{more} more can't come."] if more > 0 else lines


def _doubts(outlook: Outlook) -> list[str]:
    unlikely = [where for where, odds in (("at sea", outlook.at_sea), ("there", outlook.odds)) if is_unlikely(odds)]
    return [*(f"You lose more often than you win {where}." for where in unlikely), *outlook.doubts]


def _told(odds: Odds) -> str:
    """ "Your chance to win is 84%. On average you lose 6 IPCs and they lose 9."."""
    win = percent(odds.attacker_win, odds.margin)
    own, theirs = round(odds.attacker.loss_ipcs), round(odds.defender.loss_ipcs)
    return f"Your chance to win is {win}. On average you lose {ipcs(own)} and they lose {theirs}."
