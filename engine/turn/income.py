"""Collecting income at the end of the turn (INC-01..05, INC-24)."""

from __future__ import annotations

from engine.economy.accounts import is_capital_lost, open_accounts, treasury
from engine.economy.objectives import paid_into
from engine.events.economy import IncomeCollected
from engine.facilities.production import income_of
from engine.facts.openings import Account
from engine.hooks import KEPT_FROM_INCOME
from engine.play import Play


def collect_income(play: Play) -> None:
    """The power on turn collects into each account its income and what objectives pay; nothing without its capital.

    An account never collects for another (INC-03, INC-08, INC-10).
    """
    to_keep_back = sum(kept(play.state, play.power) for kept in KEPT_FROM_INCOME.of_all(play.state))
    for account in play.edition.accounts_of(play.power):
        if is_capital_lost(play.state, account):
            left = treasury(play.state, account)
            play.emit(IncomeCollected(play.power, 0, left, "capital lost", account=account.mark))
        else:
            to_keep_back -= _collect(play, account, to_keep_back)


def _collect(play: Play, account: Account, to_keep_back: int) -> int:
    """Pay into an account; gives how much submarines kept back of it."""
    state = play.state
    level = income_of(state, account)
    kept_back = min(level, to_keep_back)
    objectives, bonds = paid_into(state, account), _war_bonds(play, account)
    amount = level - kept_back + sum(objectives.values()) + sum(bonds)
    play.emit(
        IncomeCollected(
            play.power,
            amount,
            treasury(state, account) + amount,
            interdicted=kept_back,
            objectives=objectives,
            bonds=bonds,
            account=account.mark,
        )
    )
    return kept_back


def _war_bonds(play: Play, account: Account) -> tuple[int, ...]:
    """The dice that a technology adds to an income (RES-44), of several accounts to that of the first open one."""
    if account != open_accounts(play.state, play.power)[0]:
        return ()
    known = play.state.technologies.get(play.power, ())
    dice = sum(play.edition.technology[name].income_dice for name in known)
    return play.dice.roll(dice, f"War bonds of {play.edition.power[play.power].name}") if dice else ()
