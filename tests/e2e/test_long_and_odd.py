"""Too long, too deep, too odd: each gets its short answer, and nothing that was typed comes back at length."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from cogs.interactions import presses
from cogs.interactions.answering import LIMIT, MOST_MESSAGES, defer, say
from gamemaster.keys import VERSION
from local.interactions.interaction import COMMAND, COMPONENT, MODAL_SUBMIT
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, begin, found, game, has_button, settled
from tests.e2e.random_table import Failures

LONG = "zq*_" * 1500
ODD: list[tuple[str, dict[str, Any]]] = [
    ("move", {"from": LONG, "units": "1 infantry", "to": LONG}),
    ("move", {"from": LONG[:100], "units": "1 infantry", "to": "caucasus"}),
    ("move", {"from": "russia", "units": LONG[:400], "to": "caucasus"}),
    ("move", {"from": "russia", "units": "9" * 4301 + " infantry", "to": "caucasus"}),
    ("move", {"from": "russia", "units": "² infantry", "to": "caucasus"}),
    ("move", {"from": "\ud800", "units": "1 \udfff infantry\x00", "to": "caucasus"}),
    ("move", {"from": None, "units": [], "to": {"a": 1}}),
    ("move", {"from": "russia"}),
    ("move", {"nonsense": "russia"}),
    ("buy", {"units": "1 infantry" + "," * 300 + "zeppelin"}),
    ("undo", {"order": "²"}),
    ("undo", {"order": "9" * 20}),
    ("battle", {"space": LONG[:100]}),
    ("research", {"technology": "²"}),
    ("map", {"region": LONG[:100]}),
    ("map", {"show": LONG[:400]}),
    ("replay", {"rounds": "²"}),
    ("odds", {"where": LONG[:100]}),
    ("odds", {"units": LONG}),
    ("odds", {"units": "9" * 390 + " infantry v 1 infantry"}),
    ("odds", {"units": "² infantry v \ud800 infantry"}),
    ("odds", {"units": "1 inf v 1 inf", "rounds": "²"}),
    ("odds", {"units": "v " * 200}),
    ("rules search", {"text": LONG[:100]}),
    ("rules compare", {"rule": "CMV-" + "9" * 90}),
    ("rules nothing", {}),
    ("game rollback", {"to": "²"}),
    ("game create", {"edition": LONG[:100]}),
    ("game edit", {"change": "[" * 5000}),
    ("game edit", {"change": '{"turn": {"round": NaN}}'}),
    ("game edit", {"change": '{"turn": {"round": ' + "9" * 4301 + "}}"}),
    ("game edit", {"change": '{"spaces": {"\\ud800": {}}}'}),
    ("game edit", {"change": '{"ipcs": {"germany": true}}'}),
    ("game edit", {"change": '{"' + LONG[:5000] + '": 1}'}),
    ("no-such-command", {}),
]


def command(name: str, options: dict[str, Any]) -> dict[str, Any]:
    """The data of a command whose options are all texts."""
    *group, last = name.split(" ")
    filled: list[dict[str, Any]] = [{"name": key, "type": 3, "value": value} for key, value in options.items()]
    if group:
        filled = [{"name": last, "type": 1, "options": filled}]
    return {"id": "1", "name": (*group, last)[0], "type": 1, "options": filled}


async def test_odd_input_gets_a_short_answer_and_no_traceback(tmp_path: Path) -> None:
    failures = Failures()
    logging.getLogger().addHandler(failures)
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)
        before = (await game(bot, table.world.channel_named(CHANNEL)["id"])).game.version
        for name, options in ODD:
            reply = await anna.forge(CHANNEL, COMMAND, command(name, options))
            assert reply.ephemeral
            assert len(reply.content) < 1200 or name.startswith("rules"), (name, reply.content)
            plain = reply.content.replace("\\", "")
            assert LONG[:81] not in plain, name
            assert "Something went wrong" not in plain, name
        form = {"custom_id": f"{VERSION}:1:1.soviet_union.purchase:buy", "components": []}
        for text in (LONG, LONG[:4000], "1 infantry\n" * 350, "² infantry", "1 \ud800zeppelin"):
            field = {"type": 4, "id": 2, "custom_id": "text", "value": text}
            sent = {**form, "components": [{"type": 1, "components": [field]}]}
            reply = await anna.forge(CHANNEL, MODAL_SUBMIT, sent)
            assert LONG[:81] not in reply.content.replace("\\", "")
        assert (await game(bot, table.world.channel_named(CHANNEL)["id"])).game.version == before
        await settled(bot)
        assert table.refusals == []
    logging.getLogger().removeHandler(failures)
    assert failures.seen == []


async def speech(interaction: Any, press: Any) -> None:
    """An answer of as many lines as the button says, given at once or after some thought, or no answer at all."""
    lines, _, thought = press.argument.partition(".")
    if thought:
        await defer(interaction)
    if lines != "none":
        await say(interaction, "\n".join(f"line {number:05}" for number in range(int(lines))))


async def test_a_long_answer_comes_in_several_messages_and_a_longer_one_as_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(
        presses._REACTIONS, "speech", presses.DeedHandler("export", speech)
    )  # there is no such button in the game
    async with house(tmp_path) as (table, _bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await begin(ben, anna)

        async def pressed(deed: str) -> Any:
            return await anna.forge(CHANNEL, COMPONENT, {"custom_id": f"{VERSION}:1::{deed}", "component_type": 2})

        for thought in ("", ".x"):
            short = await pressed(f"speech.100{thought}")
            assert short.content.endswith("line 00099")
            several = await pressed(f"speech.400{thought}")
            assert len(several.content) <= LIMIT
            assert (await anna.followup(several, 1)).content.endswith("line 00399")
            whole = await pressed(f"speech.{MOST_MESSAGES * LIMIT}{thought}")
            assert [file.filename for file in whole.shown.attachments] == ["answer.txt"]
            assert (await whole.shown.attachments[0].read()).decode().endswith(f"line {MOST_MESSAGES * LIMIT - 1:05}")
            assert (await pressed(f"speech.none{thought}")).content == "Done."
        assert (await pressed("speech.x")).content.startswith("Something went wrong")
        assert table.refusals == []


async def test_names_of_games_and_people_stay_in_their_line(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        name = "First\n# Heading\r\n> quote \u202edrawkcab\u2066 @everyone [x](http://a.b)"
        member = table.world.members[table.world.user_named("Anna")["id"]]
        member["nick"] = "A\n# b\u202e @here *c*"
        await begin(ben, anna, name=name)
        opening = await found(anna, lambda message: "** begins." in message.content)
        first = opening.content.split("\n")[0]
        assert first == ("**First # Heading > quote drawkcab @\u200beveryone \\[x](http\\://a.b)** begins.")
        await anna.command(CHANNEL, "game edit", change='{"ipcs": {"germany": 20}}')
        card = await found(anna, lambda message: "asks to correct" in message.content)
        assert " A # b @\u200bhere \\*c\\* asks to correct" in card.content
        await found(anna, lambda message: has_button(message, ":buy"))
        await settled(bot)
        assert table.refusals == []
