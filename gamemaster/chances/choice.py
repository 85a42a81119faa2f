"""Which battle somebody asks about, as a value that fits into the id of a button."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from string import ascii_lowercase
from typing import Literal

from engine.events.combat.battle import AttackOrDefense
from engine.facts.edition import Edition
from gamemaster.chances.own_losses import OwnLosses
from gamemaster.errors import TableRefusal

Kind = Literal["battle", "attack", "back", "units", "raid"]
KINDS: Mapping[str, Kind] = {"b": "battle", "a": "attack", "c": "back", "u": "units", "r": "raid"}
LETTERS = {kind: letter for letter, kind in KINDS.items()}
MOST_ROUNDS = 20
MOST_PERCENT = 99

Counts = Mapping[str, int]
LossOrder = tuple[tuple[str, int], ...]
"""Units and how many of each, the first lost first."""
SIDES: Mapping[str, AttackOrDefense] = {"a": "attacker", "d": "defender"}

_UNITS = r"((?:[0-9]{1,3}[a-z])*)"
_CODE = re.compile(
    rf"([{''.join(KINDS)}])\.([a-z0-9_]*)\.([a-z]?)\.([a-z]?)\.{_UNITS}\.{_UNITS}\.([0-9]{{0,2}})(k?)(w?)"
    r"(s?)((?:l[0-9]{1,2})?)((?:u(?:ad?|d))?)((?:f[ad](?:[0-9]{1,3}[a-z])+)?)"
)


@dataclass(frozen=True)
class OddsChoice:
    """A battle that is asked about, and what its sides mean to do.

    kind: a battle ahead or under way in a space; an attack that might come there; what could come back once the battle
    there is over; typed units; or a raid, rockets or convoys there. power: who attacks. attackers: of a battle the
    units that come as well, of an attack the only ones that come, where any are named. rounds: after which the
    attackers leave, 0 for never. wanted: the cheapest units are looked for that win often enough. spare: the attackers
    leave once they have only aircraft left. below: they leave once they would win less often than this many percent, 0
    for never. submerge: the sides whose submarines submerge as soon as they may. losses: what is lost first, loser: on
    which side; nobody's until the battle is looked at. own_losses: standing orders of the asker's by which their units
    are lost where `losses` names none of them; ids leave them out, as they are read anew each time.
    """

    kind: Kind
    space: str = ""
    power: str = ""
    enemy: str = ""
    attackers: tuple[tuple[str, int], ...] = ()
    defenders: tuple[tuple[str, int], ...] = ()
    rounds: int = 0
    keep: bool = False
    wanted: bool = False
    spare: bool = False
    below: int = 0
    submerge: tuple[AttackOrDefense, ...] = ()
    losses: LossOrder = ()
    loser: AttackOrDefense | Literal[""] = ""
    own_losses: OwnLosses = ()

    def plus(self, unit: str, count: int = 1) -> OddsChoice:
        """The same with more attackers."""
        counts = dict(self.attackers)
        counts[unit] = counts.get(unit, 0) + count
        return replace(self, attackers=tuple(counts.items()))

    def code(self, edition: Edition) -> str:
        """The choice in a few characters without a colon."""
        powers = {power.id: letter for power, letter in zip(edition.powers, ascii_lowercase, strict=False)}
        parts = (
            *(LETTERS[self.kind], self.space, powers.get(self.power, ""), powers.get(self.enemy, "")),
            *(_written(edition, self.attackers), _written(edition, self.defenders)),
            self._plans(edition),
        )
        return ".".join(parts)

    def _plans(self, edition: Edition) -> str:
        """ "2kl30uadfa2b": what follows the units."""
        flags = {"k": self.keep, "w": self.wanted, "s": self.spare, f"l{self.below}": self.below}
        under = "".join(side[0] for side in self.submerge)
        lost = _written(edition, self.losses)
        last = (under and f"u{under}", lost and f"f{self.loser[:1]}{lost}")
        return "".join([str(self.rounds or ""), *(letter for letter, is_meant in flags.items() if is_meant), *last])

    @classmethod
    def from_code(cls, edition: Edition, code: str) -> OddsChoice:
        """What `code` gave; raises TableRefusal where it gave no such code."""
        match = _CODE.fullmatch(code)
        if match is None:
            raise _too_old()
        kind, space, power, enemy, attackers, defenders, rounds, keep, wanted, spare, below, under, lost = (
            match.groups()
        )
        known = {*edition.board.territory, *edition.board.sea_zone, ""}
        if space not in known or int(rounds or 0) > MOST_ROUNDS or (kind != "u") != bool(space):
            raise _too_old()
        return cls(
            KINDS[kind],
            space,
            _power(edition, power),
            _power(edition, enemy),
            _read(edition, attackers),
            _read(edition, defenders),
            int(rounds or 0),
            bool(keep),
            bool(wanted),
            bool(spare),
            int(below[1:] or 0),
            tuple(SIDES[letter] for letter in under[1:]),
            _read(edition, lost[2:]),
            SIDES[lost[1]] if lost else "",
        )


def _too_old() -> TableRefusal:
    return TableRefusal("That button is from an older version of this bot. Use /odds to ask again.")


def _power(edition: Edition, letter: str) -> str:
    at = ascii_lowercase.index(letter) if letter else -1
    if at >= len(edition.powers):
        raise _too_old()
    return edition.powers[at].id if letter else ""


def _written(edition: Edition, units: tuple[tuple[str, int], ...]) -> str:
    """ "3a2d": the number and the place in the unit table."""
    letters = {unit.id: letter for unit, letter in zip(edition.units, ascii_lowercase, strict=False)}
    return "".join(f"{count}{letters[unit]}" for unit, count in units if count)


def _read(edition: Edition, text: str) -> tuple[tuple[str, int], ...]:
    found = []
    for count, letter in re.findall(r"([0-9]+)([a-z])", text):
        at = ascii_lowercase.index(letter)
        if at >= len(edition.units):
            raise _too_old()
        found.append((edition.units[at].id, int(count)))
    return tuple(found)
