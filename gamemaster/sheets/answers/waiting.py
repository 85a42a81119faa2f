"""The sheet of a player who waits for others."""

from __future__ import annotations

from collections.abc import Sequence

from engine.facts.board import PowerId
from engine.state.game_state import GameState
from engine.state.words import first_upper, listed, phase_name, place
from gamemaster.keys import phase_key
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.sheets.page import Row, Sheet


def waiting_sheet(game_id: int, state: GameState, mine: Sequence[PowerId]) -> Sheet:
    """For whom everybody waits, and what can be done meanwhile. Of those who are asked it isn't said who has answered.

    mine: the powers of the player.
    """
    on_turn = state.edition.power[state.power]
    lines = [f"Now: {on_turn.name}, round {state.round}, {phase_name(state.phase)}."]
    if state.battle:
        lines.append(f"Now fighting: {place(state, state.battle.space)}.")
    if state.requests:
        asked = dict.fromkeys(power for request in state.requests for power in request.powers)
        names = listed(state.edition.power[power].called for power in asked)
        lines.append(first_upper(f"{names} must answer first."))
    lines.append("There's nothing for you to do now. You'll be pinged when there is.")
    buttons: list[PhaseButton] = [("sheet", "Look again", "secondary")]
    if state.battle and state.requests and state.power in mine:
        buttons.append(("fightall", "Go on without me", "secondary"))
    if state.phase == "conduct_combat" and state.pending and state.power not in mine:
        buttons.append(("ahead", "Answer ahead", "secondary"))
    buttons.append(("map", "Map", "secondary"))
    return Sheet(game_id, phase_key(state), mine[0] if mine else state.power, (" ".join(lines), Row(tuple(buttons))))
