"""Reading a position that somebody wrote as text, line by line; `position_text` tells the form."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field

from engine.correction import position_text as words
from engine.correction.edit import EDIT
from engine.correction.form import Edit
from engine.correction.limits import MOST_OF_A_UNIT
from engine.dice import NoDice
from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.facts.edition import Edition
from engine.facts.openings import AccountId
from engine.facts.unit_types import UnitId
from engine.kinds import Counts
from engine.play import Play
from engine.politics.standing import at_war
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.names import find_account, find_power, find_setup, find_space, find_unit, folded
from engine.state.words import first_upper, phase_name

__all__ = ["read_position"]

Correction = dict[str, object]
Forces = dict[PowerId, dict[UnitId, int]]
LONGEST_LINE, MOST_LINES, MOST_TOLD = 3_000, 1_000, 8
_GROUPS, _ITEMS = (re.compile(rf"(?:[^{between}()]|\([^()]*\)|[()])+") for between in ";,")
_GROUP = re.compile(r"^([^():]+):(?![^()]*\))(.*)$")
_SPACE = re.compile(r"^([^():]+?) ?(?:\(([^()]+)\))? ?:(.*)$")
_UNITS = re.compile(r"^(\d{1,9})(?!\d) ?([^()]+?)(?: ?\(([^()]*)\))?$")
_FACILITY = re.compile(rf"^([^()]+?)(?: ?\((\d{{1,6}}) {words.DAMAGE}\))?$")
_AMOUNT = re.compile(r"^(.+?):? (\d{1,6})$")
_TURN = re.compile(r"^round (\d{1,6}), ?([^,]+), ?([^,]+)$", re.IGNORECASE)


@dataclass
class Said:
    """What a line says of the position, or all lines together: by space, and in keys of the correction."""

    units: dict[SpaceId, Forces] = field(default_factory=dict)
    owners: dict[SpaceId, PowerId | None] = field(default_factory=dict)
    facilities: dict[SpaceId, Counts] = field(default_factory=dict)
    damaged: dict[SpaceId, Forces] = field(default_factory=dict)
    cargo: dict[SpaceId, list[Correction]] = field(default_factory=dict)
    others: Correction = field(default_factory=dict)

    def add(self, line: Said) -> None:
        """Take in what a line says."""
        self.units |= line.units
        self.owners |= line.owners
        self.facilities |= line.facilities
        self.damaged |= line.damaged
        self.cargo |= line.cargo
        for key, value in line.others.items():
            known = self.others.get(key)
            self.others[key] = {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value

    def correction(self, start: GameState) -> Correction:
        """All of it as a correction of a game at its start, on an empty board."""
        turn = {"round": 1, "power": start.power, "phase": start.phase}
        spaces = {space: self._contents(space) for space in self.units}
        board: Correction = {"spaces": spaces, "damaged_units": self.damaged, "cargo": self.cargo}
        return {"type": "edit", "clear_units": True, "turn": turn, **board, **self.others}

    def _contents(self, space: SpaceId) -> Correction:
        there: Correction = {"units": self.units[space]}
        if space in self.owners:
            there["owner"] = self.owners[space]
        if (facilities := self.facilities.get(space)) is not None:
            there["facilities"] = list(facilities)
            if damage := {unit: points for unit, points in facilities.items() if points}:
                there["damage"] = damage
        return there


def read_position(start: GameState, text: str) -> Correction:
    """The correction that makes a position out of a game at its start.

    Raises IllegalAction (`form`) with a line for each of the first lines that say nothing, or what cannot be.
    """
    whole = Said()
    wrong: list[str] = []
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise IllegalAction("form", f"That has {len(lines):,} lines. A position has at most {MOST_LINES:,}.")
    for number, line in enumerate(lines, 1):
        try:
            said = _read_line(start, line.strip(), whole.units)
            _check(start, said.correction(start))
        except IllegalAction as no:
            wrong.append(f"Line {number}: {no.message}")
        else:
            whole.add(said)
    if wrong:
        more = [f"Wrong lines not shown here: {len(wrong) - MOST_TOLD}."] if len(wrong) > MOST_TOLD else []
        raise IllegalAction("form", "\n".join([*wrong[:MOST_TOLD], *more]))
    if not whole.units:
        raise IllegalAction("form", "No line names a space with its units, such as “Germany: 9 infantry, 1 tank”.")
    found = whole.correction(start)
    _check(start, found)
    return found


def _check(start: GameState, correction: Correction) -> None:
    """Raise IllegalAction for what cannot be."""
    EDIT.carry_out(Play(start, NoDice()), EDIT.as_meant(start, Edit.model_validate(correction)))


def _read_line(start: GameState, line: str, seen: Collection[SpaceId]) -> Said:
    """What a line says, nothing where it is empty or begins with #; `seen`: spaces that have a line already."""
    if not line or line.startswith("#"):
        return Said()
    if len(line) > LONGEST_LINE:
        raise IllegalAction("form", f"It is longer than {LONGEST_LINE:,} characters.")
    name, colon, rest = line.partition(":")
    reader = HEADLINES.get(folded(name)) if colon else None
    if reader:
        return Said(others=reader(start, rest.strip()))
    said = read_space(start, line)
    if again := [space for space in said.units if space in seen]:
        raise IllegalAction("form", f"{start.edition.board.name(again[0])} has a line of its own already.")
    return said


