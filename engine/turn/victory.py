"""When the war is won, and by whom (GEN-23..34, OPT-08, OPT-09)."""

from __future__ import annotations

from engine.events.turn import GameWon
from engine.facilities.production import income
from engine.facts.board import PowerId
from engine.facts.openings import Side
from engine.play import Play
from engine.table.state import GameState
from engine.table.words import listed, whose


def win(play: Play, side: Side, reason: str) -> None:
    """Let a side win; where the table asks for it, the powers that grew most are named too."""
    winners = individual_winners(play.state, side) if play.state.options.get("individual_winner") == "on" else ()
    if winners:
        growth = _growth(play.state, winners[0])
        names = listed(play.edition.power[power].name for power in winners)
        grew = f"{growth:+} IPCs of production since the start"
        reason = f"{reason} Individual {'winner' if len(winners) == 1 else 'winners'}: {names}, with {grew}."
    play.emit(GameWon(side, reason, winners))


def individual_winners(state: GameState, side: Side) -> tuple[PowerId, ...]:
    """The powers of a side whose production grew most since the start (OPT-08); several share the honour (OPT-09)."""
    members = [power for power in state.edition.turn_order if state.edition.power[power].side == side]
    best = max(_growth(state, power) for power in members)
    return tuple(power for power in members if _growth(state, power) == best)


def _growth(state: GameState, power: PowerId) -> int:
    return income(state, power) - state.edition.start.income[power]


def check_victory(play: Play) -> bool:
    """Test the conditions that are due after this power's turn (GEN-23, GEN-24, GEN-28, GEN-29).

    A city counts for the side of whoever holds it now (GEN-33), and need not be held for longer (GEN-30).
    """
    state = play.state
    for condition in state.edition.victory[state.options["victory"]]:
        if condition.after_turn_of != play.power:
            continue
        held = [
            territory
            for territory in condition.of or state.edition.victory_cities
            if (owner := state.owners[territory]) and state.edition.power[owner].side == condition.side
        ]
        if len(held) >= condition.need:
            cities = listed(play.board.territory[t].city or play.board.name(t) for t in held)
            side = "The Axis holds" if condition.side == "axis" else "The Allies hold"
            name = state.edition.power[play.power].name
            win(play, condition.side, f"{side} {cities} at the end of {whose(name)} turn.")
            return True
    return False
