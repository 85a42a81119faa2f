"""/map through Discord."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cogs.service.client import TableBot
from local import Attachment, LocalTable, Message, Player, Reply
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, SIDES, Campaign, begin, found

drawn = pytest.mark.real_workers
"""For tests that look at the picture; others read its words."""


async def opened(table: LocalTable) -> tuple[Player, Player]:
    """A game that has just begun: Anna plays the Allies and is on turn, Ben plays the Axis."""
    anna, ben = table.user("Anna"), table.user("Ben")
    await begin(ben, anna)
    return anna, ben


async def after_a_turn(table: LocalTable, bot: TableBot) -> tuple[Player, Player]:
    """A game in which the first power has had its turn."""
    anna, ben = await opened(table)
    players = {power: ben if side == "axis" else anna for side, powers in SIDES.items() for power in powers}
    await Campaign(bot, players, table.world.channel_named(CHANNEL)["id"]).play_turn()
    return anna, ben


def only_file(reply: Reply) -> Attachment:
    """The one file of an answer."""
    (file,) = reply.shown.attachments
    return file


def words_of(reply: Reply) -> str:
    """The alt text of the picture in an answer."""
    return only_file(reply).alt_text or ""


async def size_of(file: Attachment) -> tuple[int, int]:
    """Width and height of a picture, which is what its name says."""
    with Image.open(io.BytesIO(await file.read())) as picture:
        assert picture.get_format_mimetype() == file.content_type
        return picture.size


@drawn
async def test_the_map_shows_the_whole_board_a_region_or_a_space_to_who_asks_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        _, ben = await opened(table)
        whole = await ben.command(CHANNEL, "map")
        assert whole.ephemeral
        assert words_of(whole).startswith("Soviet Union, round 1, purchase.")
        region = await ben.command(CHANNEL, "map", region="Europe and the Mediterranean")
        assert "The map shows Europe and the Mediterranean." in words_of(region)
        space = await ben.command(CHANNEL, "map", space="ukraine")
        assert "The map shows Ukraine and its neighbours." in words_of(space)
        sizes = [await size_of(only_file(reply)) for reply in (whole, region, space)]
        assert sizes[0][0] == 3000
        assert all(width < 1500 for width, _ in sizes[1:])
        assert table.refusals == []


async def test_overlays_are_named_in_a_list_and_told_in_the_alt_text(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, _ = await opened(table)
        reply = await anna.command(CHANNEL, "map", region="europe", show="income, land reach", power="germany")
        words = words_of(reply)
        assert (
            "Soviet Union can strike by land next turn: Eastern Europe, Norway/Finland, Ukraine, West Russia." in words
        )
        assert "by sea" not in words
        assert "Income by territory held: Soviet Union 7, Germany 12" in words


async def test_reach_says_whose_it_is_and_lets_a_player_of_several_powers_choose(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = await opened(table)
        shown = (await ben.command(CHANNEL, "map", region="europe", show="reach")).shown
        assert shown.content == "Enemy reach: what enemies of Germany can strike next turn."
        (menu,) = shown.selects
        assert menu.placeholder == "Choose another power"
        assert [option.label for option in menu.options][:2] == ["Germany", "Japan"]
        assert [option.label for option in menu.options if option.default] == ["Germany"]
        await ben.choose(shown, "Japan")
        japan = await ben.wait_until(shown, lambda message: "Japan" in message.content)
        assert japan.content == "Enemy reach: what enemies of Japan can strike next turn."
        assert [option.label for option in japan.selects[0].options if option.default] == ["Japan"]
        plain = await pressed(ben, japan, "Enemy reach", "The map shows Europe")
        plain = await ben.wait_until(plain, lambda message: message.content == "")
        assert plain.selects == []
        told = await anna.command(CHANNEL, "map", show="reach", words=True)
        assert told.content.startswith("Enemy reach: what enemies of the Soviet Union can strike next turn.\n")
        assert table.refusals == []


async def test_an_unknown_place_is_answered_with_the_nearest_names(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, _ = await opened(table)
        space = await anna.command(CHANNEL, "map", space="Ukrne")
        assert space.content.startswith("There is no space “Ukrne”. Did you mean Ukraine")
        strange = await anna.command(CHANNEL, "map", space="xyzzy")
        hint = "Write its name as the map has it, or a sea zone by its number."
        assert strange.content == f"There is no space “xyzzy”. {hint}"
        region = await anna.command(CHANNEL, "map", region="Easter Front")
        assert region.content.startswith("There is no region “Easter Front”. Did you mean Eastern Front")
        power = await anna.command(CHANNEL, "map", show="reach", power="grmny")
        assert power.content.startswith("There is no power “grmny”. Did you mean Germany?")
        show = await anna.command(CHANNEL, "map", show="moves, weather")
        assert show.content.startswith("I can't show “weather” on a map. Choose moves, battles,")


async def test_a_list_of_overlays_is_completed_name_by_name(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, _ = await opened(table)
        first = await anna.autocomplete(CHANNEL, "map", focused="show", show="ba")
        assert [choice.value for choice in first] == ["battles"]
        second = await anna.autocomplete(CHANNEL, "map", focused="show", show="battles, in")
        assert [choice.value for choice in second] == ["battles, income"]
        third = await anna.autocomplete(CHANNEL, "map", focused="show", show="moves, ")
        assert "moves, moves" not in [choice.value for choice in third]
        assert "moves, reach" in [choice.value for choice in third]


async def pressed(player: Player, message: Message, label: str, said: str) -> Message:
    """Press a button below a map, and wait until the map in its place says this."""
    reply = await player.press(message, label)
    assert reply.shown.id == message.id
    return await player.wait_until(reply.shown, lambda shown: said in (shown.attachments[0].alt_text or ""))


@drawn
async def test_buttons_below_a_map_change_it_in_its_place(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, _ = await opened(table)
        near = (await anna.command(CHANNEL, "map", space="ukraine")).shown
        assert near.labels == [
            "Zoom out", "Whole board", "The front", "In words",
            "Moves", "Battles", "Changes", "Enemy reach", "Income",
        ]  # fmt: skip
        far = await pressed(anna, near, "Zoom out", "The map shows Ukraine and all within 2 steps.")
        assert "Zoom in" in far.labels
        farther = await pressed(anna, far, "Zoom out", "within 3 steps")
        assert (await size_of(farther.attachments[0]))[0] > 1000
        rich = await pressed(anna, farther, "Income", "Income by territory held")
        assert "within 3 steps" in (rich.attachments[0].alt_text or "")
        whole = await pressed(anna, rich, "Whole board", "Income by territory held")
        whole = await anna.wait_until(whole, lambda shown: "Whole board" not in shown.labels)
        assert (await size_of(whole.attachments[0]))[0] == 3000
        assert table.refusals == []


@drawn
async def test_the_map_button_of_the_panel_opens_a_map_of_ones_own(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        _, ben = await opened(table)
        panel = await found(ben, lambda message: "My orders" in message.labels)
        shown = await ben.press(panel, "Map")
        assert shown.ephemeral
        assert shown.shown.id != panel.id
        assert (await size_of(only_file(shown)))[0] == 3000


async def test_the_words_of_a_view_tell_every_unit_in_it(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, _ = await opened(table)
        near = await anna.command(CHANNEL, "map", space="ukraine", words=True)
        assert "Ukraine (Germany): 3 infantry, 2 tanks." in near.content
        assert "West Russia (Germany): 3 infantry." in near.content
        assert "Brazil" not in near.content
        drawn = await anna.command(CHANNEL, "map", space="ukraine")
        told = await anna.press(drawn.shown, "In words")
        assert told.content == near.content


async def test_moves_and_battles_of_an_open_phase_are_shown_to_the_acting_seat_alone(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = await opened(table)
        players = {power: ben if side == "axis" else anna for side, powers in SIDES.items() for power in powers}
        await Campaign(bot, players, table.world.channel_named(CHANNEL)["id"]).end_phase()
        order: dict[str, Any] = {"from": "russia", "units": "3 infantry, 1 tank", "to": "west_russia"}
        await anna.command(CHANNEL, "move", **order)
        for region in ("", "front"):
            own = words_of(await anna.command(CHANNEL, "map", region=region, show="moves, battles, changes"))
            assert "Soviet Union: 3 infantry, 1 tank from Russia to West Russia." in own
            assert (
                "Battle in West Russia: the Soviet Union with 4 units, strength 6 against Germany with 3 units" in own
            )
            theirs = words_of(await ben.command(CHANNEL, "map", region=region, show="moves, battles, changes, reach"))
            assert "from Russia" not in theirs
            assert "Battle" not in theirs
            assert "Changed in" not in theirs
        told = await ben.command(CHANNEL, "map", space="russia", show="moves, battles", words=True)
        assert "Russia (Soviet Union): industrial complex; 6 infantry, 1 tank, 1 fighter." in told.content


async def test_a_player_sees_what_has_changed_since_his_last_turn(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = await after_a_turn(table, bot)
        theirs = words_of(await ben.command(CHANNEL, "map", show="changes, moves"))
        assert "Changes since the Soviet Union, round 1, purchase:" in theirs
        assert "Moves of the Soviet Union, round 1, " in theirs
        own = words_of(await anna.command(CHANNEL, "map", show="changes"))
        assert "since the Soviet Union, round 1, mobilize" in own


@drawn
async def test_a_joined_board_is_seen_half_by_half_and_its_politics_as_pictures(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition="global_1940")
        half = await ben.command(CHANNEL, "map", region="Pacific map")
        assert "The map shows Pacific map." in words_of(half)
        await ben.press(half.shown, "Europe map")
        await ben.wait_until(half.shown, partial(_shows, "The map shows Europe map."))
        await anna.command(CHANNEL, "politics")
        for words in ("Germany: at war with", "Strict neutrals"):
            assert await found(anna, partial(_shows, words))
        assert table.refusals == []


def _shows(words: str, message: Message) -> bool:
    return any(words in (file.alt_text or "") for file in message.attachments)
