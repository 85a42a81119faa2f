"""Who attacked first where the Soviet Union has the Nonaggression Treaty (OPT-16)."""

import pytest

from tests.engine.table import Table, position

TREATY = {"soviet_union": "nonaggression_treaty"}


@pytest.mark.rule("OPT-16", setup="revised")
@pytest.mark.parametrize(
    ("spaces", "attack"),
    [
        ({"china": "japan: 2 infantry", "sinkiang": "soviet_union: 1 infantry"}, "2 infantry: china > sinkiang"),
        ({"sz61": "japan: 1 battleship", "sz60": "soviet_union: 1 submarine"}, "1 battleship: sz61 > sz60"),
    ],
)
def test_a_soviet_attack_after_a_japanese_one_elsewhere_loses_nothing(spaces: dict[str, str], attack: str) -> None:
    border = {"buryatia_ssr": "soviet_union: 2 infantry", "manchuria": "japan: 3 infantry"}
    owners = {"china": "japan"}
    table = position("japan", "combat_move", spaces | border, setup="revised", owners=owners, advantages=TREATY)
    table.move(attack).end_phase()
    assert [event.by for event in table.happened("attacked_first")] == ["japan"]
    table.do({"type": "edit", "turn": {"power": "soviet_union", "phase": "combat_move"}})
    table.move("1 infantry: buryatia_ssr > manchuria").end_phase()
    assert table.happened("advantage_lost") == []
    table.do({"type": "edit", "turn": {"power": "japan", "phase": "combat_move"}})
    table.move("1 infantry: manchuria > buryatia_ssr").end_phase()
    assert [kind for kind, _ in table.questions] == ["nonaggression_treaty"]


@pytest.mark.rule("OPT-16", setup="revised")
def test_a_japanese_attack_on_others_is_none_on_the_soviet_union() -> None:
    spaces = {"manchuria": "japan: 2 infantry", "china": "united_states: 1 infantry"}
    table = position("japan", "combat_move", spaces, setup="revised", advantages=TREATY)
    table.move("2 infantry: manchuria > china").end_phase()
    assert table.happened("attacked_first") == []


def with_rockets() -> Table:
    """Guns that launch rockets, and complexes that they reach, on both sides of the border."""
    return position(
        "soviet_union",
        "combat_move",
        {"buryatia_ssr": "soviet_union: 1 anti_aircraft_gun", "manchuria": "japan: 1 anti_aircraft_gun"},
        setup="revised",
        advantages=TREATY,
        more_spaces={space: {"facilities": ["industrial_complex"]} for space in ("buryatia_ssr", "manchuria")},
        technologies={"japan": ["rockets"], "soviet_union": ["rockets"]},
    )


def launch(table: Table, power: str, target: str) -> list[str]:
    """Launch a rocket on the turn of a power; what becomes of the treaty."""
    table.do({"type": "edit", "turn": {"power": power, "phase": "combat_move"}}).end_phase()
    table.do({"type": "battle", "space": target, "kind": "rocket"}, "1")
    return [event.kind for event in table.events if event.kind in ("advantage_lost", "attacked_first")]


@pytest.mark.rule("OPT-16", "SPC-51", setup="revised")
def test_soviet_rockets_at_a_japanese_complex_lose_the_treaty_unless_japan_launched_some_before() -> None:
    table = with_rockets()
    assert launch(table, "soviet_union", "manchuria") == ["advantage_lost"]
    assert launch(table, "japan", "buryatia_ssr") == []
    table = with_rockets()
    assert launch(table, "japan", "buryatia_ssr") == ["attacked_first"]
    assert launch(table, "soviet_union", "manchuria") == []
