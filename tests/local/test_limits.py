"""Each limit is refused with Discord's own error."""

from __future__ import annotations

import io
from typing import Any

import aiohttp
import pytest

from local import LocalTable, TableClock
from local.wire.errors import Json
from tests.local.practice_bot import PracticeBot
from tests.local.raw import Raw, button, errors_at, option, row, select

ROWS = [row(button(str(number))) for number in range(6)]
EMBED_FIELDS = [{"name": "n" * 200, "value": "v" * 1001} for _ in range(5)]

BAD_MESSAGES: list[tuple[Json, str, str]] = [
    ({"content": "x" * 2001}, "content", "BASE_TYPE_MAX_LENGTH"),
    ({"content": "x", "colour": 1}, "colour", "UNKNOWN_KEY"),
    ({"content": "x", "components": ROWS}, "components", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(*[button(str(n)) for n in range(6)])]}, "components.0.components", "BASE_TYPE_MAX_LENGTH"),
    (
        {"components": [row(button("a"), button("a"))]},
        "components.0.components.1.custom_id",
        "COMPONENT_CUSTOM_ID_DUPLICATED",
    ),
    ({"components": [row(button("a" * 101))]}, "components.0.components.0.custom_id", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(button(label="x" * 81))]}, "components.0.components.0.label", "BASE_TYPE_MAX_LENGTH"),
    ({"components": [row(button(url="http://a"))]}, "components.0.components.0.url", "BUTTON_COMPONENT_INVALID_FIELD"),
    ({"components": [row(button(colour=2))]}, "components.0.components.0.colour", "UNKNOWN_KEY"),
    (
        {"components": [row(select([str(n) for n in range(26)]))]},
        "components.0.components.0.options",
        "BASE_TYPE_MAX_LENGTH",
    ),
    (
        {"components": [row(select(["a", "a"]))]},
        "components.0.components.0.options.1.value",
        "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
    ),
    (
        {"components": [row({**select(["a"]), "options": [{"label": "x" * 101, "value": "a"}]})]},
        "components.0.components.0.options.0.label",
        "BASE_TYPE_MAX_LENGTH",
    ),
    ({"components": [row(select(["a"]), button())]}, "components.0", "COMPONENT_LAYOUT_WIDTH_EXCEEDED"),
    ({"components": [{"type": 10, "content": "text"}]}, "components.0.type", "UNION_TYPE_CHOICES"),
    ({"embeds": [{"fields": EMBED_FIELDS}]}, "embeds", "MAX_EMBED_SIZE_EXCEEDED"),
    ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title", "BASE_TYPE_MAX_LENGTH"),
    ({"embeds": [{"title": "x", "url": "nowhere"}]}, "embeds.0.url", "URL_TYPE_INVALID_URL"),
    ({"embeds": [{"image": {"url": "file:///etc/map.png"}}]}, "embeds.0.image.url", "URL_TYPE_INVALID_SCHEME"),
    (
        {"components": [row({"type": 2, "style": 5, "label": "l", "url": "ftp://a"})]},
        "components.0.components.0.url",
        "URL_TYPE_INVALID_SCHEME",
    ),
    (
        {"flags": 1 << 15, "components": [{"type": 10, "content": "x", "id": 7}] * 2},
        "components.1.id",
        "COMPONENT_ID_DUPLICATED",
    ),
    ({"embeds": [{"fields": [{"name": "n", "value": ""}]}]}, "embeds.0.fields.0.value", "BASE_TYPE_REQUIRED"),
    ({"embeds": [{"fields": [{"name": "n"}]}]}, "embeds.0.fields.0.value", "BASE_TYPE_REQUIRED"),
    (
        {"embeds": [{"image": {"url": "attachment://no.png"}}]},
        "embeds",
        "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
    ),
    (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
        "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
    ),
    (
        {"content": "x", "flags": 1 << 15, "components": [{"type": 10, "content": "text"}]},
        "content",
        "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
    ),
    (
        {"flags": 1 << 15, "components": [{"type": 10, "content": "x" * 3000}, {"type": 10, "content": "x" * 1001}]},
        "components",
        "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
    ),
    (
        {"flags": 1 << 15, "components": [row(*[button(f"{r}-{n}") for n in range(5)]) for r in range(7)]},
        "components",
        "BASE_TYPE_MAX_LENGTH",
    ),
]


@pytest.mark.parametrize(
    ("body", "path", "code"), BAD_MESSAGES, ids=lambda value: value if isinstance(value, str) else ""
)
async def test_a_message_beyond_a_limit_is_refused(raw: Raw, body: Json, path: str, code: str) -> None:
    status, answer = await raw.send(**body)
    assert (status, answer["code"]) == (400, 50035)
    assert code in errors_at(answer, path)


def command(**more: Any) -> Json:
    return {"name": "move", "description": "Move", **more}


CHOICES = [{"name": str(number), "value": str(number)} for number in range(26)]

