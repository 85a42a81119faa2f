"""Commands that the page offers as one press, each in a new channel of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Shortcut:
    """A slash command with its options; shortcuts of one group stand together under its name.

    `other_person` names an option that gets another member than who presses.
    """

    group: str
    label: str
    channel: str
    command: str
    options: Mapping[str, Any] = field(default_factory=dict)
    other_person: str = ""
