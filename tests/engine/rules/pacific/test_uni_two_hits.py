"""Ships of two hits that stay damaged, bases that repair them, and the aircraft of damaged carriers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.queries.describe import describe
from tests.engine.rules.pacific.test_uni_bases import hurt, table
from tests.engine.table import Table, position

US, UK = "united_states", "united_kingdom"


def damaged(board: Table, *ids: str) -> Table:
    """The table with these ships damaged."""
    hit = {i: replace(board.state.pieces[i], hits_taken=1) for i in ids}
    return Table(replace(board.state, pieces={**board.state.pieces, **hit}))


def hits(board: Table, piece: str) -> int:
    """The hits that a piece has taken."""
    return board.state.pieces[piece].hits_taken


BATTLESHIP, CARRIER = "united_states.battleship.2", "united_states.aircraft_carrier.2"


@pytest.mark.rule("UNI-55", "UNI-56", "UNI-57", "UNI-58", setups="1940")
@pytest.mark.parametrize("ship", ["battleship", "aircraft_carrier"])
def test_a_ship_damaged_in_battle_stays_damaged_and_moves_on(ship: str) -> None:
    board = table(US, "combat_move", {"sz25": f"{US}: 1 {ship}, 1 destroyer", "sz24": "japan: 1 destroyer"})
    board.move(f"1 {ship}, 1 destroyer: sz25 > sz24").end_phase()
    board.battle("sz24", "1 1 1" if ship == "battleship" else "1 1").decide("casualties", {"damaged": {ship: 1}})
    assert board.happened("battle_ended")[0].repaired == ()
    [piece] = [piece for piece in board.state.at("sz24") if piece.unit == ship]
    assert piece.hits_taken == 1
    assert board.phase == "noncombat_move"


class TestCorrected:
    @staticmethod
    def edit(board: Table, zone: str, power: str = US, **units: int) -> dict[str, Any]:
        """An order that damages these units of a power in a sea zone."""
        return {"type": "edit", "damaged_units": {zone: {power: units}}}

    @pytest.mark.rule("UNI-55", "UNI-56", setups="1940")
    def test_a_correction_says_how_many_are_damaged(self) -> None:
        board = table(US, "purchase", {"sz26": f"{US}: 2 battleship, 1 aircraft_carrier"})
        board.do(self.edit(board, "sz26", battleship=1, aircraft_carrier=1))
        assert describe(board.state)["damaged_units"] == {"sz26": {US: {"battleship": 1, "aircraft_carrier": 1}}}
        board.do(self.edit(board, "sz26", battleship=0))
        assert describe(board.state)["damaged_units"] == {"sz26": {US: {"aircraft_carrier": 1}}}

    @pytest.mark.parametrize(
        ("zone", "power", "units", "rule"),
        [
            ("sz26", US, {"battleship": 3}, "units"),
            ("sz26", US, {"destroyer": 1}, "units"),
            ("sz26", US, {"dreadnought": 1}, "units"),
            ("sz26", "germany", {"battleship": 1}, "power"),
            ("sz999", US, {"battleship": 1}, "space"),
        ],
    )
    def test_what_cannot_be_damaged_is_refused(self, zone: str, power: str, units: dict[str, int], rule: str) -> None:
        board = table(US, "purchase", {"sz26": f"{US}: 2 battleship, 1 destroyer"})
        board.refuses(self.edit(board, zone, power, **units), rule)

    def test_nothing_stays_damaged_where_battles_end_with_repairs(self) -> None:
        board = position("united_states", "purchase", {"sz56": f"{US}: 1 battleship"}, setup="revised")
        board.refuses(self.edit(board, "sz56", battleship=1), "UNI-57")


class TestRepair:
    @pytest.mark.rule("PUR-20", "UNI-57", "PUR-13", setups="1940")
    def test_a_base_repairs_all_in_its_zones_when_the_owner_ends_his_purchase(self) -> None:
        spaces = {"sz26": f"{US}: 1 battleship", "sz25": f"{US}: 1 aircraft_carrier"}
        board = damaged(table(US, "purchase", spaces, relations=[]), BATTLESHIP, CARRIER)
        before = board.ipcs(US)
        board.end_phase()
        assert (hits(board, BATTLESHIP), hits(board, CARRIER)) == (0, 1)
        assert board.happened("ships_repaired")[0].zone == "sz26"
        assert board.ipcs(US) == before

    @pytest.mark.rule("PUR-20", "UNI-39", setups="1940")
    def test_one_that_does_not_work_repairs_nothing(self) -> None:
        board = table(US, "purchase", {"sz26": f"{US}: 1 battleship"}, **hurt("hawaiian_islands", naval_base=3))
        assert hits(damaged(board, BATTLESHIP).end_phase(), BATTLESHIP) == 1

    @pytest.mark.rule("PUR-21", "PUR-15", "PUR-16", "PUR-17", "PUR-18", setups="1940")
    def test_one_that_is_repaired_in_this_phase_does(self) -> None:
        board = table(US, "purchase", {"sz26": f"{US}: 1 battleship"}, **hurt("hawaiian_islands", naval_base=5))
        board, before = damaged(board, BATTLESHIP), board.ipcs(US)
        board.do({"type": "purchase", "units": {}, "repairs": {"hawaiian_islands": {"naval_base": 3}}}).end_phase()
        assert hits(board, BATTLESHIP) == 0
        assert board.ipcs(US) == before - 3
        assert board.board["damage"] == {"hawaiian_islands": {"naval_base": 2}}

    @pytest.mark.rule("PUR-20", "UNI-44", setups="1940")
    def test_an_allys_repairs_too_but_only_in_the_owners_turn_and_while_both_are_at_war(self) -> None:
        spaces = {"sz54": f"{US}: 1 battleship; anzac: 1 battleship"}
        board = damaged(table(US, "purchase", spaces), BATTLESHIP, "anzac.battleship.1").end_phase()
        assert (hits(board, BATTLESHIP), hits(board, "anzac.battleship.1")) == (0, 1)
        apart = damaged(table(US, "purchase", spaces, relations=[["japan", "anzac", "war"]]), BATTLESHIP)
        assert hits(apart.end_phase(), BATTLESHIP) == 1


@pytest.mark.rule("UNI-49", "UNI-50", "UNI-51", setups="1940")
def test_two_aircraft_land_on_a_carrier_guests_too_which_fly_in_their_own_turn() -> None:
    spaces = {"sz26": f"{UK}: 1 aircraft_carrier, 1 fighter", "sz25": f"{US}: 2 tactical_bomber, 1 aircraft_carrier"}
    board = table(US, "noncombat_move", spaces)
    board.move("1 tactical_bomber: sz25 > sz26", transport_owner=UK)
    board.refuses_move("1 tactical_bomber: sz25 > sz26", "UNI-49", transport_owner=UK)
    board.end_phase().do({"type": "edit", "turn": {"power": UK, "phase": "noncombat_move"}})
    board.refuses_move("1 tactical_bomber: sz26 > sz25", "units")
    board.move("1 aircraft_carrier: sz26 > sz13").move("1 fighter: sz26 > sz13").end_phase()
    assert board.at("sz13") == {US: {"tactical_bomber": 1}, UK: {"fighter": 1, "aircraft_carrier": 1}}


class TestDamagedCarriers:
    @pytest.mark.rule("UNI-52", setups="1940")
    def test_nobody_lands_on_one(self) -> None:
        spaces = {"sz25": f"{US}: 1 aircraft_carrier", "midway": f"{US}: 1 fighter"}
        board = damaged(table(US, "noncombat_move", spaces), CARRIER)
        board.move("1 fighter: midway > sz25").refuses({"type": "end_phase"}, "NCM-20")

    @pytest.mark.rule("UNI-52", "UNI-54", setups="1940")
    def test_a_guest_aboard_is_trapped_until_it_is_repaired(self) -> None:
        spaces = {"sz26": f"{UK}: 1 aircraft_carrier", "sz25": f"{US}: 1 fighter, 1 aircraft_carrier"}
        board = table(US, "noncombat_move", spaces)
        board.move("1 fighter: sz25 > sz26").end_phase()
        guest = next(p for p in board.state.pieces.values() if p.unit == "fighter")
        ship = guest.aboard or ""
        assert ship.startswith(UK)
        board = damaged(board.do({"type": "edit", "turn": {"power": US, "phase": "noncombat_move"}}), ship)
        no = board.refuses_move("1 fighter: sz26 > sz25", "UNI-54")
        assert no == (
            "The aircraft carrier in sea zone 26 is damaged: the fighter aboard can take off only when it is repaired."
        )
        board.end_phase()
        assert board.state.pieces[guest.id].aboard == ship
        board.do({"type": "edit", "turn": {"power": UK, "phase": "purchase"}}).end_phase()
        assert hits(board, ship) == 0
        board.do({"type": "edit", "turn": {"power": US, "phase": "noncombat_move"}})
        board.move("1 fighter: sz26 > sz25")

    @pytest.mark.rule("UNI-53", "SPC-79", "CMB-19", setups="1940")
    @pytest.mark.parametrize("owner", ["japan", US])
    def test_aircraft_of_one_damaged_in_defense_fight_on_and_land_within_one_space_or_are_lost(
        self, owner: str
    ) -> None:
        spaces = {"sz26": "japan: 1 aircraft_carrier, 2 fighter", "sz25": f"{US}: 1 destroyer"}
        board = table(US, "combat_move", spaces, owners={"hawaiian_islands": owner})
        board.move("1 destroyer: sz25 > sz26").end_phase().battle("sz26", "1")
        board.decide("casualties", {"damaged": {"aircraft_carrier": 1}}, "6 6 6").retreat("sz25")
        assert board.at("hawaiian_islands").get("japan", {}) == ({"fighter": 2} if owner == "japan" else {})
        assert board.at("sz26") == {"japan": {"aircraft_carrier": 1}}

    @pytest.mark.rule("UNI-54", setups="1940")
    def test_guests_of_one_damaged_in_attack_are_trapped_and_its_own_aircraft_land_elsewhere(self) -> None:
        spaces = {
            "sz25": f"{US}: 1 aircraft_carrier, 1 fighter, 1 destroyer; {UK}: 1 fighter",
            "sz24": "japan: 1 destroyer",
        }
        board = table(US, "combat_move", spaces)
        board.move("1 aircraft_carrier, 1 destroyer: sz25 > sz24").move("1 fighter: sz25 > sz24").end_phase()
        board.battle("sz24", "1 6 1").decide("casualties", {"damaged": {"aircraft_carrier": 1}})
        guest = next(piece for piece in board.state.at("sz24") if piece.power == UK)
        assert guest.aboard == CARRIER
        board.refuses({"type": "end_phase"}, "NCM-20")
        board.move("1 fighter: sz24 > midway").end_phase()
        assert board.state.pieces[guest.id].aboard == CARRIER

    @pytest.mark.rule("UNI-54", setups="1940")
    def test_who_is_trapped_does_not_defend_and_sinks_with_the_ship(self) -> None:
        spaces = {"sz25": f"{US}: 1 aircraft_carrier; {UK}: 1 fighter", "sz24": "japan: 1 destroyer"}
        board = damaged(table("japan", "combat_move", spaces), CARRIER)
        board.move("1 destroyer: sz24 > sz25").end_phase().battle("sz25", "1 6")
        assert board.at("sz25") == {"japan": {"destroyer": 1}}

    @pytest.mark.rule("UNI-54", setups="1940")
    def test_nor_does_it_attack_from_there_in_its_own_turn(self) -> None:
        spaces = {"sz25": f"{UK}: 1 aircraft_carrier; {US}: 1 fighter, 2 destroyer; japan: 1 destroyer"}
        board = table(US, "combat_move", spaces)
        guest, ship = (
            next(p.id for p in board.state.at("sz25") if p.unit == u) for u in ("fighter", "aircraft_carrier")
        )
        board = damaged(board, ship).end_phase().battle("sz25", "1 6 6")
        assert board.state.pieces[guest].aboard == ship
        assert not board.state.pieces[guest].fought


class TestOrderOfLoss:
    @pytest.mark.rule("ASY-09", setups="1940")
    @pytest.mark.parametrize("haven", [True, False])
    def test_a_carrier_takes_its_first_hit_late_where_its_aircraft_would_be_lost(self, haven: bool) -> None:
        spaces = {"sz26": "japan: 1 aircraft_carrier, 1 fighter, 1 cruiser", "sz25": f"{US}: 1 destroyer"}
        owners = {"hawaiian_islands": "japan"} if haven else {}
        board = table(US, "combat_move", spaces, owners=owners)
        board.move("1 destroyer: sz25 > sz26").end_phase().battle("sz26", "1")
        [request] = board.state.requests
        first = {"units": {}, "damaged": {"aircraft_carrier": 1}} if haven else {"units": {"cruiser": 1}}
        assert request.default == first


@pytest.mark.rule("UNI-52", "CMB-16", setups="1940")
def test_of_two_carriers_the_damaged_one_is_picked_to_sink_while_the_whole_one_takes_its_first_hit() -> None:
    spaces = {
        "sz26": "japan: 2 aircraft_carrier, 2 fighter, 1 destroyer",
        "sz25": f"{US}: 2 submarine, 1 destroyer",
    }
    board = table(US, "combat_move", spaces)
    with_guests, empty = sorted(
        (ship for ship in board.state.at("sz26") if ship.unit == "aircraft_carrier"),
        key=lambda ship: not board.state.cargo(ship.id),
    )
    board = damaged(board, with_guests.id).move("2 submarine, 1 destroyer: sz25 > sz26").end_phase()
    board.battle("sz26", "1 1 6")
    board.decide("casualties", {"pick": [with_guests.id], "damaged": {"aircraft_carrier": 1}}, "6 6 6")
    assert with_guests.id not in board.state.pieces
    assert hits(board, empty.id) == 1


@pytest.mark.rule("CMV-53", "UNI-13", setups="1940")
def test_a_carrier_attacks_only_beside_what_can_hit() -> None:
    spaces = {"sz25": f"{US}: 1 aircraft_carrier, 1 destroyer", "sz24": "japan: 1 submarine"}
    board = table(US, "combat_move", spaces)
    no = board.refuses_move("1 aircraft_carrier: sz25 > sz24", "CMV-53", attack=True)
    assert no == "Aircraft carriers alone cannot attack in sea zone 24. Send another warship or aircraft."
    board.move("1 aircraft_carrier: sz25 > sz24")
    board.refuses({"type": "end_phase"}, "CMV-53")
    board.move("1 destroyer: sz25 > sz24")
    board.do({"type": "engage", "space": "sz24", "attack": True, "units": {"aircraft_carrier": 1}}).end_phase()
    assert board.pending == [("sz24", "sea")]
