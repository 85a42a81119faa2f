"""Correcting the position by thumb: where, or which list; then a form with what stands there now, to be changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256

from engine.ask import LISTS, corrected_list, corrected_space, lines_of_list, lines_of_space
from engine.errors import IllegalAction
from engine.facts.board import SpaceId
from engine.state.game_state import GameState
from engine.state.words import first_upper, label
from gamemaster.errors import TableRefusal
from gamemaster.orders.corrections import NO_DIFFERENCE
from gamemaster.orders.drafts import JsonAction
from gamemaster.sheets.page import LONGEST_LINE, MOST_ENTRIES, Entry, Form, FormField, Menu, Sheet

WHERE, SPACE, LIST = "where", "space", "list"
MOST_TYPED = 4000
"""Characters that Discord takes in a line of a form."""
NOT_OFFERED = "That place or list isn't on this board. Nothing changed; begin again with /game edit."
FIRST = "**What do you want to correct?**\nA form shows how it stands now; type how it should be."
UNDOES = "-# A correction undoes the orders of the open phase. If you play in this game, the other side is asked first."
EXAMPLES: Mapping[str, str] = {
    "Units": "Such as: 3 infantry, 1 transport (1 tank); Italy: 1 fighter",
    "Owner": "A power, or: nobody",
    "Facilities": "Such as: industrial complex (2 damage); or: none",
    "Turn": "Such as: round 3, Germany, purchase",
    "IPCs": "Such as: Germany 31; Japan 26",
    "Bought": "Such as: Germany: 2 infantry, 1 tank",
    "Technologies": "Such as: Germany: Rockets; Japan: Super Submarines",
    "Wars": "Such as: Germany with France, United Kingdom",
    "Kamikazes": "Such as: Japan 6",
}


def correcting_sheet(game_id: int, state: GameState, group: str = "") -> Sheet:
    """The places by who holds them, those of one `group` of them, and the lists of the whole game."""
    groups = dict(_groups(state))
    where = tuple(Entry(name, name, _from_to(state, spaces), chosen=name == group) for name, spaces in groups.items())
    spaces = tuple(Entry(first_upper(label(state, each)), each, _stands(state, each)) for each in groups.get(group, ()))
    lists = tuple(Entry(name, name, text[:100]) for name in LISTS for text in lines_of_list(state, name).values())
    menus = (
        Menu(f"correct.{SPACE}", f"Which place of {group}?", spaces),
        Menu(f"correct.{WHERE}", "A place: who holds it?", where),
        Menu(f"correct.{LIST}", "Or IPCs, turn and more", lists),
    )
    return Sheet(game_id, "", state.power, (FIRST, *(menu for menu in menus if menu.entries), UNDOES))


def correcting_form(game_id: int, state: GameState, kind: str, name: str) -> Form:
    """The lines of a place or a list as they stand; raises TableRefusal for what there is not."""
    lines = _lines(state, kind, name)
    if any(len(text) > MOST_TYPED for text in lines.values()):
        raise TableRefusal("More stands there than a form can hold. Use the change option of /game edit.")
    fields = tuple(FormField(each, each, text, EXAMPLES[each], _longest(each)) for each, text in lines.items())
    title = f"Correct {label(state, name) if kind == SPACE else name}"
    return Form(game_id, _mark(lines), f"correct.{kind}.{name}", title, fields)


def correction_written(state: GameState, kind: str, name: str, mark: str, written: Mapping[str, str]) -> JsonAction:
    """The correction that a form means.

    Raises IllegalAction for lines that say nothing, where nothing is different, and where what stands there has changed
    since the form was opened; TableRefusal for what there is not.
    """
    lines = _lines(state, kind, name)
    written = {each: _on_one_line(text) for each, text in written.items()}
    if mark != _mark(lines):
        raise IllegalAction("form", "That changed while you wrote. Nothing was corrected; open the form again.")
    if kind == SPACE:
        correction = corrected_space(state, name, written)
    else:
        correction = corrected_list(state, name, written.get(name, lines[name]))
    if not correction:
        raise IllegalAction("form", NO_DIFFERENCE)
    return correction


def _longest(name: str) -> int:
    return LONGEST_LINE if name in ("Owner", "Turn") else MOST_TYPED


def _on_one_line(text: str) -> str:
    return "; ".join(filter(None, map(str.strip, text.splitlines())))


def _lines(state: GameState, kind: str, name: str) -> dict[str, str]:
    if kind == SPACE and name in state.edition.board.neighbours:
        return lines_of_space(state, name)
    lines = lines_of_list(state, name) if kind == LIST and name in LISTS else {}
    if not lines:
        raise TableRefusal(NOT_OFFERED)
    return lines


def _groups(state: GameState) -> Iterator[tuple[str, tuple[SpaceId, ...]]]:
    """The territories by who holds them, in alphabetical order, then the sea zones; as many as a menu has room for."""
    board, powers = state.edition.board, state.edition.powers
    held: dict[str, list[SpaceId]] = {power.name: [] for power in powers}
    names = {power.id: power.name for power in powers}
    for territory in sorted(board.territories, key=lambda each: each.name):
        held.setdefault(names.get(state.owners.get(territory.id) or "", "Nobody"), []).append(territory.id)
    held["Sea zones"] = [zone.id for zone in board.sea_zones]
    for name, spaces in held.items():
        for number, start in enumerate(range(0, len(spaces), MOST_ENTRIES), 1):
            yield (
                f"{name} {number}" if len(spaces) > MOST_ENTRIES else name,
                tuple(spaces[start : start + MOST_ENTRIES]),
            )


def _from_to(state: GameState, spaces: tuple[SpaceId, ...]) -> str:
    """ "Archangel to Yakut S.S.R."."""
    ends = dict.fromkeys((label(state, spaces[0]), label(state, spaces[-1])))
    return " to ".join(ends)[:100]


def _stands(state: GameState, space: SpaceId) -> str:
    return (lines_of_space(state, space)["Units"] or "no units")[:100]


def _mark(lines: Mapping[str, str]) -> str:
    """By which a form knows whether its lines still stand as they did."""
    return sha256("\n".join(lines.values()).encode()).hexdigest()[:16]
