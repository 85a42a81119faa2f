"""A game and who sits where: what everybody may know of it at any time."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from store import Game


@dataclass(frozen=True)
class SeatedGame:
    """A game and who sits where (power to user).

    is_parked: nothing could be posted in its channel when it was looked for there. deputies: who may answer questions
    for the player of a power (power to user, ASY-05). lenders: whose seat it is that somebody else plays (power to
    user, ASY-63).
    """

    game: Game
    seats: Mapping[str, int]
    is_parked: bool = field(default=False, kw_only=True)
    deputies: Mapping[str, int] = field(default_factory=dict, kw_only=True)
    lenders: Mapping[str, int] = field(default_factory=dict, kw_only=True)

    def powers_of(self, user_id: int) -> tuple[str, ...]:
        """Powers that a user plays."""
        return tuple(power for power, user in self.seats.items() if user == user_id)

    def lent_by(self, user_id: int) -> tuple[str, ...]:
        """Powers of a user that somebody else plays for them."""
        return tuple(power for power, user in self.lenders.items() if user == user_id)

    def owner_of(self, power: str) -> int | None:
        """Whose seat it is, no matter who plays it; None where it is free."""
        return self.lenders.get(power, self.seats.get(power))

    def players_named(self) -> dict[str, str]:
        """The mention of the player of each power, and of a deputy: "<@1>, deputy <@2>"; or "<@2> for <@1>"."""
        deputies = {power: f", deputy <@{user}>" for power, user in self.deputies.items()}
        lenders = {power: f" for <@{user}>" for power, user in self.lenders.items()}
        return {
            power: f"<@{user}>{lenders.get(power, '')}{deputies.get(power, '')}" for power, user in self.seats.items()
        }

    def answers_for(self, user_id: int) -> tuple[str, ...]:
        """Powers whose questions a user may answer: those that they play first, then those of others."""
        deputised = (power for power, user in self.deputies.items() if user == user_id)
        return tuple(dict.fromkeys((*self.powers_of(user_id), *deputised)))

    def answering_in(self, user_id: int, asked: Collection[str]) -> tuple[str, ...]:
        """Those of the powers asked for which one answer of a user counts: all of one player.

        These are the user's own, or else those of the first player whose deputy they are: a button pressed twice must
        not answer for two people.
        """
        able = [power for power in self.answers_for(user_id) if power in asked]
        return tuple(power for power in able if self.seats.get(power) == self.seats.get(able[0]))
