"""Rolling for technologies (RES-01..14)."""

from __future__ import annotations

from difflib import get_close_matches

from engine.actions import Research
from engine.board import PowerId
from engine.edition import Technology
from engine.errors import IllegalAction
from engine.events import Researched
from engine.play import Play
from engine.state import GameState
from engine.words import listed


def research(play: Play, order: Research) -> None:
    """Roll all dice for one named technology; what it changes works at once (RES-11). Raises IllegalAction."""
    state = play.state
    technology = _wanted(state, order)
    price = research_price(state)
    if not order.dice:
        raise IllegalAction("RES-03", "Buy at least 1 research die, or end the phase to do without research.")
    cost = order.dice * price
    ipcs = state.treasuries[play.power]
    if cost > ipcs:
        dice = f"{order.dice} research {'die costs' if order.dice == 1 else 'dice cost'} {cost} IPCs"
        raise IllegalAction("RES-02", f"{dice}, {price} each; you have {ipcs}.")
    name = play.edition.power[play.power].name
    rolled = play.dice.roll(order.dice, f"Research of {name} for {technology.name}")
    found = technology.number in rolled
    play.emit(Researched(play.power, technology.id, technology.number, rolled, found, cost, ipcs - cost))


def research_price(state: GameState) -> int:
    """IPCs for each research die (RES-02); raises IllegalAction where the edition has no research (RES-01)."""
    price = state.edition.parameters.research_price
    if price is None:
        raise IllegalAction("RES-01", "There is no research in this edition.")
    return price


def missing_technologies(state: GameState, power: PowerId) -> tuple[Technology, ...]:
    """What a power has not developed yet; that others have it does not matter (RES-13)."""
    return tuple(t for t in state.edition.technologies if not state.has_technology(power, t.id))


def can_research(state: GameState, power: PowerId) -> bool:
    """Whether a power could buy a research die for something that it lacks."""
    return bool(missing_technologies(state, power)) and state.treasuries[power] >= research_price(state)


def check_technology_known(state: GameState, technology: str) -> None:
    """Raise IllegalAction (RES-04) for a technology that the edition does not have, with the nearest names."""
    if technology in state.edition.technology:
        return
    near = get_close_matches(technology.lower().replace(" ", "_"), state.edition.technology, n=3, cutoff=0.5)
    hint = f"Did you mean {listed(near, 'or')}?" if near else f"There is {listed(state.edition.technology)}."
    raise IllegalAction("RES-04", f"There is no technology “{technology}”. {hint}")


def _wanted(state: GameState, order: Research) -> Technology:
    """The technology that an order names (RES-04)."""
    if order.technology is None or order.chart is not None:
        raise IllegalAction("RES-04", "Name one technology to roll for; nothing is chosen after the dice here.")
    check_technology_known(state, order.technology)
    technology = state.edition.technology[order.technology]
    if state.has_technology(state.power, technology.id):
        name = state.edition.power[state.power].name
        raise IllegalAction("RES-12", f"{name} has developed {technology.name} already, for the whole game.")
    return technology
