"""The buttons below the panel, for the next steps of each phase; each has a command that does the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from engine.ask import usable, waiting_units
from engine.state.game_state import GameState
from engine.state.questions import Request
from engine.state.words import listed, place
from gamemaster.chances.posing import has_battles
from gamemaster.chances.raiding import raided_in
from gamemaster.keys import Button, phase_key
from gamemaster.narration import answer_label
from gamemaster.narration.phases import TELLINGS
from gamemaster.narration.phases.telling import PhaseButton

IN_A_ROW = 5
MOST_QUESTIONS = 20
CATCH_UP: PhaseButton = ("catchup", "Catch up", "secondary")
"""The last of its row, so that it gives way to the end of the phase."""


def panel_rows(game_id: int, state: GameState, *, may_be_ended: bool = False) -> list[list[Button]]:
    """The next steps, the national advantages that can be used now, and what everybody may look at.

    may_be_ended: whether others may end the phase of the player on turn.
    """
    key = phase_key(state)

    def row(deeds: list[PhaseButton]) -> list[Button]:
        return [Button(game_id, key, deed, label, style) for deed, label, style in deeds]

    own: list[PhaseButton] = [("orders", "My orders", "secondary"), *_ahead_button(state), CATCH_UP]
    watch = row([("map", "Map", "secondary"), *odds_button(state), *own])
    if state.requests:
        buttons = _answer_buttons(game_id, state)
        return [*(buttons[start : start + IN_A_ROW] for start in range(0, len(buttons), IN_A_ROW)), watch]
    acts = deeds_now(state)
    if may_be_ended:
        end_for = row([("endfor", f"End the phase for {state.edition.power[state.power].name}", "danger")])
        watch = [*watch[: IN_A_ROW - 1], *end_for]
    rows = [row(acts[start : start + IN_A_ROW]) for start in range(0, len(acts), IN_A_ROW)][:3]
    return [*rows, row(advantage_buttons(state)), watch]


def rows_to_watch(game_id: int, state: GameState) -> list[list[Button]]:
    """What is left of them where nobody but the house plays: what everybody may look at."""
    deeds: list[PhaseButton] = [("map", "Map", "secondary"), *odds_button(state), CATCH_UP]
    return [[Button(game_id, phase_key(state), deed, label, style) for deed, label, style in deeds]]


def buttons_at_the_end(game_id: int, key: str) -> list[Button]:
    """What can be looked at once a game is over, and the next one."""
    buttons = {"charts": "Charts", "diary": "War diary", "review": "Review", "rematch": "Rematch"}
    return [Button(game_id, key, deed, label) for deed, label in buttons.items()]


def odds_button(state: GameState) -> list[PhaseButton]:
    """The button for the chances of the battle under way, or of battles and raids ahead, where there are any."""
    return [("odds", "Odds", "secondary")] if has_battles(state) or raided_in(state) else []


def _ahead_button(state: GameState) -> list[PhaseButton]:
    """The button for defenders who answer ahead, whoever has left orders."""
    is_ahead = state.phase == "conduct_combat" and any(battle.kind == "combat" for battle in state.pending)
    return [("ahead", "Answer ahead", "secondary")] if is_ahead else []


def deeds_now(state: GameState) -> list[PhaseButton]:
    """What the player on turn can do in the phase."""
    return TELLINGS[state.phase].deeds(state)


def own_deeds(state: GameState) -> list[PhaseButton]:
    """The same for the player's own sheet: nothing is taken back where nothing is ordered, which the panel mustn't
    show.
    """
    return [button for button in deeds_now(state) if button[0] != "undo" or state.undo]


def next_order(state: GameState) -> tuple[str, str] | None:
    """What the button for another order of the phase does, and its label; None where nothing can be ordered in it."""
    deed, label, style = TELLINGS[state.phase].deeds(state)[0]
    all_placed = state.phase == "mobilize" and not waiting_units(state, state.power)
    return (deed, label) if style == "primary" and not all_placed else None


def end_label(state: GameState) -> str:
    """What the button that ends a phase of orders says."""
    return next(label for deed, label, _ in TELLINGS[state.phase].deeds(state) if deed == "end")


def _answer_buttons(game_id: int, state: GameState) -> list[Button]:
    """A button for each open question.

    It names who is asked where others say the same, and the place where that is the same, too.
    """
    asked = state.requests[:MOST_QUESTIONS]
    labels = Counter(map(answer_label, asked))
    names = [listed(state.edition.power[power].name for power in request.powers) for request in asked]
    alike = Counter(zip(map(answer_label, asked), names, strict=True))
    found = []
    for request, name in zip(asked, names, strict=True):
        button = answer_button(game_id, request)
        label = f"{button.label}: {name}" if labels[button.label] > 1 else button.label
        label = f"{label}, {place(state, request.space)}" if alike[button.label, name] > 1 else label
        found.append(replace(button, label=label))
    return found


def answer_button(game_id: int, request: Request) -> Button:
    """The button that opens the sheet for a question."""
    return Button(game_id, request.id, "answer", answer_label(request), "primary")


def advantage_buttons(state: GameState) -> list[PhaseButton]:
    """The national advantages that can be used now."""
    names = list(usable(state))[:IN_A_ROW]
    return [(f"advantage.{name}", f"Use {state.edition.advantage[name].name}", "secondary") for name in names]
