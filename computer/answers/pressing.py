"""Pressing on or leaving a battle, and submarines that leave it under water."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from computer.answers.dangers import safest
from computer.answers.options import Asked, Option, best_of
from computer.answers.stakes import NO_STAKE, Stake, of_battle
from computer.chances import is_small
from computer.playing import Reply
from engine import GameState, ask
from engine.conditions.worth import between_rounds
from engine.events.combat.battle import AttackOrDefense
from engine.odds.position import under_way
from engine.odds.setting import Intents
from engine.state.battles import Battle
from engine.state.pieces import PieceId
from engine.state.words import pieces_in_words, place

ONCE = Intents(retreat_after=1)


def retreat(asked: Asked) -> Reply | None:
    """Press on where what is won and destroyed is worth more than what is lost, to the end or for one round more."""
    battle = asked.state.battle
    if battle is None or under_way(asked.state) is None:
        return None
    return best_of(list(_ways(asked, battle)))


def _ways(asked: Asked, battle: Battle) -> Iterator[Option]:
    """Leaving first: a battle that brings nothing is left."""
    state, offered = asked.state, ask.RetreatOptions.of(asked.request)
    where = place(state, battle.space)
    if offered.retreat:
        stays = _who_stay(state, battle)
        left = of_battle(state, replace(battle, attackers=stays), asked.prize) if stays else NO_STAKE
        aim = f"leave {where}" if not stays else f"leave {where} with all who can"
        yield _attack({"retreat": safest(asked, offered.retreat, battle.attackers)}, aim, left)
    divers = [piece.id for piece in state.select(battle.attackers) if piece.unit in offered.submerge]
    if divers:
        rest = replace(battle, attackers=_without(battle.attackers, divers))
        aim = f"submerge in {where}"
        choice = {"press": True, "submerge": dict(offered.submerge)}
        yield _attack(choice, aim, of_battle(state, rest, asked.prize) if rest.attackers else NO_STAKE)
    yield _attack({"press": True}, f"press on in {where}", of_battle(state, battle, asked.prize))
    setting = under_way(state)
    if offered.retreat and setting is not None and is_small(setting):
        once = of_battle(state, battle, asked.prize, ONCE)
        yield _attack({"press": True}, f"fight one round more in {where}", once)


def _attack(choice: dict[str, object], aim: str, stake: Stake) -> Option:
    fights = stake is not NO_STAKE
    odds, risk = (stake.chances.win, stake.chances.own_loss) if fights else (None, None)
    return Option(choice, aim, stake.attackers_gain, odds, risk)


def _who_stay(state: GameState, battle: Battle) -> tuple[PieceId, ...]:
    """Who fights on where all retreat that may: in an assault those who came from the sea."""
    ways = ask.ways_out(state)
    return _without(battle.attackers, [p.id for p in (*ways.ground, *ways.aircraft)] if ways else [])


def _without(ids: tuple[PieceId, ...], gone: Collection[PieceId]) -> tuple[PieceId, ...]:
    return tuple(each for each in ids if each not in gone)


def submerge(asked: Asked) -> Reply | None:
    """Submarines stay while more is left of their side than if they dive; who dives is safe."""
    state, offered = asked.state, ask.SubmergeOptions.of(asked.request)
    if state.battle is None:
        return None
    battle, now = between_rounds(state, state.battle, (), ())
    ids = battle.attackers if offered.side == "attacker" else battle.defenders
    represented = state.edition.representative
    able = [p for p in now.select(ids) if p.unit in offered.submerge and represented(p.power) == asked.power]
    left = _without(ids, [p.id for p in able])
    after = replace(battle, attackers=left) if offered.side == "attacker" else replace(battle, defenders=left)
    where, what = place(state, battle.space), pieces_in_words(state, able)
    stays = _for(offered.side, {}, f"fight on with {what} in {where}", of_battle(now, battle, asked.prize))
    dives = _for(
        offered.side, dict(offered.submerge), f"submerge {what} in {where}", of_battle(now, after, asked.prize)
    )
    return best_of([stays, dives] if not asked.request.default else [dives, stays])


def _for(side: AttackOrDefense, choice: dict[str, object], aim: str, stake: Stake) -> Option:
    """A battle as a side sees it."""
    if side == "attacker":
        return _attack(choice, aim, stake)
    chances = stake.chances
    return Option(choice, aim, -stake.attackers_gain, 1 - chances.win, chances.enemy_loss)
