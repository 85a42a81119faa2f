"""The buttons below the panel, for the next steps of each phase; each has a command that does the same."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.advantages.uses import usable
from engine.queries import battle_options, bombardments, rocket_targets
from engine.state import GameState, PendingBattle, Request
from gamemaster.buttons import Button, Style
from gamemaster.phases import phase_key
from gamemaster.story import answer_label

IN_A_ROW = 5
MOST_QUESTIONS = 4

Deed = tuple[str, str, Style]
"""What a button does, its label, its style."""


def panel_rows(game_id: int, state: GameState) -> list[list[Button]]:
    """The next steps, the national advantages that can be used now, and what everybody may look at."""
    key = phase_key(state)

    def row(deeds: list[Deed]) -> list[Button]:
        return [Button(game_id, key, deed, label, style) for deed, label, style in deeds]

    watch = row([("map", "Map", "secondary"), ("orders", "My orders", "secondary")])
    if state.requests:
        return [[answer_button(game_id, request) for request in state.requests[:MOST_QUESTIONS]], watch]
    acts = _ACTS[state.phase](state)
    rows = [row(acts[start : start + IN_A_ROW]) for start in range(0, len(acts), IN_A_ROW)][:3]
    return [*rows, row(_advantages(state)), watch]


def next_order(state: GameState) -> tuple[str, str] | None:
    """What the button for another order of the phase does, and its label; None where nothing can be ordered in it."""
    deed, label, style = _ACTS[state.phase](state)[0]
    all_placed = state.phase == "mobilize" and not state.purchased.get(state.power)
    return (deed, label) if style == "primary" and not all_placed else None


def end_label(state: GameState) -> str:
    """What the button that ends a phase of orders says."""
    return next(label for deed, label, _ in _ACTS[state.phase](state) if deed == "end")


def answer_button(game_id: int, request: Request) -> Button:
    """The button that opens the sheet for a question."""
    return Button(game_id, request.id, "answer", answer_label(request), "primary")


def _advantages(state: GameState) -> list[Deed]:
    names = list(usable(state))[:IN_A_ROW]
    return [(f"advantage.{name}", f"Use {state.edition.advantage[name].name}", "secondary") for name in names]


def _combat(state: GameState) -> list[Deed]:
    fights = [_fight(state, battle) for battle in battle_options(state)]
    rockets: list[Deed] = [
        (f"rocket.{space}", f"Rockets at {state.edition.board.name(space)}", "secondary")
        for space in rocket_targets(state)
    ]
    guns: list[Deed] = [
        (f"guns.{space}", f"Choose guns: {state.edition.board.name(space)}", "secondary")
        for space in bombardments(state)
    ]
    end: list[Deed] = [] if state.pending else [("end", "End combat", "success")]
    return [*end, *fights, *guns, *rockets]


def _fight(state: GameState, battle: PendingBattle) -> Deed:
    name = state.edition.board.name(battle.space)
    if battle.kind == "raid":
        return f"fight.{battle.space}.raid", f"Raid {name}", "primary"
    return f"fight.{battle.space}", f"Fight in {name}", "primary"


def _orders(deed: str, label: str, end: str, also: tuple[str, str] | None = None) -> Callable[[GameState], list[Deed]]:
    """A phase of orders: a menu or a form for them, both where there are two ways, undo, and the end."""
    other: list[Deed] = [(*also, "secondary")] if also else []
    return lambda _: [(deed, label, "primary"), *other, ("undo", "Undo", "secondary"), ("end", end, "success")]


_ACTS: Mapping[str, Callable[[GameState], list[Deed]]] = {
    "research": lambda _: [("research", "Research", "primary"), ("end", "End research", "success")],
    "purchase": _orders("buy", "Buy units", "End purchases"),
    "combat_move": _orders("guide", "Move", "End moves", also=("move", "Type orders")),
    "conduct_combat": _combat,
    "noncombat_move": _orders("guide", "Move", "End moves", also=("move", "Type orders")),
    "mobilize": _orders("spot", "Place", "End turn", also=("place", "Place units")),
    "collect_income": lambda _: [("undo", "Undo", "secondary"), ("end", "Collect income", "success")],
}
