"""Boards late in the largest wars: all powers fight, with fleets of carriers, air bases, raiders of convoys, armies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine import GameState, ScriptedDice, apply, load_setup, new_game

FLEET = {"aircraft_carrier": 2, "fighter": 2, "tactical_bomber": 2, "destroyer": 2, "cruiser": 1, "transport": 1}
ESCORT = {"destroyer": 1, "submarine": 2}
BASE = {"infantry": 2, "aaa": 1, "fighter": 2, "tactical_bomber": 1}
GARRISON = {"infantry": 3, "artillery": 1, "mechanized_infantry": 1, "tank": 1}
RAIDERS = {"strategic_bomber": 3}
MILITIA = {"infantry": 5}
ALLIES = ("united_states", "united_kingdom", "anzac", "china", "france")

Places = Mapping[str, Sequence[str]]


@dataclass(frozen=True)
class Late:
    """Who has what where: each list of spaces by power. The first of the bases of each is where it builds.

    militia: the powers whose garrisons are infantry alone.
    """

    setup: str
    fleets: Places
    escorts: Places
    bases: Places
    garrisons: Places
    wars: tuple[tuple[str, str], ...]
    militia: tuple[str, ...] = ("china",)

    @property
    def powers(self) -> tuple[str, ...]:
        """Those that are asked to move: all with a fleet."""
        return tuple(self.fleets)

    def spaces(self) -> dict[str, dict[str, Any]]:
        """What stands in each space, as the game master corrects a position."""
        found: dict[str, dict[str, Any]] = {}
        for owner, space, units in self._forces():
            found[space] = {"units": {owner: units}}
        for owner, where in self.bases.items():
            for space in where:
                found[space] |= {"owner": owner, "facilities": ["air_base", "naval_base"]}
            found[where[0]]["facilities"].append("major_industrial_complex")
        for owner, where in self.garrisons.items():
            for space in where:
                found[space]["owner"] = owner
        return found

    def _forces(self) -> Iterator[tuple[str, str, dict[str, int]]]:
        for places, units in ((self.fleets, FLEET), (self.escorts, ESCORT), (self.bases, BASE)):
            yield from ((owner, space, units) for owner, where in places.items() for space in where)
        for owner, where in self.bases.items():
            yield owner, where[0], BASE | RAIDERS | GARRISON
        for owner, where in self.garrisons.items():
            yield from ((owner, space, MILITIA if owner in self.militia else GARRISON) for space in where)


PACIFIC = Late(
    "pacific_1940",
    fleets={
        "japan": ("sz6", "sz19", "sz33", "sz36"),
        "united_states": ("sz10", "sz26", "sz25", "sz16"),
        "united_kingdom": ("sz39", "sz37"),
        "anzac": ("sz62", "sz54"),
    },
    escorts={
        "japan": ("sz20", "sz35", "sz43", "sz63", "sz31"),
        "united_states": ("sz17", "sz8", "sz27"),
        "united_kingdom": ("sz41",),
        "anzac": ("sz44",),
    },
    bases={
        "japan": ("japan", "caroline_islands", "okinawa", "iwo_jima", "philippines", "marianas", "formosa"),
        "united_states": ("western_united_states", "hawaiian_islands", "midway", "wake_island", "alaska"),
        "united_kingdom": ("india", "ceylon", "burma"),
        "anzac": ("new_south_wales", "queensland", "new_zealand", "new_britain"),
    },
    garrisons={
        "japan": ("manchuria", "kiangsu", "korea", "siam", "kwangsi", "shantung", "hopei", "anhwe", "kwangtung"),
        "china": ("szechwan", "yunnan", "shensi", "kansu"),
        "united_kingdom": ("malaya", "shan_state"),
    },
    wars=tuple(("japan", foe) for foe in ALLIES),
)

GLOBAL = Late(
    "global_1940",
    fleets={
        "germany": ("sz112", "sz113"),
        "soviet_union": ("sz127",),
        "japan": ("sz6", "sz19", "sz33", "sz36"),
        "united_states": ("sz10", "sz26", "sz101", "sz91"),
        "united_kingdom": ("sz39", "sz109", "sz98"),
        "italy": ("sz97", "sz95"),
        "anzac": ("sz62",),
        "france": ("sz104",),
    },
    escorts={
        "germany": ("sz115", "sz125", "sz105", "sz119"),
        "japan": ("sz20", "sz35", "sz43"),
        "united_states": ("sz17", "sz102"),
        "united_kingdom": ("sz41", "sz111", "sz81"),
        "italy": ("sz96",),
        "anzac": ("sz54", "sz44"),
    },
    bases={
        "germany": ("western_germany", "norway", "germany", "holland_belgium", "normandy_bordeaux"),
        "soviet_union": ("russia", "novgorod", "archangel"),
        "japan": ("japan", "caroline_islands", "philippines", "formosa"),
        "united_states": ("eastern_united_states", "western_united_states", "hawaiian_islands", "morocco"),
        "united_kingdom": ("united_kingdom", "scotland", "gibraltar", "egypt", "malta", "india"),
        "italy": ("southern_italy", "sicily", "northern_italy"),
        "anzac": ("new_south_wales", "queensland"),
        "france": ("algeria",),
    },
    garrisons={
        "germany": ("poland", "romania", "slovakia_hungary", "baltic_states", "belarus", "ukraine", "france"),
        "soviet_union": ("smolensk", "bryansk", "rostov", "caucasus", "volgograd", "amur", "siberia"),
        "japan": ("manchuria", "kiangsu", "siam", "kwangsi", "shantung", "anhwe"),
        "china": ("szechwan", "yunnan", "shensi", "kansu"),
        "united_kingdom": ("malaya", "burma", "trans_jordan"),
        "italy": ("libya", "tobruk", "greece", "albania"),
        "france": ("syria",),
    },
    wars=(
        *((axis, ally) for axis in ("germany", "italy", "japan") for ally in (*ALLIES, "soviet_union")),
        *((axis, "dutch") for axis in ("germany", "italy", "japan")),
    ),
)

LATE_BOARDS = (PACIFIC, GLOBAL)


@cache
def late_war(late: str, power: str, phase: str) -> GameState:
    """The position of a setup in the ninth round, with a power on turn."""
    chosen = next(each for each in LATE_BOARDS if each.setup == late)
    edit = {"type": "edit", **correction_to(chosen, power, phase)}
    return apply(new_game(chosen.setup), edit, ScriptedDice([])).state


def correction_to(late: Late, power: str, phase: str) -> dict[str, Any]:
    """What the game master writes to have that position."""
    return {
        "clear_units": True,
        "spaces": late.spaces(),
        "ipcs": {account.id: 90 for account in load_setup(late.setup).accounts if account.ipcs is not None},
        "relations": [[one, other, "war"] for one, other in late.wars],
        "turn": {"round": 9, "power": power, "phase": phase},
    }
