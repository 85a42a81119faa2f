"""The pictures of the README, from a game at the local table: `make pictures` puts them into docs/pictures.

A map, a battle, a question on a phone, and a short replay, each as the bot gives it to players, made small.
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image, ImageSequence
from playwright.async_api import ViewportSize

from local import LocalTable, Message, Player, Reply
from tests.browser.window import PHONE, Window, chromium
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, found, settled

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
MOST_BYTES = 150_000
WIDE, NARROW, REPLAYED = 1100, 390, 560
MOST_SCENES = 12
QUALITIES = (82, 74, 66, 58, 50, 40)
SHARPNESS = 2  # pixels of the screen for one of the page
TO_TRY = "try"
FOUGHT = "**West Russia"
WAR = "revised_mid_war"
BATTLE = json.dumps(
    {
        "spaces": {
            "west_russia": {"units": {"germany": {"infantry": 5, "tank": 2, "fighter": 1}}},
            "russia": {"units": {"soviet_union": {"infantry": 6, "tank": 3, "fighter": 2}}},
        },
        "turn": {"round": 1, "power": "soviet_union", "phase": "combat_move"},
    }
)


async def main() -> int:
    """Play, and keep what was seen."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        async with house(Path(folder), ["cogs.table.demo"]) as (table, bot):
            await _war(table)
            battle = await _battle(table)
            await settled(bot)
            _keep("battle", await _picture(battle))
            _keep("phone", await _phone(table))
    return 0


async def _war(table: LocalTable) -> None:
    """A war under way: its map, and how it came to that."""
    anna, channel = table.user("Anna"), table.add_channel(TO_TRY)
    await anna.command(channel, "demo", game=WAR, opponent="Ben")
    _keep("map", await _picture_of(anna, await anna.command(channel, "map", region="europe")))
    replay = await anna.command(channel, "replay", rounds="2")
    _keep_moving("replay", await _picture_of(anna, replay))


async def _battle(table: LocalTable) -> Message:
    """A battle of 1941 after its first dice, where the defender is asked."""
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna)
    await correct(table, BATTLE)
    attack: dict[str, Any] = {"from": "russia", "to": "west russia", "units": "6 infantry, 3 tanks, 2 fighters"}
    await anna.command(CHANNEL, "move", **attack)
    ended = await anna.command(CHANNEL, "end-phase")
    if "End anyway" in ended.shown.labels:
        await anna.press(ended.shown, "End anyway")
    await anna.command(CHANNEL, "battle", space="west russia")
    return await found(anna, lambda message: bool(message.attachments) and message.content.startswith(FOUGHT))


async def _phone(table: LocalTable) -> bytes:
    """What the defender sees on a phone on opening the question."""
    size: ViewportSize = {"width": PHONE["width"], "height": PHONE["height"]}
    async with chromium() as browser:
        page = await browser.new_page(viewport=size, device_scale_factor=SHARPNESS, has_touch=True)
        await page.goto(f"{table.base_url}/?user=Ben")
        ben = Window(page, "Ben", [], [])
        await ben.command("decide")
        await page.locator("#messages li.message img.picture").last.wait_for()
        await page.wait_for_load_state("networkidle")
        return await page.screenshot()


async def _picture_of(player: Player, reply: Reply) -> bytes:
    """The picture of an answer, or of what followed it."""
    message = reply.shown
    return await _picture(message if message.attachments else await player.followup(reply))


async def _picture(message: Message) -> bytes:
    return await message.attachments[0].read()


def _keep(name: str, data: bytes) -> None:
    """Write a picture, small."""
    with Image.open(io.BytesIO(data)) as opened:
        image = opened.convert("RGB")
    wide = SHARPNESS * NARROW if image.height > image.width else WIDE
    if image.width > wide:
        image = image.resize((wide, round(image.height * wide / image.width)), Image.Resampling.LANCZOS)
    _write(name, [image], [0])


def _keep_moving(name: str, data: bytes) -> None:
    """Write an animation, small."""
    with Image.open(io.BytesIO(data)) as opened:
        size = REPLAYED, round(opened.height * REPLAYED / opened.width)
        frames: list[Image.Image] = []
        times: list[int] = []
        for frame in ImageSequence.Iterator(opened):
            if len(frames) == MOST_SCENES:
                break
            frames.append(frame.convert("RGB").resize(size, Image.Resampling.LANCZOS))
            times.append(int(frame.info.get("duration", 1000)))
    _write(name, frames, times)


def _write(name: str, frames: list[Image.Image], times: list[int]) -> None:
    for quality in QUALITIES:
        written = io.BytesIO()
        moving: dict[str, Any] = (
            {"save_all": True, "append_images": frames[1:], "duration": times, "minimize_size": True, "loop": 0}
            if frames[1:]
            else {}
        )
        frames[0].save(written, "WEBP", quality=quality, method=6, **moving)
        if len(written.getvalue()) <= MOST_BYTES:
            break
    else:
        raise SystemExit(f"{name} does not fit into {MOST_BYTES:,} bytes.")
    (FOLDER / f"{name}.webp").write_bytes(written.getvalue())
    sys.stdout.write(f"{name}: {frames[0].size[0]} x {frames[0].size[1]}, {len(written.getvalue()) // 1000} kB\n")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
