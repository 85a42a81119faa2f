"""Positions that no game would lead to soon: units of all kinds everywhere, weak capitals, full treasuries.

Where the edition has them, new industrial complexes and technologies too.
"""

from __future__ import annotations

from random import Random
from typing import Any

from engine import GameState
from engine.facts.edition import Edition
from tests.engine.random_crowds import crowded
from tests.engine.random_forces import (
    damage_on,
    garrison_of,
    has_windows,
    kinds_for_sale,
    known_technologies,
    seafarers,
    some_cargo,
    some_ships,
)


def scattered(edition: Edition, rng: Random) -> dict[str, Any]:
    """An edit that deals random units over the whole board of an edition, or crowds them into a part of it."""
    if has_windows(edition):
        return crowded(edition, rng)
    board = edition.board
    where = set(board.neighbours)
    if rng.random() < 0.5:
        far = board.flight_distances(rng.choice(sorted(board.sea_zone)))
        where = {space for space in where if far.get(space, 9) <= 3}
    held = (t.id for t in board.territories if not t.closed and not t.neutral)
    spaces = {territory: _territory(edition, territory, rng) for territory in held if territory in where}
    cargo: dict[str, Any] = {}
    for zone in [zone.id for zone in board.sea_zones if zone.id in where]:
        fleets: dict[str, dict[str, int]] = {}
        for power in rng.sample(seafarers(edition), rng.choice((0, 0, 0, 1, 1, 2))):
            fleets[power] = some_ships(edition, rng)
            loads = some_cargo(edition, power, fleets[power], rng)
            if loads:
                cargo.setdefault(zone, []).extend(loads)
        if fleets:
            spaces[zone] = {"units": fleets}
    ipcs = {each.id: rng.randrange(60) for power in seafarers(edition) for each in edition.accounts_of(power)}
    technologies = known_technologies(edition, rng)
    power = rng.choice(edition.turn_order)
    phase = rng.choice((edition.parameters.turn.phases_of(power)[0], "combat_move"))
    return {
        "type": "edit",
        "clear_units": True,
        "spaces": spaces,
        "cargo": cargo,
        "ipcs": ipcs,
        "technologies": technologies,
        "turn": {"round": 1, "power": power, "phase": phase},
    }


def _territory(edition: Edition, territory: str, rng: Random) -> dict[str, Any]:
    """Somebody's ground with a garrison or without; capitals are often left bare."""
    owner = edition.starting_owner(territory)
    if owner is None or rng.random() < 0.1:
        drawn = rng.choice(edition.turn_order)
        owner = drawn if drawn in seafarers(edition) else owner or seafarers(edition)[0]
    capitals = edition.capitals
    is_bare = rng.random() < (0.6 if territory in capitals else 0.25)
    there: dict[str, Any] = {"owner": owner, "units": {} if is_bare else garrison_of(edition, territory, owner, rng)}
    if (kinds := kinds_for_sale(edition)) and edition.board.territory[territory].ipc and rng.random() < 0.1:
        one_of_each = [rng.choice(lines) if len(lines) > 1 else lines[0] for lines in kinds]
        there["facilities"] = rng.choice((one_of_each, []))
        if edition.parameters.raids.loss == "damage":
            there["damage"] = {unit: damage_on(edition, unit, territory, rng) for unit in there["facilities"]}
    return there


def correction(state: GameState, rng: Random) -> dict[str, Any]:
    """An edit that is possible in the midst of a game: other treasuries, or one more technology."""
    power = rng.choice(seafarers(state.edition))
    known = state.technologies.get(power, ())
    unknown = [name for name in state.edition.technology if name not in known]
    if unknown and rng.random() < 0.5:
        return {"type": "edit", "technologies": {power: [*known, rng.choice(unknown)]}}
    return {"type": "edit", "ipcs": {each.id: rng.randrange(60) for each in state.edition.accounts_of(power)}}
