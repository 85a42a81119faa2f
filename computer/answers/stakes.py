"""What battles bring attackers on average: the one that is fought, and those that moves have led to."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from computer.answers.options import Prize
from computer.chances import Chances, chances_in, price
from engine import GameState, ask
from engine.facts.board import SpaceId
from engine.odds.odds import STAY
from engine.odds.position import ahead, attack_on, under_way
from engine.odds.setting import Intents, Setting
from engine.state.battles import Battle, PendingBattle
from engine.state.pieces import Piece, PieceId
from engine.state.successors import with_values

NOTHING = Chances(0.0, 0.0, 0.0)
WALKOVER = Chances(1.0, 0.0, 0.0)


class Stake(NamedTuple):
    """How a battle goes, and what its attackers win beside what they destroy, in IPCs."""

    chances: Chances
    prize: float

    @property
    def attackers_gain(self) -> float:
        """What it brings the attackers on average, in IPCs."""
        return self.chances.win * self.prize + self.chances.enemy_loss - self.chances.own_loss


NO_STAKE = Stake(NOTHING, 0.0)


def of_battle(state: GameState, battle: Battle, prize: Prize, intents: Intents = STAY) -> Stake:
    """The battle that is being fought, with these who fight it, if attackers press on to the end."""
    if not battle.attackers:
        return NO_STAKE
    won = prize_in(state, battle.space, battle.attackers, prize)
    if not battle.defenders:
        return Stake(WALKOVER, won)
    setting = under_way(with_values(state, battle=battle, requests=()))
    return NO_STAKE if setting is None else _in(setting, won, intents)


def of_attack(state: GameState, space: SpaceId, prize: Prize) -> Stake:
    """The battle that the moves have led to in a territory, without those that lie before it; nothing if none."""
    setting = coming(state, space)
    return _in(setting, prize_in(state, space, setting.battle.attackers, prize)) if setting else NO_STAKE


def of_zone(state: GameState, zone: SpaceId, prize: Prize, landings: float | None = None) -> Stake:
    """The battle that the moves have led to at sea, for the landings behind it; a landing alone is sure to come.

    landings: what they bring, where that is known already.
    """
    behind = landing_worth(state, zone, prize) if landings is None else landings
    setting = coming(state, zone)
    return _in(setting, behind) if setting else Stake(WALKOVER, behind)


def due_in(state: GameState, space: SpaceId, kind: str = "combat") -> PendingBattle | None:
    """The battle of a kind that the moves have led to in a space."""
    return next((each for each in ask.battles_due(state) if (each.space, each.kind) == (space, kind)), None)


def coming(state: GameState, space: SpaceId) -> Setting | None:
    """The battle in a space as it would begin now."""
    due = due_in(state, space)
    return ahead(state, due) if due else None


def prize_in(state: GameState, space: SpaceId, attackers: Collection[PieceId], prize: Prize) -> float:
    """What these attackers win beside what they destroy: a territory that they can take, or landings behind a zone."""
    if space not in state.owners:
        return landing_worth(state, space, prize)
    takes = any(state.type_of(piece).can("captures") for piece in state.select(attackers))
    return prize(space) if takes else 0.0


def landing_worth(state: GameState, zone: SpaceId, prize: Prize) -> float:
    """What the landings from a zone bring the attackers once it is theirs."""
    return sum(max(0.0, _landing(state, zone, beach, prize).attackers_gain) for beach in ask.assaults_from(state, zone))


def _landing(state: GameState, zone: SpaceId, beach: SpaceId, prize: Prize) -> Stake:
    cargo = [piece.id for piece in cargo_of(state, zone) if piece.assault == beach]
    beside = [piece.id for piece in ask.commanded_at(state, beach) if not ask.is_on_raid(piece)]
    won = prize_in(state, beach, [*cargo, *beside], prize)
    setting = attack_on(state, beach, state.power, [*cargo, *beside], cargo)
    return Stake(WALKOVER, won) if setting is None else _in(setting, won)


def cargo_of(state: GameState, zone: SpaceId) -> list[Piece]:
    """The land units of the power on turn that are to go ashore from a zone."""
    return [piece for piece in ask.commanded_at(state, zone) if piece.assault and state.type_of(piece).domain == "land"]


def _in(setting: Setting, won: float, intents: Intents = STAY) -> Stake:
    """Who lands from a zone is lost with the ships that should bring them."""
    chances = chances_in(setting, intents)
    if setting.battle.part == "sea":
        drowned = (1 - chances.win) * price(setting.state, cargo_of(setting.state, setting.battle.space))
        chances = chances._replace(own_loss=chances.own_loss + drowned)
    return Stake(chances, won)
