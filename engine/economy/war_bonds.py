"""War bonds: dice of IPCs beside an income (RES-44), paid into the account that the power names before (RES-45)."""

from __future__ import annotations

from engine.economy.accounts import open_accounts
from engine.errors import IllegalAction
from engine.events.economy import BONDS_PAID_INTO, BondsDirected
from engine.events.questions import RequestClosed
from engine.facts.board import PowerId
from engine.facts.openings import Account
from engine.play import Play
from engine.requests import Question, open_request
from engine.state.game_state import GameState
from engine.state.questions import Choice, Request, RequestKind
from engine.state.words import listed

NAME: RequestKind = "war_bonds"


def ask(play: Play) -> None:
    """Before the dice are rolled, ask for the account where several could take them."""
    able = open_accounts(play.state, play.power)
    if len(able) > 1 and bond_dice(play.state, play.power):
        options = {"accounts": [account.id for account in able]}
        open_request(play, NAME, able[0].capital, (play.power,), options, {"account": able[0].id}, "income")


def answer(play: Play, request: Request, power: PowerId, choice: Choice | str) -> None:
    """Remember the account until the income is collected; raises IllegalAction."""
    chosen = request.default if isinstance(choice, str) else choice
    if set(chosen) != {"account"} or chosen["account"] not in request.options["accounts"]:
        names = listed(request.options["accounts"], "or")
        raise IllegalAction("form", f"Name the treasury that gets the war bonds: {names}.")
    play.emit(RequestClosed(request.id, chosen))
    play.emit(BondsDirected(power, chosen["account"]))


QUESTION = Question(NAME, answer)


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
