"""Interceptors: who defends facilities against bombers, named before the first battle (SPC-43, SPC-44)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from engine.combat.air.raids import escorts_at, raiders_at
from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.politics.standing import at_war
from engine.position.due import battles_due
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.questions import Options
from engine.state.words import listed, place

__all__ = ["RaidOptions", "able_to_intercept", "all_who_can_rise"]


class RaidOptions(Options):
    """The fighters that can rise against a raid, and those whom they would meet."""

    fighters: Mapping[UnitId, int]
    raiders: Mapping[UnitId, int]
    escorts: Mapping[UnitId, int]


def able_by_territory(state: GameState, power: PowerId) -> dict[SpaceId, tuple[Piece, ...]]:
    """The fighters that could intercept for a power, by raided territory (ASY-22)."""
    if not state.edition.parameters.combat.air_battle:
        return {}
    raided = [battle.space for battle in battles_due(state) if battle.kind == "raid"]
    able = {space: able_to_intercept(state, space, power) for space in raided}
    return {space: fighters for space, fighters in able.items() if fighters}


def able_to_intercept(state: GameState, territory: SpaceId, power: PowerId) -> tuple[Piece, ...]:
    """Fighters based in a raided territory for which a power answers; no other aircraft intercept (SPC-40, SPC-43).

    Who represents a power without a turn answers for its fighters too.
    """
    fighters = (piece for piece in state.at(territory) if state.type_of(piece).can("escorts"))
    own = (piece for piece in fighters if state.edition.representative(piece.power) == power)
    return tuple(piece for piece in own if at_war(state, piece.power, state.power))


def all_who_can_rise(state: GameState, territory: SpaceId) -> tuple[Piece, ...]:
    """The fighters of all owners that could intercept a raid on a territory."""
    if not state.edition.parameters.combat.air_battle:
        return ()
    powers = state.edition.turn_order
    return tuple(piece for power in powers for piece in able_to_intercept(state, territory, power))


def offered(state: GameState, able: Mapping[SpaceId, tuple[Piece, ...]]) -> dict[SpaceId, RaidOptions]:
    """What a question says of each raid: who can rise, and against whom."""
    return {
        space: RaidOptions(
            fighters=by_unit(fighters),
            raiders=by_unit(raiders_at(state, space)),
            escorts=by_unit(escorts_at(state, space)),
        )
        for space, fighters in able.items()
    }


def by_unit(pieces: Iterable[Piece]) -> dict[UnitId, int]:
    """Pieces counted by unit."""
    return dict(Counter(piece.unit for piece in pieces))


def default(state: GameState, able: Mapping[SpaceId, tuple[Piece, ...]]) -> dict[SpaceId, dict[UnitId, int]]:
    """All fighters of a territory, unless it is attacked otherwise too, or the raid is the stronger (ASY-22)."""
    attacked = {battle.space for battle in battles_due(state) if battle.kind == "combat"}
    return {
        space: by_unit(fighters)
        for space, fighters in able.items()
        if space not in attacked and not _is_outnumbered(state, space)
    }


def _is_outnumbered(state: GameState, territory: SpaceId) -> bool:
    """Whether the fighters of all owners there are fewer than raiders and escorts; jets count double."""
    ours = sum(state.type_of(piece).air_battle for piece in all_who_can_rise(state, territory))
    attackers = (*raiders_at(state, territory), *escorts_at(state, territory))
    return ours < sum(state.type_of(piece).air_battle for piece in attackers)


def chosen_fighters(
    state: GameState, raided: Collection[SpaceId], power: PowerId, counts: Mapping[SpaceId, Mapping[UnitId, int]]
) -> dict[SpaceId, tuple[Piece, ...]]:
    """The fighters that an answer names, by raided territory; raises IllegalAction."""
    found: dict[SpaceId, tuple[Piece, ...]] = {}
    for space, units in counts.items():
        if space not in raided:
            names = listed((place(state, territory) for territory in raided), "or")
            where = f"can intercept in {names} only" if names else "have no raid to intercept"
            raise IllegalAction("SPC-43", f"Your fighters {where}.")
        chosen: list[Piece] = []
        for unit, count in units.items():
            able = [piece for piece in able_to_intercept(state, space, power) if piece.unit == unit]
            if count > len(able):
                where = place(state, space)
                raise IllegalAction("SPC-43", f"{len(able)} of your fighters can intercept in {where}, not {count}.")
            chosen += able[:count]
        if chosen:
            found[space] = tuple(chosen)
    return found
