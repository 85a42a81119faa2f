"""The length of every text, and the number of every kind of part, at its limit and one beyond it."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from local import LocalTable, TableClock
from local.interactions.form import check_callback
from local.wire.errors import ApiError, Json
from tests.local.raw import Raw, button, errors_at, option, row, select

FIELD = {"name": "n", "value": "v"}


def embed(**parts: Any) -> Json:
    return {"embeds": [{"title": "t", **parts}]}


def in_row(component: Json) -> Json:
    return {"components": [row(component)]}


def line(**parts: Any) -> Json:
    return in_row({**select(["a"]), "options": [{"label": "a", "value": "a", **parts}]})


def layout(*components: Json) -> Json:
    return {"flags": 1 << 15, "components": list(components)}


def gallery(number: int, **parts: Any) -> Json:
    return {"type": 12, "items": [{"media": {"url": "https://example.org/map.png"}, **parts}] * number}


def section(number: int) -> Json:
    return {"type": 9, "components": [{"type": 10, "content": "t"}] * number, "accessory": button()}


def text_input(**parts: Any) -> Json:
    return {"type": 4, "custom_id": "t", "style": 1, **parts}


def modal(**parts: Any) -> Json:
    label = {"type": 18, "label": "Orders", "component": text_input()}
    return {"type": 9, "data": {"custom_id": "m", "title": "Orders", "components": [label], **parts}}


def labelled(**parts: Any) -> Json:
    return modal(components=[{"type": 18, "label": "Orders", "component": text_input(), **parts}])


TEXTS: list[tuple[str, int, Any]] = [
    ("an embed's title", 256, lambda text: embed(title=text)),
    ("an embed's description", 4096, lambda text: embed(description=text)),
    ("a field's name", 256, lambda text: embed(fields=[{**FIELD, "name": text}])),
    ("a field's value", 1024, lambda text: embed(fields=[{**FIELD, "value": text}])),
    ("a footer", 2048, lambda text: embed(footer={"text": text})),
    ("an author", 256, lambda text: embed(author={"name": text})),
    ("a button's label", 80, lambda text: in_row(button(label=text))),
    ("a custom id", 100, lambda text: in_row(button(text))),
    ("a placeholder", 150, lambda text: in_row(select(["a"], placeholder=text))),
    ("an option's label", 100, lambda text: line(label=text)),
    ("an option's value", 100, lambda text: line(value=text)),
    ("an option's description", 100, lambda text: line(description=text)),
    ("a message", 2000, lambda text: {"content": text}),
    ("a nonce", 25, lambda text: {"content": "x", "nonce": text}),
    ("a displayed text", 4000, lambda text: layout({"type": 10, "content": text})),
    ("a picture's alt text in a gallery", 1024, lambda text: layout(gallery(1, description=text))),
    ("a link", 512, lambda text: in_row({"type": 2, "style": 5, "label": "l", "url": "https://" + text[8:]})),
]


@pytest.mark.parametrize(("what", "limit", "make"), TEXTS, ids=[what for what, _, _ in TEXTS])
async def test_a_text_of_a_message_has_a_longest_length(raw: Raw, what: str, limit: int, make: Any) -> None:
    assert (await raw.send(**make("x" * limit)))[0] == 200, what
    status, answer = await raw.send(**make("x" * (limit + 1)))
    assert (status, answer["code"]) == (400, 50035), what


NUMBERS: list[tuple[str, int, Any]] = [
    ("embeds", 10, lambda n: {"embeds": [{"title": "t"}] * n}),
    ("fields", 25, lambda n: embed(fields=[FIELD] * n)),
    ("rows", 5, lambda n: {"components": [row(button(str(i))) for i in range(n)]}),
    ("buttons in a row", 5, lambda n: {"components": [row(*(button(str(i)) for i in range(n)))]}),
    ("options", 25, lambda n: in_row(select([str(i) for i in range(n)]))),
    (
        "characters in all embeds",
        6000,
        lambda n: {"embeds": [{"description": "x" * 4000}, {"description": "x" * (n - 4000)}]},
    ),
    (
        "users that may be pinged",
        100,
        lambda n: {"content": "x", "allowed_mentions": {"users": [str(i) for i in range(n)]}},
    ),
    ("options chosen at once", 25, lambda n: in_row(select([str(i) for i in range(25)], max_values=n))),
    ("people chosen at once", 25, lambda n: in_row({"type": 5, "custom_id": "u", "max_values": n})),
    ("components of a layout", 40, lambda n: layout(*[{"type": 10, "content": "t"}] * n)),
    ("pictures in a gallery", 10, lambda n: layout(gallery(n))),
    ("texts in a section", 3, lambda n: layout(section(n))),
]


@pytest.mark.parametrize(("what", "limit", "make"), NUMBERS, ids=[what for what, _, _ in NUMBERS])
async def test_a_message_has_so_many_parts_at_most(raw: Raw, what: str, limit: int, make: Any) -> None:
    assert (await raw.send(**make(limit)))[0] == 200, what
    status, answer = await raw.send(**make(limit + 1))
    assert (status, answer["code"]) == (400, 50035), what


FORMS: list[tuple[str, int, Any]] = [
    ("a form's title", 45, lambda text: modal(title=text)),
    ("a form's custom id", 100, lambda text: modal(custom_id=text)),
    ("a label", 45, lambda text: labelled(label=text)),
    ("a label's description", 100, lambda text: labelled(description=text)),
    ("a text's placeholder", 100, lambda text: labelled(component=text_input(placeholder=text))),
    ("a text filled in", 4000, lambda text: labelled(component=text_input(value=text))),
    ("the label of a text in a row", 45, lambda text: modal(components=[row(text_input(label=text))])),
    ("what may be typed", 4000, lambda text: labelled(component=text_input(max_length=len(text)))),
    ("what must be typed", 4000, lambda text: labelled(component=text_input(min_length=len(text)))),
]


@pytest.mark.parametrize(("what", "limit", "make"), FORMS, ids=[what for what, _, _ in FORMS])
def test_a_text_of_an_answer_has_a_longest_length(what: str, limit: int, make: Any) -> None:
    check_callback(make("x" * limit))
    with pytest.raises(ApiError) as caught:
        check_callback(make("x" * (limit + 1)))
    assert caught.value.code == 50035, what


COMMAND_TEXTS: list[tuple[str, int, Any]] = [
    ("a command's name", 32, lambda text: {"name": text, "description": "d"}),
    ("a command's description", 100, lambda text: {"name": "n", "description": text}),
    ("an option's name", 32, lambda text: {"name": "n", "description": "d", "options": [option(text)]}),
    (
        "an option's description",
        100,
        lambda text: {"name": "n", "description": "d", "options": [{**option("o"), "description": text}]},
    ),
    (
        "a choice's name",
        100,
        lambda text: {
            "name": "n",
            "description": "d",
            "options": [option("o", choices=[{"name": text, "value": "v"}])],
        },
    ),
    (
        "a choice's value",
        100,
        lambda text: {
            "name": "n",
            "description": "d",
            "options": [option("o", choices=[{"name": "n", "value": text}])],
        },
    ),
]


@pytest.mark.parametrize(("what", "limit", "make"), COMMAND_TEXTS, ids=[what for what, _, _ in COMMAND_TEXTS])
async def test_a_text_of_a_command_has_a_longest_length(raw: Raw, what: str, limit: int, make: Any) -> None:
    assert (await raw.ask("PUT", raw.commands, [make("x" * limit)]))[0] == 200, what
    status, answer = await raw.ask("PUT", raw.commands, [make("x" * (limit + 1))])
    assert (status, answer["code"]) == (400, 50035), what


@pytest.mark.parametrize("key", ["min_length", "max_length"])
async def test_an_option_is_6000_characters_long_at_most(raw: Raw, key: str) -> None:
    body = {"name": "n", "description": "d"}
    for length, expected in ((6000, 200), (6001, 400)):
        status, _ = await raw.ask("PUT", raw.commands, [{**body, "options": [{**option("o"), key: length}]}])
        assert status == expected


async def test_a_command_has_8000_characters_in_all(raw: Raw) -> None:
    options = [option(f"o{i}", choices=[{"name": "n" * 90, "value": "v" * 90}] * 1) for i in range(25)]
    many = [{"name": f"{i}" + "n" * 97, "value": f"{i}" + "v" * 97} for i in range(25)]
    options[0]["choices"] = many
    body = {"name": "big", "description": "d", "options": options}
    status, answer = await raw.ask("PUT", raw.commands, [body])
    assert (status, answer["code"]) == (400, 50035)
    assert errors_at(answer, "0") == ["APPLICATION_COMMAND_TOO_LARGE"]


async def test_commands_nest_two_deep_at_most(raw: Raw) -> None:
    leaf = {"type": 1, "name": "leaf", "description": "d"}
    group = {"type": 2, "name": "group", "description": "d", "options": [leaf]}
    assert (await raw.ask("PUT", raw.commands, [{"name": "n", "description": "d", "options": [group]}]))[0] == 200
    deeper = {**group, "name": "outer", "options": [group]}
    status, answer = await raw.ask("PUT", raw.commands, [{"name": "n", "description": "d", "options": [deeper]}])
    assert (status, answer["code"]) == (400, 50035)


@pytest.mark.parametrize(("name", "expected"), [("x" * 100, 201), ("x" * 101, 400), ("", 400)])
async def test_a_thread_has_a_name_of_1_to_100_characters(raw: Raw, name: str, expected: int) -> None:
    status, _ = await raw.ask("POST", f"/channels/{raw.channel}/threads", {"name": name, "type": 11})
    assert status == expected


async def test_a_server_has_a_thousand_threads_that_are_open(
    table: LocalTable, raw: Raw, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("local.messages.threads.MOST_ACTIVE", 1)
    path = f"/channels/{raw.channel}/threads"
    assert (await raw.ask("POST", path, {"name": "first", "type": 11}))[0] == 201
    status, answer = await raw.ask("POST", path, {"name": "second", "type": 11})
    assert (status, answer["code"]) == (400, 160006)
    table.archive_thread("first")
    assert (await raw.ask("POST", path, {"name": "second", "type": 11}))[0] == 201


@pytest.mark.parametrize("body", [{"auto_archive_duration": 61}, {"rate_limit_per_user": 21601}])
async def test_a_thread_rests_and_slows_by_what_discord_offers(raw: Raw, body: Json) -> None:
    path = f"/channels/{raw.channel}/threads"
    status, answer = await raw.ask("POST", path, {"name": "x", "type": 11, **body})
    assert (status, answer["code"]) == (400, 50035)


TOPIC = {"name": "maps", "topic": "x" * 1024}


@pytest.mark.parametrize(
    ("body", "expected"),
    [(TOPIC, 201), ({**TOPIC, "topic": "x" * 1025}, 400), ({"name": "x" * 101}, 400), ({"name": ""}, 400)],
    ids=["at the limit", "topic", "name", "no name"],
)
async def test_a_channel_has_a_name_and_a_topic_of_some_length(
    table: LocalTable, raw: Raw, body: Json, expected: int
) -> None:
    table.grant(table.bot_user["global_name"], 1 << 4)
    status, answer = await raw.ask("POST", f"/guilds/{table.world.guild['id']}/channels", body)
    assert (status, answer.get("code", 50035)) == (expected, 50035)


@pytest.mark.parametrize(("length", "expected"), [(512, 204), (513, 400)])
async def test_a_reason_has_512_characters_at_most(raw: Raw, length: int, expected: int) -> None:
    _, message = await raw.send(content="x")
    path = f"/channels/{raw.channel}/messages/{message['id']}"
    status, _ = await raw.ask("DELETE", path, reason="ü" * length)
    assert status == expected


async def test_a_message_takes_20_kinds_of_reactions(raw: Raw) -> None:
    _, message = await raw.send(content="x")
    path = f"/channels/{raw.channel}/messages/{message['id']}/reactions"
    answers = [await raw.ask("PUT", f"{path}/{chr(0x1F600 + n)}/@me") for n in range(21)]
    assert [status for status, _ in answers] == [204] * 20 + [400]
    assert answers[-1][1]["code"] == 30010
    assert (await raw.ask("PUT", f"{path}/{chr(0x1F600)}/@me"))[0] == 204


async def test_history_is_read_100_messages_at_a_time(raw: Raw) -> None:
    path = f"/channels/{raw.channel}/messages"
    assert (await raw.ask("GET", f"{path}?limit=100"))[0] == 200
    for limit in (0, 101):
        assert (await raw.ask("GET", f"{path}?limit={limit}"))[1]["code"] == 50035


@pytest.mark.parametrize(("length", "expected"), [(1024, 200), (1025, 400)])
async def test_an_alt_text_has_1024_characters_at_most(raw: Raw, length: int, expected: int) -> None:
    listed = [{"id": 0, "filename": "a.png", "description": "x" * length}]
    status, answer = await raw.send_file("a.png", {"attachments": listed})
    assert status == expected, answer


async def test_a_channel_has_250_pins(table: LocalTable, raw: Raw) -> None:
    _, message = await raw.send(content="x")
    kept = table.world.message(raw.channel, message["id"])
    for number in range(250):
        table.world.save_message({**kept, "id": str(number), "pinned": True})
    status, answer = await raw.ask("PUT", f"/channels/{raw.channel}/messages/pins/{message['id']}")
    assert (status, answer["code"]) == (400, 30003)


async def test_the_sixth_edit_in_five_seconds_is_limited(clock: TableClock) -> None:
    async with LocalTable(clock=clock) as table, aiohttp.ClientSession() as session:
        raw = Raw(table, session)
        _, message = await raw.send(content="x")
        path = f"/channels/{raw.channel}/messages/{message['id']}"
        answers = [await raw.ask("PATCH", path, {"content": str(number)}) for number in range(6)]
        assert [status for status, _ in answers] == [200] * 5 + [429]
        clock.advance(5)
        assert (await raw.ask("PATCH", path, {"content": "again"}))[0] == 200


async def test_what_is_left_of_a_limit_stands_in_the_headers(table: LocalTable, raw: Raw) -> None:
    url = f"{table.api_url}/channels/{raw.channel}/messages"
    headers = {"Authorization": f"Bot {table.bot_token}"}
    async with raw.session.post(url, json={"content": "x"}, headers=headers) as response:
        told = {name: response.headers[f"X-RateLimit-{name}"] for name in ("Limit", "Remaining", "Bucket")}
        assert told == {"Limit": "1000", "Remaining": "999", "Bucket": "messages"}
        assert 0 < float(response.headers["X-RateLimit-Reset-After"]) <= 5


async def test_every_nth_request_fails_where_that_is_asked_for(table: LocalTable, raw: Raw) -> None:
    table.faults.fail("POST /channels/*/messages", 503, times=2, every=2)
    assert [(await raw.send(content="x"))[0] for _ in range(6)] == [200, 503, 200, 503, 200, 200]
