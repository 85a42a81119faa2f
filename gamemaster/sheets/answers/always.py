"""Standing orders that a question's sheet offers: the same answer from now on, to all questions of its kind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.ask import LOSSES, OTHERS, RetreatChoice, SubmergeChoice, SubmergeOptions
from engine.conditions.kinds import PRESS, SUBMERGE
from engine.queries.standing_orders import ADVANTAGES, AS_PRINTED, SituationLine, can_be_answered, lines_left
from engine.state.questions import JsonChoice, Request, RequestKind, Word

DEFAULT: Word = "default"


@dataclass(frozen=True)
class Always:
    """What a button leaves: the standing order of this name, and the answer that goes with it now.

    line: the standing order for all situations. told: what it means, in words.
    """

    label: str
    name: str
    line: str
    told: str
    answer: JsonChoice | Word = DEFAULT

    @property
    def situation_line(self) -> SituationLine | None:
        """The line, where such orders are left by situation."""
        return lines_left(self.name, [self.line])[0] if self.name in (LOSSES, PRESS, SUBMERGE) else None


_OTHERS = Always("Always the default", OTHERS, "default", "rare questions get their default answers")
_REACTIONS = Always(
    "Always the default",
    "reactions",
    "default",
    "nobody scrambles, no kamikaze strikes, and fighters intercept if there are enough",
)
_STRANDED = Always("Always the default", "stranded", "default", "aircraft land where the default puts them")
_ADVANTAGES = Always(
    "Always the default", ADVANTAGES, AS_PRINTED[0], "questions about national advantages get their default answers"
)
_BY_KIND: Mapping[RequestKind, Sequence[Always]] = {
    "casualties": (Always("Always as printed", LOSSES, "lose=printed", "you lose units in the printed order"),),
    "retreat": (Always("Always press on", PRESS, "do=press", "you press on", RetreatChoice(press=True).to_json()),),
    "reaction": (_REACTIONS,),
    "kamikaze": (_REACTIONS,),
    "stranded_landing": (_STRANDED,),
    **dict.fromkeys(("bombardment", "flak", "joint_capture", "troop_bonus", "war_bonds"), (_OTHERS,)),
}


def always_of(request: Request) -> Sequence[Always]:
    """What can be left from the sheet of a question, in the order of their buttons."""
    if not can_be_answered(request):
        return ()
    if request.kind == SUBMERGE:
        return _submerging(request)
    return _BY_KIND.get(request.kind, (_ADVANTAGES,))


def _submerging(request: Request) -> Sequence[Always]:
    all_dive = SubmergeChoice(dict(SubmergeOptions.of(request).submerge)).to_json()
    return (
        Always("Always submerge", SUBMERGE, "do=always", "your submarines submerge", all_dive),
        Always("Always fight", SUBMERGE, "do=never", "your submarines fight", SubmergeChoice({}).to_json()),
    )
