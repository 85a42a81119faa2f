"""A position in words: for those who cannot see the picture, and where no picture can be sent."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from maps.board import Board, load_board
from maps.powers import POWERS, in_order, style_of
from maps.silhouettes import units_in_order
from maps.view import View

LONGEST_ALT_TEXT = 1000  # Discord's limit
SAME_IN_PLURAL = {"infantry", "artillery", "mechanized_infantry", "aaa", "antiaircraft_artillery"}
SPELLED = {"aaa": "AAA", "antiaircraft_artillery": "antiaircraft artillery"}


def describe_in_words(board: str, position: Mapping[str, Any], spaces: Iterable[str] | None = None) -> str:
    """Who holds what and what stands where, in full; only for these spaces if given. Raises UnknownPlace."""
    shown = load_board(board)
    wanted = list(shown.spaces) if spaces is None else [shown.space(space).id for space in spaces]
    return " ".join(_sentences(shown, position, wanted))


def alt_text(board: Board, position: Mapping[str, Any], view: View, *, title: str, told: Sequence[str]) -> str:
    """What a picture shows in at most 1000 characters: title, what overlays tell, then who stands where."""
    sentences = _all_sentences(board, position, view, title, told)
    return _shortened([sentence for sentence in sentences if sentence != "."], LONGEST_ALT_TEXT)


def _all_sentences(board: Board, position: Mapping[str, Any], view: View, title: str, told: Sequence[str]) -> list[str]:
    spaces = [space for space in board.spaces if _is_seen(board, space, view)]
    captured = [board.space(space).name for space in position.get("captured_this_turn", ())]
    return [
        f"{title or when(position)}.",
        *([f"The map shows {view.name}."] if view.name else []),
        *([f"Captured this turn: {', '.join(captured)}."] if captured else []),
        *told,
        *_sentences(board, position, spaces)[1:],
    ]


def _is_seen(board: Board, space: str, view: View) -> bool:
    if view.box is None:
        return True
    left, top, right, bottom = view.box
    x, y = board.spaces[space].label_at
    return top <= y < bottom and any(left <= x + shift < right for shift in (0, board.size[0]))


def _shortened(sentences: Sequence[str], longest: int) -> str:
    """As many sentences as fit, and how many were left out."""
    text = " ".join(sentences)
    if len(text) <= longest:
        return text
    for kept in range(len(sentences) - 1, 0, -1):
        left = len(sentences) - kept
        text = " ".join([*sentences[:kept], f"And {left} more."])
        if len(text) <= longest:
            return text
    return sentences[0][: longest - 1] + "…"


def when(position: Mapping[str, Any]) -> str:
    """The moment of a position: "Germany, round 2, combat move"."""
    power, round_number, phase = position.get("power"), position.get("round"), position.get("phase")
    parts = [style_of(power).name if power else "", f"round {round_number}" if round_number else ""]
    return ", ".join(part for part in [*parts, (phase or "").replace("_", " ")] if part)


def units_in_words(units: Mapping[str, int]) -> str:
    """ "3 infantry, 1 tank"."""
    return ", ".join(f"{count} {_noun(unit, count)}" for unit, count in units_in_order(units) if count)


def _noun(unit: str, count: int) -> str:
    name = SPELLED.get(unit, unit.replace("_", " "))
    return name if count == 1 or unit in SAME_IN_PLURAL else f"{name}s"


def _sentences(board: Board, position: Mapping[str, Any], spaces: Sequence[str]) -> list[str]:
    """The moment, then a sentence for each occupied space, power by power, then the empty territories they hold."""
    owners, units = position.get("owners", {}), position.get("units", {})
    sentences = [f"{when(position)}."]
    empty: dict[str, list[str]] = {}
    order = {power: place for place, power in enumerate(POWERS)}
    by_owner = sorted(spaces, key=lambda space: (order.get(owners.get(space) or "", len(order)), space))
    for space in by_owner:
        owner = owners.get(space)
        if units.get(space) or position.get("facilities", {}).get(space):
            sentences.append(_space_sentence(board, position, space))
        elif owner:
            empty.setdefault(owner, []).append(board.spaces[space].name)
    for owner, names in empty.items():
        sentences.append(f"{style_of(owner).name} also holds {', '.join(names)}, all empty of units.")
    return sentences


def _space_sentence(board: Board, position: Mapping[str, Any], space: str) -> str:
    owner = position.get("owners", {}).get(space)
    held = f" ({style_of(owner).name})" if owner else ""
    facilities = [
        _facility(facility, position.get("damage", {}).get(space, {}).get(facility, 0))
        for facility in position.get("facilities", {}).get(space, ())
    ]
    parts = [", ".join(facilities)] if facilities else []
    stacks = position.get("units", {}).get(space, {})
    for power in in_order(stacks, owner):
        words = units_in_words(stacks[power])
        hurt = units_in_words(position.get("damaged_units", {}).get(space, {}).get(power, {}))
        whose = "" if power == owner else f"{style_of(power).name} "
        if words:
            parts.append(whose + words + (f" ({hurt} damaged)" if hurt else ""))
    return f"{board.spaces[space].name}{held}: {'; '.join(parts)}."


def _facility(facility: str, damage: int) -> str:
    name = facility.replace("_", " ")
    return f"{name} with {damage} damage" if damage else name
