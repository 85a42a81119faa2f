"""Questions that must be answered before the game goes on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.facts.board import PowerId, SpaceId

RequestId = str
RequestKind = str
Choice = dict[str, Any]


@dataclass(frozen=True)
class Request:
    """A question that must be answered before the game goes on.

    `power` answers, or, in a joint defence, each of `powers` (CMB-23); `answers` holds what some of them said so far.
    `options` says what can be chosen, `default` is a legal choice for players who are away.
    """

    id: RequestId
    kind: RequestKind
    power: PowerId
    powers: tuple[PowerId, ...]
    space: SpaceId
    options: Mapping[str, Any]
    default: Choice
    answers: Mapping[PowerId, Choice] = field(default_factory=dict)
