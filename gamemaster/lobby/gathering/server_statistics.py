"""`/statistics`: what came of the games of a server, of a player who lets it be shown, and forgetting a person."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from engine import load_setup, setup_names
from engine.state.words import ipcs, number
from gamemaster.errors import TableRefusal
from gamemaster.lobby.gathering.forgetting import ForgottenGuests
from gamemaster.table_settings import A_DAY
from store import Store
from store.forgetting import forget_beside_games, forget_in, games_that_know
from store.results import Result, Totals, dearest_battles, is_shown, results_of_player, show_player, totals_of

MOST_BATTLES = 3
MOST_GAMES = 2_000
"""Of a player: the newest."""
GAMES_AT_ONCE = 50
SIDES = {"axis": "Axis", "allies": "Allies"}
Played = Sequence[tuple[Result, tuple[str, ...]]]


class ServerStatistics:
    """The use cases of `/statistics`."""

    def __init__(self, store: Store, guests: ForgottenGuests) -> None:
        self._store = store
        self._guests = guests

    async def of_server(self, guild_id: int) -> str:
        """The games of a server that were won, without anybody's name."""
        async with self._store.read_at_length() as read:
            totals = await totals_of(read, guild_id)
            dearest = await dearest_battles(read, guild_id, MOST_BATTLES)
        if not totals:
            return "No game of this server has been won yet. Each counts a minute after its end."
        lines = [f"**Games won in this server: {sum(each.games for each in totals)}**"]
        lines += [_edition_line(setup, [*group]) for setup, group in groupby(totals, key=lambda each: each.setup)]
        if dearest:
            lines.append("**The costliest battles**")
        lines += [f"• {_title(each.setup)}. {each.battle} ({ipcs(each.battle_cost)} lost)" for each in dearest]
        return "\n".join([*lines, "-# Of a player: `/statistics show player:`, where they chose `/statistics opt-in`."])

    async def of_player(self, guild_id: int, user_id: int) -> str:
        """The games of somebody who lets them be shown; raises TableRefusal."""
        async with self._store.read_at_length() as read:
            if not await is_shown(read, guild_id, user_id):
                raise TableRefusal(
                    f"<@{user_id}> doesn't share their games here. Each player decides that with `/statistics opt-in`."
                )
            played = await results_of_player(read, guild_id, user_id, MOST_GAMES)
        if not played:
            return f"<@{user_id}> hasn't played in any game of this server that was won."
        return "\n".join([f"**Games of <@{user_id}> in this server: {len(played)}**", *_lines_of_player(played)])

    async def choose(self, guild_id: int, user_id: int, *, shown: bool) -> str:
        """Let one's games be shown in a server, or no longer."""
        async with self._store.write() as write:
            await show_player(write, guild_id, user_id, shown=shown)
        if shown:
            return (
                "Everybody in this server can now see with `/statistics show player:` how your games here ended: side, "
                "wins, length, luck. `/statistics opt-out` ends it."
            )
        return "Nobody sees your games with `/statistics` any more. They count in the server's totals, without a name."

    async def forget(self, user_id: int) -> str:
        """Delete what is known of a person wherever no game needs it, in words."""
        joined = await self._guests.forget(user_id)
        async with self._store.read_at_length() as read:
            over, going_on = await games_that_know(read, user_id)
        for start in range(0, len(over), GAMES_AT_ONCE):
            async with self._store.write() as write:
                await forget_in(write, user_id, over[start : start + GAMES_AT_ONCE])
        async with self._store.write() as write:
            await forget_beside_games(write, user_id, plays=going_on > 0)
        going_on += joined
        needs = "needs" if going_on == 1 else "need"
        left = f" {number(going_on, 'game')} still {needs} to know you; use this again once they're over."
        return (
            f"I've forgotten you in {number(len(over), 'game')} that ended, in games where you were only invited, "
            f"waiting or following, and outside games.{left if going_on else ''}"
            " Posts in Discord stay, and the bot's backups know you until they're replaced."
        )


def _edition_line(setup: str, totals: Sequence[Totals]) -> str:
    """ "• 1941: 5 games, Axis 3, Allies 2; on average 6.2 rounds in 12 days"."""
    games = sum(each.games for each in totals)
    wins = ", ".join(f"{SIDES.get(each.winner, each.winner)} {each.games}" for each in totals)
    rounds = sum(each.rounds for each in totals) / games
    days = round(sum(each.seconds for each in totals) / games / A_DAY)
    lasted = number(days, "day") if days else "less than a day"
    return f"• {_title(setup)}: {number(games, 'game')}, won by {wins}; on average {rounds:.1f} rounds in {lasted}"


def _lines_of_player(played: Played) -> list[str]:
    by_setup = sorted(played, key=lambda each: each[0].setup)
    groups = groupby(by_setup, key=lambda each: each[0].setup)
    return [_line_of_player(setup, [*group]) for setup, group in groups if setup in setup_names()]


def _line_of_player(setup: str, played: Played) -> str:
    """ "• 1941: 4 games; Axis: 2 of 3 won, Allies: 0 of 1 won; on average 6.0 rounds, luck +8 IPCs a game"."""
    power = load_setup(setup).power
    wins: dict[str, list[bool]] = {}
    for result, powers in played:
        side = power[powers[0]].side
        wins.setdefault(side, []).append(result.winner == side)
    won = ", ".join(f"{SIDES[side]}: {sum(each)} of {len(each)} won" for side, each in sorted(wins.items()))
    swing = sum(result.luck.get(each, 0) for result, powers in played for each in powers) / len(played)
    rounds = sum(result.rounds for result, _ in played) / len(played)
    games = number(len(played), "game")
    return f"• {_title(setup)}: {games}; {won}; on average {rounds:.1f} rounds, luck {swing:+.0f} IPCs in their turns"


def _title(setup: str) -> str:
    return load_setup(setup).title if setup in setup_names() else "An edition of another version"
