"""What is counted and timed for those who monitor the bot: how many commands, how fast, how many failed; never whose.

The names of commands, buttons and forms are ours, so there are few of each; nothing that a player typed is kept.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import discord
from prometheus_client import CollectorRegistry, Counter, Histogram

from cogs.service.log_lines import COMMAND, INTERACTION

REGISTRY = CollectorRegistry()
_BOUNDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0, 60.0)
_HANDLED = Counter("communique_interactions", "Commands, presses and suggestions.", ["kind", "name"], registry=REGISTRY)
_FAILURES = Counter("communique_failures", "Unexpected failures, all in the log.", registry=REGISTRY)
_REFUSED = Counter("communique_refused", "Interactions that were refused with a reason.", registry=REGISTRY)
_ACKNOWLEDGED = Histogram(
    "communique_acknowledged_seconds", "Time until the first answer.", ["kind"], buckets=_BOUNDS, registry=REGISTRY
)
_DONE = Histogram(
    "communique_done_seconds", "Time until everything is done.", ["kind"], buckets=_BOUNDS, registry=REGISTRY
)
_BEGAN, _NAME = "began", "name"  # in the extras of an interaction

Interaction = discord.Interaction[Any]


@contextmanager
def measured(interaction: Interaction, kind: str) -> Iterator[None]:
    """Count and time what happens on an interaction."""
    began = time.monotonic()
    interaction.extras[_BEGAN] = began, kind
    INTERACTION.set(interaction.id)
    try:
        yield
    finally:
        acknowledged(interaction)
        _HANDLED.labels(kind, interaction.extras.pop(_NAME, "unknown")).inc()
        _DONE.labels(kind).observe(time.monotonic() - began)


def named(interaction: Interaction, name: str) -> None:
    """Say which of our commands or buttons it is, once that is known."""
    interaction.extras[_NAME] = name
    COMMAND.set(name)


def acknowledged(interaction: Interaction) -> None:
    """Note that Discord has had its first answer; nothing happens at the following ones."""
    if _BEGAN in interaction.extras and interaction.response.is_done():
        began, kind = interaction.extras.pop(_BEGAN)
        _ACKNOWLEDGED.labels(kind).observe(time.monotonic() - began)


def refused() -> None:
    """Count an interaction that was answered with a refusal, or with the number of a failure."""
    _REFUSED.inc()


def failed() -> None:
    """Count an unexpected failure."""
    _FAILURES.inc()
