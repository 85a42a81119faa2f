"""Questions before the battles of Pacific 1940: kills while they are open, and orders that the rules refuse."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from local import LocalTable, Player
from tests.e2e.house import bot_at_work, house
from tests.e2e.playing import CHANNEL, button_id, found, game, has_button, is_refused
from tests.e2e.processes import SKETCHING_BOT, for_table, running
from tests.e2e.sheets import answer_on_card
from tests.e2e.test_restarts import check_nothing_is_doubled
from tests.e2e.test_round_of_revised import Round

ALLIES = ("united_states", "china", "united_kingdom")
WAR = [["japan", power, "war"] for power in ("united_states", "united_kingdom")]
RAID_AND_BATTLE: dict[str, Any] = {
    "relations": WAR,
    "turn": {"round": 2, "power": "japan", "phase": "combat_move"},
    "spaces": {
        "solomon_islands": {"owner": "japan", "units": {"japan": {"strategic_bomber": 1, "tactical_bomber": 1}}},
        "sz46": {"units": {"japan": {"cruiser": 2}}},
        "sz54": {"units": {"anzac": {"destroyer": 1}}},
        "queensland": {"units": {"anzac": {"fighter": 4}, "united_states": {"fighter": 1, "strategic_bomber": 1}}},
    },
}
"""A bomber over Queensland and cruisers before it, where aircraft of ANZAC and of the United States are based."""

KAMIKAZES: dict[str, Any] = {
    "relations": WAR,
    "turn": {"round": 2, "power": "united_states", "phase": "combat_move"},
    "spaces": {
        "sz6": {"units": {"japan": {"transport": 1}}},
        "sz7": {"units": {"united_states": {"destroyer": 2}}},
        "japan": {"units": {"japan": {"infantry": 1}}},
        "korea": {"units": {"japan": {"infantry": 1}}},
    },
}
CRUISERS: dict[str, Any] = {"from": "sz46", "units": "2 cruiser", "to": "sz54"}
DESTROYERS: dict[str, Any] = {"from": "sz7", "units": "2 destroyer", "to": "sz6"}


async def begun(table: LocalTable) -> tuple[Player, Player, Player]:
    """Anna (United States, China, United Kingdom), who organises, Ben (Japan) and Eve (ANZAC)."""
    anna, ben, eve = (table.user(name) for name in ("Anna", "Ben", "Eve"))
    await anna.command(CHANNEL, "game create", edition="pacific_1940", name="First")
    for player, powers in ((anna, ", ".join(ALLIES)), (ben, "japan"), (eve, "anzac")):
        await player.command(CHANNEL, "game join", powers=powers)
    assert (await anna.command(CHANNEL, "game start")).content == "The game begins."
    return anna, ben, eve


async def attacked(table: LocalTable, bot: Any, change: dict[str, Any], move: dict[str, Any]) -> Round:
    """The window that this attack opens."""
    people = {name: table.user(name) for name in ("Anna", "Ben", "Eve")}
    players = {**dict.fromkeys((*ALLIES, "soviet_union"), people["Anna"]), "japan": people["Ben"]}
    play = Round(bot, players | {"anzac": people["Eve"]}, table.world.channel_named(CHANNEL)["id"])
    await play.correct(change)
    moved = await play.order("move", **move)
    assert "Battles ahead" in moved.content, moved.content
    await play.end_phase()
    return play


async def test_sealed_answers_and_old_buttons_outlive_kills(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            anna, _, eve = await begun(table)
            await attacked(table, bot, RAID_AND_BATTLE, CRUISERS)
            asked = await found(eve, lambda message: has_button(message, "anzac.reaction:answer"))
            assert [label for label in asked.labels if "Answer" in label] == ["Answer: United States", "Answer: ANZAC"]
            old = await eve.press(asked, custom_id=button_id(asked, "anzac.reaction:answer"))
        async with running(tmp_path, SKETCHING_BOT, **for_table(table, tmp_path)):
            card = await eve.press(asked, custom_id=button_id(asked, "anzac.reaction:answer"))
            rise = "2 fighters from Queensland into sea zone 54"
            pressed = await answer_on_card(eve, card, rise)
            assert pressed.text.endswith("into sea zone 54. The United States must answer first.")
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            card = await eve.press(asked, custom_id=button_id(asked, "anzac.reaction:answer"))
            await eve.press(card.shown, rise)
            again = "You've already given that answer. Nothing else changed;"
            await eve.wait_until(card.shown, lambda sheet: sheet.text.startswith(again))
            panel = await anna.wait_until(asked, lambda message: bool(message.buttons))
            assert [label for label in panel.labels if "Answer" in label] == ["Answer: United States", "Answer: ANZAC"]
            assert panel.content == asked.content
            assert (
                await eve.press(panel, "Answer: United States")
            ).content == "That question is for the United States."
            mine = await anna.press(panel, "Answer: United States")
            done = await answer_on_card(anna, mine, "Nobody scrambles (default)")
            assert done.text == "Done. Now: Japan, conduct combat."
            await eve.press(old.shown, rise)
            over = "has been answered. Now: Japan, round 2, conduct combat."
            await eve.wait_until(old.shown, lambda sheet: over in sheet.text)
            state = (await game(bot, table.world.channel_named(CHANNEL)["id"])).running
            assert [piece.power for piece in state.at("sz54") if piece.unit == "fighter"] == ["anzac", "anzac"]
            await check_nothing_is_doubled(anna, tmp_path)


async def test_a_kamikaze_strike_is_rolled_once_whatever_is_killed_or_pressed_twice(tmp_path: Path) -> None:
    async with LocalTable(new_messages=1000) as table:
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            _, ben, _ = await begun(table)
            await attacked(table, bot, KAMIKAZES, DESTROYERS)
            asked = await found(ben, lambda message: has_button(message, ".kamikaze:answer"))
            assert asked.mentions == ["Ben"]
            card = await ben.press(asked, "Kamikazes")
        async with running(tmp_path, SKETCHING_BOT, **for_table(table, tmp_path)):
            await ben.choose(card.shown, "2 at destroyer 1 in sea zone 6", wait_thinking=False)
        async with bot_at_work(table, tmp_path / "games.db") as bot:
            await answer_on_card(ben, card, "2 at destroyer 1 in sea zone 6")
            loaded = await game(bot, table.world.channel_named(CHANNEL)["id"])
            assert loaded.running.kamikaze_tokens == {"japan": 4}
            async with bot.master.store.read() as read:
                assert [len(roll.faces) for roll in await read.rolls(loaded.game.id)] == [2]
            await check_nothing_is_doubled(ben, tmp_path)


Refused = tuple[str, dict[str, Any], tuple[str, ...]]
"""A command, its options, and what the refusal says."""

PURCHASES: list[Refused] = [
    ("declare", {"on": "anzac"}, ("at the start of its combat move", "(POL-17)")),
    ("declare", {"on": "soviet union"}, ("no grounds to declare war on the Soviet Union", "(POL-03)")),
    ("declare", {"on": "china"}, ("already at war", "(POL-01)")),
    ("buy", {"units": "1 upgrade"}, ("you hold no minor industrial complex", "(PUR-11)")),
    ("buy", {"units": "1 major industrial complex"}, ("costs 30 IPCs; you have 26", "(PUR-02)")),
    ("buy", {"units": "1 infantry", "repairs": "9 naval base in japan"}, ("2 damage to repair, not 9", "(PUR-15)")),
    ("buy", {"units": "1 infantry", "repairs": "1 air base in guam"}, ("do not control Guam", "(PUR-19)")),
]
MOVES: list[Refused] = [
    (
        "move",
        {"from": "kwangsi", "units": "1 infantry", "to": "kwangtung"},
        ("You may declare war on the United Kingdom",),
    ),
    (
        "move",
        {"from": "sz33", "units": "1 destroyer", "to": "sz35"},
        ("declare war on the United States now.",),
    ),
    (
        "move",
        {"from": "japan", "units": "1 strategic_bomber", "to": "philippines", "target": "air base"},
        ("belongs to the United States, with which you are not at war. You may declare", "(SPC-26)"),
    ),
    (
        "move",
        {"from": "japan", "units": "1 strategic_bomber", "to": "szechwan", "target": "air base"},
        ("There is no air base in Szechwan to raid.", "(SPC-27)"),
    ),
]
RAIDS: list[Refused] = [
    (
        "move",
        {"from": "solomon_islands", "units": "1 tactical_bomber", "to": "new_south_wales", "target": "complex"},
        ("Tactical bombers cannot raid a minor industrial complex", "(SPC-27)"),
    ),
    (
        "move",
        {"from": "solomon_islands", "units": "1 strategic_bomber", "to": "queensland", "raid": True},
        ("an air base and a naval base. Say which", "(SPC-30)"),
    ),
]
SCRAMBLES: list[tuple[str, tuple[str, ...]]] = [
    ("scramble 4 fighters from queensland into sz54", ("At most 3 aircraft scramble", "but you named 4", "(SPC-81)")),
    ("1 fighter from new south wales into sz54", ("does not touch sea zone 54", "(SPC-81)")),
    ("1 fighter from queensland into sz46", ("into sea zone 54, not into", "(SPC-82)")),
    ("1 strategic bomber from queensland into sz54", ("Strategic bombers cannot scramble", "(SPC-86)")),
    ("3 fighters from queensland into sz54; intercept 3 fighters", ("does only one thing in a turn", "(ASY-23)")),
    ("intercept 9 fighters", ("4 of your fighters can intercept in Queensland, not 9", "(SPC-43)")),
    ("scramble 1 elephant from queensland", ("There is no unit “elephant”",)),
    ("x" * 390, ("Say “intercept” or “scramble” first",)),
]
STRIKES: list[tuple[str, tuple[str, ...]]] = [
    ("7 at destroyer 1", ("You have 6 kamikaze tokens left, but you named 7", "(SPC-90)")),
    ("1 at destroyer 3", ("I don't understand “destroyer 3”: there are destroyer 1 and destroyer 2.",)),
    ("sz19: 1 at destroyer 1", ("no surface warship can be struck there",)),
    ("destroyer", ("write how many strike which ship",)),
]


async def test_what_the_rules_of_war_and_windows_refuse_is_said_by_its_rule_and_changes_nothing(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben, eve = await begun(table)
        channel_id = table.world.channel_named(CHANNEL)["id"]

        refuses = partial(is_refused, bot, channel_id)
        play = Round(bot, {"japan": ben, "soviet_union": anna}, channel_id)
        await play.correct({"spaces": {"japan": {"damage": {"naval_base": 2}}}})
        for command, options, words in PURCHASES:
            await refuses(ben, command, options, words)
        when = "ANZAC may declare war on Japan at the start of its combat move in its next turn. (POL-34)"
        await refuses(eve, "declare", {"on": "japan"}, ("It is Japan's turn", when))
        await play.go_to("combat_move")
        for command, options, words in MOVES:
            await refuses(ben, command, options, words)
        form = (await ben.command(CHANNEL, "orders")).opened
        closed = await ben.submit(form, {"text": "1 infantry kwangsi > kwangtung"})
        read = await ben.press(closed.shown, "Declare war on the United Kingdom or ANZAC")
        assert read.shown.labels == ["Declare war on the United Kingdom or ANZAC"]
        assert len((await play.state()).war_pairs) == 1

        await play.correct(RAID_AND_BATTLE)
        for command, options, words in RAIDS:
            await refuses(ben, command, options, words)
        raid: dict[str, Any] = {"from": "solomon_islands", "units": "1 strategic_bomber", "to": "queensland"}
        await ben.command(CHANNEL, "move", **raid, target="naval base")
        await ben.command(CHANNEL, "move", **CRUISERS)
        await play.end_phase()
        for text, words in SCRAMBLES:
            await refuses(eve, "decide", {"choice": text}, words)
        await refuses(ben, "decide", {"choice": "none"}, ("You have no open questions.",))
        change = '{"spaces": {"queensland": {"damage": {"air_base": 6}}}}'
        await refuses(anna, "game edit", {"change": change}, ("is open. Set the turn as well",))

        await attacked(table, bot, KAMIKAZES, DESTROYERS)
        for text, words in STRIKES:
            await refuses(ben, "decide", {"choice": text}, words)
        await attacked(table, bot, {**KAMIKAZES, "kamikaze_tokens": {"japan": 0}}, DESTROYERS)
        await refuses(ben, "decide", {"choice": "1 at destroyer 1"}, ("You have no open questions.",))
        assert table.refusals == []
