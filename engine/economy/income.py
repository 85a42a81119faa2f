"""Collecting income at the end of the turn (INC-01..06, INC-24)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.economy.accounts import is_capital_lost, treasury
from engine.economy.convoys import disrupt_convoys, lost_by
from engine.economy.objectives import paid_into
from engine.economy.war_bonds import roll_bonds
from engine.events.economy import IncomeCollected
from engine.facilities.production import income_of
from engine.facts.board import SpaceId
from engine.facts.openings import Account
from engine.play import KEPT_FROM_INCOME, Play


def collect_income(play: Play) -> None:
    """The power on turn collects into each account its income and what objectives pay; nothing without its capital.

    What disrupted convoys cost is rolled first, for all its accounts. An account never collects for another (INC-03,
    INC-08, INC-10).
    """
    to_keep_back = sum(kept(play.state, play.power) for kept in KEPT_FROM_INCOME.of_all(play.state))
    losses = disrupt_convoys(play)
    for account in play.edition.accounts_of(play.power):
        if is_capital_lost(play.state, account):
            left = treasury(play.state, account)
            play.emit(IncomeCollected(play.power, 0, left, "capital lost", account=account.mark))
        else:
            to_keep_back -= _collect(play, account, to_keep_back, losses)


def _collect(play: Play, account: Account, to_keep_back: int, losses: Mapping[SpaceId, int]) -> int:
    """Pay into an account what is left after its losses (INC-06); gives how much submarines kept back of it."""
    state = play.state
    level = income_of(state, account)
    kept_back = min(level, to_keep_back)
    objectives, bonds = paid_into(state, account), roll_bonds(play, account)
    earned = level - kept_back + sum(objectives.values()) + sum(bonds)
    convoys = min(earned, lost_by(state, account, losses))
    amount = earned - convoys
    play.emit(
        IncomeCollected(
            play.power,
            amount,
            treasury(state, account) + amount,
            interdicted=kept_back,
            objectives=objectives,
            bonds=bonds,
            account=account.mark,
            convoys=convoys,
        )
    )
    return kept_back
