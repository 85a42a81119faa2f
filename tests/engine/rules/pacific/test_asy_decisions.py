"""Who is asked in Pacific 1940, and the defaults for players who are away (chapter ASY)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.engine.rules.pacific.playing import japanese_attack
from tests.engine.rules.pacific.test_uni_bases import WARS, table
from tests.engine.rules.pacific.test_uni_two_hits import damaged, hits
from tests.engine.table import Table

US, UK = "united_states", "united_kingdom"
JOINT = "china: 2 infantry; united_kingdom: 1 tank"
NO_TOKENS = {"kamikaze_tokens": {"japan": 0}}


def default(board: Table) -> Any:
    """What stands by for the one open question."""
    (request,) = board.state.requests
    return request.default


def joint_defence(defenders: str = JOINT, **more: Any) -> Table:
    """Three Japanese tanks hit Chinese and British units in Hunan once."""
    return japanese_attack("3 tank", defenders, relations=WARS, **more).battle("hunan", "3 4 5")


class TestLossesOfTheDefender:
    @pytest.mark.rule("ASY-07", "CMB-12", setups="1940")
    def test_the_owner_of_what_was_hit_is_asked_in_each_round_and_the_printed_order_stands_by(self) -> None:
        board = japanese_attack("3 tank", "china: 2 infantry, 1 artillery, 1 fighter").battle("hunan", "1 6 6")
        assert (board.questions, default(board)) == ([("casualties", ("china",))], {"units": {"infantry": 1}})
        board.decide("casualties", "default", "6 6 6 6").press("1 1 6")
        assert default(board) == {"units": {"infantry": 1, "artillery": 1}}
        board.lose("1 fighter, 1 artillery", "6 6 6")
        assert board.at("hunan")["china"] == {"infantry": 1}

    @pytest.mark.rule("ASY-08", setups="1940")
    @pytest.mark.parametrize("hits", range(1, 8))
    def test_on_land_the_printed_order_ends_with_fighters_and_tactical_bombers(self, hits: int) -> None:
        order = ["aaa", "infantry", "mechanized_infantry", "artillery", "tank"]
        order += ["strategic_bomber", "fighter", "tactical_bomber"]
        board = japanese_attack("7 tank", f"{UK}: " + ", ".join(f"1 {unit}" for unit in order), relations=WARS)
        board.battle("hunan", "1 " * hits + "6 " * (7 - hits))
        assert default(board) == {"units": dict.fromkeys(order[:hits], 1)}

    @pytest.mark.rule("ASY-09", setups="1940")
    @pytest.mark.parametrize("hits", range(1, 8))
    def test_at_sea_first_hits_go_before_the_printed_order_of_ships_and_aircraft(self, hits: int) -> None:
        """Midway is American, so the aircraft of a damaged carrier find a landing place."""
        order = ["submarine", "destroyer", "cruiser", "fighter", "tactical_bomber"]
        fleet = ", ".join(f"1 {unit}" for unit in [*order, "aircraft_carrier", "battleship"])
        spaces = {"sz24": "japan: 7 destroyer", "sz25": f"{US}: {fleet}"}
        board = table("japan", "combat_move", spaces).move("7 destroyer: sz24 > sz25").end_phase()
        board.battle("sz25", "1 " * hits + "6 " * (7 - hits))
        damaged_ships = ["battleship", "aircraft_carrier"][:hits]
        units = dict.fromkeys(order[: max(0, hits - 2)], 1)
        assert default(board) == {"units": units, "damaged": dict.fromkeys(damaged_ships, 1)}

    @pytest.mark.rule("ASY-07", setups="1940")
    def test_at_sea_transports_come_last(self) -> None:
        spaces = {"sz31": f"{US}: 2 destroyer", "sz32": "japan: 1 transport, 1 destroyer, 1 cruiser"}
        board = table(US, "combat_move", spaces).move("2 destroyer: sz31 > sz32").end_phase().battle("sz32", "1 6")
        assert default(board) == {"units": {"destroyer": 1}}
        board.refuses({"type": "decide", "kind": "casualties", "choice": {"units": {"transport": 1}}}, "CMB-18")

    @pytest.mark.rule("ASY-10", setups="1940")
    def test_of_equal_ships_the_one_with_the_least_cargo_is_given_up(self) -> None:
        spaces = {"sz31": f"{US}: 1 submarine", "sz32": "japan: 1 submarine, 2 transport"}
        spaces["wake_island"] = f"{US}: 1 fighter"
        loads = ({"infantry": 1}, {"infantry": 1, "tank": 1})
        aboard = [{"transport": "japan", "units": {"japan": load}} for load in loads]
        board = table(US, "combat_move", spaces, cargo={"sz32": aboard})
        board.move("1 submarine: sz31 > sz32", attack=True).move("1 fighter: wake_island > sz32", attack=True)
        board.end_phase().battle("sz32").decide("submerge", {}).decide("submerge", {}, "6 6 3")
        board.decide("casualties", "default")
        assert board.at("sz32")["japan"] == {"submarine": 1, "transport": 1, "infantry": 1, "tank": 1}

    @pytest.mark.rule("ASY-10", setups="1940")
    def test_a_carrier_without_guests_is_given_up_before_one_with_guests(self) -> None:
        fleet = f"{US}: 2 aircraft_carrier, 1 destroyer; {UK}: 1 fighter"
        board = table(US, "combat_move", {"sz31": fleet, "sz32": "japan: 2 cruiser"})
        carriers = [ship.id for ship in board.pieces if ship.unit == "aircraft_carrier"]
        (guest,) = (piece for piece in board.pieces if piece.power == UK)
        board = damaged(board, *carriers)
        aboard_the_second = {guest.id: replace(guest, aboard=carriers[1])}
        board = Table(replace(board.state, pieces={**board.state.pieces, **aboard_the_second}))
        board.move("2 aircraft_carrier, 1 destroyer: sz31 > sz32").end_phase().battle("sz32", "6 1 1")
        board.decide("casualties", "default")
        assert board.at("sz32") == {US: {"aircraft_carrier": 1}, UK: {"fighter": 1}, "japan": {"cruiser": 2}}

    @pytest.mark.rule("ASY-10", setups="1940")
    def test_the_first_hit_falls_on_the_battleship_that_is_whole_and_a_damaged_one_comes_last(self) -> None:
        spaces = {"sz31": f"{US}: 2 destroyer", "sz32": "japan: 2 battleship"}
        board = table(US, "combat_move", spaces)
        whole, hurt = (ship.id for ship in board.state.at("sz32"))
        board = damaged(board, hurt).move("2 destroyer: sz31 > sz32").end_phase().battle("sz32", "1 6")
        board.decide("casualties", "default", "6 6")
        assert [hits(board, ship) for ship in (whole, hurt)] == [1, 1]


class TestJointDefence:
    @pytest.mark.rule("ASY-11", "CMB-22", "CMB-23", setups="1940")
    def test_the_owners_choose_together_and_fire_together(self) -> None:
        board = joint_defence()
        assert board.questions == [("casualties", ("china", UK))]
        board.lose(f"{UK}: 1 tank", power="china")
        assert board.board["acting"] == [UK], "nothing is settled before the other owner has spoken"
        board.decide("casualties", "agree", "2 6 3", power=UK)
        assert [(shot.power, shot.unit, shot.hits) for shot in board.happened("fired")[0].shots] == [
            ("china", "infantry", 1),
            (UK, "tank", 1),
        ]
        assert board.at("hunan") == {"japan": {"tank": 1}, "china": {"infantry": 2}}

    @pytest.mark.rule("ASY-11", setups="1940")
    def test_by_default_the_largest_contingent_of_a_unit_loses_first(self) -> None:
        board = joint_defence("china: 1 infantry; united_kingdom: 2 infantry")
        board.decide("casualties", "default").decide("casualties", "default", "6 6 6")
        assert board.at("hunan") == {"japan": {"tank": 3}, "china": {"infantry": 1}, UK: {"infantry": 1}}

    @pytest.mark.rule("ASY-12", setups="1940")
    @pytest.mark.parametrize("first", ["china", UK])
    def test_the_silence_of_an_owner_is_no_dispute_and_the_default_decides(self, first: str) -> None:
        board = joint_defence().lose(f"{UK}: 1 tank", power=first)
        board.decide("casualties", "default", "6 6 6", power={"china": UK, UK: "china"}[first])
        assert board.at("hunan") == {"japan": {"tank": 3}, "china": {"infantry": 1}, UK: {"tank": 1}}

    @pytest.mark.rule("ASY-12", "CMB-23", setups="1940")
    def test_when_they_disagree_the_attacker_chooses_or_by_an_option_the_default(self) -> None:
        board = joint_defence().lose(f"{UK}: 1 tank", power="china").lose("china: 1 infantry", power=UK)
        assert board.questions == [("casualties", ("japan",))]
        board.lose(f"{UK}: 1 tank", "6 6 6", power="japan")
        assert UK not in board.at("hunan")
        board = joint_defence(options={"disputed_casualties": "default_list"}).lose(f"{UK}: 1 tank", power="china")
        board.lose(f"{UK}: 1 tank", power="china").lose("china: 1 infantry", "6 6 6", power=UK)
        assert board.at("hunan") == {"japan": {"tank": 3}, "china": {"infantry": 1}, UK: {"tank": 1}}


class TestAttackerAway:
    @pytest.mark.rule("ASY-13", setups="1940")
    @pytest.mark.parametrize(
        ("aircraft", "hurt", "lost"),
        [("fighter", "hunan", "infantry"), ("fighter", "kiangsu", "fighter"), ("strategic_bomber", "kiangsu", "")],
    )
    def test_the_last_who_can_take_a_territory_is_kept_for_an_aircraft_that_is_worth_it(
        self, aircraft: str, hurt: str, lost: str
    ) -> None:
        """Infantry costs 3; Hunan is worth 1 and Shanghai 3 and, as a victory city, 10 more; a fighter costs 10."""
        china = "kwangsi" if hurt == "hunan" else "anhwe"
        spaces = {china: f"{UK}: 1 infantry, 1 {aircraft}", hurt: "japan: 2 infantry"}
        board = table(UK, "combat_move", spaces, owners={china: "china", hurt: "japan"})
        board.move(f"1 infantry, 1 {aircraft}: {china} > {hurt}").end_phase().battle(hurt, "6 6 1 6")
        assert board.questions == [("casualties", (UK,))]
        assert default(board) == {"units": {lost or aircraft: 1}}

    @pytest.mark.rule("ASY-40", setups="1940")
    @pytest.mark.parametrize(
        ("defenders", "choice"), [("1 infantry", {"press": True}), ("5 infantry", {"retreat": "kiangsi"})]
    )
    def test_who_is_away_presses_on_where_he_expects_to_win_and_else_retreats(
        self, defenders: str, choice: dict[str, Any]
    ) -> None:
        board = japanese_attack("3 infantry", f"china: {defenders}").battle("hunan", "6 6 6" + " 6" * int(defenders[0]))
        assert (board.questions, default(board)) == ([("retreat", ("japan",))], choice)


def raid(raiders: str, defenders: str, *, escorts: int = 0, infantry: int = 0, **more: Any) -> Table:
    """British bombers and fighters raid the naval base of Japanese Kwangtung; all moves are made."""
    force = raiders + (f", {escorts} fighter" if escorts else "") + (f", {infantry} infantry" if infantry else "")
    owners = {"kwangtung": "japan", "kiangsi": "china"}
    spaces = {"kiangsi": f"{UK}: {force}", "kwangtung": defenders}
    board = table(UK, "combat_move", spaces, owners=owners, **more)
    board.move(f"{raiders}: kiangsi > kwangtung", raid="naval_base")
    if escorts:
        board.move(f"{escorts} fighter: kiangsi > kwangtung", escort=True)
    if infantry:
        board.move(f"{infantry} infantry: kiangsi > kwangtung")
    return board.end_phase()


def rise(count: int) -> dict[str, Any]:
    """The answer that so many fighters intercept."""
    return {"intercept": {"kwangtung": {"fighter": count}}}


class TestAirBattle:
    @pytest.mark.rule("ASY-16", setups="1940")
    def test_each_side_chooses_its_losses(self) -> None:
        board = raid("1 strategic_bomber, 1 tactical_bomber", "japan: 2 fighter", escorts=1)
        board.decide("reaction", rise(2)).battle("kwangtung", "6 6 6 1 6")
        assert board.questions == [("casualties", (UK,))]
        board.lose("1 fighter", "6 6 2 3")
        assert board.at("kwangtung")[UK] == {"strategic_bomber": 1, "tactical_bomber": 1}

    @pytest.mark.rule("ASY-22", setups="1940")
    @pytest.mark.parametrize(
        ("raiders", "escorts", "fighters", "infantry", "rising"),
        [
            ("1 strategic_bomber, 1 tactical_bomber", 0, 2, 0, rise(2)),
            ("1 strategic_bomber, 1 tactical_bomber", 1, 2, 0, {}),
            ("1 strategic_bomber", 1, 3, 0, rise(3)),
            ("1 strategic_bomber", 0, 3, 1, {}),
        ],
    )
    def test_by_default_all_intercept_unless_outnumbered_or_attacked_otherwise_too(
        self, raiders: str, escorts: int, fighters: int, infantry: int, rising: dict[str, Any]
    ) -> None:
        board = raid(raiders, f"japan: {fighters} fighter", escorts=escorts, infantry=infantry)
        assert (board.questions, default(board)) == ([("reaction", ("japan",))], rising)

    @pytest.mark.rule("ASY-22", setups="1940")
    def test_only_the_owners_of_fighters_in_the_raided_territory_are_asked(self) -> None:
        assert raid("1 strategic_bomber", "japan: 2 tactical_bomber").questions == []


def carrier_sunk(answer: str = "6 6", **spaces: str) -> Table:
    """American battleships sink a Japanese carrier in sea zone 20 under its fighter and draw off."""
    fleet = {"sz21": f"{US}: 3 battleship", "sz20": "japan: 1 aircraft_carrier, 1 fighter", **spaces}
    owners = {space: "china" for space in ("kiangsi", "kwangtung") if space not in spaces}
    owners |= {} if "formosa" in spaces else {"formosa": US}
    board = table(US, "combat_move", fleet, owners=owners, **NO_TOKENS)
    board.move("3 battleship: sz21 > sz20").end_phase().battle("sz20", "1 1 6")
    return board.decide("casualties", {"units": {"aircraft_carrier": 1}}, answer).retreat("sz21")


@pytest.mark.rule("ASY-25", "SPC-80", "SPC-79", setups="1940")
class TestStrandedAircraft:
    def test_the_owner_chooses_before_the_attacker_moves_and_by_default_land_with_most_units(self) -> None:
        board = carrier_sunk(formosa="japan: 3 infantry", kiangsi="japan: 1 infantry", sz19="japan: 1 aircraft_carrier")
        assert (board.phase, board.questions) == ("noncombat_move", [("stranded_landing", ("japan",))])
        assert default(board) == {"formosa": {"fighter": 1}}
        board.refuses_move("1 battleship: sz21 > sz22", "request")
        board.decide("stranded_landing", {"sz19": {"fighter": 1}})
        assert board.at("sz19") == {"japan": {"aircraft_carrier": 1, "fighter": 1}}

    def test_a_carrier_of_the_same_zone_goes_before_land(self) -> None:
        board = carrier_sunk("6 6 6", formosa="japan: 3 infantry", sz20="japan: 2 aircraft_carrier, 1 fighter")
        assert board.at("sz20") == {"japan": {"aircraft_carrier": 1, "fighter": 1}}

    def test_where_no_friendly_land_is_a_carrier_takes_them_and_else_they_are_lost(self) -> None:
        board = carrier_sunk(sz19="japan: 1 aircraft_carrier")
        assert board.at("sz19") == {"japan": {"aircraft_carrier": 1, "fighter": 1}}
        board = carrier_sunk(sz18="japan: 1 aircraft_carrier")
        assert "sz20" not in board.board["units"]
        assert [event.reason for event in board.happened("units_lost")] == ["no_landing"]


@pytest.mark.rule("ASY-30", "ASY-31", setups="1940")
@pytest.mark.parametrize(("at_war", "leader"), [(WARS, US), ([], "china")])
def test_nobody_is_asked_for_the_army_of_a_neutral_which_the_next_ally_at_war_leads(
    at_war: list[list[str]], leader: str
) -> None:
    board = table("japan", "combat_move", {"manchuria": "japan: 2 tank"}, relations=at_war)
    board.move("2 tank: manchuria > buyant_uhaa").end_phase()
    (roused,) = board.happened("neutral_roused")
    assert (roused.power, board.at("buyant_uhaa")[leader]) == (leader, {"infantry": 2})
    board.battle("buyant_uhaa", "1 6 6 6")
    assert board.questions == [("retreat", ("japan",))]
    assert board.at("buyant_uhaa")[leader] == {"infantry": 1}
