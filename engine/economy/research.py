"""Rolling for technologies (RES-01..14)."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, Literal

from pydantic import Field

from engine.economy.accounts import account_that_pays, open_accounts, treasuries_of, treasury
from engine.errors import IllegalAction
from engine.events.economy import Researched
from engine.facts.board import PowerId
from engine.facts.edition import Technology
from engine.facts.openings import AccountId
from engine.kinds import After, Count, Order, OrderKind, in_phases, on_turn
from engine.play import Play
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.words import first_upper, ipcs, listed

__all__ = ["check_technology_known", "missing_technologies", "open_charts", "research_price"]


class Research(Order):
    """Buy research dice; `from` is the account that pays where there is a choice, or IPCs by account (RES-16)."""

    type: Literal["research"]
    dice: Count
    technology: str | None = None
    chart: Count | None = None
    from_: AccountId | dict[AccountId, Count] | None = Field(default=None, alias="from")


BREAKTHROUGH = 6
"""What a die must show where technologies stand on charts (RES-05)."""


def research(play: Play, order: Research) -> None:
    """Roll all research dice, those kept from earlier turns too; what is found works at once (RES-11).

    Either for one named technology, or for a breakthrough on a named chart. Raises IllegalAction.
    """
    state = play.state
    by_chart = state.edition.parameters.research.goal == "chart"
    goal: Technology | int = _chart_meant(state, order) if by_chart else _wanted(state, order)
    price = research_price(state)
    kept = state.research_tokens.get(play.power, 0)
    if not order.dice and not kept:
        raise IllegalAction("RES-03", "Buy at least 1 research die, or end the phase to skip research.")
    shares = _shares(state, order, price)
    if isinstance(goal, int):
        _roll_on_chart(play, goal, order.dice, shares)
    else:
        name = play.edition.power[play.power].called
        rolled = play.dice.roll(order.dice, f"Research of {name} for {goal.name}")
        found = goal.number in rolled
        play.emit(Researched(play.power, goal.id, goal.number, rolled, found, **_payment(state, shares)))


def _shares(state: GameState, order: Research, price: int) -> dict[AccountId, int]:
    """What each account pays for the dice (RES-16), nothing for those kept; raises IllegalAction."""
    if not order.dice and order.from_ is None:
        return {}
    cost = order.dice * price
    bill = f"{order.dice} research {'die costs' if order.dice == 1 else 'dice cost'} {ipcs(cost)}"
    if isinstance(order.from_, Mapping):
        shares = {account_that_pays(state, name, "RES-16", "RES-14"): share for name, share in order.from_.items()}
    else:
        shares = {account_that_pays(state, order.from_, "RES-16", "RES-14"): cost}
    if sum(shares.values()) != cost:
        raise IllegalAction("RES-16", f"{bill}; the shares come to {sum(shares.values())}.")
    for account, share in shares.items():
        if share > (there := treasury(state, account)):
            who = f"{account.name} has" if account.mark else "you have"
            lacking = f", less than its share of {share}" if share < cost else ""
            raise IllegalAction("RES-02", f"{bill}, {price} each; {who} {there}{lacking}.")
    return {account.id: share for account, share in shares.items() if share}


def _payment(state: GameState, shares: Mapping[AccountId, int]) -> dict[str, Any]:
    """How an event says who pays: the only account of a power is not named."""
    cost, power = sum(shares.values()), state.power
    left = treasuries_of(state, power) - cost
    return {"cost": cost, "ipcs": left, "paid": {} if power in shares else shares}


def _roll_on_chart(play: Play, chart: int, bought: int, shares: Mapping[AccountId, int]) -> None:
    """One 6 is a breakthrough: it brings one technology (RES-06) and uses up all tokens (RES-08).

    The die for the chart is rolled again while it shows what the power has already (RES-10). Without a breakthrough the
    edition says whether the tokens are kept (RES-07).
    """
    state, name = play.state, play.edition.power[play.power].called
    tokens = state.research_tokens.get(play.power, 0) + bought
    rolled = play.dice.roll(tokens, f"Research of {name}")
    found = ""
    chart_dice: list[int] = []
    missing = {each.number: each.id for each in missing_technologies(state, play.power) if each.chart == chart}
    while BREAKTHROUGH in rolled and not found:
        chart_dice += play.dice.roll(1, f"Breakthrough of {name} on chart {chart}")
        found = missing.get(chart_dice[-1], "")
    left = tokens if state.edition.parameters.research.tokens_kept and not found else 0
    play.emit(
        Researched(
            play.power,
            found,
            BREAKTHROUGH,
            rolled,
            bool(found),
            chart=chart,
            chart_dice=tuple(chart_dice),
            tokens=left,
            **_payment(state, shares),
        )
    )


def research_price(state: GameState) -> int:
    """IPCs for each research die (RES-02); raises IllegalAction where the edition has no research (RES-01)."""
    price = state.edition.parameters.research.price
    if price is None:
        raise IllegalAction("RES-01", "There is no research in this edition.")
    return price


def missing_technologies(state: GameState, power: PowerId) -> tuple[Technology, ...]:
    """What a power has not developed yet; that others have it does not matter (RES-13)."""
    return tuple(t for t in state.edition.technologies if not state.has_technology(power, t.id))


def can_research(state: GameState, power: PowerId) -> bool:
    """Whether a power could roll a research die for something that it lacks, a new one or one that it kept."""
    price = research_price(state)
    has_dice = bool(state.research_tokens.get(power)) or price <= research_funds(state, power)
    return bool(missing_technologies(state, power)) and has_dice


def research_funds(state: GameState, power: PowerId) -> int:
    """The IPCs that a power could spend on research dice now, from its open accounts together (RES-16)."""
    return sum(treasury(state, account) for account in open_accounts(state, power))


def open_charts(state: GameState, power: PowerId) -> tuple[int, ...]:
    """The charts on which a power lacks something (RES-09); none where technologies are named one by one."""
    return tuple(sorted({each.chart for each in missing_technologies(state, power) if each.chart is not None}))


def check_technology_known(state: GameState, technology: str) -> None:
    """Raise IllegalAction (RES-04) for a technology that the edition does not have, with the nearest names."""
    if technology in state.edition.technology:
        return
    near = get_close_matches(technology[:40].lower().replace(" ", "_"), state.edition.technology, n=3, cutoff=0.5)
    hint = f"Did you mean {listed(near, 'or')}?" if near else f"There is {listed(state.edition.technology)}."
    raise IllegalAction("RES-04", f"There is no technology {quoted(technology)}. {hint}")


def _chart_meant(state: GameState, order: Research) -> int:
    """The chart that an order names (RES-04, RES-09)."""
    charts = open_charts(state, state.power)
    names = listed((str(chart) for chart in charts), "or")
    if not charts:
        name = first_upper(state.edition.power[state.power].called)
        raise IllegalAction("RES-09", f"{name} has already developed all technologies.")
    if order.technology is not None or order.chart is None:
        raise IllegalAction("RES-04", f"Name the chart to roll for: {names}.")
    if order.chart not in charts:
        has_all = any(each.chart == order.chart for each in state.edition.technologies)
        why = "you have everything on it" if has_all else "there is no such chart"
        raise IllegalAction("RES-09", f"You cannot roll for chart {order.chart}: {why}. Name chart {names}.")
    return order.chart


def _wanted(state: GameState, order: Research) -> Technology:
    """The technology that an order names (RES-04)."""
    if order.technology is None or order.chart is not None:
        raise IllegalAction("RES-04", "Name one technology to roll for. You cannot choose after the dice here.")
    check_technology_known(state, order.technology)
    technology = state.edition.technology[order.technology]
    if state.has_technology(state.power, technology.id):
        name = first_upper(state.edition.power[state.power].called)
        raise IllegalAction("RES-12", f"{name} has already developed {technology.name}, for the whole game.")
    return technology


def _check_is_sold(state: GameState, _order: Research) -> None:
    research_price(state)


RESEARCH = OrderKind(Research, research, After.PHASE_ENDS, (_check_is_sold, in_phases("research"), on_turn))
