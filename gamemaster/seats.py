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

    @property
    def house(self) -> Mapping[str, str]:
        """At which level the house plays powers that have no player (power to level, ASY-65)."""
        return {power: level for power, level in (self.game.house or {}).items() if power not in self.seats}

    @property
    def taken(self) -> Collection[str]:
        """Powers that somebody plays, or the house."""
        return {*self.seats, *self.house}

    def player_of(self, power: str) -> str:
        """ "<@1>", "the house (easy)" or "nobody"."""
        if power in self.seats:
            return f"<@{self.seats[power]}>"
        return the_house(self.house[power]) if power in self.house else "nobody"

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
        """Who plays each power: "<@1>", with a deputy "<@1>, deputy <@2>", "<@2> for <@1>", or "the house (easy)"."""
        deputies = {power: f", deputy <@{user}>" for power, user in self.deputies.items()}
        lenders = {power: f" for <@{user}>" for power, user in self.lenders.items()}
        players = {
            power: f"<@{user}>{lenders.get(power, '')}{deputies.get(power, '')}" for power, user in self.seats.items()
        }
        return {**players, **{power: the_house(level) for power, level in self.house.items()}}

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


def the_house(level: str) -> str:
    """ "the house (easy)"."""
    return f"the house ({level})"
