"""Who comes to a table: whom the organiser invites."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from engine.state.words import listed
from gamemaster.errors import TableRefusal
from gamemaster.plain_text import as_plain_text

Joining = Literal["everybody", "invited"]
JOINING: Mapping[Joining, str] = {
    "everybody": "who sees the channel can take a seat",
    "invited": "only whom the organiser invites with /game invite",
}


@dataclass(frozen=True)
class Gathering:
    """What a table agreed on about who joins, and who has come so far, by their ids.

    invited: who may take a seat. withdrawn: who was invited once; they are not pinged again.
    """

    joining: Joining = "everybody"
    invited: tuple[int, ...] = ()
    withdrawn: tuple[int, ...] = ()

    @property
    def agreed(self) -> Gathering:
        """What the table agreed on, without anybody who came."""
        return Gathering(self.joining)

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
        """The same without them."""
        withdrawn = tuple(dict.fromkeys((*self.withdrawn, user_id)))
        return replace(self, invited=tuple(each for each in self.invited if each != user_id), withdrawn=withdrawn)


NOBODY_CAME = Gathering()


def read_joining(text: str) -> Joining:
    """Who may join, as typed or chosen; raises TableRefusal."""
    typed = text.strip().lower() or NOBODY_CAME.joining
    found: Joining | None = next((each for each in get_args(Joining) if each == typed), None)
    if found is None:
        raise TableRefusal(f"`joining` can be {listed(JOINING, 'or')}, not “{as_plain_text(text)}”.")
    return found
