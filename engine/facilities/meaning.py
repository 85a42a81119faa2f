"""Which facilities an order means that calls them by the word for all of their kind (UNI-36).

A territory holds one of a kind: where a minor or a major complex stands, `industrial_complex` means that one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from engine.errors import IllegalAction
from engine.facilities.damage import facility_line
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state import actions as act
from engine.state.game_state import GameState
from engine.state.words import called, place


def in_full(state: GameState, order: act.Action) -> act.Action:
    """The order with the id of each facility in place of such a word; a word that nothing there fits stays as it is."""
    match order:
        case act.Move(raid=str(raid), path=path):
            return order.model_copy(update={"raid": _meant(state, raid, _standing(state, path[-1]))})
        case act.FightBattle(facility=str(facility), space=space):
            return order.model_copy(update={"facility": _meant(state, facility, _standing(state, space))})
        case act.Purchase(repairs=repairs) if repairs:
            named = {space: _counted(state, row, _standing(state, space)) for space, row in repairs.items()}
            return order.model_copy(update={"repairs": named})
        case act.Mobilize(units=units):
            return order.model_copy(update={"units": _counted(state, units, _bought(state))})
        case act.Edit(spaces=spaces) if spaces:
            return order.model_copy(update={"spaces": {space: _edited(state, space, c) for space, c in spaces.items()}})
        case _:
            return order


def check_one_stands(state: GameState, facility: UnitId, territory: SpaceId, rule: str) -> None:
    """Raise IllegalAction by this rule where such a word was left because none of them stands in a territory."""
    if facility not in state.edition.unit and (kinds := called(state.edition, facility)):
        raise IllegalAction(rule, f"There is no {facility_line(state, kinds[0]).kind} in {place(state, territory)}.")


def _edited(state: GameState, space: SpaceId, change: act.EditedSpace) -> act.EditedSpace:
    there = _standing(state, space)
    changed: dict[str, object] = {}
    if change.facilities is not None:
        there = tuple(_meant(state, each, there) for each in change.facilities)
        changed["facilities"] = there
    if change.damage is not None:
        changed["damage"] = _counted(state, change.damage, there)
    return change.model_copy(update=changed)


def _standing(state: GameState, space: SpaceId) -> tuple[UnitId, ...]:
    return state.facilities.get(space, ())


def _bought(state: GameState) -> list[UnitId]:
    """Facilities that the power on turn has bought and may place."""
    accounts = state.edition.accounts_of(state.power)
    return [unit for account in accounts for unit, count in state.purchased.get(account.id, {}).items() if count]


def _counted(state: GameState, counts: Mapping[str, int], there: Collection[UnitId]) -> dict[UnitId, int]:
    found: Counter[UnitId] = Counter()
    for name, count in counts.items():
        found[_meant(state, name, there)] += count
    return dict(found)


def _meant(state: GameState, name: str, there: Collection[UnitId]) -> UnitId:
    if name in state.edition.unit:
        return name
    fitting = [unit for unit in called(state.edition, name) if unit in there]
    return fitting[0] if len(fitting) == 1 else name
