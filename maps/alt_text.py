"""What a picture shows, in words: for those who cannot see it, and where no picture can be sent."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from maps.board.assets import Board, load_board
from maps.board.view import WHOLE_BOARD, View, seen_spaces, visible_box
from maps.overlays.overlay import Overlay, check_spaces
from maps.position_words import LONGEST_ALT_TEXT, names_of, sentence, sentences_on, when


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
    return "\n".join(_sentences(told, position, view, title, overlays))


def alt_text(board: Board, position: Mapping[str, Any], view: View, *, title: str, overlays: Sequence[Overlay]) -> str:
    """What a picture shows in at most 1000 characters: title, what overlays tell, then who stands where."""
    return _shortened(list(_sentences(board, position, view, title, overlays)), LONGEST_ALT_TEXT)


def _sentences(
    board: Board, position: Mapping[str, Any], view: View, title: str, overlays: Sequence[Overlay]
) -> Iterator[str]:
    """The most important first."""
    seen = seen_spaces(board, visible_box(board, view))
    if told := title or when(position):
        yield f"{told}."
    if view.name:
        yield f"The map shows {view.name}."
    if captured := [space for space in position.get("captured_this_turn", ()) if space in seen]:
        yield sentence(f"Captured this turn: {names_of(board, captured)}")
    for overlay in sorted(overlays, key=lambda each: each.rank):
        yield from overlay.sentences(board, position, seen)
    yield from sentences_on(board, position, seen)


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
