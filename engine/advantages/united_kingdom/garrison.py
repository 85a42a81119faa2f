"""Colonial Garrison: one more industrial complex at the start of the game (OPT-33)."""

from __future__ import annotations

from engine.advantages.rule import AdvantageRule
from engine.errors import IllegalAction
from engine.events.advantages import AdvantageUsed
from engine.events.mobilization import FacilityBuilt
from engine.events.questions import RequestClosed
from engine.facilities.sites import home_sites
from engine.facts.board import PowerId, SpaceId
from engine.kinds import Question
from engine.play import BEFORE_FIRST_TURN, Play
from engine.state.game_state import GameState
from engine.state.questions import Choice, Options, Request, RequestKind
from engine.state.words import label, listed

__all__ = ["GarrisonChoice", "GarrisonOptions"]

NAME: RequestKind = "colonial_garrison"


class GarrisonOptions(Options):
    """The territories where the complex may stand."""

    spaces: tuple[SpaceId, ...]


class GarrisonChoice(Choice, extra="forbid"):
    """The territory where the complex stands from the start."""

    space: SpaceId


def ask(play: Play) -> None:
    """Ask, before the first turn, where the complex stands."""
    advantage = play.edition.advantage[NAME]
    spaces = home_sites(play.state, advantage.power)
    offered, default = GarrisonOptions(spaces=tuple(spaces)), GarrisonChoice(space=spaces[0])
    QUESTION.ask(play, spaces[0], (advantage.power,), offered, default, "start")


def how(state: GameState, request: Request) -> tuple[str, str]:
    """How to answer."""
    names = listed((label(state, space) for space in GarrisonOptions.of(request).spaces), "or")
    return "OPT-33", f"Name the territory that gets the complex: {names}."


def check(state: GameState, request: Request, _power: PowerId, said: GarrisonChoice) -> None:
    """Raise IllegalAction unless an answer names one of these territories."""
    if said.space not in GarrisonOptions.of(request).spaces:
        raise IllegalAction(*how(state, request))


def answer(play: Play, request: Request, power: PowerId, said: GarrisonChoice) -> None:
    """Build the complex where its owner says."""
    complex_id = next(unit.id for unit in play.edition.units if unit.produces)
    play.emit(RequestClosed(request.id, said.to_json()))
    play.emit(AdvantageUsed(power, NAME, once=True, in_force=False))
    play.emit(FacilityBuilt(power, complex_id, said.space, free=True, audience="all"))


QUESTION = Question(NAME, GarrisonOptions, GarrisonChoice, how, answer, check, printed_by="advantages")
RULE = AdvantageRule(NAME, (BEFORE_FIRST_TURN.by(ask),), question=QUESTION)
