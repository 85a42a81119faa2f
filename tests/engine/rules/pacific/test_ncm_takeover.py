"""Who takes territory over in the noncombat move, and through which complex ships come (chapters NCM and MOB)."""

from __future__ import annotations

import pytest

from tests.engine.table import position

WAR = [["japan", power, "war"] for power in ("united_states", "united_kingdom", "anzac")]


@pytest.mark.parametrize(("unit", "owner"), [("infantry", "united_kingdom"), ("aaa", "dutch")])
@pytest.mark.rule("NCM-11", setups="1940")
def test_guns_alone_take_no_dutch_territory_over(unit: str, owner: str) -> None:
    cargo = {"sz41": [{"transport": "united_kingdom", "units": {"united_kingdom": {unit: 1}}}]}
    table = position("united_kingdom", "noncombat_move", {"sz41": "united_kingdom: 1 transport"}, cargo=cargo)
    table.move(f"1 {unit}: sz41 > sumatra")
    assert table.owner("sumatra") == owner


@pytest.mark.rule("NCM-11", setups="1940")
def test_guns_alone_win_no_friendly_neutral_over() -> None:
    spaces = {"kansu": "united_kingdom: 1 aaa, 1 infantry"}
    roused = {"buyant_uhaa": "allies"}
    table = position("united_kingdom", "noncombat_move", spaces, relations=WAR, roused_neutrals=roused)
    table.refuses_move("1 aaa: kansu > olgiy", "NCM-11")
    assert table.move("1 infantry: kansu > olgiy").owner("olgiy") == "united_kingdom"


@pytest.mark.rule("MOB-17", setups="1940")
def test_ships_come_through_the_complex_that_is_named_where_several_border_on_a_zone() -> None:
    built = {"korea": {"facilities": ["minor_industrial_complex"]}}
    table = position("japan", "mobilize", {}, purchased={"japan": {"destroyer": 2}}, more_spaces=built)
    for complex_at in ("korea", "japan"):
        table.do({"type": "mobilize", "units": {"destroyer": 1}, "space": "sz6", "complex": complex_at})
    assert dict(table.state.turn.placed) == {"korea": 1, "japan": 1}
