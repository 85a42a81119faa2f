"""What each enemy could throw at a space before a power moves again, and whether a garrison would hold there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from computer.chances import rough_win
from engine import GameState, ask
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitType
from engine.queries.striking.strikes import Attack, march_ends, on_turn
from engine.state.known import of_pieces
from engine.state.pieces import Piece, PieceId

LOADS = 2
"""So many land units come with a transport, about."""


@dataclass(frozen=True)
class Striker:
    """A piece that reaches a space, and from where."""

    unit: UnitType
    start: SpaceId


Reached = Mapping[SpaceId, Sequence[Striker]]


class Threats:
    """All that the enemies of a power could strike with in their next turns, each from where it stands now."""

    def __init__(self, state: GameState, power: PowerId) -> None:
        self._state, self._power = state, power

    @cached_property
    def by_enemy(self) -> Mapping[PowerId, Reached]:
        """For each enemy, in turn order, who reaches each space."""
        enemies = (power for power in self._state.edition.turn_order if ask.at_war(self._state, power, self._power))
        return {enemy: reached_by(self._state, enemy) for enemy in enemies}

    def strongest(self, space: SpaceId, *, without: Iterable[SpaceId] = ()) -> list[list[UnitType]]:
        """The lines of each enemy that reaches a space, but for those who stand in some places now."""
        gone = set(without)
        rows = ([s.unit for s in reached.get(space, ()) if s.start not in gone] for reached in self.by_enemy.values())
        return [row for row in rows if row]

    def lost(self, space: SpaceId, garrison: Sequence[UnitType], *, without: Iterable[SpaceId] = ()) -> float:
        """How likely some enemy takes a territory, or sinks all at sea, with those who are there; the worst of them."""
        is_land = self._state.edition.board.is_land(space)
        worst = 0.0
        for units in self.strongest(space, without=without):
            if not is_land or any(unit.can("captures") for unit in units):
                worst = max(worst, rough_win(units, garrison))
        return worst


class Sortie(NamedTuple):
    """A piece, or one of the units that a transport lands, as it strikes, and all that it reaches."""

    piece: PieceId
    striker: Striker
    spaces: frozenset[SpaceId]


@of_pieces
def reached_by(state: GameState, power: PowerId) -> Reached:
    """Who of a power reaches each space in its next turn, landings from transports included."""
    found: dict[SpaceId, list[Striker]] = {}
    for sortie in sorties(state, power):
        for space in sortie.spaces:
            found.setdefault(space, []).append(sortie.striker)
    return found


@of_pieces
def sorties(state: GameState, power: PowerId) -> tuple[Sortie, ...]:
    """All that a power can strike with in its next turn; transports come with two units each, about."""
    return tuple(_sorties(Attack(on_turn(state, power), power)))


def _sorties(attack: Attack) -> Iterator[Sortie]:
    for piece, spaces in _all_ends(attack):
        yield Sortie(piece.id, Striker(attack.state.type_of(piece), piece.space), spaces)
    for ship, beaches in _landings(attack):
        yield from [Sortie(ship.id, Striker(_lander(attack, ship), ship.space), beaches)] * LOADS


def _all_ends(attack: Attack) -> Iterator[tuple[Piece, frozenset[SpaceId]]]:
    """Each piece that can attack, with the spaces that it reaches; pieces alike share them."""
    known: dict[tuple[SpaceId, str], frozenset[SpaceId]] = {}
    for domain in ("land", "sea", "air"):
        for piece in attack.own(domain):
            unit = attack.state.type_of(piece)
            if not unit.attack or unit.can("noncombat_only") or (domain == "land" and piece.aboard):
                continue
            key = piece.space, piece.unit
            if key not in known:
                known[key] = _ends(attack, piece, domain)
            yield piece, known[key]


def _ends(attack: Attack, piece: Piece, domain: str) -> frozenset[SpaceId]:
    if domain == "land":
        return march_ends(attack.state, piece)
    return attack.voyage(piece) if domain == "sea" else attack.flights(piece)


def _landings(attack: Attack) -> Iterator[tuple[Piece, frozenset[SpaceId]]]:
    """Each transport, with the coasts where it can land what it has aboard or takes aboard on the way."""
    state = attack.state
    for ship in attack.own("sea"):
        if state.carries(ship, "land"):
            zones = attack.laden_voyage(ship, laden=bool(state.cargo(ship.id)))
            yield ship, frozenset(coast for zone in zones for coast in state.edition.board.coasts_of(zone))


def _lander(attack: Attack, ship: Piece) -> UnitType:
    """What a transport lands, twice: the strongest of the units that most of its places take."""
    state = attack.state
    types = {name for slot in state.type_of(ship).carry for name in slot.types}
    able = [state.unit_of(attack.power, name) for name in sorted(types)]
    able = [unit for unit in able if unit.can("captures")]
    return min(able, key=lambda unit: (unit.cost or 0, state.edition.unit_rank[unit.id]))


def friends_at(state: GameState, space: SpaceId, power: PowerId) -> list[UnitType]:
    """The lines of all who would defend a space beside a power."""
    is_land = state.edition.board.is_land(space)
    found = []
    for piece in state.at(space):
        unit = state.type_of(piece)
        afloat = is_land or unit.domain != "land"
        if afloat and unit.hits and ask.are_on_one_side(state, piece.power, power):
            found.append(unit)
    return found
