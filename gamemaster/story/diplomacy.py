"""Wars: what is declared, what may be, and what that would bring, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine import GameState
from engine.ask import Chance, Consequences, at_war, chances, consequences
from engine.events import Event
from engine.events.politics import WarBonusPaid, WarDeclared
from engine.facts.board import PowerId
from engine.table.words import ipcs, listed, number, place
from gamemaster.story.phrases import LIMIT, account_name, joined_within, lines_within, power_name, powers_named

ROOM_FOR_ZONES = 150


def declared_line(state: GameState, event: WarDeclared) -> str:
    """ "**Japan declares war on United Kingdom and ANZAC**, unprovoked."; who goes to war with it follows."""
    kind = "provoked" if event.provoked else "unprovoked"
    line = f"**{power_name(state, event.power)} declares war on {powers_named(state, event.on)}**, {kind}."
    others = [power for power in event.joined if power != event.power]
    return f"{line} {powers_named(state, others)} go to war with it." if others else line


def _bonus_line(state: GameState, event: WarBonusPaid) -> str:
    who = account_name(state, event.power, event.account)
    return f"{who} gets {ipcs(event.amount)} for it; {ipcs(event.ipcs)} in the treasury."


LINES: Mapping[type, Callable[[GameState, Any], str]] = {WarDeclared: declared_line, WarBonusPaid: _bonus_line}


def wars_declared(state: GameState, events: Iterable[Event]) -> list[str]:
    """A line for each war that was declared, and for what others were given for it."""
    return [LINES[type(event)](state, event) for event in events if type(event) in LINES]


def to_declare(state: GameState) -> tuple[Chance, ...]:
    """The wars that the power on turn may declare in this phase, before its first move; its orders do not matter."""
    return tuple(each for each in chances(state, state.power) if each.when in ("now", "after undo"))


def foes_named(state: GameState, chance: Chance) -> str:
    """ "United Kingdom or ANZAC": any of them may be named, and war comes with all."""
    return listed((power_name(state, power) for power in chance.named), "or")


def confirmation(state: GameState, chance: Chance) -> str:
    """What the player reads before he declares war: all that it brings."""
    who, found = power_name(state, state.power), consequences(state, state.power, chance)
    lines = [f"**{who} would declare war on {powers_named(state, chance.on)}.**"]
    lines += [f"• {line}" for line in brings(state, found)]
    lines.append("It cannot be undone, and the table is told at once.")
    return "\n".join(lines_within(lines, LIMIT, "lines"))


def brings(state: GameState, found: Consequences) -> list[str]:
    """What a declaration of war brings, a sentence each."""
    event = found.declared
    lines = []
    if others := [power for power in event.joined if power != event.power]:
        lines.append(f"{powers_named(state, others)} go to war with {power_name(state, event.power)}.")
    value = sum(state.edition.board.territory[territory].ipc for territory in found.territories)
    lines.append(
        f"{number(len(found.territories), 'territory', 'territories')} of {powers_named(state, event.on)} "
        f"({ipcs(value)}) become hostile, whoever has units there."
    )
    if event.hostile_zones:
        zones = joined_within([place(state, zone) for zone in event.hostile_zones], ROOM_FOR_ZONES, ", ", "zones")
        lines.append(f"Hostile by their warships: {zones}.")
    lines.append("It counts as provoked." if event.provoked else "It counts as unprovoked.")
    lines += [
        f"{power_name(state, each.power)} gets {ipcs(each.ipcs)} at once ({each.rule})." for each in found.bonuses
    ]
    lines += [
        f"{power_name(state, power)} may then declare war on {powers_named(state, on)} in its turn."
        for power, on in found.opened
    ]
    return [*lines, *_objectives_line(state, found)]


def _objectives_line(state: GameState, found: Consequences) -> list[str]:
    """ "Objectives a turn, as things stand: Japan 10 IPCs less, ANZAC 5 IPCs more."; nothing where none changes."""
    if not found.objectives:
        return []
    changes = (f"{power_name(state, power)} {ipcs(abs(n))} {_more(n)}" for power, n in found.objectives)
    return [f"Objectives a turn, as things stand: {', '.join(changes)}."]


def _more(change: int) -> str:
    return "more" if change > 0 else "less"


def politics_text(state: GameState) -> str:
    """Who is at war with whom, and who may declare war on whom, when, and what that brings."""
    if state.wars is None:
        return "In this edition all powers of different sides are at war from the start."
    lines = ["**Politics**", *(_relations_line(state, power) for power in state.edition.turn_order)]
    for power in state.edition.turn_order:
        lines += [_chance_line(state, power, chance) for chance in chances(state, power)]
    if any(each.when == "now" for each in chances(state, state.power)):
        lines.append("/declare shows all that a war brings before it is declared.")
    return "\n".join(lines_within(lines, LIMIT, "lines"))


def wars_line(state: GameState) -> str:
    """ "At war: Japan with China and United Kingdom. Not at war: United States."; nothing where all always are."""
    if state.wars is None:
        return ""
    foes = {power: _foes(state, power) for power in state.edition.turn_order}
    seen: set[PowerId] = set()
    wars = []
    for power, others in foes.items():
        if new := [other for other in others if other not in seen]:
            wars.append(f"{power_name(state, power)} with {powers_named(state, new)}")
        seen.add(power)
    peaceful = powers_named(state, (power for power, others in foes.items() if not others))
    return " ".join(
        [f"At war: {'; '.join(wars) or 'nobody'}.", *([f"At war with nobody: {peaceful}."] if peaceful else [])]
    )


def _foes(state: GameState, power: PowerId) -> list[PowerId]:
    return [other for other in state.edition.order_of_powers if at_war(state, power, other)]


def _relations_line(state: GameState, power: PowerId) -> str:
    return f"{power_name(state, power)}: at war with {powers_named(state, _foes(state, power)) or 'nobody'}."


def _chance_line(state: GameState, power: PowerId, chance: Chance) -> str:
    """When a power may declare a war, by which rule, and what that brings, in short."""
    title = f"{power_name(state, power)} may declare war on {foes_named(state, chance)} now"
    when = f"• {chance.why_not.removesuffix('.') or title} ({chance.rule})"
    if chance.when == "later":
        return f"{when}."
    return f"{when}: {'; '.join(_in_short(state, consequences(state, power, chance)))}."


def _in_short(state: GameState, found: Consequences) -> list[str]:
    """What a declaration of war brings, in few words each: "unprovoked", "United States gets 30 IPCs"."""
    event = found.declared
    value = sum(state.edition.board.territory[territory].ipc for territory in found.territories)
    count = number(len(found.territories), "territory", "territories")
    parts = ["provoked" if event.provoked else "unprovoked", f"{count} ({ipcs(value)}) hostile"]
    if others := [power for power in event.joined if power != event.power]:
        parts.append(f"{powers_named(state, others)} at war too")
    parts += [f"{power_name(state, each.power)} gets {ipcs(each.ipcs)}" for each in found.bonuses]
    parts += [
        f"{power_name(state, power)} may then declare war on {powers_named(state, on)}" for power, on in found.opened
    ]
    if found.objectives:
        changes = ", ".join(f"{power_name(state, power)} {n:+}" for power, n in found.objectives)
        parts.append(f"objectives a turn {changes}".replace("-", "−"))
    return parts
