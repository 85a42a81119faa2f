"""All standing orders are sealed as a combat move ends: nobody can read them, nobody can change them unseen."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from gamemaster.orders import giving
from gamemaster.table_settings import TableSettings
from store import WriteTransaction
from store.seals import Seal, seals_of
from tests.gamemaster.desk import ANNA, BEN, CLEO, FAY, Desk, desk
from tests.gamemaster.dice_games import canonical, ended, fight_on, fingerprint, the_script
from tests.gamemaster.rolling import BATTLE, END
from tests.gamemaster.test_windows import asked, leave, window

LINE = re.compile("^-# Standing orders sealed: `([0-9a-f]{64})`$", re.MULTILINE)
MOVE: dict[str, Any] = {"type": "move", "units": {"infantry": 12, "tank": 6}, "path": ["russia", "west_russia"]}


async def kept(table: Desk) -> tuple[Seal, ...]:
    async with table.master.store.read() as read:
        return await seals_of(read, table.game_id)


async def lines(table: Desk) -> list[tuple[str, str]]:
    """The first line of each post that shows a seal, with the hash, among those that wait to be sent."""
    return [
        (post.content.splitlines()[0], found) for post in await table.send() for found in LINE.findall(post.content)
    ]


@pytest.mark.rule("ASY-04")
async def test_orders_stand_sealed_in_the_post_of_the_combat_move_with_and_without_any(tmp_path: Path) -> None:
    for policy, orders in (("ask", {}), ("all", {"anzac": {"reactions": ["all"]}})):
        (tmp_path / policy).mkdir()
        async with window(tmp_path / policy) as table:
            await leave(table, CLEO, "anzac", policy)
            assert await kept(table) == (), "before the phase ends"
            await table.act(BEN, END)
            (seal,) = await kept(table)
            assert await lines(table) == [("**Japan, round 1, combat move**", seal.digest)]
            assert hashlib.sha256(seal.text.encode()).hexdigest() == seal.digest
            assert (seal.content["orders"], seal.content["turn"]) == (orders, "1.japan")
            assert await asked(table) == [("reaction", "united_states"), ("reaction", "anzac")]
            exported = json.dumps(await table.record())
            assert seal.text not in exported
            assert seal.content["nonce"] not in exported
            assert await table.master.records.dice_check(await table.loaded()) is None


@pytest.mark.rule("ASY-04")
async def test_a_phase_whose_end_was_not_saved_is_sealed_by_the_same_hash_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[str] = []

    async def not_kept(_write: WriteTransaction, _game_id: int, seals: list[Seal]) -> None:
        tried.extend(seal.digest for seal in seals)
        raise KeyError("the power fails")

    async with window(tmp_path) as table:
        with monkeypatch.context() as broken:
            broken.setattr(giving, "keep_seals", not_kept)
            with pytest.raises(KeyError, match="the power fails"):
                await table.act(BEN, END, cause="press A")
        assert (await table.state()).phase == "combat_move"
        assert await lines(table) == []
        await table.act(BEN, END, cause="press B")
        (seal,) = await kept(table)
        assert tried == [seal.digest] == [found for _, found in await lines(table)]


@pytest.mark.rule("ASY-04")
async def test_a_phase_put_back_is_sealed_anew_and_all_is_shown_in_the_end(tmp_path: Path) -> None:
    """Germany's order is left only before the second time; the script and the bot say the same of both."""
    async with desk(tmp_path) as table:
        garrison = {"germany": {"infantry": 9, "tank": 3}}
        spaces = {"russia": {"soviet_union": {"infantry": 12, "tank": 6}}, "west_russia": garrison}
        await table.place("soviet_union", "combat_move", spaces)
        await table.act(ANNA, MOVE, END)
        await table.roll_back(1)
        await table.act(ANNA, MOVE)
        await table.master.standing_orders.leave(await table.view(BEN), BEN.user_id, "germany", "land", ["infantry"])
        await table.act(ANNA, END)
        await table.act(ANNA, BATTLE)
        await fight_on(table)
        await table.wish(FAY, "end")
        game = await ended(table)
        posted = [found for post in table.mailbox.all_posted for found in LINE.findall(post.content)]
        sealed = game.file["sealed"]
        assert [seal["hash"] for seal in sealed] == posted
        assert len({*posted}) == 2
        orders = [json.loads(seal["text"])["orders"] for seal in sealed]
        assert orders == [{}, {"germany": {"land": ["infantry"]}}]
        first, second = [line for line in game.verdict.splitlines() if "sealed standing orders" in line]
        assert first == f"Round 1, soviet union: the sealed standing orders match `{posted[0]}`; rolled back since."
        assert second.startswith(f"Round 1, soviet union: the sealed standing orders match `{posted[1]}`; answers by ")
        answers = sum(row.get("auto") == "order" for row in game.file["log"])
        assert answers > 0
        assert second.endswith(f"until the next seal: {answers}, {answers} of them for powers that had sealed some.")
        _check_with_the_script(tmp_path, game.dice, game.commitment)
        await _tamper(table, sealed)


