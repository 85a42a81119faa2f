"""A sheet and a form as plain values: texts, menus and buttons in the order in which they stand."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from engine.facts.board import PowerId
from gamemaster.narration.phases.telling import PhaseButton

MOST_ENTRIES = 25
"""Of a menu."""
MOST_MENUS = 3
"""Of one kind on a sheet."""
MOST_FIELDS = 5
"""Of a form."""
LONGEST_COUNT = 15
"""Characters of a line in which a number stands."""
LONGEST_LINE = 100
"""Characters that are typed on one line; what may be longer has a box of several."""


@dataclass(frozen=True)
class Entry:
    """A line of a menu."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False


@dataclass(frozen=True)
class Menu:
    """A menu of at most 25 entries, of which `least` to `most` can be chosen; one without entries isn't shown."""

    deed: str
    placeholder: str
    entries: tuple[Entry, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True)
class Row:
    """Buttons side by side, five in a line: what each does, its label and style; none isn't shown."""

    buttons: tuple[PhaseButton, ...]


Part = str | Menu | Row


@dataclass(frozen=True)
class Sheet:
    """What one player sees, and can choose, of a game. `made_for`: the phase or question it belongs to; once that is
    over, a press leads to the sheet of the present one. `power`: whose colour it has.
    """

    game_id: int
    made_for: str
    power: PowerId
    parts: tuple[Part, ...]

    def below(self, *parts: Part) -> Sheet:
        """The same sheet with this on top: what has just come of a press, or is asked about it. A button that stands
        there isn't repeated below.
        """
        above = {deed for part in parts if isinstance(part, Row) for deed, *_ in part.buttons}
        return replace(self, parts=(*filter(_is_shown, parts), *(_without(part, above) for part in self.parts)))


def _is_shown(part: Part) -> bool:
    return bool(part)


def _without(part: Part, deeds: Collection[str]) -> Part:
    return Row(tuple(button for button in part.buttons if button[0] not in deeds)) if isinstance(part, Row) else part


@dataclass(frozen=True)
class FormField:
    """What to type in; `name` is how it comes back, `said` stands below its label, `longest` is in characters."""

    name: str
    label: str
    value: str = ""
    said: str = ""
    longest: int = LONGEST_COUNT


@dataclass(frozen=True)
class Form:
    """At most five lines to type in, under a title, with a note above."""

    game_id: int
    made_for: str
    deed: str
    title: str
    fields: tuple[FormField, ...]
    note: str = ""
