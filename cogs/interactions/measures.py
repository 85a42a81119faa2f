"""What is counted and timed for those who monitor the bot: how many commands, how fast, how many failed; never whose.

The names of commands, buttons and forms are ours, so there are few of each; nothing that a player typed is kept.
"""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Histogram

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


def time_first_word(kind: str, seconds: float) -> None:
    """Note how long it took until Discord had its first answer."""
    _ACKNOWLEDGED.labels(kind).observe(seconds)


def count_done(kind: str, name: str, seconds: float) -> None:
    """Count an interaction for which all is done, and how long that took."""
    _HANDLED.labels(kind, name).inc()
    _DONE.labels(kind).observe(seconds)


def refused() -> None:
    """Count an interaction that was answered with a refusal, or with the number of a failure."""
    _REFUSED.inc()


def failed() -> None:
    """Count an unexpected failure."""
    _FAILURES.inc()