def _parts(text: str, parts: re.Pattern[str]) -> list[str]:
    return [part.strip() for part in parts.findall(text) if part.strip()]


def read_space(start: GameState, line: str) -> Said:
    """ "Ukraine (Germany): 3 infantry; Italy: 1 tank; facilities: industrial complex (2 damage)"."""
    found = _SPACE.match(line)
    if found is None:
        raise IllegalAction("form", f"{quoted(line)}: write a space, a colon and its units.")
    edition = start.edition
    space = find_space(edition, found[1])
    owner = _owner(edition, space, found[2])
    said = Said(units={space: {}}, owners={} if found[2] is None else {space: owner})
    for group in _parts(found[3], _GROUPS):
        named = _GROUP.match(group)
        if named and folded(named[1]) == words.FACILITIES:
            said.facilities[space] = _facilities(edition, named[2])
            continue
        power = find_power(edition, named[1]) if named else owner
        if power is None:
            raise IllegalAction("form", f"Say whose {quoted(group)} is, such as “{edition.powers[0].name}: {group}”.")
        for item in _parts(named[2] if named else group, _ITEMS):
            _add_units(edition, said, space, power, item)
    return said


def _owner(edition: Edition, space: SpaceId, named: str | None) -> PowerId | None:
    if named is None:
        return edition.starting_owner(space) if edition.board.is_land(space) else None
    return None if folded(named) == words.NOBODY else find_power(edition, named)


def _add_units(edition: Edition, said: Said, space: SpaceId, power: PowerId, item: str) -> None:
    """Add "2 transports (1 infantry)", "1 battleship (damaged)" or "3 infantry" to what a line says."""
    unit, count, condition = _counted(edition, item)
    _add(said.units[space], power, unit, count)
    cargo: Forces = {}
    for part in _parts(condition, _GROUPS):
        if folded(part) == words.DAMAGED:
            _add(said.damaged.setdefault(space, {}), power, unit, count)
            continue
        named = _GROUP.match(part)
        owner = find_power(edition, named[1]) if named else power
        for aboard in _parts(named[2] if named else part, _ITEMS):
            kind, loaded, _ = _counted(edition, aboard)
            _add(cargo, owner, kind, loaded)
    if cargo:
        ships = said.cargo.setdefault(space, [])
        room = MOST_OF_A_UNIT + 1 - len(ships)  # one too many is refused as the correction is checked
        ships += [{"transport": power, "units": cargo}] * min(count, room)


def _counted(edition: Edition, item: str) -> tuple[UnitId, int, str]:
    """The unit, the number and what stands in brackets of "2 transports (1 infantry)"."""
    found = _UNITS.match(item)
    if found is None:
        raise IllegalAction("form", f"{quoted(item)}: write the number first, such as “3 infantry”.")
    return find_unit(edition, found[2]), int(found[1]), found[3] or ""


def _add(forces: Forces, power: PowerId, unit: UnitId, count: int) -> None:
    row = forces.setdefault(power, {})
    row[unit] = row.get(unit, 0) + count


def _facilities(edition: Edition, text: str) -> Counts:
    """The facilities of "industrial complex (4 damage), air base", or of "none", with their damage."""
    if folded(text) == words.NONE:
        return {}
    found = [_FACILITY.match(part) for part in _parts(text, _ITEMS)]
    if not found or not all(found):
        raise IllegalAction("form", f"{quoted(text)}: name the facilities, such as “industrial complex (2 damage)”.")
    return {find_unit(edition, each[1]): int(each[2] or 0) for each in found if each}


def _position(start: GameState, text: str) -> Correction:
    if find_setup(text) != start.setup:
        raise IllegalAction("form", f"That position is from another edition, not from {start.edition.title}.")
    return {}


