"""Why the house orders something, in words; all numbers are those that decided (ASY-65)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from engine.state.words import first_upper
from gamemaster.jobs.house import adds_up, purpose
from maps.battles.chances import percent
from store import JsonObject

LEAST = 0.05
"""IPCs that are told as one number."""
AVERAGES = "IPCs are averages."
"""Said once, so that no line has to."""


def is_told(why: JsonObject) -> bool:
    """Whether there is something to tell: an order that stands, or an answer that was weighed."""
    return bool(why["line"] or why.get("answers"))


def reason_lines(why: Iterable[JsonObject]) -> list[str]:
    """A line for each aim: "• **Take Russia** (91% to succeed, worth 61.7 IPCs, losses 9.0 IPCs): 3 infantry: …"."""
    groups = [list(group) for _, group in groupby(filter(is_told, why), purpose)]
    return [": ".join(filter(None, (_aim(_together(group)), "; ".join(_orders(group))))) for group in groups]


def _together(group: list[JsonObject]) -> JsonObject:
    """The last order of an aim, as a place is the safer the more have come; with what all bring that adds up."""
    last = group[-1]
    if not adds_up(last):
        return last
    reasons = {each.get("reason", (each["gain"], each["risk"])): each for each in group}.values()
    return {**last, "gain": _sum(each["gain"] for each in reasons), "risk": _sum(each["risk"] for each in reasons)}


def _sum(amounts: Iterable[float | None]) -> float | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if known else None


def _orders(group: Iterable[JsonObject]) -> list[str]:
    """Those on the same way told together; apart where that was kept before they were."""
    return [told for each in group if (told := each.get("told", each["line"]))]


def _aim(why: JsonObject) -> str:
    """What it is for."""
    other = why.get("instead")
    return f"• **{first_upper(why['aim'])}**{_numbers(why)}{f', rather than {_other(why, other)}' if other else ''}"


def _other(why: JsonObject, other: JsonObject) -> str:
    """What was rejected: "leave Ukraine (worth 0.0 IPCs)"; the place isn't said twice."""
    _, there, where = str(why["aim"]).rpartition(" in ")
    place = f"{there}{where}" if there else ""
    return f"{str(other['aim']).removesuffix(place)}{_numbers(other)}"


def _numbers(why: JsonObject) -> str:
    """ " (91% to succeed, worth 61.7 IPCs)"; nothing where there are none."""
    told = []
    if why["odds"] is not None:
        told.append(f"{percent(why['odds'])} to succeed")
    if why["gain"] is not None:
        told += _gain(why["gain"], why.get("shields") or 0.0)
    if (why["risk"] or 0.0) >= LEAST:
        told.append(f"losses {_ipcs(why['risk'])}")
    if why["falls"]:
        told.append(f"{percent(why['falls'])} to fall")
    return f" ({', '.join(told)})" if told else ""


def _gain(gain: float, shields: float) -> list[str]:
    """What it brings there, and apart from that what the enemies can take less, or more, because of it."""
    if abs(shields) < LEAST:
        return [f"worth {_ipcs(gain)}"]
    beyond = f"keeps {_ipcs(shields)} out of reach" if shields > 0 else f"exposes {_ipcs(-shields)}"
    return [f"brings {_ipcs(gain - shields)}", beyond]


def _ipcs(amount: float) -> str:
    """ "12.0 IPCs", "−3.2 IPCs"."""
    shown = f"{amount:.1f}"
    return f"{shown.replace('-', '−') if float(shown) else '0.0'} IPCs"
