"""Capture and liberation in Pacific 1940: what goes to whom, and what a lost capital means (chapter CMB)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.facilities.capacity import capacity, usable_complexes
from tests.engine.rules.playing import to_phase
from tests.engine.table import Table, position

WAR = [["japan", power, "war"] for power in ("united_states", "united_kingdom", "anzac")]
MALAYA_FACTORY = {"malaya": {"facilities": ["minor_industrial_complex", "naval_base"]}}


def march(by: str, move: str, spaces: dict[str, str], **more: Any) -> Table:
    """A power marches into an undefended territory, in a war of all."""
    return position(by, "combat_move", spaces, relations=WAR, **more).move(move).end_phase()


def malaya_freed(**more: Any) -> Table:
    """ANZAC drives Japan from Malaya, where a complex stands."""
    owners = {"malaya": "japan", **more.pop("owners", {})}
    spaces = {"shan_state": "anzac: 1 infantry", "burma": "united_kingdom: 1 infantry"}
    return march("anzac", "1 infantry: shan_state > malaya", spaces, owners=owners, more_spaces=MALAYA_FACTORY, **more)


def tokyo_falls(**more: Any) -> Table:
    """America lands in Japan unopposed."""
    cargo = {"sz6": [{"transport": "united_states", "units": {"united_states": {"infantry": 1}}}]}
    fleet = {"sz6": "united_states: 1 transport, 1 cruiser", "korea": "japan: 1 infantry"}
    table = march("united_states", "1 infantry: sz6 > japan", fleet, cargo=cargo, **more)
    while table.questions:
        table.decide(table.questions[0][0], "default")
    return table


@pytest.mark.rule("CMB-52", "CMB-54", setups="1940")
def test_freed_territory_goes_back_to_the_ally_with_its_facilities() -> None:
    table = malaya_freed()
    assert table.owner("malaya") == "united_kingdom"
    assert table.state.facilities["malaya"] == ("minor_industrial_complex", "naval_base")


@pytest.mark.rule("CMB-55", setups="1940")
def test_the_first_owner_uses_the_complex_on_its_next_turn_and_the_liberator_never() -> None:
    table = malaya_freed()
    assert "malaya" not in usable_complexes(table.state, "anzac")
    to_phase(table, "united_kingdom", "purchase")
    assert "malaya" in usable_complexes(table.state, "united_kingdom")
    to_phase(table, "anzac", "purchase")
    assert "malaya" not in usable_complexes(table.state, "anzac")


@pytest.mark.rule("CMB-53", "CMB-56", setups="1940")
def test_with_the_capital_lost_the_liberator_holds_it_and_uses_it_from_its_next_turn() -> None:
    table = malaya_freed(owners={"india": "japan"})
    assert table.owner("malaya") == "anzac"
    assert "malaya" not in usable_complexes(table.state, "anzac")
    while table.state.round == 1:
        table.end_phase()
    to_phase(table, "anzac", "purchase")
    assert "malaya" in usable_complexes(table.state, "anzac")


@pytest.mark.rule("CMB-57", "MOB-12", setups="1940")
def test_a_major_complex_that_became_minor_stays_so_when_it_is_freed() -> None:
    table = march("japan", "1 infantry: burma > india", {"burma": "japan: 1 infantry"}, owners={"burma": "japan"})
    assert "minor_industrial_complex" in table.state.facilities["india"]
    spaces = {"burma": "united_kingdom: 1 infantry"}
    facilities = {"india": {"facilities": list(table.state.facilities["india"])}}
    freed = march(
        "united_kingdom", "1 infantry: burma > india", spaces, owners={"india": "japan"}, more_spaces=facilities
    )
    assert "minor_industrial_complex" in freed.state.facilities["india"]
    assert capacity(freed.state, "india") == 3


@pytest.mark.rule("CMB-58", setups="1940")
def test_a_former_neutral_belongs_to_whoever_takes_it() -> None:
    spaces = {"suiyuyan": "united_kingdom: 1 infantry"}
    owners = {"central_mongolia": "japan"}
    table = march("united_kingdom", "1 infantry: suiyuyan > central_mongolia", spaces, owners=owners)
    assert table.owner("central_mongolia") == "united_kingdom"


@pytest.mark.rule("CMB-59", setup="pacific_1940")
def test_who_takes_a_capital_takes_its_treasury_that_of_america_too() -> None:
    spaces, ipcs = {"mexico": "japan: 1 infantry"}, {"united_states": 9, "japan": 1}
    move = "1 infantry: mexico > western_united_states"
    table = march("japan", move, spaces, owners={"mexico": "japan"}, ipcs=ipcs)
    assert (table.ipcs("united_states"), table.ipcs("japan")) == (0, 10)


@pytest.mark.rule("CMB-60", setups="1940")
def test_plunder_is_taken_even_with_the_captors_own_capital_lost() -> None:
    table = tokyo_falls(owners={"western_united_states": "japan"}, ipcs={"japan": 8, "united_states": 2})
    assert (table.ipcs("japan"), table.ipcs("united_states")) == (0, 10)


@pytest.mark.rule("CMB-62", "CMB-63", setup="pacific_1940")
def test_a_power_without_its_capital_only_moves_and_fights_and_keeps_the_rest() -> None:
    table = position(
        "china", "mobilize", {"malaya": "united_kingdom: 2 infantry"}, owners={"india": "japan"}, relations=WAR,
        ipcs={"united_kingdom": 20},
    )  # fmt: skip
    table.end_phase()
    assert (table.state.power, table.phase) == ("united_kingdom", "combat_move")
    skipped = [(event.power, event.phase, event.reason) for event in table.happened("phase_skipped")]
    assert ("united_kingdom", "purchase", "PUR-08") in skipped
    assert table.owner("malaya") == "united_kingdom"
    assert table.at("malaya") == {"united_kingdom": {"infantry": 2}}
    to_phase(table, "anzac", "purchase")
    assert table.ipcs("united_kingdom") == 20


@pytest.mark.rule("CMB-64", "CMB-65", "CMB-66", setup="pacific_1940")
def test_a_freed_capital_brings_back_what_allies_held_and_nothing_of_the_enemys_treasury() -> None:
    owners = {"india": "japan", "malaya": "anzac", "kwangtung": "china", "borneo": "japan"}
    ipcs = {"japan": 14, "united_kingdom": 4, "anzac": 6}
    spaces = {"burma": "anzac: 1 infantry", "malaya": "anzac: 1 infantry"}
    table = march("anzac", "1 infantry: burma > india", spaces, owners=owners, ipcs=ipcs)
    assert {table.owner(t) for t in ("india", "malaya", "kwangtung")} == {"united_kingdom"}
    assert table.owner("borneo") == "japan"
    assert [table.ipcs(power) for power in ipcs] == [14, 4, 6]
    to_phase(table, "united_kingdom", "purchase")
    table.do({"type": "purchase", "units": {"infantry": 1}})
