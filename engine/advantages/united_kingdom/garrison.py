"""Colonial Garrison: one more industrial complex at the start of the game (OPT-33)."""

from __future__ import annotations

from engine.advantages.rule import AdvantageRule
from engine.errors import IllegalAction
from engine.events.advantages import AdvantageUsed
from engine.events.mobilization import FacilityBuilt
from engine.events.questions import RequestClosed
from engine.facilities.sites import home_sites
from engine.hooks import BEFORE_FIRST_TURN
from engine.play import Play
from engine.requests import Question, as_printed, open_request
from engine.state.questions import Choice, Request, RequestKind
from engine.state.words import listed, place

NAME: RequestKind = "colonial_garrison"


def ask(play: Play) -> None:
    """Ask, before the first turn, where the complex stands."""
    advantage = play.edition.advantage[NAME]
    spaces = home_sites(play.state, advantage.power)
    open_request(play, NAME, spaces[0], (advantage.power,), {"spaces": spaces}, {"space": spaces[0]}, "start")


def answer(play: Play, request: Request, power: str, choice: Choice | str) -> None:
    """Build the complex where its owner says; raises IllegalAction."""
    spaces = home_sites(play.state, power)
    chosen = {"space": spaces[0]} if choice in ("default", "agree") else choice
    if not (isinstance(chosen, dict) and set(chosen) == {"space"} and chosen["space"] in spaces):
        names = listed((place(play.state, space) for space in spaces), "or")
        raise IllegalAction("OPT-33", f"Name the territory that gets the complex: {names}.")
    complex_id = next(unit.id for unit in play.edition.units if unit.produces)
    play.emit(RequestClosed(request.id, chosen))
    play.emit(AdvantageUsed(power, NAME, once=True, in_force=False))
    play.emit(FacilityBuilt(power, complex_id, chosen["space"], free=True, audience="all"))


RULE = AdvantageRule(NAME, (BEFORE_FIRST_TURN.by(ask),), question=Question(NAME, answer, as_printed("advantages")))
