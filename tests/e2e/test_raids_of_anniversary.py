"""A raid with escorts is intercepted through Discord: orders by words, unseen answers, dice told to the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, correct, found, has_button, settled, untold
from tests.e2e.test_round_of_revised import Round

AXIS = ("germany", "japan", "italy")
ALLIES = ("soviet_union", "united_kingdom", "china", "united_states")
RAID: dict[str, Any] = {
    "clear_units": True,
    "spaces": {
        "united_kingdom": {"units": {"united_kingdom": {"bomber": 2, "fighter": 2}}},
        "france": {"facilities": ["industrial_complex"], "units": {"germany": {"fighter": 2, "infantry": 1}}},
    },
    "turn": {"power": "united_kingdom", "phase": "combat_move"},
}
LINES = "2 bombers united kingdom > france raid\n1 fighter united kingdom > france escort"


async def test_a_raid_with_an_escort_is_intercepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamemaster.dice.rolls.roll_faces", lambda *about: (6,) * about[4])  # nobody hits
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna, edition="anniversary_1941", options={"air_battles": "on", "posts": "full"})
        players = {power: ben if power in AXIS else anna for power in (*AXIS, *ALLIES)}
        play = Round(bot, players, table.world.channel_named(CHANNEL)["id"])
        await correct(table, RAID)

        form = (await anna.command(CHANNEL, "orders")).opened
        ordered = await anna.submit(form, {"text": LINES})
        assert "2 bombers: United Kingdom to France (raid)" in ordered.content
        assert "1 fighter: United Kingdom to France (escort)" in ordered.content
        odds = await anna.press(ordered.shown, "Odds")
        assert odds.ephemeral
        assert odds.content.startswith("**France**: raid by 2 bombers, escorted by 1 fighter\nIf nobody intercepts: **")
        places = await anna.autocomplete(CHANNEL, "odds", focused="where", where="")
        assert (places[0].name, places[0].value) == ("France: a raid", "france")
        start = {"from": "united_kingdom", "units": "1 fighter"}
        offered = await anna.autocomplete(CHANNEL, "move", focused="to", **start, escort=True, to="")
        assert [choice.value for choice in offered] == ["france"]
        order: dict[str, Any] = {**start, "to": "france", "escort": True}
        assert "(escort)" in (await anna.command(CHANNEL, "move", **order)).content

        await play.end_phase()
        asked = await found(ben, lambda m: has_button(m, ":answer") and bool(m.mentions))
        card = await ben.press(asked, "Answer")
        assert card.shown.labels == [
            "Nobody intercepts (default)",
            "1 fighter in France",
            "2 fighters in France",
            "Always the default",
        ]
        answered = await ben.command(CHANNEL, "decide", choice="france: 1 fighter")
        assert answered.content == "Done. Now: United Kingdom, conduct combat."
        assert "\nAgainst 1 fighter: **" in (await play.press_panel("odds")).content
        told = (await play.press_panel("fight.france.raid")).content
        assert told.index("raids, and is intercepted") < told.index("Raid on France: ")
        await play.fight_on()
        await settled(bot)
        missing = await untold(
            anna,
            "France: raid by 2 bombers with 2 fighters",
            "Germany intercepts over France with 1 fighter",
            "\nAir battle over France: ",
            "\nRaid on France: ",
        )
        assert missing == []
        posts = [post for post in await anna.messages(CHANNEL) if "conduct combat**\n" in post.content]
        assert (posts[-1].attachments[0].alt_text or "").startswith("Raid on France, round ")
        assert table.refusals == []
