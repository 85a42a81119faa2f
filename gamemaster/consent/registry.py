"""All kinds of deeds that may need consent, by the name under which proposals are stored."""

from __future__ import annotations

from collections.abc import Mapping

from gamemaster.consent.answering import ANSWER
from gamemaster.consent.correcting import CORRECTION
from gamemaster.consent.ending import ENDING
from gamemaster.consent.extending import EXTENSION
from gamemaster.consent.kinds import DeedKind
from gamemaster.consent.pausing import PAUSE, RESUME
from gamemaster.consent.replacement import REPLACEMENT
from gamemaster.consent.rollback import ROLLBACK

KINDS: Mapping[str, DeedKind] = {
    "rollback": ROLLBACK,
    "replace": REPLACEMENT,
    "end": ENDING,
    "answer": ANSWER,
    "edit": CORRECTION,
    "pause": PAUSE,
    "resume": RESUME,
    "extend": EXTENSION,
}
