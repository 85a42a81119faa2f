"""A battle as the map shows it: who meets whom with how much."""

from dataclasses import dataclass

from maps.board.names import all_called


@dataclass(frozen=True)
class Force:
    """One side of a battle: its powers, how many units, and the sum of what these need to hit (None: no matter)."""

    powers: tuple[str, ...]
    units: int
    strength: int | None

    @property
    def in_words(self) -> str:
        """ "the United States with 5 units, strength 12"."""
        names = all_called(self.powers)
        strength = "" if self.strength is None else f", strength {self.strength}"
        return f"{names} with {self.units} unit{'' if self.units == 1 else 's'}{strength}"


@dataclass(frozen=True)
class Clash:
    """A battle in a space; without forces it is only marked. A raid bombs, and meets no units.

    targets: the silhouettes of what a raid bombs.
    """

    space: str
    attacker: Force | None = None
    defender: Force | None = None
    raid: bool = False
    targets: tuple[str, ...] = ()
