"""Who is asked, and on account of which advantage."""

from __future__ import annotations

from engine.state.game_state import GameState
from engine.state.questions import Request
from engine.state.words import first_upper, listed
from gamemaster.narration.phrases import power_name, the_powers


def waiting_for(request: Request) -> tuple[str, ...]:
    """The powers that have not answered yet."""
    return tuple(power for power in request.powers if power not in request.answers)


def asked(state: GameState, request: Request) -> tuple[str, str]:
    """Who is asked, and the ending of the verb: "Germany", "s"; "The United Kingdom and the United States", "".

    Whether some of them have answered is not said.
    """
    return first_upper(the_powers(state, request.powers)), "s" if len(request.powers) == 1 else ""


def named(state: GameState, request: Request) -> str:
    """The same before a colon: "Germany", "United Kingdom and United States"."""
    return listed(power_name(state, power) for power in request.powers)


def advantage_named(state: GameState, request: Request) -> str:
    """The national advantage that a question is about."""
    return state.edition.advantage[request.kind].name
