"""Battles at sea before which kamikazes strike: the chances are those over every face of their dice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from engine import GameState, apply
from engine.dice import FACES
from engine.odds.odds import odds_in
from engine.odds.position import ahead
from engine.odds.reactions.kamikazes import ship_to_strike, struck, tokens_against
from engine.state.battles import PendingBattle
from tests.engine.odds.enumerated import KnownDice
from tests.engine.odds.test_scrambles import attack_off_japan, battle_off_japan, played


def asked(fleet: dict[str, int]) -> tuple[GameState, GameState]:
    """An attack off Japan before it is known who reacts, and where kamikazes are asked for."""
    moved = attack_off_japan(fleet)
    after = played(moved, {"type": "end_phase"})
    while after.requests[0].kind != "kamikaze":
        request = after.requests[0]
        order = {"type": "decide", "kind": request.kind, "choice": {}, "power": request.powers[0]}
        after = played(after, order)
    return moved, after


def after_strikes(state: GameState, ship: str, count: int) -> Iterator[GameState]:
    """The positions after so many strikes, one for each way in which the dice fall."""
    order = {"type": "decide", "kind": "kamikaze", "choice": {"sz6": [[ship, count]]}, "power": "japan"}
    for faces in product(range(1, FACES + 1), repeat=count):
        yield apply(state, order, KnownDice(faces, 0)).state


def won(state: GameState) -> float:
    setting = ahead(state, PendingBattle("sz6", "sea", amphibious=False))
    return odds_in(setting).attacker_win if setting else 0.0


@pytest.mark.rule("SPC-90", "SPC-94", "SPC-96", "SPC-98", setup="pacific_1940")
@pytest.mark.parametrize("fleet", [{"cruiser": 2}, {"battleship": 1, "destroyer": 1}, {"cruiser": 1}])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_chances_are_those_of_every_face_of_the_strikes(fleet: dict[str, int], count: int) -> None:
    moved, waiting = asked(fleet)
    setting = battle_off_japan(moved)
    ship = ship_to_strike(setting)
    assert ship
    told = sum(share * odds_in(after).attacker_win for after, share in struck(setting, ship, count))
    seen = [won(state) for state in after_strikes(waiting, ship.id, count)]
    assert told == pytest.approx(sum(seen) / len(seen), abs=1e-9)


@pytest.mark.rule("SPC-90", "SPC-91", setup="pacific_1940")
def test_kamikazes_strike_only_where_tokens_are_left_and_the_zone_is_marked() -> None:
    setting = battle_off_japan(attack_off_japan())
    assert tokens_against(setting) == 6
    spent = played(setting.state, {"type": "edit", "kamikaze_tokens": {"japan": 0}})
    assert tokens_against(battle_off_japan(spent)) == 0
