"""/odds through Discord: battles ahead, attacks that might come, typed units, and the buttons below the answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.odds.form import BattleForm
from engine.odds.odds import odds_of
from local import LocalTable, Message, Player
from tests.e2e.house import bot_at_work, house
from tests.e2e.playing import CHANNEL, correct, found
from tests.e2e.test_maps import opened, words_of

MOVES: Any = {"from": "russia", "units": "3 infantry 1 tank", "to": "west russia"}
POSITION = {
    "clear_units": True,
    "spaces": {
        "russia": {"units": {"soviet_union": {"infantry": 6, "tank": 2, "fighter": 1}}},
        "west_russia": {"owner": "germany", "units": {"germany": {"infantry": 3}}},
        "ukraine": {"owner": "germany", "units": {"germany": {"infantry": 3, "tank": 2}}},
    },
    "turn": {"round": 1, "power": "soviet_union", "phase": "combat_move"},
}


async def attacking(table: LocalTable) -> tuple[Player, Player]:
    """Anna's Soviets have moved against West Russia, and could send more; Ben plays the Axis."""
    anna, ben = await opened(table)
    await correct(table, POSITION)
    moved = await anna.command(CHANNEL, "move", **MOVES)
    assert "West Russia" in moved.content, moved.content
    return anna, ben


def won(
    infantry: int,
    tanks: int,
    fighters: int = 0,
    below: float | None = None,
    *,
    spared: bool = False,
    lost: tuple[tuple[str, int], ...] = (),
) -> str:
    """How often that many beat three infantry."""
    units = {"infantry": infantry, "tank": tanks, "fighter": fighters}
    form = {
        "setup": "aa1941",
        "kind": "land",
        "attacker": {"power": "soviet_union", "units": units},
        "defender": {"power": "germany", "units": {"infantry": 3}},
        "retreat_below": below,
        "retreat_with_aircraft": spared,
        "order_of_loss": {"attacker": lost},
    }
    return f"{odds_of(BattleForm.model_validate(form)).attacker_win * 100:.0f}%"


def labels(message: Message) -> list[str]:
    return [button.label or "" for button in message.buttons]


async def pressed(player: Player, shown: Message, label: str, now: str) -> Message:
    """The answer once a button has changed it."""
    button = next(button for button in shown.buttons if (button.label or "").startswith(label))
    await player.press(shown, custom_id=button.custom_id)
    return await player.wait_until(shown, lambda message: now in message.content)


