"""A power with two economies: each buys, places, collects and falls for itself."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import InvalidData, event_to_json, load_setup, new_game, state_from_json, state_to_json
from engine.economy.mobilize import most_at_once, placements
from engine.facilities.production import income, income_of
from engine.facts.edition import read_edition
from engine.facts.openings import load_opening
from tests.engine.random_games import play_random_game
from tests.engine.table import Table
from tests.two_economies import (
    EUROPE,
    PACIFIC,
    PACIFIC_GROUND,
    SETUP,
    UK,
    add_two_economies,
    economy,
    table,
    write_setup,
)


@pytest.fixture(autouse=True)
def _two_economies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    add_two_economies(tmp_path, monkeypatch)


def buy(units: str, account: str = "", **more: Any) -> dict[str, Any]:
    """A purchase of "3 infantry", paid by an account."""
    counts = {unit: int(count) for count, unit in (entry.split() for entry in units.split(", ") if entry)}
    return {"type": "purchase", "units": counts, **({"from": account} if account else {}), **more}


def place(units: str, space: str) -> dict[str, Any]:
    """A placement of "3 infantry"."""
    count, unit = units.split()
    return {"type": "mobilize", "units": {unit: int(count)}, "space": space}


@pytest.mark.rule("GEN-10", "INC-09", setup="global_1940")
def test_each_economy_has_its_own_treasury_and_territories() -> None:
    state = new_game(SETUP)
    assert (state.treasuries[EUROPE], state.treasuries[PACIFIC]) == (24, 19)
    europe, pacific = state.edition.accounts_of(UK)
    assert [(each.name, each.capital) for each in (europe, pacific)] == [("UK Europe", UK), ("UK Pacific", "india")]
    assert (income_of(state, europe), income_of(state, pacific)) == (24, 19)
    assert income(state, UK) == 43
    assert state_from_json(state_to_json(state)) == state


def test_a_power_with_one_account_is_its_account() -> None:
    edition = load_setup("anniversary_1941")
    assert [account.id for account in edition.accounts] == [power.id for power in edition.powers]
    assert edition.account["china"].ipcs is None


class TestPurchase:
    @pytest.mark.rule("PUR-14", setup="global_1940")
    def test_each_buys_with_its_own_ipcs(self) -> None:
        game = table(UK, "purchase", ipcs={EUROPE: 10, PACIFIC: 7})
        game.do(buy("3 infantry", EUROPE)).do(buy("1 tank", PACIFIC))
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (1, 2)
        assert game.state.purchased == {EUROPE: {"infantry": 3}, PACIFIC: {"tank": 1}}

    @pytest.mark.rule("PUR-14", setup="global_1940")
    def test_an_order_replaces_that_of_its_own_economy_alone(self) -> None:
        game = table(UK, "purchase", ipcs={EUROPE: 10, PACIFIC: 7})
        game.do(buy("3 infantry", EUROPE)).do(buy("1 tank", PACIFIC)).do(buy("1 infantry", EUROPE))
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (7, 2)
        assert game.state.purchased == {EUROPE: {"infantry": 1}, PACIFIC: {"tank": 1}}
        game.do({"type": "undo"}).do({"type": "undo"})
        assert game.state.purchased == {EUROPE: {"infantry": 3}}
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (1, 7)

    @pytest.mark.rule("PUR-14", setup="global_1940")
    def test_none_pays_more_than_it_has(self) -> None:
        game = table(UK, "purchase", ipcs={EUROPE: 30, PACIFIC: 7})
        sentence = game.refuses(buy("3 infantry", PACIFIC), "PUR-02")
        assert sentence == "3 infantry cost 9 IPCs; UK Pacific has 7."

    @pytest.mark.rule("PUR-14", setup="global_1940")
    def test_an_order_says_who_pays(self) -> None:
        sentence = table(UK, "purchase").refuses(buy("1 infantry"), "PUR-14")
        assert sentence == (
            "Say from which treasury you pay: UK Europe or UK Pacific; name it first, as in “UK Europe: 1 infantry”."
        )

    @pytest.mark.parametrize("stranger", ["united_states", UK, "europe"])
    def test_no_other_treasury_pays(self, stranger: str) -> None:
        table(UK, "purchase").refuses(buy("1 infantry", stranger), "GEN-12")

    @pytest.mark.rule("PUR-14", setup="global_1940")
    def test_each_repairs_its_own_territories(self) -> None:
        hurt = {space: {"damage": {"industrial_complex": 3}} for space in (UK, "india")}
        game = table(UK, "purchase", ipcs={EUROPE: 10, PACIFIC: 10}, more_spaces=hurt)
        two = {"industrial_complex": 2}
        game.refuses(buy("1 infantry", EUROPE, repairs={"india": two}), "PUR-14")
        game.refuses(buy("", repairs={"india": two, UK: two}), "PUR-14")
        game.do(buy("1 infantry", EUROPE, repairs={UK: two})).do(buy("", repairs={"india": two}))
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (5, 8)
        assert game.state.damage == {space: {"industrial_complex": 1} for space in (UK, "india")}
        game.do(buy("1 infantry", EUROPE))
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (7, 8)
        assert game.state.damage == {UK: {"industrial_complex": 3}, "india": {"industrial_complex": 1}}


class TestMobilize:
    @pytest.mark.rule("MOB-26", setup="global_1940")
    def test_units_come_through_complexes_of_who_bought_them(self) -> None:
        bought = {EUROPE: {"infantry": 1, "destroyer": 1}, PACIFIC: {"infantry": 2}}
        game = table(UK, "mobilize", purchased=bought)
        sentence = game.refuses(place("2 infantry", UK), "MOB-26")
        assert sentence == (
            "The United Kingdom takes only what UK Europe bought; of that, you have 1 infantry and 1 destroyer left. "
            "Australia or India can place what UK Pacific bought."
        )
        game.refuses(place("1 destroyer", "sz35"), "MOB-26")
        game.refuses(place("4 infantry", "india"), "units")
        game.do(place("1 infantry", UK)).do(place("1 destroyer", "sz6"))
        assert game.state.purchased == {PACIFIC: {"infantry": 2}}
        game.do(place("1 infantry", "india")).do(place("1 infantry", "australia"))
        assert game.state.purchased == {}

    @pytest.mark.rule("MOB-24", setup="global_1940")
    def test_what_finds_no_room_is_repaid_to_who_bought_it(self) -> None:
        full = {"india": {"damage": {"industrial_complex": 6}}, "australia": {"damage": {"industrial_complex": 4}}}
        waiting = {PACIFIC: {"infantry": 2}}
        game = table(UK, "mobilize", purchased=waiting, ipcs={EUROPE: 0, PACIFIC: 0}, more_spaces=full).end_phase()
        assert game.happened("units_returned")[0].account == PACIFIC
        assert game.ipcs(PACIFIC) == 6 + 19

    @pytest.mark.rule("CMB-62", setup="global_1940")
    def test_a_fallen_economy_places_nothing_and_is_repaid(self) -> None:
        bought = {EUROPE: {"infantry": 1}, PACIFIC: {"infantry": 2}}
        game = table(UK, "mobilize", purchased=bought, ipcs={EUROPE: 0, PACIFIC: 0}, owners={"india": "japan"})
        assert {space for space, _ in placements(game.state, "infantry")} == {UK}
        sentence = game.refuses(place("1 infantry", "australia"), "CMB-62")
        assert sentence == "UK Pacific cannot place anything while India is in enemy hands."
        game.do(place("1 infantry", UK)).end_phase()
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (29, 6)

    @pytest.mark.rule("CMB-62", setup="global_1940")
    def test_placing_is_passed_over_where_only_a_fallen_economy_has_units(self) -> None:
        spaces = {UK: "united_kingdom: 1 infantry"}
        bought = {PACIFIC: {"infantry": 2}}
        game = table(UK, "noncombat_move", spaces, purchased=bought, owners={"india": "japan"}).end_phase()
        assert ("mobilize", "ASY-03") in [(event.phase, event.reason) for event in game.happened("phase_skipped")]

    @pytest.mark.rule("MOB-25", setup="global_1940")
    def test_only_what_its_own_economy_can_place_must_be_placed(self) -> None:
        full = {"india": {"damage": {"industrial_complex": 6}}, "australia": {"damage": {"industrial_complex": 4}}}
        bought = {EUROPE: {"infantry": 1}, PACIFIC: {"infantry": 2}}
        game = table(UK, "mobilize", purchased=bought, more_spaces=full)
        sentence = game.refuses({"type": "end_phase"}, "MOB-25")
        assert sentence == "You can still place 1 infantry in the United Kingdom, so you must."

    @pytest.mark.rule("MOB-26", setup="global_1940")
    def test_a_complex_is_offered_where_its_own_economy_bought_it(self) -> None:
        game = table(UK, "mobilize", purchased={PACIFIC: {"industrial_complex": 1}})
        offered = {space for space, _ in placements(game.state, "industrial_complex")}
        assert offered
        assert offered <= set(PACIFIC_GROUND)
        nowhere = {space: {"owner": "japan"} for space in offered}
        lost = table(UK, "mobilize", purchased={PACIFIC: {"industrial_complex": 1}}, more_spaces=nowhere)
        assert most_at_once(lost.state, "industrial_complex") == 0


class TestIncome:
    @pytest.mark.rule("INC-08", setup="global_1940")
    def test_each_collects_for_itself(self) -> None:
        game = table(UK, "mobilize", ipcs={EUROPE: 1, PACIFIC: 2}, owners={"borneo": "japan"}).end_phase()
        paid = {event.account: (event.amount, dict(event.objectives)) for event in game.happened("income_collected")}
        assert paid == {EUROPE: (29, {"united_kingdom_1": 5}), PACIFIC: (15, {})}
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (30, 17)

    @pytest.mark.rule("INC-08", setup="global_1940")
    def test_an_objective_pays_into_the_account_that_it_names(self) -> None:
        held = {"formosa": "united_states", "egypt": "germany"}
        game = table(UK, "mobilize", ipcs={EUROPE: 0, PACIFIC: 0}, owners=held).end_phase()
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (22, 24)

    def test_the_event_of_a_power_with_one_account_names_none(self) -> None:
        game = table("germany", "mobilize").end_phase()
        assert "account" not in event_to_json(game.happened("income_collected")[0])


def india_falls() -> Table:
    """Japan takes India, where the Pacific economy has its capital."""
    spaces = {"burma": "japan: 1 tank", UK: "united_kingdom: 1 infantry"}
    game = table("japan", "combat_move", spaces, owners={"burma": "japan"}, ipcs={"japan": 1, EUROPE: 10, PACIFIC: 7})
    game.move("1 tank: burma > india").end_phase()
    return game.battle("india") if game.pending else game


class TestCapital:
    @pytest.mark.rule("CMB-59", setup="global_1940")
    def test_only_the_account_of_the_fallen_capital_is_plundered(self) -> None:
        game = india_falls()
        assert (game.ipcs("japan"), game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (8, 10, 0)

    @pytest.mark.rule("CMB-62", "INC-10", setup="global_1940")
    def test_it_neither_pays_nor_collects_and_the_other_goes_on(self) -> None:
        fallen = {"india": "japan"}
        game = table(UK, "purchase", owners=fallen, ipcs={EUROPE: 10, PACIFIC: 7})
        sentence = game.refuses(buy("1 infantry", PACIFIC), "PUR-08")
        assert sentence == "UK Pacific cannot pay for anything while India is in enemy hands; UK Europe can."
        game.do(buy("1 infantry"))
        assert (game.ipcs(EUROPE), game.ipcs(PACIFIC)) == (7, 7)
        collected = table(UK, "mobilize", owners=fallen, ipcs={EUROPE: 0, PACIFIC: 7}).end_phase()
        events = {event.account: (event.amount, event.reason) for event in collected.happened("income_collected")}
        assert events == {EUROPE: (29, ""), PACIFIC: (0, "capital lost")}
        assert (collected.ipcs(EUROPE), collected.ipcs(PACIFIC)) == (29, 7)

    @pytest.mark.rule("CMB-62", setup="global_1940")
    def test_phases_are_passed_over_only_when_both_have_fallen(self) -> None:
        spaces = {UK: "germany: 1 tank", "egypt": "united_kingdom: 1 infantry"}
        one = table(UK, "research", spaces, owners={UK: "germany"}).end_phase()
        assert one.phase == "purchase"
        both = table(UK, "research", spaces, owners={UK: "germany", "india": "japan"}).end_phase()
        assert both.phase == "combat_move"
        assert [event.reason for event in both.happened("phase_skipped")] == ["PUR-08"]

    @pytest.mark.rule("INC-11", setup="global_1940")
    @pytest.mark.parametrize(("burma", "holder"), [("burma", "united_states"), ("egypt", UK)])
    def test_allies_hold_for_a_time_what_belongs_to_the_fallen_economy(self, burma: str, holder: str) -> None:
        start = {"burma": "yunnan", "egypt": "trans_jordan"}[burma]
        owners = {"india": "japan", "burma": "japan", "egypt": "germany"}
        game = table("united_states", "combat_move", {start: "united_states: 1 infantry"}, owners=owners)
        game.move(f"1 infantry: {start} > {burma}").end_phase()
        assert game.owner(burma) == holder

    @pytest.mark.rule("CMB-65", setup="global_1940")
    def test_a_freed_capital_brings_back_the_ground_of_its_own_economy(self) -> None:
        owners = {"india": "japan", UK: "germany", "burma": "united_states", "egypt": "united_states"}
        game = table("united_states", "combat_move", {"persia": "united_states: 1 infantry"}, owners=owners)
        game.move("1 infantry: persia > india").end_phase()
        assert (game.owner("india"), game.owner("burma"), game.owner("egypt")) == (UK, UK, "united_states")

    @pytest.mark.rule("CMB-61", setup="global_1940")
    @pytest.mark.parametrize(("capital", "start", "into"), [("japan", "sz62", PACIFIC), ("germany", "france", EUROPE)])
    def test_plunder_goes_to_the_account_of_that_part_of_the_world(self, capital: str, start: str, into: str) -> None:
        """It does so even where that economy is captured itself."""
        spaces = {"france": f"{UK}: 1 infantry", "sz62": f"{UK}: 1 transport"}
        cargo = {"sz62": [{"transport": UK, "units": {UK: {"infantry": 1}}}]}
        owners = {"india": "japan", UK: "germany", "france": UK}
        ipcs = {EUROPE: 0, PACIFIC: 0, capital: 12}
        game = table(UK, "combat_move", spaces, owners=owners, ipcs=ipcs, cargo=cargo)
        game.move(f"1 infantry: {start} > {capital}").end_phase()
        if game.pending:
            game.battle(capital)
        assert (game.ipcs(into), game.ipcs(capital)) == (12, 0)


@pytest.mark.parametrize("seed", [1, 4])
def test_random_games_with_two_economies_keep_every_promise_of_the_engine(seed: int) -> None:
    assert play_random_game(seed, 60, SETUP, every=5).counts["units_purchased"]


def test_an_edit_names_the_treasury() -> None:
    game = table(UK, "purchase", ipcs={PACIFIC: 3})
    sentence = game.refuses({"type": "edit", "ipcs": {UK: 3}}, "power")
    assert sentence == f"The United Kingdom has several treasuries: name {EUROPE} or {PACIFIC}."
    game.refuses({"type": "edit", "purchased": {UK: {"infantry": 1}}}, "power")


@pytest.mark.parametrize(
    ("economies", "reason"),
    [
        ([economy("west", UK, 5), economy("east", "india", 5)], "must name no territories"),
        ([economy("east", "india", 5, PACIFIC_GROUND)], "must name no territories"),
        ([economy("west", UK, 5), economy("east", "india", 5, ("atlantis",))], "atlantis"),
        (
            [economy("west", UK, 5), economy("a", "india", 5, ("india",)), economy("b", "burma", 5, ("india",))],
            "territories in the economies of united_kingdom",
        ),
        ([economy("west", UK, 5), economy("east", "india", 5, ("india",))], "objectives.united_kingdom_1 account"),
    ],
)
def test_economies_that_leave_a_territory_to_two_or_to_none_are_refused(
    tmp_path: Path, economies: list[dict[str, Any]], reason: str
) -> None:
    write_setup(tmp_path, economies)
    with pytest.raises(InvalidData, match=reason):
        read_edition(SETUP, tmp_path)


def test_a_power_that_is_given_units_has_one_account(tmp_path: Path) -> None:
    file = tmp_path / "setups" / f"{SETUP}.json"
    grants = {UK: {"unit": "infantry", "territories": 2, "most": 3}}
    setup = {**json.loads(file.read_text(encoding="utf-8")), "parameters": {"economy": {"grants": grants}}}
    file.write_text(json.dumps(setup), encoding="utf-8")
    with pytest.raises(InvalidData, match="gives units to united_kingdom, which has economies"):
        read_edition(SETUP, tmp_path)


@pytest.mark.rule("INC-09", setup="global_1940")
def test_the_two_british_economies_of_the_whole_world_start_with_what_their_territories_give() -> None:
    facts = load_opening("global_1940")
    given = {account.id: 0 for account in facts.accounts_of(UK)}
    for territory in facts.board.territories:
        if facts.starting_owner(territory.id) == UK:
            given[facts.account_of(territory.id, UK).id] += territory.ipc
    assert given == facts.power[UK].treasuries == {EUROPE: 28, PACIFIC: 17}
    assert facts.account_of("west_india", UK).id == facts.account_of("japan", UK).id == PACIFIC
    assert facts.account_of("british_columbia", UK).id == facts.account_of("germany", UK).id == EUROPE
