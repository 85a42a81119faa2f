"""/replay: rounds of the game as one animated picture."""

from __future__ import annotations

import re

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import defer, place_teller, say, text_file
from cogs.interactions.files import file_of
from cogs.interactions.lengths import Name, Number
from cogs.interactions.names import region_meant
from cogs.service.client import Interaction, TableBot, game_of
from cogs.table import autocomplete
from engine import GameState
from engine.state.names import folded
from engine.state.words import number as counted
from gamemaster.errors import TableRefusal
from gamemaster.jobs.past.replays import DrawnReplay
from gamemaster.narration.phrases import lines_within
from gamemaster.views.board_choices import FRONT
from gamemaster.views.view import GameView

ROOM_FOR_LINES = 1200
ROUNDS = re.compile(r"(\d{1,4})(?:\s*(?:-|–|to)\s*(\d{1,4}))?")


def rounds_meant(text: str, state: GameState) -> tuple[int, int]:
    """First and last round of "last", "all", "3" or "1-5"; "last" is the round before this one. Raises TableRefusal."""
    words = text.strip().lower()
    if words == "all":
        return 1, state.round
    if words == "last":
        last = state.round if state.winner else max(1, state.round - 1)
        return last, last
    match = ROUNDS.fullmatch(words)
    if match is None:
        raise TableRefusal("Give the rounds as `last`, `all`, one number such as `3`, or two such as `1-5`.")
    return int(match[1]), int(match[2] or match[1])


async def show_replay(interaction: Interaction, loaded: GameView, rounds: str, region: str, *, public: bool) -> None:
    """The picture with what happened in words; all of it in a file where a post cannot hold it."""
    state = loaded.board
    first, last = rounds_meant(rounds, state)
    part = _part_meant(state.edition.board.board, region) if region else None
    interaction.client.master.admit(interaction.user.id, loaded, "replay", *(("post",) if public else ()))
    await defer(interaction, public=public)
    told = place_teller(interaction, "replay is being drawn")
    replay = await interaction.client.master.replays.replay(loaded, first, last, part, told=told)
    files = [file_of(replay.picture)]
    shown = lines_within(replay.lines, ROOM_FOR_LINES, "turns")
    if shown != list(replay.lines):
        files.append(text_file("\n".join(replay.lines), "replay.txt"))
    text = "\n".join([_heading(replay), *shown])
    await say(interaction, text, files=files, public=public)


def _part_meant(board: str, text: str) -> str:
    return FRONT if folded(text) == FRONT else region_meant(board, text)


def _heading(replay: DrawnReplay) -> str:
    """ "**Rounds 1 to 3**, 40 pictures"."""
    first, last = replay.rounds
    rounds = f"Round {first}" if first == last else f"Rounds {first} to {last}"
    note = ", made smaller to fit into a post" if replay.reduced else ""
    return f"**{rounds}**, {counted(replay.scenes, 'picture')}{note}"


class ReplayCommands(commands.Cog):
    """The war again, as a picture."""

    @app_commands.command(description="Rounds of the game as one animated picture")
    @app_commands.describe(
        rounds="last (the round before this one), all, one round such as 3, or several such as 1-5",
        region="Only this part of the board, showing units by type; front: where the fighting was",
        post="Show it to the whole channel, not just to you",
    )
    async def replay(
        self, interaction: Interaction, rounds: Number = "last", region: Name = "", post: bool = False
    ) -> None:
        """Draw the replay."""
        await show_replay(interaction, await game_of(interaction), rounds, region, public=post)

    @replay.autocomplete("region")
    async def _parts(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        front = autocomplete.offered([("the front: where the fighting was", FRONT)], typed)
        return [*front, *await autocomplete.regions(interaction, typed)][: autocomplete.MOST]

    @replay.autocomplete("rounds")
    async def _rounds(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        try:
            state = (await game_of(interaction)).board
        except TableRefusal:
            return []
        single = [(f"round {number}", str(number)) for number in range(state.round, 0, -1)]
        return autocomplete.offered([("the last round", "last"), ("the whole game", "all"), *single], typed)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(ReplayCommands())
