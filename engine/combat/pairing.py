"""Units that attack better beside others: who is paired with whom (UNI-19..26)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from engine.facts.board import PowerId
from engine.facts.unit_types import Pairing, UnitId
from engine.position.relations import commanded_powers
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId


def paired_values(state: GameState, pieces: Iterable[Piece], alone: Mapping[PieceId, int]) -> dict[PieceId, int]:
    """What those attackers need that are paired, where the pairs together make the attack as strong as they can.

    alone: what each needs without a partner; who gains nothing by a pair stays out of it. Partners are of the same
    power (UNI-22) and in one pair at a time (UNI-23), with advanced artillery in two (RES-26). In a joint strike the
    ally's units count as those of its leader (OPT-28).
    """
    pieces = tuple(pieces)
    gains = [
        (pairing.attack - alone[piece.id], piece, pairing)
        for piece in pieces
        if (pairing := state.type_of(piece).pairing) is not None and 0 < alone[piece.id] < pairing.attack
    ]
    if not gains:
        return {}
    led = commanded_powers(state)
    leader = {piece.id: state.power if piece.power in led else piece.power for piece in pieces}
    places = _Places()
    for piece in pieces:
        places.open(leader[piece.id], piece.unit, state.type_of(piece).supported_units)
    gains.sort(key=lambda gain: (-gain[0], *state.rank(gain[1])))
    return {
        piece.id: pairing.attack
        for _, piece, pairing in gains
        if places.take(_Seeker(leader[piece.id], piece.unit, pairing))
    }


@dataclass(frozen=True)
class _Seeker:
    """A unit that looks for a partner; those of one power and unit are all alike."""

    power: PowerId
    unit: UnitId
    pairing: Pairing


_Partner = tuple[PowerId, UnitId]


@dataclass
class _Places:
    """Places beside partners, and which units have them.

    A unit that has a partner keeps one, though not always the same, so serving the greatest gains first makes the sum
    of all gains the greatest.
    """

    free: dict[_Partner, int] = field(default_factory=dict)
    taken: dict[_Partner, list[_Seeker]] = field(default_factory=dict)

    def open(self, power: PowerId, unit: UnitId, count: int) -> None:
        self.free[power, unit] = self.free.get((power, unit), 0) + count

    def take(self, seeker: _Seeker) -> bool:
        """Give a place to somebody, moving others to other partners where need be."""
        return self._take(seeker, set())

    def _take(self, seeker: _Seeker, tried: set[_Partner]) -> bool:
        partners = [(seeker.power, unit) for unit in seeker.pairing.partners if (seeker.power, unit) not in tried]
        tried.update(partners)
        for partner in partners:
            if self.free.get(partner):
                self.free[partner] -= 1
                self.taken.setdefault(partner, []).append(seeker)
                return True
        for partner in partners:
            for other in dict.fromkeys(self.taken.get(partner, ())):
                if self._take(other, tried):
                    self.taken[partner].remove(other)
                    self.taken[partner].append(seeker)
                    return True
        return False
