"""The report of one battle: who met whom, its rounds, who stands there now, how it ended and what followed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from engine.battle_report.items import SIDES, BattleEnd, Casualties, Fire, Item, Losses, Retreat, Sides, Submerging
from engine.battle_report.scores import HitsScored
from engine.combat.values import values_in_battle
from engine.events import Event
from engine.events.combat.battle import AttackOrDefense
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId


@dataclass(frozen=True)
class BattleRound:
    """A round so far. Round 0 holds what came before the first shot.

    fighting: who stood there when it began, with the damage they had. items: what happened, in its order.
    began_in: the state then. fired_in: each fire with the state in which it fell.
    """

    number: int
    fighting: Sides
    began_in: GameState = field(repr=False, compare=False)
    items: tuple[Item, ...] = ()
    fired_in: tuple[tuple[GameState, Fire], ...] = field(default=(), repr=False, compare=False)

    @cached_property
    def needed(self) -> Mapping[PieceId, int]:
        """What each of those who stood there needs to hit, with all that raises it (GEN-35); 0 for who does not fire.

        Losses may leave a unit without the one that raised it: then it is what it needed when it fired. Found only for
        those who ask, as it is dear.
        """
        needed: dict[PieceId, int] = {}
        for side in SIDES:
            needed |= values_in_battle(self.began_in, self.fighting[side], side)
        for state, fire in self.fired_in:
            if battle := state.battle:
                ids = battle.attackers if fire.side == "attacker" else battle.defenders
                values = values_in_battle(state, state.select(ids), fire.side)
                needed |= {piece: values[piece] for piece in fire.shooters if piece in values}
        return needed

    def hits(self, side: AttackOrDefense) -> HitsScored:
        """The hits of a side, and those to be expected."""
        return HitsScored.total(item.hits for item in self.items if isinstance(item, Fire) and item.side == side)

    def lost(self, side: AttackOrDefense) -> tuple[Piece, ...]:
        """What a side loses, each piece once: casualties as they are chosen, others as they go."""
        return lost_in(self.items, side)

    @property
    def gone(self) -> frozenset[PieceId]:
        """Who is a casualty of the round, or lost in it."""
        chosen = (piece.id for item in self.items if isinstance(item, Casualties) for piece in item.lost)
        lost = (piece.id for item in self.items if isinstance(item, Losses) for piece in item.all_lost)
        return frozenset((*chosen, *lost))

    @property
    def damaged(self) -> frozenset[PieceId]:
        """Who takes a hit and stays afloat."""
        return frozenset(piece.id for item in self.items if isinstance(item, Casualties) for piece in item.damaged)

    @property
    def left(self) -> frozenset[PieceId]:
        """Who submerges or retreats."""
        under = (piece.id for item in self.items if isinstance(item, Submerging) for piece in item.pieces)
        away = (p.id for item in self.items if isinstance(item, Retreat) for p in (*item.pieces, *item.aircraft))
        return frozenset((*under, *away))


def lost_in(items: Iterable[Item], side: AttackOrDefense) -> tuple[Piece, ...]:
    """What a side loses by these items, each piece once: casualties as they are chosen, others as they go."""
    lost: list[Piece] = []
    for item in items:
        if isinstance(item, Casualties) and item.side == side:
            lost += item.lost
        elif isinstance(item, Losses):
            lost += item.of(side, item.unchosen)
    return tuple(lost)


@dataclass(frozen=True)
class BattleReport:
    """A battle from its beginning, or from where it was first seen, until now or its end; a new one with each event.

    began: the battle as it began. met: who met whom then. standing: who stands there now and is no casualty of this
    round; None where it is fought no longer. survivors: who of those that began it still exist, as they are now.
    aftermath, followed: what happened after the end, as items and as all events, until another battle or phase; from
    then on the report is closed. taken: whether its territory was taken.
    """

    began: Battle
    met: Sides
    rounds: tuple[BattleRound, ...]
    standing: Sides | None
    survivors: Sides
    end: BattleEnd | None = None
    aftermath: tuple[Item, ...] = ()
    followed: tuple[Event, ...] = field(default=(), repr=False)
    taken: bool = False
    is_closed: bool = False

    @property
    def defenders_are_joint(self) -> bool:
        """Whether several powers defended."""
        return len({piece.power for piece in self.met["defender"]}) > 1

    @property
    def has_two_sides(self) -> bool:
        """Whether anybody defended; else territory was simply taken."""
        return bool(self.began.defenders)

    @property
    def items(self) -> tuple[Item, ...]:
        """All that happened in the battle, without what followed."""
        return tuple(item for each in self.rounds for item in each.items)

    @property
    def retreat(self) -> Retreat | None:
        """The first retreat, if there was one."""
        return next((item for item in self.items if isinstance(item, Retreat)), None)


def both(attackers: Iterable[Piece], defenders: Iterable[Piece]) -> Sides:
    """The pieces of both sides."""
    return dict(zip(SIDES, (tuple(attackers), tuple(defenders)), strict=True))
