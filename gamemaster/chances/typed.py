"""Battles in words: "3 inf 2 tank v 4 inf"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine import GameState
from engine.ask import at_war
from engine.facts.edition import Edition
from engine.odds.form import MOST_UNITS, BattleForm, SideForm, check_form
from engine.odds.named_units import advantages_that_count, setting_of
from engine.odds.setting import Setting
from engine.queries.notation import in_one_go, read_units
from engine.state.names import find_power
from gamemaster.chances.choice import OddsChoice
from gamemaster.errors import TableRefusal

EXAMPLE = "3 inf 2 tank v 4 inf"
_AGAINST = re.compile(r"\s(?:v|vs|versus|against)\b\.?\s", re.IGNORECASE)
_WHOSE = re.compile(r"([^\d]+?)[\s:]+(?=\d)")


def read_battle(state: GameState, text: str, power: str, enemy: str, own: str) -> OddsChoice:
    """The battle that a line means; raises TableRefusal and Refusal.

    power, enemy: who attacks and defends where that is said elsewhere. own: whose units they most likely are.
    """
    edition, sides = state.edition, _AGAINST.split(in_one_go(text))
    if len(sides) != 2:
        raise TableRefusal(f"Write the attackers, then “v”, then the defenders: `{EXAMPLE}`.")
    (attacker, attackers), (defender, defenders) = (_side(edition, side) for side in sides)
    attacker, defender = power or attacker, enemy or defender
    attacker = attacker or (own if not defender or _can_fight(state, own, defender) else _enemy(state, defender))
    defender = defender or _enemy(state, attacker)
    choice = OddsChoice("units", "", attacker, defender, tuple(attackers.items()), tuple(defenders.items()))
    check_form(form_of(state, choice))
    return choice


def _side(edition: Edition, text: str) -> tuple[str, dict[str, int]]:
    text = text.strip()
    named = _WHOSE.match(text)
    power = find_power(edition, named[1]) if named else ""
    units = read_units(edition, text[named.end() :] if named else text)
    for unit, count in units.items():
        if count > MOST_UNITS:
            raise TableRefusal(
                f"I work out odds for up to {MOST_UNITS} units a side. You wrote {count:,} {edition.unit[unit].plural}."
            )
    return power, units


def _can_fight(state: GameState, one: str, other: str) -> bool:
    return state.edition.power[one].side != state.edition.power[other].side


def _enemy(state: GameState, power: str) -> str:
    """The power that another most likely fights: one that it is at war with, the first in turn order."""
    others = [each for each in state.edition.turn_order if _can_fight(state, power, each)]
    return next((each for each in others if at_war(state, power, each)), others[0])


def form_of(state: GameState, choice: OddsChoice) -> BattleForm:
    """The battle of typed units; where it is fought follows from the units."""
    edition = state.edition
    attackers, defenders = dict(choice.attackers), dict(choice.defenders)
    domains = [{edition.unit[unit].domain for unit in units} for units in (attackers, defenders)]
    bombarding: dict[str, int] = {}
    kind = "land"
    if "sea" in domains[1] or ("sea" in domains[0] and "land" not in domains[1] | domains[0]):
        kind = "sea"
    elif "sea" in domains[0]:
        kind = "amphibious"
        ships = [unit for unit in attackers if edition.unit[unit].domain == "sea"]
        bombarding = {unit: attackers[unit] for unit in ships if edition.unit[unit].can("bombards")}
        attackers = {unit: count for unit, count in attackers.items() if unit not in ships}
        if not any(attackers.values()):
            raise TableRefusal("Ships don't fight on land. Name land units that come ashore with them.")
    try:
        return BattleForm.model_validate(
            {
                "setup": state.setup,
                "kind": kind,
                "attacker": _form(state, choice.power, attackers),
                "defender": _form(state, choice.enemy, defenders),
                "bombarding": bombarding,
                "keep_land_unit": choice.keep,
                "retreat_after": choice.rounds or None,
                "retreat_with_aircraft": choice.spare,
                "retreat_below": choice.below / 100 or None,
                "submerge": choice.submerge,
                "options": state.options,
            }
        )
    except ValueError:
        raise TableRefusal(f"I can't read that battle. Write it as `{EXAMPLE}`.") from None


def _form(state: GameState, power: str, units: Mapping[str, int]) -> SideForm:
    return SideForm(
        power=power,
        units=dict(units),
        technologies=tuple(state.technologies.get(power, ())),
        advantages=advantages_that_count(state, power),
    )


def setting_typed(state: GameState, choice: OddsChoice) -> Setting:
    """The position of typed units; raises Refusal."""
    form = form_of(state, choice)
    return setting_of(form, check_form(form))
