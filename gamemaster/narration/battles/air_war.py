"""Antiaircraft fire, bombing raids and rockets in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from engine.battle_report.items import AimedDie, AntiAircraftFire, FacilityStrike, GunsTaken
from engine.events.combat.raids import EscortDeclared, Intercepted, Occasion, RaidDeclared
from engine.events.territory import FacilityFell
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.words import first_upper, ipcs, listed, number, pieces_in_words, place, with_article
from gamemaster.narration.history.tally import COUNTED_ON
from gamemaster.narration.phrases import force, row, the_power, whoever

_OCCASIONS: Mapping[Occasion, str] = {
    "overflight": "fires at aircraft passing over",
    "attack": "fires at the attackers",
    "raid": "fires at the raiders",
}


def anti_aircraft_line(state: GameState, fire: AntiAircraftFire) -> str:
    """ "The antiaircraft gun in Germany fires at the raiders: bomber **1** 4 — 1 bomber shot down"."""
    gun = state.edition.unit[fire.gun].name if fire.gun else "antiaircraft gun"
    down = Counter(shot.unit for shot in fire.shots if shot.hit)
    needed = "" if fire.needed == 1 else f" and hits on 1 {'or' if fire.needed == 2 else 'to'} {fire.needed}"
    shots = " · ".join(f"{state.edition.unit[unit].name} {dice}" for unit, dice in _dice_by_unit(fire.shots).items())
    fires = f"The {gun} in {place(state, fire.space)} {_OCCASIONS[fire.occasion]}{needed}{COUNTED_ON * fire.low_luck}"
    hit = number(down.total(), "hit") if fire.chosen else f"{row(state, down)} shot down"
    return f"{fires}: {shots} — {hit if down else 'no hit'}"


def _dice_by_unit(shots: Iterable[AimedDie]) -> dict[UnitId, str]:
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
    power = whoever(state, event.power)
    rising = [f"{place(state, space)} with {force(state, state.select(ids))}" for space, ids in event.fighters.items()]
    return f"{power} intercepts over {listed(rising)}"


def strike_line(state: GameState, strike: FacilityStrike) -> str:
    """ "Raid on Germany: bomber 4 6 (counts 9) — Germany loses 9 IPCs", or what it damages."""
    strikes = []
    for unit in dict.fromkeys(bombs.unit for bombs in strike.strikes):
        mine = [bombs for bombs in strike.strikes if bombs.unit == unit]
        dice = [die for bombs in mine for die in bombs.dice]
        loss = sum(bombs.loss for bombs in mine)
        counts = "" if loss == sum(dice) else f" (counts {loss})"
        strikes.append(f"{state.edition.unit[unit].name} {' '.join(map(str, dice))}{counts}")
    what = "Rockets at" if strike.weapon == "rocket" else "Raid on"
    return f"{what} {place(state, strike.space)}: {' · '.join(strikes)} — {strike_result(state, strike)}"


def strike_result(state: GameState, strike: FacilityStrike) -> str:
    """What a raid or rocket strike came to: IPCs that the victim loses, or damage."""
    return _damage(state, strike) if state.edition.parameters.raids.loss == "damage" else _loss(state, strike)


def _damage(state: GameState, strike: FacilityStrike) -> str:
    """ "the industrial complex takes 9 damage (12 in all)"; it is said where it works no longer."""
    name, out = state.edition.unit[strike.named].name, " and is out of use" if strike.put_out else ""
    return f"the {name} takes {strike.damage} damage ({strike.damaged} in all){out}"


def _loss(state: GameState, strike: FacilityStrike) -> str:
    all_it_has = ", all it has" if strike.ipcs < strike.owing else ""
    return f"{the_power(state, strike.victim)} loses {ipcs(strike.ipcs)}{all_it_has}"


def guns_line(state: GameState, taken: GunsTaken) -> str:
    """ "Germany takes over 1 antiaircraft gun in Karelia S.S.R."."""
    parts = [
        f"{the_power(state, power)} takes over {pieces_in_words(state, guns)}" for power, guns in taken.guns.items()
    ]
    return f"{first_upper(listed(parts))} in {place(state, taken.territory)}."


def fallen_line(state: GameState, event: FacilityFell) -> str:
    """ "The major industrial complex in Germany becomes a minor industrial complex."."""
    names, where = state.edition.unit, place(state, event.territory)
    fate = f"becomes {with_article(names[event.becomes].name)}" if event.becomes else "is destroyed"
    left = f" with {event.damage} damage" if event.damage else ""
    return f"The {names[event.facility].name} in {where} {fate}{left}."


LINES: Mapping[type, Callable[[GameState, Any], str]] = {
    RaidDeclared: raid_order,
    EscortDeclared: escort_order,
    Intercepted: interception_line,
}
