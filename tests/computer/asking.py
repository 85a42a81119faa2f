"""What a level answers in a position, and why."""

from __future__ import annotations

from computer.levels import seat_at
from computer.playing import Reply, Table, Weigher, answer
from computer.seeding import SeededDice, Story
from computer.seeing import seen_by
from engine import ask
from tests.engine.table import Table as Written


def asked(table: Written, kind: str, level: str = "normal", power: str = "") -> Reply:
    """The answer to the question of a kind, which the rules must allow."""
    request = next(each for each in table.state.requests if each.kind == kind)
    power, player = power or request.power, seat_at(level, 1).player
    assert isinstance(player, Weigher)
    seen = seen_by(table.state, power)
    found = player.reply(seen, seen.request(request.id) or request, power)
    said = {"type": "decide", "request": request.id, "power": power, "choice": found.choice}
    assert ask.refusal_of(table.state, said) is None
    return found


def settled(table: Written, level: str = "normal") -> Table:
    """The game after all who are asked have answered at a level."""
    state = table.state
    seats = {power.id: seat_at(level, 1) for power in state.edition.powers}
    game = Table(state, Story(state.setup, {}), SeededDice(1))
    asked_now = {request.id for request in state.requests}
    while any(request.id in asked_now for request in game.state.requests):
        answer(game, seats)
    assert game.refused == 0
    return game
