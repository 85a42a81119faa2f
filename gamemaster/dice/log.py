"""The dice of a game for everybody, while it runs: what was promised, and every roll that all may know of.

Dice of a battle are public as they fall. Those of any other phase are once it is over: what is told here depends on
nothing that anybody ordered in it.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import GameState
from engine.facts.edition import Edition
from engine.state.names import find_power, find_space
from engine.state.words import first_upper, label, number
from gamemaster.dice.check import checking_line, promised
from gamemaster.dice.file import dice_file
from gamemaster.dice.on_record import OnRecord
from gamemaster.dice.phases import PhasesOnRecord
from gamemaster.errors import TableRefusal
from gamemaster.keys import phase_key
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.drafts import VOID
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.roles import SeatedGame
from gamemaster.views.public_log import PHASE_BEGINS
from store import Entry, ReadTransaction, Store
from store.games.roll_log import (
    FallenRoll,
    RollsWanted,
    count_rolls,
    rolls_before,
    rolls_from,
)

OVER = ("finished", "abandoned")
PAGE = 12  # rolls
LATELY = 200
MANY_DICE = 16
"""More are told by number, so that a page of rolls fits into a message."""
WHEN_OVER = (
    "When the game is over the seed is posted here. Then `/dice verify` repeats every roll, and `/game export` gives "
    "you the files to do it without this bot."
)
FIGHTING = "conduct_combat"
TURN = re.compile(r"\D*?(\d{1,4})\D*")
FORM = "Give a round, such as `3`, or a turn, such as `Germany 3`."


@dataclass(frozen=True)
class Search:
    """What somebody looks for. space: an id; turn: "3" or "3.germany"; nothing for all. from_roll: the first shown.

    before: the first not shown any more; else from_roll counts, and without either the last rolls are shown.
    """

    space: str = ""
    turn: str = ""
    from_roll: int | None = None
    before: int | None = None


@dataclass(frozen=True)
class RollPage:
    """Some rolls in words, and the searches that give those before and after them, if there are any."""

    text: str
    older: Search | None
    newer: Search | None


def search_for(edition: Edition, space: str, turn: str, roll: int | None) -> Search:
    """What typed words look for; raises Refusal and TableRefusal with the nearest names."""
    return Search(find_space(edition, space) if space.strip() else "", _turn_meant(edition, turn), roll)


def _turn_meant(edition: Edition, text: str) -> str:
    """ "3" of "round 3", "3.germany" of "Germany 3"."""
    if not text.strip():
        return ""
    match = TURN.fullmatch(text)
    if match is None:
        raise TableRefusal(FORM)
    whose = re.sub(r"[\d.,]+|\bround\b", " ", text, flags=re.IGNORECASE).strip()
    return f"{int(match[1])}.{find_power(edition, whose)}" if whose else f"{int(match[1])}"


class DiceLog:
    """What everybody may know of the dice of a game."""

    def __init__(self, store: Store, loader: Loader) -> None:
        self._store = store
        self._loader = loader

    async def standing(self, seated: SeatedGame) -> str:
        """The commitment, how many dice fell so far, and how to check them."""
        async with self._store.read_at_length() as read:
            now = await self._loader.seated(read, await read.seated_game(seated.game.id))
            game = now.game
            counted = await count_rolls(read, game.id, game.seq if game.status in OVER else await _last_open(read, now))
            if game.status not in OVER:
                return _while_it_runs(now, counted)
            record = await OnRecord.of(read, game)
        file = await asyncio.to_thread(dice_file, now, record)
        return (
            f"**The dice of {as_plain_text(game.name)}** · the game is over\n{promised(game)}\n"
            f"The seed: `{record.seed.hex()}`\n{_counted(counted)} in all. `/dice log` shows the rolls, and "
            "`/dice verify` repeats them all.\nTo check them without this bot, take the files from `/game export`: "
            f"{checking_line(game, file.fingerprint)}"
        )

    async def places(self, seated: SeatedGame) -> list[str]:
        """All spaces of the board, first those where dice fell of late that everybody may know of."""
        async with self._store.read_at_length() as read:
            now = await self._loader.seated(read, await read.seated_game(seated.game.id))
            state = now.running
            found = await rolls_before(read, now.game.id, RollsWanted(await _last_open(read, now)), None, LATELY)
        board = state.edition.board
        spaces = {label(state, space): space for space in (*board.territory, *board.sea_zone)}
        fought = (spaces[name] for roll in reversed(found) if (name := _place_of(roll)) in spaces)
        return list(dict.fromkeys((*fought, *spaces.values())))

    async def page(self, seated: SeatedGame, search: Search) -> RollPage:
        """Some rolls of a game that everybody may know of."""
        async with self._store.read_at_length() as read:
            now = await self._loader.seated(read, await read.seated_game(seated.game.id))
            search = _on_the_board(now, search)
            phases = await PhasesOnRecord.of(read, now.game.id)
            wanted = await _wanted(read, now, search, phases)
            found, is_from = list[FallenRoll](), search.before is None and search.from_roll is not None
            if wanted and search.from_roll is not None and is_from:
                found = await rolls_from(read, now.game.id, wanted, search.from_roll, PAGE)
            elif wanted:
                found = await rolls_before(read, now.game.id, wanted, search.before, PAGE)
            older = newer = None
            if wanted and found:
                if await rolls_before(read, now.game.id, wanted, found[0].number, 1):
                    older = replace(search, before=found[0].number, from_roll=None)
                if await rolls_from(read, now.game.id, wanted, found[-1].number + 1, 1):
                    newer = replace(search, before=None, from_roll=found[-1].number + 1)
            ordered_in = {roll.seq: await phases.of_entry(roll.seq) for roll in found}
        return RollPage("\n".join(_lines(now, search, found, ordered_in)), older, newer)


def _on_the_board(loaded: LoadedGame, search: Search) -> Search:
    """The search without a space that this game does not have, as a button of another one may name it."""
    board = loaded.state and loaded.state.edition.board
    is_there = board and (search.space in board.territory or search.space in board.sea_zone)
    return search if is_there else replace(search, space="")


def _place_of(roll: FallenRoll) -> str:
    """Where it fell, as it is named: "West Russia" of "West Russia, round 2: the attacker's fire"."""
    return re.split("[,:]", roll.why)[0]


async def _last_open(read: ReadTransaction, loaded: LoadedGame) -> int:
    """The last entry of which everybody may know the dice: all while battles are fought, else that which led here."""
    if loaded.state is None:
        return 0
    if loaded.game.status == "finished" or loaded.state.phase == FIGHTING:
        return loaded.game.seq
    before = await read.last_of_turn_before(loaded.game.id, phase_key(loaded.state))
    return await _where_the_phase_began(read, loaded.game.id, before)


async def _where_the_phase_began(read: ReadTransaction, game_id: int, before: int) -> int:
    """The last entry that led to the open phase, among those that one order led to after an entry; else that entry."""
    first = await read.entries_since(game_id, before, until=before + 1)
    led_to = await read.entries_of_cause(game_id, first[0].cause) if first else ()
    return max((entry.seq for entry in led_to if _begins_a_phase(entry)), default=before)


def _begins_a_phase(entry: Entry) -> bool:
    return any(event["kind"] in PHASE_BEGINS for event in entry.events)


async def _wanted(
    read: ReadTransaction, loaded: LoadedGame, search: Search, phases: PhasesOnRecord
) -> RollsWanted | None:
    """What a search finds; None where the turn has not come."""
    wanted = RollsWanted(await _last_open(read, loaded))
    if search.turn:
        turn = await phases.entries_of(f"{search.turn}.")
        if turn is None:
            return None
        wanted = replace(wanted, first=turn[0], last=turn[1])
    if not search.space or loaded.state is None:
        return wanted
    here, name = label(loaded.state, search.space), loaded.state.edition.board.name(search.space)
    return replace(wanted, begins=(f"{here}, ", f"{here}: "), ends=(f" in {name}",))


def _while_it_runs(loaded: LoadedGame, counted: tuple[int, int]) -> str:
    lines = [
        f"**The dice of {as_plain_text(loaded.game.name)}**",
        promised(loaded.game),
        f"So far: {_counted(counted)}." if counted[0] else "No dice have been rolled here yet.",
        *_still_to_come(loaded),
        WHEN_OVER,
        *(["`/dice log` shows the rolls, by place, turn or number."] if counted[0] else []),
    ]
    return "\n".join(lines)


def _still_to_come(loaded: LoadedGame) -> list[str]:
    """The same whether anything was rolled in the open phase or not."""
    if loaded.game.status != "running" or loaded.state is None or loaded.state.phase == FIGHTING:
        return []
    return ["Dice of the open phase are added when it ends."]


def _counted(counted: tuple[int, int]) -> str:
    return f"{number(counted[0], 'roll')} of {number(counted[1], 'die', 'dice')}"


def _lines(loaded: LoadedGame, search: Search, found: Sequence[FallenRoll], phases: dict[int, str]) -> list[str]:
    title = f"**Rolls of {as_plain_text(loaded.game.name)}**{_looked_for(loaded, search)}"
    if not found:
        return [title, _nothing(search), *_still_to_come(loaded)]
    lines, turn = [title], ""
    for roll in found:
        if loaded.state and (now := _turn_in_words(loaded.state, phases[roll.seq])) != turn:
            turn = now
            lines.append(f"__{turn}__")
        lines.append(_line(roll))
    return [*lines, *_still_to_come(loaded)]


def _looked_for(loaded: LoadedGame, search: Search) -> str:
    if loaded.state is None:
        return ""
    where = label(loaded.state, search.space) if search.space else ""
    when = _turn_in_words(loaded.state, search.turn) if search.turn else ""
    return "".join(f" · {part}" for part in (where, when) if part)


def _nothing(search: Search) -> str:
    if search.from_roll is not None or search.before is not None:
        return "This game has no roll with that number. Leave the number empty to see the latest rolls."
    return (
        "No dice have been rolled there yet." if search.space or search.turn else "No dice have been rolled here yet."
    )


def _turn_in_words(state: GameState, key: str) -> str:
    """ "Germany, round 3" of a phase key or a turn, "Round 3" of a round."""
    count, _, rest = key.partition(".")
    power = state.edition.power.get(rest.partition(".")[0])
    return f"{power.name}, round {count}" if power else f"Round {count}"


def _line(roll: FallenRoll) -> str:
    """ "`17` West Russia, round 2: the attacker's fire · 1 3 6"."""
    if roll.order == VOID:
        return f"`{roll.number}` void, counts for nothing: {_faces(roll)}"
    undone = " (rolled back)" if roll.is_rolled_back else ""
    return f"`{roll.number}` {first_upper(roll.why)} · {_faces(roll)}{undone}"


def _faces(roll: FallenRoll) -> str:
    if len(roll.faces) <= MANY_DICE:
        return " ".join(map(str, roll.faces))
    return ", ".join(f"{count} × {face}" for face, count in sorted(Counter(roll.faces).items()))
