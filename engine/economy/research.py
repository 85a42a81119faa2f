"""Rolling for technologies (RES-01..14)."""

from __future__ import annotations

from difflib import get_close_matches

from engine.economy.accounts import account_that_pays, open_accounts, treasury
from engine.errors import IllegalAction
from engine.events.economy import Researched
from engine.facts.board import PowerId
from engine.facts.edition import Technology
from engine.facts.openings import Account
from engine.play import Play
from engine.quoting import quoted
from engine.table.actions import Research
from engine.table.state import GameState
from engine.table.words import ipcs, listed

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
        raise IllegalAction("RES-03", "Buy at least 1 research die, or end the phase to do without research.")
    cost = order.dice * price
    account = _payer(state, order)
    left = treasury(state, account) - cost
    if left < 0:
        dice = f"{order.dice} research {'die costs' if order.dice == 1 else 'dice cost'} {ipcs(cost)}"
        who = f"{account.name} has" if account.mark else "you have"
        raise IllegalAction("RES-02", f"{dice}, {price} each; {who} {left + cost}.")
    if isinstance(goal, int):
        _roll_on_chart(play, goal, order.dice, cost, account)
    else:
        name = play.edition.power[play.power].name
        rolled = play.dice.roll(order.dice, f"Research of {name} for {goal.name}")
        found = goal.number in rolled
        play.emit(Researched(play.power, goal.id, goal.number, rolled, found, cost, left, account=account.mark))


def _payer(state: GameState, order: Research) -> Account:
    """The account that pays for the dice; dice kept from earlier turns cost nothing, so any will do for them."""
    able = open_accounts(state, state.power)
    any_one = able[0].id if able and not order.dice else None
    return account_that_pays(state, order.from_ or any_one, "RES-16", "RES-14")


def _roll_on_chart(play: Play, chart: int, bought: int, cost: int, account: Account) -> None:
    """One 6 is a breakthrough: it brings one technology (RES-06) and uses up all tokens (RES-08).

    The die for the chart is rolled again while it shows what the power has already (RES-10). Without a breakthrough the
    edition says whether the tokens are kept (RES-07).
    """
    state, name = play.state, play.edition.power[play.power].name
    tokens = state.research_tokens.get(play.power, 0) + bought
    rolled = play.dice.roll(tokens, f"Research of {name}")
    found = ""
    chart_dice: list[int] = []
    missing = {each.number: each.id for each in missing_technologies(state, play.power) if each.chart == chart}
    while BREAKTHROUGH in rolled and not found:
        chart_dice += play.dice.roll(1, f"Breakthrough of {name} on chart {chart}")
        found = missing.get(chart_dice[-1], "")
    left = tokens if state.edition.parameters.research.tokens_kept and not found else 0
    ipcs = treasury(state, account) - cost
    play.emit(
        Researched(
            play.power,
            found,
            BREAKTHROUGH,
            rolled,
            bool(found),
            cost,
            ipcs,
            chart,
            tuple(chart_dice),
            tokens=left,
            account=account.mark,
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
    """The most IPCs that a power could spend on research dice now, from one of its accounts."""
    return max((treasury(state, account) for account in open_accounts(state, power)), default=0)


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
    if order.technology is not None or order.chart is None:
        raise IllegalAction("RES-04", f"Name the chart on which a breakthrough counts: {names}.")
    if order.chart not in charts:
        has_all = any(each.chart == order.chart for each in state.edition.technologies)
        why = "you have everything on it" if has_all else "there is no such chart"
        raise IllegalAction("RES-09", f"Chart {order.chart} cannot be named: {why}. Name chart {names}.")
    return order.chart


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
