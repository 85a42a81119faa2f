"""Whether a body fits a published schema, found out by functions that are made of the schema once.

Nearly all that is sent fits. jsonschema, which says what is wrong with the rest, makes objects for each part of a
schema and of a body anew, and takes more than ten times as long.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from local.wire.errors import Json

Fits = Callable[[Any], bool]

_KINDS: Mapping[str, Fits] = {
    "array": lambda value: isinstance(value, list),
    "boolean": lambda value: isinstance(value, bool),
    "integer": lambda value: _is_number(value) and (isinstance(value, int) or value.is_integer()),
    "null": lambda value: value is None,
    "number": lambda value: _is_number(value),
    "object": lambda value: isinstance(value, dict),
    "string": lambda value: isinstance(value, str),
}
# What a word of a schema asks, of values of one kind.
_LIMITS: Mapping[str, tuple[str, Callable[[Any], Fits]]] = {
    "maximum": ("number", lambda most: lambda value: value <= most),
    "minimum": ("number", lambda least: lambda value: value >= least),
    "maxLength": ("string", lambda most: lambda value: len(value) <= most),
    "minLength": ("string", lambda least: lambda value: len(value) >= least),
    "pattern": ("string", lambda pattern: lambda value: re.search(pattern, value) is not None),
    "maxItems": ("array", lambda most: lambda value: len(value) <= most),
    "minItems": ("array", lambda least: lambda value: len(value) >= least),
    "required": ("object", lambda names: lambda value: value.keys() >= names),
}
_NO_LIMIT = ("format", "properties")  # which jsonschema does not check; which additionalProperties always comes with


class Fitting:
    """What fits the schemas of a document; `definitions` are those that it calls `#/$defs/NAME`."""

    def __init__(self, definitions: Mapping[str, Json]) -> None:
        self._definitions = definitions
        self._named: dict[str, Fits] = {}

    def of(self, schema: Json) -> Fits:
        """Whether a value fits a schema. Raises KeyError where that says something which is not known here."""
        parts = [self._part(word, said, schema) for word, said in schema.items() if word not in _NO_LIMIT]
        return parts[0] if len(parts) == 1 else lambda value: all(fits(value) for fits in parts)

    def _part(self, word: str, said: Any, schema: Json) -> Fits:
        """What one word of a schema asks."""
        if word in _LIMITS:
            kind, limit = _LIMITS[word]
            return _of_kind(kind, limit(frozenset(said) if word == "required" else said))
        makes: Mapping[str, Callable[[], Fits]] = {
            "$ref": lambda: self._by_name(said),
            "anyOf": lambda: _any([self.of(branch) for branch in said]),
            "type": lambda: _any([_KINDS[kind] for kind in ([said] if isinstance(said, str) else said)]),
            "const": lambda: _one_of([said]),
            "enum": lambda: _one_of(said),
            "items": lambda: _of_kind("array", _each(self.of(said))),
            "propertyNames": lambda: _of_kind("object", _each(self.of(said))),
            "additionalProperties": lambda: self._object(schema.get("properties", {}), said),
        }
        return makes[word]()

    def _by_name(self, reference: str) -> Fits:
        if reference not in self._named:
            self._named[reference] = lambda value: self._named[reference](value)  # a schema may be part of itself
            self._named[reference] = self.of(self._definitions[reference.removeprefix("#/$defs/")])
        return self._named[reference]

    def _object(self, properties: Mapping[str, Json], others: Json | bool) -> Fits:
        known = {name: self.of(schema) for name, schema in properties.items()}
        other = self.of(others) if isinstance(others, dict) else lambda _value: others
        return _of_kind("object", lambda value: all(known.get(name, other)(part) for name, part in value.items()))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _any(branches: Sequence[Fits]) -> Fits:
    return branches[0] if len(branches) == 1 else lambda value: any(fits(value) for fits in branches)


def _each(fits: Fits) -> Fits:
    return lambda value: all(map(fits, value))


def _of_kind(kind: str, limit: Fits) -> Fits:
    is_meant = _KINDS[kind]
    return lambda value: not is_meant(value) or limit(value)


def _one_of(values: Sequence[Any]) -> Fits:
    return lambda value: any(value == each and isinstance(value, bool) == isinstance(each, bool) for each in values)
