"""Who comes to a table: whom the organiser invites, who waits for a seat, and how seats are given out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypeVar

from engine.state.words import listed
from gamemaster.errors import TableRefusal
from gamemaster.narration.phrases import as_plain_text

Word = TypeVar("Word", bound=str)
Joining = Literal["everybody", "invited"]
JOINING: Mapping[Joining, str] = {
    "everybody": "who sees the channel can take a seat",
    "invited": "only whom the organiser invites with /game invite",
}

Seating = Literal["chosen", "random", "drafted"]
SEATING: Mapping[Seating, str] = {
    "chosen": "everybody takes the seats they like",
    "random": "the dice give them out once all have joined",
    "drafted": "players pick one after another, in an order drawn by the dice",
}

SEATS: Mapping[str, tuple[Joining, Seating]] = {
    ", ".join(word for word in (who, how) if word not in ("everybody", "chosen")) or "everybody": (who, how)
    for who in JOINING
    for how in SEATING
}
"""Both in a word or two, as one option of a command: who may join, and how seats are given out."""


@dataclass(frozen=True)
class Gathering:
    """What a table agreed on about who joins, and who has come so far, by their ids.

    invited: who may take a seat. withdrawn: who was invited once; they are not pinged again.
    waiting: who waits for a seat, the first first. kept_for: for whom a free seat of the lobby is kept, 0: nobody;
    kept_until: how long, in UTC seconds. passed: who has let the seats pass that are free now.
    seating: how seats are given out. joined: who plays, before they are. order: in which players pick, once it is
    drawn. since: when the last one picked, or the last call in an auction was made. is_seated: seats were given out,
    and are taken like any others from then on. called: the sides that have called in a sealed auction, not what.
    """

    joining: Joining = "everybody"
    invited: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()
    waiting: tuple[int, ...] = ()
    kept_for: int = 0
    kept_until: int = 0
    passed: tuple[int, ...] = ()
    seating: Seating = "chosen"
    joined: tuple[int, ...] = ()
    order: tuple[int, ...] = ()
    since: int = 0
    is_seated: bool = False
    called: tuple[str, ...] = ()

    @property
    def gives_out_seats(self) -> bool:
        """Whether seats are still to be given out, so that nobody takes one at will."""
        return self.seating != "chosen" and not self.is_seated

    @property
    def agreed(self) -> Gathering:
        """What the table agreed on, without anybody who came."""
        return Gathering(self.joining, seating=self.seating)

    @property
    def stored(self) -> dict[str, Any]:
        """What is not as usual."""
        usual = asdict(NOBODY_CAME)
        return {name: value for name, value in asdict(self).items() if value != usual[name]}

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Gathering:
        """As it was stored."""
        values: dict[str, Any] = {
            name: tuple(each) if isinstance(each, list) else each for name, each in stored.items()
        }
        return cls(**values)

    def with_invited(self, user_id: int) -> Gathering:
        """The same with somebody who may take a seat."""
        return replace(self, invited=(*self.invited, user_id))

    def without_invited(self, user_id: int) -> Gathering:
        """The same without them, on no list any more."""
        withdrawn = tuple(dict.fromkeys((*self.withdrawn, user_id)))
        invited, joined = (tuple(each for each in users if each != user_id) for users in (self.invited, self.joined))
        return replace(self.without_waiting(user_id), invited=invited, joined=joined, withdrawn=withdrawn)

    def forgetting(self, user_id: int) -> Gathering:
        """The same without anything that is known of somebody who neither plays nor has joined."""
        left = self.without_waiting(user_id)
        kept: dict[str, Any] = {
            name: tuple(each for each in getattr(left, name) if each != user_id)
            for name in ("invited", "withdrawn", "passed")
        }
        return replace(left, **kept)

    def keeps_a_seat_from(self, user_id: int, now: int) -> bool:
        """Whether the free seats of a lobby are kept for somebody else."""
        return self.kept_for not in (0, user_id) and now < self.kept_until

    def without_waiting(self, user_id: int) -> Gathering:
        """The same once somebody waits no longer, nor has a seat kept."""
        left = replace(self, waiting=tuple(each for each in self.waiting if each != user_id))
        return replace(left, kept_for=0, kept_until=0) if self.kept_for == user_id else left

    def keeping(self, now: int, until: int) -> Gathering:
        """The same with a seat kept for the first who waits; whoever lets it pass goes to the end, and has it once."""
        others = tuple(user for user in self.waiting if user != self.kept_for)
        following = next((user for user in others if user not in self.passed), None)
        if following is None or (self.kept_for and now < self.kept_until):
            return self
        late = (self.kept_for,) if self.kept_for in self.waiting else ()
        waiting, passed = (*others, *late), (*self.passed, *late)
        return replace(self, waiting=waiting, passed=passed, kept_for=following, kept_until=until)


NOBODY_CAME = Gathering()


def read_joining(text: str) -> Joining:
    """Who may join, as typed or chosen; raises TableRefusal."""
    return _read(text, JOINING, "joining", NOBODY_CAME.joining)


def read_seating(text: str) -> Seating:
    """How seats are given out, as typed or chosen; raises TableRefusal."""
    return _read(text, SEATING, "seating", NOBODY_CAME.seating)


def _read(text: str, offered: Mapping[Word, str], option: str, usual: Word) -> Word:
    typed = text.strip().lower() or usual
    found = next((each for each in offered if each == typed), None)
    if found is None:
        raise TableRefusal(f"`{option}` can be {listed(offered, 'or')}, not “{as_plain_text(text)}”.")
    return found
