"""What a correction must fit: the board, the edition, and questions that are open."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from engine.correction.form import Edit, EditedCargo, EditedSpace, EditedTurn
from engine.correction.limits import MOST_RESEARCH_DICE, check_limits
from engine.correction.values import PEACE, wars
from engine.economy.purchase import check_for_sale
from engine.economy.research import check_technology_known
from engine.errors import IllegalAction
from engine.facilities.damage import damage_limit, facility_line
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Side
from engine.facts.unit_types import UnitId
from engine.politics.standing import are_on_one_side, at_war, is_closed, share_space
from engine.questions import QUESTIONS
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.selection import check_units_known
from engine.state.words import first_upper, listed, number, place, place_and, with_article


def check_edit(state: GameState, order: Edit) -> None:
    """Raises IllegalAction where an edit does not fit the board, the edition or an open question."""
    edition = state.edition
    board = edition.board
    _check_relations(state, order.relations)
    corrected = replace(state, wars=wars(state, order) or state.wars)
    for space, change in order.spaces.items():
        _check_space(state, space, change)
    for space, ships in order.cargo.items():
        if not board.is_sea(space):
            raise IllegalAction(
                "space", f"Cargo must be aboard a ship, but {quoted(space)} is not a sea zone of this board."
            )
        for cargo in ships:
            _check_aboard(corrected, cargo, space)
            for units in cargo.units.values():
                check_units_known(state, units)
    for space, forces in order.damaged_units.items():
        _check_known_space(state, space)
        _check_powers(state, list(forces))
        for power, counts in forces.items():
            _check_take_damage(state, power, counts)
    _check_accounts(state, order.purchased)
    _check_treasuries(state, order.ipcs)
    for account, units in order.purchased.items():
        check_for_sale(replace(state, power=edition.account[account].power), units)
    if order.turn and order.turn.power:
        _check_powers(state, [order.turn.power])
    if order.turn:
        _check_phase(state, order.turn)
    check_limits(state, order)
    _check_no_question_hangs_on_it(state, order)
    _check_technologies(state, order)
    _check_kamikaze_tokens(state, order.kamikaze_tokens)
    _check_research_tokens(state, order.research_tokens)
    _check_roused_neutrals(state, order.roused_neutrals)


def _check_phase(state: GameState, turn: EditedTurn) -> None:
    """The phase is one of the edition, and of the turn of the power that is then on turn."""
    rules, power = state.edition.parameters.turn, turn.power or state.power
    phase = turn.phase or state.phase
    if phase not in rules.phases:
        raise IllegalAction("form", f"There is no phase {quoted(phase)} in this edition.")
    if phase not in rules.phases_of(power):
        name = first_upper(state.edition.power[power].called)
        raise IllegalAction("form", f"{name} has no phase {quoted(phase)}; it has {', '.join(rules.phases_of(power))}.")


def _check_space(state: GameState, space: SpaceId, change: EditedSpace) -> None:
    board = state.edition.board
    _check_known_space(state, space)
    if board.is_sea(space) and (change.owner or change.facilities or change.damage):
        raise IllegalAction("space", f"{place_and('is', state, space)} a sea zone: it has no owner and no facilities.")
    if is_closed(state, space) and (change.owner or any(change.units or {}) or change.facilities):
        raise IllegalAction("BRD-12", f"{place_and('is', state, space)} neutral; nobody may enter or own it.")
    _check_powers(state, [change.owner] if change.owner else [])
    _check_powers(state, list(change.units or {}))
    for units in (change.units or {}).values():
        _check_stand(state, units, space)
    _check_facilities(state, change.facilities or (), space)
    _check_damage(state, change, space)


def _check_known_space(state: GameState, space: SpaceId) -> None:
    if space not in state.edition.board.neighbours:
        raise IllegalAction("space", f"There is no space {quoted(space)} on this board.")


def _check_take_damage(state: GameState, power: PowerId, counts: Mapping[UnitId, int]) -> None:
    """Only ships that a hit does not sink are damaged, and only where no battle's end repairs them (UNI-57)."""
    check_units_known(state, counts)
    for unit in counts:
        line = state.unit_of(power, unit)
        if line.hits < 2:
            raise IllegalAction("units", f"{first_upper(with_article(line.name))} takes one hit: it is never damaged.")
    if any(counts.values()) and state.edition.parameters.combat.damaged_ships != "need_a_base":
        raise IllegalAction("UNI-57", "Ships are repaired after each battle in this edition, so no ship stays damaged.")


def _check_aboard(state: GameState, cargo: EditedCargo, space: SpaceId) -> None:
    """Cargo is the ship owner's or an ally's."""
    _check_powers(state, [cargo.transport, *cargo.units])
    for power in cargo.units:
        if not share_space(state, power, cargo.transport, space):
            names = state.edition.power
            raise IllegalAction(
                "power", f"Units of {names[power].called} cannot be aboard a ship of {names[cargo.transport].called}."
            )


def _check_relations(state: GameState, relations: tuple[tuple[str, str, str], ...]) -> None:
    """Where all are always at war, naming that is no change (POL-01); elsewhere pairs of different sides may be set."""
    for one, other, relation in relations:
        _check_powers(state, [one, other])
        if state.wars is None and (relation != "war" or not at_war(state, one, other)):
            raise IllegalAction("POL-01", "Powers of different sides are always at war in this edition.")
        if relation not in ("war", *PEACE):
            raise IllegalAction("form", f"Powers are at “war” or at “peace”, not {quoted(relation)}.")
        if relation == "war" and are_on_one_side(state, one, other):
            names = first_upper(listed(state.edition.power[power].called for power in (one, other)))
            raise IllegalAction("POL-01", f"{names} are on the same side, so they are never at war.")


