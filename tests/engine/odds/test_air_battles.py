"""Raids that fighters meet: the same as every face of every die through the air battle, the guns and the bombs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

import pytest

from engine import load_setup, new_game
from engine.combat.air.air_battle import fight_raid
from engine.combat.air.raids import drop_bombs
from engine.combat.rounds import fight
from engine.facilities.targets import can_strike, raidable
from engine.game import carry_out_again
from engine.odds.raids.air_battles import met_raid_odds
from engine.play import Play
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from tests.engine.odds.enumerated import KnownDice, MoreDice
from tests.published import SETUPS
from tests.samples import covering, every

CLOSE = 1e-9


def with_air_battles(setup: str, **options: object) -> GameState:
    """A new game in which escorts and interceptors fight, wherever that can be."""
    optional = {"air_battles": "on"} if "air_battles" in load_setup(setup).resolve_options({}) else {}
    return new_game(setup, {**optional, **options})


MET = [setup for setup in SETUPS if with_air_battles(setup).edition.parameters.combat.air_battle]


@dataclass
class Sky:
    """A raid, and who rises against it."""

    state: GameState
    raid: PendingBattle
    rising: tuple[Piece, ...]


def sky(state: GameState, units: int, escorts: int, rising: int, technologies: Mapping[str, tuple[str, ...]]) -> Sky:
    """A raid on the first enemy facility of a setup by so many kinds of aircraft, with escorts and interceptors."""
    power, foe = ("japan", "united_states") if state.setup.startswith("pacific") else ("germany", "united_kingdom")
    state = replace(state, technologies=technologies)
    kinds = set(raidable(state))
    territory, facility = next(
        (t, unit) for t, there in state.facilities.items() if state.owners[t] == foe for unit in there if unit in kinds
    )
    able = [u.id for u in state.edition.units if can_strike(state.unit_of(power, u.id), state.edition.unit[facility])]
    able = [unit for unit in able if state.edition.unit[unit].domain == "air"]
    chosen = [able[at % len(able)] for at in range(units)]
    bombers = [Piece(f"{power}.{u}.{90 + n}", power, u, territory, raid=facility) for n, u in enumerate(chosen)]
    escort = next(unit.id for unit in state.edition.units if unit.can("escorts"))
    fighters = [Piece(f"{power}.{escort}.{70 + n}", power, escort, territory, escort=True) for n in range(escorts)]
    enemies = tuple(Piece(f"{foe}.{escort}.{80 + n}", foe, escort, territory, intercepts=True) for n in range(rising))
    gun = [Piece(f"{foe}.{u.id}.99", foe, u.id, territory) for u in state.edition.units if u.can("anti_aircraft")][:1]
    wars = None if state.wars is None else (*state.wars, (power, foe))
    pieces = {piece.id: piece for piece in (*bombers, *fighters, *enemies, *gun)}
    raid = PendingBattle(territory, "land", False, "raid")
    state = replace(state, power=power, phase="conduct_combat", pieces=pieces, wars=wars, pending=(raid,))
    return Sky(state, raid, enemies)


def every_face(sky: Sky) -> Iterator[tuple[float, int, Counter[str]]]:
    """How likely each course of a raid is, what it costs, and whom, by kind of piece and its part in the raid."""
    met: dict[frozenset[str], tuple[GameState, float]] = {}
    for play, share, is_over in courses(sky.state, lambda play: fight_raid(play, sky.raid), air_battle_alone=True):
        if is_over:
            yield share, *came_of(sky, play)
        else:
            _, before = met.get(frozenset(play.state.pieces), (play.state, 0.0))
            met[frozenset(play.state.pieces)] = play.state, before + share
    for state, chance in met.values():
        for play, share, _ in courses(state, lambda play: drop_bombs(play, sky.raid)):
            yield chance * share, *came_of(sky, play)


def courses(
    state: GameState, begin: Callable[[Play], None], *, air_battle_alone: bool = False
) -> Iterator[tuple[Play, float, bool]]:
    """All that the dice may lead to, how likely each is, and whether the raid is over, not its first part."""
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while waiting:
        faces, share = waiting.pop()
        play = Play(state, KnownDice(faces, 1))
        try:
            begin(play)
            fight(play)
            while play.state.requests:
                carry_out_again(play, {"type": "decide", "kind": play.state.requests[0].kind, "choice": "default"})
                fight(play)
        except MoreDice as more:
            if air_battle_alone and play.state.battle is None:
                yield play, share, False
                continue
            rolls = product(range(1, 7), repeat=more.count)
            waiting.extend(((*faces, *rolled), share / 6**more.count) for rolled in rolls)
            continue
        yield play, share, True


def came_of(sky: Sky, play: Play) -> tuple[int, Counter[str]]:
    """What a raid cost the enemy, and who is lost."""
    struck = [event for event in play.events if event.kind == "production_struck"]
    down = [piece for name, piece in sky.state.pieces.items() if name not in play.state.pieces]
    return sum(event.damage or event.ipcs for event in struck), Counter(map(part_of, down))


def part_of(piece: Piece) -> str:
    """What a piece did."""
    part = "raider" if piece.raid else "escort" if piece.escort else "interceptor" if piece.intercepts else "none"
    return f"{part} {piece.unit}"


def check(sky: Sky) -> None:
    odds = met_raid_odds(sky.state, sky.raid, sky.rising)
    told = {f"raider {unit}": count for unit, count in odds.raid.lost.items()}
    told |= {f"escort {unit}": count for unit, count in odds.escorts_lost.items()}
    told |= {f"interceptor {unit}": count for unit, count in odds.interceptors_lost.items()}
    shares: dict[int, float] = {}
    lost = dict.fromkeys(told, 0.0)
    for share, cost, fallen in every_face(sky):
        shares[cost] = shares.get(cost, 0.0) + share
        for part, count in fallen.items():
            lost[part] += share * count
    (strike,) = odds.raid.strikes.values()
    assert {cost: share for cost, share in strike.shares.items() if share} == pytest.approx(shares, abs=CLOSE)
    assert told == pytest.approx(lost, abs=CLOSE)


JETS = dict.fromkeys(("germany", "japan"), ("jet_fighters",))


@pytest.mark.rule("SPC-43", "SPC-46", "SPC-47", "SPC-49", setup=("anniversary_1942", "global_1940"))
@pytest.mark.parametrize(("setup", "flown"), covering(MET, ((0, 0), (0, 1), (0, 2), (1, 1))))
def test_a_raid_that_is_met_comes_to_what_every_face_comes_to(setup: str, flown: tuple[int, int]) -> None:
    escorts, rising = flown
    check(sky(with_air_battles(setup), 1, escorts, rising, {}))


@pytest.mark.rule("SPC-48", setup=("anniversary_1942", "global_1940"))
@pytest.mark.parametrize("setup", every(2, MET))
def test_who_falls_in_the_air_drops_no_bombs(setup: str) -> None:
    check(sky(with_air_battles(setup), 2, 0, 1, {}))


@pytest.mark.rule("RES-51", "SPC-47", setup=("anniversary_1942", "global_1940"))
@pytest.mark.parametrize("setup", MET)
def test_jets_hit_on_two_in_the_air(setup: str) -> None:
    check(sky(with_air_battles(setup), 1, 1, 1, JETS))


@pytest.mark.rule("SPC-47", setup=("anniversary_1942", "global_1940"))
@pytest.mark.parametrize("setup", MET)
def test_with_low_luck_those_in_the_air_fire_together(setup: str) -> None:
    check(sky(with_air_battles(setup, low_luck="all"), 2, 1, 2, {}))
