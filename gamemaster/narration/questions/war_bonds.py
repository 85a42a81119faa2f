"""War bonds: which treasury of a power they are paid into."""

from __future__ import annotations

from engine.ask import WarBondsChoice, WarBondsOptions
from engine.errors import IllegalAction
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.names import account_named
from engine.state.questions import Request
from engine.state.words import listed
from gamemaster.narration.phrases import in_hand, power_name
from gamemaster.narration.questions.offers import Card, Offer, asked, default_first
from gamemaster.narration.questions.telling import QuestionTelling


def _line(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    return f"{who} name{ending} the treasury that the war bonds are paid into: {listed(_names(state, request), 'or')}."


def _card(state: GameState, request: Request) -> Card:
    accounts = zip(WarBondsOptions.of(request).accounts, _names(state, request), strict=True)
    offers = [
        Offer(name, "The dice are rolled then", WarBondsChoice(account=account).to_json()) for account, name in accounts
    ]
    return f"{_line(state, request)} There are {in_hand(state, request.power)}.", default_first(offers, request.default)


def _names(state: GameState, request: Request) -> list[str]:
    return [state.edition.account[account].name for account in WarBondsOptions.of(request).accounts]


def _read(state: GameState, request: Request, text: str) -> WarBondsChoice:
    account = account_named(state.edition, request.power, text)
    if account is None:
        names = listed(_names(state, request), "or")
        raise IllegalAction("form", f"{power_name(state, request.power)} has no treasury {quoted(text)}: name {names}.")
    return WarBondsChoice(account=account)


TELLING = QuestionTelling(
    kind="war_bonds",
    line=_line,
    card=_card,
    read=_read,
    label="Name the treasury",
)
