"""Reading the files of game data, with file, place and reason where one is wrong."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from engine.board import DataModel
from engine.errors import InvalidData

DATA = Path(__file__).resolve().parent.parent / "data"

Model = TypeVar("Model", bound=DataModel)


def read_data(path: Path, model: type[Model]) -> Model:
    """Read and check one file of game data; raises InvalidData with file, place and reason."""
    return checked(path, model, read_json(path))


def read_json(path: Path) -> Any:
    """The content of a JSON file; raises InvalidData with file, line and column."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InvalidData(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise InvalidData(f"{path}: is no text in UTF-8") from error
    except json.JSONDecodeError as error:
        raise InvalidData(f"{path}: line {error.lineno}, column {error.colno}: {error.msg}") from error


def checked(path: Path, model: type[Model], content: Any) -> Model:
    """What a file says as a model; raises InvalidData with file, place and reason."""
    try:
        return model.model_validate(content)
    except ValidationError as error:
        problem = error.errors()[0]
        place = ".".join(str(part) for part in problem["loc"]) or "the file as a whole"
        raise InvalidData(f"{path}: {place}: {problem['msg'].removeprefix('Value error, ')}") from error


def merged(base: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON object with the values of another put over its own; objects within are merged, all else is replaced."""
    result = dict(base)
    for key, value in change.items():
        former = result.get(key)
        if isinstance(former, Mapping) and isinstance(value, Mapping):
            result[key] = merged(former, value)
        else:
            result[key] = value
    return result


def must_be_known(what: str, names: Iterable[str], known: Iterable[str]) -> None:
    """Raise ValueError if some names are not among the known ones."""
    if unknown := sorted(set(names) - set(known)):
        raise ValueError(f"{what} names something unknown: {', '.join(unknown)}")


def must_be_distinct(what: str, names: Sequence[str]) -> None:
    """Raise ValueError if a name stands twice."""
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise ValueError(f"{what} lists twice: {', '.join(twice)}")
