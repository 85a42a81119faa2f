"""What stands on the plates: units by kind and condition, cargo with its ships, facilities with their damage."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from maps.stacks.aboard import CargoHold
from maps.stacks.contents import LARGE, SMALL, Cell, Plate, Scale, stacks_of
from maps.stacks.plates import plate_sprite
from tests.maps.positions import Position, late_war, opening
from tests.published import BOARDS


def position(setup: str = "revised", **content: Any) -> Position:
    return {"setup": setup, "owners": {}, "units": {}, "facilities": {}, **content}


def fleet(cargo: list[dict[str, Any]], **units: dict[str, int]) -> Position:
    """Units by power in sea zone 8 with the cargo of single ships."""
    return position(units={"sz8": units}, cargo=[{"space": "sz8", **load} for load in cargo])


def cells(shown: Position, space: str = "sz8") -> dict[str, tuple[Cell, ...]]:
    """The cells of a space by power, "" for facilities."""
    stack = stacks_of(shown)[space]
    return {plate.power: plate.cells for plate in (*stack.signs, *stack.plates)}


def load(owner: str, **units: dict[str, int]) -> dict[str, Any]:
    return {"transport_owner": owner, "units": units}


def test_cargo_stands_behind_its_ships_and_not_among_the_units_afloat() -> None:
    shown = fleet(
        [load("germany", germany={"infantry": 1, "tank": 1}), load("germany", germany={"infantry": 1})],
        germany={"transport": 3, "infantry": 2, "tank": 1, "destroyer": 1},
    )
    assert cells(shown) == {
        "germany": (
            Cell("transport", 1),
            Cell("transport", 2, holds=(CargoHold("", (("infantry", 2), ("tank", 1))),)),
            Cell("destroyer", 1),
        )
    }


def test_cargo_of_an_ally_shows_its_power_and_leaves_no_plate_of_its_own() -> None:
    shown = fleet(
        [load("united_states", united_kingdom={"infantry": 1}, united_states={"tank": 1})],
        united_states={"transport": 1, "tank": 1},
        united_kingdom={"infantry": 1},
    )
    own, foreign = CargoHold("", (("tank", 1),)), CargoHold("united_kingdom", (("infantry", 1),))
    assert cells(shown) == {"united_states": (Cell("transport", 1, holds=(own, foreign)),)}


def test_each_owner_has_the_cargo_of_his_own_ships() -> None:
    shown = fleet(
        [load("united_states", united_states={"infantry": 1}), load("united_kingdom", united_kingdom={"tank": 1})],
        united_states={"transport": 1, "infantry": 1},
        united_kingdom={"transport": 2, "tank": 1},
    )
    assert cells(shown) == {
        "united_kingdom": (Cell("transport", 1), Cell("transport", 1, holds=(CargoHold("", (("tank", 1),)),))),
        "united_states": (Cell("transport", 1, holds=(CargoHold("", (("infantry", 1),)),)),),
    }


def test_a_destroyer_that_carries_infantry_by_a_national_advantage_is_shown_laden() -> None:
    aboard = load("japan", japan={"infantry": 1})
    shown = fleet([aboard, aboard], japan={"transport": 1, "destroyer": 2, "infantry": 2})
    hold = (CargoHold("", (("infantry", 1),)),)
    assert cells(shown)["japan"] == (
        Cell("transport", 1, holds=hold),
        Cell("destroyer", 1),
        Cell("destroyer", 1, holds=hold),
    )


def test_cargo_without_a_ship_that_could_carry_it_is_shown_as_it_stands() -> None:
    shown = fleet([load("germany", germany={"tank": 1})], germany={"submarine": 1, "tank": 1})
    assert cells(shown)["germany"] == (Cell("tank", 1), Cell("submarine", 1))


def test_aircraft_at_sea_stand_beside_the_carriers() -> None:
    shown = fleet([], japan={"fighter": 2, "aircraft_carrier": 1, "battleship": 1, "submarine": 1})
    assert [cell.unit for cell in cells(shown)["japan"]] == ["submarine", "battleship", "aircraft_carrier", "fighter"]


def test_damaged_and_submerged_ships_have_cells_of_their_own() -> None:
    shown = {
        **fleet([], germany={"battleship": 2, "submarine": 3}),
        "damaged_units": {"sz8": {"germany": {"battleship": 1}}},
        "submerged": {"sz8": {"germany": {"submarine": 2}}},
    }
    assert cells(shown)["germany"] == (
        Cell("submarine", 1),
        Cell("submarine", 2, submerged=True),
        Cell("battleship", 1),
        Cell("battleship", 1, damaged=True),
    )


@pytest.mark.parametrize("make", [opening, late_war])
@pytest.mark.parametrize("board", BOARDS)
def test_every_unit_is_shown_once_afloat_or_aboard(board: str, make: Callable[[str], Position]) -> None:
    wanted = make(board)
    shown: Counter[tuple[str, str, str]] = Counter()
    for space, stack in stacks_of(wanted).items():
        for plate in stack.plates:
            for cell in plate.cells:
                shown[space, plate.power, cell.unit] += cell.count
                for hold in cell.holds:
                    shown.update({(space, hold.power or plate.power, unit): count for unit, count in hold.units})
    assert shown == {
        (space, power, unit): count
        for space, powers in wanted["units"].items()
        for power, units in powers.items()
        for unit, count in units.items()
    }


def test_plates_do_not_depend_on_the_order_in_which_a_position_lists_units_and_cargo() -> None:
    shown = late_war("global_1940")
    turned = {
        **shown,
        "cargo": shown["cargo"][::-1],
        "units": {
            space: {power: dict([*units.items()][::-1]) for power, units in [*powers.items()][::-1]}
            for space, powers in [*shown["units"].items()][::-1]
        },
    }
    assert len(shown["cargo"]) > 3
    assert stacks_of(turned) == stacks_of(shown)


@pytest.mark.parametrize(
    ("setup", "space", "facility", "damage", "disabled"),
    [
        ("anniversary_1941", "germany", "industrial_complex", 9, False),
        ("anniversary_1941", "germany", "industrial_complex", 10, True),
        ("global_1940", "germany", "major_industrial_complex", 9, False),
        ("global_1940", "germany", "major_industrial_complex", 10, True),
        ("pacific_1940", "india", "minor_industrial_complex", 2, False),
        ("pacific_1940", "india", "minor_industrial_complex", 3, True),
        ("global_1940", "germany", "air_base", 2, False),
        ("global_1940", "germany", "air_base", 3, True),
        ("global_1940", "germany", "naval_base", 2, False),
        ("global_1940", "germany", "naval_base", 6, True),
    ],
)
def test_a_facility_is_shown_disabled_when_it_no_longer_works(
    setup: str, space: str, facility: str, damage: int, disabled: bool
) -> None:
    shown = position(setup, facilities={space: [facility]}, damage={space: {facility: damage}})
    assert cells(shown, space)[""] == (Cell(facility, damage=damage, disabled=disabled),)


CARGO = (CargoHold("", (("infantry", 2), ("tank", 1))), CargoHold("united_kingdom", (("artillery", 3),)))
ALL_KINDS = (
    Cell("transport", 12, holds=CARGO),
    Cell("submarine", 2, submerged=True),
    Cell("battleship", 1, damaged=True),
    Cell("fighter", 3),
)


@pytest.mark.parametrize("scale", [LARGE, SMALL])
@pytest.mark.parametrize("power", ["germany", "united_kingdom"])
def test_a_plate_is_as_wide_as_its_cells_and_as_high_as_its_scale(power: str, scale: Scale) -> None:
    plate = Plate(power, ALL_KINDS)
    emblem = scale.emblem + 2 * scale.padding
    assert plate.width(scale) == emblem + sum(cell.width(scale) for cell in ALL_KINDS) + 2 * scale.padding
    assert plate_sprite(plate, scale).size == (plate.width(scale), scale.height)


@pytest.mark.parametrize("scale", [LARGE, SMALL])
def test_cargo_is_smaller_than_ships_and_still_readable(scale: Scale) -> None:
    assert scale.hold_icon < scale.icon
    assert LARGE.hold_icon >= 20
    assert SMALL.hold_icon >= 15
    laden = Cell("transport", holds=(CargoHold("", (("infantry", 1), ("tank", 1))),))
    assert laden.width(scale) < sum(Cell(unit).width(scale) for unit in ("transport", "infantry", "tank"))


@pytest.mark.parametrize("scale", [LARGE, SMALL])
@pytest.mark.parametrize("power", ["germany", "united_kingdom"])
def test_every_condition_of_a_ship_looks_different(power: str, scale: Scale) -> None:
    conditions = (Cell("submarine"), Cell("submarine", damaged=True), Cell("submarine", submerged=True))
    seen = {plate_sprite(Plate(power, (cell,)), scale).tobytes() for cell in conditions}
    assert len(seen) == len(conditions)


@pytest.mark.parametrize("scale", [LARGE, SMALL])
def test_cargo_of_an_ally_lies_on_the_colour_of_its_power(scale: Scale) -> None:
    own, foreign = (
        plate_sprite(Plate("germany", (Cell("transport", holds=(CargoHold(power, (("infantry", 1),)),)),)), scale)
        for power in ("", "japan")
    )
    counted = [Counter(sprite.convert("RGB").get_flattened_data())[196, 82, 22] for sprite in (own, foreign)]
    assert counted[0] == 0
    assert counted[1] > 100


def test_a_disabled_facility_is_struck_out() -> None:
    hurt, disabled = (
        plate_sprite(Plate("", (Cell("air_base", damage=4, disabled=off),)), LARGE) for off in (False, True)
    )
    left = [sprite.crop((3, 0, 28, 30)).convert("RGB").get_flattened_data() for sprite in (hurt, disabled)]
    assert [Counter(pixels)[200, 24, 24] > 20 for pixels in left] == [False, True]
