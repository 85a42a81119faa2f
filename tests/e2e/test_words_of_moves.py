"""Moves as players type and press them: “all”, slips, one number of each kind, and what is told before a phase ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from cogs.orders.moves import move_action
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, found
from tests.e2e.test_panel_help import game_at, order
from tests.e2e.thumb import ends_on, from_place

AMERICAN = {"power": "united_states", "phase": "noncombat_move"}
TO_THE_SOUTH = {
    "hawaiian_islands": {"united_states": {"fighter": 1}},
    "sz22": {"united_states": {"aircraft_carrier": 1}},
    "eastern_united_states": {"united_states": {"infantry": 3}},
}


async def test_what_forbids_the_end_of_a_phase_is_told_before_what_was_left_standing(tmp_path: Path) -> None:
    units = {"ukraine": {"soviet_union": {"fighter": 1}}, "russia": {"soviet_union": {"infantry": 3}}}
    async with game_at(tmp_path, "noncombat_move", units) as (_, play, anna):
        no = await anna.command(CHANNEL, "end-phase")
        assert no.content.startswith("The fighter over Ukraine can still reach a landing place. Land it first.")
        assert "End anyway" not in no.shown.labels
        await anna.press(no.shown, no.shown.labels[0])
        await anna.command(CHANNEL, "undo")
        assert "End anyway" not in (await anna.command(CHANNEL, "end-phase")).shown.labels
        assert (await play.state()).phase == "noncombat_move"


async def test_the_carrier_that_must_come_is_named_and_brought_by_button(tmp_path: Path) -> None:
    async with game_at(tmp_path, "noncombat_move", TO_THE_SOUTH, turn=AMERICAN) as (_, play, anna):
        await anna.command(CHANNEL, "move", **order("hawaiian islands", "1 fighter", "sz40 > sz36 > sz20 > sz21"))
        no = await anna.command(CHANNEL, "end-phase")
        sentence = (
            "The carrier in sea zone 22 can still come to sea zone 21 for the fighter, so move it there. (NCM-19)"
        )
        assert no.content == sentence
        assert no.shown.labels == ["Bring the carrier from sea zone 22 to sea zone 21"]
        await anna.press(no.shown, no.shown.labels[0])
        state = await play.state()
        assert [piece.space for piece in state.pieces.values() if piece.unit == "aircraft_carrier"] == ["sz21"]
        await anna.command(CHANNEL, "end-phase")
        assert (await play.state()).phase != "noncombat_move"


async def test_where_aircraft_must_land_is_offered_first(tmp_path: Path) -> None:
    units = {"russia": {"soviet_union": {"infantry": 9, "tank": 2}}, "ukraine": {"soviet_union": {"fighter": 1}}}
    async with game_at(tmp_path, "noncombat_move", units) as (_, _play, anna):
        panel = await found(anna, lambda message: "End moves" in message.labels)
        (menu,) = (await anna.press(panel, "Move")).shown.selects
        first, *_ = menu.options
        assert (first.label, first.description) == ("Ukraine", "1 fighter, to land")
        told = await anna.command(CHANNEL, "my-orders")
        assert "Still to land: 1 fighter over Ukraine (range 4)." in told.content


async def test_a_carrier_is_named_as_the_place_to_land(tmp_path: Path) -> None:
    fleet = {"sz40": {"united_states": {"fighter": 1}}, "sz43": {"united_states": {"aircraft_carrier": 1}}}
    async with game_at(tmp_path, "noncombat_move", fleet, turn=AMERICAN) as (_, _play, anna):
        no = await anna.command(CHANNEL, "end-phase")
        assert "on the carrier in sea zone 43" in no.content
        assert "Land on the carrier in sea zone 43" in no.shown.labels


async def test_aircraft_that_can_make_room_on_a_carrier_are_landed_by_button(tmp_path: Path) -> None:
    full = {**TO_THE_SOUTH, "sz22": {}, "sz21": {"united_states": {"aircraft_carrier": 1, "fighter": 2}}}
    async with game_at(tmp_path, "noncombat_move", full, turn=AMERICAN) as (_, play, anna):
        await anna.command(CHANNEL, "move", **order("hawaiian islands", "1 fighter", "sz40 > sz36 > sz20 > sz21"))
        no = await anna.command(CHANNEL, "end-phase")
        assert no.content.startswith(
            "Another aircraft can make room for the fighter on the carrier in sea zone 21. It "
        )
        assert "Land in Brazil" in no.shown.labels
        await anna.press(no.shown, "Land in Brazil")
        await anna.command(CHANNEL, "end-phase")
        assert (await play.state()).phase != "noncombat_move"


@pytest.mark.parametrize(
    ("units", "moved"),
    [("all infantry", {"infantry": 3}), ("all", {"infantry": 3, "tank": 1}), ("all tnaks", {"tank": 1})],
)
async def test_all_is_understood_by_the_command(tmp_path: Path, units: str, moved: dict[str, int]) -> None:
    stacks = {"russia": {"soviet_union": {"infantry": 3, "tank": 1}}, "archangel": {"soviet_union": {"infantry": 1}}}
    async with game_at(tmp_path, "noncombat_move", stacks) as (_, play, anna):
        typed = {"from": "russia", "units": "all", "to": ""}
        (offered,) = await anna.autocomplete(CHANNEL, "move", focused="units", **typed)
        assert (offered.name, offered.value) == ("all: 3 infantry, 1 tank", "3 infantry, 1 tank")
        told = await anna.command(CHANNEL, "move", **order("Rusia", units, "archangle"))
        assert "Russia to Archangel" in told.content
        assert (await play.state()).undo[0].order["units"] == moved


async def test_all_in_a_form_counts_what_the_lines_before_it_leave(tmp_path: Path) -> None:
    stacks = {"russia": {"soviet_union": {"infantry": 5, "tank": 1}}}
    async with game_at(tmp_path, "noncombat_move", stacks) as (_, play, anna):
        form = (await anna.command(CHANNEL, "orders")).opened
        lines = ["2 inf russia > archangel", "all infantry russia > caucasus", "all: russia > urals"]
        told = await anna.submit(form, {"text": "\n".join(lines)})
        assert [entry.order["units"] for entry in (await play.state()).undo] == [
            {"infantry": 2},
            {"infantry": 3},
            {"tank": 1},
        ], told.content


async def test_some_of_a_kind_are_counted_in_a_form(tmp_path: Path) -> None:
    stacks = {"russia": {"soviet_union": {"infantry": 5, "tank": 1}}}
    async with game_at(tmp_path, "noncombat_move", stacks) as (_, play, anna):
        thumb = await from_place(anna, "russia")
        form = (await anna.press(thumb.sheet, "How many?")).opened
        assert [(field.label, field.value) for field in form.fields] == [("Infantry", "5"), ("Tanks", "1")]
        await anna.submit(form, {"russia.infantry": "4"})
        await thumb.sees("**From Russia**: 4 infantry and 1 tank.")
        await thumb.choose("Archangel", sees="1. 4 infantry, 1 tank: Russia to Archangel")
        assert (await play.state()).undo[0].order["units"] == {"tank": 1, "infantry": 4}


async def test_who_cannot_go_with_the_others_is_told_why(tmp_path: Path) -> None:
    stacks = {
        "united_kingdom": {"united_kingdom": {"infantry": 2, "tank": 1}},
        "sz6": {"united_kingdom": {"transport": 1}},
    }
    british = {"power": "united_kingdom", "phase": "combat_move"}
    async with game_at(tmp_path, "combat_move", stacks, turn=british) as (_, play, anna):
        thumb = await from_place(anna, "united_kingdom")
        await thumb.choose("Sea zone 6", sees="1 infantry: United Kingdom to sea zone 6")
        await thumb.sees(
            "1 infantry in the United Kingdom can't come: There is no room for 2 infantry in sea zone 6: a transport "
            "carries 1 land unit and 1 infantry."
        )
        assert [entry.order["units"] for entry in (await play.state()).undo] == [{"tank": 1}, {"infantry": 1}]


async def test_fewer_units_are_offered_where_all_cannot_go(tmp_path: Path) -> None:
    stacks = {
        "united_kingdom": {"united_kingdom": {"infantry": 3}},
        "sz6": {"united_kingdom": {"transport": 1}},
    }
    british = {"power": "united_kingdom", "phase": "combat_move"}
    async with game_at(tmp_path, "combat_move", stacks, turn=british) as (_, play, anna):
        no = await anna.command(CHANNEL, "move", **order("united kingdom", "3 infantry", "sz6"))
        assert no.content.endswith("(UNI-61)")
        assert no.shown.labels == ["Move 2 infantry to sea zone 6 instead", "Why? UNI-61"]
        await anna.press(no.shown, "Move 2 infantry to sea zone 6 instead")
        assert [entry.order["units"] for entry in (await play.state()).undo] == [{"infantry": 2}]


@pytest.mark.parametrize(("phase", "place_of_enemies"), [("combat_move", 0), ("noncombat_move", -1)])
async def test_enemies_and_own_units_are_told_apart_where_one_can_go(
    tmp_path: Path, phase: str, place_of_enemies: int
) -> None:
    stacks = {
        "united_kingdom": {"united_kingdom": {"fighter": 1}},
        "sz6": {"united_kingdom": {"submarine": 1, "battleship": 1}, "germany": {"transport": 1, "destroyer": 1}},
    }
    british = {"power": "united_kingdom", "phase": phase}
    async with game_at(tmp_path, phase, stacks, turn=british) as (_, _, anna):
        ends = ends_on((await from_place(anna, "united_kingdom")).sheet)
        assert list(ends.items())[place_of_enemies] == (
            "Sea zone 6",
            "1 space; enemy: 1 transport, 1 destroyer; with 1 submarine, 1 battleship",
        )


async def test_the_army_of_a_neutral_is_shown_where_one_can_go(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition="global_1940")
        await correct(table, {"turn": {"power": "germany", "phase": "combat_move"}})
        told = ends_on((await from_place(ben, "slovakia_hungary")).sheet)
        assert told["Yugoslavia"] == "1 space; there: 5 infantry of its own"
        typed = {"from": "slovakia hungary", "units": "1 infantry", "to": "yug"}
        (choice,) = await ben.autocomplete(CHANNEL, "move", focused="to", **typed)
        assert choice.name == "Yugoslavia (1), there: 5 infantry of its own"


async def test_all_are_shipped_and_all_are_placed(tmp_path: Path) -> None:
    units = {
        "united_kingdom": {"united_kingdom": {"infantry": 2, "fighter": 1}},
        "sz6": {"united_kingdom": {"transport": 1}},
    }
    british = {"power": "united_kingdom", "phase": "noncombat_move"}
    async with game_at(tmp_path, "noncombat_move", units, turn=british) as (table, play, anna):
        told = await anna.command(CHANNEL, "ship", **order("united kingdom", "all", "iceland"))
        assert "2 infantry: sea zone 3 to Iceland" in told.content
        bought = {"united_kingdom": {"infantry": 2, "tank": 1}}
        change = {"turn": {**british, "phase": "mobilize"}, "purchased": bought}
        await correct(table, change)
        placed = await anna.command(CHANNEL, "place", units="all", space="united kingdom")
        assert "2 infantry, 1 tank in the United Kingdom" in placed.content
        nothing = await anna.command(CHANNEL, "place", units="all", space="united kingdom")
        assert nothing.content.startswith("You have no units left to place.")
        refused = await anna.command(CHANNEL, "buy", units="all infantry")
        assert refused.content.startswith("You can write “all” only to move or place units.")
        assert (await play.state()).phase == "mobilize"


LANDING_GERMANS = {
    "southern_europe": {"germany": {"infantry": 1}},
    "western_europe": {"germany": {"fighter": 1}},
    "sz9": {"germany": {"submarine": 1}},
}


@pytest.mark.parametrize(
    ("start", "units", "end", "path"),
    [
        ("south", "1 inf", "east", ["southern_europe", "eastern_europe"]),
        ("western", "1 ftr", "germany", ["western_europe", "germany"]),
        ("9", "1 sub", "8", ["sz9", "sz8"]),
    ],
)
async def test_of_places_with_one_name_the_one_that_can_be_meant_is(
    tmp_path: Path, start: str, units: str, end: str, path: list[str]
) -> None:
    turn = {"power": "germany", "phase": "noncombat_move"}
    async with game_at(tmp_path, "noncombat_move", LANDING_GERMANS, turn=turn) as (table, play, _):
        typed = move_action(await play.state(), f"{units} {start} > {end}")
        assert typed["path"] == path
        await table.user("Ben").command(CHANNEL, "move", **order(start, units, end))
        way = (await play.state()).undo[0].order["path"]
        assert isinstance(way, list)
        assert [way[0], way[-1]] == path
