"""Aircraft that rise only where the chance to win is good enough with them (ASY-58)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from engine.combat.air.interception import able_to_intercept
from engine.combat.air.scramble import chosen_scramble
from engine.combat.plans import ANYWHERE, PlanLine, meant_lines, plan_lines, planned_interception, planned_scramble
from engine.combat.reactions import ReactionOptions
from engine.events.combat.scramble import Scrambled
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.kinds import Orders
from engine.odds.estimates.quickly import win_quickly
from engine.odds.position import ahead
from engine.odds.raids.air_battles import chance_to_gain
from engine.position.due import battles_due
from engine.state.game_state import GameState
from engine.state.questions import Request

Units = Mapping[UnitId, int]


def risen_in_force(state: GameState, request: Request, orders: Orders) -> Orders:
    """The orders with plans that say plainly how many rise, none where the chance to win with them is too small.

    What others do is not known yet, and not looked at: their answers are sealed (ASY-06).
    """
    offered, power = ReactionOptions.of(request), request.powers[0]
    fighters = {space: dict(raid.fighters) for space, raid in offered.intercept.items()}

    def over(plan: Sequence[str], territory: SpaceId) -> float:
        return _over(state, territory, power, planned_interception(state, fighters, plan).get(territory, {}))

    plans = dict(orders)
    if orders.get("intercept"):
        plans["intercept"] = _plain(state, orders["intercept"], tuple(fighters), over)
    busy = planned_interception(state, fighters, plans.get("intercept", ()))

    def into(plan: Sequence[str], zone: SpaceId) -> float:
        return _into(state, offered, zone, power, planned_scramble(state, offered, plan, busy).get(zone, {}))

    if orders.get("scramble"):
        plans["scramble"] = _plain(state, orders["scramble"], tuple(offered.scramble), into)
    return plans


def _plain(
    state: GameState, plan: Sequence[str], spaces: Sequence[SpaceId], chance: Callable[[Sequence[str], SpaceId], float]
) -> tuple[str, ...]:
    """The plan space by space, with nobody for those where the chance is too small; what they leave is free elsewhere.

    chance: to win in a space with those who rise there by a plan.
    """
    meant = [(space, replace(line, zone=space)) for space, line in meant_lines(state, plan_lines(plan), spaces)]
    for number, (space, line) in enumerate(meant):
        if line.least and chance(_texts(meant), space) * 100 < line.least:
            meant[number] = space, replace(line, most=0)
    return _texts(meant)


def _texts(meant: Sequence[tuple[SpaceId, PlanLine]]) -> tuple[str, ...]:
    return *(str(PlanLine(space, "", line.most)) for space, line in meant), str(PlanLine(ANYWHERE, "", 0))


def _into(
    state: GameState, offered: ReactionOptions, zone: SpaceId, power: PowerId, rising: Mapping[SpaceId, Units]
) -> float:
    """How likely the defenders win in a zone with these aircraft."""
    pieces = chosen_scramble(state, offered.scramble, power, {zone: rising}, ()).get(zone, {})
    aircraft = {base: tuple(piece.id for piece in there) for base, there in pieces.items()}
    risen = Scrambled(power, {zone: aircraft}).evolve(state)
    due = (battle for battle in battles_due(risen) if battle.space == zone and battle.kind == "combat")
    setting = next((setting for battle in due if (setting := ahead(risen, battle))), None)
    return 0.0 if setting is None else 1 - win_quickly(setting)


def _over(state: GameState, territory: SpaceId, power: PowerId, rising: Units) -> float:
    """How likely a raid loses more IPCs of aircraft to these fighters than they are worth that fall."""
    able = able_to_intercept(state, territory, power)
    named = [piece for unit, count in rising.items() for piece in [p for p in able if p.unit == unit][:count]]
    raid = next(battle for battle in battles_due(state) if battle.space == territory and battle.kind == "raid")
    return chance_to_gain(state, raid, named)
