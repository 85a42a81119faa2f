"""A table to play rule-book examples on: a position, orders, dice, and what they lead to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from engine import GameState, Outcome, ScriptedDice, apply, describe, new_game
from engine.ask import placements
from engine.errors import Refusal
from engine.events import Event
from engine.state.pieces import Piece
from engine.state.questions import Request
from tests.engine.theatres import AS_WRITTEN, AsWritten, Theatre

_BY_SPACE = {"units": "spaces"}

Counts = dict[str, int]
Units = dict[str, Counts]

usual_setup = "aa1941"
"""What positions are of; `rules/common` plays its examples in one setup after the other."""

theatre = AS_WRITTEN
"""What the names of an example mean where it is played on another board."""


def this_setup() -> str:
    """The setup in which an example is played now."""
    return usual_setup


def units(text: str) -> Units:
    """Read "germany: 2 infantry, 1 tank; japan: 1 fighter"."""
    found: Units = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        power, _, row = part.partition(":")
        counts = found.setdefault(power.strip(), {})
        for entry in row.split(","):
            number, unit = entry.split()
            counts[unit] = counts.get(unit, 0) + int(number)
    return found


class Table:
    """A game in a known position; every order is checked to use exactly the dice it is given."""

    def __init__(self, state: GameState, names: AsWritten = AS_WRITTEN) -> None:
        self.state = state
        self.names = names
        self.events: tuple[Event, ...] = ()

    def do(self, action: Mapping[str, Any], dice: str = "") -> Table:
        """Carry out an action with these dice ("1 6 3"), none left over."""
        scripted = ScriptedDice(int(face) for face in dice.split())
        outcome: Outcome = apply(self.state, self.names.there(action), scripted)
        assert scripted.left == 0, f"{scripted.left} dice left over"
        self.state, self.events = outcome.state, self.names.back(outcome.events)
        return self

    def move(self, text: str, **more: Any) -> Table:
        """Move by "2 infantry, 1 tank: germany > eastern_europe"."""
        return self.do(move_order(text, **more))

    def refuses(self, action: Mapping[str, Any], rule: str, dice: str = "") -> str:
        """Check that an action is refused by this rule and changes nothing; gives the sentence."""
        with pytest.raises(Refusal) as refusal:
            apply(self.state, self.names.there(action), ScriptedDice(int(face) for face in dice.split()))
        assert refusal.value.rule == rule, f"refused by {refusal.value.rule}: {refusal.value.message}"
        return self.names.in_words(refusal.value.message)

    def refuses_move(self, text: str, rule: str, **more: Any) -> str:
        """Check that a move is refused by this rule; gives the sentence."""
        return self.refuses(move_order(text, **more), rule)

    def end_phase(self, dice: str = "") -> Table:
        """End the phase."""
        return self.do({"type": "end_phase"}, dice)

    def battle(self, space: str, dice: str = "") -> Table:
        """Begin the battle in a space."""
        return self.do({"type": "battle", "space": space}, dice)

    def decide(self, kind: str, choice: Any, dice: str = "", **more: Any) -> Table:
        """Answer a question."""
        return self.do({"type": "decide", "kind": kind, "choice": choice, **more}, dice)

    def press(self, dice: str = "") -> Table:
        """The attacker presses on."""
        return self.decide("retreat", {"press": True}, dice)

    def retreat(self, space: str | None, dice: str = "") -> Table:
        """The attacker retreats."""
        return self.decide("retreat", {"retreat": space}, dice)

    def lose(self, casualties: str, dice: str = "", **more: Any) -> Table:
        """Choose casualties: "2 infantry", or by owner "germany: 1 infantry; japan: 1 fighter"."""
        chosen: Any = units(casualties) if ":" in casualties else units(f"x: {casualties}")["x"]
        return self.decide("casualties", {"units": chosen}, dice, **more)

    @property
    def board(self) -> dict[str, Any]:
        """The position as `describe` gives it."""
        return {key: self.names.back(told, _BY_SPACE.get(key, key)) for key, told in describe(self.state).items()}

    def at(self, space: str) -> Units:
        """Units in a space by power."""
        found: Units = self.names.back(describe(self.state)["units"].get(self._there(space), {}))
        return found

    def owner(self, territory: str) -> str | None:
        """Who controls a territory."""
        owner: str | None = self.names.back(self.state.owners[self._there(territory)])
        return owner

    def ipcs(self, power: str) -> int:
        """IPCs in a treasury."""
        return self.state.treasuries[self.names.there(power, "ipcs")]

    @property
    def power(self) -> str:
        """The power on turn."""
        return str(self.names.back(self.state.power))

    @property
    def phase(self) -> str:
        """The present phase."""
        return self.state.phase

    @property
    def pieces(self) -> list[Piece]:
        """All units on the board."""
        return [self.names.back(piece) for piece in self.state.pieces.values()]

    @property
    def pending(self) -> list[tuple[str, str]]:
        """(space, part) of the battles still to be fought."""
        return [(self.names.back(battle.space, "space"), battle.part) for battle in self.state.pending]

    @property
    def requests(self) -> list[Request]:
        """The open requests."""
        return [self.names.back(request) for request in self.state.requests]

    @property
    def questions(self) -> list[tuple[str, tuple[str, ...]]]:
        """(kind, powers) of the open requests."""
        return [(request.kind, request.powers) for request in self.requests]

    def placements(self, unit: str) -> list[str]:
        """The spaces where a unit that waits can be placed."""
        found = placements(self.state, self.names.there(unit))
        return [self.names.back(space, "space") for space, _ in found]

    def happened(self, kind: str) -> list[Any]:
        """Events of a kind in the last action."""
        return [event for event in self.events if event.kind == kind]

    def _there(self, space: str) -> str:
        return str(self.names.there(space, "space"))


def move_order(text: str, **more: Any) -> dict[str, Any]:
    """The move that "2 infantry: germany > eastern_europe" means."""
    counts, _, path = text.partition(":")
    spaces = [space.strip() for space in path.split(">")]
    return {"type": "move", "units": units(f"x: {counts}")["x"], "path": spaces, **more}


def position(
    power: str,
    phase: str,
    spaces: Mapping[str, str],
    *,
    setup: str | None = None,
    owners: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    game_round: int = 1,
    advantages: Mapping[str, str] | None = None,
    **edit: Any,
) -> Table:
    """A board with only these units ("germany: 2 tank; japan: 1 fighter" by space), everything else as at the start.

    setup: what is played, where it is not what the test is run for.
    owners: territories held by another power than at the start. advantages: national advantages by power, as in
    {"germany": "panzerblitz, fortress_europe"}. edit: more keys of the `edit` action, such as
    ipcs={"germany": 10}, purchased={"germany": {"tank": 1}}, cargo={"sz5": [{"transport": "germany", "units": ...}]}.
    """
    changes: dict[str, Any] = {space: {"units": units(text)} for space, text in spaces.items()}
    for territory, owner in (owners or {}).items():
        changes.setdefault(territory, {})["owner"] = owner
    for territory, change in edit.pop("more_spaces", {}).items():
        changes.setdefault(territory, {}).update(change)
    turn = {"power": power, "phase": phase, "round": game_round}
    chosen = {**(options or {}), **({"advantages": ", ".join(advantages.values())} if advantages else {})}
    names = AS_WRITTEN if setup else theatre
    table = Table(_at_the_start(setup or usual_setup, frozenset(chosen.items()), names), names)
    return table.do({"type": "edit", "clear_units": True, "spaces": changes, "turn": turn, **edit})


@cache
def _at_the_start(setup: str, options: frozenset[tuple[str, str]], names: AsWritten) -> GameState:
    """A new game on the ground of its theatre, which is a value that all positions can begin with."""
    state = new_game(setup, dict(options))
    return apply(state, names.ground(), ScriptedDice([])).state if isinstance(names, Theatre) else state
