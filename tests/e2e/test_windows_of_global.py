"""What the rules of Global 1940 refuse, told at the table by its rule with what would be legal; nothing changes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, is_refused
from tests.e2e.test_round_of_revised import Round
from tests.e2e.test_windows_of_pacific import Refused

AXIS, ALLIES = ("germany", "japan", "italy"), ("united_states", "china", "united_kingdom", "anzac", "france")
BOTH_TREASURIES: dict[str, Any] = {
    "turn": {"round": 2, "power": "united_kingdom", "phase": "purchase"},
    "spaces": {
        "united_kingdom": {"damage": {"major_industrial_complex": 4}},
        "india": {"damage": {"major_industrial_complex": 3}},
    },
}
PURCHASES: list[Refused] = [
    ("buy", {"units": "1 infantry"}, ("UK Europe or UK Pacific", "as in “UK Europe: 1 infantry”", "(PUR-14)")),
    ("buy", {"units": "London: 1 infantry"}, ("no treasury “London”: write UK Europe or UK Pacific",)),
    ("buy", {"units": "europe: 1 tank; pacific: 9 tank"}, ("9 tanks cost 54 IPCs; UK Pacific has 17.", "(PUR-02)")),
    (
        "buy",
        {"units": "europe: 1 tank", "repairs": "3 India"},
        ("UK Europe cannot pay for repairs in India; UK Pacific can.", "(PUR-14)"),
    ),
    ("declare", {"on": "japan"}, ("at the start of its combat move", "(POL-34)")),
    ("declare", {"on": "soviet union"}, ("on the same side, so they are never at war", "(POL-01)")),
]
PLACEMENTS: list[Refused] = [
    ("place", {"units": "1 infantry", "space": "united kingdom"}, ("only what UK Europe bought", "(MOB-26)")),
    ("place", {"units": "1 infantry", "space": "egypt"}, ("no industrial complex in or beside Egypt", "(MOB-03)")),
]


def move(units: str, *way: str) -> dict[str, Any]:
    """The options of a move along a way."""
    return {"from": way[0], "units": units, "to": " > ".join(way[1:])}


GERMAN_ATTACKS: list[Refused] = [
    (
        "move",
        move("1 tactical_bomber", "western_germany", "northern_italy", "switzerland", "france"),
        ("Switzerland is neutral; you cannot go through it or fly over it.", "(POL-50)"),
    ),
    ("move", move("1 tank", "romania", "bulgaria"), ("leans to your side", "in the noncombat move", "(POL-57)")),
    ("move", move("1 tank", "poland", "eastern_poland"), ("not at war. You may declare war on the Soviet Union now.",)),
]
GERMAN_LANDINGS: list[Refused] = [
    (
        "move",
        move("1 fighter", "norway", "novgorod"),
        ("Novgorod belongs to the Soviet Union, with which you are not at war", "It can land in ", "(NCM-13)"),
    ),
    ("move", move("1 infantry", "norway", "sweden"), ("only to attack, in the combat move", "(NCM-09)")),
    ("move", move("1 infantry", "poland", "eastern_poland"), ("in its next turn.", "(POL-77)")),
]
SOVIET_MOVES: list[Refused] = [
    ("move", move("1 infantry", "caucasus", "turkey"), ("only a power that is at war", "(POL-49)")),
    ("move", move("1 infantry", "bessarabia", "romania"), ("once the Axis has taken London", "(CMV-74)")),
    ("declare", {"on": "germany"}, ("in round 4 or later", "(POL-31)")),
]
OVER_SCOTLAND: dict[str, Any] = {
    "turn": {"round": 2, "power": "germany", "phase": "combat_move"},
    "spaces": {
        "sz104": {"units": {"germany": {"cruiser": 3}}},
        "sz109": {"units": {"united_kingdom": {"destroyer": 1}}},
        "scotland": {"units": {"united_kingdom": {"fighter": 4}}},
        "united_kingdom": {"damage": {"air_base": 3}, "units": {"united_kingdom": {"fighter": 2}}},
    },
}
"""Two bases beside a sea zone, one of which is damaged."""

SCRAMBLES: list[tuple[str, tuple[str, ...]]] = [
    (
        "scramble 1 fighter from united kingdom into sz109",
        ("The air base in the United Kingdom is damaged and does not work.", "(SPC-81)"),
    ),
    ("scramble 4 fighters from scotland into sz109", ("At most 3 aircraft scramble", "but you named 4", "(SPC-81)")),
    ("scramble 1 fighter from gibraltar", ("Gibraltar does not touch sea zone 109", "(SPC-81)")),
]

OFF_JAPAN: dict[str, Any] = {
    "turn": {"round": 3, "power": "united_states", "phase": "combat_move"},
    "relations": [["japan", "united_states", "war"]],
    "spaces": {
        "sz16": {"units": {"united_states": {"destroyer": 2}}},
        "sz6": {"units": {"japan": {"destroyer": 1}}},
        "japan": {"damage": {"air_base": 3}},
    },
}
STRIKES: list[tuple[str, tuple[str, ...]]] = [
    ("2 at destroyer 1", ("You have 1 kamikaze token left, but you named 2", "(SPC-90)")),
    ("sz19: 1 at destroyer 1", ("no surface warship can be struck there",)),
]


@pytest.mark.rule("POL-09", "POL-49", "POL-50", "POL-57", "PUR-14", "MOB-26", "SPC-81", "SPC-90", setup="global_1940")
async def test_what_this_edition_refuses_is_said_by_its_rule_with_what_would_be_legal(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition="global_1940")
        players = {**dict.fromkeys((*ALLIES, "soviet_union"), anna), **dict.fromkeys(AXIS, ben)}
        channel_id = table.world.channel_named(CHANNEL)["id"]
        play = Round(bot, players, channel_id)
        refuses = partial(is_refused, bot, channel_id)

        await play.correct(BOTH_TREASURIES)
        for command, options, words in PURCHASES:
            await refuses(anna, command, options, words)
        await anna.command(CHANNEL, "buy", units="pacific: 1 infantry")
        await play.go_to("mobilize")
        for command, options, words in PLACEMENTS:
            await refuses(anna, command, options, words)
        for phase, refused in (("combat_move", GERMAN_ATTACKS), ("noncombat_move", GERMAN_LANDINGS)):
            await play.correct({"turn": {"round": 1, "power": "germany", "phase": phase}})
            for command, options, words in refused:
                await refuses(ben, command, options, words)
        await play.correct({"turn": {"round": 1, "power": "soviet_union", "phase": "combat_move"}})
        for command, options, words in SOVIET_MOVES:
            await refuses(anna, command, options, words)

        await play.correct(OVER_SCOTLAND)
        moved = await ben.command(CHANNEL, "move", **move("3 cruiser", "sz104", "sz109"))
        assert "Enemy aircraft may scramble into sea zone 109: 3 from Scotland." in moved.content
        await play.end_phase()
        for text, words in SCRAMBLES:
            await refuses(anna, "decide", {"choice": text}, words)

        await play.correct({**OFF_JAPAN, "kamikaze_tokens": {"japan": 1}})
        await anna.command(CHANNEL, "move", **move("2 destroyer", "sz16", "sz6"))
        await play.end_phase()
        for text, words in STRIKES:
            await refuses(ben, "decide", {"choice": text}, words)
        await play.correct({**OFF_JAPAN, "kamikaze_tokens": {"japan": 0}})
        await anna.command(CHANNEL, "move", **move("2 destroyer", "sz16", "sz6"))
        await play.end_phase()
        await refuses(ben, "decide", {"choice": "1 at destroyer 1"}, ("You have no open questions.",))
        assert table.refusals == []
