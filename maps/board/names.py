"""What powers, treasuries and sides are called on pictures and in the words beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

from engine.facts.openings import all_powers
from engine.state.words import first_upper, listed


def name_of(owner: str) -> str:
    """The name that stands alone, as in a table: "Soviet Union"; of one we do not know, its id in words."""
    return _names().get(owner) or owner.replace("_", " ").title()


def called(owner: str) -> str:
    """The name inside a sentence: "the Soviet Union", "Japan"."""
    return _called().get(owner) or name_of(owner)


def called_first(owner: str) -> str:
    """The same at the start of a sentence."""
    return first_upper(called(owner))


def all_called(owners: Iterable[str]) -> str:
    """ "Japan and the United States", inside a sentence."""
    return listed(map(called, owners))


@cache
def _names() -> Mapping[str, str]:
    powers = list(all_powers())
    treasuries = {account.id: account.name for power in powers for account in power.accounts}
    return {"axis": "Axis", "allies": "Allies", **treasuries, **{power.id: power.name for power in powers}}


@cache
def _called() -> Mapping[str, str]:
    return {"axis": "the Axis", "allies": "the Allies", **{power.id: power.called for power in all_powers()}}
