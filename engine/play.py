"""One action being carried out, and the named places in the rules where national advantages have their effects.

A rule asks a hook for what hangs on it, and goes by the answers; where nobody has such an advantage there are none. So
no rule knows an advantage by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeAlias, TypeVar

from engine.dice import Dice
from engine.events import Event, evolve
from engine.events.combat.battle import AttackOrDefense, Outcome
from engine.facts.board import Board, PowerId, SpaceId
from engine.facts.edition import Edition
from engine.facts.parameters import Parameters
from engine.facts.unit_types import UnitId
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId


class WatchedDice:
    """Other dice, and whether any was rolled since."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice
        self.were_rolled = False

    def roll(self, count: int, why: str) -> tuple[int, ...]:
        """The next `count` faces of those dice."""
        self.were_rolled = True
        return self._dice.roll(count, why)


class Play:
    """Rules read `state` and change it only by `emit`.

    idle_units_fire: units that can hit none of their enemies roll as well, as in old records (CMB-07).
    """

    def __init__(self, state: GameState, dice: Dice, *, idle_units_fire: bool = False) -> None:
        self.state = state
        self.dice = WatchedDice(dice)
        self.idle_units_fire = idle_units_fire
        self.events: list[Event] = []

    def emit(self, event: Event) -> None:
        """Let an event happen."""
        self.state = evolve(self.state, event)
        self.events.append(event)

    def mark(self) -> tuple[GameState, int]:
        """Where things stand, for `rewind`."""
        return self.state, len(self.events)

    def rewind(self, mark: tuple[GameState, int]) -> None:
        """Forget all events since a mark."""
        self.state, count = mark
        del self.events[count:]

    @property
    def audience(self) -> str:
        """Who is told now: in a phase of orders only the acting power, in combat and after it everybody."""
        return "all" if self.state.phase in ("conduct_combat", "collect_income") else self.state.power

    @property
    def edition(self) -> Edition:
        """The edition being played."""
        return self.state.edition

    @property
    def board(self) -> Board:
        """The board being played on."""
        return self.state.edition.board

    @property
    def parameters(self) -> Parameters:
        """The rule parameters of the edition."""
        return self.state.edition.parameters

    @property
    def power(self) -> PowerId:
        """The power on turn."""
        return self.state.power


Effect = TypeVar("Effect")
Attachment: TypeAlias = Callable[[str], None]
"""Hangs an effect on its hook, under the id of an advantage."""
Refused: TypeAlias = tuple[str, str]
"""The rule and the sentence of a refusal."""


class Hook(Generic[Effect]):
    """One such place. What advantages do there comes in an order that the game gives, whichever was attached first."""

    def __init__(self) -> None:
        self._effects: dict[str, Effect] = {}

    def by(self, effect: Effect) -> Attachment:
        """The attachment of an effect here."""

        def attach(advantage: str) -> None:
            self._effects[advantage] = effect

        return attach

    def of(self, state: GameState, power: PowerId) -> Sequence[Effect]:
        """The effects of the advantages that a power has and can still use, or has in force."""
        mine = state.advantages.get(power, ())
        if self._effects.keys().isdisjoint(mine):
            return ()
        return [self._effects[name] for name in mine if name in self._effects and _works(state, name)]

    def of_all(self, state: GameState) -> Sequence[Effect]:
        """The same for all powers, in the order of the tables of advantages."""
        if not state.advantages:
            return ()
        owners = ((name, power) for name, power in state.edition.advantage_owners.items() if name in self._effects)
        return [
            self._effects[name]
            for name, power in owners
            if name in state.advantages.get(power, ()) and _works(state, name)
        ]

    def in_force(self, state: GameState) -> Sequence[Effect]:
        """The effects of the advantages that were declared and still work."""
        in_force = state.advantages_in_force
        if not in_force or self._effects.keys().isdisjoint(in_force):
            return ()
        return [self._effects[name] for name in in_force if name in self._effects]


def _works(state: GameState, advantage: str) -> bool:
    return advantage not in state.used_advantages or advantage in state.advantages_in_force


# Whom a power leads

LED: Hook[Callable[[GameState], tuple[PowerId, ...]]] = Hook()
"""The powers whose units the power on turn leads as its own, while the advantage is in force."""

LEAVES_COMBAT: Hook[Callable[[GameState], Refused | None]] = Hook()
"""Why the power on turn neither moves to attack nor fights, while the advantage is in force."""

# Moves

LAND_MOVE: Hook[Callable[[GameState, Piece, Sequence[SpaceId]], int]] = Hook()
"""How far a land unit may move where its way leads along a path; the farthest counts."""

COSTS_NO_FLIGHT: Hook[Callable[[GameState, SpaceId], bool]] = Hook()
"""Whether a power's aircraft fly into a space and out of it for nothing."""

CHECK_ATTACK_BY_AIR: Hook[Callable[[GameState, Piece, SpaceId], None]] = Hook()
"""May an aircraft end its combat move in a space; raises IllegalAction."""

CHECK_COMBAT_MOVED: Hook[Callable[[GameState, Piece], None]] = Hook()
"""May a piece stay as it is once the combat moves are done; raises IllegalAction."""

GIVES_ITSELF_UP: Hook[Callable[[GameState, Piece], bool]] = Hook()
"""Whether an aircraft will not return: it needs no landing place, fires first, and is lost with whom it hits."""

MAY_ASSAULT_AGAIN: Hook[Callable[[GameState, Piece], bool]] = Hook()
"""Whether a transport whose cargo is to land may move on to a second assault."""

BEFORE_MOVE: Hook[Callable[[Play, Sequence[Piece]], None]] = Hook()
"""Pieces are about to move on."""

STILL_COUNTED: Hook[Callable[[GameState, Piece], Sequence[UnitId]]] = Hook()
"""What takes up room on a transport, though it is no longer aboard."""

AFTER_LANDING: Hook[Callable[[Play, Sequence[Piece], SpaceId], None]] = Hook()
"""Pieces have made a noncombat move to a space."""

# Battles

MARKS_AT_SEA: Hook[Callable[[GameState, Sequence[Piece]], Mapping[str, tuple[PieceId, ...]]]] = Hook()
"""Which attackers are marked for a sea battle that begins, by advantage."""

BEFORE_FIRE: Hook[Callable[[Play], None]] = Hook()
"""A round of a battle begins, and no die was rolled yet."""

HITS_ON: Hook[Callable[[GameState, Piece, AttackOrDefense], int]] = Hook()
"""The number that a piece hits with in the present battle, 0 without effect; the best counts."""

AFTER_ROCKETS: Hook[Callable[[Play, SpaceId], None]] = Hook()
"""Rockets of the power on turn have struck a territory."""

AFTER_BATTLE: Hook[Callable[[Play, Battle, Outcome], None]] = Hook()
"""A battle is over; what was attacked has not been taken yet."""

AFTER_CAPTURE: Hook[Callable[[Play, SpaceId, PowerId | None], None]] = Hook()
"""A territory was taken in combat from its former holder."""

# The turn

BEFORE_FIRST_TURN: Hook[Callable[[Play], None]] = Hook()
"""The game begins, and it is known who has which advantage."""

KEPT_FROM_INCOME: Hook[Callable[[GameState, PowerId], int]] = Hook()
"""IPCs that others keep from a power's income."""
