"""War bonds: dice of IPCs beside an income (RES-44), paid into the account that the power names before (RES-45)."""

from __future__ import annotations

from engine.economy.accounts import open_accounts
from engine.errors import IllegalAction
from engine.events.economy import BONDS_PAID_INTO, BondsDirected
from engine.events.questions import RequestClosed
from engine.facts.board import PowerId
from engine.facts.openings import Account, AccountId
from engine.kinds import AS_PRINTED_ALONE, OTHERS, Question
from engine.play import Play
from engine.state.game_state import GameState
from engine.state.questions import Choice, Options, Request
from engine.state.words import listed

__all__ = ["WarBondsChoice", "WarBondsOptions", "bond_dice"]


class WarBondsOptions(Options):
    """The accounts of a power that could take its war bonds."""

    accounts: tuple[AccountId, ...]


class WarBondsChoice(Choice, extra="forbid"):
    """Which of several accounts of a power its war bonds are paid into, before the dice are rolled."""

    account: AccountId


def ask(play: Play) -> None:
    """Before the dice are rolled, ask for the account where several could take them."""
    able = open_accounts(play.state, play.power)
    if len(able) > 1 and bond_dice(play.state, play.power):
        offered = WarBondsOptions(accounts=tuple(account.id for account in able))
        default = WarBondsChoice(account=able[0].id)
        WAR_BONDS.ask(play, able[0].capital, (play.power,), offered, default, "income")


def how(_state: GameState, request: Request) -> tuple[str, str]:
    """How to answer."""
    return "form", f"Name the treasury that gets the war bonds: {listed(WarBondsOptions.of(request).accounts, 'or')}."


def check(state: GameState, request: Request, _power: PowerId, said: WarBondsChoice) -> None:
    """Raise IllegalAction unless an answer names one of these treasuries."""
    if said.account not in WarBondsOptions.of(request).accounts:
        raise IllegalAction(*how(state, request))


def answer(play: Play, request: Request, power: PowerId, said: WarBondsChoice) -> None:
    """Remember the account until the income is collected."""
    play.emit(RequestClosed(request.id, said.to_json()))
    play.emit(BondsDirected(power, said.account))


WAR_BONDS = Question(
    "war_bonds",
    WarBondsOptions,
    WarBondsChoice,
    how,
    answer,
    check,
    printed_by=OTHERS,
    policies=AS_PRINTED_ALONE,
)


def bond_dice(state: GameState, power: PowerId) -> int:
    """The dice that technologies add to the income of a power (RES-44)."""
    return sum(state.edition.technology[name].income_dice for name in state.technologies.get(power, ()))


def roll_bonds(play: Play, account: Account) -> tuple[int, ...]:
    """The dice of the power on turn, if this is the account that they are paid into."""
    dice = bond_dice(play.state, play.power)
    meant = BONDS_PAID_INTO.of(play.state.turn) or open_accounts(play.state, play.power)[0].id
    if not dice or account.id != meant:
        return ()
    return play.dice.roll(dice, f"War bonds of {play.edition.power[play.power].called}")
