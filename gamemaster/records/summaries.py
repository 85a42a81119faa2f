"""Summaries of games in the store, to be pasted elsewhere: what everybody may know, whoever asks."""

from __future__ import annotations

from collections.abc import Mapping

from engine.state.words import first_upper, listed
from gamemaster.dice.check import promised
from gamemaster.jobs.past.summary import SummaryOrder, summary_of
from gamemaster.narration.history.summary import Subject, for_pasting
from gamemaster.orders.loading import logged
from gamemaster.records.notes import LONGEST, seen_of
from gamemaster.records.players import players_of
from gamemaster.views.view import GameView
from gamemaster.views.visible import at_phase_start
from gamemaster.workers import Asker, PlaceTeller, WorkerPool
from store import Game, Store
from store.notes import notes_of

RUNNING = "The seed is published when the game is over; then everybody can repeat every roll made here."
OVER = "Its seed is public: with the file of dice from `/game export` everybody can repeat every roll made here."


class Summaries:
    """Has summaries made in the worker pool, as a long war is folded for a second or two."""

    def __init__(self, store: Store, workers: WorkerPool) -> None:
        self._store = store
        self._workers = workers

    async def summary(self, view: GameView, names: Mapping[int, str], told: PlaceTeller | None = None) -> str:
        """The game so far as far as its phases are closed; `names` of players, as far as they are known.

        `told` says how much comes before it. Raises NotBegun, WorkFailed, TooManyWishes.
        """
        present = at_phase_start(view.public)
        async with self._store.read_at_length() as read:
            start = await read.state_at_or_before(view.game.id, 0)
            since = await logged(read, view.game.id, 0, view.game.seq)
            notes = seen_of(await notes_of(read, view.game.id), view.board)
        subject = Subject(
            _title(view),
            _players(view, names),
            _dice(view.game),
            {note.turn: for_pasting(note.text, LONGEST) for note in notes},
            is_abandoned=view.game.status == "abandoned",
        )
        order = SummaryOrder(subject, start.body, since, present)
        return await self._workers.slow(summary_of, order, asker=Asker(view.viewer, view.game.id, told))


def _title(view: GameView) -> str:
    """ "Axis & Allies: Revised, Friday game"; the edition alone where the game has no name of its own."""
    edition, name = view.board.edition.title, view.game.name
    return edition if name == edition else f"{edition}, {for_pasting(name)}"


def _players(view: GameView, names: Mapping[int, str]) -> list[str]:
    """ "Germany and Japan: Anna", a line for each player, also for the house."""
    called = {user: for_pasting(name) for user, name in names.items()}
    return [
        f"{listed(powers)}: {called.get(each, 'somebody') if isinstance(each, int) else first_upper(each)}"
        for each, powers in players_of(view).items()
    ]


def _dice(game: Game) -> str:
    """How the dice can be checked, now or later; without the marks of code, which mean nothing elsewhere."""
    return f"{promised(game)}. {RUNNING if game.status == 'running' else OVER}".replace("`", "")
