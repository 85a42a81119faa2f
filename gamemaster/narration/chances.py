"""Chances of battles in a line, below a post or an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.ask import expected_battles, with_sides_taken
from engine.odds.content import to_text
from engine.odds.odds import Odds
from engine.odds.position import ahead, under_way
from engine.odds.setting import Setting
from engine.state.battles import PendingBattle
from engine.state.game_state import GameState
from engine.state.words import ipcs, place
from gamemaster.jobs.threats import Threat
from gamemaster.narration.phrases import row, the_power
from maps.battles.chances import percent

MOST_BATTLES = 8
"""More make a post neither clearer nor quicker; `/odds` tells of any."""


def chances_wanted(state: GameState) -> dict[str, Any] | None:
    """The chances that a public post tells, as JSON: of the battle under way, or of those ahead; None without any.

    `state` is the board as everybody may see it.
    """
    return _wanted(state, _of_battles(state)) if state.phase == "conduct_combat" and not state.winner else None


def own_chances_wanted(state: GameState) -> dict[str, Any] | None:
    """The chances below a player's own orders, as JSON; in the combat move of the battles that these lead to."""
    if state.phase == "combat_move":
        shown = with_sides_taken(state)
        wanted = _wanted(state, _ahead(shown, expected_battles(shown)))
        return wanted and {**wanted, "losses": True}
    return chances_wanted(state)


def _wanted(state: GameState, found: Sequence[tuple[str, Setting]]) -> dict[str, Any] | None:
    battles = [[name, to_text(setting)] for name, setting in found[:MOST_BATTLES]]
    begins = f"{'Chance' if state.battle else 'Chances'} for {the_power(state, state.power)}"
    return {"begins": begins, "battles": battles, "more": len(found) - len(battles)} if battles else None


def _of_battles(state: GameState) -> list[tuple[str, Setting]]:
    if state.battle is not None:
        now = under_way(state)
        return [(f"{place(state, state.battle.space)}, from here on", now)] if now else []
    return _ahead(state, state.pending)


def _ahead(state: GameState, due: Iterable[PendingBattle]) -> list[tuple[str, Setting]]:
    settings = ((place(state, pending.space), ahead(state, pending)) for pending in due)
    return [(name, setting) for name, setting in settings if setting]


def chances_line(wanted: Mapping[str, Any], found: Sequence[Odds | None]) -> str:
    """ "Chances for Germany: 74% in West Russia, 31% in sea zone 5."; nothing where none could be worked out."""
    pairs = zip(wanted["battles"], found, strict=True)
    told = [f"{percent(odds.attacker_win, odds.margin)} in {name}" for (name, _), odds in pairs if odds]
    if not told:
        return ""
    told += [f"and {wanted['more']} more (`/odds`)"] if wanted["more"] else []
    line = f"{wanted['begins']}: {', '.join(told)}."
    return f"{line} {_losses([odds for odds in found if odds])}" if wanted.get("losses") else line


def _losses(found: Sequence[Odds]) -> str:
    """What all battles together cost on average."""
    own = sum(odds.attacker.loss_ipcs for odds in found)
    theirs = sum(odds.defender.loss_ipcs for odds in found)
    return f"On average you lose {ipcs(round(own))} and they lose {round(theirs)}."


def threat_line(state: GameState, threat: Threat) -> str:
    """ "As things stand, Germany could attack Russia next turn with 4 tanks; your chance to hold it is 9%."."""
    enemy, where = the_power(state, threat.enemy), place(state, threat.space)
    coming = f"As things stand, {enemy} could attack {where} next turn with {row(state, threat.units)}"
    return f"{coming}; your chance to hold it is {percent(threat.held, threat.margin)}."
