"""A new game with what the table agreed on for the last one, and with the sides swapped."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gamemaster.errors import TableRefusal
from gamemaster.lobby.advantages import OPTION
from gamemaster.lobby.opening import OPEN_GROUND, Lobby, plan_of
from gamemaster.lobby.places.ground import Ground
from gamemaster.lobby.swapping import powers_after_swap
from gamemaster.records.exchange import OVER
from gamemaster.roles import Actor, SeatedGame
from gamemaster.table_settings import TableSettings, table_settings_of
from store import Game


async def rematch(
    lobby: Lobby, over: SeatedGame, actor: Actor, guild_id: int, channel_id: int, ground: Ground = OPEN_GROUND
) -> SeatedGame:
    """Open the lobby of a rematch in a channel, with a player of the last game on the other side.

    Where seats are given out, they have joined and no more. Raises TableRefusal while the last game goes on, or where
    the channel has another.
    """
    game = over.game
    if game.status not in OVER:
        raise TableRefusal("This game isn't over yet. A rematch begins once it is.")
    options, settings = agreed_in(game)
    if settings.gathering.gives_out_seats:
        joined = (actor.user_id,) if actor.user_id in over.seats.values() else ()
        settings = replace(settings, gathering=replace(settings.gathering, joined=joined))
    opened = await lobby.create(actor, guild_id, channel_id, game.setup, options, game.name, settings, ground)
    if settings.gathering.gives_out_seats:
        return opened
    powers = powers_after_swap(over, actor.user_id)
    return await lobby.join(opened, actor.user_id, powers) if powers else opened


async def as_last_time(
    lobby: Lobby, game: Game, actor: Actor, guild_id: int, channel_id: int, ground: Ground = OPEN_GROUND
) -> SeatedGame:
    """Open the lobby of a game with what its table agreed on for another; raises TableRefusal, Refusal."""
    options, settings = agreed_in(game)
    return await lobby.create(actor, guild_id, channel_id, game.setup, options, game.name, settings, ground)


def agreed_in(game: Game) -> tuple[dict[str, Any], TableSettings]:
    """The options of a game and what its table agreed on beside them, without what only that game had."""
    plan = {OPTION: plan_of(game).typed} if OPTION in game.options else {}
    settings = table_settings_of(game)
    agreed = settings.gathering.agreed
    of_last_time = replace(settings, pauses=(), vacations=(), stand_ins=(), alone=None, gathering=agreed)
    return {**game.options, **plan}, of_last_time
