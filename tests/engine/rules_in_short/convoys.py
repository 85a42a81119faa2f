"""Convoys once more, as plainly as they can be read (INC-12..21). Raises AssertionError naming the rule."""

from __future__ import annotations

from itertools import combinations

from engine import GameState
from engine.events.economy import ConvoysDisrupted
from tests.engine.rules_in_short.wars import are_at_war

DICE = {"battleship": 1, "cruiser": 1, "destroyer": 1, "submarine": 2, "fighter": 2, "tactical_bomber": 2}


def check_convoys(state: GameState, event: ConvoysDisrupted) -> None:
    """All enemies roll in each zone with something to lose, and as much is lost as the values of territories allow."""
    board = state.edition.board
    expected = expected_dice(state, event.power)
    assert {each.zone: len(each.dice) for each in event.attacks} == expected, f"INC-13: dice are due in {expected}"
    damage = {each.zone: sum(die for die in each.dice if die < 4) for each in event.attacks}
    for each in event.attacks:
        beside = [t for t in board.neighbours[each.zone] if state.owners.get(t) == event.power]
        most = sum(board.territory[t].ipc for t in beside if not _is_capital_lost(state, event.power, t))
        assert each.lost <= min(damage[each.zone], most), f"INC-17: {each.zone} loses {each.lost}"
    for territory, lost in event.losses.items():
        assert lost <= board.territory[territory].ipc, f"INC-18: {territory} loses {lost}"
        assert state.owners[territory] == event.power, f"INC-13: {territory} is foreign"
    total = sum(each.lost for each in event.attacks)
    assert total == sum(event.losses.values()), "zones and territories do not add up"
    assert total == _largest(state, event.power, damage), f"INC-18: {total} IPCs are not the most that can be lost"


def expected_dice(state: GameState, power: str) -> dict[str, int]:
    """The dice that enemies roll in each zone, where they roll any."""
    if not state.setup.endswith("_1940") or power == "china":
        return {}
    board, found = state.edition.board, {}
    own = {t for t in state.owners if state.owners[t] == power and board.territory[t].ipc}
    own = {t for t in own if not _is_capital_lost(state, power, t)}
    for zone in board.sea_zones:
        enemies = [piece for piece in state.at(zone.id) if are_at_war(state, piece.power, power)]
        beside = own.intersection(board.neighbours[zone.id])
        dice = sum(DICE.get(p.unit, 0) for p in enemies if p.unit not in ("fighter", "tactical_bomber") or p.aboard)
        if zone.convoy and beside and any(state.type_of(p).can("warship") for p in enemies) and dice:
            found[zone.id] = dice
    return found


def _is_capital_lost(state: GameState, power: str, territory: str) -> bool:
    """Whether enemies hold the capital of the economy to which a territory belongs (INC-21)."""
    capital = state.edition.account_of(territory, power).capital
    return capital is not None and are_at_war(state, state.owners[capital] or power, power)


def _largest(state: GameState, power: str, damage: dict[str, int]) -> int:
    """The least that any choice of zones leaves: their territories' values, and the damage in all other zones."""
    board = state.edition.board
    own = {t for t in state.owners if state.owners[t] == power and not _is_capital_lost(state, power, t)}
    beside = {z: own.intersection(board.neighbours[z]) for z in damage}
    choices = (set(some) for count in range(len(damage) + 1) for some in combinations(damage, count))
    return min(
        sum(board.territory[t].ipc for t in set().union(*(beside[z] for z in some)))
        + sum(points for zone, points in damage.items() if zone not in some)
        for some in choices
    )