BAD_COMMANDS: list[tuple[list[Json], str, str]] = [
    ([command(name="Move")], "0.name", "APPLICATION_COMMAND_INVALID_NAME"),
    ([command(name="m" * 33)], "0.name", "BASE_TYPE_MAX_LENGTH"),
    ([command(), command()], "1.name", "APPLICATION_COMMANDS_DUPLICATE_NAME"),
    ([command(description="x" * 101)], "0.description", "BASE_TYPE_MAX_LENGTH"),
    ([command(description="")], "0.description", "BASE_TYPE_REQUIRED"),
    (
        [command(options=[option("a"), option("b", required=True)])],
        "0.options.1",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    (
        [command(options=[option("a"), option("a")])],
        "0.options.1.name",
        "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS",
    ),
    ([command(options=[option("a", choices=CHOICES)])], "0.options.0.choices", "BASE_TYPE_MAX_LENGTH"),
    (
        [command(options=[option("a", choices=CHOICES[:2], autocomplete=True)])],
        "0.options.0",
        "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID",
    ),
    ([command(options=[option(f"o{n}") for n in range(26)])], "0.options", "BASE_TYPE_MAX_LENGTH"),
]


@pytest.mark.parametrize(
    ("body", "path", "code"), BAD_COMMANDS, ids=lambda value: value if isinstance(value, str) else ""
)
async def test_a_command_beyond_a_limit_is_refused(raw: Raw, body: list[Json], path: str, code: str) -> None:
    status, answer = await raw.ask("PUT", raw.commands, body)
    assert (status, answer["code"]) == (400, 50035)
    assert code in errors_at(answer, path)


async def test_a_101st_command_is_refused(raw: Raw) -> None:
    status, answer = await raw.ask("PUT", raw.commands, [command(name=f"c{number}") for number in range(101)])
    assert (status, answer["code"]) == (400, 30032)


async def test_an_empty_message_is_refused(raw: Raw) -> None:
    assert (await raw.send())[1]["code"] == 50006
    assert (await raw.send(content=" \n"))[1]["code"] == 50006


async def test_unknown_messages_channels_and_routes_are_named_so(raw: Raw) -> None:
    assert (await raw.ask("GET", f"/channels/{raw.channel}/messages/1"))[1]["code"] == 10008
    assert (await raw.ask("GET", "/channels/1"))[1]["code"] == 10003
    assert (await raw.ask("GET", "/nowhere"))[0] == 404


async def test_files_beyond_size_and_number_are_refused(table: LocalTable, raw: Raw) -> None:
    headers = {"Authorization": f"Bot {table.bot_token}"}
    url = f"{table.api_url}/channels/{raw.channel}/messages"
    large = 9 * 1024 * 1024
    beyond = [([10 * 1024 * 1024 + 1], (413, 40005)), ([large] * 3, (413, 40005)), ([1] * 11, (400, 30015))]
    for sizes, expected in beyond:
        form = aiohttp.FormData(quote_fields=False)
        for number, size in enumerate(sizes):
            form.add_field(f"files[{number}]", io.BytesIO(b"x" * size), filename="a.bin")
        async with raw.session.post(url, data=form, headers=headers) as response:
            assert (response.status, (await response.json())["code"]) == expected


async def test_an_edit_cannot_bring_an_eleventh_file(table: LocalTable, raw: Raw) -> None:
    headers = {"Authorization": f"Bot {table.bot_token}"}
    url = f"{table.api_url}/channels/{raw.channel}/messages"
    form = aiohttp.FormData(quote_fields=False)
    for number in range(6):
        form.add_field(f"files[{number}]", io.BytesIO(b"x"), filename=f"{number}.bin")
    async with raw.session.post(url, data=form, headers=headers) as response:
        message_id = (await response.json())["id"]
    form = aiohttp.FormData(quote_fields=False)
    for number in range(5):
        form.add_field(f"files[{number}]", io.BytesIO(b"x"), filename=f"{number}.bin")
    async with raw.session.patch(f"{url}/{message_id}", data=form, headers=headers) as response:
        assert (response.status, (await response.json())["code"]) == (400, 30015)


async def test_the_same_nonce_gives_the_same_message_for_three_minutes(
    table: LocalTable, raw: Raw, clock: TableClock
) -> None:
    _, first = await raw.send(content="x", nonce="n1", enforce_nonce=True)
    _, again = await raw.send(content="x", nonce="n1", enforce_nonce=True)
    clock.advance(181)
    _, later = await raw.send(content="x", nonce="n1", enforce_nonce=True)
    assert first["id"] == again["id"] != later["id"]


async def test_a_message_older_than_an_hour_takes_three_edits(raw: Raw, clock: TableClock) -> None:
    _, message = await raw.send(content="x")
    path = f"/channels/{raw.channel}/messages/{message['id']}"
    assert [(await raw.ask("PATCH", path, {"content": str(n)}))[0] for n in range(5)] == [200] * 5
    clock.advance(3601)
    answers = [await raw.ask("PATCH", path, {"content": str(n)}) for n in range(4)]
    assert [status for status, _ in answers] == [200, 200, 200, 429]
    assert answers[-1][1]["code"] == 30046
    clock.advance(3601)
    assert (await raw.ask("PATCH", path, {"content": "z"}))[0] == 200


async def test_missing_permissions_are_told_apart_from_missing_access(table: LocalTable, raw: Raw) -> None:
    bot_name = table.bot_user["global_name"]
    table.set_permissions("war-room", bot_name, deny=1 << 11)
    assert (await raw.send(content="x"))[1]["code"] == 50013
    table.set_permissions("war-room", bot_name, deny=1 << 14)
    assert (await raw.send(embeds=[{"title": "x"}]))[1]["code"] == 50013
    table.set_permissions("war-room", bot_name, deny=1 << 10)
    assert (await raw.send(content="x"))[1]["code"] == 50001
    table.set_permissions("war-room", bot_name)
    assert (await raw.send(content="x"))[0] == 200


async def test_a_locked_thread_takes_no_message_and_an_archived_one_opens(table: LocalTable, raw: Raw) -> None:
    _, thread = await raw.ask("POST", f"/channels/{raw.channel}/threads", {"name": "Game 7", "type": 11})
    table.archive_thread("Game 7")
    path = f"/channels/{thread['id']}/messages"
    assert (await raw.ask("POST", path, {"content": "x"}))[0] == 200
    assert not table.world.channel(thread["id"])["thread_metadata"]["archived"]
    table.archive_thread("Game 7", locked=True)
    assert (await raw.ask("POST", path, {"content": "x"}))[0] == 200, "it may manage threads"
    table.set_permissions("war-room", table.bot_user["id"], deny=1 << 34)
    assert (await raw.ask("POST", path, {"content": "x"}))[1]["code"] == 160005
    table.archive_thread("Game 7", locked=True)
    assert (await raw.ask("POST", path, {"content": "x"}))[1]["code"] == 160005


async def test_a_message_of_somebody_else_cannot_be_edited(table: LocalTable, raw: Raw) -> None:
    said = await table.user("Anna").say("war-room", "mine")
    status, answer = await raw.ask("PATCH", f"/channels/{raw.channel}/messages/{said.id}", {"content": "ours"})
    assert (status, answer["code"]) == (403, 50005)


async def test_a_deleted_channel_is_unknown(table: LocalTable, raw: Raw, bot: PracticeBot) -> None:
    table.delete_channel("war-room")
    assert (await raw.send(content="x"))[1]["code"] == 10003


async def test_closed_direct_messages_are_refused(table: LocalTable, raw: Raw) -> None:
    ben = table.world.user_named("Ben")["id"]
    table.close_direct_messages("Ben")
    _, direct = await raw.ask("POST", "/users/@me/channels", {"recipient_id": ben})
    status, answer = await raw.ask("POST", f"/channels/{direct['id']}/messages", {"content": "x"})
    assert (status, answer["code"]) == (403, 50007)


async def test_the_sixth_message_in_five_seconds_is_limited(clock: TableClock) -> None:
    async with LocalTable(clock=clock) as table, aiohttp.ClientSession() as session:
        raw = Raw(table, session)
        answers = [await raw.send(content=str(number)) for number in range(6)]
        assert [status for status, _ in answers] == [200] * 5 + [429]
        assert 0 < answers[-1][1]["retry_after"] <= 5
        assert table.rate_limited == [f"POST /channels/{raw.channel}/messages"]
        clock.advance(5)
        assert (await raw.send(content="again"))[0] == 200


async def test_the_51st_request_in_a_second_is_limited_but_no_answer_to_an_interaction() -> None:
    async with (
        LocalTable(clock=lambda: 1_800_000_000.0, new_messages=1000) as table,
        aiohttp.ClientSession() as session,
    ):
        raw = Raw(table, session)
        read = f"/channels/{raw.channel}"
        assert [(await raw.ask("GET", read))[0] for _ in range(50)] == [200] * 50
        headers = {"Authorization": f"Bot {table.bot_token}"}
        async with session.get(table.api_url + read, headers=headers) as response:
            body = await response.json()
            assert response.status == 429
            assert body == {"message": "You are being rate limited.", "code": 0, "retry_after": 1.0, "global": True}
            told = {name: response.headers[name] for name in ("Retry-After", "X-RateLimit-Global", "X-RateLimit-Scope")}
            assert told == {"Retry-After": "1.000", "X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
            assert "X-RateLimit-Bucket" not in response.headers
        assert (await raw.send(content="x"))[0] == 429
        status, answer = await raw.ask("POST", "/interactions/1/token/callback", {"type": 1})
        assert (status, answer["code"]) == (404, 10062)


async def test_pages_of_other_sites_are_refused(table: LocalTable, raw: Raw) -> None:
    async with raw.session.get(table.base_url + "/local/people", headers={"Origin": "http://elsewhere"}) as response:
        assert response.status == 403
