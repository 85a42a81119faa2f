"""`/catch-up`: what happened in a game since a player's last turn, or since they last looked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.ask import acting_powers
from engine.state.words import number
from gamemaster.chances.own_losses import own_losses
from gamemaster.dice.phases import START
from gamemaster.jobs.board import BoardRequest
from gamemaster.jobs.past.catching_up import MissedTurns, told
from gamemaster.keys import turn_of
from gamemaster.narration.chances import threat_line
from gamemaster.narration.phrases import as_plain_text, lines_within
from gamemaster.orders.loading import logged
from gamemaster.orders.standing_orders import StandingOrders
from gamemaster.views.board import BoardViews
from gamemaster.views.board_choices import BoardChoice
from gamemaster.views.chances import threats
from gamemaster.views.duties import duty_of, waits_for_others
from gamemaster.views.view import Games, GameView
from gamemaster.workers import Asker, PlaceTeller, WorkerPool
from maps import Picture
from store import Clock, Store

LONGEST = 1_800
"""Characters: about two screens of a phone."""
ROOM_FOR_HEAD = 150
ROOM_FOR_THREATS = 380
MOST_TURNS = 9
"""A round of the largest game; of more, `/replay` tells."""
LOOKED = "catch-up"
SAFE = 0.95
"""A capital that is held so surely is in no danger worth a line."""
CHANGES = BoardChoice(shows=frozenset({"changes"}))


@dataclass(frozen=True)
class CaughtUp:
    """What somebody missed. picture: of what changed; None where nothing did. by_look: whether only what came after
    their last look is told.
    """

    text: str
    picture: Picture | None
    by_look: bool


@dataclass(frozen=True)
class _Missed:
    """From where to tell: the last kept state before the first turn, and how the keys of that turn begin.

    since: in words; is_new: whether a phase has ended since.
    """

    base: int
    first: str
    since: str
    by_look: bool
    is_new: bool


class CatchUps:
    """The use case of `/catch-up`: nothing is told that its user may not see."""

    def __init__(
        self,
        store: Store,
        games: Games,
        boards: BoardViews,
        standing_orders: StandingOrders,
        workers: WorkerPool,
        clock: Clock,
    ) -> None:
        self._store = store
        self._games = games
        self._boards = boards
        self._standing_orders = standing_orders
        self._workers = workers
        self._clock = clock

    async def of(self, view: GameView, place: PlaceTeller | None = None, *, whole: bool = False) -> CaughtUp:
        """What a user missed, and note that they have looked; `whole`: since their last turn, looked or not.

        `place` says how much comes before it. Raises NotBegun, WorkFailed, TooManyWishes.
        """
        board = view.board
        async with self._store.read_at_length() as read:
            kept = await read.kept_states(view.game.id)
            looked = None if whole else await read.draft(view.game.id, view.viewer, LOOKED)
            missed = _missed(view, kept, looked)
            stored = await read.state_at_or_before(view.game.id, missed.base)
            until = await logged(read, view.game.id, stored.seq, missed.base)
            since = [*until, *await logged(read, view.game.id, missed.base, view.game.seq)]
        asker = Asker(view.viewer, view.game.id, place)
        below = [*await self._threats(view, asker), *await self._owed(view)]
        turns, toll, picture = list[str](), list[str](), None
        if missed.is_new:
            room = LONGEST - ROOM_FOR_HEAD - sum(len(line) + 1 for line in below)
            work = MissedTurns(stored.body, since, missed.first, view.powers, room)
            turns, toll = await self._workers.quick(told, work, asker=asker)
        if turns:
            request = BoardRequest(board, CHANGES, "", None, (stored.body, until), with_open_phase=False)
            picture = await self._boards.drawn(request, asker)
        lines = [_head(view, missed, anything=bool(turns)), *turns, *toll, *below]
        async with self._store.write() as write:
            await write.keep_draft(view.game.id, view.viewer, LOOKED, {"seq": view.game.seq, "at": self._clock()})
        return CaughtUp("\n".join(lines), picture, missed.by_look)

    async def _threats(self, view: GameView, asker: Asker) -> list[str]:
        """The capitals of the user that an enemy could take in its next turn, the one in most danger first."""
        if view.board.winner or not view.powers:
            return []
        own = own_losses(await self._standing_orders.of(view, view.viewer))
        asker = replace(asker, told=None)
        found = [each for power in view.powers for each in await threats(self._workers, view.board, power, asker, own)]
        lines = [
            threat_line(view.board, each) for each in sorted(found, key=lambda each: each.held) if each.held < SAFE
        ]
        return lines_within(lines, ROOM_FOR_THREATS, "capitals are in danger")

    async def _owed(self, view: GameView) -> list[str]:
        """What the user is to do, or whom the game waits for; cards that wait for them."""
        if view.board.winner:
            return ["The game is over."]
        times = await self._games.times(view)
        mine = [power for power in acting_powers(view.board) if power in view.powers]
        line = duty_of(view, mine, times).line_with_link if mine else waits_for_others(view, times, self._clock())
        cards = sum(card.game_id == view.game.id for card in await self._games.cards_for(view.viewer))
        asks = f"{number(cards, 'card')} in the channel {'asks' if cards == 1 else 'ask'} for your answer."
        return ["**Your move:**" if mine else "Nothing for you to do now:", line, *([asks] if cards else [])]


def _missed(view: GameView, kept: Sequence[tuple[int, str]], looked: Mapping[str, int] | None) -> _Missed:
    """What to tell, of the states on record, each the last of its phase."""
    keys = [key.removeprefix(START) for _, key in kept]
    begins = [n for n, key in enumerate(keys) if not n or turn_of(key) != turn_of(keys[n - 1])]
    own = [n for n, key in enumerate(keys) if key.split(".")[1] in view.powers and turn_of(key) != turn_of(keys[-1])]
    first, words = own[-1] + 1 if own else 0, "since your last turn" if own else "since the game began"
    if len(later := [n for n in begins if n >= first]) > MOST_TURNS:
        first, words = later[-MOST_TURNS], f"the last {MOST_TURNS} turns"
    then, by_look, is_new = first, False, True
    if looked:
        there = next((n for n, (seq, _) in enumerate(kept) if seq >= looked["seq"]), len(kept) - 1)
        then, is_new = max(n for n in begins if n <= there), keys[there] != keys[-1]
        by_look = then > first or not is_new
    if looked and by_look:
        first, words = then, f"since you looked <t:{looked['at']}:R>"
    return _Missed(kept[max(first - 1, 0)][0], turn_of(keys[first]), words, by_look, is_new)


def _head(view: GameView, missed: _Missed, *, anything: bool) -> str:
    name = f"**{as_plain_text(view.game.name)}**"
    return f"{name}, {missed.since}:" if anything else f"{name}: nobody else has ended a phase {missed.since}."
