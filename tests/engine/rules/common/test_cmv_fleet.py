"""Transports that sail with a fleet to enemy submarines and transports go into the attack with it (CMV-01, CMV-63)."""

import pytest

from engine.ask import zones_to_engage
from engine.position.due import sea_attackers
from tests.engine.table import Table, position

ATTACK = {"type": "engage", "space": "sz6", "attack": True}
LOOK_ON = {"type": "engage", "space": "sz6", "attack": False}
ONE_TRANSPORT = {"units": {"transport": 1}}


def fleet(ships: str = "1 transport, 1 destroyer", enemies: str = "1 submarine", own: str = "", **more: str) -> Table:
    """German ships in sea zone 5; enemies, and own ships since before, in sea zone 6."""
    there = f"united_kingdom: {enemies}{f'; germany: {own}' if own else ''}"
    return position("germany", "combat_move", {"sz5": f"germany: {ships}", "sz6": there, **more})


def attackers(table: Table) -> list[str]:
    """The units that will attack in sea zone 6."""
    return sorted(table.names.back(piece).unit for piece in sea_attackers(table.state, zone_six(table)))


def zone_six(table: Table) -> str:
    """Sea zone 6, as the board calls it where the example is played."""
    return str(table.names.there({"space": "sz6"})["space"])


@pytest.mark.rule("CMV-01", "CMV-12", "CMV-63", setups="but revised + 1940")
@pytest.mark.parametrize("enemy", ["submarine", "transport"])
@pytest.mark.parametrize(
    "orders",
    [["1 transport, 1 destroyer"], ["1 transport", "1 destroyer"], ["1 destroyer", "1 transport"]],
    ids=["together", "transport first", "transport last"],
)
def test_a_transport_that_sails_with_a_warship_attacks_with_it(enemy: str, orders: list[str]) -> None:
    table = fleet(enemies=f"1 {enemy}")
    for ships in orders:
        table.move(f"{ships}: sz5 > sz6")
    assert attackers(table) == ["destroyer", "transport"]
    table.end_phase()
    assert table.pending == [("sz6", "sea")]


@pytest.mark.rule("CMB-44", "CMV-63", setups="but revised + 1940")
def test_it_retreats_with_the_fleet_and_its_cargo_goes_along() -> None:
    cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 1}}}]}
    spaces = {"sz5": "germany: 1 transport, 1 destroyer", "sz6": "united_kingdom: 2 submarine"}
    table = position("germany", "combat_move", spaces, cargo=cargo).move("1 transport, 1 destroyer: sz5 > sz6")
    table.end_phase().battle("sz6", dice="6 6 6").retreat("sz5")
    assert table.at("sz5") == {"germany": {"transport": 1, "destroyer": 1, "infantry": 1}}
    assert table.at("sz6") == {"united_kingdom": {"submarine": 2}}


@pytest.mark.rule("CMB-33", "CMV-63", setups="but revised + 1940")
def test_it_is_a_casualty_once_the_warship_is_gone() -> None:
    table = fleet(enemies="3 submarine").move("1 transport, 1 destroyer: sz5 > sz6").end_phase()
    table.battle("sz6", dice="6 1 1 6")
    assert "germany" not in table.at("sz6")


@pytest.mark.rule("CMV-63", setups="but revised + 1940")
def test_aircraft_lead_a_transport_into_the_attack_as_well() -> None:
    table = fleet("1 transport", "1 transport", germany="germany: 1 fighter")
    table.move("1 transport: sz5 > sz6").refuses({"type": "end_phase"}, "CMV-01")
    table.move("1 fighter: germany > sz5 > sz6")
    assert attackers(table) == ["fighter", "transport"]
    table.end_phase()


@pytest.mark.rule("CMV-20", "CMV-63", setups="but revised + 1940")
def test_a_transport_that_lay_there_looks_on_until_it_is_told_to_attack() -> None:
    table = fleet("1 destroyer", own="1 transport")
    table.refuses(ATTACK | ONE_TRANSPORT, "CMV-63")
    table.move("1 destroyer: sz5 > sz6")
    assert attackers(table) == ["destroyer"]
    table.do(ATTACK | ONE_TRANSPORT)
    assert attackers(table) == ["destroyer", "transport"]
    table.end_phase().battle("sz6", dice="6 6").retreat("sz5")
    assert table.at("sz5") == {"germany": {"destroyer": 1, "transport": 1}}


