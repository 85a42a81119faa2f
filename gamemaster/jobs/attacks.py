"""What comes of an attack that a player has in mind: who can come, and how it is likely to end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from engine import GameState
from engine.ask import expected_battles, is_defended, with_sides_taken
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.odds.odds import Odds
from engine.odds.position import ahead
from engine.odds.setting import Setting
from gamemaster.jobs.chances import chance_of
from gamemaster.orders.drafts import JsonAction
from gamemaster.sheets.bringing.aims import Gathered, Stack, Target, some_of
from gamemaster.sheets.bringing.attack_plan import stacks_for
from gamemaster.sheets.bringing.doubts import doubts_about
from gamemaster.sheets.bringing.gathering import gather
from gamemaster.sheets.bringing.landing_plan import zones_for

ENOUGH = 0.8


@dataclass(frozen=True)
class AttackWish:
    """Who is to attack where, on the board as its player sees it. enough: as few of these as win often enough."""

    board: GameState
    target: Target
    chosen: tuple[Stack, ...]
    enough: bool = False


@dataclass(frozen=True)
class Outlook:
    """Who is chosen, who of them comes, who can't and why, and the odds of the battle; none where nobody defends, or
    they can't be told.

    at_sea: those of the battle before a landing. guns: ships that bombard. zones: from where else units can land.
    doubts: what else speaks against it.
    """

    chosen: tuple[Stack, ...]
    coming: tuple[Stack, ...] = ()
    left_out: tuple[str, ...] = ()
    odds: Odds | None = None
    is_defended: bool = False
    at_sea: Odds | None = None
    guns: Mapping[UnitId, int] = field(default_factory=dict)
    zones: tuple[SpaceId, ...] = ()
    doubts: tuple[str, ...] = ()


def attack_outlook(wish: AttackWish) -> Outlook:
    """The outlook of an attack."""
    chosen = _enough(wish) if wish.enough else wish.chosen
    target = wish.target
    gathered = gather(wish.board, target, chosen)
    doubts = doubts_about(wish.board, gathered.state) if gathered.orders else ()
    found = Outlook(gathered.kept, gathered.coming, gathered.left_out, doubts=doubts)
    found = replace(found, is_defended=is_defended(gathered.state, target.space))
    if target.raid:
        return replace(found, is_defended=True)
    battle = _battle(gathered, target.space)
    found = replace(found, odds=_odds(battle))
    if not target.zone:
        return found
    guns = Counter(ship.unit for ship in battle.bombarding) if battle else {}
    at_sea, zones = _odds(_battle(gathered, target.zone)), zones_for(wish.board, target.space)
    return replace(found, at_sea=at_sea, guns=guns, zones=zones)


class Brought(NamedTuple):
    """The orders of an attack, and how many of each stack come by them, by name."""

    orders: tuple[JsonAction, ...]
    coming: Mapping[str, int]


def attack_orders(state: GameState, target: Target, chosen: Mapping[str, int]) -> Brought:
    """The orders of an attack by as many of each stack, by name; none where nobody can come."""
    gathered = gather(state, target, some_of(stacks_for(state, target), chosen))
    return Brought(gathered.orders, {stack.name: stack.count for stack in gathered.coming})


def _battle(gathered: Gathered, space: SpaceId) -> Setting | None:
    """The battle that the orders lead to in a space."""
    shown = with_sides_taken(gathered.state)
    due = (battle for battle in expected_battles(shown) if battle.space == space)
    return next((setting for battle in due if (setting := ahead(shown, battle))), None)


def _odds(battle: Setting | None) -> Odds | None:
    found = chance_of(battle) if battle else None
    return found if isinstance(found, Odds) else None


def _enough(wish: AttackWish) -> tuple[Stack, ...]:
    """As few as win often enough, those first who are strongest for their price; all where even they don't.

    Who fights at sea before a landing, or bombards, comes anyway.
    """
    at_sea = [stack for stack in wish.chosen if stack.manner == "sea"]
    row = [replace(stack, count=1) for stack in wish.chosen if stack not in at_sea for _ in range(stack.count)]
    row.sort(key=lambda stack: -_worth(wish.board, stack))
    few, many = 1, len(row)
    while few < many:
        half = (few + many) // 2
        if _wins(wish, (*at_sea, *_joined(row[:half]))):
            many = half
        else:
            few = half + 1
    return (*at_sea, *_joined(row[:many]))


def _worth(state: GameState, stack: Stack) -> float:
    kind = state.unit_of(state.power, stack.unit)
    return (kind.attack + 2 * kind.hits) / (kind.cost or 1)


def _wins(wish: AttackWish, chosen: tuple[Stack, ...]) -> bool:
    gathered = gather(wish.board, wish.target, chosen)
    odds = _odds(_battle(gathered, wish.target.space))
    return odds.attacker_win >= ENOUGH if odds else not is_defended(gathered.state, wish.target.space)


def _joined(row: Sequence[Stack]) -> tuple[Stack, ...]:
    counts = Counter(row)
    return tuple(replace(stack, count=count) for stack, count in counts.items())
