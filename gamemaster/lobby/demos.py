"""Games to try: each playable setup from its start, and wars under way from committed records, with all seats taken."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from engine import load_setup, setup_names
from gamemaster.master import GameMaster
from gamemaster.roles import Actor, SeatedGame

RECORDS = Path(__file__).parents[2] / "data" / "demos"


@dataclass(frozen=True)
class Demo:
    """A game to try; `record` is the file of a war under way, None for a new game."""

    id: str
    setup: str
    record: Path | None = None

    @property
    def edition(self) -> str:
        """The setup's title."""
        return load_setup(self.setup).title

    @property
    def stage(self) -> str:
        """Where the game begins, in words."""
        return "from the start" if self.record is None else "in mid-war"

    @property
    def title(self) -> str:
        return f"{self.edition}, {self.stage}"


@cache
def demos() -> Mapping[str, Demo]:
    """All games to try, by id: the new ones first."""
    new = [Demo(setup, setup) for setup in setup_names()]
    under_way = [_under_way(path) for path in sorted(RECORDS.glob("*.json"))]
    return {demo.id: demo for demo in (*new, *under_way) if demo.setup in setup_names()}


def _under_way(path: Path) -> Demo:
    return Demo(path.stem, json.loads(path.read_text())["setup"], path)


async def lay_out(
    master: GameMaster, demo: Demo, actor: Actor, opponent_id: int, place: tuple[int, int], cause: str
) -> SeatedGame:
    """Set a game up in a place (guild and channel): the actor plays the Allies, the opponent the Axis.

    Raises TableRefusal.
    """
    edition = load_setup(demo.setup)
    loaded = await master.lobby.create(actor, *place, demo.setup, {}, demo.title)
    for user_id, side in ((actor.user_id, "allies"), (opponent_id, "axis")):
        powers = [power.id for power in edition.powers_with_turns if power.side == side]
        loaded = await master.lobby.join(loaded, user_id, powers)
    if demo.record is None:
        return await master.lobby.start(loaded, actor, cause)
    return await master.records.import_record(loaded, actor, partial(asyncio.to_thread, demo.record.read_bytes), cause)
