"""Two people play a round of Revised through Discord: research, raid, rockets, submarines, a landing with guns."""

from __future__ import annotations

import json
from pathlib import Path
from secrets import token_hex
from typing import Any

from engine import event_from_json
from engine.events import Event
from engine.events.combat.battle import BattleBegan, Fired
from engine.events.combat.raids import AntiAircraftFired, ProductionStruck
from engine.events.economy import Researched
from engine.replay import read_record, replay
from gamemaster.records.exchange import record_of
from gamemaster.roles import Actor
from local import Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, SIDES, TAG, Campaign, begin, found, game, has_button, settled

GERMAN_TURN = {
    "technologies": {"germany": ["rockets"]},
    "ipcs": {"united_kingdom": 30},
    "spaces": {
        "sz7": {"units": {"united_kingdom": {"transport": 1}}},
        "sz8": {"units": {"germany": {"submarine": 2}}},
    },
}
"""Rockets in reach of London, and submarines beside a transport."""

BRITISH_TURN = {
    "spaces": {
        "sz1": {"units": {}},
        "sz2": {"units": {"united_kingdom": {"battleship": 1}}},
        "sz8": {"units": {"germany": {"submarine": 1}}},
        "sz7": {"units": {}},
        "sz6": {"units": {"united_kingdom": {"battleship": 1, "transport": 1}}},
        "united_kingdom": {"units": {"united_kingdom": {"infantry": 2, "artillery": 1, "anti_aircraft_gun": 1}}},
        "norway": {"units": {"germany": {"infantry": 2}}},
    },
}
"""A battleship beside a submarine, and a transport and a battleship between Britain and Norway."""


HOST = Actor(1, "Host", manages_server=True)


class Round(Campaign):
    """A round in which every step goes a way that a player has."""

    async def correct(self, change: dict[str, Any]) -> None:
        """Put units where the story needs them."""
        loaded, cause = await game(self.bot, self.channel_id), f"correction {token_hex(4)}"
        asked = await self.bot.master.consent.wish(loaded.game.id, HOST, "edit", {"change": change}, cause)
        assert not asked.users

    async def go_to(self, phase: str) -> None:
        """End phases until this one."""
        while (await self.state()).phase != phase:
            await self.end_phase()

    async def press_panel(self, part: str) -> Any:
        """Press the button of the present panel whose custom id has this part."""
        player = self.players[(await self.state()).power]
        panel = await found(player, lambda m: not m.ephemeral and has_button(m, part))
        custom_id = next(b.custom_id for b in panel.buttons if part in (b.custom_id or ""))
        return await player.press(panel, custom_id=custom_id)

    async def fight_on(self) -> None:
        """Answer questions until none is open."""
        while (state := await self.state()).requests:
            await self.answer(state, state.requests[0])

    async def pass_turn(self) -> None:
        """Bring everything home and end the turn."""
        power = (await self.state()).power
        while (state := await self.state()).power == power:
            if state.requests:
                await self.answer(state, state.requests[0])
            elif state.phase == "noncombat_move":
                await self.noncombat_moves()
            elif state.phase == "mobilize":
                await self.mobilize()
            else:
                await self.end_phase()


async def test_two_people_play_a_round_of_revised(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition="revised", options={"posts": "full"})
        players = {power: ben if side == "axis" else anna for side, powers in SIDES.items() for power in powers}
        channel_id = table.world.channel_named(CHANNEL)["id"]
        play = Round(bot, players, channel_id)
        await _soviets_research(play, anna)
        await play.pass_turn()
        await _germans_raid(play, ben)
        await play.pass_turn()
        await _british_land(play, anna)
        for _ in ("united_kingdom", "japan", "united_states"):
            await play.pass_turn()
        await settled(bot)

        state = await play.state()
        assert (state.round, state.power) == (2, "soviet_union")
        loaded = await game(bot, channel_id)
        async with bot.master.store.read() as read:
            entries = await read.entries_since(loaded.game.id, 0)
        events = [event_from_json(event) for entry in entries for event in entry.events]
        _check_what_was_played(events)
        await _check_posts(anna)
        played = replay(read_record(json.dumps(record_of(loaded, entries))))
        assert played.error is None
        assert played.state.treasuries == loaded.running.treasuries
        assert table.refusals == []


