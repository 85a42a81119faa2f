"""National objectives in words: what each pays, what it still lacks, and what they bring beside other income."""

from __future__ import annotations

from engine.ask import Shortfall, objectives_of, open_accounts, paid_into, pays_now, shortfall
from engine.events.economy import IncomeCollected, ObjectiveGivenUp
from engine.facts.board import PowerId
from engine.facts.goals import Objective
from engine.facts.openings import account_id
from engine.state.game_state import GameState
from engine.state.words import first_upper, listed
from gamemaster.narration.phrases import of_account, power_name, spaces_named, the_power, the_powers, whoever
from gamemaster.views.visible import at_phase_start


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
    """ "10 from objectives (the heartland 5, deep in the East 5)", "4 from war bonds": beside territories."""
    paid = [f"{state.edition.objectives[name].name} {amount}" for name, amount in event.objectives.items()]
    extra = [f"{sum(event.objectives.values())} from objectives ({', '.join(paid)})"] if paid else []
    return [*extra, f"{sum(event.bonds)} from war bonds"] if event.bonds else extra


def given_up_line(state: GameState, event: ObjectiveGivenUp) -> str:
    """ "Japan attacks French Indo-China and gives up its objective: keeping the peace (INC-43) never pays again."."""
    objective = state.edition.objectives[event.objective]
    attacks = f"{whoever(state, event.power)} attacks {spaces_named(state, event.territories)}"
    return f"{attacks}: its objective {objective.name} ({objective.rule}) never pays again."


def _heading(state: GameState, power: PowerId) -> str:
    if not open_accounts(state, power):
        return f"{power_name(state, power)}: nothing while its capital is lost"
    paid = listed(of_account(each, sum(paid_into(state, each).values())) for each in open_accounts(state, power))
    return f"{power_name(state, power)}: {paid} as things stand"


def _objective_line(state: GameState, objective: Objective) -> str:
    """ "The eastern front (INC-27): 5 IPCs, not met: needs 2 more of the Baltic States, Ukraine and Belorussia"."""
    lacking = shortfall(state, objective)
    account = state.edition.account[account_id(objective.power, objective.account)]
    met = f"met: {of_account(account, pays_now(state, objective))} now" if objective.each else "met"
    standing = met if lacking is None else f"not met: {'; '.join(_lacks(state, lacking))}"
    pays = f"{of_account(account, objective.ipcs)}{' for each place' if objective.each else ''}"
    return f"{first_upper(objective.name)} ({objective.rule}): {pays}, {standing}"


def _lacks(state: GameState, lacking: Shortfall) -> list[str]:
    """ "needs Egypt or France", "needs 2 more of …", "warships in sea zone 13", "allied units in the Caucasus"."""
    if lacking.is_for_ever:
        return [_forfeited(state, lacking)]
    return [*_politics_lacking(state, lacking), *_places_lacking(state, lacking)]


def _forfeited(state: GameState, lacking: Shortfall) -> str:
    """ "French Indo-China was attacked, so it never pays again"."""
    if lacking.paid:
        return "it pays only once and already has"
    why = f"{spaces_named(state, lacking.attacked)} {'was' if len(lacking.attacked) == 1 else 'were'} attacked"
    if not lacking.attacked:
        why = f"war was declared unprovoked on {the_powers(state, lacking.declared_on)}"
    return f"{why}, so it never pays again"


def _politics_lacking(state: GameState, lacking: Shortfall) -> list[str]:
    """ "needs war with Japan", "at war with United States"."""
    lacks = []
    if lacking.war_with:
        lacks.append(f"needs war with {listed((the_power(state, power) for power in lacking.war_with), 'or')}")
    if lacking.war_with_each:
        lacks.append(f"needs war with {the_powers(state, lacking.war_with_each)}")
    if lacking.peace_with:
        lacks.append(f"at war with {the_powers(state, lacking.peace_with)}")
    return lacks


def _places_lacking(state: GameState, lacking: Shortfall) -> list[str]:
    lacks = []
    if lacking.lost:
        lacks.append(f"needs all its own territories (missing {spaces_named(state, lacking.lost)})")
    if lacking.more == len(lacking.territories) > 0:
        lacks.append(f"needs {spaces_named(state, lacking.territories)}")
    elif lacking.more == 1:
        lacks.append(f"needs {spaces_named(state, lacking.territories, 'or')}")
    elif lacking.more:
        lacks.append(f"needs {lacking.more} more of {spaces_named(state, lacking.territories)}")
    if lacking.no_unit_in:
        lacks.append(f"needs a land unit of its own in {spaces_named(state, lacking.no_unit_in)}")
    if lacking.with_enemies:
        lacks.append(f"the other side has {spaces_named(state, lacking.with_enemies)}")
    if lacking.enemies_in:
        lacks.append(f"enemy warships in {spaces_named(state, lacking.enemies_in)}")
    if lacking.allies_in:
        lacks.append(f"allied units in {spaces_named(state, lacking.allies_in)}")
    return lacks
