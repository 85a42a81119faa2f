"""What places and forces are called on sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.ask import value_of
from engine.facts.board import SpaceId
from engine.state.game_state import GameState
from engine.state.words import counted, ipcs, place
from gamemaster.narration.politics.diplomacy import who_stands_in
from gamemaster.sheets.bringing.aims import Manner, Stack, Target

SAID: Mapping[Manner, str] = {"": "", "escort": " as escort", "cargo": " by sea", "sea": ""}
"""How units come."""


def against(state: GameState, target: Target) -> str:
    """Who stands there, or what damage the facility has already."""
    if target.raid is None:
        return who_stands_in(state, target.space) or "nobody there"
    damage = state.damage.get(target.space, {}).get(target.raid, 0)
    return f"{damage} damage so far"


def worth_in_ipcs(state: GameState, target: Target) -> int:
    """The value of a territory; 0 at sea."""
    return value_of(state, target.space) if state.edition.board.is_land(target.space) else 0


def named(state: GameState, target: Target) -> str:
    """ "Ukraine (3 IPCs)", "sea zone 5", "Germany: raid the industrial complex"."""
    where = place(state, target.space)
    if target.raid is not None:
        return f"{where}: raid the {state.edition.unit[target.raid].name}"
    value = worth_in_ipcs(state, target)
    return f"{where} ({ipcs(value)})" if value else where


def how_it_comes(state: GameState, stack: Stack, target: Target) -> str:
    """ "4 infantry from the Caucasus by sea", "1 fighter from London to sea zone 3"."""
    return f"{counted(state, {stack.unit: stack.count})} {how(state, stack.origin, stack.manner, target)}"


def forces(state: GameState, stacks: Iterable[Stack], target: Target) -> str:
    """ "3 infantry and 1 tank from Germany, 1 fighter from Poland"."""
    by_origin: dict[tuple[SpaceId, Manner], dict[str, int]] = {}
    for stack in stacks:
        by_origin.setdefault((stack.origin, stack.manner), {})[stack.unit] = stack.count
    return ", ".join(
        f"{counted(state, units)} {how(state, origin, manner, target)}" for (origin, manner), units in by_origin.items()
    )


def how(state: GameState, origin: SpaceId, manner: Manner, target: Target) -> str:
    """ "from Germany", "from London by sea"."""
    to = f" to {place(state, target.zone)}" if manner == "sea" and target.zone else ""
    return f"from {place(state, origin)}{SAID[manner]}{to}"


def number_of_units(counts: Mapping[str, int]) -> str:
    """ "1 unit", "7 units"."""
    units = sum(counts.values())
    return f"{units} unit{'s' if units != 1 else ''}"
