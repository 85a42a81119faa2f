"""Powers, seats, turns and incomes of Global 1940 (chapters GEN, INC and MOB)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import load_setup, new_game
from engine.economy.accounts import open_accounts
from engine.facilities.production import income_of
from tests.engine.table import Table, position

EDITION = load_setup("global_1940")
AXIS = ("germany", "japan", "italy")
ALLIES = ("soviet_union", "united_states", "china", "united_kingdom", "anzac", "france")
ORDER = (
    "germany", "soviet_union", "japan", "united_states", "china", "united_kingdom", "italy", "anzac", "france",
)  # fmt: skip
TREASURIES = {
    "germany": 30,
    "soviet_union": 37,
    "japan": 26,
    "united_states": 52,
    "china": 12,
    "united_kingdom/europe": 28,
    "united_kingdom/pacific": 17,
    "italy": 10,
    "anzac": 10,
    "france": 19,
}


@pytest.mark.rule("GEN-02", "GEN-03", setup="global_1940")
def test_three_powers_fight_six_allies() -> None:
    sides = {power.id: power.side for power in EDITION.powers_with_turns}
    assert sides == dict.fromkeys(AXIS, "axis") | dict.fromkeys(ALLIES, "allies")


@pytest.mark.rule("GEN-13", "GEN-18", "POL-44", "POL-72", setup="global_1940")
def test_germany_begins_and_a_round_ends_after_france() -> None:
    assert EDITION.turn_order == ORDER
    table = position("france", "mobilize", {}).end_phase()
    assert (table.power, table.state.round, table.phase) == ("germany", 2, "purchase")
    assert {"france", "china"} <= {power for power, phases in _phases().items() if "purchase" in phases}


def _phases() -> dict[str, tuple[str, ...]]:
    return {power: EDITION.parameters.turn.phases_of(power) for power in ORDER}


@pytest.mark.rule("GEN-15", setup="global_1940")
def test_research_is_an_option_and_none_for_china() -> None:
    assert new_game("global_1940").phase == "purchase"
    researching = new_game("global_1940", {"research": "on"})
    phases = researching.edition.parameters.turn
    assert researching.phase == phases.phases_of("france")[0] == "research"
    assert phases.phases_of("china")[0] == "purchase"


@pytest.mark.rule("GEN-19", "GEN-20", "INC-05", setup="global_1940")
def test_treasuries_at_the_start_are_what_the_territories_yield() -> None:
    state = new_game("global_1940")
    assert state.treasuries == TREASURIES
    assert {a.id: income_of(state, a) for a in state.edition.accounts if a.ipcs is not None} == TREASURIES


@pytest.mark.rule("INC-02", setup="global_1940")
@pytest.mark.parametrize(("power", "ipcs"), [("germany", 40), ("italy", 10), ("france", 19)])
def test_income_is_added_to_savings_at_the_end_of_the_own_turn(power: str, ipcs: int) -> None:
    """Germany trades with its neighbours, and an Allied fleet lies in the Mediterranean, where it meets no convoy."""
    table = position(power, "mobilize", {"sz92": "united_kingdom: 1 cruiser"}, ipcs={power: 3}).end_phase()
    assert table.ipcs(power) == 3 + ipcs


@pytest.mark.rule("GEN-22", setup="global_1940")
def test_the_extra_units_of_the_joined_game_stand_there() -> None:
    found: Counter[tuple[str, str, str]] = Counter()
    for row in EDITION.start.units:
        for unit, count in row.units.items():
            found[row.space, row.power, unit] += count
    assert [found[space, "soviet_union", "infantry"] for space in ("amur", "sakha", "buryatia")] == [6, 6, 6]
    assert found["sakha", "soviet_union", "aaa"] == 2
    assert (found["egypt", "anzac", "infantry"], found["egypt", "united_kingdom", "infantry"]) == (2, 1)


@pytest.mark.rule("GEN-01", "GEN-05", "GEN-06", "GEN-08", "GEN-09", setup="global_1940")
def test_the_powers_are_divided_as_the_rule_book_says() -> None:
    us, uk = ["united_states", "china"], ["united_kingdom", "anzac"]
    soviet = ["soviet_union", "france"]
    assert {
        players: [list(seat) for seat in seats] for players, seats in EDITION.seatings.items() if int(players) < 7
    } == {
        "2": [list(AXIS), list(ALLIES)],
        "3": [list(AXIS), ["soviet_union", *us], [*uk, "france"]],
        "4": [list(AXIS), soviet, us, uk],
        "5": [["germany", "italy"], ["japan"], soviet, us, uk],
        "6": [["germany"], ["japan"], ["italy"], soviet, us, uk],
    }


@pytest.mark.rule("GEN-09", setup="global_1940")
@pytest.mark.parametrize("players", range(2, 10))
def test_every_power_has_one_seat_and_no_seat_two_sides(players: int) -> None:
    seats = EDITION.seatings[str(players)]
    assert len(seats) == players
    assert sorted(power for seat in seats for power in seat) == sorted(ORDER)
    assert all(len({EDITION.power[power].side for power in seat}) == 1 for seat in seats)


@pytest.mark.rule("GEN-37", setup="global_1940")
def test_who_leads_three_powers_moves_the_units_of_the_one_on_turn() -> None:
    table = position("germany", "noncombat_move", {"germany": "germany: 1 infantry; italy: 1 infantry"})
    table.refuses_move("2 infantry: germany > poland", "units")
    table.move("1 infantry: germany > poland")
    assert table.at("poland") == {"germany": {"infantry": 1}}


@pytest.mark.rule("CMB-62", "PUR-08", setup="global_1940")
def test_with_paris_lost_france_only_moves_and_fights() -> None:
    table = position("anzac", "mobilize", {"algeria": "france: 1 infantry"}, owners={"france": "germany"}).end_phase()
    assert (table.power, table.phase, open_accounts(table.state, "france")) == ("france", "combat_move", ())
    table.end_phase().end_phase().end_phase()
    assert (table.power, table.ipcs("france")) == ("germany", 19)


@pytest.mark.rule("PUR-02", setup="global_1940")
@pytest.mark.parametrize(("ipcs", "phase"), [(2, "combat_move"), (3, "purchase")])
def test_who_can_afford_nothing_is_not_asked(ipcs: int, phase: str) -> None:
    table = position("france", "mobilize", {"germany": "germany: 1 infantry"}, ipcs={"germany": ipcs}).end_phase()
    assert (table.power, table.phase) == ("germany", phase)


@pytest.mark.rule("POL-42", "CMB-53", setup="global_1940")
@pytest.mark.parametrize(("paris", "owner"), [("germany", "united_kingdom"), ("france", "france")])
def test_who_frees_french_territory_keeps_it_while_paris_is_lost(paris: str, owner: str) -> None:
    spaces = {"libya": "united_kingdom: 1 infantry"}
    table = position(
        "united_kingdom", "combat_move", spaces, owners={"tunisia": "italy", "libya": "united_kingdom", "france": paris}
    )
    table.move("1 infantry: libya > tunisia").end_phase()
    assert table.owner("tunisia") == owner


def _pass(table: Table, power: str, game_round: int) -> Table:
    """Everybody passes until the turn of a power, or the end of the game."""
    while table.state.winner is None and (table.power, table.state.round) != (power, game_round):
        table.end_phase()
    return table


@pytest.mark.rule("PUR-08", "PUR-20", setup="global_1940")
def test_bases_of_an_economy_that_lost_its_capital_repair_no_ships() -> None:
    uk = "united_kingdom"
    at = {"sz91": f"{uk}: 1 battleship", "sz39": f"{uk}: 1 battleship", "sz101": f"{uk}: 1 battleship"}
    damaged = {zone: {uk: {"battleship": 1}} for zone in at}
    war = [["germany", "united_states", "war"]]
    table = position(
        uk, "purchase", at, damaged_units=damaged, owners={"united_kingdom": "germany"}, ipcs={}, relations=war
    ).end_phase()
    assert {piece.space: piece.hits_taken for piece in table.pieces} == {"sz91": 1, "sz39": 0, "sz101": 0}


class TestVictory:
    """What must be held for a round (GEN-30)."""

    PACIFIC = ("kiangsu", "kwangtung", "india", "new_south_wales", "philippines")
    EUROPE = ("germany", "southern_italy", "poland", "france", "egypt", "novgorod", "volgograd", "russia")

    @pytest.mark.rule("GEN-23", "GEN-26", "GEN-28", "GEN-30", setup="global_1940")
    def test_six_cities_of_the_pacific_win_after_a_round(self) -> None:
        table = position("germany", "mobilize", {}, owners=dict.fromkeys(self.PACIFIC, "japan")).end_phase()
        assert [(event.side, event.power) for event in table.happened("hold_began")] == [("axis", "germany")]
        assert _pass(table, "france", 1).state.winner is None
        assert _pass(table, "germany", 2).state.winner == "axis"

    @pytest.mark.rule("GEN-23", "GEN-26", "GEN-33", setup="global_1940")
    def test_eight_cities_of_europe_win_after_a_round_and_cities_of_both_maps_do_not_add_up(self) -> None:
        owners = dict.fromkeys(self.EUROPE, "germany") | {"southern_italy": "italy"}
        table = _pass(position("italy", "mobilize", {}, owners=owners).end_phase(), "italy", 2)
        assert table.state.winner == "axis"
        mixed = dict.fromkeys((*self.EUROPE[:-1], *self.PACIFIC[:-1]), "japan")
        mixed |= {"germany": "germany", "southern_italy": "italy"}
        table = _pass(position("germany", "mobilize", {}, owners=mixed).end_phase(), "germany", 2)
        assert (table.state.winner, table.state.holdings) == (None, ())

    @pytest.mark.rule("GEN-32", setup="global_1940")
    def test_at_the_end_the_axis_needs_one_of_its_capitals(self) -> None:
        lost = {"germany": "soviet_union", "southern_italy": "france", "japan": "anzac"}
        held = dict.fromkeys((*self.PACIFIC, "hawaiian_islands"), "japan") | lost
        homes = ("eastern_united_states", "united_kingdom", "france", "russia")
        board = position("germany", "mobilize", {}, owners=held | dict.fromkeys(homes, "japan")).end_phase()
        table = _pass(board, "germany", 2)
        assert table.state.winner is None
        assert {event.again for event in table.happened("hold_began")} == {True}
        kept = _pass(position("germany", "mobilize", {}, owners=held | {"japan": "japan"}).end_phase(), "germany", 2)
        assert kept.state.winner == "axis"

    @pytest.mark.rule("GEN-24", "GEN-29", setup="global_1940")
    def test_the_allies_win_with_berlin_rome_and_tokyo_and_one_of_four_capitals(self) -> None:
        taken = {"germany": "soviet_union", "southern_italy": "united_states", "japan": "anzac"}
        table = _pass(position("soviet_union", "mobilize", {}, owners=taken).end_phase(), "soviet_union", 2)
        assert table.state.winner == "allies"
        homes = ("eastern_united_states", "united_kingdom", "france", "russia")
        table = position("soviet_union", "mobilize", {}, owners={**taken, **dict.fromkeys(homes, "japan")}).end_phase()
        assert _pass(table, "soviet_union", 2).state.winner is None

    @pytest.mark.rule("GEN-31", setup="global_1940")
    def test_a_city_lost_in_between_ends_the_time_of_holding(self) -> None:
        owners = dict.fromkeys(self.PACIFIC, "japan")
        table = _pass(position("germany", "mobilize", {}, owners=owners).end_phase(), "china", 1)
        table.do({"type": "edit", "spaces": {"india": {"owner": "united_kingdom"}}}).end_phase()
        assert [event.side for event in table.happened("hold_ended")] == ["axis"]
        assert _pass(table, "germany", 2).state.winner is None

    @pytest.mark.rule("GEN-34", setup="global_1940")
    def test_a_side_concedes_once_all_its_powers_do(self) -> None:
        table = position("japan", "purchase", {})
        for power in ("germany", "japan"):
            assert table.do({"type": "concede", "power": power}).state.winner is None
        assert table.do({"type": "concede", "power": "italy"}).state.winner == "allies"
