"""What fits a published schema is what jsonschema finds nothing wrong with."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from local.interactions import form
from local.interactions.fitting import Fitting
from local.wire.errors import Json
from tests.local.raw import button, option, row, select

ANYTHING: list[Any] = [
    *(None, True, False, 0, 1, 2, 3.0, -1, 1.5, 10**400, float("inf")),
    *("", "x", "x" * 33, "x" * 4001, "7", [], [None], ["x"] * 41, {}, {"x": "x"}, {"x": 1}, {"type": 1}, {"type": 3}),
]
MESSAGE: Json = {
    "content": "Your turn",
    "embeds": [{"title": "Losses", "fields": [{"name": "sz5", "value": "2 fighters", "inline": True}]}],
    "components": [row(button("a")), row(select(["a", "b"]))],
    "attachments": [{"id": 0, "filename": "map.webp", "description": "A map"}],
    "allowed_mentions": {"parse": ["users"]},
    "flags": 4,
}
COMMAND: Json = {
    "name": "move",
    "description": "Move units",
    "options": [option("units", name_localizations={"de": "einheiten"})],
    "default_member_permissions": 32,
}
FORM: Json = {
    "type": 9,
    "data": {
        "custom_id": "form",
        "title": "Orders",
        "components": [row({"type": 4, "custom_id": "text", "style": 2, "label": "Orders", "required": True})],
    },
}
BODIES = [
    ("bodies", "POST /channels/{}/messages", MESSAGE),
    ("bodies", "PUT /applications/{}/commands", [COMMAND]),
    ("bodies", "PUT /channels/{}/permissions/{}", {"id": "7", "allow": "1024", "deny": 0, "type": 1}),
    ("callbacks", "4", {"type": 4, "data": {"content": "Done.", "flags": 64}}),
    ("callbacks", "9", FORM),
]


def places(body: Any) -> Iterator[tuple[Any, Any]]:
    """Each part of a body: what it stands in, and under which key."""
    for key in body if isinstance(body, dict) else range(len(body)):
        yield body, key
        if isinstance(body[key], dict | list):
            yield from places(body[key])


def judged_alike(section: str, key: str, body: Any) -> bool:
    fits = form._fits(section, key)(body)
    assert fits == form._validator(section, key).is_valid(body), json.dumps(body)[:500]
    return fits


@pytest.mark.parametrize(("section", "key", "body"), BODIES, ids=[key for _, key, _ in BODIES])
def test_a_body_fits_where_jsonschema_finds_nothing_wrong(section: str, key: str, body: Any) -> None:
    body = copy.deepcopy(body)
    assert judged_alike(section, key, body)
    misfits = 0
    for number, (whole, at) in enumerate([*places(body)]):
        part = whole[at]
        for instead in ANYTHING[number % 11 :: 11]:
            whole[at] = instead
            misfits += not judged_alike(section, key, body)
        if isinstance(whole, dict):
            del whole[at]
            misfits += not judged_alike(section, key, body)
            misfits += not judged_alike(section, key, {**body, "more": 1} if isinstance(body, dict) else body)
        whole[at] = part
    assert misfits


def test_every_definition_takes_the_same_values_as_jsonschema() -> None:
    for name in form._document()["$defs"]:
        for value in ANYTHING:
            judged_alike("$defs", name, value)


def test_a_schema_that_says_something_new_is_not_taken_for_one_that_allows_everything() -> None:
    with pytest.raises(KeyError):
        Fitting({}).of({"type": "integer", "multipleOf": 5})


def test_a_part_of_itself() -> None:
    fits = Fitting({"folder": {"type": "array", "items": {"$ref": "#/$defs/folder"}}}).of({"$ref": "#/$defs/folder"})
    assert fits([[], [[]]])
    assert not fits([[], [[1]]])
