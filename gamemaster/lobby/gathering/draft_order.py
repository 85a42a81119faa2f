"""Whose turn it is to pick a power in a draft, and which: nothing but who sits where and the order drawn counts.

Players pick one after another, then in the order turned round, and so on. Nobody may leave a side without a player.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.facts.edition import Edition
from gamemaster.dice.rolls import roll_faces

Seats = Mapping[str, int]
DICE = 8
"""For each player; who has the greatest number begins."""
NO_ROLL = 0
"""The number that no roll of a game has: what is drawn in the lobby stands in no log."""


def picks_of(edition: Edition) -> tuple[str, ...]:
    """What can be picked: each power that acts for itself, with those that act with it."""
    return tuple(power for power in edition.turn_order if not edition.power[power].acts_with)


def open_to(edition: Edition, order: Sequence[int], seats: Seats, user: int) -> tuple[str, ...]:
    """The powers that a player may pick now, all of one side (GEN-09)."""
    free = [power for power in picks_of(edition) if power not in seats]
    mine = {edition.power[power].side for power, holder in seats.items() if holder == user}
    if mine:
        return tuple(power for power in free if edition.power[power].side in mine)
    others = [each for each in order if each != user and each not in seats.values()]
    played = {edition.power[power].side for power in seats}
    sides = {power.side for power in edition.powers_with_turns}
    return tuple(power for power in free if len(sides - played - {edition.power[power].side}) <= len(others))


def on_turn(edition: Edition, order: Sequence[int], seats: Seats) -> int | None:
    """Who picks next; None where nobody can pick any more."""
    held = Counter(seats[power] for power in picks_of(edition) if power in seats)
    for user in _turns(order, len(picks_of(edition))):
        if held[user] > 0:
            held[user] -= 1
        elif open_to(edition, order, seats, user):
            return user
    return None


def _turns(order: Sequence[int], rounds: int) -> Iterator[int]:
    for number in range(rounds):
        yield from order if number % 2 == 0 else reversed(order)


def settled(edition: Edition, order: Sequence[int], seats: Seats) -> dict[str, int]:
    """The seats once whatever leaves nobody a choice is done: a last power, or a side that one player alone has."""
    now = dict(seats)
    while (user := on_turn(edition, order, now)) is not None:
        mine = open_to(edition, order, now, user)
        sides = {edition.power[power].side for power in mine}
        others = {power for each in order if each != user for power in open_to(edition, order, now, each)}
        if len(mine) > 1 and (len(sides) > 1 or others & set(mine)):
            break
        now |= dict.fromkeys(edition.played_together(mine), user)
    return now


def drawn_order(seed: bytes, game_id: int, users: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """The players with the dice of each, in the order in which they pick: the same for the same players, always."""
    faces = {user: roll_faces(seed, str(game_id), NO_ROLL, f"seats {user}", DICE) for user in users}
    return dict(sorted(faces.items(), key=lambda each: each[1], reverse=True))


def drawn_power(seed: bytes, game_id: int, user: int, seats: Seats, offered: Sequence[str]) -> str:
    """What the dice pick for a player."""
    faces = roll_faces(seed, str(game_id), NO_ROLL, f"seats {user} {len(seats)}", DICE)
    number: int = sum((face - 1) * 6**place for place, face in enumerate(faces))
    return offered[number % len(offered)]
