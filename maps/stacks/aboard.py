"""Which ships are laden and with what, as far as a position tells."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from maps.board.facts import cargo_types
from maps.board.powers import in_order
from maps.signs.silhouettes import units_in_order

Units = Mapping[str, Mapping[str, int]]  # by power and unit


@dataclass(frozen=True)
class CargoHold:
    """Units of one power aboard ships; power "" is that of the ships."""

    power: str
    units: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class LadenShips:
    """All ships of one kind and owner in a space that have cargo, and what lies aboard them."""

    owner: str
    ship: str
    count: int
    holds: tuple[CargoHold, ...]

    def tally(self) -> Counter[tuple[str, str]]:
        """The units aboard by power and unit."""
        return Counter({(hold.power or self.owner, unit): count for hold in self.holds for unit, count in hold.units})


def laden_ships(position: Mapping[str, Any]) -> dict[str, tuple[LadenShips, ...]]:
    """The laden ships of a position by space. A cargo whose ship cannot be found is left out, so it is shown afloat.

    A position tells the owner of a ship but not its kind: transports are taken before others that can carry the same.
    """
    free: dict[tuple[str, str], Counter[str]] = {}
    found: dict[tuple[str, str, str], list[Units]] = {}
    for load in position.get("cargo", ()):
        space, owner, units = load["space"], load["transport_owner"], load["units"]
        ships = free.setdefault((space, owner), Counter(position["units"].get(space, {}).get(owner, {})))
        ship = _ship_for(units, ships, cargo_types(position["setup"]))
        if ship:
            ships[ship] -= 1
            found.setdefault((space, owner, ship), []).append(units)
    by_space: dict[str, list[LadenShips]] = {}
    for (space, owner, ship), loads in found.items():
        by_space.setdefault(space, []).append(LadenShips(owner, ship, len(loads), _together(loads, owner)))
    return {space: tuple(ships) for space, ships in by_space.items()}


def _ship_for(units: Units, ships: Mapping[str, int], takes: Mapping[str, frozenset[str]]) -> str:
    kinds = {unit for counts in units.values() for unit in counts}
    fitting = (ship for ship, left in units_in_order(ships) if left > 0 and kinds <= takes.get(ship, frozenset()))
    return next(fitting, "")


def _together(loads: Sequence[Units], owner: str) -> tuple[CargoHold, ...]:
    sums: dict[str, Counter[str]] = {}
    for load in loads:
        for power, units in load.items():
            sums.setdefault(power, Counter()).update(units)
    powers = in_order(sums, owner)
    return tuple(CargoHold("" if power == owner else power, tuple(units_in_order(sums[power]))) for power in powers)


def afloat(position: Mapping[str, Any], space: str, laden: Sequence[LadenShips]) -> dict[str, dict[str, int]]:
    """The units of a space by power that lie in no hold."""
    aboard: Counter[tuple[str, str]] = Counter()
    for ships in laden:
        aboard.update(ships.tally())
    return {
        power: {unit: count - aboard[power, unit] for unit, count in units.items()}
        for power, units in position.get("units", {}).get(space, {}).items()
    }
