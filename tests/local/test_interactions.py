"""The rules of interactions: one first answer, in time, of a fitting type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands

from local import File, LocalTable, NoAnswerError, RefusedError, TableClock
from local.interactions import answering, form
from local.interactions.form import check_callback
from local.interactions.interaction import AUTOCOMPLETE
from local.interactions.interaction import Interaction as LocalInteraction
from local.interactions.options import INTEGER, NUMBER, STRING
from local.wire.errors import ApiError, Json
from tests.local.practice_bot import PracticeBot, Report
from tests.local.raw import Raw, row

Interaction = discord.Interaction[Any]


class Codes:
    """Runs coroutines one after the other and notes the error codes, 0 where none came."""

    def __init__(self) -> None:
        self.seen: list[int] = []

    async def note(self, request: Any) -> None:
        try:
            await request
        except discord.HTTPException as error:
            self.seen.append(error.code)
        else:
            self.seen.append(0)


async def test_a_second_first_answer_and_a_modal_after_a_defer_are_refused(table: LocalTable, bot: PracticeBot) -> None:
    codes = Codes()

    async def ask(interaction: Interaction) -> None:
        twin = discord.InteractionResponse(interaction)
        third = discord.InteractionResponse(interaction)
        await codes.note(interaction.response.defer())
        await codes.note(twin.send_message("again"))
        await codes.note(third.send_modal(Report()))
        await interaction.edit_original_response(content="once")

    bot.ask = ask
    assert (await table.user("Anna").command("war-room", "do")).content == "once"
    assert codes.seen == [0, 40060, 40060]


async def test_an_answer_after_three_seconds_is_unknown(table: LocalTable, bot: PracticeBot, clock: TableClock) -> None:
    codes = Codes()

    async def ask(interaction: Interaction) -> None:
        clock.advance(3.1)
        await codes.note(interaction.response.send_message("late"))

    bot.ask = ask
    with pytest.raises(NoAnswerError, match="did not respond"):
        await table.user("Anna").command("war-room", "do")
    assert codes.seen == [10062]


async def test_a_token_lives_fifteen_minutes(table: LocalTable, bot: PracticeBot, clock: TableClock) -> None:
    codes = Codes()

    async def ask(interaction: Interaction) -> None:
        await interaction.response.defer()
        clock.advance(899)
        await codes.note(interaction.edit_original_response(content="in time"))
        clock.advance(2)
        await codes.note(interaction.followup.send("too late"))

    bot.ask = ask
    assert (await table.user("Anna").command("war-room", "do")).content == "in time"
    table_was_told = await table.user("Anna").messages("war-room")
    assert "too late" not in [message.content for message in table_was_told]
    assert codes.seen == [0, 50027]


async def test_a_deferred_answer_keeps_its_visibility(table: LocalTable, bot: PracticeBot) -> None:
    async def ask(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        await interaction.followup.send("still for you", ephemeral=False)

    bot.ask = ask
    reply = await table.user("Anna").command("war-room", "do")
    assert (reply.content, reply.ephemeral) == ("still for you", True)


GOOD_CHOICE = {"name": "n" * 100, "value": "v" * 100}
BAD_CHOICES: list[Any] = [
    [{"name": str(number), "value": str(number)} for number in range(26)],
    [{**GOOD_CHOICE, "name": "n" * 101}],
    [{**GOOD_CHOICE, "name": ""}],
    [{**GOOD_CHOICE, "value": "v" * 101}],
    [{**GOOD_CHOICE, "value": ""}],
    [{**GOOD_CHOICE, "value": 1}],
    [{**GOOD_CHOICE, "value": None}],
    [{"name": "n"}],
    [{**GOOD_CHOICE, "description": "d"}],
    [None],
    ["text"],
    "text",
    None,
]
BAD_SUGGESTIONS: list[Any] = [
    *({"type": 8, "data": {"choices": choices}} for choices in BAD_CHOICES),
    {"type": 8, "data": {"choices": [], "title": "t"}},
    {"type": 8, "data": {}},
    {"type": 8, "data": []},
    {"type": 8, "data": "text"},
    {"type": 8, "data": None},
    {"type": 8},
]


@pytest.mark.parametrize("answer", BAD_SUGGESTIONS, ids=str)
async def test_suggestions_beyond_a_limit_are_refused(
    table: LocalTable, bot: PracticeBot, raw: Raw, answer: Json
) -> None:
    codes: list[tuple[int, int]] = []
    command = bot.tree.get_command("move")
    assert isinstance(command, app_commands.Command)

    @command.autocomplete("to")
    async def too_much(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        status, told = await raw.answer(interaction.id, interaction.token, answer)
        codes.append((status, told["code"]))
        return [app_commands.Choice(**GOOD_CHOICE)]

    offered = await table.user("Anna").autocomplete("war-room", "move", focused="to", to="1")
    assert [choice.value for choice in offered] == [GOOD_CHOICE["value"]]
    assert codes == [(400, 50035)]


@pytest.mark.parametrize(
    ("kind", "fitting", "others"),
    [
        (STRING, ["a", "1"], [1, 1.5, True, None, ["a"], {}]),
        (INTEGER, [0, -7, 1 << 53], ["1", 1.5, True, None, (1 << 53) + 1]),
        (NUMBER, [0, 1.5, -(1 << 53)], ["1.5", False, None, 1e300, float("nan"), float("inf")]),
    ],
)
def test_suggested_values_have_the_type_of_the_option(kind: int, fitting: list[Any], others: list[Any]) -> None:
    def suggest(value: Any) -> None:
        data: Json = {"choices": [{"name": "n", "value": value}]}
        focused = {"options": [{"name": "o", "type": kind, "value": "", "focused": True}]}
        check_callback({"type": 8, "data": data})
        answering.check_choices(LocalInteraction("1", "t", AUTOCOMPLETE, "2", "3", focused, 0.0), data)

    for value in fitting:
        suggest(value)
    for value in others:
        with pytest.raises(ApiError) as caught:
            suggest(value)
        assert caught.value.code == 50035, value


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"type": 5, "data": {"flags": 64}}, 204),
        ({"type": 5}, 204),
        ({"type": 5, "data": {"content": "lost"}}, 400),
        ({"type": 5, "data": {"flags": "64"}}, 400),
        ({"type": 6}, 400),
        ({"type": 1}, 400),
        ({"type": 99}, 400),
        ({"type": "4", "data": {"content": "x"}}, 400),
        ({"type": 4, "data": "x"}, 400),
        ({"type": 4}, 400),
        ({}, 400),
        ([], 400),
    ],
    ids=str,
)
async def test_an_answer_of_no_known_shape_is_refused(
    table: LocalTable, bot: PracticeBot, raw: Raw, answer: Any, expected: int
) -> None:
    statuses: list[int] = []

    async def ask(interaction: Interaction) -> None:
        statuses.append((await raw.answer(interaction.id, interaction.token, answer))[0])
        if statuses[-1] == 400:
            await interaction.response.send_message("refused")

    bot.ask = ask
    await table.user("Anna").command("war-room", "do", wait_thinking=False)
    assert statuses == [expected]


def test_no_part_of_the_schemas_takes_anything() -> None:
    """An empty schema in a union would make all the others worthless."""
    says = {"type", "anyOf", "allOf", "oneOf", "$ref", "const", "enum"}
    for path, schema in schemas(form._document()):
        assert says & schema.keys(), path
        free = schema.get("type") == "object" and schema.get("additionalProperties") in (None, True, {})
        assert not free, path
        assert schema.get("type") != "array" or schema.get("items"), path


def schemas(document: Json) -> Iterator[tuple[str, Json]]:
    """Every schema of the document with its path, also those within others."""
    for section in ("bodies", "callbacks", "$defs"):
        for name, schema in document[section].items():
            yield from parts_of(f"{section}/{name}", schema)


def parts_of(path: str, schema: Json) -> Iterator[tuple[str, Json]]:
    yield path, schema
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from parts_of(f"{path}/{key}", schema[key])
    for name, part in schema.get("properties", {}).items():
        yield from parts_of(f"{path}/{name}", part)
    for key in ("anyOf", "allOf", "oneOf"):
        for number, part in enumerate(schema.get(key, ())):
            yield from parts_of(f"{path}/{key}/{number}", part)


@pytest.mark.parametrize(("number", "expected"), [(1, 204), (5, 204), (6, 400), (0, 400)])
async def test_a_form_has_1_to_5_fields(
    table: LocalTable, bot: PracticeBot, raw: Raw, number: int, expected: int
) -> None:
    fields = [row({"type": 4, "custom_id": str(n), "style": 1, "label": "Orders"}) for n in range(number)]
    statuses: list[int] = []

    async def ask(interaction: Interaction) -> None:
        body = {"type": 9, "data": {"custom_id": "m", "title": "Orders", "components": fields}}
        statuses.append((await raw.answer(interaction.id, interaction.token, body))[0])
        if statuses[-1] == 400:
            await interaction.response.send_message("refused")

    bot.ask = ask
    await table.user("Anna").command("war-room", "do")
    assert statuses == [expected]


async def test_a_slash_command_cannot_be_answered_by_updating_a_message(table: LocalTable, bot: PracticeBot) -> None:
    codes = Codes()

    async def ask(interaction: Interaction) -> None:
        adapter = discord.webhook.async_.async_context.get()
        params = discord.webhook.async_.interaction_response_params(6)
        session = interaction._session
        await codes.note(
            adapter.create_interaction_response(interaction.id, interaction.token, session=session, params=params)
        )
        await interaction.response.send_message("properly")

    bot.ask = ask
    assert (await table.user("Anna").command("war-room", "do")).content == "properly"
    assert codes.seen == [50035]


async def test_a_disabled_or_vanished_button_cannot_be_pressed(table: LocalTable, bot: PracticeBot) -> None:
    async def ask(interaction: Interaction) -> None:
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="Old", custom_id="old", disabled=True))
        await interaction.response.send_message("look", view=view)

    bot.ask = ask
    anna = table.user("Anna")
    reply = await anna.command("war-room", "do")
    with pytest.raises(RefusedError, match="disabled"):
        await anna.press(reply.shown, "Old")
    with pytest.raises(LookupError, match=r"there are \['Old'\]"):
        await anna.press(reply.shown, "New")


async def test_another_users_ephemeral_message_cannot_be_pressed(table: LocalTable, bot: PracticeBot) -> None:
    async def ask(interaction: Interaction) -> None:
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="Mine", custom_id="mine"))
        await interaction.response.send_message("look", view=view, ephemeral=True)

    bot.ask = ask
    reply = await table.user("Anna").command("war-room", "do")
    with pytest.raises(RefusedError, match="another user"):
        await table.user("Ben").press(reply.shown, "Mine")


async def test_a_layout_view_is_shown_with_its_texts_and_picture(table: LocalTable, bot: PracticeBot) -> None:
    async def ask(interaction: Interaction) -> None:
        view = discord.ui.LayoutView()
        box = discord.ui.Container[discord.ui.LayoutView](discord.ui.TextDisplay("**Germany**"))
        box.add_item(discord.ui.ActionRow(discord.ui.Button(label="Map", custom_id="map")))
        view.add_item(box)
        await interaction.response.send_message(view=view)

    bot.ask = ask
    reply = await table.user("Anna").command("war-room", "do")
    assert (reply.shown.text, reply.shown.labels) == ("**Germany**", ["Map"])
    assert table.refusals == []


async def test_a_file_is_an_option_that_the_bot_downloads(table: LocalTable, bot: PracticeBot) -> None:
    anna = table.user("Anna")
    reply = await anna.command("war-room", "read", letter=File("plan b.txt", "All quiet – so far".encode()))
    assert reply.content == "plan_b.txt, 20 bytes: All quiet – so far"
    assert table.refusals == []


@pytest.mark.parametrize("letter", ["words", {"filename": "a.txt"}, {"filename": "a.txt", "data": "no base64"}])
async def test_what_is_no_file_is_not_sent(table: LocalTable, bot: PracticeBot, letter: Any) -> None:
    with pytest.raises(RefusedError, match="no value for the option letter"):
        await table.user("Anna").command("war-room", "read", letter=letter)


async def test_a_file_that_is_too_large_is_not_sent(table: LocalTable, bot: PracticeBot) -> None:
    with pytest.raises(RefusedError, match="too large"):
        await table.user("Anna").command("war-room", "read", letter=File("big", bytes(10 * 1024 * 1024 + 1)))
