"""Setups of which one rule is changed in the data: chances change with it, and stay those of fights by the rules."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine.odds.form import BattleForm
from engine.odds.odds import odds_of
from tests.engine.odds.fights import distance, fought
from tests.engine.odds.small_battles import FOES
from tests.invented import READERS, copy_data
from tests.published import SETUPS
from tests.samples import covering

Line = dict[str, Any]


@dataclass(frozen=True)
class Change:
    """A rule that is changed, and a battle that depends on it. casualties: the order of loss on land."""

    kind: str
    attacker: dict[str, int]
    defender: dict[str, int]
    of_unit: Callable[[Line], None] = lambda _: None
    casualties: tuple[str, ...] = ()


def infantry_hits_with_4(line: Line) -> None:
    """In defence."""
    if line["id"] == "infantry":
        line["defense"] = 4


def submarines_hit_aircraft(line: Line) -> None:
    """As other ships do."""
    if line["id"] == "submarine":
        line["abilities"].remove("cannot_hit_air")


CHANGES = {
    "order of loss": Change("land", {"infantry": 2}, {"tank": 1, "infantry": 2}, casualties=("tank", "infantry")),
    "hit number": Change("land", {"infantry": 2, "tank": 1}, {"infantry": 2}, infantry_hits_with_4),
    "who can be hit": Change("sea", {"submarine": 2}, {"fighter": 1, "destroyer": 1}, submarines_hit_aircraft),
}


def write_changed(folder: Path, setup: str, name: str, change: Change) -> None:
    """Write a setup again under another name, with one rule changed."""
    copy_data(folder)
    table = read(folder, "units", read(folder, "openings", setup)["units"])
    for line in table["units"]:
        change.of_unit(line)
    write(folder, "units", name, table)
    write(folder, "openings", name, {"extends": setup, "opening": name, "units": name})
    combat = {"casualty_order": {"land": change.casualties}} if change.casualties else {}
    rules = {"extends": setup, "setup": name, "opening": name, "parameters": {"combat": combat}}
    write(folder, "setups", name, rules)


def read(folder: Path, kind: str, name: str) -> dict[str, Any]:
    """A file of the game data."""
    content: dict[str, Any] = json.loads((folder / kind / f"{name}.json").read_text(encoding="utf-8"))
    return content


def write(folder: Path, kind: str, name: str, content: dict[str, Any]) -> None:
    """A file of the changed setup."""
    (folder / kind / f"{name}.json").write_text(json.dumps(content), encoding="utf-8")


@pytest.mark.parametrize(("setup", "about"), covering(SETUPS, tuple(CHANGES)))
def test_chances_and_fights_change_with_the_rule(
    setup: str, about: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change = CHANGES[about]
    # Setups are read once, so each that is changed has a name of its own.
    name = f"{setup}_with_another_{about.replace(' ', '_')}"
    write_changed(tmp_path, setup, name, change)
    for reader in READERS:
        monkeypatch.setattr(f"{reader}.DATA", tmp_path)
    first, second = FOES.get(setup, ("germany", "united_kingdom"))
    battle = {
        "kind": change.kind,
        "attacker": {"power": first, "units": change.attacker},
        "defender": {"power": second, "units": change.defender},
    }
    printed = odds_of(BattleForm.model_validate({**battle, "setup": setup}))
    form = BattleForm.model_validate({**battle, "setup": name})
    changed = odds_of(form)
    assert abs(changed.attacker_win - printed.attacker_win) > 0.01
    away = distance(changed, fought(form, 120, seed=3))
    assert max(away.values()) < 4, away
