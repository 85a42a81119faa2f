"""What a picture shows, in words: for those who cannot see it, and where no picture can be sent."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from maps.board.assets import Board, load_board
from maps.board.view import WHOLE_BOARD, View, seen_spaces, visible_box
from maps.overlays.overlay import Overlay, check_spaces
from maps.position_words import LONGEST_ALT_TEXT, names_of, sentence, told_on, when


def describe_in_words(
    board: str,
    position: Mapping[str, Any],
    view: View = WHOLE_BOARD,
    *,
    title: str = "",
    overlays: Sequence[Overlay] = (),
) -> str:
    """All that `draw_board` would show, a sentence on each line. Raises UnknownPlace."""
    told = load_board(board)
    check_spaces(told, overlays)
    return "\n".join(tell() for tell in _told(told, position, view, title, overlays))


def alt_text(board: Board, position: Mapping[str, Any], view: View, *, title: str, overlays: Sequence[Overlay]) -> str:
    """What a picture shows in at most 1000 characters: title, what overlays tell, then who stands where."""
    return _shortened(_told(board, position, view, title, overlays), LONGEST_ALT_TEXT)


def _told(
    board: Board, position: Mapping[str, Any], view: View, title: str, overlays: Sequence[Overlay]
) -> list[Callable[[], str]]:
    """Sentences, the most important first, each put into words when it is asked for."""
    seen = seen_spaces(board, visible_box(board, view))
    first: list[str] = []
    if told := title or when(position):
        first.append(f"{told}.")
    if view.name:
        first.append(f"The map shows {view.name}.")
    if captured := [space for space in position.get("captured_this_turn", ()) if space in seen]:
        first.append(sentence(f"Captured this turn: {names_of(board, captured)}"))
    for overlay in sorted(overlays, key=lambda each: each.rank):
        first += overlay.sentences(board, position, seen)
    return [*(text.__str__ for text in first), *told_on(board, position, seen)]


def _shortened(sentences: Sequence[Callable[[], str]], longest: int) -> str:
    """As many sentences as fit, and how many were left out."""
    told: list[str] = []
    for tell in sentences:
        told.append(tell())
        if len(" ".join(told)) > longest:
            break
    else:
        return " ".join(told)
    for kept in range(len(told) - 1, 0, -1):
        text = " ".join([*told[:kept], f"And {len(sentences) - kept} more."])
        if len(text) <= longest:
            return text
    return told[0][: longest - 1] + "…"
