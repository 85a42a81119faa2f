"""What somebody wants to see of the board, as a value that fits into the id of a button."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from engine import GameState
from gamemaster.errors import TableRefusal

FRONT = "front"  # in place of a region: where the last phase happened
MOST_STEPS = 4


def _always(_state: GameState) -> bool:
    return True


def _has_peace(state: GameState) -> bool:
    """Whether powers of different sides may be at peace (POL-01)."""
    return state.wars is not None


def _has_convoys(state: GameState) -> bool:
    """Whether enemy ships disrupt convoys (INC-12)."""
    return state.edition.parameters.economy.convoys is not None


def _has_scrambles(state: GameState) -> bool:
    """Whether aircraft scramble from bases (SPC-81)."""
    return any(unit.facility is not None and unit.facility.scrambles for unit in state.edition.units)


@dataclass(frozen=True)
class Show:
    """Something that can be laid over a map.

    letter: how it is written in the id of a button. overlay: what draws it; those that one overlay draws are switched
    together. button: the label of their switch. is_there: whether a game knows such a thing at all.
    """

    name: str
    letter: str
    overlay: str
    button: str
    is_there: Callable[[GameState], bool] = _always


SHOWS = {
    show.name: show
    for show in (
        Show("moves", "m", "moves", "Moves"),
        Show("battles", "b", "battles", "Battles"),
        Show("changes", "c", "changes", "Changes"),
        Show("land reach", "l", "reach", "Enemy reach"),
        Show("sea reach", "s", "reach", "Enemy reach"),
        Show("air reach", "a", "reach", "Enemy reach"),
        Show("income", "i", "income", "Income"),
        Show("convoys", "v", "convoys", "Convoys", _has_convoys),
        Show("relations", "w", "relations", "Relations", _has_peace),
        Show("scrambles", "k", "scrambles", "Scrambles", _has_scrambles),
    )
}
"""All that can be laid over a map, by name."""

_CODE = re.compile(
    rf"([^.]*)\.([^.]*)\.([1-{MOST_STEPS}])\.([{''.join(show.letter for show in SHOWS.values())}]*)\.([^.]*)"
)


def shows_by_overlay(state: GameState) -> Mapping[str, Sequence[Show]]:
    """What can be laid over a map of a game, by the overlay that draws it."""
    there = (show for show in SHOWS.values() if show.is_there(state))
    return {overlay: list(shows) for overlay, shows in groupby(there, key=lambda show: show.overlay)}


def words_for_shows(state: GameState) -> Mapping[str, frozenset[str]]:
    """What can be typed for them: each name, and that of an overlay for all that it draws."""
    found: dict[str, frozenset[str]] = {}
    for overlay, shows in shows_by_overlay(state).items():
        found[overlay] = frozenset(show.name for show in shows)
        found |= {show.name: frozenset((show.name,)) for show in shows}
    return found


@dataclass(frozen=True)
class BoardChoice:
    """A part of the board and what is laid over it.

    region: a region's id, or FRONT. space, steps: a space and how far around it. shows: names of SHOWS. power: whose
    enemies' reach. Without region and space it is the whole board.
    """

    region: str = ""
    space: str = ""
    steps: int = 1
    shows: frozenset[str] = frozenset()
    power: str = ""

    @property
    def code(self) -> str:
        """The choice in a few characters without a colon."""
        letters = "".join(show.letter for show in SHOWS.values() if show.name in self.shows)
        return ".".join((self.region, self.space, str(self.steps), letters, self.power))

    @classmethod
    def from_code(cls, code: str) -> BoardChoice:
        """What `code` gave; the whole board from an empty one. Raises TableRefusal where it gave no such code."""
        if not code:
            return cls()
        match = _CODE.fullmatch(code)
        if match is None:
            raise TableRefusal("That button is from an older version of this bot. Use /map to see the board.")
        region, space, steps, letters, power = match.groups()
        shows = frozenset(show.name for show in SHOWS.values() if show.letter in letters)
        return cls(region, space, int(steps), shows, power)

    @property
    def zoomed_in(self) -> BoardChoice | None:
        """A step nearer to the space, if there is any."""
        return replace(self, steps=self.steps - 1) if self.space and self.steps > 1 else None

    @property
    def zoomed_out(self) -> BoardChoice | None:
        """A step farther from the space; None where only the whole board would be larger."""
        return replace(self, steps=self.steps + 1) if self.space and self.steps < MOST_STEPS else None

    @property
    def whole(self) -> BoardChoice | None:
        """The whole board, if this is only a part."""
        return self.of_region("") if self.region or self.space else None

    @property
    def front(self) -> BoardChoice | None:
        """Where the last phase happened, if this is something else."""
        return self.of_region(FRONT) if self.region != FRONT else None

    def of_region(self, region: str) -> BoardChoice:
        """A region instead, with the same things laid over it."""
        return replace(self, region=region, space="", steps=1)

    def toggled(self, names: Iterable[str]) -> BoardChoice:
        """With all of these laid over the map, or without them if they all are already."""
        wanted = frozenset(names)
        return replace(self, shows=self.shows - wanted if wanted <= self.shows else self.shows | wanted)
