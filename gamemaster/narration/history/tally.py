"""What a stretch of events comes to: hits against expectation, units lost, territory taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from engine.ask import are_on_one_side
from engine.events import Event
from engine.events.combat.battle import AttackOrDefense, Fired, UnitsLost
from engine.events.economy import TreasuryPlundered
from engine.events.neutrals import NeutralWon
from engine.events.territory import TerritoryReverted, TerritoryTaken, TerritoryTakenOver
from engine.facts.board import SpaceId
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import ipcs, listed, number, place
from gamemaster.narration.phrases import account_name, force, power_name, the_power, worth
from gamemaster.narration.politics.neutrals import won_line

SIDES: tuple[AttackOrDefense, AttackOrDefense] = ("attacker", "defender")


@dataclass
class Fire:
    """Hits of one side, and those to be expected of its dice."""

    hits: int = 0
    expected: Fraction = Fraction()

    def add(self, event: Fired) -> None:
        """Count one volley."""
        self.hits += sum(shots.hits for shots in event.shots)
        self.expected += sum(shots.expected for shots in event.shots)

    @classmethod
    def total(cls, fires: Iterable[Fire]) -> Fire:
        """All of them together."""
        found = list(fires)
        return cls(sum(fire.hits for fire in found), sum((fire.expected for fire in found), Fraction()))

    @property
    def in_words(self) -> str:
        """ "3 hits (expected 2.3)"."""
        return f"{number(self.hits, 'hit')} (expected {float(self.expected):.1f})"

    @property
    def luck(self) -> str:
        """ "7 hits, 1.4 above expectation"."""
        difference = round(float(self.hits - self.expected), 1)
        where = f"{abs(difference):.1f} {'above' if difference > 0 else 'below'} expectation"
        return f"{number(self.hits, 'hit')}, {where if difference else 'as expected'}"


@dataclass
class Tally:
    """Fire and losses of both sides; cargo that sank counts among the losses."""

    fire: Mapping[AttackOrDefense, Fire] = field(default_factory=lambda: {side: Fire() for side in SIDES})
    lost: Mapping[AttackOrDefense, list[Piece]] = field(default_factory=lambda: {side: [] for side in SIDES})


def side_of_piece(state: GameState, piece: Piece) -> AttackOrDefense:
    """The side a piece is on while `state.power` attacks."""
    return "attacker" if are_on_one_side(state, piece.power, state.power) else "defender"


def tally(state: GameState, events: Iterable[Event]) -> Tally:
    """Count the fire and the losses of events in the turn of `state.power`."""
    found = Tally()
    for event in events:
        if isinstance(event, Fired):
            found.fire[event.side].add(event)
        elif isinstance(event, UnitsLost):
            for piece in (*event.pieces, *event.cargo):
                found.lost[side_of_piece(state, piece)].append(piece)
    return found


def losses_in_words(state: GameState, lost: Sequence[Piece]) -> str:
    """ "3 infantry, 1 bomber (21 IPCs)"; nothing for none."""
    return f"{force(state, lost)} ({ipcs(worth(state, lost))})" if lost else ""


def exchanged(own: str, enemy: str) -> str:
    """ "lost 1 infantry for 3 infantry", "no losses for 3 infantry", "no losses"."""
    if own:
        return f"lost {own} for {enemy or 'nothing'}"
    return f"no losses for {enemy}" if enemy else "no losses"


def _freed(state: GameState, event: TerritoryTaken) -> str:
    """ "Freed Java for Dutch."; "Freed France." where a power's land bears its name."""
    where, whose = place(state, event.territory), power_name(state, event.owner)
    return f"Freed {where}." if where == whose else f"Freed {where} for {the_power(state, event.owner)}."


def _taken_over(state: GameState, event: TerritoryTakenOver) -> str:
    """ "Took Java over from Dutch (+4 income)."."""
    value = state.edition.board.territory[event.territory].ipc
    return f"Took {place(state, event.territory)} over from {the_power(state, event.former)} (+{value} income)."


def gains(state: GameState, events: Iterable[Event]) -> list[str]:
    """Sentences on what changed hands: "Took West Russia and Ukraine (+4 income)."."""
    taken: list[SpaceId] = []
    others: list[str] = []
    for event in events:
        if isinstance(event, TerritoryTaken) and event.owner == event.power:
            taken.append(event.territory)
        elif isinstance(event, TerritoryTaken):
            others.append(_freed(state, event))
        elif isinstance(event, TerritoryTakenOver):
            others.append(_taken_over(state, event))
        elif isinstance(event, NeutralWon):
            others.append(won_line(state, event))
        elif isinstance(event, TerritoryReverted):
            others.append(f"{place(state, event.territory)} goes back to {the_power(state, event.owner)}.")
        elif isinstance(event, TreasuryPlundered):
            victim = account_name(state, event.victim, event.account)
            others.append(f"Took {ipcs(event.amount)} from the treasury of {victim}.")
    if not taken:
        return others
    value = sum(state.edition.board.territory[territory].ipc for territory in taken)
    return [f"Took {listed(place(state, territory) for territory in taken)} (+{value} income).", *others]
