"""What the house answers beside battles: what is given away, and what advantages bring; every kind is told why."""

from __future__ import annotations

import pytest

from computer.answers.table import WEIGHED
from engine import new_game
from engine.ask import GarrisonOptions
from tests.computer.asking import asked
from tests.computer.test_answers import gain
from tests.engine import table as positions
from tests.engine.rules.common.test_ncm_stranded import carrier_sunk
from tests.engine.rules.revised.joint_strikes import in_western_europe, strike
from tests.engine.rules.revised.test_enigma import attack_in_the_channel, attack_on_egypt
from tests.engine.rules.revised.test_opt_free_units import japan_attacks
from tests.engine.table import Table, position

UK = "united_kingdom"


def test_the_infantry_of_a_treaty_appears_where_it_costs_the_attackers_most() -> None:
    spaces = {"caucasus": "soviet_union: 1 infantry", "karelia_ssr": "soviet_union: 6 infantry"}
    near = {"ukraine_ssr": "japan: 4 tank", "belorussia": "japan: 2 tank"}
    owners = {"ukraine_ssr": "japan", "belorussia": "japan"}
    table = japan_attacks(
        "4 tank: ukraine_ssr > caucasus",
        "2 tank: belorussia > karelia_ssr",
        spaces={**spaces, **near},
        owners=owners,
    )
    assert asked(table, "nonaggression_treaty").choice == {"space": "caucasus"}


def test_the_special_move_is_made_where_it_saves_a_ship_and_kept_where_it_saves_little() -> None:
    comes = asked(attack_in_the_channel(), "enigma_decoded")
    assert isinstance(comes.choice, dict)
    assert (comes.choice["from"], comes.choice["to"]) == ("sz7", "sz6")
    kept = asked(attack_on_egypt(), "enigma_decoded")
    assert kept.choice == {}
    assert kept.why.instead is not None
    assert kept.why.instead.gain is not None
    assert kept.why.instead.gain < gain(kept)


def test_submarines_that_would_be_lost_anyway_become_torpedoes() -> None:
    for fleet, gives in (("1 destroyer", {}), ("4 battleship", {"submarine": 1})):
        spaces = {"sz57": f"united_states: {fleet}", "sz60": "japan: 1 submarine"}
        known = {"japan": "kaiten_torpedoes"}
        table = position("united_states", "combat_move", spaces, setup="revised", advantages=known)
        table.move(f"{fleet}: sz57 > sz60").end_phase().battle("sz60")
        assert asked(table, "kaiten_torpedoes").choice == gives


def test_the_territory_of_two_goes_to_the_one_that_is_paid_for_it() -> None:
    table = in_western_europe().battle("western_europe", "1 1 6 6 6 6 6 6")
    assert asked(table, "joint_capture").choice == {"power": "united_states"}
    spaces = {"karelia_ssr": f"{UK}: 1 infantry; united_states: 1 infantry", "norway": ""}
    table = strike(spaces, owners={"eastern_united_states": "japan"})
    table.move("1 infantry: karelia_ssr > norway").move("1 infantry: karelia_ssr > norway", owner=UK).end_phase()
    found = asked(table, "joint_capture")
    assert found.choice == {"power": UK}
    assert (gain(found), found.why.instead and found.why.instead.gain) == (3, 0)


def test_stranded_aircraft_land_where_they_are_safe(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(positions, "usual_setup", "aa1941")
    table = carrier_sunk(
        "sz45", origin="sz44", okinawa="japan: 2 infantry", sz46="united_states: 2 transport", midway=""
    )
    found = asked(table, "stranded_landing")
    assert found.why.aim.startswith("land 2 fighters in ")
    assert found.why.instead is not None
    assert found.why.instead.gain is not None
    assert gain(found) >= found.why.instead.gain


def test_infantry_is_placed_in_a_capital_that_an_enemy_reaches() -> None:
    spaces = {"holland_belgium": "united_states: 1 tank", "germany": "germany: 4 tank"}
    owners = {"france": "germany", "holland_belgium": "united_states"}
    table = position(
        *("united_states", "combat_move"),
        spaces,
        setup="global_1940",
        owners=owners,
        relations=[["germany", "united_states", "war"]],
    )
    table.move("1 tank: holland_belgium > france").end_phase()
    found = asked(table, "troop_bonus")
    assert found.choice == {"units": {"infantry": 4}}
    assert found.why.odds is not None
    assert found.why.odds < 1


def test_war_bonds_go_to_the_treasury_that_can_use_them() -> None:
    table = position(
        UK,
        "collect_income",
        {},
        setup="global_1940",
        technologies={UK: ["war_bonds"]},
        ipcs={"united_kingdom/europe": 400, "united_kingdom/pacific": 0},
    ).end_phase()
    found = asked(table, "war_bonds")
    assert found.choice == {"account": "united_kingdom/pacific"}
    assert found.why.instead is not None
    assert gain(found) > (found.why.instead.gain or 0)


def test_free_units_are_always_taken() -> None:
    spaces = {"karelia_ssr": "soviet_union: 4 infantry", "eastern_europe": "germany: 1 tank"}
    known = {"soviet_union": "salvage"}
    table = position("germany", "combat_move", spaces, setup="revised", advantages=known)
    table.move("1 tank: eastern_europe > karelia_ssr").end_phase().battle("karelia_ssr", "6 1 6 6 6")
    found = asked(table, "salvage")
    assert (found.choice, gain(found)) == ({"use": True}, 5)


def test_a_new_complex_stands_where_it_yields_and_holds() -> None:
    table = Table(new_game("revised", {"advantages": "colonial_garrison"}))
    found = asked(table, "colonial_garrison")
    spaces = GarrisonOptions.of(table.state.requests[0]).spaces
    assert isinstance(found.choice, dict)
    assert found.choice["space"] in spaces
    assert found.why.odds is not None
    assert found.why.odds > 0.5


@pytest.mark.parametrize("setup", ["revised", "aa1941", "anniversary_1941"])
def test_a_bid_is_spent_no_further_than_it_goes(setup: str) -> None:
    table = Table(new_game(setup, {"bid": "allies 12"}))
    power = table.state.requests[0].power
    found = asked(table, "bid")
    if isinstance(found.choice, dict):
        placed = sum(sum(units.values()) for units in found.choice["units"][power].values())
        assert 0 < 3 * placed <= 12
        assert gain(found) > 0


def test_every_kind_of_question_is_weighed_by_a_function_of_its_own() -> None:
    shared = {kind for kind in WEIGHED if list(WEIGHED.values()).count(WEIGHED[kind]) > 1}
    assert shared == {"salvage", "french_resistance"}
