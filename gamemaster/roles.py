"""Who may do what: one table for the whole bot (docs/roles.md)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from gamemaster.errors import NotAllowed
from store import Game

Role = Literal["seat", "organiser", "server_manager", "spectator"]
Deed = Literal[
    "give orders", "answer for an absent player", "start", "export", "import", "edit", "roll back", "replace", "end"
]
NAMES: Mapping[Role, str] = {
    "seat": "a player",
    "organiser": "the organiser",
    "server_manager": "a server manager",
    "spectator": "anybody",
}

ROLES_FOR: Mapping[Deed, tuple[Role, ...]] = {
    "give orders": ("seat",),
    "answer for an absent player": ("organiser", "server_manager"),
    "start": ("organiser", "server_manager"),
    "export": ("seat", "organiser", "server_manager", "spectator"),
    "import": ("organiser", "server_manager"),
    "edit": ("organiser", "server_manager"),
    "roll back": ("organiser", "server_manager"),
    "replace": ("organiser", "server_manager"),
    "end": ("organiser", "server_manager"),
}


@dataclass(frozen=True)
class Actor:
    """A user of Discord who wants something done."""

    user_id: int
    name: str
    manages_server: bool = False


def roles_of(actor: Actor, game: Game, seats: Mapping[str, int]) -> tuple[Role, ...]:
    """All roles of a user in a game."""
    found: list[Role] = ["spectator"]
    if actor.user_id in seats.values():
        found.append("seat")
    if actor.user_id == game.organiser_id:
        found.append("organiser")
    if actor.manages_server:
        found.append("server_manager")
    return tuple(found)


def check_may(deed: Deed, actor: Actor, game: Game, seats: Mapping[str, int]) -> None:
    """Raise NotAllowed if none of the user's roles allows the deed."""
    allowed = ROLES_FOR[deed]
    if not set(allowed) & set(roles_of(actor, game, seats)):
        who = " or ".join(NAMES[role] for role in allowed)
        raise NotAllowed(f"Only {who} can {deed} here.")
