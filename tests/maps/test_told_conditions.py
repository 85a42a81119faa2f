"""Cargo, damage, submerged ships, conquered territories and neutrals are told in words as they are drawn."""

from typing import Any

from maps.board.assets import load_board
from maps.position_words import sentences_on


def sentence(space: str, **content: Any) -> str:
    """What is told of one space of the Global board."""
    position = {"setup": "global_1940", "owners": {}, "units": {}, **content}
    return sentences_on(load_board("global_1940"), position, [space])[0]


def load(owner: str, **units: dict[str, int]) -> dict[str, Any]:
    return {"space": "sz110", "transport_owner": owner, "units": units}


def test_cargo_is_told_with_its_ships_and_not_among_the_units_afloat() -> None:
    fleet = {"germany": {"transport": 3, "infantry": 1, "tank": 1, "destroyer": 1}}
    cargo = [load("germany", germany={"infantry": 1}), load("germany", germany={"tank": 1})]
    told = sentence("sz110", units={"sz110": fleet}, cargo=cargo)
    assert told == ("Sea Zone 110: Germany 1 transport, 1 destroyer, 2 transports carrying 1 infantry, 1 tank.")


def test_cargo_of_an_ally_is_told_with_its_power_and_the_ship_that_carries_it() -> None:
    fleet = {"united_kingdom": {"transport": 1, "infantry": 1}, "anzac": {"infantry": 1}}
    cargo = [load("united_kingdom", united_kingdom={"infantry": 1}, anzac={"infantry": 1})]
    told = sentence("sz110", units={"sz110": fleet}, cargo=cargo)
    assert told == "Sea Zone 110: United Kingdom 1 transport carrying 1 infantry and ANZAC 1 infantry."


def test_damaged_and_submerged_ships_are_told_before_the_laden_ones() -> None:
    fleet = {"germany": {"transport": 1, "infantry": 2, "submarine": 3, "battleship": 1}}
    told = sentence(
        "sz110",
        units={"sz110": fleet},
        cargo=[load("germany", germany={"infantry": 2})],
        submerged={"sz110": {"germany": {"submarine": 2}}},
        damaged_units={"sz110": {"germany": {"battleship": 1}}},
    )
    assert told == (
        "Sea Zone 110: Germany 3 submarines, 1 battleship (1 battleship damaged, 2 submarines submerged), "
        "1 transport carrying 2 infantry."
    )


def test_a_facility_that_no_longer_works_is_told_to_be_out_of_action() -> None:
    told = sentence(
        "western_germany",
        owners={"western_germany": "germany"},
        facilities={"western_germany": ["major_industrial_complex", "air_base", "naval_base"]},
        damage={"western_germany": {"air_base": 3, "naval_base": 1}},
    )
    assert told == (
        "Western Germany (Germany): major industrial complex, air base with 3 damage, out of action, "
        "naval base with 1 damage."
    )


def told_of(*spaces: str, **owners: str) -> list[str]:
    """All sentences on empty territories of the Global board."""
    position = {"setup": "global_1940", "owners": owners, "units": {}}
    return sentences_on(load_board("global_1940"), position, spaces)


def test_whose_a_conquered_territory_was_at_first_is_told() -> None:
    told = told_of("france", "syria", "ukraine", "germany", france="germany", syria="italy", germany="germany")
    assert "Held by others, originally by France: France, Syria." in told
    assert not any("first Germany" in sentence or "Ukraine" in sentence for sentence in told)


def test_neutrals_are_told_by_their_leaning_with_their_infantry_until_somebody_holds_them() -> None:
    told = told_of("sweden", "turkey", "greece", "eire", "bulgaria", bulgaria="germany")
    assert "Strict neutrals, with their infantry: Sweden 6, Turkey 8." in told
    assert "Pro-Allies neutrals, with their infantry: Greece 4, Eire." in told
    assert not any("Pro-Axis" in sentence for sentence in told)
