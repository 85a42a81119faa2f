"""An invented setup: the war of 1941, in which the United Kingdom has two economies, in London and in Calcutta."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from engine.facts.data_files import DATA
from tests.engine.table import Table, position

SETUP = "two_economies"
UK = "united_kingdom"
EUROPE, PACIFIC = "united_kingdom/europe", "united_kingdom/pacific"
PACIFIC_GROUND = (
    "india", "burma", "australia", "borneo", "east_indies", "kwangtung", "new_guinea", "new_zealand", "persia", "japan",
)  # fmt: skip


def add_two_economies(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine read a copy of the game data with this setup besides the others."""
    for kind in ("boards", "units", "openings", "setups"):
        shutil.copytree(DATA / kind, folder / kind)
    write_setup(folder, [economy("europe", "united_kingdom", 24), economy("pacific", "india", 19, PACIFIC_GROUND)])
    monkeypatch.setattr("engine.facts.edition.DATA", folder)


def economy(name: str, capital: str, ipcs: int, territories: tuple[str, ...] = ()) -> dict[str, Any]:
    """One of the economies as it stands in an opening."""
    return {"id": name, "name": f"UK {name.title()}", "capital": capital, "ipcs": ipcs, "territories": territories}


def write_setup(folder: Path, economies: list[dict[str, Any]]) -> None:
    """Write the opening and the setup, with complexes for both economies."""
    powers = json.loads((DATA / "openings" / "anniversary_1941.json").read_text(encoding="utf-8"))["powers"]
    for power in powers:
        if power["id"] == "united_kingdom":
            del power["capital"], power["ipcs"]
            power["economies"] = economies
    complexes = {"india": ["industrial_complex"], "australia": ["industrial_complex"]}
    opening = {"extends": "anniversary_1941", "opening": SETUP, "powers": powers, "start": {"facilities": complexes}}
    paid_to = {"united_kingdom_1": EUROPE, "united_kingdom_2": PACIFIC, "united_kingdom_3": EUROPE}
    objectives = {name: {"account": account} for name, account in paid_to.items()}
    setup = {"extends": "anniversary_1941", "setup": SETUP, "opening": SETUP, "objectives": objectives}
    for kind, content in (("openings", opening), ("setups", setup)):
        (folder / kind / f"{SETUP}.json").write_text(json.dumps(content), encoding="utf-8")


def table(power: str, phase: str, spaces: dict[str, str] | None = None, **more: Any) -> Table:
    """A position of the invented setup, by default with nobody on the board."""
    return position(power, phase, spaces or {}, setup=SETUP, **more)
