"""Ships that begin a battle damaged: named so, or as they stand on the board."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import new_game
from engine.errors import IllegalAction
from engine.odds.form import BattleForm
from engine.odds.odds import odds_in, odds_of
from engine.odds.position import attack_on
from engine.state.pieces import Piece
from engine.state.successors import with_pieces, with_values
from tests.engine.odds.enumerated import shares_of
from tests.samples import covering


def ships(setup: str, **damaged: int) -> BattleForm:
    """A fighter against two battleships."""
    return BattleForm.model_validate(
        {
            "setup": setup,
            "kind": "sea",
            "attacker": {"power": "germany", "units": {"fighter": 1}},
            "defender": {"power": "united_kingdom", "units": {"battleship": 2}, "damaged": damaged},
        }
    )


@pytest.mark.rule("UNI-55", "UNI-56")
@pytest.mark.parametrize(("setup", "damaged"), covering(("aa1941", "global_1940", "revised"), (1, 2)))
def test_chances_of_damaged_ships_are_those_of_every_face(setup: str, damaged: int) -> None:
    form = ships(setup, battleship=damaged)
    odds, shares = odds_of(form), shares_of(form)
    assert (odds.attacker_win, odds.defender_win) == pytest.approx((shares["attacker"], shares["defender"]), abs=1e-9)
    assert odds.attacker_win > odds_of(ships(setup)).attacker_win


def test_one_damaged_battleship_falls_to_one_hit() -> None:
    """Of 36 rolls a destroyer (2) and a battleship (4) hit with 12 and 24; the battleship is damaged and so is lost."""
    form = BattleForm.model_validate(
        {
            "setup": "aa1941",
            "kind": "sea",
            "attacker": {"power": "germany", "units": {"destroyer": 1}},
            "defender": {"power": "united_kingdom", "units": {"battleship": 1}, "damaged": {"battleship": 1}},
        }
    )
    odds = odds_of(form)
    assert odds.attacker_win == pytest.approx(4 / 28)
    assert odds.draw == pytest.approx(8 / 28)
    assert odds.defender_win == pytest.approx(16 / 28)


@pytest.mark.parametrize("hits", [0, 1])
def test_a_ship_damaged_on_the_board_has_the_chances_of_one_named_so(hits: int) -> None:
    start = new_game("global_1940")
    zone = start.edition.board.sea_zones[0].id
    fleet = [
        Piece("germany.fighter.1", "germany", "fighter", zone),
        Piece("united_kingdom.battleship.1", "united_kingdom", "battleship", zone, hits_taken=hits),
        Piece("united_kingdom.battleship.2", "united_kingdom", "battleship", zone),
    ]
    wars = None if start.wars is None else (*start.wars, ("germany", "united_kingdom"))
    state = with_pieces(with_values(replace(start, pieces={}), wars=wars), fleet)
    setting = attack_on(state, zone, "germany", ["germany.fighter.1"])
    assert setting
    named = odds_of(ships("global_1940", battleship=hits))
    assert odds_in(setting).attacker_win == pytest.approx(named.attacker_win, abs=1e-12)


@pytest.mark.parametrize(
    ("damaged", "sentence"),
    [
        ({"battleship": 3}, "You named 3 damaged but only 2 battleships in all."),
        ({"aircraft_carrier": 1}, "Aircraft carriers take one hit, so none of them can be damaged."),
        ({"dragon": 1}, "There is no unit “dragon”"),
    ],
)
def test_damage_that_cannot_be_is_refused_with_a_sentence(damaged: dict[str, Any], sentence: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        odds_of(ships("aa1941", **damaged))
    assert sentence in refusal.value.message
