"""Looking at the board: what a user may see of it, with what is laid over it, as a picture or in words."""

from __future__ import annotations

from gamemaster.announcements.battle_posts import role_of
from gamemaster.jobs.board import BoardRequest, picture_of, words_of
from gamemaster.jobs.logged import Logged
from gamemaster.keys import phase_key
from gamemaster.narration import battle_board, last_report
from gamemaster.narration.politics.relations import relations_table
from gamemaster.orders.loading import Loader, logged
from gamemaster.outbox.drawn import drawn
from gamemaster.outbox.pictures import battle_picture_request
from gamemaster.roles import SeatedGame
from gamemaster.views.board_choices import FRONT, BoardChoice
from gamemaster.views.view import GameView
from gamemaster.workers import Asker, PlaceTeller, WorkerPool
from maps import Picture
from maps.relations.drawing import draw_relations
from store import ReadTransaction, Store

PHASES_LOOKED_BACK = 8


class BoardViews:
    """Reads what a map needs beside the position, and has it drawn or told in the worker pool."""

    def __init__(self, store: Store, loader: Loader, workers: WorkerPool) -> None:
        self._store = store
        self._loader = loader
        self._workers = workers

    async def picture(self, view: GameView, look: BoardChoice, told: PlaceTeller | None = None) -> Picture:
        """What a user wants to see; `told` says how much comes before it. Raises WorkFailed, TooManyWishes."""
        return await self.drawn(await self._request(view, look), _asker(view, told))

    async def drawn(self, request: BoardRequest, asker: Asker) -> Picture:
        """What was made ready to be drawn; raises as `picture` does."""
        return await self._workers.quick(picture_of, request, asker=asker)

    async def words(self, view: GameView, look: BoardChoice, told: PlaceTeller | None = None) -> str:
        """The same in words; raises WorkFailed, TooManyWishes."""
        return await self._workers.quick(words_of, await self._request(view, look), asker=_asker(view, told))

    async def relations(self, view: GameView) -> tuple[Picture, ...]:
        """What all powers are to each other; nothing where that never changes. Raises WorkFailed, TooManyWishes."""
        table = relations_table(view.board)
        return await self._workers.quick(draw_relations, table, asker=_asker(view)) if table else ()

    async def battle(self, view: SeatedGame, user_id: int) -> Picture | None:
        """The battle that is being fought; None where a post in the channel shows it. Raises as `picture` does."""
        async with self._store.read() as read:
            now = await self._loader.seated(read, await read.seated_game(view.game.id))
            battle = now.running.battle
            if battle is None:
                return None
            turn = await self._loader.open_turn(read, now.game, now.running)
            if await read.post(view.game.id, role_of(turn.phase, battle.space)) is not None:
                return None
        report = last_report(turn.course, battle.space)
        if report is None:
            return None
        request = battle_picture_request(battle_board(now.running, report))
        asker = Asker(user_id, view.game.id)
        return await drawn(self._workers, request, f"the battle in {battle.space}", asker)

    async def _request(self, view: GameView, look: BoardChoice) -> BoardRequest:
        board = view.board  # first of all: a game in its lobby has none, and nothing on record to read
        async with self._store.read_at_length() as read:
            wants_reports = look.region == FRONT or "moves" in look.shows
            last_phases = await _last_phases(read, view) if wants_reports else None
            last_turn = await _last_turn(read, view) if "changes" in look.shows else None
        return BoardRequest(board, look, look.power or own_power(view), last_phases, last_turn, view.is_on_turn)


def _asker(view: GameView, told: PlaceTeller | None = None) -> Asker:
    return Asker(view.viewer, view.game.id, told)


async def _last_phases(read: ReadTransaction, view: GameView) -> tuple[str, Logged]:
    """A state some phases ago, and what was logged since then."""
    kept = await read.kept_states(view.game.id)
    earlier = [seq for seq, key in kept if key != phase_key(view.board)]
    base = (earlier or [kept[0][0]])[-PHASES_LOOKED_BACK:][0]
    stored = await read.state_at_or_before(view.game.id, base)
    return stored.body, await logged(read, view.game.id, stored.seq, view.game.seq)


async def _last_turn(read: ReadTransaction, view: GameView) -> tuple[str, Logged]:
    """Whence to fold the state when the last turn of the user's powers ended, or for others when the present one began:
    a state that is stored whole, and what was logged from there until then.
    """
    present = f"{view.board.round}.{view.board.power}."
    earlier = [(seq, key) for seq, key in await read.kept_states(view.game.id) if not key.startswith(present)]
    own = view.powers
    played = [seq for seq, key in earlier if key.split(".")[1] in own]
    turns = played if own else [seq for seq, _ in earlier]
    until = turns[-1] if turns else 0
    stored = await read.state_at_or_before(view.game.id, until)
    return stored.body, await logged(read, view.game.id, stored.seq, until)


def own_power(view: GameView) -> str:
    """The power a user means by default: the one on turn if it is theirs, else their first, else the one on turn."""
    on_turn = view.board.power
    mine = view.powers
    return on_turn if on_turn in mine or not mine else mine[0]