@pytest.mark.rule("CMV-63", setups="but revised + 1940")
@pytest.mark.parametrize("told", [ATTACK | ONE_TRANSPORT, ATTACK], ids=["by name", "with all"])
def test_a_transport_may_be_told_to_attack_where_a_warship_does(told: dict[str, object]) -> None:
    table = fleet().move("1 destroyer: sz5 > sz6").move("1 transport: sz5 > sz6").do(told)
    assert attackers(table) == ["destroyer", "transport"]
    table = fleet().move("1 destroyer: sz5 > sz6").move("1 transport: sz5 > sz6", attack=True)
    assert attackers(table) == ["destroyer", "transport"]


@pytest.mark.rule("CMV-01", "CMV-63", setups="but revised + 1940")
def test_a_transport_is_not_told_to_attack_where_the_warships_look_on() -> None:
    table = fleet().move("1 transport, 1 destroyer: sz5 > sz6").do(LOOK_ON | {"units": {"destroyer": 1}})
    assert attackers(table) == []
    table.refuses(ATTACK | ONE_TRANSPORT, "CMV-63")
    sentence = table.refuses({"type": "end_phase"}, "CMV-01")
    assert sentence == (
        "The transport moved to sea zone 6 but does not attack 1 submarine there. Let it attack, or undo that move and "
        "make it in the noncombat move."
    )
    table.do(ATTACK).end_phase()
    assert table.pending == [("sz6", "sea")]


@pytest.mark.rule("CMV-01", "CMV-63", setups="but revised + 1940")
@pytest.mark.parametrize("unit", ["transport", "destroyer"])
def test_what_sailed_there_only_to_attack_does_not_look_on_beside_the_battle(unit: str) -> None:
    table = fleet("1 transport, 2 destroyer").move("1 transport, 2 destroyer: sz5 > sz6")
    table.do(LOOK_ON | {"units": {unit: 1}}).refuses({"type": "end_phase"}, "CMV-01")


@pytest.mark.rule("CMV-10", "CMV-18", setups="but revised + 1940")
def test_a_transport_that_left_a_hostile_zone_may_fight_nowhere() -> None:
    table = position(
        "germany",
        "combat_move",
        {
            "sz5": "germany: 1 transport, 1 destroyer; united_kingdom: 1 destroyer",
            "sz6": "united_kingdom: 1 submarine",
        },
    )
    table.move("1 transport, 1 destroyer: sz5 > sz6").do(LOOK_ON | ONE_TRANSPORT).end_phase()
    assert table.pending == [("sz6", "sea")]
    table.battle("sz6", dice="6 1")
    assert table.at("sz6") == {"germany": {"transport": 1}, "united_kingdom": {"submarine": 1}}


@pytest.mark.rule("CMV-11", "CMV-63", setups="but revised + 1940")
def test_where_an_assault_goes_out_the_whole_fleet_covers_it_or_attacks() -> None:
    def landing() -> Table:
        cargo = {"sz5": [{"transport": "germany", "units": {"germany": {"infantry": 2}}}]}
        spaces = {"sz5": "germany: 2 transport, 1 destroyer", "sz6": "united_kingdom: 1 submarine"}
        table = position("germany", "combat_move", spaces, cargo=cargo).move("2 transport, 1 destroyer: sz5 > sz6")
        assert attackers(table) == ["destroyer", "transport", "transport"]
        return table.move("2 infantry: sz6 > united_kingdom")

    assert landing().end_phase().pending == []
    table = landing().do(ATTACK | {"units": {"destroyer": 1}})
    assert attackers(table) == ["destroyer", "transport", "transport"]
    assert table.end_phase().pending == [("sz6", "sea"), ("united_kingdom", "land")]


@pytest.mark.rule("CMV-20", setups="but revised + 1940")
def test_zones_are_offered_where_the_order_is_accepted() -> None:
    table = fleet(own="1 transport")
    assert zones_to_engage(table.state) == {}
    table.move("1 destroyer: sz5 > sz6")
    assert zones_to_engage(table.state) == {zone_six(table): (True, False)}
