"""The examples of the Revised rule book, played die by die: the combat in India and the Soviet sample turn."""

from __future__ import annotations

import pytest

from engine import new_game
from engine.ask import rocket_targets
from engine.facilities.production import income
from tests.engine.table import Table, position


def shots(table: Table) -> list[tuple[str, tuple[int, ...], int]]:
    """(unit, dice, hits) of all that fired in the last action."""
    return [(shot.unit, shot.dice, shot.hits) for event in table.happened("fired") for shot in event.shots]


@pytest.mark.rule("CMB-06", "CMB-09", "CMB-12", "CMB-28", "CMB-45", "CMB-47", "SPC-58", "UNI-30", setup="revised")
def test_the_combat_in_india() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "persia": "germany: 1 infantry, 1 tank, 1 fighter",
            "india": "united_kingdom: 1 infantry, 1 tank, 1 anti_aircraft_gun",
        },
        setup="revised",
        owners={"persia": "germany"},
    )
    before = {power: income(table.state, power) for power in ("germany", "united_kingdom")}
    table.move("1 infantry, 1 tank, 1 fighter: persia > india").end_phase()

    table.battle("india", dice="1 4 2")
    assert table.happened("anti_aircraft_fired")[0].shots[0].hit, "the gun's 1 destroys the fighter"
    assert shots(table) == [("infantry", (4,), 0), ("tank", (2,), 1)]
    assert table.questions == [("casualties", ("united_kingdom",))]

    table.lose("1 infantry", dice="5 4")
    assert shots(table) == [("infantry", (5,), 0), ("tank", (4,), 0)], "the infantry fires though it is lost"
    assert table.at("india") == {
        "germany": {"infantry": 1, "tank": 1},
        "united_kingdom": {"tank": 1, "anti_aircraft_gun": 1},
    }

    # The book does not roll for the German tank, for no defender is left; here all dice of a step are rolled together.
    table.press(dice="1 6 2")
    assert shots(table) == [("infantry", (1,), 1), ("tank", (6,), 0), ("tank", (2,), 1)]
    assert table.questions == [("casualties", ("germany",))]

    table.lose("1 infantry")
    assert table.at("india") == {"germany": {"tank": 1, "anti_aircraft_gun": 1}}
    assert table.owner("india") == "germany"
    assert income(table.state, "germany") == before["germany"] + 3
    assert income(table.state, "united_kingdom") == before["united_kingdom"] - 3


@pytest.mark.rule("RES-02", "RES-05", "PUR-01", "MOB-01", "INC-01", "CMB-06", "CMB-47", "SPC-51", setup="revised")
def test_the_soviet_sample_turn() -> None:
    table = Table(new_game("revised", {}))
    table.do({"type": "research", "dice": 1, "technology": "rockets"}, "2")
    assert table.ipcs("soviet_union") == 19
    assert table.board["technologies"] == {"soviet_union": ["rockets"]}
    table.do({"type": "purchase", "units": {"tank": 3, "artillery": 1}}).end_phase()
    assert table.ipcs("soviet_union") == 0

    table.move("3 infantry, 1 tank: archangel > west_russia")
    table.move("2 infantry, 1 fighter: karelia_ssr > west_russia").end_phase()
    # The book strikes Germany from Russia, four spaces away. Rockets fly three, so the gun in the Caucasus strikes.
    launcher = next(piece.id for piece in table.state.at("russia") if piece.unit == "anti_aircraft_gun")
    assert "germany" in rocket_targets(table.state)
    rocket = {"type": "battle", "space": "germany", "kind": "rocket"}
    table.refuses({**rocket, "pick": [launcher]}, "SPC-51", dice="3")
    table.do(rocket, "3")
    assert table.ipcs("germany") == 37

    table.battle("west_russia", dice="1 1 4 5 6 4 2")
    assert shots(table) == [("infantry", (1, 1, 4, 5, 6), 2), ("tank", (4,), 0), ("fighter", (2,), 1)]
    # Three infantry defend, as set up and as the book rolls for them, though it speaks of both infantry.
    table.lose("2 infantry, 1 tank", dice="1 3 4 6 5")
    assert shots(table) == [("infantry", (1, 3, 4), 1), ("artillery", (6,), 0), ("tank", (5,), 0)]
    table.lose("1 infantry")
    assert table.at("west_russia")["germany"] == {"infantry": 1, "artillery": 1}
    # "Overkill": three hits on the last two. The book's luckless tank is the third infantry here.
    table.press(dice="1 1 1 5 6 6 6 2")
    assert [hits for _, _, hits in shots(table)] == [3, 0, 0, 0, 1]
    table.lose("1 infantry")
    assert table.at("west_russia") == {"soviet_union": {"infantry": 3, "tank": 1, "fighter": 1}}
    assert (income(table.state, "soviet_union"), income(table.state, "germany")) == (26, 38)

    table.move("1 fighter: west_russia > russia").move("2 infantry, 1 artillery: russia > archangel")
    table.move("2 tank: russia > archangel > karelia_ssr").move("1 submarine: sz4 > sz3 > sz6").end_phase()
    table.do({"type": "mobilize", "units": {"tank": 3, "artillery": 1}, "space": "caucasus"}).end_phase()
    assert table.ipcs("soviet_union") == 26
    assert (table.state.power, table.state.round) == ("germany", 1)
    assert table.at("caucasus") == {
        "soviet_union": {"infantry": 3, "artillery": 2, "tank": 4, "anti_aircraft_gun": 1},
    }
    assert table.at("karelia_ssr") == {"soviet_union": {"infantry": 1, "tank": 2}}
    assert table.at("sz6") == {"soviet_union": {"submarine": 1}}
