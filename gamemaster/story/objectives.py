"""National objectives in words: what each pays, what it still lacks, and what they bring beside other income."""

from __future__ import annotations

from engine.ask import Shortfall, objectives_of, open_accounts, paid_into, shortfall
from engine.events.economy import IncomeCollected
from engine.facts.board import PowerId
from engine.facts.edition import Objective
from engine.facts.openings import account_id
from engine.table.state import GameState
from engine.table.words import first_upper, listed
from gamemaster.story.phrases import of_account, power_name, spaces_named
from gamemaster.visible import at_phase_start


def objectives_text(state: GameState) -> str:
    """Each power's national objectives as they stand now; nothing where none are played (INC-23, OPT-04).

    Nothing of the open orders.
    """
    public = at_phase_start(state)
    lines = []
    for power in state.edition.turn_order:
        if objectives := objectives_of(state, power):
            lines.append(_heading(public, power))
            lines += [f"-# {_objective_line(public, objective)}" for objective in objectives.values()]
    return "\n".join(["**National objectives**, paid when the power collects its income", *lines]) if lines else ""


def extra_income(state: GameState, event: IncomeCollected) -> list[str]:
    """ "10 by objectives (the heartland 5, deep in the East 5)", "4 by war bonds": what territories did not yield."""
    paid = [f"{state.edition.objectives[name].name} {amount}" for name, amount in event.objectives.items()]
    extra = [f"{sum(event.objectives.values())} by objectives ({', '.join(paid)})"] if paid else []
    return [*extra, f"{sum(event.bonds)} by war bonds"] if event.bonds else extra


def _heading(state: GameState, power: PowerId) -> str:
    if not open_accounts(state, power):
        return f"{power_name(state, power)}: nothing while its capital is lost"
    paid = listed(of_account(each, sum(paid_into(state, each).values())) for each in open_accounts(state, power))
    return f"{power_name(state, power)}: {paid} as things stand"


def _objective_line(state: GameState, objective: Objective) -> str:
    """ "The eastern front (INC-27): 5 IPCs, not met: needs 2 more of Baltic States, Ukraine and Belorussia"."""
    lacking = shortfall(state, objective)
    standing = "met" if lacking is None else f"not met: {'; '.join(_lacks(state, lacking))}"
    account = state.edition.account[account_id(objective.power, objective.account)]
    return f"{first_upper(objective.name)} ({objective.rule}): {of_account(account, objective.ipcs)}, {standing}"


def _lacks(state: GameState, lacking: Shortfall) -> list[str]:
    """ "needs Egypt or France", "needs 2 more of …", "enemy warships in sea zone 13", "allied units in Caucasus"."""
    lacks = []
    if lacking.more == len(lacking.territories) > 0:
        lacks.append(f"needs {spaces_named(state, lacking.territories)}")
    elif lacking.more == 1:
        lacks.append(f"needs {spaces_named(state, lacking.territories, 'or')}")
    elif lacking.more:
        lacks.append(f"needs {lacking.more} more of {spaces_named(state, lacking.territories)}")
    if lacking.enemies_in:
        lacks.append(f"enemy warships in {spaces_named(state, lacking.enemies_in)}")
    if lacking.allies_in:
        lacks.append(f"allied units in {spaces_named(state, lacking.allies_in)}")
    return lacks
