"""The answer to `/todo`: what a user owes, and whom their other games wait for, within one message."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.state.words import number
from gamemaster.narration.phrases import LIMIT, lines_within

ROOM_OF_CARDS = 600
LONGEST_NOTE = 60
OTHERS = "Your games that are waiting for others:"


@dataclass(frozen=True)
class Link:
    """A button that leads to a post or a channel."""

    label: str
    url: str


@dataclass(frozen=True)
class Owed:
    """What a user owes in all their games, in lines, the most urgent first.

    waiting: how many games wait for them, of which `unread` were not looked at. unread_of_deputy: further games that
    may ask them as a deputy. number_of_cards and number_of_others: how many cards there are, and games that wait for
    others; only the first of these are told. links: to each game and card of the lines, in their order.
    """

    duties: Sequence[str]
    waiting: int
    unread: int
    unread_of_deputy: int
    cards: Sequence[str]
    number_of_cards: int
    others: Sequence[str]
    number_of_others: int
    links: Sequence[Link] = ()

    @property
    def text(self) -> str:
        """What is owed goes before what others owe, where there is no room for all."""
        lines = [*self._told_duties(), *self._told_cards()]
        told = _first_that_fit(OTHERS, self.others, LIMIT - _length(lines) - LONGEST_NOTE)
        unsaid = self.number_of_others - max(len(told) - 1, 0)
        more = "more game" if told else "other game"
        notes = [f"-# In {number(unsaid, more)} it's somebody else's turn."] if unsaid else []
        return "\n".join([*lines, *told, *notes])

    def _told_duties(self) -> list[str]:
        notes = self._left_out()
        if not self.waiting:
            begin = "" if self.number_of_others or notes else " Start a game with /game create."
            return [*([] if self.number_of_cards else [f"Nothing is waiting for you.{begin}"]), *notes]
        head = f"{number(self.waiting, 'game')} {_wait(self.waiting)} for you:"
        room = LIMIT - _length(notes) - _length(self._told_cards()) - LONGEST_NOTE
        return [*lines_within([head, *self.duties], room, "games"), *notes]

    def _left_out(self) -> list[str]:
        notes = [f"-# And {self.unread} more; `/game list` has them all."] if self.unread else []
        if self.unread_of_deputy:
            games = number(self.unread_of_deputy, "more game")
            notes.append(f"-# As a deputy you may be asked in {games}; you'll get a ping there when you are.")
        return notes

    def _told_cards(self) -> list[str]:
        head = f"{number(self.number_of_cards, 'card')} {_wait(self.number_of_cards)} for your answer:"
        return _first_that_fit(head, self.cards, ROOM_OF_CARDS)


def _wait(count: int) -> str:
    return "is waiting" if count == 1 else "are waiting"


def _length(lines: Sequence[str]) -> int:
    return sum(len(line) + 1 for line in lines)


def _first_that_fit(head: str, lines: Sequence[str], room: int) -> list[str]:
    """The first lines for which there is room, below a heading; nothing where there is none for any."""
    kept = [head]
    for line in lines:
        if _length([*kept, line]) > room:
            break
        kept.append(line)
    return kept if len(kept) > 1 else []