def _check_technologies(state: GameState, order: Edit) -> None:
    _check_powers(state, list(order.technologies))
    if any(order.technologies.values()) and not state.edition.technologies:
        raise IllegalAction("RES-01", "There are no technologies in this edition.")
    for names in order.technologies.values():
        for name in names:
            check_technology_known(state, name)


def _check_no_question_hangs_on_it(state: GameState, order: Edit) -> None:
    """An open question must stay answerable: units and owners change only with the turn, which calls it off.

    Before the battles, bases, wars and tokens too, by which answers that are kept under seal are legal or not.
    """
    keys = {key for change in order.spaces.values() for key in change.model_fields_set}
    moves = order.clear_units or order.cargo or order.damaged_units or keys & {"units", "owner"}
    unseals = order.relations or order.roused_neutrals or order.kamikaze_tokens or keys & {"facilities", "damage"}
    sealed = any(QUESTIONS[request.kind].before_battles for request in state.requests)
    if state.requests and not order.turn and (moves or (sealed and unseals)):
        where = place(state, state.requests[0].space)
        raise IllegalAction(
            "request",
            f"A question about {where} is open. Set the turn as well, which cancels it, or wait for the answer.",
        )


def _check_powers(state: GameState, powers: list[str]) -> None:
    for power in powers:
        if power not in state.edition.power:
            raise IllegalAction("power", f"There is no power {quoted(power)} in this edition.")


def _check_accounts(state: GameState, names: Iterable[str]) -> None:
    """Only accounts are named, and those are powers where a power has not several."""
    for name in names:
        if name in state.edition.account:
            continue
        _check_powers(state, [name])
        own = listed((account.id for account in state.edition.accounts_of(name)), "or")
        raise IllegalAction(
            "power", f"{first_upper(state.edition.power[name].called)} has several treasuries: name {own}."
        )


def _check_treasuries(state: GameState, ipcs: Mapping[str, int]) -> None:
    _check_accounts(state, ipcs)
    for name in ipcs:
        if name not in state.treasuries:
            raise IllegalAction("POL-67", f"{state.edition.account[name].name} has no IPCs in this edition.")


def _check_kamikaze_tokens(state: GameState, tokens: Mapping[str, int]) -> None:
    """Only powers that may strike have tokens, and never more than at the start (SPC-90)."""
    most = state.edition.parameters.combat.kamikaze_strikes.tokens
    for power, count in tokens.items():
        if count > most.get(power, 0):
            _check_powers(state, [power])
            name = first_upper(state.edition.power[power].called)
            raise IllegalAction("SPC-90", f"{name} has at most {number(most.get(power, 0), 'kamikaze token')}.")


def _check_research_tokens(state: GameState, tokens: Mapping[str, int]) -> None:
    """Dice are kept only where the edition lets powers keep them, and never more than could be paid for (RES-07)."""
    if tokens and not state.edition.parameters.research.tokens_kept:
        raise IllegalAction("RES-07", "No research dice are kept in this edition.")
    _check_powers(state, [*tokens])
    if any(count > MOST_RESEARCH_DICE for count in tokens.values()):
        raise IllegalAction("RES-07", f"A power can keep at most {MOST_RESEARCH_DICE} research dice here.")


def _check_roused_neutrals(state: GameState, roused: Mapping[SpaceId, Side | None]) -> None:
    for space in roused:
        if space not in state.edition.board.neutrals:
            raise IllegalAction("POL-51", f"{quoted(space)} is not a neutral territory of this board.")


def _check_stand(state: GameState, units: Mapping[UnitId, int], space: SpaceId) -> None:
    check_units_known(state, units)
    at_sea = state.edition.board.is_sea(space)
    for unit in units:
        domain = state.edition.unit[unit].domain
        if domain == "facility" or (domain == "land" and at_sea) or (domain == "sea" and not at_sea):
            raise IllegalAction("units", f"The unit {quoted(unit)} cannot stand in {place(state, space)}.")


def _may_stand(state: GameState, unit: UnitId) -> bool:
    line = state.edition.unit[unit].facility
    return line is not None and line.upgrade is None


def _check_facilities(state: GameState, facilities: tuple[UnitId, ...], space: SpaceId) -> None:
    check_units_known(state, dict.fromkeys(facilities, 1))
    if strangers := [unit for unit in facilities if not _may_stand(state, unit)]:
        raise IllegalAction("units", f"The unit {quoted(strangers[0])} is not a facility.")
    kinds = {facility_line(state, unit).kind for unit in facilities}
    if len(kinds) < len(facilities):
        raise IllegalAction("UNI-36", f"{place(state, space)} can hold only one of each facility.")


def _check_damage(state: GameState, change: EditedSpace, space: SpaceId) -> None:
    """Damage lies on facilities that are there, and no more than they can take (SPC-35)."""
    damage = {facility: points for facility, points in (change.damage or {}).items() if points}
    if damage and state.edition.parameters.raids.loss != "damage":
        raise IllegalAction("PUR-15", "Nothing can be damaged in this edition.")
    there = state.facilities.get(space, ()) if change.facilities is None else change.facilities
    for facility, points in damage.items():
        if facility not in there:
            raise IllegalAction("units", f"There is no {quoted(facility)} in {place(state, space)} to be damaged.")
        most = damage_limit(state, space, facility)
        if points > most:
            raise IllegalAction("SPC-35", f"A facility in {place(state, space)} takes at most {most} damage.")
