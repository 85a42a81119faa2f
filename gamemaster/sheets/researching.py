"""Research by thumb: what is sought, and a button for each number of dice (RES-01)."""

from __future__ import annotations

import re
from collections.abc import Mapping

from engine.ask import (
    check_technology_known,
    missing_technologies,
    open_accounts,
    open_charts,
    research_price,
    ways_to_pay,
)
from engine.facts.openings import AccountId
from engine.reading import read_number
from engine.state.game_state import GameState
from gamemaster.keys import phase_key
from gamemaster.narration import own_orders_text, what_it_does
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.narration.phrases import shares_in_words
from gamemaster.orders.drafts import JsonAction
from gamemaster.sheets.page import MOST_ENTRIES, Entry, Menu, Row, Sheet
from gamemaster.views.panel_buttons import own_deeds

MOST_DICE = 10
"""Numbers of dice that have a button; /research takes any."""


def research_sheet(game_id: int, state: GameState) -> Sheet:
    """What can be sought; the price of a die stands above."""
    what = "Chart" if open_charts(state, state.power) else "Technology"
    said = f"Research what?{kept_dice(state)}"
    others = Row(tuple(button for button in own_deeds(state) if button[0] != "research"))
    menu = Menu("research", what, tuple(_goals(state)[:MOST_ENTRIES]))
    return Sheet(game_id, phase_key(state), state.power, (own_orders_text(state), said, menu, others))


def dice_sheet(game_id: int, state: GameState, goal: str) -> Sheet:
    """A button for each number of dice that the treasury pays, with its price and chance, those kept included.

    Raises IllegalAction for a technology that there is not.
    """
    price, kept = research_price(state), state.research_tokens.get(state.power, 0)
    most = MOST_DICE // len(open_accounts(state, state.power))
    offers = [(count, shares) for count in range(1, most + 1) for shares in ways_to_pay(state, count * price)]
    buttons: list[PhaseButton] = []
    for count, shares in [(0, {}), *offers] if kept else offers:
        chance = round(100 * (1 - (5 / 6) ** (count + kept)))
        dice = f"{count} {'new ' if kept else ''}{'die' if count == 1 else 'dice'}"
        label = f"{dice} · {shares_in_words(state, shares)} · {chance}%"
        deed = ".".join(filter(None, (f"research.{goal}.{count}", pressed_shares(state, shares) if count else "")))
        buttons.append((deed, label, "secondary"))
    said = f"{_goal_in_words(state, goal)} How many dice?{kept_dice(state)}"
    back = Row((("research", "Back", "secondary"),))
    return Sheet(game_id, phase_key(state), state.power, (said, Row(tuple(buttons)), back))


def _goals(state: GameState) -> list[Entry]:
    """What can be researched: charts, where there are any, or technologies."""
    missing = missing_technologies(state, state.power)
    if charts := open_charts(state, state.power):
        names = {chart: [each.name for each in missing if each.chart == chart] for chart in charts}
        return [Entry(f"Chart {chart}", str(chart), ", ".join(names[chart])) for chart in charts]
    return [Entry(f"{each.name} ({each.number})", each.id, what_it_does(state, each.id)) for each in missing]


def research_action(goal: str, dice: int, payers: str | dict[AccountId, int] = "") -> JsonAction:
    """The order for a chart, named by its number, or for a technology; who pays what, if there are several accounts."""
    chart = read_number(goal)
    named = {"technology": goal} if chart is None else {"chart": chart}
    return {"type": "research", "dice": dice, **named, **({"from": payers} if payers else {})}


def kept_dice(state: GameState) -> str:
    """What is rolled besides the dice that are bought now, as a sentence."""
    kept = state.research_tokens.get(state.power, 0)
    return f" You also roll {kept} kept from earlier turns." if kept else ""


def _goal_in_words(state: GameState, goal: str) -> str:
    chart = read_number(goal)
    if chart is not None:
        missing = [each for each in missing_technologies(state, state.power) if each.chart == chart]
        names = ", ".join(f"{each.number} {each.name}" for each in missing)
        return f"**Chart {goal}**: {names}. Any 6 is a breakthrough, and another die picks one of these."
    check_technology_known(state, goal)
    each = state.edition.technology[goal]
    return f"**{each.name}**: {what_it_does(state, goal)} Any die that shows {each.number} develops it."


def pressed_shares(state: GameState, shares: Mapping[AccountId, int]) -> str:
    """Shares as a button carries them: IPCs of each account in turn, "7-8"; nothing where there is only one."""
    own = state.edition.accounts_of(state.power)
    return "-".join(str(shares.get(account.id, 0)) for account in own) if len(own) > 1 else ""


def shares_pressed(state: GameState, carried: str) -> dict[AccountId, int]:
    """The shares that a button carried; nothing for what is none of ours."""
    own = [account.id for account in state.edition.accounts_of(state.power)]
    parts = carried.split("-")
    if len(parts) != len(own) or not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        return {}
    return {name: int(part) for name, part in zip(own, parts, strict=True) if int(part)}
