"""The end of a table of computers that nobody has won: its last round is over (ASY-67)."""

from __future__ import annotations

import asyncio
import logging

from computer.judging import gained
from engine import GameState, state_from_json
from engine.state.words import ipcs
from gamemaster.announcements.absence import is_of_computers
from gamemaster.announcements.announcer import Announcer
from gamemaster.consent.closing import close_stale
from gamemaster.dice.at_the_end import end_without_winner, seed_notice
from gamemaster.keys import phase_key
from gamemaster.narration.phrases import as_plain_text, side_name
from gamemaster.narration.politics.victory import who_is_ahead
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.orders.saving import Saving
from gamemaster.outbox.pictures import picture_request
from gamemaster.outbox.posts import PANEL, post
from gamemaster.table_settings import table_settings_of
from gamemaster.views.charts import Statistics
from gamemaster.views.panel_buttons import buttons_at_the_end
from store import NewMessage, Store

log = logging.getLogger(__name__)


def is_over(loaded: LoadedGame) -> bool:
    """Whether a table of computers has played its last round."""
    alone = table_settings_of(loaded.game).alone
    is_running = loaded.game.status == "running" and not loaded.game.roll_is_open
    return is_running and is_of_computers(loaded) and alone is not None and loaded.running.round > alone.last_round


class LastRounds:
    """Ends tables of computers, as `/game end` ends a game, and tells who is ahead."""

    def __init__(
        self, store: Store, loader: Loader, saving: Saving, announcer: Announcer, statistics: Statistics
    ) -> None:
        self._store = store
        self._loader = loader
        self._saving = saving
        self._announcer = announcer
        self._statistics = statistics

    async def end(self, loaded: LoadedGame) -> bool:
        """End a game whose last round is over; gives whether it was this process that did."""
        luck = await self._luck(loaded)

        async def attempt() -> bool:
            async with self._store.write() as write:
                now = await self._loader.with_reading(write, await write.game(loaded.game.id))
                if not is_over(now):
                    return False
                start = state_from_json((await write.state_at_or_before(now.game.id, 0)).body)
                ended = await asyncio.to_thread(_ended, now, start)

                def told(seed: bytes, tally: str) -> list[NewMessage]:
                    more = [post(now, f"{luck} `/charts` draws it.")] if luck else []
                    return [ended, *more, seed_notice(now, seed, tally)]

                await end_without_winner(write, now, told)
                over = await self._loader.with_reading(write, await write.game(now.game.id))
                await close_stale(write, over)
            return True

        done = await self._saving.until_saved(loaded.game.id, attempt)
        self._announcer.wake()
        return done

    async def _luck(self, loaded: LoadedGame) -> str:
        """The luck of the war; the end does not wait for a fault here."""
        try:
            return await self._statistics.luck_at_the_end(loaded, (), loaded.running)
        except Exception:
            log.exception("The luck of the war in game %s cannot be told.", loaded.game.id)
            return ""


def _ended(loaded: LoadedGame, start: GameState) -> NewMessage:
    """How the game ended, in place of the panel, which waits for nobody any more."""
    state = loaded.running
    rounds, edition = state.round - 1, state.edition
    text = (
        f"**{as_plain_text(loaded.game.name)}** is over: round {rounds} was the last, and nobody has won. "
        f"{_ahead(state, start)}\n{who_is_ahead(state)}"
    )
    picture = picture_request(state, title=f"{edition.title}, after round {rounds}")
    rows = [buttons_at_the_end(loaded.game.id, phase_key(state))]
    return post(loaded, text, picture=picture, rows=rows, role=PANEL, instead=True)


def _ahead(state: GameState, start: GameState) -> str:
    """Who is ahead, as the frozen judge counts."""
    lead = round(gained(state, start, "axis"))
    if not lead:
        return "As the house judges the board, neither side has gained on the other since the start."
    ahead, behind = ("axis", "allies") if lead > 0 else ("allies", "axis")
    gain = f"{side_name(ahead)} gained {ipcs(abs(lead))} on {side_name(behind)}"
    return f"As the house judges the board, {gain} since the start."
