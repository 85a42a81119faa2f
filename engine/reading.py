"""Numbers and JSON from strangers: what is read can be counted with, written out and stored."""

from __future__ import annotations

import json
import math
import re
from typing import Any, NoReturn

from pydantic import ValidationError

from engine.quoting import in_one_line

DEEPEST = 40
"""Brackets within brackets of a JSON text; records and orders have ten at most."""

LONGEST_NUMBER = 15
"""Digits."""

_NUMBER = re.compile(rf"[0-9]{{1,{LONGEST_NUMBER}}}")
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_HALF_OF_A_CHARACTER = re.compile("[\ud800-\udfff]")
_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class UnreadableJson(Exception):
    """A text that is no JSON, or none that can be kept; the text says where and why."""


def read_number(text: str) -> int | None:
    """The number that the digits 0 to 9 of a text give, None for any other text and for more than fifteen digits."""
    digits = text.strip()
    return int(digits) if _NUMBER.fullmatch(digits) else None


def read_json(text: str) -> Any:
    """What a JSON text says; raises UnreadableJson.

    Refused are also: brackets nested deeper than DEEPEST, NaN and infinities, whole numbers of more than 15 digits,
    a key twice in one object, and halves of characters (surrogates).
    """
    _check_depth(text)
    try:
        found = json.loads(
            text,
            parse_int=_whole_number,
            parse_float=_finite_number,
            parse_constant=_no_number,
            object_pairs_hook=_object_without_repeats,
        )
    except json.JSONDecodeError as error:
        raise UnreadableJson(f"line {error.lineno}, column {error.colno}: {error.msg}") from error
    if _HALF_OF_A_CHARACTER.search(text) or (_ESCAPED_HALF.search(text) and _has_half(found)):
        raise UnreadableJson("a character in it is only half there")
    return found


IN_PLAIN_WORDS = {
    "union_tag_invalid": "there is no such type",
    "union_tag_not_found": "it needs a “type”",
    "missing": "it is missing",
    "extra_forbidden": "there is no such key",
    "model_type": "it must be an object in braces",
    "dict_type": "it must be an object in braces",
    "list_type": "it must be a list in brackets",
    "tuple_type": "it must be a list in brackets",
    "string_type": "it must be a text in quotes",
    "int_type": "it must be a whole number",
    "bool_type": "it must be true or false",
}
"""What is wrong with a value, by pydantic's name for it."""


def problem_in(error: ValidationError, whole: str, skip: int = 0) -> str:
    """Where the first fault lies, without the first `skip` steps of the way or else in the `whole`, and what it is."""
    problem = error.errors(include_url=False, include_input=False)[0]
    where = in_one_line(".".join(str(part) for part in problem["loc"][skip:]))
    what = IN_PLAIN_WORDS.get(problem["type"], problem["msg"].replace("Input should be", "it must be"))
    return f"{where or whole}: {what}"


def _check_depth(text: str) -> None:
    depth = 0
    for bracket in _BRACKETS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(bracket[0], 0)
        if depth > DEEPEST:
            raise UnreadableJson(f"its brackets are nested deeper than {DEEPEST} levels")


def _whole_number(digits: str) -> int:
    number = read_number(digits.removeprefix("-"))
    if number is None:
        raise UnreadableJson(f"a number in it has more than {LONGEST_NUMBER} digits")
    return -number if digits.startswith("-") else number


def _finite_number(digits: str) -> float:
    number = float(digits)
    return number if math.isfinite(number) else _no_number(digits)


def _no_number(_: str) -> NoReturn:
    raise UnreadableJson("a number in it is not finite")


def _object_without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise UnreadableJson("a key stands twice in one object")
    return found


def _has_half(found: Any) -> bool:
    if isinstance(found, dict):
        return any(_has_half(key) or _has_half(value) for key, value in found.items())
    if isinstance(found, list):
        return any(map(_has_half, found))
    return isinstance(found, str) and _HALF_OF_A_CHARACTER.search(found) is not None
