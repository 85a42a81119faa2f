"""A store with many games in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from engine import new_game
from gamemaster.dice.rolls import commitment, new_seed
from gamemaster.lobby.opening import start_state
from gamemaster.orders.loading import EVENT_FORMAT
from gamemaster.version import ENGINE_VERSION
from store import Clock, NewGame, Store, utc_seconds

GAMES = 1000
GUILD = 77
FIRST_CHANNEL = 10_000
AXIS, ALLIES = 501, 502
SETUP = "aa1941"


def players(edition_powers: Sequence[tuple[str, str]], axis: int, allies: int) -> dict[str, int]:
    """Who plays which power."""
    return {power: axis if side == "axis" else allies for power, side in edition_powers}


async def stock(
    place: Path | str,
    *,
    games: int = GAMES,
    channels: Sequence[int] = (),
    users: tuple[int, int] = (AXIS, ALLIES),
    setup: str = SETUP,
    seed: bytes | None = None,
    guild: int = GUILD,
    clock: Clock = utc_seconds,
    options: Mapping[str, str] | None = None,
) -> Store:
    """Open a store, a file or the URL of a database, and fill it with running games.

    The first of them are in these channels, and all have this seed or their own.
    """
    store = await Store.open(place if isinstance(place, str) else url_of(place), clock=clock)
    places = [*channels, *range(FIRST_CHANNEL, FIRST_CHANNEL + games - len(channels))]
    state = new_game(setup, options)
    seats = players([(power.id, power.side) for power in state.edition.powers], *users)
    async with store.write() as write:
        for channel in places:
            own = seed or new_seed()
            game = await write.create_game(
                NewGame(
                    guild_id=guild,
                    channel_id=channel,
                    name=f"Game in {channel}",
                    setup=setup,
                    options=dict(state.options),
                    organiser_id=users[0],
                    seed=own,
                    commitment=commitment(own),
                    engine_version=ENGINE_VERSION,
                    event_format=EVENT_FORMAT,
                )
            )
            for power, user in seats.items():
                await write.set_seat(game.id, power, user)
            await write.commit_turn(game.id, game.version, state=start_state(state), status="running")
    return store


def url_of(path: Path) -> str:
    """The URL of a database file."""
    return f"sqlite+aiosqlite:///{path}"
