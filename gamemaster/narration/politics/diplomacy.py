"""Wars and neutral territories: what is declared, what may be, and what that would bring, in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from engine import GameState
from engine.ask import (
    Consequences,
    WarChance,
    are_on_one_side,
    at_war,
    chances,
    consequences,
    is_enemy,
    neutral_army,
    neutrals_attacked,
    turned_by,
)
from engine.events import Event
from engine.events.neutrals import NeutralJoined, NeutralRoused, NeutralWon
from engine.events.politics import IncidentHappened, WarBonusPaid, WarDeclared, WarEffortMade
from engine.facts.board import PowerId, SpaceId
from engine.state.pieces import Piece
from engine.state.words import first_upper, ipcs, listed, number, place, with_article
from gamemaster.narration.phrases import (
    LIMIT,
    account_first,
    by_number,
    force,
    heading,
    joined_within,
    lines_within,
    power_name,
    row,
    side_name,
    spaces_named,
    the_power,
    the_powers,
    whoever,
)

ROOM_FOR_ZONES = 150
NEXT_TURN = "in its next turn"


def declared_line(state: GameState, event: WarDeclared) -> str:
    """ "**Japan declares war on United Kingdom and ANZAC**, unprovoked."; who goes to war with it follows."""
    kind = "provoked" if event.provoked else "unprovoked"
    line = f"**{whoever(state, event.power)} declares war on {the_powers(state, event.on)}**, {kind}."
    others = [power for power in event.joined if power != event.power]
    return f"{line} {_join(state, others)} it." if others else line


def _join(state: GameState, powers: Sequence[PowerId]) -> str:
    """ "Italy goes to war with", "Germany and Italy go to war with"."""
    return f"{first_upper(the_powers(state, powers))} {'goes' if len(powers) == 1 else 'go'} to war with"


def _bonus_line(state: GameState, event: WarBonusPaid) -> str:
    who = account_first(state, event.power, event.account)
    return f"{who} gets {ipcs(event.amount)} for it; {ipcs(event.ipcs)} in the treasury."


def _effort_line(state: GameState, event: WarEffortMade) -> str:
    """ "The United States is at war: the complexes in … become major at once and for free (POL-29)."."""
    return f"{whoever(state, event.power)} is at war: {_upgraded(state, event)} at once and for free ({event.rule})."


def _upgraded(state: GameState, event: WarEffortMade) -> str:
    """ "the minor industrial complex in Western United States becomes a major industrial complex"."""
    was, becomes = (state.edition.unit[unit].name.lower() for unit in (event.facility, event.becomes))
    if len(event.territories) == 1:
        return f"the {was} in {spaces_named(state, event.territories)} becomes {with_article(becomes)}"
    return f"the {was}es in {spaces_named(state, event.territories)} become {becomes}es"


def _incident_line(state: GameState, event: IncidentHappened) -> str:
    """ "The Axis has taken London: Soviet Union may declare war on Germany and Italy …"."""
    rules = state.edition.parameters.politics
    words = first_upper(rules.incidents[event.incident].words)
    grounds = [each for each in rules.grounds if each.after_incident == event.incident]
    allowed = [
        f"{the_power(state, power)} may declare war on {the_powers(state, foes, 'or')} "
        f"from its next turn on ({each.rule})"
        for each in grounds
        for power in each.by
        if (foes := [foe for foe in each.on if not at_war(state, power, foe)])
    ]
    return f"{words}: {'; '.join(allowed)}." if allowed else ""


LINES: Mapping[type, Callable[[GameState, Any], str]] = {
    WarDeclared: declared_line,
    WarBonusPaid: _bonus_line,
    WarEffortMade: _effort_line,
    IncidentHappened: _incident_line,
}


def wars_declared(state: GameState, events: Iterable[Event]) -> list[str]:
    """A line for each war that was declared, and for what others were given for it."""
    lines = (LINES[type(event)](state, event) for event in events if type(event) in LINES)
    return [line for line in lines if line]


def to_declare(state: GameState) -> tuple[WarChance, ...]:
    """The wars that the power on turn may declare in this phase, before its first move; its orders do not matter."""
    return tuple(each for each in chances(state, state.power) if each.when in ("now", "after undo"))


def foes_named(state: GameState, chance: WarChance) -> str:
    """ "United Kingdom or ANZAC": any of them may be named, and war comes with all."""
    return the_powers(state, chance.named, "or")


def wars_named(state: GameState, wars: Sequence[WarChance]) -> str:
    """ "Germany or Italy"; "France; or on United Kingdom or ANZAC" where one of these wars is with several powers."""
    apart = any(len(chance.named) > 1 for chance in wars)
    foes = [foes_named(state, chance) for chance in wars]
    return "; or on ".join(foes) if apart else listed(foes, "or")


def confirmation(state: GameState, chance: WarChance) -> str:
    """What the player reads before declaring war: all that it brings."""
    who, found = whoever(state, state.power), consequences(state, state.power, chance)
    lines = [f"**{who} would declare war on {the_powers(state, chance.on)}.**"]
    lines += [f"• {line}" for line in brings(state, found)]
    lines.append("You can't undo it, and the table is told at once.")
    return "\n".join(lines_within(lines, LIMIT, "lines"))


def brings(state: GameState, found: Consequences) -> list[str]:
    """What a declaration of war brings, a sentence each."""
    event = found.declared
    lines = []
    if others := [power for power in event.joined if power != event.power]:
        lines.append(f"{_join(state, others)} {the_power(state, event.power)}.")
    value = sum(state.edition.board.territory[territory].ipc for territory in found.territories)
    become = "becomes" if len(found.territories) == 1 else "become"
    lines.append(
        f"{number(len(found.territories), 'territory', 'territories')} of {the_powers(state, event.on)} "
        f"({ipcs(value)}) {become} hostile, no matter whose units are there."
    )
    if event.hostile_zones:
        lines.append(f"Hostile by their warships: {_zones(state, event.hostile_zones)}.")
    lines.append("It counts as provoked." if event.provoked else "It counts as unprovoked.")
    lines += [f"{whoever(state, each.power)} gets {ipcs(each.ipcs)} at once ({each.rule})." for each in found.bonuses]
    lines += [f"{first_upper(_upgraded(state, each))} ({each.rule})." for each in found.efforts]
    lines += [f"{first_upper(opened)} in its turn." for opened in _opened(state, found)]
    return [*lines, *_objectives_line(state, found)]


def _zones(state: GameState, zones: Sequence[SpaceId]) -> str:
    """ "sea zone 6", "sea zones 37, 39, 62", as many as there is room for."""
    numbers = [place(state, zone).removeprefix("sea zone ") for zone in by_number(zones)]
    return f"sea zone{'s' if len(numbers) > 1 else ''} {joined_within(numbers, ROOM_FOR_ZONES, ', ', 'zones')}"


def _opened(state: GameState, found: Consequences) -> list[str]:
    """ "United States may then declare war on Japan or Italy", for each power that gets such a right."""
    foes: dict[PowerId, list[PowerId]] = {}
    for power, on in found.opened:
        foes.setdefault(power, []).extend(on)
    return [
        f"{the_power(state, power)} may then declare war on {the_powers(state, on, 'or')}" for power, on in foes.items()
    ]


def _objectives_line(state: GameState, found: Consequences) -> list[str]:
    """ "Objectives a turn, as things stand: Japan 10 IPCs less, ANZAC 5 IPCs more."; nothing where none changes."""
    if not found.objectives:
        return []
    changes = (f"{the_power(state, power)} {ipcs(abs(n))} {_more(n)}" for power, n in found.objectives)
    return [f"Objectives a turn, as things stand: {', '.join(changes)}."]


def _more(change: int) -> str:
    return "more" if change > 0 else "less"


def politics_text(state: GameState, of: Collection[PowerId] = ()) -> str:
    """Who is at war with whom, and who may soon declare war on whom; of the powers in `of` all that can be told."""
    if state.wars is None:
        return "In this edition all powers of different sides are at war from the start."
    if of:
        told = [power for power in state.edition.turn_order if power in of]
        return "\n".join(line for power in told for line in _in_full(state, power))
    lines = ["**Politics**", wars_line(state), *(f"• {line}." for line in _wars_to_come(state))]
    lines += ["`/politics` with a power in `of` shows when it may declare which war, and what that brings."]
    return "\n".join(lines)


def _in_full(state: GameState, power: PowerId) -> list[str]:
    return [_relations_line(state, power), *(f"• {line}." for line in _chance_lines(state, power))]


def _wars_to_come(state: GameState) -> list[str]:
    """Who may declare which wars in the present turn or the next: powers that may declare the same together."""
    soon: dict[tuple[str, str], dict[PowerId, str]] = {}
    later = []
    for power in state.edition.turn_order:
        alike: dict[str, list[WarChance]] = {}
        for chance in chances(state, power):
            alike.setdefault(_soon(state, power, chance), []).append(chance)
        for time, wars in alike.items():
            if time:
                soon.setdefault((time, wars_named(state, wars)), {})[power] = wars[0].rule
            else:
                later.append(f"{the_power(state, power)} on {wars_named(state, wars)}")
    lines = [_soon_line(state, time, foes, powers) for (time, foes), powers in soon.items()]
    return [*lines, f"Later, once they have grounds: {'; '.join(later)}"] if later else lines


def _soon(state: GameState, power: PowerId, chance: WarChance) -> str:
    """When a war may be declared in the present or next turn of a power; nothing where it may not."""
    if chance.when == "later":
        return ""
    return NEXT_TURN if chance.when == "on turn" and power != state.power else chance.time


def _soon_line(state: GameState, time: str, foes: str, powers: Mapping[PowerId, str]) -> str:
    who, rules = first_upper(the_powers(state, powers)), ", ".join(dict.fromkeys(powers.values()))
    when = "in their next turns" if len(powers) > 1 and time == NEXT_TURN else time
    return f"{who} may declare war on {foes} {when} ({rules})"


def wars_line(state: GameState) -> str:
    """ "At war: Germany and Italy with the United Kingdom. At war with nobody: the United States.".

    Nothing where all always are.
    """
    if state.wars is None:
        return ""
    foes = {power: _foes(state, power) for power in state.edition.turn_order}
    together: dict[tuple[PowerId, ...], list[PowerId]] = {}
    for power, others in foes.items():
        if others and are_on_one_side(state, power, state.edition.turn_order[0]):
            together.setdefault(tuple(others), []).append(power)
    wars = [f"{the_powers(state, powers)} with {the_powers(state, on)}" for on, powers in together.items()]
    peaceful = the_powers(state, (power for power, others in foes.items() if not others))
    return " ".join(
        [f"At war: {'; '.join(wars) or 'nobody'}.", *([f"At war with nobody: {peaceful}."] if peaceful else [])]
    )


def _foes(state: GameState, power: PowerId) -> list[PowerId]:
    return [other for other in state.edition.order_of_powers if at_war(state, power, other)]


def _relations_line(state: GameState, power: PowerId) -> str:
    return f"**{power_name(state, power)}**: at war with {the_powers(state, _foes(state, power)) or 'nobody'}."


def _chance_lines(state: GameState, power: PowerId) -> list[str]:
    """When a power may declare which wars, by which rule, and what each that it may declare soon would bring."""
    own = chances(state, power)
    together: dict[tuple[str, str], list[WarChance]] = {}
    for chance in own:
        if chance.when == "later":
            together.setdefault((chance.time, chance.rule), []).append(chance)
    likely = [each for each in own if each.when != "later"]
    return [
        *(f"{_war(state, power, [each])}: {_in_short(state, consequences(state, power, each))}" for each in likely),
        *(_war(state, power, each) for each in together.values()),
    ]


def _war(state: GameState, power: PowerId, alike: Sequence[WarChance]) -> str:
    """ "Japan may declare war on France; or on the United Kingdom or ANZAC in its next turn (POL-17)"."""
    foes = wars_named(state, alike)
    return f"{whoever(state, power)} may declare war on {foes} {alike[0].time} ({alike[0].rule})"


def _in_short(state: GameState, found: Consequences) -> str:
    """What a declaration of war brings, in few words each: "unprovoked; United States gets 30 IPCs"."""
    event = found.declared
    value = sum(state.edition.board.territory[territory].ipc for territory in found.territories)
    count = number(len(found.territories), "territory", "territories")
    parts = ["provoked" if event.provoked else "unprovoked", f"{count} ({ipcs(value)}) hostile"]
    if others := [power for power in event.joined if power != event.power]:
        parts.append(f"{the_powers(state, others)} at war too")
    parts += [f"{the_power(state, each.power)} gets {ipcs(each.ipcs)}" for each in found.bonuses]
    parts += [f"its complexes in {spaces_named(state, each.territories)} are upgraded" for each in found.efforts]
    parts += _opened(state, found)
    if found.objectives:
        changes = ", ".join(f"{the_power(state, power)} {n:+}" for power, n in found.objectives)
        parts.append(f"objectives a turn {changes}".replace("-", "−"))
    return "; ".join(parts)


ROOM_FOR_NEUTRALS = 120


def roused_line(state: GameState, event: NeutralRoused) -> str:
    """ "Lowvale joins the Allies: Suland leads 2 infantry there."."""
    joins = f"{heading(state, event.territory)} joins {side_name(event.side)}"
    if not event.army:
        return f"{joins}."
    return f"{joins}: {the_power(state, event.power)} leads {force(state, event.army)} there."


def joined_line(state: GameState, event: NeutralJoined) -> str:
    """ "Lowvale joins Norland with 2 infantry (POL-60)."."""
    army = (*event.army, *state.select(event.joined))
    units = f" with {force(state, army)}" if army else ""
    return f"{heading(state, event.territory)} joins {the_power(state, event.power)}{units} ({event.rule})."


def turning_lines(state: GameState) -> list[str]:
    """Which strict neutrals an attack on another turns: "The attack on Sweden makes … lean to the Allies (POL-54)."."""
    side = side_name("allies" if state.edition.power[state.power].side == "axis" else "axis")
    turned = {each: turned_by(state, each) for each in neutrals_attacked(state)}
    return [
        f"The attack on {place(state, each)} makes other strict neutrals lean to {side} (POL-54): "
        f"{joined_within([place(state, other) for other in others], ROOM_FOR_NEUTRALS)}."
        for each, others in turned.items()
        if others
    ][:1]


def who_stands_in(state: GameState, space: SpaceId) -> str:
    """ "enemy: 2 tanks; with 1 fighter"; "there: 5 infantry of its own" in a neutral with an army; nothing where
    nobody is.
    """
    foes, friends, others = list[Piece](), list[Piece](), list[Piece]()
    for piece in state.at(space):
        if is_enemy(state, piece, state.power):
            foes.append(piece)
        else:
            (friends if are_on_one_side(state, piece.power, state.power) else others).append(piece)
    army = neutral_army(state, space)
    own = f"{row(state, army)} of its own" if army else ""
    looking_on = ", ".join(filter(None, (force(state, others, ""), own)))
    told = (("enemy: ", force(state, foes, "")), ("with ", force(state, friends, "")), ("there: ", looking_on))
    return "; ".join(f"{word}{units}" for word, units in told if units)


def won_line(state: GameState, event: NeutralWon) -> str:
    """ "Won over Lowvale (+1 income) with 2 infantry."."""
    army = (*event.army, *state.select(event.joined))
    units = f" with {force(state, army)}" if army else ""
    value = state.edition.board.territory[event.territory].ipc
    return f"Won over {place(state, event.territory)} (+{value} income){units}."
