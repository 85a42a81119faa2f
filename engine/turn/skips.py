"""Why a phase is passed over: nobody could do anything in it (RES-14, PUR-08, CMB-62, INC-03, ASY-03, GEN-17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from engine.advantages.uses import keeps_open
from engine.economy.accounts import open_accounts
from engine.economy.purchase import funds, price_list, repairable
from engine.economy.research import can_research
from engine.facts.openings import Account
from engine.facts.parameters import PhaseId
from engine.politics.grounds import declarable
from engine.politics.standing import is_at_war
from engine.position.relations import combat_left_to_ally, commanded_powers
from engine.state.game_state import GameState


def _can_do_something(_state: GameState) -> bool:
    return True


def _can_research(state: GameState) -> bool:
    return can_research(state, state.power)


def _can_buy(state: GameState) -> bool:
    return any(_could_buy_from(state, account) for account in open_accounts(state, state.power))


def _could_buy_from(state: GameState, account: Account) -> bool:
    cheapest = 1 if repairable(state, account) else min(price_list(state).values())
    return funds(state, account) >= cheapest


def _can_move(state: GameState) -> bool:
    powers = commanded_powers(state)
    return any(piece.power in powers for piece in state.pieces.values())


def _can_move_or_declare(state: GameState) -> bool:
    return _can_move(state) or _may_declare(state, "combat_move")


def _can_place(state: GameState) -> bool:
    return any(state.purchased.get(account.id) for account in open_accounts(state, state.power))


def _may_declare(state: GameState, phase: PhaseId) -> bool:
    """Whether a phase that has come, or comes next, begins with a chance to declare war."""
    return bool(declarable(replace(state, phase=phase, undo=())))


@dataclass(frozen=True)
class SkipRule:
    """What lets a power pass over a phase.

    can_act: whether an order could do anything. in_peace: whether a power passes over it that is at war with nobody,
    and may declare none in it (GEN-17). without_capital: the rule by which it is passed over where no account has its
    capital. leaves_to_ally: a power whose ally fights for it too passes over it (OPT-28).
    """

    can_act: Callable[[GameState], bool] = _can_do_something
    in_peace: bool = False
    without_capital: str = ""
    leaves_to_ally: bool = False


PASSING: Mapping[PhaseId, SkipRule] = {
    "research": SkipRule(_can_research, without_capital="RES-14"),
    "purchase": SkipRule(_can_buy, without_capital="PUR-08"),
    "combat_move": SkipRule(_can_move_or_declare, in_peace=True, leaves_to_ally=True),
    "conduct_combat": SkipRule(in_peace=True, leaves_to_ally=True),
    "noncombat_move": SkipRule(_can_move),
    "mobilize": SkipRule(_can_place, without_capital="CMB-62"),
    "collect_income": SkipRule(without_capital="INC-03"),
}


def reason_to_skip(state: GameState, phase: PhaseId) -> str:
    """The rule by which a phase is passed over, or nothing; an advantage that could be used keeps it open."""
    passing = PASSING[phase]
    if passing.without_capital and not open_accounts(state, state.power):
        return passing.without_capital
    if passing.in_peace and not is_at_war(state, state.power) and not _may_declare(state, phase):
        return "GEN-17"
    if passing.leaves_to_ally and (left := combat_left_to_ally(state)):
        return left[0]
    return "" if keeps_open(state, phase) or passing.can_act(state) else "ASY-03"
