"""Why the house did what it did, for everybody, once the phase is closed (ASY-65)."""

from __future__ import annotations

from itertools import groupby

from engine.state.words import phase_name
from gamemaster.errors import TableRefusal
from gamemaster.house.telling import reason_lines
from gamemaster.keys import phase_key, round_of, turn_of
from gamemaster.narration.phrases import LIMIT, lines_within
from gamemaster.roles import the_house
from gamemaster.views.view import GameView
from store import Store
from store.house import Reasons, last_reasons

MOST_READ = 100
"""Plans of the house; a turn has about six."""
LONGEST = 3 * LIMIT
NOTHING = "The house hasn't ended a phase here in which it ordered anything."


class Whys:
    """The use case of `/why`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def told(self, view: GameView, power: str = "") -> str:
        """The reasons of the last turn of the house, or of a power, as far as its phases are closed.

        Raises NotBegun, TableRefusal.
        """
        now = phase_key(view.board)
        async with self._store.read() as read:
            kept = await last_reasons(read, view.game.id, MOST_READ)
        closed = [each for each in kept if each.phase_key != now and power in ("", each.body["power"])]
        if not closed:
            raise TableRefusal(NOTHING)
        turn = turn_of(closed[0].phase_key)
        return _text(view, [each for each in reversed(closed) if turn_of(each.phase_key) == turn])


def _text(view: GameView, turn: list[Reasons]) -> str:
    first = turn[0]
    who = view.board.edition.power[first.body["power"]].name
    lines = [f"**{who}, round {round_of(first.phase_key)}**: why {the_house(first.body['level'])} did what it did."]
    for key, group in groupby(turn, lambda each: each.phase_key):
        lines.append(f"__{phase_name(key.rpartition('.')[2]).capitalize()}__")
        lines += reason_lines(why for each in group for why in each.body["why"])
    return "\n".join(lines_within(lines, LONGEST, "lines"))
