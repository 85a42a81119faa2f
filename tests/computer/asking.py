"""What a level answers in a position, and why; and positions in which something is asked."""

from __future__ import annotations

from dataclasses import replace

from computer.levels import seat_at
from computer.playing import Reply, Table, Weigher, answer
from computer.seeding import SeededDice, Story
from computer.seeing import seen_by
from engine import ask
from engine.state.pieces import PieceId
from tests.engine.rules.pacific.test_spc_kamikaze import attacked as attacked_by_a_fleet
from tests.engine.rules.pacific.test_spc_kamikaze import ships
from tests.engine.table import Table as Written
from tests.engine.table import position


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


def raid_met(fighters: int, escorts: int = 0) -> Written:
    """Two British bombers come for the complex of Germany, where so many fighters could rise."""
    spaces = {
        "northwestern_europe": "united_kingdom: 2 bomber" + (f", {escorts} fighter" if escorts else ""),
        "germany": f"germany: {fighters} fighter",
    }
    table = position(
        "united_kingdom",
        "combat_move",
        spaces,
        setup="anniversary_1941",
        options={"air_battles": "on"},
        owners={"northwestern_europe": "united_kingdom"},
    )
    table.move("2 bomber: northwestern_europe > germany", raid="industrial_complex")
    if escorts:
        table.move(f"{escorts} fighter: northwestern_europe > germany", escort=True)
    return table.end_phase()


def damaged(fleet: str, unit: str) -> tuple[Written, PieceId]:
    """A fleet with one kamikaze to expect, and the ship of it that has been hit."""
    table = attacked_by_a_fleet(f"united_states: {fleet}", kamikaze_tokens={"japan": 1})
    (name,) = ships(table, unit)
    hit = replace(table.state.pieces[name], hits_taken=1)
    table.state = replace(table.state, pieces={**table.state.pieces, name: hit})
    return table, name
