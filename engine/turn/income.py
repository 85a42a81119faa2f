"""Collecting income at the end of the turn (INC-01..05, INC-24)."""

from __future__ import annotations

from engine.advantages.interdiction import interdicted
from engine.events.economy import IncomeCollected
from engine.objectives import achieved
from engine.play import Play
from engine.production import income
from engine.relations import is_capital_lost


def collect_income(play: Play) -> None:
    """The power on turn collects its income and what objectives pay; nothing without its capital (INC-03)."""
    state = play.state
    if is_capital_lost(state, play.power):
        play.emit(IncomeCollected(play.power, 0, state.treasuries[play.power], "capital lost"))
        return
    level = income(state, play.power)
    kept_back = min(level, interdicted(state, play.power))
    objectives, bonds = achieved(state, play.power), _war_bonds(play)
    amount = level - kept_back + sum(objectives.values()) + sum(bonds)
    ipcs = state.treasuries[play.power] + amount
    play.emit(IncomeCollected(play.power, amount, ipcs, interdicted=kept_back, objectives=objectives, bonds=bonds))


def _war_bonds(play: Play) -> tuple[int, ...]:
    """The dice that a technology adds to an income (RES-44)."""
    known = play.state.technologies.get(play.power, ())
    dice = sum(play.edition.technology[name].income_dice for name in known)
    return play.dice.roll(dice, f"War bonds of {play.edition.power[play.power].name}") if dice else ()
