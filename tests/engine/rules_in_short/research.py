"""Research in short: what the dice cost, who pays, and what they find."""

from __future__ import annotations

from engine import GameState
from engine.events.economy import Researched
from tests.engine.effects import Effect


def researched(before: GameState, event: Researched) -> Effect:
    """What research may do."""
    price = before.edition.parameters.research.price
    assert price is not None, "there is no research in this edition"
    if event.chart:
        return _breakthrough(before, event)
    assert event.cost == price * len(event.dice), "the dice cost something else"
    assert before.edition.technology[event.technology].number == event.number, "another number is needed"
    assert event.found == (event.number in event.dice), "what the dice say is not what was found"
    known = before.technologies.get(event.power, ())
    assert event.technology not in known, "this was known already"
    found = {*known, event.technology} if event.found else known
    return Effect(
        money=_paid(before, event),
        technologies={event.power: tuple(name for name in before.edition.technology if name in found)},
    )


def _paid(before: GameState, event: Researched) -> dict[str, int]:
    """Each share is there, and together they are the cost (RES-16)."""
    several = len(before.edition.accounts_of(event.power)) > 1
    shares = event.paid if several else {event.power: event.cost}
    assert sum(shares.values()) == event.cost, "the shares are not the cost"
    assert all(0 <= share <= before.treasuries[name] for name, share in shares.items()), "a share was not there"
    return {name: -share for name, share in shares.items()}


def _breakthrough(before: GameState, event: Researched) -> Effect:
    """A 6 and then the number on the chart find it; else the dice are kept, or lost in 1940 (RES-07)."""
    kept, known = before.research_tokens.get(event.power, 0), before.technologies.get(event.power, ())
    price = before.edition.parameters.research.price or 0
    assert event.cost == price * (len(event.dice) - kept), "the dice cost something else"
    assert event.found == (6 in event.dice), "what the dice say is not what was found"
    kept_now = 0 if event.found or before.setup.endswith("_1940") else len(event.dice)
    assert event.tokens == kept_now, "dice are lost or kept against the rules"
    table = {each.number: each.id for each in before.edition.technologies if each.chart == event.chart}
    on_chart = [table[die] for die in event.chart_dice]
    assert all(name in known for name in on_chart[:-1]), "a die of the chart was rolled again for nothing"
    assert on_chart[-1:] == ([event.technology] if event.found else []), "another technology was found"
    assert event.technology not in known, "this was known already"
    found = {*known, event.technology} if event.found else known
    return Effect(
        money=_paid(before, event),
        technologies={event.power: tuple(name for name in before.edition.technology if name in found)},
        others=frozenset({"research_tokens"}),
    )