@pytest.mark.real_workers
async def test_a_battle_ahead_is_told_to_who_asks_alone_with_a_picture_that_says_the_same(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, _ = await attacking(table)
        reply = await anna.command(CHANNEL, "odds")
        assert reply.ephemeral
        assert reply.content.startswith(
            "**West Russia**: The Soviet Union attacks\n3 infantry and 1 tank against 3 inf"
        )
        assert f"Attackers win **{won(3, 1)}**" in reply.content
        assert f"+1 fighter {won(3, 1, 1)}" in reply.content
        words = words_of(reply)
        assert f"The Soviet Union attacks: 3 infantry, 1 tank; wins {won(3, 1)}, loses" in words
        assert "Typically " in words
        assert {"For 80%", "Stop after round 1", "Keep a land unit", "Can they take it back?"} <= {*labels(reply.shown)}
        assert table.refusals == []


async def test_buttons_add_units_stop_earlier_and_find_what_is_enough(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, _ = await attacking(table)
        shown = (await anna.command(CHANNEL, "odds", where="west russia")).shown
        shown = await pressed(anna, shown, "+1 tank", "3 infantry and 2 tanks")
        assert f"Attackers win **{won(3, 2)}**" in shown.content
        shown = await pressed(anna, shown, "Stop after round 1", "(stop after round 1)")
        shown = await pressed(anna, shown, "Keep a land unit", "stop after round 1, keep a land unit")
        shown = await pressed(anna, shown, "Fight to the end", "(keep a land unit)")
        shown = (await anna.command(CHANNEL, "odds", where="west russia")).shown
        shown = await pressed(anna, shown, "For 80%", "For 80% add")
        assert int(shown.content.split("Attackers win **")[1].split("%")[0].replace("over ", "")) >= 80
        back = (await anna.command(CHANNEL, "odds", where="west russia")).shown
        back = await pressed(anna, back, "Can they take it back?", "Germany attacks")
        assert "3 infantry and 2 tanks against" in back.content
        assert table.refusals == []


async def test_attackers_leave_as_buttons_and_the_command_say(tmp_path: Path) -> None:
    """Three infantry and a tank attack; then two infantry with a fighter, which is spared."""
    async with house(tmp_path) as (table, _):
        anna, _ = await attacking(table)
        shown = (await anna.command(CHANNEL, "odds", where="west russia")).shown
        assert "Leave below 30%" in labels(shown)
        assert "Spare the aircraft" not in labels(shown)
        shown = await pressed(anna, shown, "Leave below 50%", "(leave below 50%)")
        assert f"Attackers win **{won(3, 1, below=0.5)}**" in shown.content
        shown = await pressed(anna, shown, "Press on at any chance", f"**{won(3, 1)}**")
        typed = (await anna.command(CHANNEL, "odds", units="2 inf 1 fighter v 3 inf", aircraft=True, below=20)).shown
        assert "(leave once only aircraft are left, leave below 20%)" in typed.content
        assert f"Attackers win **{won(2, 0, 1, below=0.2, spared=True)}**" in typed.content
        typed = await pressed(anna, typed, "Risk the aircraft", "(leave below 20%)")
        assert "Spare the aircraft" in labels(typed)
        landing = await anna.command(CHANNEL, "odds", units="2 inf 1 battleship v 1 inf", below=20)
        assert "Units that land from the sea cannot retreat" in landing.content
        both = await anna.command(CHANNEL, "odds", where="west russia", units="2 inf v 1 inf")
        assert "not both" in both.content
        large = await anna.command(
            CHANNEL, "odds", units="90 sub 90 destroyer 90 fighter v 90 destroyer 90 fighter", below=20
        )
        assert "too large to look ahead" in large.content
        assert table.refusals == []


async def test_submarines_submerge_and_units_are_lost_in_the_order_that_is_said(tmp_path: Path) -> None:
    """Anna plays the Soviets, Ben the Axis: each says how their own side loses."""
    async with house(tmp_path) as (table, _):
        anna, ben = await attacking(table)
        form = {
            "setup": "aa1941",
            "kind": "sea",
            "attacker": {"power": "germany", "units": {"submarine": 2, "fighter": 1}},
            "defender": {"power": "soviet_union", "units": {"destroyer": 1, "battleship": 1}},
            "submerge": ["attacker"],
        }
        dived = odds_of(BattleForm.model_validate(form)).attacker_win
        fleets = "germany 2 sub 1 fighter v ussr 1 destroyer 1 battleship"
        shown = (await ben.command(CHANNEL, "odds", units=fleets, submerge="attackers")).shown
        assert "(attackers' submarines submerge)" in shown.content
        assert f"Attackers win **{dived * 100:.0f}%**" in shown.content
        assert "Defending submarines submerge" not in labels(shown)
        shown = await pressed(ben, shown, "Attacking submarines fight", "Germany attacks\n")
        await pressed(ben, shown, "Attacking submarines submerge", "(attackers' submarines submerge)")
        none = await ben.command(CHANNEL, "odds", units=fleets, submerge="both")
        assert none.content == "No submarines defend, so none can submerge."

        tanks = await anna.command(CHANNEL, "odds", where="west russia", lose="1 tank, 2 inf")
        assert "(attackers lose 1 tank then 2 infantry first)" in tanks.content
        share = won(3, 1, lost=(("tank", 1), ("infantry", 2)))
        assert share != won(3, 1)
        assert f"Attackers win **{share}**" in tanks.content
        shown = await pressed(anna, tanks.shown, "Keep a land unit", "keep a land unit, attackers lose 1 tank")
        await pressed(anna, shown, "Stop after round 1", "stop after round 1, keep a land unit, attackers lose 1 tank")
        mine = await anna.command(CHANNEL, "odds", units="japan 3 inf v ussr 2 inf 2 tank", lose="tank")
        assert "(defenders lose 2 tanks first)" in mine.content
        assert "The defender's losses: 1 hit: 1 tank; 2 hits: 2 tanks; 3 hits: 1 infantry and 2 tanks" in mine.content
        for typed, answer in (
            ("2 tank", "Only 1 tank attacks there, so 2 can't be lost first."),
            ("999999 inf", "Only 3 infantry attack there, so 999,999 can't be lost first."),
            ("fighter", "No fighters attack there, so none can be lost first."),
            ("all", "Name the units you'd lose first, such as `1 tank, 2 infantry`."),
            ("3 zeppelin", "There is no unit “zeppelin”"),
            ("zeppelin", "There is no unit “zeppelin”"),
            (",", "Name the units"),
        ):
            refused = await anna.command(CHANNEL, "odds", where="west russia", lose=typed)
            assert answer in refused.content, refused.content
            assert refused.content.count("\n") == 0
            assert refused.ephemeral
        assert table.refusals == []


async def test_units_are_typed_with_the_names_that_orders_know(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = await opened(table)
        mine = await anna.command(CHANNEL, "odds", units="3 inf 1 tank v 3 inf")
        assert f"Attackers win **{won(3, 1)}**" in mine.content
        assert "The Soviet Union attacks" in mine.content
        theirs = await ben.command(CHANNEL, "odds", units="japan 2 fighters vs uk 1 destroyer, 1 sub")
        assert "**Your battle**: Japan attacks" in theirs.content
        landing = await ben.command(CHANNEL, "odds", units="2 inf 1 ftr 1 battleship 1 transport v 1 inf", rounds=2)
        assert "(stop after round 2)" in landing.content
        stays = await ben.command(CHANNEL, "odds", units="2 inf 1 battleship 1 transport v 1 inf", rounds=2)
        assert stays.content.startswith("Units that land from the sea cannot retreat")
        assert table.refusals == []


@pytest.mark.parametrize(
    ("options", "answer"),
    [
        ({"units": "3 inf 2 tank"}, "Write the attackers, then “v”, then the defenders"),
        ({"units": "3 zeppelin v 4 inf"}, "There is no unit"),
        ({"units": "999999 inf v 4 inf"}, "I work out odds for up to 400 units a side"),
        ({"units": "3 inf v russia"}, "I don't understand"),
        ({"units": "1 industrial complex v 1 inf"}, "cannot attack on land"),
        ({"units": "germany 1 inf v japan 1 inf"}, "are on the same side"),
        ({"where": "atlantis"}, "There is no space “atlantis”"),
        ({"where": "brazil", "attacker": "germany"}, "Germany can't attack Brazil next turn"),
        ({"attacker": "germany"}, "Say where they attack too"),
        ({}, "There's no battle to come."),
    ],
)
async def test_what_cannot_be_fought_is_answered_with_a_sentence(
    tmp_path: Path, options: dict[str, Any], answer: str
) -> None:
    async with house(tmp_path) as (table, _):
        anna, _ = await opened(table)
        reply = await anna.command(CHANNEL, "odds", **options)
        assert answer in reply.content
        assert reply.ephemeral
        assert len(reply.content) < 300


async def test_who_could_attack_a_space_is_worked_out_from_their_reach(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        _, ben = await attacking(table)
        mine = await ben.command(CHANNEL, "odds", where="ukraine")
        assert "**Ukraine**: The Soviet Union attacks" in mine.content
        assert "The defender's losses: 1 hit: 1 infantry; 2 hits: 2 infantry; 3 hits: 3 infantry" in mine.content
        assert "For 80%" not in labels(mine.shown)
        theirs = await ben.command(CHANNEL, "odds", where="russia")
        assert "**Russia**: Germany attacks" in theirs.content


async def test_moves_of_the_open_phase_are_in_no_other_players_odds(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, ben = await opened(table)
        await correct(table, POSITION)
        before = [await ben.command(CHANNEL, "odds", where=space) for space in ("west russia", "russia")]
        await anna.command(CHANNEL, "move", **MOVES)
        for space in ("west russia", "russia"):
            await anna.command(CHANNEL, "odds", where=space, attacker="soviet union" if space == "west russia" else "")
            await anna.command(CHANNEL, "odds", where=space)
        after = [await ben.command(CHANNEL, "odds", where=space) for space in ("west russia", "russia")]
        assert [reply.content for reply in before] == [reply.content for reply in after]
        assert [words_of(reply) for reply in before] == [words_of(reply) for reply in after]
        assert "There's no battle to come" in (await ben.command(CHANNEL, "odds")).content


async def test_buttons_of_battles_that_are_gone_get_a_sentence(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, _):
        anna, _ = await attacking(table)
        shown = (await anna.command(CHANNEL, "odds")).shown
        await anna.command(CHANNEL, "undo")
        stop = next(button for button in shown.buttons if button.label == "Stop after round 1")
        await anna.press(shown, custom_id=stop.custom_id)
        await found(anna, lambda message: message.content.startswith("There's no battle to come in West Russia."))


async def test_buttons_work_after_a_restart(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, tmp_path / "games.db"):
            anna, _ = await attacking(table)
            shown = (await anna.command(CHANNEL, "odds")).shown
        async with bot_at_work(table, tmp_path / "games.db"):
            await pressed(anna, shown, "Stop after round 2", "(stop after round 2)")