def _turn(start: GameState, text: str) -> Correction:
    found = _TURN.match(text)
    if found is None:
        raise IllegalAction("form", "Write it as “Turn: round 3, Germany, purchase”.")
    phases = {folded(phase_name(phase)): phase for phase in start.edition.parameters.turn.phases}
    phase = phases.get(folded(found[3]))
    if phase is None:
        raise IllegalAction("form", f"There is no phase {quoted(found[3])}. There are {', '.join(phases)}.")
    if phase == "conduct_combat":
        raise IllegalAction(
            "form", "Battles under way can't be written down. Begin in the combat move, or in the noncombat move."
        )
    return {"turn": {"round": int(found[1]), "power": find_power(start.edition, found[2]), "phase": phase}}


def _amounts(text: str, example: str) -> Iterator[tuple[str, int]]:
    """ "Germany 31; Japan 26", with commas too."""
    for part in re.split(r"[;,]", text):
        found = _AMOUNT.match(part.strip())
        if found is None:
            raise IllegalAction("form", f"{quoted(part.strip())}: write it as “{example}”.")
        yield found[1], int(found[2])


def _ipcs(start: GameState, text: str) -> Correction:
    return {"ipcs": {find_account(start.edition, name): ipcs for name, ipcs in _amounts(text, "Germany 31; Japan 26")}}


def _kamikazes(start: GameState, text: str) -> Correction:
    return {"kamikaze_tokens": {find_power(start.edition, name): left for name, left in _amounts(text, "Japan 6")}}


def _research(start: GameState, text: str) -> Correction:
    kept = _amounts(text, "Germany 2") if text.strip() else ()
    return {"research_tokens": {find_power(start.edition, name): dice for name, dice in kept}}


def _named_lists(text: str, example: str, between: str = ":") -> Iterator[tuple[str, list[str]]]:
    """ "Germany: 2 infantry, 1 tank; Japan: 1 fighter"."""
    for group in _parts(text, _GROUPS):
        name, found, rest = group.partition(between)
        if not found or not rest.strip():
            raise IllegalAction("form", f"{quoted(group)}: write it as “{example}”.")
        yield name.strip(), _parts(rest, _ITEMS)


def _bought(start: GameState, text: str) -> Correction:
    bought: dict[AccountId, Counts] = {}
    for name, items in _named_lists(text, "Germany: 2 infantry"):
        row = bought.setdefault(find_account(start.edition, name), {})
        row |= {unit: count for unit, count, _ in (_counted(start.edition, item) for item in items)}
    return {"purchased": bought}


def _technologies(start: GameState, text: str) -> Correction:
    known = {folded(each.name): each.id for each in start.edition.technology.values()}
    developed: dict[PowerId, list[str]] = {}
    for name, items in _named_lists(text, "Germany: Rockets"):
        if strangers := [item for item in items if folded(item) not in known]:
            raise IllegalAction("form", f"There is no technology {quoted(strangers[0])} in this edition.")
        developed[find_power(start.edition, name)] = [known[folded(item)] for item in items]
    return {"technologies": developed}


def _wars(start: GameState, text: str) -> Correction:
    """Who is at war with whom; all others of different sides are at peace."""
    edition = start.edition
    pairs = {
        frozenset((find_power(edition, name), find_power(edition, foe)))
        for name, foes in _named_lists(text, "Germany with France, United Kingdom", " with ")
        for foe in foes
    }
    sides = {power.id: power.side for power in edition.powers}
    apart = [(one, other) for one in sides for other in sides if (sides[one], sides[other]) == ("axis", "allies")]
    rows = [(one, other, "war" if frozenset((one, other)) in pairs else "peace") for one, other in apart]
    strangers = [pair for pair in pairs if pair not in {frozenset(each) for each in apart}]
    named = [(*sorted(pair), "war") for pair in strangers if len(pair) == 2]
    changed = [row for row in rows if at_war(start, row[0], row[1]) != (row[2] == "war")]
    return {"relations": [list(row) for row in (*changed, *named)]}


def _joined(start: GameState, text: str) -> Correction:
    edition = start.edition
    joined = {find_space(edition, name): folded(items[0]) for name, items in _named_lists(text, "Afghanistan: allies")}
    if strangers := [side for side in joined.values() if side not in ("axis", "allies")]:
        raise IllegalAction("form", f"{first_upper(quoted(strangers[0]))} is not a side. Write axis or allies.")
    return {"roused_neutrals": joined}


HEADLINES: Mapping[str, Callable[[GameState, str], Correction]] = {
    folded(name): reader
    for name, reader in (
        (words.POSITION, _position),
        (words.TURN, _turn),
        (words.IPCS, _ipcs),
        (words.BOUGHT, _bought),
        (words.TECHNOLOGIES, _technologies),
        (words.RESEARCH, _research),
        (words.WARS, _wars),
        (words.KAMIKAZES, _kamikazes),
        (words.JOINED, _joined),
    )
}
