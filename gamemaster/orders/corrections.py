"""Corrections of the position: which keys they take, and how they are carried out."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ask import Edit
from engine.state.words import listed
from gamemaster.errors import TableRefusal
from gamemaster.narration import is_different
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.drafts import Draft, JsonAction

NO_DIFFERENCE = "The position is already like that. Nothing changed."
KEYS = tuple(name for name in Edit.model_fields if name not in ("type", "power"))


def read_correction(change: object) -> JsonAction:
    """The edit action in what was written; raises TableRefusal, as no other action can be given in this way."""
    if not isinstance(change, Mapping):
        raise TableRefusal(f"A correction is a JSON object with some of the keys {listed(KEYS)}.")
    if change.get("type", "edit") != "edit":
        raise TableRefusal("A correction always has the type “edit”. The players give all other orders themselves.")
    unknown = [key for key in change if key not in ("type", *KEYS)]
    if unknown:
        raise TableRefusal(f"A correction has no key “{as_plain_text(unknown[0])}”; it takes {listed(KEYS)}.")
    return {**change, "type": "edit"}


def correct(draft: Draft, action: JsonAction) -> None:
    """Carry out a correction on the board that everybody sees: orders of the open phase are undone first.

    Otherwise it would reveal them before the phase is over. Raises Refusal, and TableRefusal where nothing would be
    different: it would only undo orders.
    """
    draft.take_back_orders()
    before = draft.state
    draft.apply("gm", action)
    if not is_different(before, draft.state):
        raise TableRefusal(NO_DIFFERENCE)
