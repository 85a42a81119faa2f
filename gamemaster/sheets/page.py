"""A sheet and a form as plain values: texts, menus and buttons in the order in which they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from hashlib import sha256

from engine.facts.board import PowerId, SpaceId
from engine.state.game_state import GameState
from gamemaster.narration.phases.telling import PhaseButton

MOST_ENTRIES = 25
"""Of a menu."""
MOST_IN_A_ROW = 5
"""Buttons in a line."""
MOST_MENUS = 3
"""Of one kind on a sheet."""
MOST_FIELDS = 5
"""Of a form."""
LONGEST_COUNT = 15
"""Characters of a line in which a number stands."""
LONGEST_LINE = 100
"""Characters that are typed on one line; what may be longer has a box of several."""
KEY_LENGTH = 12
BATTLE, AROUND = "battle", "around"


@dataclass(frozen=True)
class Entry:
    """A line of a menu. `sign`: the unit or power whose emoji stands before its words, where there is one."""

    label: str
    value: str
    description: str = ""
    chosen: bool = False
    sign: str = ""


@dataclass(frozen=True)
class Menu:
    """A menu of at most 25 entries, of which `least` to `most` can be chosen; one without entries isn't shown.

    made_for: where it belongs to something else than its sheet, such as one question of several.
    """

    deed: str
    placeholder: str
    entries: tuple[Entry, ...]
    least: int = 1
    most: int = 1
    made_for: str = ""


@dataclass(frozen=True)
class Row:
    """Buttons side by side, five in a line: what each does, its label and style; none isn't shown.

    made_for: as of a menu.
    """

    buttons: tuple[PhaseButton, ...]
    made_for: str = ""


Part = str | Menu | Row


@dataclass(frozen=True)
class Sheet:
    """What one player sees, and can choose, of a game. `made_for`: the phase or question it belongs to; once that is
    over, a press leads to the sheet of the present one. `power`: whose colour it has. `picture`: the name of the file
    with its picture, another one whenever the picture would be another.
    """

    game_id: int
    made_for: str
    power: PowerId
    parts: tuple[Part, ...]
    picture: str = ""

    def below(self, *parts: Part) -> Sheet:
        """The same sheet with this on top: what has just come of a press, or is asked about it. A button that stands
        there isn't repeated below.
        """
        rows = [part for part in parts if isinstance(part, Row)]
        above = {(row.made_for or self.made_for, deed) for row in rows for deed, *_ in row.buttons}
        return replace(self, parts=(*filter(_is_shown, parts), *(self._without(part, above) for part in self.parts)))

    def _without(self, part: Part, above: Collection[tuple[str, str]]) -> Part:
        if not isinstance(part, Row):
            return part
        made_for = part.made_for or self.made_for
        return replace(part, buttons=tuple(each for each in part.buttons if (made_for, each[0]) not in above))


def _is_shown(part: Part) -> bool:
    return bool(part)


def picture_name(state: GameState, space: SpaceId) -> str:
    """The file of the battle that is fought in a space, else of the spaces around it: named anew only when it would be
    another picture.
    """
    is_battle = state.battle is not None and state.battle.space == space
    units = Counter((piece.space, piece.power, piece.unit, piece.hits_taken) for piece in state.pieces.values())
    shown = (space, sorted(units.items()), sorted(state.owners.items(), key=str), state.battle if is_battle else None)
    key = sha256(repr(shown).encode()).hexdigest()[:KEY_LENGTH]
    return f"{BATTLE if is_battle else AROUND}_{key}.jpg"


def components_in(part: Part) -> int:
    """Discord counts each text, each line of buttons and the buttons in it, each menu and its line."""
    if isinstance(part, str):
        return bool(part.strip())
    if isinstance(part, Menu):
        return 2 * bool(part.entries)
    return len(part.buttons) + -(-len(part.buttons) // MOST_IN_A_ROW)


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
