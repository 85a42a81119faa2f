"""Reading the files of game data, with file, place and reason where one is wrong.

Not a JSON merge patch (RFC 7396), in which null cannot be a value and lists are only replaced whole.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from engine.errors import InvalidData
from engine.facts.board import DataModel

DATA = Path(__file__).resolve().parents[2] / "data"

Model = TypeVar("Model", bound=DataModel)


def read_data(path: Path, model: type[Model]) -> Model:
    """Read and check one file of game data; raises InvalidData with file, place and reason."""
    return checked(path, model, read_content(path))


def read_content(path: Path, above: tuple[Path, ...] = ()) -> Any:
    """What a file of game data states, put over what the file that it `extends` states; raises InvalidData.

    above: the files that extend this one.
    """
    content = read_json(path)
    if not isinstance(content, dict) or "extends" not in content:
        return content
    if path in above:
        raise InvalidData(f"{path}: extends: in the end the file extends itself")
    base = read_content(path.with_name(f"{content.pop('extends')}.json"), (*above, path))
    return changed(path, base, content)


def read_json(path: Path) -> Any:
    """The content of a JSON file; raises InvalidData with file, line and column."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidData(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InvalidData(f"{path}: is not UTF-8 text") from error
    except json.JSONDecodeError as error:
        raise InvalidData(f"{path}: line {error.lineno}, column {error.colno}: {error.msg}") from error


def checked(path: Path, model: type[Model], content: Any) -> Model:
    """What a file says as a model; raises InvalidData with file, place and reason."""
    try:
        return model.model_validate(content)
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(str(part) for part in problem["loc"] if part != "[key]") or "the file as a whole"
        raise InvalidData(f"{path}: {place}: {problem['msg'].removeprefix('Value error, ')}") from error


def changed(path: Path, base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON object without what the change lists under `remove`, with its other values put over what is left, and with
    what it lists under `add` behind the entries of the lists at these places.

    Objects within are merged, all else is replaced. What is removed is named by its place with dots between, such as
    "options.straits" or "parameters.turn.phases.research": in an object the key, in a list the text or the `id` of an
    entry, or with another of its keys "start.units.power=italy". Raises InvalidData where there is no such thing.
    """
    more = change.get("add", {})
    if not isinstance(more, dict) or not all(isinstance(entries, list) for entries in more.values()):
        raise InvalidData(f"{path}: add: must name lists by their places")
    names = change.get("remove", [])
    if not isinstance(names, list):
        raise InvalidData(f"{path}: remove: must be a list")
    left = dict(base)
    for name in names:
        before, left = left, _without(left, str(name).split("."))
        if left == before:
            raise InvalidData(f"{path}: remove: there is no {name}")
    result = _merged(left, {key: value for key, value in change.items() if key not in ("remove", "add")})
    for place, entries in more.items():
        before, result = result, _with(result, place.split("."), entries)
        if entries and result == before:
            raise InvalidData(f"{path}: add: there is no list {place}")
    return result


def _merged(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    result = dict(base)
    for key, value in change.items():
        former = result.get(key)
        if isinstance(former, Mapping) and isinstance(value, Mapping):
            result[key] = _merged(former, value)
        else:
            result[key] = value
    return result


def _without(content: Any, place: Sequence[str]) -> Any:
    """An object or a list without what stands at a place; the same if nothing does."""
    name, *within = place
    if isinstance(content, list):
        if within:
            return [_without(entry, within) if _goes_by(entry, name) else entry for entry in content]
        return [entry for entry in content if not _goes_by(entry, name)]
    if not isinstance(content, Mapping) or name not in content:
        return content
    if within:
        return {**content, name: _without(content[name], within)}
    return {key: value for key, value in content.items() if key != name}


def _with(content: Any, place: Sequence[str], entries: Sequence[Any]) -> Any:
    """An object with more entries in the list at a place; the same if there is none."""
    if not place:
        return [*content, *entries] if isinstance(content, list) else content
    if not isinstance(content, Mapping) or place[0] not in content:
        return content
    return {**content, place[0]: _with(content[place[0]], place[1:], entries)}


def _goes_by(entry: Any, name: str) -> bool:
    """Whether an entry of a list is this text, has it as its `id`, or as "key=value" has the value under that key."""
    if not isinstance(entry, Mapping):
        return bool(entry == name)
    key, equals, value = name.partition("=")
    if not equals:
        return bool(entry.get("id") == name)
    return key in entry and value in (entry[key], json.dumps(entry[key]))


def must_be_known(what: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Raise ValueError if some names are not among the known ones."""
    if unknown := sorted(set(names) - set(known)):
        raise ValueError(f"{what} names something unknown: {', '.join(unknown)}")


def must_be_distinct(what: str, names: Sequence[str]) -> None:
    """Raise ValueError if a name stands twice."""
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"{what} lists twice: {', '.join(twice)}")
