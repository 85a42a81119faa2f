"""What overlays show over the crowded boards: made up from the position alone, so that every board has it."""

import copy
from collections.abc import Collection, Iterator
from functools import cache

from maps import Arrow, Battles, Changes, Clash, Convoys, Force, Income, Moves, Overlay, Reach, Relations, Scrambles
from maps.board.assets import load_board
from tests.maps.positions import AXIS, Position, late_war


@cache
def late(board: str) -> Position:
    """The crowded position of a board."""
    return late_war(board)


def each_overlay(board: str) -> dict[str, tuple[Overlay, ...]]:
    """The overlays of a board one by one, then together as players may ask for them."""
    position = late(board)
    moves, battles, changes = Moves(arrows(board)), clashes(board), Changes.since(earlier(board), "round 10")
    reach, income = Reach(position["power"], struck(board)), Income()
    convoys = Convoys({zone: {position["power"]: number % 7 + 1} for number, zone in enumerate(_zones(board))})
    relations = Relations(position["power"], borders(board), ((position["power"], "china"),))
    scrambles = Scrambles(rising(board), {zone: {"japan": 6} for zone in _zones(board)[::2]})
    return {
        "moves": (moves,),
        "battles": (battles,),
        "changes": (changes,),
        "reach": (reach,),
        "income": (income,),
        "convoys": (convoys,),
        "relations": (relations,),
        "scrambles": (scrambles,),
        "report": (changes, moves, battles),
        "everything": (changes, moves, battles, reach, income),
    }


def borders(board: str) -> dict[str, tuple[str, ...]]:
    """Every second territory of others hostile, the next at peace with the power on turn."""
    position = late(board)
    others = [space for space, owner in position["owners"].items() if owner not in (None, position["power"])]
    return {"enemy": tuple(others[::2]), "stranger": tuple(others[1::2])}


def rising(board: str) -> dict[str, dict[str, int]]:
    """Up to three aircraft from every third territory that is held, into each zone beside it."""
    shown, found = load_board(board), dict[str, dict[str, int]]()
    held = [space for space, owner in late(board)["owners"].items() if owner]
    for number, base in enumerate(held[::3]):
        for zone in sorted(other for other in shown.neighbours[base] if shown.space(other).is_sea):
            found.setdefault(zone, {})[base] = number % 3 + 1
    return found


def _zones(board: str) -> list[str]:
    """Zones in which ships lie."""
    return [space for space in late(board)["units"] if load_board(board).space(space).is_sea][:6]


def battlefields(board: str) -> tuple[str, ...]:
    """Where battles are pending."""
    return tuple(battle["space"] for battle in late(board)["pending_battles"])


@cache
def arrows(board: str) -> tuple[Arrow, ...]:
    """Moves out of the crowded spaces: to neighbours, and over one of them a step on."""
    shown, stacks, found = load_board(board), late(board)["units"], list[Arrow]()
    for space in sorted(stacks, key=lambda space: (-_number(stacks[space]), space))[:6]:
        power, units = max(stacks[space].items(), key=lambda item: (sum(item[1].values()), item[0]))
        label = ", ".join(f"{count} {unit.replace('_', ' ')}" for unit, count in list(units.items())[:2])
        is_sea = shown.space(space).is_sea
        near = [other for other in sorted(shown.neighbours[space]) if shown.space(other).is_sea == is_sea]
        found += [Arrow((space, other), power, label) for other in near[::3]]
        beyond = sorted(shown.neighbours[near[0]] - shown.neighbours[space] - {space}) if near else []
        found += [Arrow((space, near[0], beyond[0]), power, label)] if beyond else []
    return tuple(found)


def _number(stack: dict[str, dict[str, int]]) -> int:
    return sum(count for units in stack.values() for count in units.values())


def clashes(board: str) -> Battles:
    """The pending battles with what both sides bring, a raid on a factory beside them."""
    units = late(board)["units"]
    found = []
    for space in battlefields(board):
        axis = [power for power in units[space] if power in AXIS]
        allies = [power for power in units[space] if power not in AXIS]
        found.append(Clash(space, _force(units[space], axis), _force(units[space], allies)))
    raided = next(space for space in sorted(late(board)["damage"]))
    return Battles((*found, Clash(raided, Force(("united_states",), 2, 8), raid=True, targets=("industrial_complex",))))


def _force(stack: dict[str, dict[str, int]], powers: Collection[str]) -> Force:
    units = sum(count for power in powers for count in stack[power].values())
    return Force(tuple(powers), units, 2 * units + 1)


@cache
def earlier(board: str) -> Position:
    """The same war before: other owners of what was just taken, fewer units in every third space, more in others."""
    position = copy.deepcopy(late(board))
    for space in position["captured_this_turn"]:
        position["owners"][space] = "japan" if position["owners"][space] != "japan" else "united_states"
    for number, space in enumerate(sorted(position["units"])):
        for units in position["units"][space].values():
            unit = next(iter(units))
            units[unit] += {0: 2, 1: -1}.get(number % 9, 0)
    return position


@cache
def struck(board: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """What enemies of the acting power can strike if land units go one step, ships two and aircraft three."""
    position, shown = late(board), load_board(board)
    found: dict[str, dict[str, tuple[str, ...]]] = {"land": {}, "sea": {}, "air": {}}
    for space, stack in sorted(position["units"].items()):
        for power in stack:
            if (power in AXIS) == (position["power"] in AXIS):
                continue
            by_sea = shown.space(space).is_sea
            for kind, steps in (("sea", 2) if by_sea else ("land", 1), ("air", 3)):
                if kind == "air" and not {"fighter", "bomber", "strategic_bomber"} & stack[power].keys():
                    continue
                for other in _within(board, space, steps, None if kind == "air" else by_sea):
                    powers = found[kind].get(other, ())
                    found[kind][other] = powers if power in powers else (*powers, power)
    return found


def _within(board: str, space: str, steps: int, sea: bool | None) -> Iterator[str]:
    """Spaces within so many steps over land or water alone, or over both."""
    shown, reached = load_board(board), {space}
    for _ in range(steps):
        near = {other for one in reached for other in shown.neighbours[one]}
        reached |= {other for other in near if sea is None or shown.space(other).is_sea == sea}
    yield from sorted(reached - {space})
