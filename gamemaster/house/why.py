"""Why the house did what it did, for everybody, once the phase is closed (ASY-65)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from engine.facts.edition import Edition
from engine.state.words import phase_name, whose
from gamemaster.errors import TableRefusal
from gamemaster.house.telling import AVERAGES, reason_lines
from gamemaster.keys import phase_key, round_of, turn_of
from gamemaster.narration.phrases import LIMIT, lines_within
from gamemaster.roles import the_house
from gamemaster.views.view import GameView
from store import JsonObject, Store
from store.house import Reasons, last_reasons

MOST_READ = 200
"""Plans and answers of the house; a turn has about six, and as many answers of others."""
LONGEST = 3 * LIMIT
CUT_OFF = "-# It ran out of time here, so this is the best that it had found by then."
NOTHING = "There is nothing to explain yet: the house tells why once a phase with its orders or answers is over."


class Whys:
    """The use case of `/why`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def told(self, view: GameView, power: str = "") -> str:
        """The reasons of the last turn of the house, or of a power, and of its answers since then.

        As far as these phases are over: then all answers in them are open to everybody. After a victory all are.
        Raises NotBegun, TableRefusal.
        """
        edition, now, is_won = view.board.edition, phase_key(view.board), view.game.status == "finished"
        async with self._store.read() as read:
            kept = await last_reasons(read, view.game.id, MOST_READ)
        of_power = [each for each in kept if power in ("", each.body["power"])]
        closed = [each for each in of_power if is_won or _is_before(edition, each.phase_key, now)]
        if not closed:
            raise TableRefusal(NOTHING)
        return _text(edition, list(reversed(_since_its_turn(closed))))


def _is_before(edition: Edition, key: str, now: str) -> bool:
    """Whether a phase is over, and wasn't put back by a correction: what was sealed in it may not have been opened."""
    return _moment(edition, key) < _moment(edition, now)


def _moment(edition: Edition, key: str) -> tuple[int, int, int]:
    _, power, phase = key.rsplit(".", 2)
    phases: tuple[str, ...] = edition.parameters.turn.phases_of(power)
    return round_of(key), edition.turn_rank[power], phases.index(phase) if phase in phases else -1


def _since_its_turn(closed: list[Reasons]) -> list[Reasons]:
    """The latest first: those of the last turn of its own and all since; of the last turn where it only answered."""
    turn = next((turn_of(each.phase_key) for each in closed if _is_own(each)), turn_of(closed[0].phase_key))
    first = max(number for number, each in enumerate(closed) if turn_of(each.phase_key) == turn)
    return closed[: first + 1]


def _is_own(reasons: Reasons) -> bool:
    """Whether the power was on turn."""
    return turn_of(reasons.phase_key).endswith(f".{reasons.body['power']}")


def _text(edition: Edition, told: list[Reasons]) -> str:
    lines: list[str] = []
    for (turn, power, _), group in groupby(told, _whose):
        rows = list(group)
        lines.append(_heading(edition, turn, power, rows[0]))
        for key, phase in groupby(rows, lambda each: each.phase_key):
            in_phase = list(phase)
            lines.append(f"__{phase_name(key.rpartition('.')[2]).capitalize()}__")
            lines += [CUT_OFF] if any(each.body.get("cut_off") for each in in_phase) else []
            lines += reason_lines(why for each in in_phase for why in _numbered(each))
    if any("IPCs" in line for line in lines):
        lines[0] += f" {AVERAGES}"
    return "\n".join(lines_within(lines, LONGEST, "lines"))


def _whose(reasons: Reasons) -> tuple[str, str, str]:
    """In which turn, and by which power at which level: the table may change that in the middle of a turn."""
    return turn_of(reasons.phase_key), str(reasons.body["power"]), str(reasons.body["level"])


def _numbered(reasons: Reasons) -> Iterator[JsonObject]:
    """The reasons of a thought, with numbers that no other thought has."""
    for why in reasons.body["why"]:
        yield {**why, "reason": (reasons.seq, why["reason"])} if "reason" in why else why


def _heading(edition: Edition, turn: str, power: str, first: Reasons) -> str:
    who, house = edition.power[power].name, the_house(first.body["level"])
    if _is_own(first):
        return f"**{who}, round {round_of(first.phase_key)}**: why {house} did what it did."
    others = whose(edition.power[turn.rpartition(".")[2]].called)
    return f"**{who}, asked in {others} turn of round {round_of(first.phase_key)}**: why {house} answered as it did."
