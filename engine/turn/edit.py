"""The game master's corrections of the position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from engine.aircraft.basing import settle
from engine.economy.purchase import check_for_sale
from engine.economy.research import check_technology_known
from engine.errors import IllegalAction
from engine.events.correction import Edited
from engine.events.scramble import SCRAMBLED_FROM
from engine.facilities.damage import damage_limit, facility_line
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId, fits
from engine.play import Play
from engine.politics.standing import is_closed
from engine.politics.war import are_on_one_side, as_one_with, at_war, share_space
from engine.position.relations import hostile_zones
from engine.quoting import quoted
from engine.table.actions import Edit, EditedCargo, EditedSpace, EditedTurn
from engine.table.pieces import Piece, PieceId
from engine.table.selection import check_units_known
from engine.table.state import GameState
from engine.table.words import listed, number, place
from engine.turn.edit_limits import check_limits

PEACE = ("peace", "neutral")
"""The words for a relation that is no war; records tell the second."""


def edit(play: Play, order: Edit) -> None:
    """Correct the position; raises IllegalAction where the edit does not fit the board."""
    state = play.state
    _check(state, order)
    _check_no_question_hangs_on_it(state, order)
    _check_technologies(state, order)
    _check_relations(state, order.relations)
    _check_kamikaze_tokens(state, order.kamikaze_tokens)
    board = _EditedBoard(state, order)
    turn = order.turn
    event = Edited(
        pieces=board.changes(),
        owners=_owners(state, order),
        facilities=_facilities(state, order),
        damage=_damage(state, order),
        treasuries={**state.treasuries, **order.ipcs} if order.ipcs else None,
        purchased=_purchased(state, order),
        technologies=_technologies(state, order),
        serials=board.serials if board.serials != state.serials else None,
        wars=_wars(state, order),
        kamikaze_tokens={**state.kamikaze_tokens, **order.kamikaze_tokens} if order.kamikaze_tokens else None,
        owners_before=_captured(state, order),
        round=turn.round if turn else None,
        power=turn.power if turn else None,
        phase=(turn.phase or state.phase) if turn else None,
    )
    play.emit(event)
    if turn:
        play.emit(Edited(hostile_zones=hostile_zones(play.state, play.power)))
    for power in play.edition.order_of_powers:
        settle(play, power)


def _check(state: GameState, order: Edit) -> None:
    edition = state.edition
    board = edition.board
    for space, change in order.spaces.items():
        _check_space(state, space, change)
    for space, ships in order.cargo.items():
        if not board.is_sea(space):
            raise IllegalAction("space", f"Cargo lies aboard ships: {quoted(space)} is no sea zone of this board.")
        for cargo in ships:
            _check_aboard(state, cargo)
            for units in cargo.units.values():
                check_units_known(state, units)
    _check_accounts(state, order.purchased)
    _check_treasuries(state, order.ipcs)
    for units in order.purchased.values():
        check_for_sale(state, units)
    if order.turn and order.turn.power:
        _check_powers(state, [order.turn.power])
    if order.turn:
        _check_phase(state, order.turn)
    check_limits(state, order)


def _check_phase(state: GameState, turn: EditedTurn) -> None:
    """The phase is one of the edition, and of the turn of the power that is then on turn."""
    rules, power = state.edition.parameters.turn, turn.power or state.power
    phase = turn.phase or state.phase
    if phase not in rules.phases:
        raise IllegalAction("form", f"There is no phase {quoted(phase)} in this edition.")
    if phase not in rules.phases_of(power):
        name = state.edition.power[power].name
        raise IllegalAction("form", f"{name} has no phase {quoted(phase)}; it has {', '.join(rules.phases_of(power))}.")


def _check_space(state: GameState, space: SpaceId, change: EditedSpace) -> None:
    board = state.edition.board
    if space not in board.neighbours:
        raise IllegalAction("space", f"There is no space {quoted(space)} on this board.")
    if board.is_sea(space) and (change.owner or change.facilities or change.damage):
        raise IllegalAction("space", f"{place(state, space)} is a sea zone: it has no owner and no facilities.")
    if is_closed(state, space) and (change.owner or any(change.units or {}) or change.facilities):
        raise IllegalAction("BRD-12", f"{place(state, space)} is neutral: nobody may enter or own it.")
    _check_damage(state, change, space)
    _check_powers(state, [change.owner] if change.owner else [])
    _check_powers(state, list(change.units or {}))
    for units in (change.units or {}).values():
        _check_stand(state, units, space)
    _check_facilities(state, change.facilities or (), space)


def _check_aboard(state: GameState, cargo: EditedCargo) -> None:
    """Cargo is the ship owner's or an ally's."""
    _check_powers(state, [cargo.transport, *cargo.units])
    for power in cargo.units:
        if not share_space(state, power, cargo.transport):
            names = state.edition.power
            raise IllegalAction(
                "power", f"Units of {names[power].name} cannot be aboard a ship of {names[cargo.transport].name}."
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
            names = " and ".join(state.edition.power[power].name for power in (one, other))
            raise IllegalAction("POL-01", f"{names} are on one side: they are never at war.")


def _check_technologies(state: GameState, order: Edit) -> None:
    _check_powers(state, list(order.technologies))
    if any(order.technologies.values()) and not state.edition.technologies:
        raise IllegalAction("RES-01", "There are no technologies in this edition.")
    for names in order.technologies.values():
        for name in names:
            check_technology_known(state, name)


def _check_no_question_hangs_on_it(state: GameState, order: Edit) -> None:
    """An open question must stay answerable: units and owners change only with the turn, which calls it off."""
    moves_units = order.clear_units or order.cargo or any(c.units is not None for c in order.spaces.values())
    changes_owners = any("owner" in change.model_fields_set for change in order.spaces.values())
    if state.requests and not order.turn and (moves_units or changes_owners):
        where = place(state, state.requests[0].space)
        raise IllegalAction(
            "request",
            f"A question about {where} is open: set the turn as well, which calls it off, or wait for the answer.",
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
        raise IllegalAction("power", f"{state.edition.power[name].name} has several treasuries: name {own}.")


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
            name = state.edition.power[power].name
            raise IllegalAction("SPC-90", f"{name} has {number(most.get(power, 0), 'kamikaze token')} at most.")


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
        raise IllegalAction("units", f"The unit {quoted(strangers[0])} is no facility.")
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
            raise IllegalAction("SPC-35", f"A facility in {place(state, space)} takes {most} damage at most.")


class _EditedBoard:
    """The pieces after an edit, with new ones numbered on."""

    def __init__(self, state: GameState, order: Edit) -> None:
        self.state = state
        self.serials: dict[str, int] = dict(state.serials)
        self.pieces: dict[PieceId, Piece] = {} if order.clear_units else dict(state.pieces)
        if order.turn:
            self._bring_home()
        for space, change in order.spaces.items():
            self._replace_units(space, change)
        for space, ships in order.cargo.items():
            for cargo in ships:
                self._load(space, cargo.transport, cargo.units)

    def changes(self) -> dict[PieceId, Piece | None]:
        """Pieces that are new or changed, and None for those that are gone."""
        before = self.state.pieces
        changed: dict[PieceId, Piece | None] = {i: p for i, p in self.pieces.items() if before.get(i) != p}
        return {**changed, **dict.fromkeys(i for i in before if i not in self.pieces)}

    def _bring_home(self) -> None:
        """What scrambled stands at its base again; a new turn forgets that it rose (SPC-89)."""
        risen = {i: SCRAMBLED_FROM.of(piece) for i, piece in self.pieces.items() if SCRAMBLED_FROM.of(piece)}
        self.pieces |= {i: replace(self.pieces[i], space=home) for i, home in risen.items()}

    def _replace_units(self, space: SpaceId, change: EditedSpace) -> None:
        if change.units is None:
            return
        gone = {i for i, piece in self.pieces.items() if piece.space == space}
        self.pieces = {
            i: replace(p, aboard=None) if p.aboard in gone else p for i, p in self.pieces.items() if i not in gone
        }
        for power, units in change.units.items():
            for unit, count in units.items():
                for _ in range(count):
                    self._create(power, unit, space)

    def _create(self, power: str, unit: UnitId, space: SpaceId, aboard: PieceId | None = None) -> None:
        key = f"{power}.{unit}"
        self.serials[key] = self.serials.get(key, 0) + 1
        piece = Piece(f"{key}.{self.serials[key]}", power, unit, space, aboard=aboard)
        self.pieces[piece.id] = piece

    @cached_property
    def _empty_ships(self) -> dict[tuple[SpaceId, str], list[Piece]]:
        """Ships that could take land units, by zone and owner in the order of the unit table."""
        laden = {piece.aboard for piece in self.pieces.values()}
        empty = [p for p in self.pieces.values() if p.id not in laden and self.state.carries(p, "land")]
        found: dict[tuple[SpaceId, str], list[Piece]] = {}
        for ship in sorted(empty, key=self.state.rank):
            found.setdefault((ship.space, ship.power), []).append(ship)
        return found

    def _load(self, space: SpaceId, owner: str, units: Mapping[str, Mapping[UnitId, int]]) -> None:
        """Put cargo aboard the first empty ship of `owner` in the zone that has room for it, transports first."""
        ships = self._empty_ships.get((space, owner), [])
        if not ships:
            raise IllegalAction(
                "units", f"There is no empty transport of {quoted(owner)} in {place(self.state, space)} for the cargo."
            )
        cargo = [unit for counts in units.values() for unit, count in counts.items() for _ in range(count)]
        check_units_known(self.state, dict.fromkeys(cargo, 1))
        ship = next((ship for ship in ships if fits(self.state.type_of(ship).carry, cargo)), None)
        if ship is None:
            raise IllegalAction("UNI-61", "A transport carries one land unit and one more infantry.")
        if cargo:
            ships.remove(ship)
        for power, counts in units.items():
            for unit, count in counts.items():
                for _ in range(count):
                    self._create(power, unit, space, ship.id)


def _owners(state: GameState, order: Edit) -> dict[SpaceId, str | None] | None:
    changed = {space: change.owner for space, change in order.spaces.items() if "owner" in change.model_fields_set}
    changed = {space: owner for space, owner in changed.items() if state.edition.board.is_land(space)}
    return {**state.owners, **changed} if changed else None


def _facilities(state: GameState, order: Edit) -> dict[SpaceId, tuple[UnitId, ...]] | None:
    changed = {space: c.facilities for space, c in order.spaces.items() if c.facilities is not None}
    if not changed:
        return None
    merged = {**state.facilities, **changed}
    return {space: merged[space] for space in sorted(merged) if merged[space]}


def _damage(state: GameState, order: Edit) -> dict[SpaceId, dict[UnitId, int]] | None:
    """Damage as stated; none is left of facilities that are removed."""
    merged = {space: dict(row) for space, row in state.damage.items()}
    for space, change in order.spaces.items():
        if change.facilities is not None:
            merged[space] = {unit: n for unit, n in merged.get(space, {}).items() if unit in change.facilities}
        merged[space] = {**merged.get(space, {}), **(change.damage or {})}
    cleaned = {space: {unit: n for unit, n in row.items() if n} for space, row in merged.items()}
    damage = {space: row for space, row in cleaned.items() if row}
    return damage if damage != state.damage else None


def _purchased(state: GameState, order: Edit) -> dict[str, dict[UnitId, int]] | None:
    if not order.purchased:
        return None
    merged: dict[str, Any] = {**state.purchased, **order.purchased}
    cleaned = {power: {unit: n for unit, n in units.items() if n} for power, units in merged.items()}
    return {power: units for power, units in cleaned.items() if units}


def _technologies(state: GameState, order: Edit) -> dict[str, tuple[str, ...]] | None:
    """What each power has developed, in the order of the numbers."""
    if not order.technologies:
        return None
    edited = {p: tuple(t for t in state.edition.technology if t in names) for p, names in order.technologies.items()}
    return {power: names for power, names in {**state.technologies, **edited}.items() if names}


def _wars(state: GameState, order: Edit) -> tuple[tuple[str, str], ...] | None:
    """The wars with those that the edit adds or ends, where they are declared; some are at war together (POL-18)."""
    if state.wars is None or not order.relations:
        return None
    rows = [
        (one, other, relation)
        for first, second, relation in order.relations
        for one in as_one_with(state, first)
        for other in as_one_with(state, second)
    ]
    changed = {frozenset((one, other)): relation for one, other, relation in rows}
    kept = tuple(pair for pair in state.wars if changed.get(frozenset(pair)) not in PEACE)
    new = ((one, other) for one, other, relation in rows if relation == "war")
    return (*kept, *(pair for pair in dict.fromkeys(new) if not at_war(state, *pair)))


def _captured(state: GameState, order: Edit) -> dict[SpaceId, str | None] | None:
    """Territories marked as taken this turn: before, they belonged to an enemy of the power on turn."""
    marked = {space: c.captured_this_turn for space, c in order.spaces.items() if c.captured_this_turn is not None}
    if not marked:
        return None
    before: dict[SpaceId, str | None] = {} if order.turn else dict(state.turn.owners_before)
    power = (order.turn.power if order.turn else None) or state.power
    edition = state.edition
    enemy = next(p.id for p in edition.powers if p.side != edition.power[power].side)
    for space, taken in marked.items():
        if taken:
            before[space] = before.get(space, enemy)
        else:
            before.pop(space, None)
    return before
