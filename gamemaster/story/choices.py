"""Answers as players type them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from engine.board import PowerId
from engine.edition import Edition
from engine.errors import IllegalAction
from engine.names import find_power, find_space, folded
from engine.notation import in_one_go, read_by_space, read_units
from engine.reading import read_number
from engine.state import Choice, GameState, PieceId, Request
from engine.unit_types import UnitId
from gamemaster.story import advantage_questions, interceptions
from gamemaster.story.casualty_offers import taking_of
from gamemaster.story.telling_apart import pieces_meant
from gamemaster.story.words import spaces_named

_DAMAGE = re.compile(r"\bdamaged?\b", re.IGNORECASE)
_BRACKETS = re.compile(r"\(([^()]*)\)")
_BETWEEN_ENTRIES = re.compile(r"(?:,|\band\b)(?![^()]*\))")
_NOBODY = ("0", "none", "no", "nobody", "stay", "stay and fight", "fight")
_PRESS = ("press", "press on", "fight", "fight on", "continue", "go on", "attack")
_AIRCRAFT = re.compile(r"\baircraft\b", re.IGNORECASE)
_RETREAT = re.compile(r"^\s*(?:retreat|withdraw|break off)\b\s*(?:to\b|into\b)?", re.IGNORECASE)
_ONWARD = re.compile(r"\s*(?:,|;|\band\b|&)?\s*(?=\b(?:press|retreat|withdraw|fight|go on)\b)", re.IGNORECASE)
_SUBMERGE = re.compile(r"^\s*(?:submerge|dive)\b", re.IGNORECASE)


def read_choice(state: GameState, request: Request, text: str) -> Choice | str:
    """The choice for `decide` that a typed answer means; raises IllegalAction (`form`, `units`, `power`, `space`).

    Whether it is legal, the engine says. Every question takes "default" and "agree".
    """
    word = folded(text)
    if word in ("default", "agree"):
        return word
    return _READERS[request.kind](state, request, in_one_go(text))


def _casualties(state: GameState, request: Request, text: str) -> Choice:
    """ "2 infantry, damage 1 battleship", or by power: "germany: 1 infantry; japan: 1 fighter", "1 German infantry".

    Words in brackets tell units of a kind apart, as the answers on the card do: "1 transport (for Egypt)".
    """
    choice: Choice = {"units": {}}
    picked: list[PieceId] = []
    for part in filter(str.strip, text.split(";")):
        owner, colon, rest = part.rpartition(":")
        power = find_power(state.edition, owner) if colon and not _DAMAGE.fullmatch(owner.strip()) else None
        for fate in _fates(state.edition, rest if colon and power else part.replace(":", " ")):
            whose = power or fate.power
            if fate.words and fate.key == "units":
                taking = taking_of(state, request)
                for unit, count in fate.units.items():
                    picked += pieces_meant(taking, whose, unit, count, fate.words, picked)
            else:
                _add(choice.setdefault(fate.key, {}), whose, fate.units)
    if not choice["units"] and "damaged" not in choice and not picked:
        raise IllegalAction("form", "Name the casualties with their number, such as “2 infantry, 1 tank”.")
    return {**{key: counts for key, counts in choice.items() if counts}, "pick": picked} if picked else choice


class _Fate(NamedTuple):
    """An entry of a list of casualties: "units" or "damaged", whose it says they are, and its words in brackets."""

    key: str
    power: PowerId | None
    units: Mapping[UnitId, int]
    words: str


def _fates(edition: Edition, text: str) -> list[_Fate]:
    found = []
    for entry in filter(str.strip, _BETWEEN_ENTRIES.split(text)):
        words = _BRACKETS.search(entry)
        plain = _BRACKETS.sub(" ", entry)
        key = "damaged" if _DAMAGE.search(plain) else "units"
        power, units = _without_adjective(edition, _DAMAGE.sub(" ", plain))
        found.append(_Fate(key, power, read_units(edition, units), words.group(1).strip() if words else ""))
    return found


def _without_adjective(edition: Edition, entry: str) -> tuple[PowerId | None, str]:
    """The power whose adjective stands in an entry, and the entry without it."""
    for power in edition.powers:
        rest, times = re.subn(rf"\b{re.escape(power.adjective)}\b", " ", entry, flags=re.IGNORECASE)
        if times:
            return power.id, rest
    return None, entry


def _add(counts: dict[str, object], power: PowerId | None, units: Mapping[UnitId, int]) -> None:
    row = counts.setdefault(power, {}) if power else counts
    if not isinstance(row, dict):
        raise IllegalAction("form", "Name the power for all casualties or for none.")
    for unit, count in units.items():
        row[unit] = row.get(unit, 0) + count


def _retreat(state: GameState, request: Request, text: str) -> Choice:
    """ "press", "retreat", "retreat belorussia", and before it "submerge 1 submarine, "."""
    words = _ONWARD.split(text, maxsplit=1)
    dive = _dive(state, request, words[0]) if _SUBMERGE.match(words[0]) else {}
    onward = text[len(words[0]) :].lstrip(" ,;&").removeprefix("and ") if _SUBMERGE.match(words[0]) else text
    return {**_onward(state, request, onward), **({"submerge": dive} if dive else {})}


def _onward(state: GameState, request: Request, text: str) -> Choice:
    if folded(text) in _PRESS or not text.strip():
        return {"press": True}
    if _AIRCRAFT.search(text):
        return {"retreat": None}
    ways = list(request.options["retreat"])
    where = _RETREAT.sub("", text).strip()
    if where:
        return {"retreat": find_space(state.edition, where)}
    if len(ways) > 1:
        names = spaces_named(state, [space for space in ways if space], "or")
        raise IllegalAction("form", f"Say where to: retreat to {names}.")
    if not ways:
        raise IllegalAction("CMB-38", "There is no space to retreat to.")
    return {"retreat": ways[0]}


def _dive(state: GameState, request: Request, text: str) -> Choice:
    if "submerge" not in request.options:
        raise IllegalAction("SPC-74", "No submarine of yours can submerge here now.")
    return _submerge(state, request, text)


def _submerge(state: GameState, request: Request, text: str) -> Choice:
    """ "submerge 2", "1 submarine", "all", "0"."""
    counts: Mapping[UnitId, int] = request.options["submerge"]
    said = _SUBMERGE.sub("", text).strip()
    word = folded(said)
    if word in _NOBODY:
        return {}
    if word == "all" or (not word and text):
        return dict(counts)
    if (number := read_number(word)) is not None:
        if len(counts) > 1:
            raise IllegalAction("form", "Name the units that submerge, such as “1 submarine”.")
        return {next(iter(counts)): number}
    return dict(read_units(state.edition, said))


def _stranded(state: GameState, _request: Request, text: str) -> Choice:
    """ "japan: 1 fighter; sea zone 5: 1 fighter", or "1 fighter to japan"."""
    example = "japan: 1 fighter"
    choice = read_by_space(state.edition, text, example)
    if not choice:
        raise IllegalAction("form", f"Say where the aircraft land, such as “{example}”.")
    return dict(choice)


_READERS: Mapping[str, Callable[[GameState, Request, str], Choice]] = {
    "casualties": _casualties,
    "retreat": _retreat,
    "submerge": _submerge,
    "stranded_landing": _stranded,
    **advantage_questions.READERS,
    **interceptions.READERS,
}
