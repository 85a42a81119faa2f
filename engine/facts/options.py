"""The options of a game, chosen before the first turn (OPT-01), and reading what a table asks for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from engine.errors import IllegalAction
from engine.facts.bids import MOST_IPCS, bid_in_words, read_bid
from engine.facts.board import DataModel, PowerId
from engine.quoting import in_one_line, quoted

_ROLL = re.compile(r"roll ([1-9])")
_NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")  # what Discord takes as the name of an option and Python as that of a value
Owners = Mapping[str, PowerId]  # the power of each national advantage


def _named_rightly(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError("an option is named with small letters a to z, digits and _, at most 32, a letter first")
    return name


LONGEST_VALUE = 60  # with the name of its option it is a line of a menu, for which Discord has 100
MOST_OPTIONS = 20  # of a setup: a menu has 25 entries, and some are not options of the rules
OptionName = Annotated[str, AfterValidator(_named_rightly)]


class GameOption(DataModel):
    """A choice made before the first turn (OPT-01), such as how much a side must win (OPT-02).

    `asks` says what is chosen, as Discord shows it beside the option. `choices` maps each value to what it means, and
    `changes` to what it changes in the rest of the setup. An option that `takes` advantages can also name them, or have
    them rolled for (OPT-11); one that takes a bid says which side is given how many IPCs, or what both are,
    `most` of them a side (OPT-10).
    """

    asks: str = Field(max_length=100, pattern=r"\S")
    default: str
    choices: dict[Annotated[str, Field(min_length=1, max_length=LONGEST_VALUE)], str]
    changes: dict[str, dict[str, Any]] = Field(default_factory=dict)
    takes: Literal["advantages", "bid"] | None = None
    most: int = Field(default=MOST_IPCS, ge=1)

    def read(self, name: str, value: Any, owners: Owners) -> str:
        """The value in its one form; raises IllegalAction (`form`)."""
        if isinstance(value, str) and value in self.choices:
            return value
        if self.takes == "advantages":
            return _read_advantages(value, owners)
        if self.takes == "bid":
            return read_bid(value, self.most)
        choices = ", ".join(self.choices)
        raise IllegalAction("form", f"Option {quoted(name)} cannot be {quoted(value)}; it can be {choices}.")

    def meaning(self, value: str) -> str:
        """What a value in its one form means, in words."""
        return bid_in_words(value) if self.takes == "bid" else self.choices.get(value, value)


def named_advantages(options: Mapping[str, GameOption], values: Mapping[str, str], owners: Owners) -> tuple[str, ...]:
    """The national advantages that the options of a game name."""
    texts = (values[name] for name, option in options.items() if option.takes == "advantages" and name in values)
    return tuple(name for text in texts for name in text.split(", ") if name in owners)


def advantages_to_roll(options: Mapping[str, GameOption], values: Mapping[str, str]) -> int:
    """How many national advantages each power rolls for before the first turn."""
    texts = (values[name] for name, option in options.items() if option.takes == "advantages" and name in values)
    return sum(int(roll[1]) for text in texts if (roll := _ROLL.fullmatch(text)))


def _read_advantages(value: Any, owners: Owners) -> str:
    """ "roll 2", or the ids of advantages in the order of the tables, such as "salvage, radar"."""
    if isinstance(value, Mapping) and set(value) == {"roll"}:
        value = f"roll {in_one_line(str(value['roll']))}"
    if isinstance(value, str) and value.strip().lower().startswith("roll"):
        return _read_roll(value.strip().lower(), owners)
    if isinstance(value, Mapping):
        names = [_find(name, owners, power) for power, row in value.items() for name in _as_list(row)]
    else:
        names = [_find(name, owners) for name in _as_list(value)]
    return ", ".join(name for name in owners if name in names) or "none"


def _as_list(value: Any) -> Iterable[Any]:
    if isinstance(value, str):
        return [part for part in value.split(",") if part.strip()]
    if not isinstance(value, list | tuple):
        raise IllegalAction("form", "National advantages are a list of names, such as “salvage, radar”, or “roll 2”.")
    return value


def _read_roll(text: str, owners: Owners) -> str:
    roll = _ROLL.fullmatch(text)
    most = min(Counter(owners.values()).values())
    if not roll or not 1 <= int(roll[1]) <= most:
        raise IllegalAction("form", f"Roll 1 to {most} national advantages for each power, such as “roll 2”.")
    return f"roll {int(roll[1])}"


def _find(text: Any, owners: Owners, power: str | None = None) -> str:
    name = "_".join(re.findall(r"[a-z0-9]+", str(text).lower()))
    if name not in owners:
        near = " or ".join(get_close_matches(name[:40], owners, n=3, cutoff=0.5))
        hint = f" Did you mean {near}?" if near else ""
        raise IllegalAction("form", f"There is no national advantage {quoted(text)}.{hint}")
    if power not in (None, owners[name]):
        raise IllegalAction(
            "form", f"{quoted(name)} is not a national advantage of {quoted(power)} but of {quoted(owners[name])}."
        )
    return name
