"""What a table is told of its draft: the order, whose turn it is, who got what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine import load_setup
from engine.state.words import listed, number
from gamemaster.gathering import Gathering
from gamemaster.keys import Button
from gamemaster.lobby.gathering.draft_order import on_turn, picks_of
from gamemaster.outbox.posts import post
from gamemaster.roles import SeatedGame
from store import NewMessage

DRAFT = "draft"
"""The role of the post that pings who picks next."""


def told_of_order(dice: Mapping[int, Sequence[int]]) -> str:
    """ "The dice draw the order: <@2> (65142316), <@1> (33264151)." """
    drawn = ", ".join(f"<@{user}> ({''.join(map(str, faces))})" for user, faces in dice.items())
    return f"The dice draw the order: {drawn}."


def told_of_pick(loaded: SeatedGame, told: str, user: int, offered: Sequence[str]) -> NewMessage:
    """Whose turn it is, with a button for each power that they may pick."""
    power = load_setup(loaded.game.setup).power
    buttons = [
        Button(loaded.game.id, DRAFT, f"join.{each}", f"Pick {power[each].called}", "success") for each in offered
    ]
    rows = [buttons[start : start + 5] for start in range(0, len(buttons), 5)]
    text = f"{told} <@{user}>, pick a power: {listed((power[each].called for each in offered), 'or')}."
    return post(loaded, text, ping=[user], rows=rows, role=DRAFT, instead=True)


def told_of_seats(loaded: SeatedGame, told: str, order: Sequence[int]) -> NewMessage:
    """Who got what."""
    edition = load_setup(loaded.game.setup)
    powers = [edition.power[power] for power in edition.turn_order]
    held = {user: [power.called for power in powers if loaded.seats.get(power.id) == user] for user in order}
    named = (f"<@{user}>: {listed(names)}" for user, names in held.items())
    return post(loaded, f"{told} The seats are given out. {'; '.join(named)}.", role=DRAFT, instead=True)


def told_of_leaving(loaded: SeatedGame, user: int) -> NewMessage:
    """Who has ended a draft by leaving, in place of the post that asks for the next pick."""
    text = (
        f"<@{user}> left, so the draft is off and all seats are free. {_when_drawn(loaded)}, the order is drawn anew."
    )
    return post(loaded, text, role=DRAFT, instead=True)


def _when_drawn(loaded: SeatedGame) -> str:
    """ "Once 5 players have joined, or @Anna says so"."""
    most = number(len(picks_of(load_setup(loaded.game.setup))), "player")
    organiser = f"<@{loaded.game.organiser_id}>" if loaded.game.organiser_id else "a server manager"
    return f"Once {most} have joined, or {organiser} says so"


def how_it_stands(loaded: SeatedGame, gathering: Gathering) -> list[str]:
    """Who has joined, or the order and whose turn it is; what to do next comes last."""
    edition = load_setup(loaded.game.setup)
    most, joined = len(picks_of(edition)), gathering.joined
    if not gathering.order:
        names = ", ".join(f"<@{user}>" for user in joined) or "nobody"
        then = "the dice give out the seats" if gathering.seating == "random" else "the dice draw who picks first"
        return [
            f"Joined so far: {names} (2 to {most} can play)",
            f"Join the game. {_when_drawn(loaded)}, {then}.",
        ]
    user = on_turn(edition, gathering.order, loaded.seats)
    order = ", ".join(f"<@{each}>" for each in gathering.order)
    away = "After a day the organiser can let the dice pick for them."
    return [
        f"Order of the draft, then back: {order}",
        f"<@{user}> picks next, by the buttons of my newest post or `/game join`. {away}",
    ]
