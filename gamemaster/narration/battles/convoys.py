"""Convoys in words: which of them enemies disrupt, what that could cost, and what it did cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.ask import Convoy, convoys_in_danger, most_at_stake
from engine.events.economy import ConvoyAttack, ConvoysDisrupted
from engine.facts.board import PowerId
from engine.state.game_state import GameState
from engine.state.words import counted, counts_of, first_upper, ipcs, label, number, place
from gamemaster.narration.phrases import power_name, the_power
from gamemaster.views.visible import at_phase_start

MOST_DICE = 24
"""Dice of a zone that are shown."""


def convoys_text(state: GameState) -> str:
    """The convoys that enemies would disrupt as things stand now, by power; nothing where there are none (INC-13).

    Nothing of the open orders.
    """
    public = at_phase_start(state)
    lines = [line for power in public.edition.turn_order for line in _power_lines(public, power)]
    return "\n".join(["**Convoys in danger**, lost when the power collects its income", *lines]) if lines else ""


def _power_lines(state: GameState, power: PowerId) -> list[str]:
    """ "Japan: up to 8 IPCs", and a line for each zone."""
    stake = {zone: sum(row.values()) for zone, row in most_at_stake(state, power).items()}
    if not stake:
        return []
    zones = [f"-# {_zone_line(state, convoy, stake[convoy.zone])}" for convoy in convoys_in_danger(state, power)]
    return [f"{power_name(state, power)}: up to {ipcs(sum(stake.values()))} as things stand", *zones]


def _zone_line(state: GameState, convoy: Convoy, most: int) -> str:
    """ "Sea zone 19: 3 dice of 1 submarine, 1 destroyer, up to 5 IPCs"."""
    dice, raiders = number(convoy.dice, "die", "dice"), counted(state, counts_of(convoy.raiders))
    return f"{first_upper(label(state, convoy.zone))}: {dice} of {raiders}, up to {ipcs(most)}"


def disrupted_line(state: GameState, event: ConvoysDisrupted) -> str:
    """ "Convoys of Japan disrupted: sea zone 19: **2** 5 **1**, 3 IPCs lost."; dice that cost something are bold."""
    attacks = "; ".join(_attack(state, attack) for attack in event.attacks)
    return f"Convoys of {the_power(state, event.power)} disrupted: {attacks}."


def _attack(state: GameState, attack: ConvoyAttack) -> str:
    rules = state.edition.parameters.economy.convoys
    most = rules.counts_up_to if rules else 0
    dice = " ".join(f"**{die}**" if die <= most else str(die) for die in attack.dice[:MOST_DICE])
    dice += f" and {len(attack.dice) - MOST_DICE} more" if len(attack.dice) > MOST_DICE else ""
    limit = " (the limit)" if attack.lost < sum(die for die in attack.dice if die <= most) else ""
    return f"{place(state, attack.zone)}: {dice}, {ipcs(attack.lost) if attack.lost else 'nothing'} lost{limit}"


LINES: Mapping[type, Callable[[GameState, Any], str]] = {ConvoysDisrupted: disrupted_line}
