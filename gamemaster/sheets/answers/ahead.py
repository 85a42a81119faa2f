"""Answering ahead: what a defender can still choose in the battles of a turn, on one private sheet (ASY-61)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.conditions.kinds import SUBMERGE
from engine.facts.board import PowerId
from engine.state.game_state import GameState
from engine.state.words import first_upper, ipcs, label
from gamemaster.jobs.ahead import OpenChoice, Weighed
from gamemaster.keys import phase_key
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.orders.fights import Ahead, AheadLine
from gamemaster.sheets.page import MOST_ENTRIES, Entry, Menu, Part, Row, Sheet
from maps.battles.chances import percent

SMALL = 2
"""IPCs between the choices up to which a battle may be left to the printed default."""
NONE = "none"
MEANS = (
    "What you choose here counts only for that battle and comes before your standing orders. Nobody else sees it. "
    "Otherwise your standing orders answer; where you have none, you're asked."
)
NOTHING = "You have nothing to choose in the battles that are still to be fought."
SAYS: Mapping[str, Mapping[str, str]] = {
    SUBMERGE: {
        "always": "submarines submerge",
        "never": "submarines fight",
        "alone": "submerge where no surface warship fights beside them",
    },
    "losses": {
        "printed": "lose as printed",
        "cheapest": "lose the cheapest first",
        "air_last": "lose aircraft last",
        "air_first": "lose aircraft first",
    },
}
ASKED, LEFT = "you're asked", "as your standing orders say, or else you're asked"


def ahead_sheet(
    game_id: int,
    state: GameState,
    choices: Sequence[OpenChoice],
    answered: Mapping[PowerId, Ahead],
    picked: str = "",
) -> Sheet:
    """The battles in which something is open, those first that most depends on; a menu for the one that is picked."""
    if not choices:
        return Sheet(game_id, phase_key(state), next(iter(answered), state.power), (NOTHING,))
    shown = choices[:MOST_ENTRIES]
    lines = ["**Answer ahead**", *(f"• {_line(state, each, answered)}" for each in shown)]
    entries = tuple(
        Entry(_named(state, each), each.key, first_upper(_chosen(each, answered)), chosen=each.key == picked)
        for each in shown
    )
    parts: list[Part] = ["\n".join(lines), MEANS, Menu("ahead.pick", "Which battle?", entries)]
    parts += [_menu(each, answered) for each in shown if each.key == picked]
    if small_ones(shown, answered):
        small: PhaseButton = ("ahead.small", f"Up to {ipcs(SMALL)}: as printed", "secondary")
        parts.append(Row((small,)))
    return Sheet(game_id, phase_key(state), choices[0].powers[0], tuple(parts))


def answers(choice: OpenChoice, key: str) -> list[AheadLine]:
    """The answer to a choice, for all powers of the player that make it; none for a key that is unknown."""
    lines = {option.key: option.line for option in choice.options} | {NONE: ""}
    return [AheadLine(power, choice.name, choice.space, lines[key]) for power in choice.powers if key in lines]


def small_ones(choices: Sequence[OpenChoice], answered: Mapping[PowerId, Ahead]) -> list[AheadLine]:
    """The printed order of loss for all choices that are worth little, and that nothing was chosen for."""
    return [
        line
        for choice in choices
        if choice.worth is not None and choice.worth <= SMALL and not _answer(choice, answered)
        for line in answers(choice, "printed")
    ]


def _answer(choice: OpenChoice, answered: Mapping[PowerId, Ahead]) -> str:
    """What is answered ahead, "" for nothing."""
    ahead = answered.get(choice.powers[0])
    return ahead.line_in(choice.name, choice.space) if ahead else ""


def _chosen(choice: OpenChoice, answered: Mapping[PowerId, Ahead]) -> str:
    line = _answer(choice, answered)
    found = next((option for option in choice.options if option.line == line), None)
    return _says(choice, found) if found else LEFT


def _says(choice: OpenChoice, option: Weighed) -> str:
    return SAYS[choice.name].get(option.key, ASKED)


def _named(state: GameState, choice: OpenChoice) -> str:
    what = "submarines" if choice.name == SUBMERGE else "losses"
    return f"{first_upper(label(state, choice.space))}: {what}"


def _line(state: GameState, choice: OpenChoice, answered: Mapping[PowerId, Ahead]) -> str:
    """ "Ukraine: losses, lose as printed; 4 IPCs between the choices"."""
    worth = "" if choice.worth is None else f"; {_worth(choice.worth)} between the choices"
    return f"{_named(state, choice)}, {_chosen(choice, answered)}{worth}"


def _worth(worth: float) -> str:
    return ipcs(round(worth)) if worth >= 1 else "less than 1 IPC"


def _menu(choice: OpenChoice, answered: Mapping[PowerId, Ahead]) -> Menu:
    line = _answer(choice, answered)
    entries = [Entry(first_upper(LEFT), NONE, chosen=not line)]
    entries += [
        Entry(first_upper(_says(choice, each)), each.key, _comes_to(each), chosen=each.line == line)
        for each in choice.options
    ]
    return Menu(f"ahead.set.{choice.key}", "What do you want to do there?", tuple(entries))


def _comes_to(option: Weighed) -> str:
    if option.win is None:
        return ""
    return f"Chance to win: {percent(option.win)}; you lose {ipcs(round(option.own))}, they lose {round(option.theirs)}"
