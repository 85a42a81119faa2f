"""Which units a power places in its freed territory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

from engine.ask import TroopBonusChoice, TroopBonusOptions
from engine.facts.unit_types import UnitId
from engine.queries.notation import read_units
from engine.state.game_state import GameState
from engine.state.names import folded
from engine.state.questions import Request
from engine.state.words import ipcs, number, place
from gamemaster.narration.phrases import brief_row, row
from gamemaster.narration.questions.offers import MOST_OFFERS, Card, Offer, asked, default_first, offer_of
from gamemaster.narration.questions.telling import QuestionTelling
from gamemaster.narration.questions.typed import NO

EXAMPLE = "2 infantry, 1 tank"


def _line(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    worth, where = number(TroopBonusOptions.of(request).ipcs, "IPC"), place(state, request.space)
    return f"{who} choose{ending} up to {worth} of units to place in {where} for free: it is liberated."


def _card(state: GameState, request: Request) -> Card:
    offered = TroopBonusOptions.of(request)
    orders = islice(_full_orders(offered.ipcs, offered.prices), MOST_OFFERS - 1)
    offers = [_offer(state, offered.prices, units) for units in orders]
    more = f"To choose any land and air units, use /decide, such as “{EXAMPLE}”. This happens once a game."
    return f"{_line(state, request)} {more}", default_first([*offers, _nothing()], request.default)


def _full_orders(left: int, prices: Mapping[UnitId, int]) -> Iterator[dict[UnitId, int]]:
    """Orders of one or two kinds of units to which no more can be added, the cheapest units first."""
    kinds = sorted(prices, key=lambda unit: prices[unit])
    cheapest = prices[kinds[0]]
    for unit in kinds:
        if left % prices[unit] < cheapest:
            yield {unit: left // prices[unit]}
    for i, unit in enumerate(kinds):
        for other in kinds[i + 1 :]:
            for count in range(left // prices[unit], 0, -1):
                rest = left - count * prices[unit]
                if (others := rest // prices[other]) and rest % prices[other] < cheapest:
                    yield {unit: count, other: others}


def _offer(state: GameState, prices: Mapping[UnitId, int], units: dict[UnitId, int]) -> Offer:
    cost = sum(prices[unit] * count for unit, count in units.items())
    choice = TroopBonusChoice(units=units).to_json()
    return offer_of((row(state, units).split(", "), [brief_row(state, units)]), f"Worth {ipcs(cost)}", choice)


def _nothing() -> Offer:
    return Offer("Nothing", "The bonus is used up", TroopBonusChoice().to_json())


def _read(state: GameState, _request: Request, text: str) -> TroopBonusChoice:
    """ "2 infantry, 1 tank", or "none"."""
    return TroopBonusChoice() if folded(text) in NO else TroopBonusChoice(units=read_units(state.edition, text))


TELLING = QuestionTelling(
    kind="troop_bonus",
    line=_line,
    card=_card,
    read=_read,
    label="Place units",
    is_typed=True,
)
