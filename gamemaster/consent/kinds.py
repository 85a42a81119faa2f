"""What a deed that may need consent consists of. Each kind is a module with one of these."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from gamemaster.announcing import Announcer
from gamemaster.consent.stakes import Stakes
from gamemaster.loading import LoadedGame, Loader
from gamemaster.roles import Actor, Deed
from store import JsonObject, Writing


@dataclass(frozen=True)
class Case:
    """A deed that somebody wants done, with the game as it stands in the transaction of `write`."""

    write: Writing
    loader: Loader
    announcer: Announcer
    loaded: LoadedGame
    actor: Actor
    body: JsonObject
    cause: str


@dataclass(frozen=True)
class Kind:
    """A kind of deed.

    deed: who may do it or ask for it. command: how one asks for it. made_for: what of the game it depends on; where
    that has changed, a proposal is stale. check: raises TableRefusal where it cannot be done. asks: the users of whom
    one must consent, nobody where none is needed. title: what it does, in a few words: "put the game back to …".
    summary: what it would change, in lines. perform: do it and announce it; `consent` is a sentence, or nothing.
    silence: after so many seconds without an answer it may be done all the same; None: never.
    """

    deed: Deed
    command: str
    made_for: Callable[[LoadedGame, JsonObject], str]
    check: Callable[[Case], Awaitable[None]]
    asks: Callable[[Case, Stakes], frozenset[int]]
    title: Callable[[Case], Awaitable[str]]
    summary: Callable[[Case], Awaitable[str]]
    perform: Callable[[Case, str], Awaitable[None]]
    silence: int | None = None
