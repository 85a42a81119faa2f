"""Antiaircraft fire, bombing raids and rockets in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.ask import is_operative
from engine.events.combat.raids import (
    AimedShot,
    AntiAircraftFired,
    EscortDeclared,
    Intercepted,
    Occasion,
    ProductionStruck,
    RaidDeclared,
)
from engine.events.territory import FacilityFell, GunsChangedHands
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.words import ipcs, listed, number, pieces_in_words, place, with_article
from gamemaster.narration.phrases import force, power_name, row

_OCCASIONS: Mapping[Occasion, str] = {
    "overflight": "fires at what passes over",
    "attack": "fires at the attackers",
    "raid": "fires at the raiders",
}


def anti_aircraft_line(state: GameState, event: AntiAircraftFired) -> str:
    """ "The antiaircraft gun in Germany fires at the raiders: bomber **1** 4 — 1 bomber shot down"."""
    unit = event.facility or (state.pieces[event.gun].unit if event.gun in state.pieces else "")
    gun = state.edition.unit[unit].name if unit else "antiaircraft gun"
    down = Counter(shot.unit for shot in event.shots if shot.hit)
    needed = "" if event.needed == 1 else f" and hits with 1 {'or' if event.needed == 2 else 'to'} {event.needed}"
    shots = " · ".join(f"{state.edition.unit[unit].name} {dice}" for unit, dice in _dice_by_unit(event.shots).items())
    fires = f"The {gun} in {place(state, event.space)} {_OCCASIONS[event.occasion]}{needed}"
    hit = number(down.total(), "hit") if event.chosen else f"{row(state, down)} shot down"
    return f"{fires}: {shots} — {hit if down else 'no hit'}"


def _dice_by_unit(shots: Iterable[AimedShot]) -> dict[UnitId, str]:
    """The dice at each kind of aircraft, hits in bold: "**1** 4"."""
    found: dict[UnitId, list[str]] = {}
    for shot in shots:
        found.setdefault(shot.unit, []).append(f"**{shot.die}**" if shot.hit else str(shot.die))
    return {unit: " ".join(dice) for unit, dice in found.items()}


def raid_order(state: GameState, event: RaidDeclared) -> str:
    """ "2 bombers raid the industrial complex in Germany"."""
    facility = state.edition.unit[event.facility].name
    return f"{force(state, state.select(event.pieces))}: raid on the {facility} in {place(state, event.space)}"


def escort_order(state: GameState, event: EscortDeclared) -> str:
    """ "2 fighters escort the raid on Germany"."""
    return f"{force(state, state.select(event.pieces))}: escort for the raid on {place(state, event.space)}"


def interception_line(state: GameState, event: Intercepted) -> str:
    """ "Germany intercepts the raid on Germany with 2 fighters"."""
    power = power_name(state, event.power)
    rising = [f"{place(state, space)} with {force(state, state.select(ids))}" for space, ids in event.fighters.items()]
    return f"{power} intercepts over {listed(rising)}"


def strike_line(state: GameState, event: ProductionStruck) -> str:
    """ "Raid on Germany: bomber 4 6 (counts 9) — Germany loses 9 IPCs", or what it damages."""
    strikes = []
    for unit in dict.fromkeys(strike.unit for strike in event.strikes):
        mine = [strike for strike in event.strikes if strike.unit == unit]
        dice = [die for strike in mine for die in strike.dice]
        loss = sum(strike.loss for strike in mine)
        counts = "" if loss == sum(dice) else f" (counts {loss})"
        strikes.append(f"{state.edition.unit[unit].name} {' '.join(map(str, dice))}{counts}")
    what = "Rockets at" if event.weapon == "rocket" else "Raid on"
    return f"{what} {place(state, event.space)}: {' · '.join(strikes)} — {strike_result(state, event)}"


def strike_result(state: GameState, event: ProductionStruck) -> str:
    """What a raid or rocket strike came to: IPCs that the victim loses, or damage."""
    return _damage(state, event) if state.edition.parameters.raids.loss == "damage" else _loss(state, event)


def _damage(state: GameState, event: ProductionStruck) -> str:
    """ "the industrial complex takes 9 damage, 12 in all"; it is said where it works no longer."""
    facility, space = event.facility, event.space
    name, had = state.edition.unit[facility].name, state.damage.get(space, {}).get(facility, 0)
    worked, works = (is_operative(state, space, facility, more) for more in (0, event.damage))
    out = " and is out of use" if worked and not works else ""
    return f"the {name} takes {event.damage} damage, {had + event.damage} in all{out}"


def _loss(state: GameState, event: ProductionStruck) -> str:
    owing = sum(strike.loss for strike in event.strikes)
    all_it_has = ", all it has" if event.ipcs < owing else ""
    return f"{power_name(state, event.victim)} loses {ipcs(event.ipcs)}{all_it_has}"


def guns_line(state: GameState, event: GunsChangedHands) -> str:
    """ "Germany takes over 1 antiaircraft gun in Karelia S.S.R."."""
    parts = []
    for power in dict.fromkeys(event.guns.values()):
        guns = state.select(i for i, owner in event.guns.items() if owner == power)
        parts.append(f"{power_name(state, power)} takes over {pieces_in_words(state, guns)}")
    return f"{listed(parts)} in {place(state, event.territory)}."


def fallen_line(state: GameState, event: FacilityFell) -> str:
    """ "The major industrial complex in Germany becomes a minor industrial complex."."""
    names, where = state.edition.unit, place(state, event.territory)
    fate = f"becomes {with_article(names[event.becomes].name)}" if event.becomes else "is destroyed"
    left = f" with {event.damage} damage" if event.damage else ""
    return f"The {names[event.facility].name} in {where} {fate}{left}."


LINES: Mapping[type, Callable[[GameState, Any], str]] = {
    AntiAircraftFired: anti_aircraft_line,
    RaidDeclared: raid_order,
    EscortDeclared: escort_order,
    Intercepted: interception_line,
    ProductionStruck: strike_line,
    GunsChangedHands: guns_line,
    FacilityFell: fallen_line,
}
