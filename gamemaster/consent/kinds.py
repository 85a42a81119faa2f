"""What a deed that may need consent consists of. Each kind is a module with one of these."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from gamemaster.announcements.announcer import Announcer
from gamemaster.consent.stakes import Stakes
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.roles import RIGHTS, Actor, Deed
from store import JsonObject, WriteTransaction

A_DAY = 24 * 3600


@dataclass(frozen=True)
class Case:
    """A deed that somebody wants done `now` (UTC seconds), with the game as it stands in the transaction of `write`."""

    write: WriteTransaction
    loader: Loader
    announcer: Announcer
    loaded: LoadedGame
    actor: Actor
    body: JsonObject
    cause: str
    now: int
    proposal: int = 0
    """The card on which it was agreed to."""


@dataclass(frozen=True)
class DeedKind:
    """A kind of deed.

    deed: who may do it or ask for it. command: how one asks for it. made_for: what of the game it depends on; where
    that has changed, a proposal is stale. check: raises TableRefusal where it cannot be done. asks: the users of whom
    one must consent, nobody where none is needed. title: what it does, in a few words: "put the game back to …".
    summary: what it would change, in lines. perform: do it and announce it; `consent` is a sentence, or nothing.
    is_personal: whether only those asked may agree, no server manager in their place. is_of_each: whether several users
    may ask it at the same time; else a newer card takes the place of an older one.
    """

    deed: Deed
    command: str
    made_for: Callable[[LoadedGame, JsonObject], str]
    check: Callable[[Case], Awaitable[None]]
    asks: Callable[[Case, Stakes], frozenset[int]]
    title: Callable[[Case], Awaitable[str]]
    summary: Callable[[Case], Awaitable[str]]
    perform: Callable[[Case, str], Awaitable[None]]
    is_personal: bool = False
    is_of_each: bool = False

    @property
    def silence(self) -> int | None:
        """The seconds after which silence counts as consent; None: it never does."""
        days = RIGHTS[self.deed].silence
        return None if days is None else days * A_DAY
