"""How a game comes by its national advantages: chosen in the lobby, or rolled with dice that can be checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import load_setup
from engine.replay import read_record, replay
from gamemaster.dice.rolls import roll_faces
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.lobby.advantages import AdvantagePlan, plans_to_offer, read_plan
from tests.gamemaster.desk import ANNA, BEN, TWO, desk

REVISED = load_setup("revised")
PICKS = {
    "soviet_union": ("salvage", "russian_winter"),
    "germany": ("wolf_packs", "panzerblitz"),
    "united_kingdom": ("radar", "joint_strike"),
    "japan": ("banzai_attacks", "tokyo_express"),
    "united_states": ("marines", "island_bases"),
}


@pytest.mark.rule("OPT-11", setup="revised")
async def test_a_game_begins_once_every_player_has_chosen_his_advantages(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False, setup="revised", options={"advantages": "choose 2"}) as table:
        lobby = table.master.lobby
        with pytest.raises(
            TableRefusal, match="Choose the national advantages of the Soviet Union, Germany, the United Kingdom"
        ):
            await lobby.start(await table.loaded(), ANNA, "too early")
        for player, powers in TWO.items():
            for power in powers:
                await lobby.choose_advantages(await table.loaded(), player.user_id, power, PICKS[power])
        await lobby.start(await table.loaded(), ANNA, "the start")
        state = await table.state()
        assert {power: set(names) for power, names in state.advantages.items()} == {
            power: set(names) for power, names in PICKS.items()
        }
        posts = [post.content for post in await table.send()]
        assert any("• Germany: Panzerblitz and Wolf Packs" in post for post in posts)
        record = await table.record()
        assert record["options"]["advantages"].startswith("russian_winter, salvage, panzerblitz")
        assert replay(read_record(json.dumps(record))).state == state


async def test_a_player_chooses_for_his_own_powers_as_many_as_were_agreed(tmp_path: Path) -> None:
    async with desk(tmp_path, started=False, setup="revised", options={"advantages": "choose 2"}) as table:
        lobby, loaded = table.master.lobby, await table.loaded()
        with pytest.raises(NotAllowed, match="only for your own powers"):
            await lobby.choose_advantages(loaded, BEN.user_id, "united_kingdom", ("radar", "joint_strike"))
        with pytest.raises(TableRefusal, match="Choose 2 from U-Boat Interdiction, Atlantic Wall"):
            await lobby.choose_advantages(loaded, BEN.user_id, "germany", ("wolf_packs",))
        with pytest.raises(TableRefusal, match="Choose 2 from"):
            await lobby.choose_advantages(loaded, BEN.user_id, "germany", ("wolf_packs", "radar"))
        await lobby.choose_advantages(loaded, BEN.user_id, "germany", ("wolf_packs", "panzerblitz"))
        changed = await lobby.choose_advantages(loaded, BEN.user_id, "germany", ("wolf_packs", "atlantic_wall"))
        plan = read_plan(REVISED, changed.game.options["advantages"])
        assert plan.chosen["germany"] == ("atlantic_wall", "wolf_packs")


@pytest.mark.rule("OPT-11", "OPT-12", setup="revised")
async def test_rolled_advantages_come_from_the_dice_of_the_game_and_are_posted(tmp_path: Path) -> None:
    async with desk(tmp_path, setup="revised", options={"advantages": "roll 2"}) as table:
        state = await table.state()
        assert all(len(state.advantages[power]) == 2 for power in state.edition.turn_order)
        async with table.master.store.read() as read:
            seed = await read.seed(table.game_id)
            rolls = await read.rolls(table.game_id)
        assert [roll.number for roll in rolls] == list(range(1, len(rolls) + 1))
        for roll in rolls:
            made = roll_faces(seed, str(table.game_id), roll.number, "the start", len(roll.faces), roll.seq)
            assert made == roll.faces
        numbers = {advantage.number for advantage in REVISED.advantages if advantage.id in state.advantages["germany"]}
        german = {face for roll in rolls if "Germany" in roll.why for face in roll.faces}
        assert german == numbers
        posts = [post.content for post in await table.send()]
        assert posts[1].startswith("National advantages, rolled:\n• Soviet Union: ")
        record = await table.record()
        assert [step["action"]["type"] for step in record["steps"]] == ["roll_advantages"]
        assert replay(read_record(json.dumps(record))).state == state


async def test_an_edition_without_national_advantages_takes_none(tmp_path: Path) -> None:
    with pytest.raises(TableRefusal, match="has no national advantages"):
        async with desk(tmp_path, options={"advantages": "choose 2"}):
            pass
    assert plans_to_offer(load_setup("aa1941")) == (AdvantagePlan(),)


@pytest.mark.parametrize("plan", plans_to_offer(REVISED))
def test_a_plan_is_read_back_from_what_is_typed_and_from_what_is_kept(plan: AdvantagePlan) -> None:
    assert read_plan(REVISED, plan.typed) == plan
    assert read_plan(REVISED, plan.stored) == plan


@pytest.mark.parametrize("typed", ["choose", "choose 7", "roll 0", "two", "roll 1 2"])
def test_a_plan_that_is_not_understood_is_refused_with_an_example(typed: str) -> None:
    with pytest.raises(TableRefusal, match="such as “choose 2”"):
        read_plan(REVISED, typed)
