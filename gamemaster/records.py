"""Game records: what /game export gives and /game import takes."""

from __future__ import annotations

import json
from typing import Any

from engine import event_to_json, new_game
from engine.replay import InvalidRecord, Record, Replay, read_record, replay
from gamemaster.announcing import Announcer
from gamemaster.drafting import stored_state
from gamemaster.errors import TableRefusal
from gamemaster.loading import EVENT_FORMAT, LoadedGame, Loader
from gamemaster.lobby import start_state
from gamemaster.open_entries import open_entries
from gamemaster.plain import without_markdown
from gamemaster.roles import Actor, check_may
from gamemaster.seats import SeatedGame
from gamemaster.version import ENGINE_VERSION
from store import Entry, NewEntry, Reading, Store

RECORD_FORMAT = 1


class Records:
    """Exporting and importing games."""

    def __init__(self, store: Store, loader: Loader, announcer: Announcer) -> None:
        self._store = store
        self._loader = loader
        self._announcer = announcer

    async def export(self, seated: SeatedGame) -> str:
        """The record as JSON text, without anybody's standing orders, orders of the open phase, or the seed."""
        async with self._store.read() as read:
            loaded = await self._loader.with_reading(read, await read.game(seated.game.id))
            entries = await read.entries_since(loaded.game.id, 0)
        return json.dumps(record_of(loaded, entries), ensure_ascii=False, indent=1)

    async def dice_check(self, loaded: SeatedGame) -> str | None:
        """Seed and all rolls as JSON text for docs/verify_dice.py, or None while the game goes on."""
        if loaded.game.status not in ("finished", "abandoned"):
            return None
        async with self._store.read() as read:
            return json.dumps(await _dice_check(read, loaded), indent=1)

    async def import_record(self, loaded: SeatedGame, actor: Actor, text: str, cause: str) -> SeatedGame:
        """Play a record into a game that has not begun; raises NotAllowed, TableRefusal with line and reason."""
        check_may("import", actor, loaded.game, loaded.seats)
        if loaded.game.status != "lobby":
            raise TableRefusal("A record can only be imported into a new game: use /game create first.")
        record, played = _play(text)
        if record.setup != loaded.game.setup:
            raise TableRefusal(f"The record is of {record.setup}; this game is {loaded.game.setup}.")
        entries = [
            NewEntry(
                by=step.by,
                action=step.action,
                cause=cause,
                cause_index=number,
                dice=tuple(step.dice),
                events=[event_to_json(event) for event in events],
                auto=step.auto,
                engine_version=record.engine,
                event_format=EVENT_FORMAT,
            )
            for number, (step, events) in enumerate(zip(record.steps, played.events, strict=True))
        ]
        first = new_game(record.setup, record.options)
        winner = played.state.winner
        begun = LoadedGame(loaded.game, loaded.seats, played.state)
        async with self._store.write() as write:
            await write.commit_turn(loaded.game.id, loaded.game.version, state=start_state(first), status="running")
            await write.change_game(loaded.game.id, options=dict(first.options), name=f"{loaded.game.name} (imported)")
            await write.commit_turn(
                loaded.game.id,
                loaded.game.version + 1,
                entries,
                stored_state(played.state),
                self._announcer.opening(begun, played.state, imported_by=actor),
                status="finished" if winner else None,
                winner=winner,
            )
        self._announcer.wake()
        saved = await self._loader.by_id(loaded.game.id)
        return SeatedGame(saved.game, saved.seats)


def _play(text: str) -> tuple[Record, Replay]:
    try:
        record = read_record(text)
        played = replay(record)
    except InvalidRecord as error:
        raise TableRefusal(f"That file is no game record: {without_markdown(str(error))}") from error
    if played.error:
        step, rule, message = (played.error[key] for key in ("step", "rule", "message"))
        raise TableRefusal(f"Step {step} of the record is not legal: {without_markdown(message)} ({rule})")
    return record, played


def record_of(loaded: LoadedGame, entries: tuple[Entry, ...]) -> dict[str, Any]:
    """The record of a game from its log; what is secret yet stays so."""
    steps = []
    for entry in open_entries(loaded, entries):
        step: dict[str, Any] = {"by": entry.by, "action": dict(entry.action)}
        if entry.auto:
            step["auto"] = entry.auto
        if entry.dice:
            step["dice"] = list(entry.dice)
        steps.append(step)
    return {
        "format": RECORD_FORMAT,
        "engine": ENGINE_VERSION,
        "setup": loaded.game.setup,
        "options": dict(loaded.game.options),
        "steps": steps,
    }


async def _dice_check(read: Reading, loaded: SeatedGame) -> dict[str, Any]:
    seed = await read.seed(loaded.game.id)
    rolls = await read.rolls(loaded.game.id)
    return {
        "seed": seed.hex(),
        "commitment": loaded.game.commitment,
        "game": str(loaded.game.id),
        "rolls": [{"number": r.number, "cause": r.cause, "faces": list(r.faces)} for r in rolls],
    }
