"""Reading what was typed, and putting it into an answer, where a user types all they can to hold up the bot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress

from cogs.board.maps import look_meant
from cogs.board.past.replays import rounds_meant
from cogs.orders.moves import move_action
from cogs.orders.production import placement_action, purchase_action
from cogs.table.autocomplete import offered
from engine import Refusal, new_game
from engine.facts.rulebook import load_rulebook
from engine.queries.notation import LONGEST_LINE
from engine.reading import UnreadableJson, read_json
from engine.state.game_state import GameState
from gamemaster.errors import TableRefusal
from gamemaster.narration import cut_at_line, split_lines
from gamemaster.narration.phrases import as_plain_text, without_markdown
from tests.bench.measured import Measured, core_milliseconds
from tests.e2e.hostile import REPEATED

OPTION, LINE, LARGEST = 100, LONGEST_LINE, 6000
BEGINNINGS = ("", "1 infantry ", "1 infantry germany > ", "germany: ")
BUDGET = 20.0

Reader = tuple[int, Callable[[str], object]]


def readers(state: GameState) -> Mapping[str, Reader]:
    """What reads typed text, with the most characters that it is given."""
    edition, book = state.edition, load_rulebook()
    spaces = [(edition.board.name(space), space) for space in edition.board.neighbours]
    return {
        "a move": (LINE, lambda text: move_action(state, text)),
        "a purchase": (LINE, lambda text: purchase_action(state, text)),
        "a placement": (LINE, lambda text: placement_action(state, text)),
        "a region": (OPTION, lambda text: look_meant(state, text, "", 1, "", "")),
        "a space": (OPTION, lambda text: look_meant(state, "", text, 1, "", "")),
        "overlays": (4 * OPTION, lambda text: look_meant(state, "", "", 1, text, "")),
        "rounds": (OPTION, lambda text: rounds_meant(text, state)),
        "a search in the rule book": (LARGEST, lambda text: book.search(text, None, 5)),
        "JSON": (LARGEST, read_json),
        "suggestions": (LARGEST, lambda text: offered(spaces, text)),
        "a quotation": (LARGEST, as_plain_text),
        "an answer": (LARGEST, lambda text: split_lines(cut_at_line(without_markdown(text)))),
    }


def measure() -> list[Measured]:
    """The longest time that any hostile text keeps a reader."""
    state = new_game("anniversary_1941", {})
    found = []
    for what, (most, read) in readers(state).items():
        texts = [(begin + part * most)[:most] for begin in BEGINNINGS for part in REPEATED]
        _try(read, texts[0])
        longest = max(core_milliseconds(lambda read=read, text=text: _try(read, text)) for text in texts)  # type: ignore[misc]
        found.append(Measured(f"reading {what} of {most} hostile characters", longest, BUDGET, "ms"))
    return found


def _try(read: Callable[[str], object], text: str) -> None:
    with suppress(Refusal, TableRefusal, UnreadableJson):
        read(text)
