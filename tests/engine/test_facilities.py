"""Facilities by their lines: what they make and take, who raids them, where they may stand, and how they fall."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import (
    IllegalAction,
    InvalidData,
    event_from_json,
    event_to_json,
    load_setup,
    new_game,
    state_from_json,
    state_to_json,
)
from engine.facilities.capacity import capacity, complex_in, usable_complexes
from engine.facilities.damage import damage_limit, facility_line
from engine.facilities.targets import kinds_raided, raid_target, targets_in
from engine.facts.edition import read_edition
from tests.bases import AIR_BASE, MAJOR, MINOR, NAVAL_BASE, SETUP, add_bases
from tests.engine.random_games import play_random_game
from tests.engine.table import Table, position

UK = "united_kingdom"


@pytest.fixture(autouse=True)
def _bases(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_bases(tmp_path, monkeypatch)


def table(power: str, phase: str, spaces: dict[str, str] | None = None, **more: Any) -> Table:
    """A position of the invented setup, by default with nobody on the board."""
    return position(power, phase, spaces or {}, setup=SETUP, **more)


def raid(table: Table, units: str, target: str) -> Table:
    """A raid on Germany from the United Kingdom."""
    return table.move(f"{units}: united_kingdom > germany", raid=target)


def place(units: str, space: str) -> dict[str, Any]:
    """A placement of "3 infantry"."""
    count, unit = units.split()
    return {"type": "mobilize", "units": {unit: int(count)}, "space": space}


class TestProduction:
    def test_a_major_complex_makes_ten_and_a_minor_three_wherever_they_stand(self) -> None:
        state = new_game(SETUP)
        assert complex_in(state, "eastern_united_states") == MAJOR
        assert [capacity(state, space) for space in ("eastern_united_states", "italy", "caucasus")] == [10, 10, 3]

    def test_a_base_makes_nothing_and_is_no_place_to_build_units(self) -> None:
        state = new_game(SETUP)
        assert complex_in(state, "france") is None
        assert capacity(state, "france") == 0
        assert "france" not in usable_complexes(state, "germany")
        table("germany", "mobilize", purchased={"germany": {"infantry": 1}}).refuses(
            place("1 infantry", "france"), "MOB-03"
        )

    def test_damage_to_a_complex_is_lost_production_and_damage_to_the_base_beside_it_is_none(self) -> None:
        hurt = {"germany": {"damage": {MAJOR: 4, AIR_BASE: 3}}}
        board = table("germany", "mobilize", more_spaces=hurt, purchased={"germany": {"infantry": 7}})
        assert capacity(board.state, "germany") == 6
        board.refuses(place("7 infantry", "germany"), "MOB-12")

    def test_increased_production_raises_what_its_line_says(self) -> None:
        board = table("germany", "mobilize", technologies={"germany": ["increased_factory_production"]})
        assert capacity(board.state, "germany") == 12


class TestDamage:
    def test_each_facility_of_a_territory_has_a_limit_and_damage_of_its_own(self) -> None:
        board = table(UK, "combat_move", {"united_kingdom": f"{UK}: 2 bomber"})
        assert [damage_limit(board.state, "germany", unit) for unit in (MAJOR, AIR_BASE)] == [20, 6]
        raid(board, "1 bomber", MAJOR)
        raid(board, "1 bomber", AIR_BASE)
        board.end_phase().battle("germany", "2 3 5 6")
        assert board.board["damage"] == {"germany": {MAJOR: 5, AIR_BASE: 6}}
        assert board.pending == []
        assert state_from_json(state_to_json(board.state)) == board.state

    @pytest.mark.parametrize(("unit", "damage", "works"), [(AIR_BASE, 2, True), (AIR_BASE, 3, False), (MINOR, 2, True)])
    def test_from_some_damage_on_a_facility_does_not_work(self, unit: str, damage: int, works: bool) -> None:
        assert facility_line(new_game(SETUP), unit).works_with(damage, value=1) is works

    def test_each_is_repaired_for_itself(self) -> None:
        hurt = {"germany": {"damage": {MAJOR: 4, AIR_BASE: 3}}}
        board = table("germany", "purchase", more_spaces=hurt, ipcs={"germany": 10})
        board.do({"type": "purchase", "units": {}, "repairs": {"germany": {AIR_BASE: 3, MAJOR: 1}}})
        assert board.board["damage"] == {"germany": {MAJOR: 3}}
        assert board.ipcs("germany") == 6


class TestRaids:
    def test_who_may_strike_a_facility_is_said_by_its_line(self) -> None:
        state = new_game(SETUP)
        bomber, fighter = (state.edition.unit[unit] for unit in ("bomber", "fighter"))
        assert targets_in(state, "germany", [bomber]) == (MAJOR, AIR_BASE)
        assert targets_in(state, "germany", [fighter, bomber]) == (AIR_BASE,)
        assert kinds_raided(state) == "an industrial complex, an air base or a naval base"

    def test_a_fighter_raids_a_base_and_no_complex(self) -> None:
        board = table(UK, "combat_move", {"united_kingdom": f"{UK}: 1 fighter, 1 bomber"})
        no = board.refuses_move("1 fighter: united_kingdom > germany", "SPC-27", raid=MAJOR)
        assert no == "Fighters cannot raid a major industrial complex; bombers can."
        board.move("1 fighter: united_kingdom > france", raid=AIR_BASE).end_phase().battle("france", "2 5")
        assert board.board["damage"] == {"france": {AIR_BASE: 5}}

    def test_only_what_stands_there_is_raided(self) -> None:
        board = table(UK, "combat_move", {"united_kingdom": f"{UK}: 1 bomber"})
        assert "no naval base in Germany" in board.refuses_move(
            "1 bomber: united_kingdom > germany", "SPC-27", raid=NAVAL_BASE
        )
        no = board.refuses_move("1 bomber: united_kingdom > germany", "SPC-27", raid="tank")
        assert no == "A raid strikes an industrial complex, an air base or a naval base, not “tank”."

    def test_a_raid_that_names_nothing_means_the_only_target_and_asks_where_there_are_several(self) -> None:
        state = new_game(SETUP)
        bomber = [state.edition.unit["bomber"]]
        assert raid_target(state, "france", bomber) == AIR_BASE
        with pytest.raises(IllegalAction, match="Say which of them you raid") as asked:
            raid_target(state, "germany", bomber)
        assert "a major industrial complex and an air base" in str(asked.value)

    def test_each_facility_fires_its_own_guns_at_those_who_bomb_it(self) -> None:
        spaces = {"united_kingdom": f"{UK}: 3 bomber", "germany": "germany: 2 anti_aircraft_gun"}
        board = table(UK, "combat_move", spaces)
        raid(board, "1 bomber", MAJOR)
        raid(board, "2 bomber", AIR_BASE)
        board.end_phase().battle("germany", "1 4 5 2 3")
        fired = [(event.facility, len(event.shots)) for event in board.happened("anti_aircraft_fired")]
        assert sorted(fired) == [(AIR_BASE, 2), (MAJOR, 1)]
        assert len(board.happened("units_lost")) == 1
        assert all(event_from_json(event_to_json(event)) == event for event in board.events)

    def test_rockets_strike_what_they_are_told_to_or_what_can_still_be_damaged(self) -> None:
        full = {"germany": {"damage": {MAJOR: 20}}}
        board = table(
            UK,
            "conduct_combat",
            {"france": f"{UK}: 2 anti_aircraft_gun"},
            owners={"france": UK},
            technologies={UK: ["rockets"]},
            more_spaces=full,
        )
        guns = [piece.id for piece in board.state.guns]
        strike = {"type": "battle", "kind": "rocket", "space": "germany"}
        board.refuses({**strike, "facility": NAVAL_BASE}, "SPC-51")
        board.do({**strike, "pick": guns[:1]}, "3")
        board.do({**strike, "pick": guns[1:], "facility": AIR_BASE}, "2")
        assert board.board["damage"] == {"germany": {MAJOR: 20, AIR_BASE: 5}}


class TestSites:
    def buy(self, unit: str, **more: Any) -> Table:
        """Germany with a facility to place."""
        return table("germany", "mobilize", purchased={"germany": {unit: 2}}, **more)

    def test_a_base_stands_beside_a_complex_which_goes_on_working(self) -> None:
        board = self.buy(NAVAL_BASE).do(place(f"1 {NAVAL_BASE}", "germany"))
        assert board.state.facilities["germany"] == (MAJOR, AIR_BASE, NAVAL_BASE)
        assert capacity(board.state, "germany") == 10
        assert "germany" in usable_complexes(board.state, "germany")

    def test_a_territory_holds_one_of_a_kind(self) -> None:
        no = self.buy(MINOR).refuses(place(f"1 {MINOR}", "germany"), "UNI-36")
        assert no.startswith("Germany already has a major industrial complex, and a territory holds only one industr")
        no = self.buy(AIR_BASE).refuses(place(f"1 {AIR_BASE}", "germany"), "UNI-37")
        assert no == "Germany already has an air base, and a territory holds only one."
        table("germany", "mobilize").refuses(
            {"type": "edit", "spaces": {"germany": {"facilities": [MAJOR, MINOR]}}}, "UNI-36"
        )

    def test_a_territory_must_be_worth_enough_and_bear_the_emblem_of_its_owner(self) -> None:
        self.buy(MINOR).refuses(place(f"1 {MINOR}", "morocco_algeria"), "MOB-19")
        self.buy(MAJOR).refuses(place(f"1 {MAJOR}", "finland"), "MOB-19")
        self.buy(MAJOR, owners={"balkans": "germany"}).refuses(place(f"1 {MAJOR}", "balkans"), "MOB-21")
        self.buy(AIR_BASE).do(place(f"1 {AIR_BASE}", "morocco_algeria"))


class TestCapture:
    def taken(self, damage: dict[str, int] | None = None, **more: Any) -> Table:
        """German tanks walk into the United Kingdom."""
        spaces = {"northwestern_europe": "germany: 1 tank", "sz6": "germany: 1 transport"}
        hurt = {UK: {"damage": damage}} if damage else {}
        board = table("germany", "combat_move", spaces, more_spaces=hurt, **more)
        board.move("1 tank: northwestern_europe > sz6").move("1 tank: sz6 > united_kingdom")
        return board.end_phase()

    def test_a_captured_major_complex_becomes_a_minor_one_and_bases_stay(self) -> None:
        board = self.taken()
        assert board.owner(UK) == "germany"
        assert board.state.facilities[UK] == (MINOR, AIR_BASE, NAVAL_BASE)
        (fell,) = board.happened("facility_fell")
        assert (fell.facility, fell.becomes, fell.damage) == (MAJOR, MINOR, 0)
        assert event_from_json(event_to_json(fell)) == fell

    @pytest.mark.parametrize(("before", "after"), [(11, 6), (4, 4)])
    def test_no_more_damage_stays_than_the_minor_complex_takes(self, before: int, after: int) -> None:
        board = self.taken({MAJOR: before, AIR_BASE: 5})
        assert board.board["damage"] == {UK: {MINOR: after, AIR_BASE: 5}}

    def test_what_was_freed_stays_as_it_is(self) -> None:
        board = table(
            "germany",
            "combat_move",
            {"germany": "germany: 1 tank"},
            owners={"france": UK},
            more_spaces={"france": {"facilities": [MAJOR]}, "italy": {"owner": UK}},
        )
        board.move("1 tank: germany > italy").end_phase()
        assert board.owner("italy") == "italy"
        assert board.state.facilities["italy"] == (MAJOR, NAVAL_BASE)


class TestData:
    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            ({MINOR: {"facility": {"kind": "workshop"}}}, "facilities that produce must be of one kind"),
            ({MAJOR: {"facility": {"captured_as": "air_base"}}}, "captured_as of major_industrial_complex must be of"),
            ({MAJOR: {"facility": {"captured_as": "shed"}}}, "names something unknown: shed"),
            ({"tank": {"facility": {"kind": "tank"}}}, "say under “facility” what they are"),
            ({"zeppelin": {"cost": 1}}, "there is no zeppelin in the unit table"),
        ],
    )
    def test_lines_that_do_not_fit_are_refused(self, tmp_path: Path, change: dict[str, Any], reason: str) -> None:
        setup = tmp_path / "setups" / f"{SETUP}.json"
        setup.write_text(json.dumps({**json.loads(setup.read_text()), "units": change}), encoding="utf-8")
        with pytest.raises(InvalidData, match=reason):
            read_edition(SETUP, tmp_path)

    def test_a_setup_changes_lines_of_its_unit_table(self, tmp_path: Path) -> None:
        setup = tmp_path / "setups" / f"{SETUP}.json"
        destroyed = {AIR_BASE: {"cost": 9, "facility": {"captured_as": "nothing"}}}
        setup.write_text(json.dumps({**json.loads(setup.read_text()), "units": destroyed}), encoding="utf-8")
        line = read_edition(SETUP, tmp_path).unit[AIR_BASE]
        assert (line.cost, line.facility and line.facility.captured_as, line.name) == (9, "nothing", "air base")

    def test_the_other_setups_are_as_they_were(self) -> None:
        assert load_setup("revised").unit["industrial_complex"].produces


@pytest.mark.parametrize("seed", range(2))
def test_random_games_with_bases_keep_every_promise_of_the_engine(seed: int) -> None:
    game = play_random_game(seed, 60, SETUP, every=5)
    assert game.counts["actions"] > 0