def _check_with_the_script(folder: Path, dice: bytes, commitment: str) -> None:
    """The script confirms the true file, and no other hash, text or row; nor one that is gone from the middle."""

    def answer(data: bytes) -> int:
        (folder / "dice.json").write_bytes(data)
        given = [str(folder / "dice.json"), "--commitment", commitment, "--fingerprint", fingerprint(data)]
        code: int = the_script().main(given)
        return code

    assert answer(dice) == 0
    file = json.loads(dice)
    first, second = file["sealed"]
    other = second["text"].replace("infantry", "tank")
    another_entry = re.sub('"entry":[0-9]+', '"entry":1', second["text"])
    for forged in (
        [],
        [second, first],
        [first, first, second],
        [first, {**second, "hash": first["hash"]}],
        [first, {**second, "text": other}],
        [first, {**second, "text": other, "hash": hashlib.sha256(other.encode()).hexdigest(), "row": 1}],
        [first, {**second, "text": another_entry, "hash": hashlib.sha256(another_entry.encode()).hexdigest()}],
        [first, {**second, "text": f"{second['text']} "}],
        [first, {**second, "text": "1"}],
        [first, {**second, "row": len(file["log"])}],
        [first, {**second, "row": True}],
        [first, {**second, "note": 1}],
        [first, 1],
    ):
        assert answer(canonical({**file, "sealed": forged})) in (1, 2), forged


async def _tamper(table: Desk, sealed: list[Any]) -> None:
    """Another text on record is found by the bot, and no damage keeps it from answering."""
    for instead in (sealed[1]["text"].replace("infantry", "tank"), "{", "[]"):
        async with table.master.store.write() as write:
            change = text("UPDATE seals SET text = :text WHERE digest = :digest")
            await write.connection.execute(change, {"text": instead, "digest": sealed[1]["hash"]})
        said = await table.master.records.verify_dice(await table.loaded())
        entry = json.loads(sealed[1]["text"])["entry"]
        assert f"The standing orders that entry {entry} sealed do not fit the hash that was posted." in said
        assert await table.master.records.dice_check(await table.loaded())


@pytest.mark.rule("ASY-04")
async def test_a_table_with_one_post_a_turn_reads_the_seal_when_the_phase_ends(tmp_path: Path) -> None:
    """Nothing is posted where nothing was ordered and nothing is fought."""
    async with window(tmp_path, customs=TableSettings(posts="one a turn")) as table:
        await table.send()
        await table.act(BEN, END)
        (seal,) = await kept(table)
        assert await lines(table) == [(f"-# Standing orders sealed: `{seal.digest}`", seal.digest)]
    (tmp_path / "quiet").mkdir()
    async with desk(tmp_path / "quiet") as table:
        await table.act(ANNA, END)
        await table.act(ANNA, END)
        assert (await table.state()).phase == "noncombat_move"
        assert (await kept(table), await lines(table)) == ((), [])
