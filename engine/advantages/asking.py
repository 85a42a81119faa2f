"""Questions of national advantages that can only be answered with yes or no."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated

from pydantic import Field

from engine.events.questions import RequestClosed
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.kinds import Question, open_request, say
from engine.play import Play
from engine.state.questions import Choice, Options, Request, RequestKind

__all__ = ["FreeUnitsOptions", "UseChoice"]


class FreeUnitsOptions(Options):
    """The units that an advantage places for free."""

    units: Mapping[UnitId, int]


class UseChoice(Choice, extra="forbid"):
    """{"use": true} places the free units; {} does not."""

    use: Annotated[bool, Field(strict=True)] = False


def ask_whether(play: Play, kind: RequestKind, space: SpaceId, moment: str) -> None:
    """Ask the power of an advantage whether it places the free units there; without an answer it does (ASY-35)."""
    advantage = play.edition.advantage[kind]
    offered = FreeUnitsOptions(units=advantage.units)
    open_request(play, kind, space, (advantage.power,), offered, UseChoice(use=True), moment)


def whether(
    kind: RequestKind, place: Callable[[Play, Request, PowerId], None]
) -> Question[FreeUnitsOptions, UseChoice]:
    """Such a question, and what happens where the answer is yes."""

    def perform(play: Play, request: Request, power: PowerId, said: UseChoice) -> None:
        play.emit(RequestClosed(request.id, said.to_json()))
        if said.use:
            place(play, request, power)

    return Question(
        kind,
        FreeUnitsOptions,
        UseChoice,
        say("Answer {“use”: true} to use the advantage, or {} not to."),
        perform,
        printed_by="advantages",
    )
