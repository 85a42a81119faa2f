"""Questions that must be answered before the game goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict

from engine.facts.board import PowerId, SpaceId

RequestId = str
RequestKind = str
JsonChoice: TypeAlias = Mapping[str, object]
"""A choice as it stands in orders, records and stored states."""
Word = Literal["default", "agree"]
"""What answers a question without saying more."""


@dataclass(frozen=True)
class Request:
    """A question that must be answered before the game goes on, as plain data; its kind knows what it means.

    `power` answers, or, in a joint defence, each of `powers` (CMB-23); `answers` holds what some of them said so far.
    `options` says what can be chosen (see `Options`), `default` is a legal choice for players who are away.
    """

    id: RequestId
    kind: RequestKind
    power: PowerId
    powers: tuple[PowerId, ...]
    space: SpaceId
    options: Mapping[str, object]
    default: JsonChoice
    answers: Mapping[PowerId, JsonChoice] = field(default_factory=dict)

    @cached_property
    def read(self) -> dict[type[Options], Options]:
        """What was read out of `options`, as far as it was asked."""
        return {}


class Options(BaseModel):
    """Base of what the kinds of questions offer. What an optional key has to say by default is left out of JSON."""

    model_config = ConfigDict(frozen=True, validate_by_name=True)

    @classmethod
    def of(cls, request: Request) -> Self:
        """What a question offers."""
        known = request.read.get(cls)
        if isinstance(known, cls):
            return known
        request.read[cls] = found = cls.model_validate(request.options)
        return found

    def to_json(self) -> dict[str, object]:
        """What is kept of it in a question."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)


class Choice(BaseModel):
    """Base of the choices that answer the kinds of questions. In JSON stands what was said, and no more."""

    model_config = ConfigDict(frozen=True, validate_by_name=True)

    @classmethod
    def of(cls, choice: JsonChoice) -> Self:
        """A choice that was written down."""
        return cls.model_validate(choice)

    def to_json(self) -> dict[str, object]:
        """The choice as it is written down."""
        return self.model_dump(mode="json", by_alias=True, exclude_unset=True)
