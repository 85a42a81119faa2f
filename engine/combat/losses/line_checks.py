"""Orders of loss by situation that can be left: those that can ever apply (ASY-41)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.combat.losses.lines import CHEAPEST, PRINTED, LossLine, loss_lines
from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.words import first_upper, listed, place

MOST_LINES = 25
WHERE = {"land": "in battles on land", "sea": "in battles at sea", "air": "where only aircraft can be hit"}
DOMAINS = {"land": ("land", "air"), "sea": ("sea", "air"), "air": ("air",)}
"""The units that can be chosen for hits in each kind of battle."""


def check_loss_lines(state: GameState, power: PowerId, lines: Sequence[str]) -> None:
    """Raise IllegalAction (`form`, `units`, `space`, `power`) where a line of a power could never apply."""
    found = loss_lines(lines)
    if len(found) > MOST_LINES:
        raise IllegalAction("form", f"You can leave at most {MOST_LINES} orders of loss. Withdraw one first.")
    if len({line.situation for line in found}) != len(found):
        raise IllegalAction("form", "You can leave only one order of loss for each situation.")
    for line in found:
        _check_space(state, power, line)
        if line.against:
            check_enemy(state, power, line.against, comes=line.side == "defender")
        _check_keep(state, line)
        _check_units(state, line)


def check_place(state: GameState, power: PowerId, space: SpaceId) -> None:
    """Raise IllegalAction (`space`, BRD-15, POL-64) unless it is a space of the board in which the power can fight."""
    edition = state.edition
    board = edition.board
    if space not in board.neighbours:
        raise IllegalAction("space", f"There is no space {quoted(space)} on this board.")
    there = place(state, space)
    if board.is_land(space) and board.territory[space].closed:
        raise IllegalAction("BRD-15", f"Nobody ever fights in {there}: it stays neutral. Name another space.")
    allowed = edition.parameters.politics.confined_to.get(power)
    if allowed is not None and space not in allowed:
        able = listed((place(state, each) for each in board.neighbours if each in allowed), "or")
        raise IllegalAction("POL-64", f"Your units never fight in {there}. Name {able}.")


def _check_space(state: GameState, power: PowerId, line: LossLine) -> None:
    """A space of the board in which the power can fight, and in such a battle."""
    if not line.space:
        return
    check_place(state, power, line.space)
    other = "sea" if state.edition.board.is_land(line.space) else "land"
    if line.part == other:
        kinds = listed((WHERE[part] for part in WHERE if part != other), "or")
        there = place(state, line.space)
        battle = f"No battle {'at' if other == 'sea' else 'on'} {other} is ever fought in {there}"
        raise IllegalAction("form", f"{battle}. Leave an order {kinds}.")


def check_enemy(state: GameState, power: PowerId, against: PowerId, *, comes: bool = False) -> None:
    """Raise IllegalAction (`power`) unless it is a power of another side, with a turn of its own if it is to attack."""
    powers = state.edition.power
    enemies = [each for each in powers.values() if each.side != powers[power].side]
    if comes:
        enemies = [each for each in enemies if not each.bystander]
    if against in {each.id for each in enemies}:
        return
    why = _why_no_enemy(state, power, against)
    raise IllegalAction("power", f"{why}. Name {listed((each.called for each in enemies), 'or')}.")


def _why_no_enemy(state: GameState, power: PowerId, against: PowerId) -> str:
    powers = state.edition.power
    if against not in powers:
        return f"There is no power {quoted(against)}"
    if powers[against].side == powers[power].side:
        return "That is you" if against == power else f"{first_upper(powers[against].called)} is on your own side"
    return f"No attack ever comes from {powers[against].called}"


def _check_keep(state: GameState, line: LossLine) -> None:
    on_land = not line.space or state.edition.board.is_land(line.space)
    if line.keep and (line.side == "defender" or line.part in ("sea", "air") or not on_land):
        raise IllegalAction(
            "ASY-13", "Only attackers on land keep a unit that can take the territory. Leave “keep” out here."
        )


def _check_units(state: GameState, line: LossLine) -> None:
    """Units of the edition that can be lost in such battles, each once."""
    if line.lose in ((PRINTED,), (CHEAPEST,)):
        return
    table = state.edition.unit
    able = {unit.id: unit for unit in table.values() if unit.hits and unit.domain in _domains(state, line)}
    where = WHERE[line.part] if line.part else f"in {place(state, line.space)}" if line.space else "in this edition"
    for unit in line.lose:
        if unit not in able:
            named = listed((each.plural for each in able.values()), "or")
            never = f"{first_upper(table[unit].plural)} are never chosen for hits {where}" if unit in table else ""
            raise IllegalAction("units", f"{never or f'There is no unit {quoted(unit)}'}. Name {named}.")
    if len(set(line.lose)) != len(line.lose):
        raise IllegalAction("units", "Name each unit only once in an order of loss.")


def _domains(state: GameState, line: LossLine) -> tuple[str, ...]:
    if line.part:
        return DOMAINS[line.part]
    if line.space:
        return DOMAINS[_part_of(state, line.space)]
    return ("land", "sea", "air")


def _part_of(state: GameState, space: SpaceId) -> str:
    return "land" if state.edition.board.is_land(space) else "sea"
