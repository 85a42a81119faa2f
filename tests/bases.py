"""An invented setup: the war of 1941 with major and minor complexes and bases, which have lines of their own.

`facility_lines`, `with_facilities` and `with_major_and_minor_complexes` serve other invented setups, too.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.facts.data_files import DATA

SETUP = "bases"
MAJOR, MINOR, AIR_BASE, NAVAL_BASE = "major_industrial_complex", "minor_industrial_complex", "air_base", "naval_base"
FACILITIES = {
    "germany": (MAJOR, AIR_BASE),
    "united_kingdom": (MAJOR, AIR_BASE, NAVAL_BASE),
    "italy": (MAJOR, NAVAL_BASE),
    "russia": (MAJOR, AIR_BASE),
    "karelia_ssr": (MINOR,),
    "caucasus": (MINOR, AIR_BASE),
    "japan": (MAJOR, AIR_BASE, NAVAL_BASE),
    "eastern_united_states": (MAJOR, NAVAL_BASE),
    "western_united_states": (MAJOR,),
    "gibraltar": (NAVAL_BASE,),
    "france": (AIR_BASE,),
}
"""What stands where at the start."""


def facility_lines() -> list[dict[str, Any]]:
    """Lines of a unit table: minor and major complexes, air bases and naval bases."""
    units: list[dict[str, Any]] = _read("units", "1940")["units"]
    return [unit for unit in units if unit["domain"] == "facility"]


def with_facilities(table: Mapping[str, Any]) -> dict[str, Any]:
    """A unit table with these facilities in place of its own, and fighters that may raid bases alone."""
    units = [unit for unit in table["units"] if unit["domain"] != "facility"]
    bombing = {"fighter": ["tactical_bombing"]}
    armed = [{**unit, "abilities": [*unit.get("abilities", []), *bombing.get(unit["id"], [])]} for unit in units]
    return {"units": [*armed, *facility_lines()]}


def with_major_and_minor_complexes(technologies: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Technologies of which increased production changes the complexes of this table as those of 1940 (RES-40)."""
    changes = {
        tech["id"]: tech["changes"] for tech in _read("setups", "pacific_1940")["technologies"] if "changes" in tech
    }
    name = "increased_factory_production"
    return [{**tech, "changes": changes[name]} if tech["id"] == name else tech for tech in technologies]


def add_bases(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine read a copy of the game data with this setup besides the others."""
    for kind in ("boards", "units", "openings", "setups"):
        shutil.copytree(DATA / kind, folder / kind, dirs_exist_ok=True)
    facilities = {space: list(there) for space, there in FACILITIES.items()}
    opening = {"extends": "anniversary_1941", "opening": SETUP, "units": SETUP, "start": {"facilities": facilities}}
    setup = {
        "extends": "anniversary_1941",
        "setup": SETUP,
        "opening": SETUP,
        "technologies": with_major_and_minor_complexes(_read("setups", "anniversary_1941")["technologies"]),
        "remove": ["options.as_published"],
    }
    table = with_facilities(_read("units", "anniversary"))
    for kind, content in (("units", table), ("openings", opening), ("setups", setup)):
        (folder / kind / f"{SETUP}.json").write_text(json.dumps(content), encoding="utf-8")
    for module in ("edition", "openings"):
        monkeypatch.setattr(f"engine.facts.{module}.DATA", folder)


def _read(kind: str, name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((DATA / kind / f"{name}.json").read_text(encoding="utf-8"))
    return content
