"""Why the house orders something, in words; all numbers are those that decided (ASY-65)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from engine.state.words import first_upper
from maps.battles.chances import percent
from store import JsonObject

LEAST = 0.05
"""IPCs that are told as one number."""


def is_told(why: JsonObject) -> bool:
    """Whether there is something to tell: an order that stands, or an answer that was weighed."""
    return bool(why["line"] or why.get("answers"))


def reason_lines(why: Iterable[JsonObject]) -> list[str]:
    """A line for each aim: "• **Take Russia** (91% to succeed, worth 61.7 IPCs on average …): 3 infantry: …"."""
    groups = [list(group) for _, group in groupby(filter(is_told, why), _purpose)]
    return [": ".join(filter(None, (_aim(group[-1]), "; ".join(each["line"] for each in group)))) for group in groups]


def _purpose(why: JsonObject) -> tuple[object, ...]:
    """What orders of one aim have in common; a place is the safer the more have come, so the last of them tells."""
    return why["aim"], why["odds"], why["gain"], why["risk"], why.get("answers")


def _aim(why: JsonObject) -> str:
    other = why.get("instead")
    return f"• **{first_upper(why['aim'])}**{_numbers(why)}{f', rather than {_other(other)}' if other else ''}"


def _other(why: JsonObject) -> str:
    """What was rejected: "leave Ukraine (worth 0.0 IPCs on average)"."""
    return f"{why['aim']}{_numbers(why)}"


def _numbers(why: JsonObject) -> str:
    """ " (91% to succeed, worth 61.7 IPCs on average)"; nothing where there are none."""
    told = []
    if why["odds"] is not None:
        told.append(f"{percent(why['odds'])} to succeed")
    if why["gain"] is not None:
        told += _gain(why["gain"], why.get("shields") or 0.0)
    if why["risk"]:
        told.append(f"{why['risk']:.1f} IPCs lost on average")
    if why["falls"]:
        told.append(f"{percent(why['falls'])} to fall")
    return f" ({', '.join(told)})" if told else ""


def _gain(gain: float, shields: float) -> list[str]:
    """What it brings there, and apart from that what the enemies can take less, or more, because of it."""
    if abs(shields) < LEAST:
        return [f"worth {_ipcs(gain)} on average"]
    beyond = f"keeps {_ipcs(shields)} of yours" if shields > 0 else f"lays {_ipcs(-shields)} of yours open"
    return [f"brings {_ipcs(gain - shields)} on average", f"{beyond}{' out of reach' if shields > 0 else ''}"]


def _ipcs(amount: float) -> str:
    """ "12.0 IPCs", "−3.2 IPCs"."""
    shown = f"{amount:.1f}"
    return f"{shown.replace('-', '−') if float(shown) else '0.0'} IPCs"
