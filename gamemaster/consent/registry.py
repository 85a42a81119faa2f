"""All kinds of deeds that may need consent, by the name under which proposals are stored."""

from __future__ import annotations

from collections.abc import Mapping

from gamemaster.consent.answering import ANSWER
from gamemaster.consent.correcting import CORRECTION
from gamemaster.consent.ending import DRAW, ENDING
from gamemaster.consent.extending import EXTENSION
from gamemaster.consent.kinds import DeedKind
from gamemaster.consent.pausing import PAUSE, RESUME
from gamemaster.consent.rollback import ROLLBACK
from gamemaster.consent.seats.handing_over import HANDING_OVER
from gamemaster.consent.seats.housing import HOUSING
from gamemaster.consent.seats.lending import LENDING, RETURNING
from gamemaster.consent.seats.replacement import REPLACEMENT
from gamemaster.consent.seats.resigning import CALLING, RESIGNING
from gamemaster.consent.seats.taking import TAKING

KINDS: Mapping[str, DeedKind] = {
    "rollback": ROLLBACK,
    "replace": REPLACEMENT,
    "end": ENDING,
    "draw": DRAW,
    "answer": ANSWER,
    "edit": CORRECTION,
    "pause": PAUSE,
    "resume": RESUME,
    "extend": EXTENSION,
    "handover": HANDING_OVER,
    "lend": LENDING,
    "return": RETURNING,
    "resign": RESIGNING,
    "call": CALLING,
    "take": TAKING,
    "house": HOUSING,
}
