"""Why the house orders something, in words; all numbers are those that decided (ASY-65)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from engine.state.words import first_upper
from maps.battles.chances import percent
from store import JsonObject


def reason_lines(why: Iterable[JsonObject]) -> list[str]:
    """A line for each aim: "• **Take Russia** (91% to succeed, worth 61.7 IPCs on average …): 3 infantry: …"."""
    said = (each for each in why if each["line"])
    groups = [list(group) for _, group in groupby(said, _purpose)]
    return [f"{_aim(group[-1])}: {'; '.join(each['line'] for each in group)}" for group in groups]


def _purpose(why: JsonObject) -> tuple[object, ...]:
    """What orders of one aim have in common; a place is the safer the more have come, so the last of them tells."""
    return why["aim"], why["odds"], why["gain"], why["risk"]


def _aim(why: JsonObject) -> str:
    numbers = _numbers(why)
    return f"• **{first_upper(why['aim'])}**{f' ({numbers})' if numbers else ''}"


def _numbers(why: JsonObject) -> str:
    told = []
    if why["odds"] is not None:
        told.append(f"{percent(why['odds'])} to succeed")
    if why["gain"] is not None:
        told.append(f"worth {why['gain']:.1f} IPCs on average")
    if why["risk"]:
        told.append(f"{why['risk']:.1f} IPCs lost on average")
    if why["falls"]:
        told.append(f"{percent(why['falls'])} to fall")
    return ", ".join(told)
