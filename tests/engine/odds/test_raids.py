"""What raids come to: the same as every face of every die through the fire and the bombs of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest

from engine import load_setup, new_game
from engine.combat.air.raids import drop_bombs
from engine.facilities.targets import can_strike, raidable
from engine.game import carry_out_again
from engine.odds.raids.raids import RaidOdds, raid_odds
from engine.play import Play
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from tests.engine.odds.enumerated import KnownDice, MoreDice
from tests.published import SETUPS

RAIDED = [setup for setup in SETUPS if load_setup(setup).parameters.raids.loss is not None]


def raided(setup: str, units: int, *, guns: bool) -> tuple[GameState, PendingBattle]:
    """A raid on the first enemy facility of a setup by so many kinds of aircraft, or twice by the only kind."""
    state = new_game(setup)
    power, foe = ("japan", "united_states") if setup.startswith("pacific") else ("germany", "united_kingdom")
    kinds = set(raidable(state))
    territory, facility = next(
        (t, unit) for t, there in state.facilities.items() if state.owners[t] == foe for unit in there if unit in kinds
    )
    able = [u.id for u in state.edition.units if can_strike(state.unit_of(power, u.id), state.edition.unit[facility])]
    able = [unit for unit in able if state.edition.unit[unit].domain == "air"]
    chosen = [able[at % len(able)] for at in range(units)]
    bombers = [Piece(f"{power}.{u}.{90 + n}", power, u, territory, raid=facility) for n, u in enumerate(chosen)]
    gun = [u.id for u in state.edition.units if u.can("anti_aircraft")][:1] if guns else []
    shooters = [Piece(f"{foe}.{unit}.99", foe, unit, territory) for unit in gun]
    wars = None if state.wars is None else (*state.wars, (power, foe))
    pieces = {piece.id: piece for piece in (*bombers, *shooters)}
    raid = PendingBattle(territory, "land", False, "raid")
    state = replace(state, power=power, phase="conduct_combat", pieces=pieces, wars=wars, pending=(raid,))
    return state, raid


def every_face(state: GameState, raid: PendingBattle) -> Iterator[tuple[float, int, Counter[str]]]:
    """How likely each course of a raid is, what it costs, and whom."""
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        faces = waiting.pop()
        dice = KnownDice(faces, 1)
        play = Play(state, dice)
        try:
            drop_bombs(play, raid)
            while play.state.requests:
                carry_out_again(play, {"type": "decide", "kind": play.state.requests[0].kind, "choice": "default"})
        except MoreDice as more:
            waiting.extend((*faces, *rolled) for rolled in product(range(1, 7), repeat=more.count - len(dice.faces)))
            continue
        struck = [event for event in play.events if event.kind == "production_struck"]
        fallen = Counter(p.unit for event in play.events if event.kind == "units_lost" for p in event.pieces)
        yield 1 / 6 ** len(faces), sum(event.damage or event.ipcs for event in struck), fallen


def check(odds: RaidOdds, state: GameState, raid: PendingBattle) -> None:
    shares: dict[int, float] = {}
    lost = dict.fromkeys(odds.lost, 0.0)
    for share, cost, fallen in every_face(state, raid):
        shares[cost] = shares.get(cost, 0.0) + share
        for unit, count in fallen.items():
            lost[unit] += share * count
    (strike,) = odds.strikes.values()
    assert {cost: share for cost, share in strike.shares.items() if share} == pytest.approx(shares)
    assert odds.lost == pytest.approx(lost)


@pytest.mark.rule("SPC-31", "SPC-33", "SPC-34", "SPC-38", setup=("revised", "global_1940"))
@pytest.mark.parametrize("setup", RAIDED)
def test_a_raid_under_fire_comes_to_what_every_face_comes_to(setup: str) -> None:
    state, raid = raided(setup, 2, guns=True)
    odds = raid_odds(state, raid)
    assert sum(odds.lost.values()) == pytest.approx(2 / 6)
    check(odds, state, raid)


@pytest.mark.rule("SPC-31", setup=("revised", "global_1940"))
@pytest.mark.parametrize("setup", RAIDED)
def test_a_raid_that_no_guns_of_the_territory_meet(setup: str) -> None:
    state, raid = raided(setup, 1, guns=False)
    check(raid_odds(state, raid), state, raid)
