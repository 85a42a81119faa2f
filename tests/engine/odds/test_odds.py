"""Exact chances of battles: the same as by every face of every die, and as in fights through the rules."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from engine import load_setup
from engine.errors import IllegalAction
from engine.odds.__main__ import main
from engine.odds.form import BattleForm
from engine.odds.odds import odds_of
from tests.engine.odds.enumerated import shares_of
from tests.engine.odds.fights import distance, fought
from tests.engine.odds.middle_battles import middle_battle
from tests.engine.odds.small_battles import small_battle
from tests.samples import every

QUICK = (0, 5, 9, 11, 14, 16, 17, 20, 39, 40, 42)
"""Small battles with few dice; `python -m tests.engine.odds` looks at 60."""
FIGHT: dict[str, Any] = {
    "setup": "aa1941",
    "kind": "land",
    "attacker": {"power": "germany", "units": {"infantry": 3, "tank": 2}},
    "defender": {"power": "soviet_union", "units": {"infantry": 4}},
}
LANDING: dict[str, Any] = {
    "setup": "global_1940",
    "kind": "amphibious",
    "attacker": {"power": "germany", "units": {"infantry": 2, "artillery": 1, "fighter": 2}},
    "defender": {"power": "united_kingdom", "units": {"infantry": 2, "aaa": 1, "fighter": 1}},
    "bombarding": {"battleship": 1, "cruiser": 1},
}
AT_SEA: dict[str, Any] = {
    "setup": "revised",
    "kind": "sea",
    "attacker": {"power": "united_kingdom", "units": {"submarine": 1, "fighter": 1, "battleship": 1}},
    "defender": {"power": "germany", "units": {"submarine": 2, "aircraft_carrier": 1, "transport": 1}},
}


def battle(base: dict[str, Any] = FIGHT, **change: Any) -> BattleForm:
    """A battle, changed somewhere."""
    return BattleForm.model_validate({**base, **change})


def side(power: str, **units: int) -> dict[str, Any]:
    """What a power fights with."""
    return {"power": power, "units": units}


@pytest.mark.parametrize("seed", every(2, QUICK))
def test_chances_are_those_of_every_face_that_every_die_may_show(seed: int) -> None:
    form = small_battle(seed)
    odds, shares = odds_of(form), shares_of(form)
    for name, share in (("attacker", odds.attacker_win), ("defender", odds.defender_win), ("draw", odds.draw)):
        assert share == pytest.approx(shares[name], abs=1e-9)


@pytest.mark.long
@pytest.mark.parametrize("base", [FIGHT, LANDING, AT_SEA], ids=["land", "landing", "sea"])
def test_fights_come_to_the_chances(base: dict[str, Any]) -> None:
    form = battle(base)
    away = distance(odds_of(form), fought(form, 75, seed=7))
    assert max(away.values()) < 4, away


@pytest.mark.long
@pytest.mark.parametrize(
    ("setup", "about"),
    [
        ("aa1941", "submarines and no destroyer"),
        ("anniversary_1941", "silent ships"),
        ("anniversary_1942", "attackers who leave"),
        ("global_1940", "too few partners"),
        ("pacific_1940", "ships that take two hits"),
        ("revised", "a landing under guns"),
    ],
)
def test_fights_of_a_middle_size_come_to_the_chances(setup: str, about: str) -> None:
    """`python -m tests.engine.odds --middle 20000` fights twelve in each setup, and each more often."""
    form = middle_battle(setup, about)
    away = distance(odds_of(form), fought(form, 60, seed=7))
    assert max(away.values()) < 4, away


def test_one_infantry_against_one() -> None:
    """1 in 6 against 2 in 6, both at once: of 36 rolls 4 end it for the attacker, 10 for the defender, 2 for both."""
    odds = odds_of(battle(attacker=side("germany", infantry=1), defender=side("soviet_union", infantry=1)))
    assert odds.attacker_win == pytest.approx(4 / 16)
    assert odds.defender_win == pytest.approx(10 / 16)
    assert odds.draw == pytest.approx(2 / 16)
    assert odds.rounds == pytest.approx(36 / 16)
    assert odds.attacker.loss_ipcs == pytest.approx(3 * 12 / 16)


def test_shares_add_up_and_tell_what_was_left_out() -> None:
    odds = odds_of(battle())
    assert odds.attacker_win + odds.defender_win + odds.draw == pytest.approx(1)
    assert 0 <= odds.dropped < 1e-9


def test_attackers_who_leave_after_a_round_keep_what_is_left() -> None:
    stays, leaves = odds_of(battle()), odds_of(battle(retreat_after=1))
    assert leaves.rounds == 1
    assert leaves.attacker.loss_ipcs < stays.attacker.loss_ipcs
    assert leaves.draw > stays.draw


def test_the_first_unit_of_an_order_is_lost_first() -> None:
    """Tanks before infantry costs the attacker strength; by the printed order infantry goes first."""
    printed = odds_of(battle())
    tanks = odds_of(battle(order_of_loss={"attacker": [["tank", 2]]}))
    assert tanks.attacker_win < printed.attacker_win
    assert tanks.attacker.left["infantry"] > printed.attacker.left["infantry"]


def test_a_land_unit_that_is_kept_takes_the_territory_more_often() -> None:
    form = battle(attacker=side("germany", infantry=1, fighter=2))
    kept = odds_of(form.model_copy(update={"keep_land_unit": True}))
    assert kept.attacker.left["infantry"] >= odds_of(form).attacker.left["infantry"]
    assert kept.attacker.left["infantry"] == pytest.approx(kept.attacker_win)


def test_ships_are_damaged_before_anything_is_lost() -> None:
    fleets = {"attacker": side("germany", battleship=1, submarine=1), "defender": side("united_kingdom", destroyer=1)}
    form = battle(kind="sea", **fleets)
    ordered = battle(kind="sea", **fleets, order_of_loss={"attacker": [["battleship", 1]]})
    assert odds_of(ordered).attacker.left["submarine"] > odds_of(form).attacker.left["submarine"]
    assert odds_of(ordered).attacker.left["battleship"] > 0.9


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"setup": "chess"}, "There is no setup “chess”"),
        ({"attacker": side("rome", infantry=1)}, "There is no power “rome”"),
        ({"attacker": side("japan", infantry=1), "defender": side("germany", infantry=1)}, "are on the same side"),
        ({"attacker": side("germany", dragon=1)}, "There is no unit “dragon”"),
        ({"attacker": side("germany", battleship=1)}, "Battleships cannot attack on land."),
        ({"attacker": side("germany", infantry=10_000)}, "up to 400 each"),
        ({"order_of_loss": {"attacker": [["fighter", 1]]}}, "names “fighter”, which does not fight"),
        ({"bombarding": {"battleship": 1}}, "Ships support only landings."),
        ({"attacker": {**side("germany", infantry=1), "technologies": ["magic"]}}, "There is no technology “magic”"),
    ],
)
def test_a_battle_that_could_not_be_fought_is_refused_with_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        odds_of(battle(**change))
    assert sentence in refusal.value.message


@pytest.mark.parametrize(
    "change", [{"attacker": side("germany", infantry=-1)}, {"kind": "space"}, {"retreat_after": 0}]
)
def test_what_is_no_battle_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        battle(**change)


def test_the_command_line_tells_the_chances_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "battle.json"
    path.write_text(json.dumps(FIGHT), encoding="utf-8")
    assert main([str(path)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["exact"] is True
    assert told["attacker_win"] == pytest.approx(odds_of(battle()).attacker_win)
    path.write_text("{}", encoding="utf-8")
    command = [sys.executable, "-m", "engine.odds", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "setup: it is missing\n"


def test_odds_and_fights_move_together_with_a_rule() -> None:
    """The number with which infantry defends is read from the unit table, so a setup that changes it changes both."""
    assert load_setup("aa1941").unit["infantry"].defense == 2
    weak = odds_of(battle(defender=side("soviet_union", infantry=4)))
    strong = odds_of(battle(defender=side("soviet_union", tank=4)))
    assert strong.attacker_win < weak.attacker_win
