"""Technologies, national advantages, and what they bring, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.events.advantages import (
    AdvantageLapsed,
    AdvantageLost,
    AdvantagesRolled,
    AdvantageUsed,
    AircraftRefuelled,
    AttackedFirst,
    BlitzStopped,
    FreeUnitsPlaced,
    TanksBrokeThrough,
    UnitsConverted,
)
from engine.events.economy import BidKept, BidPlaced, Researched, TroopBonusPlaced
from engine.events.landing import AircraftBoarded
from engine.events.mobilization import FacilityBuilt, FacilityMoved, FacilityUpgraded
from engine.facts.board import PowerId
from engine.facts.rulebook import load_rulebook
from engine.state.game_state import GameState
from engine.state.words import first_upper, ipcs, listed, number, pieces_in_words, place, with_article
from gamemaster.narration.phrases import force, power_name, row, shares_in_words, the_account, the_power, whoever


def research_line(state: GameState, event: Researched) -> str:
    """ "Germany spends 10 IPCs on Rockets: 4 **2** — Rockets found"; with charts the die of the chart follows."""
    if event.chart:
        return _breakthrough_line(state, event)
    name = state.edition.technology[event.technology].name
    dice = " ".join(f"**{die}**" if die == event.number else str(die) for die in event.dice)
    result = f"{name} developed" if event.found else f"no {event.number}, nothing developed"
    spent = f"spends {shares_in_words(state, event.shares)} on research into {name}"
    return f"{whoever(state, event.power)} {spent}: {dice} — {result}."


def _breakthrough_line(state: GameState, event: Researched) -> str:
    """ "Germany spends 10 IPCs on research, chart 1: 4 **6**, then 2 — Rockets developed"; dice kept are told apart."""
    dice = " ".join(f"**{die}**" if die == event.number else str(die) for die in event.dice)
    kept = len(event.dice) - event.cost // (state.edition.parameters.research.price or 1)
    old = f"rolls {number(kept, 'die', 'dice')} kept from earlier turns" if kept else ""
    new = f"spends {shares_in_words(state, event.shares)} on research" if event.cost else ""
    told = f"{whoever(state, event.power)} {' and '.join(filter(None, (new, old)))}, chart {event.chart}: {dice}"
    if event.found:
        then = " ".join(map(str, event.chart_dice))
        return f"{told}, then {then} — {state.edition.technology[event.technology].name} developed."
    tokens = f"; {number(event.tokens, 'die', 'dice')} kept for later turns" if event.tokens else ""
    return f"{told} — no breakthrough{tokens}."


def what_it_does(state: GameState, technology: str) -> str:
    """The rule of a technology in one sentence, with its numbers in this edition."""
    rule = load_rulebook().rule(state.edition.technology[technology].rule)
    value = rule.values.get(state.setup, "yes")
    return rule.sentence if value == "yes" else f"{rule.sentence.rstrip('.')}: {value}."


def advantage_name(state: GameState, advantage: str) -> str:
    """ "Russian Winter"."""
    return state.edition.advantage[advantage].name


def use_in_words(state: GameState, keys: Mapping[str, Any]) -> str:
    """What an order to use an advantage says beside its name: ": 2 tanks (British) in Russia", or nothing."""
    words = [row(state, keys["units"])] if keys.get("units") else []
    words += [f"({state.edition.power[keys['owner']].adjective})"] if keys.get("owner") else []
    words += [f"in {place(state, keys['space'])}"] if keys.get("space") else []
    words += [f"{place(state, keys['from'])} to {place(state, keys['to'])}"] if keys.get("from") else []
    return f": {' '.join(words)}" if words else ""


def rolled_text(state: GameState, event: AdvantagesRolled) -> str:
    """A line for each power: what it rolled, and the national advantages that gives."""
    lines = ["National advantages, rolled:"]
    for power in state.edition.turn_order:
        dice = " ".join(str(die) for die in event.dice.get(power, ()))
        names = listed(advantage_name(state, name) for name in event.advantages.get(power, ()))
        lines.append(f"• {power_name(state, power)}: {dice} — {names}")
    return "\n".join(lines)


def advantages_text(state: GameState) -> str:
    """A line for each power with the national advantages it has, or nothing."""
    lines = [
        f"• {power_name(state, power)}: {listed(advantage_name(state, name) for name in state.advantages[power])}"
        for power in state.edition.turn_order
        if state.advantages.get(power)
    ]
    return "\n".join(["National advantages:", *lines]) if lines else ""


def improvements_line(state: GameState, power: PowerId) -> str:
    """What a power has developed, its national advantages and tokens: "Rockets · Salvage (used), Lend-Lease"."""
    technologies = [state.edition.technology[name].name for name in state.technologies.get(power, ())]
    advantages = [f"{advantage_name(state, n)}{_standing(state, n)}" for n in state.advantages.get(power, ())]
    left = state.kamikaze_tokens.get(power)
    tokens = [] if left is None else [number(left, "kamikaze token")]
    return " · ".join(", ".join(names) for names in (technologies, advantages, tokens) if names)


def _standing(state: GameState, advantage: str) -> str:
    if advantage in state.advantages_in_force:
        return " (in force)"
    return " (used)" if advantage in state.used_advantages else ""


def _used(state: GameState, event: AdvantageUsed) -> str:
    return f"{whoever(state, event.power)} uses {advantage_name(state, event.advantage)}."


def _lost(state: GameState, event: AdvantageLost) -> str:
    who, what = whoever(state, event.power), advantage_name(state, event.advantage)
    return f"{who} {'attacked first and loses' if event.reason == 'attacked_first' else 'gives up'} {what}."


def _attacked_first(state: GameState, event: AttackedFirst) -> str:
    who, whose = whoever(state, event.by), the_power(state, event.power)
    return f"{who} attacked first: {whose} keeps {advantage_name(state, event.advantage)} even if it attacks now."


def _free_units(state: GameState, event: FreeUnitsPlaced) -> str:
    units, where = force(state, event.pieces), place(state, event.space)
    who = the_power(state, event.power)
    return f"{advantage_name(state, event.advantage)}: {who} places {units} in {where} for free."


def _troop_bonus(state: GameState, event: TroopBonusPlaced) -> str:
    units, where = force(state, event.pieces), place(state, event.space)
    return f"{first_upper(where)} is liberated: {the_power(state, event.power)} places {units} there for free."


def _bid_placed(state: GameState, event: BidPlaced) -> str:
    units, where = force(state, event.pieces), place(state, event.space)
    return f"Bid: {the_power(state, event.power)} adds {units} in {where}."


def _bid_kept(state: GameState, event: BidKept) -> str:
    treasuries = ((state.edition.account[each], amount) for each, amount in event.ipcs.items())
    given = (f"{the_account(state, each.power, each.mark)} gets {ipcs(amount)}" for each, amount in treasuries)
    return f"Bid: {listed(given)}."


def _converted(state: GameState, event: UnitsConverted) -> str:
    former, owner = state.edition.power[event.owner].adjective, the_power(state, event.power)
    units, where = pieces_in_words(state, event.gone), place(state, event.space)
    return f"{advantage_name(state, event.advantage)}: {owner} takes over {units} ({former}) in {where}."


def _built(state: GameState, event: FacilityBuilt) -> str:
    name, where = state.edition.unit[event.facility].name, place(state, event.space)
    does = f"starts with an extra {name}" if event.free else f"builds {with_article(name)}"
    return f"{whoever(state, event.power)} {does} in {where}."


def _upgraded(state: GameState, event: FacilityUpgraded) -> str:
    who, where = whoever(state, event.power), place(state, event.space)
    was, into = (state.edition.unit[unit].name for unit in (event.was, event.becomes))
    return f"{who} upgrades the {was} in {where} to {with_article(into)}."


def _facility_moved(state: GameState, event: FacilityMoved) -> str:
    who, name = whoever(state, event.power), state.edition.unit[event.facility].name
    return f"{who} moves the {name} in {place(state, event.origin)} to {place(state, event.space)}."


def _boarded(state: GameState, event: AircraftBoarded) -> str:
    units = pieces_in_words(state, state.select(event.aboard))
    return f"{units} in {place(state, event.origin)} board new ships in {place(state, event.zone)}."


def _stopped(state: GameState, event: BlitzStopped) -> str:
    where, who = place(state, event.territory), the_power(state, event.power)
    units = pieces_in_words(state, state.select(event.pieces))
    return f"{where} stays with {who}: {units} must stop and fight there." if units else f"{where} stays with {who}."


def _broke_through(state: GameState, event: TanksBrokeThrough) -> str:
    units = pieces_in_words(state, state.select(event.pieces))
    return f"{units} in {place(state, event.territory)} may move on in the noncombat move."


def _refuelled(state: GameState, event: AircraftRefuelled) -> str:
    return f"{pieces_in_words(state, state.select(event.pieces))} refuelled in {place(state, event.territory)}."


LINES: Mapping[type, Callable[[GameState, Any], str]] = {
    Researched: research_line,
    AdvantagesRolled: rolled_text,
    AdvantageUsed: _used,
    AdvantageLapsed: lambda state, event: f"{advantage_name(state, event.advantage)} is over.",
    AdvantageLost: _lost,
    AttackedFirst: _attacked_first,
    FreeUnitsPlaced: _free_units,
    TroopBonusPlaced: _troop_bonus,
    BidPlaced: _bid_placed,
    BidKept: _bid_kept,
    BlitzStopped: _stopped,
    UnitsConverted: _converted,
    FacilityBuilt: _built,
    FacilityUpgraded: _upgraded,
    FacilityMoved: _facility_moved,
    AircraftBoarded: _boarded,
    TanksBrokeThrough: _broke_through,
    AircraftRefuelled: _refuelled,
}