async def _soviets_research(play: Round, anna: Player) -> None:
    """By the panel's button, a menu and a button for the number of dice; then purchases as ever."""
    sheet = await play.press_panel("research:research")
    assert "24 IPCs in the treasury; a die costs 5 IPCs." in sheet.shown.text
    await anna.choose(sheet.shown, "Rockets (2)")
    dice = await anna.wait_until(sheet.shown, lambda shown: "How many dice?" in shown.text)
    assert dice.labels[:2] == ["1 die · 5 IPCs · 17%", "2 dice · 10 IPCs · 31%"]
    await anna.press(dice, "2 dice · 10 IPCs · 31%")
    told = "The Soviet Union spends 10 IPCs on research into Rockets"
    await anna.wait_until(sheet.shown, lambda shown: told in shown.text)
    assert (await play.state()).treasuries["soviet_union"] == 14
    bought = await play.order("buy", units="1 infantry, 1 tank")
    assert "6 IPCs left" in bought.content


async def _germans_raid(play: Round, ben: Player) -> None:
    """A raid by an order line, submarines at sea, and rockets by their button."""
    await play.go_to("purchase")
    await play.correct(GERMAN_TURN)
    await play.go_to("combat_move")
    form = (await ben.command(CHANNEL, "orders")).opened
    lines = "1 bomber germany > united kingdom raid\n2 submarine sz8 > sz7"
    ordered = await ben.submit(form, {"text": lines})
    assert "1 bomber: Germany to the United Kingdom (raid)" in ordered.content
    assert "United Kingdom: raid by 1 bomber" in ordered.content
    assert "Sea zone 7: 2 submarines against 1 transport" in ordered.content
    await play.end_phase()
    await play.press_panel("fight.united_kingdom.raid")
    await play.press_panel("fight.sz7")
    await play.fight_on()
    panel = await found(ben, lambda m: not m.ephemeral and has_button(m, ":rocket") and has_button(m, "combat:end"))
    assert "Rockets can strike" in panel.content
    guns = await play.press_panel("rocket.united_kingdom")
    assert guns.shown.labels[0] == "All 3 guns"
    struck = await ben.press(guns.shown, "One gun in Western Europe")
    assert "Rockets at the United Kingdom: antiaircraft gun" in struck.content
    await play.end_phase()


async def _british_land(play: Round, anna: Player) -> None:
    """A battle with a submarine, and a landing that a battleship supports."""
    await play.go_to("purchase")
    await play.correct(BRITISH_TURN)
    await play.go_to("combat_move")
    await play.order("move", **{"from": "sz2", "units": "1 battleship", "to": "sz8"})
    shipped = await play.order("ship", **{"from": "united_kingdom", "units": "1 infantry, 1 artillery", "to": "norway"})
    assert (
        "Norway: 1 infantry, 1 artillery against 2 infantry (amphibious assault; 1 battleship can bombard)"
        in shipped.content
    )
    await play.end_phase()
    await play.order("battle", space="norway")
    await play.fight_on()
    await play.order("battle", space="sz8")
    await play.fight_on()


def _check_what_was_played(events: list[Event]) -> None:
    assert any(isinstance(event, Researched) and len(event.dice) == 2 for event in events)
    raid = [event for event in events if isinstance(event, AntiAircraftFired)]
    assert [(event.space, event.occasion, len(event.shots)) for event in raid[:1]] == [("united_kingdom", "raid", 1)]
    struck = [event for event in events if isinstance(event, ProductionStruck)]
    assert [event.weapon for event in struck if event.weapon == "rocket"] == ["rocket"]
    assert len(struck) == 2 - raid[0].shots[0].hit
    steps = {event.step for event in events if isinstance(event, Fired)}
    assert {"attackers_open_fire", "ships_bombard"} <= steps
    fought = [event.battle for event in events if isinstance(event, BattleBegan) and event.battle.defenders]
    assert [(battle.space, battle.amphibious) for battle in fought] == [
        ("sz7", False),
        ("norway", True),
        ("sz8", False),
    ]


async def _check_posts(anna: Player) -> None:
    """Each thing is told once, in public, and the phases' posts say what the dice did."""
    posts = [message for message in await anna.messages(CHANNEL) if not message.ephemeral]
    tagged = [match.group(1) for post in posts if (match := TAG.search(post.content))]
    assert len(tagged) == len(set(tagged))
    told = [post.content for post in posts]

    def phase(title: str) -> str:
        (text,) = (content for content in told if content.startswith(f"**{title}**"))
        return text

    assert "The Soviet Union spends 10 IPCs on research into Rockets" in phase("Soviet Union, round 1, research")
    combat = phase("Germany, round 1, conduct combat")
    assert "The antiaircraft gun in the United Kingdom fires at the raiders: bomber" in combat
    assert combat.count("Rockets at the United Kingdom: antiaircraft gun") == 1
    assert "\nNorway, " in phase("United Kingdom, round 1, conduct combat")
    assert not any(content.startswith("**Germany, round 1, research") for content in told)
    panels = [post for post in posts if "'s turn" in post.content.split("\n")[0]]
    assert panels == posts[-1:]
    assert panels[0].buttons
