"""What the first odds need, found before anybody asks: data, tables, fonts."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from engine import GameState, new_game
from gamemaster.chances.choice import OddsChoice
from gamemaster.errors import TableRefusal
from gamemaster.jobs.odds import OddsRequest, odds_answer

A_SIDE = 6
"""Units that fight: enough for the way in which larger battles are worked out."""


class Table(NamedTuple):
    """How games are played: a setup, with options."""

    setup: str
    options: tuple[tuple[str, str], ...]


def ready_for_odds(table: Table) -> None:
    """Work out and draw a battle of typed units and an attack at the opening of such a game."""
    state = new_game(table.setup, dict(table.options))
    for choice in (_typed(state), OddsChoice("attack", next(iter(state.edition.capitals)))):
        with suppress(TableRefusal):
            odds_answer(OddsRequest(state, choice, ()))


def _typed(state: GameState) -> OddsChoice:
    """The cheapest land units of the first two powers that are enemies."""
    edition = state.edition
    first, *others = edition.powers_with_turns
    enemy = next(power for power in others if power.side != first.side)
    on_land = (unit for unit in edition.units if unit.domain == "land" and unit.attack)
    units = ((min(on_land, key=lambda unit: unit.cost or 0).id, A_SIDE),)
    return OddsChoice("units", "", first.id, enemy.id, units, units)
