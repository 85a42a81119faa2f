"""Neutrals in words: attacked ones with the armies that will stand up, and those that an attack on another turns."""

from __future__ import annotations

import pytest

from engine import IllegalAction, apply
from engine.dice import NoDice
from gamemaster.narration import clashes_ahead, landing_hint, own_orders_text
from tests.engine.table import Table, position


def attacking(neutral: str, start: str, power: str = "germany") -> Table:
    """A power that has ordered a tank into a neutral."""
    table = position(power, "combat_move", {start: f"{power}: 1 tank"}, setup="global_1940")
    return table.move(f"1 tank: {start} > {neutral}")


@pytest.mark.rule("POL-47", "POL-51", setup="global_1940")
def test_an_attack_on_a_neutral_is_told_and_drawn_with_the_army_that_will_stand_up() -> None:
    table = attacking("yugoslavia", "slovakia_hungary")
    text = own_orders_text(table.state)
    assert "Battles ahead:\nYugoslavia: 1 tank against 5 infantry" in text
    assert "Taken without a battle" not in text
    assert "lean to" not in text, "it is no strict neutral"
    (clash,) = clashes_ahead(table.state)
    assert clash.defender is not None
    assert clash.defender.units == 5
    assert table.state.at("yugoslavia")[0].unit == "tank"
    assert len(table.state.at("yugoslavia")) == 1, "looked at, not done"


@pytest.mark.rule("POL-54", setup="global_1940")
def test_an_attack_on_a_strict_neutral_says_which_others_it_turns_before_it_is_made() -> None:
    text = own_orders_text(attacking("sweden", "norway").state)
    assert "The attack on Sweden makes other strict neutrals lean to the Allies (POL-54): Afghanistan, Angola, " in text
    assert "Sweden: 1 tank against 6 infantry" in text


@pytest.mark.rule("POL-59", setup="global_1940")
def test_mongolia_is_not_among_those_that_a_british_attack_turns() -> None:
    text = own_orders_text(attacking("turkey", "syria", "united_kingdom").state)
    told = next(line for line in text.splitlines() if "POL-54" in line)
    assert "lean to the Axis" in told
    assert "Argentina, Bolivia, Chile" in told, "Buyant-Uhaa and Central Mongolia would stand between them"


def test_a_neutral_without_an_army_is_taken_without_a_battle() -> None:
    assert "Taken without a battle: Central Mongolia." in own_orders_text(
        attacking("central_mongolia", "jehol", "japan").state
    )


@pytest.mark.rule("NCM-13", "POL-77", setup="global_1940")
@pytest.mark.parametrize(
    ("power", "start", "end", "why"),
    [
        ("germany", "norway", "novgorod", "Novgorod belongs to the Soviet Union, with which you are not at war"),
        ("germany", "norway", "scotland", "Scotland is hostile"),
        ("germany", "norway", "sweden", "Sweden is neutral"),
        (
            "united_states",
            "philippines",
            "kwangtung",
            "Kwangtung belongs to the United Kingdom: the United States is not at war",
        ),
    ],
)
def test_where_aircraft_do_not_land_says_why_and_where_they_can(power: str, start: str, end: str, why: str) -> None:
    state = position(power, "noncombat_move", {start: f"{power}: 1 fighter"}, setup="global_1940").state
    order = {"type": "move", "units": {"fighter": 1}, "path": [start, end]}
    hint = landing_hint(state, IllegalAction("NCM-13", "So it is."), order)
    assert hint.message.startswith("So it is. It can land in ")
    with pytest.raises(IllegalAction, match=f"{why}.*, so the fighter cannot land there") as no:
        apply(state, order, NoDice())
    assert no.value.rule == "NCM-13"
