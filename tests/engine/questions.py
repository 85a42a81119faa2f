"""A game that rests at a request, for each kind of request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from engine import GameState, new_game
from tests.engine.table import Table, position
from tests.two_economies import SETUP, add_two_economies


def casualties() -> Table:
    """Three powers share two hits."""
    return _attack_on_western_europe().battle("western_europe", dice="1 6 6 1 6 6")


def retreat() -> Table:
    """A round without a hit."""
    return _attack_on_western_europe().battle("western_europe", dice="6 6 6 6 6 6 6 6 6 6 6 6 6 6")


def _attack_on_western_europe() -> Table:
    table = position(
        "germany",
        "combat_move",
        {
            "germany": "germany: 3 infantry, 3 tank",
            "western_europe": "united_kingdom: 3 infantry, 2 tank; united_states: 2 infantry, 1 fighter",
        },
        owners={"western_europe": "united_kingdom"},
    )
    return table.move("3 infantry, 3 tank: germany > western_europe").end_phase()


def submerge() -> Table:
    """Submarines attacked without a destroyer."""
    table = position(
        "united_states", "combat_move", {"sz46": "united_states: 1 battleship", "sz45": "japan: 2 submarine"}
    )
    return table.move("1 battleship: sz46 > sz45", attack=True).end_phase().battle("sz45")


def stranded_landing() -> Table:
    """Fighters whose carrier was sunk."""
    table = position(
        "united_states",
        "combat_move",
        {"sz46": "united_states: 4 battleship", "sz45": "japan: 1 aircraft_carrier, 2 fighter"},
    )
    table.move("4 battleship: sz46 > sz45", attack=True).end_phase()
    table.battle("sz45", dice="1 6 6 6")
    table.do({"type": "decide", "kind": "casualties", "choice": {"units": {"aircraft_carrier": 1}}}, "6 6 6")
    return table.retreat("sz46")


def kaiten_torpedoes() -> Table:
    """Japanese submarines off Japan are attacked."""
    table = position(
        "united_states",
        "combat_move",
        {"sz57": "united_states: 1 battleship", "sz60": "japan: 2 submarine"},
        setup="revised",
        advantages={"japan": "kaiten_torpedoes"},
    )
    return table.move("1 battleship: sz57 > sz60").end_phase().battle("sz60")


def bombardment() -> Table:
    """Two battleships off two landings from one zone."""
    aboard = {"transport": "united_kingdom", "units": {"united_kingdom": {"infantry": 1}}}
    table = position(
        "united_kingdom",
        "combat_move",
        {
            "sz5": "united_kingdom: 2 transport, 2 battleship",
            "germany": "germany: 2 infantry",
            "norway": "germany: 2 infantry",
        },
        setup="revised",
        cargo={"sz5": [aboard, aboard]},
    )
    for territory in ("germany", "norway"):
        table.move(f"1 infantry: sz5 > {territory}")
    return table.end_phase().battle("norway")


def joint_capture() -> Table:
    """British and American infantry walk into Norway together."""
    table = position(
        "united_kingdom",
        "purchase",
        {"karelia_ssr": "united_kingdom: 1 infantry; united_states: 1 infantry"},
        setup="revised",
        advantages={"united_kingdom": "joint_strike"},
    )
    table.do({"type": "advantage", "name": "joint_strike"})
    table.do({"type": "edit", "turn": {"power": "united_states", "phase": "combat_move"}})
    table.move("1 infantry: karelia_ssr > norway")
    return table.move("1 infantry: karelia_ssr > norway", owner="united_kingdom").end_phase()


def flak() -> Table:
    """Bombers of two kinds raid an air base, and one is hit."""
    table = position(
        "united_kingdom",
        "combat_move",
        {"kwangtung": "united_kingdom: 1 strategic_bomber, 1 tactical_bomber"},
        setup="pacific_1940",
        relations=[["japan", "united_kingdom", "war"]],
        more_spaces={"formosa": {"facilities": ["air_base"]}},
    )
    table.move("1 strategic_bomber, 1 tactical_bomber: kwangtung > formosa", raid="air_base")
    return table.end_phase().battle("formosa", "1 6")


def nonaggression_treaty() -> Table:
    """Japan attacks two Soviet territories at once."""
    table = position(
        "japan",
        "combat_move",
        {
            "manchuria": "japan: 1 infantry, 1 fighter",
            "buryatia_ssr": "soviet_union: 1 infantry",
            "soviet_far_east": "soviet_union: 1 infantry",
        },
        setup="revised",
        advantages={"soviet_union": "nonaggression_treaty"},
    )
    table.move("1 infantry: manchuria > buryatia_ssr").move("1 fighter: manchuria > soviet_far_east")
    return table.end_phase()


def salvage() -> Table:
    """A German tank died before Karelia."""
    table = position(
        "germany",
        "combat_move",
        {"norway": "germany: 1 tank", "karelia_ssr": "soviet_union: 3 infantry"},
        setup="revised",
        advantages={"soviet_union": "salvage"},
    )
    return table.move("1 tank: norway > karelia_ssr").end_phase().battle("karelia_ssr", dice="6 2 6 6")


def french_resistance() -> Table:
    """American tanks walk into Western Europe."""
    table = position(
        "united_states",
        "combat_move",
        {"germany": "united_states: 1 tank"},
        setup="revised",
        owners={"germany": "united_states"},
        advantages={"united_kingdom": "french_resistance"},
    )
    return table.move("1 tank: germany > western_europe").end_phase()


def colonial_garrison() -> Table:
    """Before the first turn."""
    return Table(new_game("revised", {"advantages": "colonial_garrison"}))


def enigma_decoded() -> Table:
    """German tanks have attacked Anglo-Egypt, which has a garrison next door."""
    table = position(
        "germany",
        "combat_move",
        {
            "libya": "germany: 2 tank",
            "anglo_egypt": "united_kingdom: 2 infantry, 1 fighter",
            "trans_jordan": "united_kingdom: 3 infantry",
        },
        setup="revised",
        advantages={"united_kingdom": "enigma_decoded"},
    )
    return table.move("2 tank: libya > anglo_egypt").end_phase()


def reaction(setup: str = "anniversary_1941") -> Table:
    """British bombers raid Germany, where fighters are based."""
    table = position(
        "united_kingdom",
        "combat_move",
        {"united_kingdom": "united_kingdom: 2 bomber", "germany": "germany: 3 fighter"},
        setup=setup,
        options={"air_battles": "on"},
    )
    return table.move("2 bomber: united_kingdom > germany", raid="industrial_complex").end_phase()


def kamikaze() -> Table:
    """An American fleet attacks off Japan."""
    table = position(
        "united_states",
        "combat_move",
        {"sz7": "united_states: 2 destroyer, 1 battleship", "sz6": "japan: 1 transport"},
        setup="pacific_1940",
        relations=[["japan", "united_states", "war"]],
    )
    return table.move("2 destroyer, 1 battleship: sz7 > sz6").end_phase()


def troop_bonus() -> Table:
    """American tanks walk into Paris, which Germany holds."""
    table = position(
        "united_states",
        "combat_move",
        {"holland_belgium": "united_states: 1 tank"},
        setup="global_1940",
        owners={"france": "germany", "holland_belgium": "united_states"},
        relations=[["germany", "united_states", "war"]],
    )
    return table.move("1 tank: holland_belgium > france").end_phase()


def war_bonds() -> Table:
    """The United Kingdom has two economies, both free."""
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        add_two_economies(Path(folder), patch)
        spaces = {"united_kingdom": "united_kingdom: 1 infantry"}
        known = {"united_kingdom": ["war_bonds"]}
        table = position("united_kingdom", "mobilize", spaces, setup=SETUP, technologies=known)
        return table.end_phase()


def bid() -> Table:
    """The Axis are given 9 IPCs before the first turn."""
    return Table(new_game("aa1941", {"bid": "axis 9"}))


QUESTIONS: Mapping[str, Callable[[], Table]] = {
    "casualties": casualties,
    "retreat": retreat,
    "submerge": submerge,
    "stranded_landing": stranded_landing,
    "kaiten_torpedoes": kaiten_torpedoes,
    "bombardment": bombardment,
    "joint_capture": joint_capture,
    "flak": flak,
    "enigma_decoded": enigma_decoded,
    "nonaggression_treaty": nonaggression_treaty,
    "salvage": salvage,
    "french_resistance": french_resistance,
    "colonial_garrison": colonial_garrison,
    "reaction": reaction,
    "kamikaze": kamikaze,
    "troop_bonus": troop_bonus,
    "war_bonds": war_bonds,
    "bid": bid,
}


@cache
def asked(kind: str) -> GameState:
    """A game that rests at a request of this kind, made once."""
    return QUESTIONS[kind]().state
