"""Games that were played to their end, with what a player has in hand then: two files and two posts."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import text

from engine import IllegalAction
from gamemaster.errors import RolledInVain
from tests.gamemaster.desk import ANNA, BEN, FAY, Desk, desk
from tests.gamemaster.rolling import BATTLE, END, REVISED, before_a_battle
from tests.gamemaster.test_answering import HOUR, Watch
from tests.gamemaster.test_dice_stay import FORTY_BOMBERS, MARCH, OVER_THE_GUN, fails_after

SCRIPT = Path(__file__).parents[2] / "docs" / "verify_dice.py"
SMALL = {"infantry": 3, "tank": 1}
MOVE: dict[str, Any] = {"type": "move", "units": SMALL, "path": ["russia", "west_russia"]}


@dataclass(frozen=True)
class Ended:
    """What /game export gives, what the channel shows, and what /dice verify says."""

    record: bytes
    dice: bytes
    commitment: str
    fingerprint: str
    verdict: str

    @property
    def file(self) -> dict[str, Any]:
        """The file of dice, to be looked at or changed."""
        read: dict[str, Any] = json.loads(self.dice)
        return read


def the_script() -> ModuleType:
    """The script, which shares no code with us."""
    spec = importlib.util.spec_from_file_location("verify_dice", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def canonical(file: Any) -> bytes:
    return json.dumps(file, sort_keys=True, separators=(",", ":")).encode() + b"\n"


def fingerprint(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def posts_in(told: str) -> tuple[str, str]:
    """The commitment and the last fingerprint, as they stand in the posts of a channel."""
    commitment = re.findall(r"SHA-256 of the seed of the dice: ([0-9a-f]{64})", told)
    found = re.findall(r"Fingerprint of the file of dice: `([0-9a-f]{64})`", told)
    return commitment[0], found[-1]


async def ended(table: Desk) -> Ended:
    """What there is of a game that is over; both posts are taken from the channel."""
    await table.send()
    told = "\n".join(post.content for post in table.mailbox.all_posted)
    loaded = await table.loaded()
    dice = await table.master.records.dice_check(loaded)
    assert dice is not None
    record = await table.master.records.export(loaded)
    verdict = await table.master.records.verify_dice(loaded)
    return Ended(record.encode(), dice.encode(), *posts_in(told), verdict)


async def fight_on(table: Desk) -> None:
    """Answer all that is asked by its default; the attacker presses on."""
    while requests := (await table.state()).requests:
        request = requests[0]
        actor = ANNA if request.power == "soviet_union" else BEN
        choice = {"press": True} if request.kind == "retreat" else "default"
        await table.act(actor, {"type": "decide", "request": request.id, "choice": choice})


async def war(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: int = 2) -> Ended:
    """A round that is rolled back, an order that is taken back, dice that are void, a battle that counts; abandoned."""
    async with before_a_battle(tmp_path, infantry=SMALL["infantry"], tanks=SMALL["tank"]) as table:
        async with table.master.store.write() as write:
            await write.connection.execute(text("UPDATE games SET dice_method = :method"), {"method": method})
        await table.act(ANNA, BATTLE)
        await table.roll_back(1)  # the position that was dealt
        await table.act(ANNA, MOVE)
        await table.act(ANNA, {"type": "undo"})
        await table.act(ANNA, MOVE, END)
        with monkeypatch.context() as broken:
            fails_after(broken, 0, IllegalAction("form", "No."), rolled=True)
            await table.act(ANNA, BATTLE)
        await table.act(ANNA, BATTLE)
        await fight_on(table)
        await table.wish(FAY, "end")
        return await ended(table)


async def war_by_method_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ended:
    """The same war, begun before rolls were bound to their entries."""
    return await war(tmp_path, monkeypatch, method=1)


async def timed(tmp_path: Path, _: pytest.MonkeyPatch) -> Ended:
    """Casualties by a standing order, answers for somebody who is away; in the end the other side concedes."""
    watch = Watch()
    async with desk(tmp_path, clock=watch) as table:
        force = {"infantry": 12, "tank": 6}
        garrison = {"infantry": 9, "tank": 3}
        spaces = {"russia": {"soviet_union": force}, "west_russia": {"germany": garrison}}
        await table.place("soviet_union", "combat_move", spaces)
        await table.act(ANNA, {**MOVE, "units": force}, END)
        await table.master.standing_orders.leave(
            await table.view(BEN), BEN.user_id, "germany", "land", ["tank", "infantry"]
        )
        await table.act(ANNA, BATTLE)
        while requests := (await table.state()).requests:
            await table.send()
            watch.now += 25 * HOUR
            await table.wish(FAY, "answer", request=requests[0].id)
        await table.act(BEN, *({"type": "concede", "power": power} for power in ("germany", "japan")))
        return await ended(table)


async def imported(tmp_path: Path, _: pytest.MonkeyPatch) -> Ended:
    """A battle that began elsewhere, goes on from its record, and goes back into the record once."""
    async with before_a_battle(tmp_path) as table:
        await table.act(ANNA, BATTLE)
        await table.act(ANNA, {"type": "concede", "power": "soviet_union"})
        record = await table.record()
    (tmp_path / "copy").mkdir()
    async with desk(tmp_path / "copy", started=False) as table:
        await table.bring(record)
        await fight_on(table)
        await table.act(ANNA, END)
        await table.wish(FAY, "end")
        return await ended(table)


async def imported_after_a_start_that_failed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Ended:
    """Advantages are rolled in vain, so that a roll is on record before the entries that a record brings."""
    (tmp_path / "first").mkdir()
    async with desk(tmp_path / "first", REVISED, setup="revised") as table:
        await table.place("germany", "noncombat_move", FORTY_BOMBERS)
        await table.act(BEN, OVER_THE_GUN, END)
        record = await table.record()
    rolled = {"advantages": "roll 2"}
    async with desk(tmp_path, REVISED, setup="revised", options=rolled, started=False) as table:
        loaded = await table.loaded()
        with monkeypatch.context() as broken:
            fails_after(broken, 0, IllegalAction("form", "No."), rolled=True)
            with pytest.raises(RolledInVain):
                await table.master.lobby.start(loaded, ANNA, "the start")
        await table.bring(record)
        await table.act(ANNA, END)
        await table.wish(FAY, "end")
        return await ended(table)


async def in_secret(tmp_path: Path, _: pytest.MonkeyPatch) -> Ended:
    """Abandoned in a phase in which an aircraft has been shot at, behind an order that nobody was shown."""
    async with desk(tmp_path, REVISED, setup="revised") as table:
        await table.place("germany", "noncombat_move", FORTY_BOMBERS)
        await table.act(BEN, MARCH)
        await table.act(BEN, OVER_THE_GUN)
        await table.wish(FAY, "end")
        return await ended(table)


async def gone_back_into_a_phase(tmp_path: Path, _: pytest.MonkeyPatch) -> Ended:
    """A battle is rolled back into the orders before it, which are secret again; abandoned."""
    async with before_a_battle(tmp_path) as table:
        await table.roll_back(1)
        await table.act(ANNA, {**MOVE, "units": {"infantry": 12}})
        await table.act(ANNA, END)
        await table.act(ANNA, BATTLE)
        async with table.master.store.read() as read:
            kept = [seq for seq, key in await read.kept_states(table.game_id) if key.endswith("combat_move")]
        await table.roll_back(max(kept))
        await table.wish(FAY, "end")
        return await ended(table)


async def with_bids(tmp_path: Path, _: pytest.MonkeyPatch) -> Ended:
    """Both sides have placed a bid under seal, one on each side of a battle; abandoned after it."""
    async with desk(tmp_path, options={"bid": "allies 9, axis 6"}) as table:
        for actor, power, space in ((ANNA, "soviet_union", "russia"), (BEN, "germany", "west_russia")):
            placed = {"units": {power: {space: {"infantry": 1}}}}
            await table.act(actor, {"type": "decide", "kind": "bid", "power": power, "choice": placed})
        await table.act(ANNA, END)
        await table.act(ANNA, MOVE, END, BATTLE)
        await fight_on(table)
        await table.wish(FAY, "end")
        return await ended(table)


async def never_begun(tmp_path: Path, _: pytest.MonkeyPatch) -> Ended:
    """A game that is given up in its lobby."""
    async with desk(tmp_path, started=False) as table:
        game = (await table.loaded()).game
        await table.wish(FAY, "end")
        table.mailbox.all_posted.clear()
        await table.send()
        (post,) = table.mailbox.all_posted
        found = re.findall(r"Fingerprint of the file of dice: `([0-9a-f]{64})`", post.content)
        dice = await table.master.records.dice_check(await table.loaded())
        assert dice is not None
        record = await table.master.records.export(await table.loaded())
        verdict = await table.master.records.verify_dice(await table.loaded())
        return Ended(record.encode(), dice.encode(), game.commitment, found[0], verdict)


GAMES: dict[str, Callable[[Path, pytest.MonkeyPatch], Coroutine[Any, Any, Ended]]] = {
    each.__name__: each
    for each in (
        war,
        war_by_method_1,
        timed,
        imported,
        imported_after_a_start_that_failed,
        in_secret,
        gone_back_into_a_phase,
        with_bids,
        never_begun,
    )
}
