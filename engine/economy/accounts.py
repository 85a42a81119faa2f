"""Which accounts of a power are open, what lies in them, and which one an order means (GEN-10, CMB-62, PUR-14)."""

from __future__ import annotations

from collections import Counter

from engine.errors import IllegalAction
from engine.facts.board import PowerId
from engine.facts.openings import Account, AccountId
from engine.facts.unit_types import UnitId
from engine.politics.standing import at_war
from engine.state.game_state import GameState
from engine.state.words import listed, place

__all__ = ["is_capital_lost", "open_accounts", "treasury", "waiting_units"]


def is_capital_lost(state: GameState, account: Account) -> bool:
    """Whether the capital of an account is in enemy hands (CMB-62); one without a capital cannot lose it (POL-67)."""
    owner = state.owners[account.capital] if account.capital else None
    return owner is not None and at_war(state, owner, account.power)


def open_accounts(state: GameState, power: PowerId) -> tuple[Account, ...]:
    """The accounts of a power that pay and collect, because their capitals are free."""
    return tuple(a for a in state.edition.accounts_of(power) if not is_capital_lost(state, a))


def treasury(state: GameState, account: Account) -> int:
    """The unspent IPCs of an account, none where its power has no IPCs."""
    return state.treasuries.get(account.id, 0)


def treasuries_of(state: GameState, power: PowerId) -> int:
    """The unspent IPCs of all accounts of a power together."""
    return sum(treasury(state, account) for account in state.edition.accounts_of(power))


def waiting_units(state: GameState, power: PowerId) -> dict[UnitId, int]:
    """Units that a power has bought or was given and has not placed yet, whichever account paid for them."""
    units: Counter[UnitId] = Counter()
    for account in state.edition.accounts_of(power):
        units.update(state.purchased.get(account.id, {}))
    return dict(units)


def account_that_pays(state: GameState, named: AccountId | None, several: str, lost: str) -> Account:
    """The account from which the power on turn pays for an order: the one named, or the only one that is open.

    Raises IllegalAction: GEN-12 for an account of another power, by the rule `several` where one must be named, by
    `lost` where its capital is.
    """
    own, able = state.edition.accounts_of(state.power), open_accounts(state, state.power)
    if named is not None and named not in [account.id for account in own]:
        raise IllegalAction("GEN-12", "You can buy only from your own treasury." + _choice(own))
    meant = [account for account in own if account.id == named] or able
    if len(meant) > 1:
        how = f"name it first, as in “{able[0].name}: 1 infantry”"
        raise IllegalAction(several, f"Say from which treasury you pay: {_named(able)}; {how}.")
    if not meant or is_capital_lost(state, meant[0]):
        closed = (meant or own)[0]
        where = place(state, closed.capital)
        others = f"; {_named(able)} can" if able else ""
        raise IllegalAction(lost, f"{closed.name} cannot pay for anything while {where} is in enemy hands{others}.")
    return meant[0]


def _choice(accounts: tuple[Account, ...]) -> str:
    return f" There is {_named(accounts)}." if len(accounts) > 1 else ""


def _named(accounts: tuple[Account, ...]) -> str:
    return listed((account.name for account in accounts), "or")
