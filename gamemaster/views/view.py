"""A game as one user may see it, and what came of their order. Nothing else of a running game leaves here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine import Event, GameState
from engine.facts.openings import AccountId
from engine.facts.unit_types import UnitId
from engine.state.words import whose
from gamemaster.dice.phases import START
from gamemaster.errors import OVER, NotAllowed, NotBegun, TableRefusal
from gamemaster.keys import phase_key, turn_of
from gamemaster.lobby.own_games import DeputisedGame, OwnGame, deputised_games, own_games
from gamemaster.orders.fights import FightAll
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.roles import Actor, SeatedGame
from gamemaster.times import Times
from gamemaster.views.visible import seen_by, seen_by_all, told_to
from store import Game, Post, Proposal, Store
from store.games.asked_besides import cards_for, seats_of_deputy
from store.outbox.threads import played_in


@dataclass(frozen=True)
class GameView(SeatedGame):
    """A game with the state as `viewer` may see it; `shown` is None in the lobby. Nothing secret stands behind it."""

    viewer: int
    shown: GameState | None

    @property
    def board(self) -> GameState:
        """What the viewer may see of a game that has begun; raises NotBegun in the lobby."""
        if self.shown is None:
            raise NotBegun(self.game.status)
        return self.shown

    @property
    def public(self) -> GameState:
        """The board as everybody may see it, without open orders; raises NotBegun in the lobby."""
        return seen_by_all(self.board)

    @property
    def powers(self) -> tuple[str, ...]:
        """Powers that the viewer plays."""
        return self.powers_of(self.viewer)

    @property
    def answering(self) -> tuple[str, ...]:
        """Powers whose questions the viewer may answer: their own, and those whose deputy they are."""
        return self.answers_for(self.viewer)

    @property
    def is_on_turn(self) -> bool:
        """Whether the viewer plays the power on turn, so that `board` holds their own orders."""
        return self.shown is not None and self.shown.power in self.powers

    def own_orders(self) -> GameState:
        """The board with the viewer's own orders; raises NotAllowed for a viewer who is not on turn, NotBegun."""
        if not self.is_on_turn:
            raise NotAllowed(f"It is {whose(self._on_turn())} turn. You'll see its orders when it ends the phase.")
        return self.board

    def to_order(self) -> GameState:
        """The board on which the viewer gives orders; raises NotAllowed for a viewer who is not on turn, NotBegun."""
        check_unfinished(self.game)
        if not self.is_on_turn:
            player = self.seats.get(self.board.power)
            who = f" (<@{player}>)" if player else ", which the house plays" if self.board.power in self.house else ""
            raise NotAllowed(f"It is {whose(self._on_turn())} turn{who}. Nothing changed.")
        return self.board

    def _on_turn(self) -> str:
        return self.board.edition.power[self.board.power].called


def check_unfinished(game: Game) -> None:
    """Raise NotAllowed once a game is over."""
    if game.status not in ("running", "lobby"):
        raise NotAllowed(OVER)


def view_of(loaded: LoadedGame, user_id: int) -> GameView:
    """The game as a user may see it."""
    state = loaded.state and seen_by(loaded.state, loaded.powers_of(user_id), loaded.answers_for(user_id))
    return GameView(
        loaded.game,
        loaded.seats,
        user_id,
        state,
        is_parked=loaded.is_parked,
        deputies=loaded.deputies,
        lenders=loaded.lenders,
    )


class Games:
    """Finds games for those who ask."""

    def __init__(self, store: Store, loader: Loader) -> None:
        self._store = store
        self._loader = loader

    async def in_channel(self, channel_id: int, user_id: int, cause: str = "") -> GameView:
        """The unfinished game of a channel, else the last one that was played there; raises NoGameHere.

        `cause`: the interaction, where it may lead to an order.
        """
        return view_of(await self._loader.in_channel(channel_id, cause), user_id)

    async def by_id(self, game_id: int, user_id: int, cause: str = "") -> GameView:
        """A game by its number; `cause` as above."""
        return view_of(await self._loader.by_id(game_id, cause), user_id)

    async def place(self, game_id: int) -> tuple[int, int]:
        """The server and the channel of a game; raises NoSuchGame."""
        return await self._loader.place(game_id)

    async def played_in(self, channel_ids: Sequence[int]) -> tuple[int, ...]:
        """Those of these threads in which a game is played that is not over."""
        async with self._store.read() as read:
            return await played_in(read, channel_ids)

    async def of_user(self, user_id: int) -> list[OwnGame]:
        """Unfinished games that a user plays or organises, those that wait for them first."""
        async with self._store.read() as read:
            return own_games(await read.games_of_user(user_id), await read.parked_channels())

    async def of_deputy(self, user_id: int) -> list[DeputisedGame]:
        """Games under way that wait, or may wait, for a user as somebody's deputy."""
        async with self._store.read() as read:
            return deputised_games(await seats_of_deputy(read, user_id))

    async def cards_for(self, user_id: int) -> tuple[Proposal, ...]:
        """The open cards that ask a user, where they have a seat, oldest first."""
        async with self._store.read() as read:
            return await cards_for(read, user_id)

    async def post(self, game_id: int, role: str) -> Post | None:
        """Where the post with this role stands."""
        async with self._store.read() as read:
            return await read.post(game_id, role)

    async def goes_on(self, view: GameView) -> bool:
        """Whether battles go on by themselves for a viewer who is on turn."""
        async with self._store.read() as read:
            kept = FightAll.of(await read.fight_all(view.game.id))
        return view.is_on_turn and kept is not None and kept.phase == phase_key(view.board)

    async def waiting_since(self, view: GameView) -> int:
        """When those who must act or choose now were asked to, in UTC seconds."""
        async with self._store.read() as read:
            now = await self._loader.seated(read, await read.seated_game(view.game.id))
            return await self._loader.waiting_since(read, now)

    async def times(self, view: GameView) -> Times:
        """Since when and until when those who must act or choose now are waited for."""
        async with self._store.read() as read:
            return await self._loader.times(read, await self._loader.seated(read, await read.seated_game(view.game.id)))

    async def kept_phases(self, view: SeatedGame) -> Sequence[tuple[int, str]]:
        """The ends of phases that are on record: log sequence number and phase key, oldest first."""
        async with self._store.read() as read:
            return await read.kept_states(view.game.id)

    async def turns_ended(self, view: SeatedGame) -> Mapping[int, str]:
        """The turns on record that are over, oldest first: the last entry of each, and the key of its last phase."""
        kept = [(seq, key) for seq, key in await self.kept_phases(view) if not key.startswith(START)]
        last = {turn_of(key): (seq, key) for seq, key in kept}
        return dict(list(last.values())[:-1])

    async def board_after(self, view: GameView, turn: int) -> GameState:
        """The board as everybody could see it after a turn, named by its last entry; raises TableRefusal."""
        if turn not in await self.turns_ended(view):
            raise TableRefusal("That turn isn't on record. Choose one of the suggested turns.")
        async with self._store.read_at_length() as read:
            return await self._loader.state_at(read, view.game, turn)

    async def bought_before(self, view: GameView) -> Mapping[AccountId, Mapping[UnitId, int]]:
        """What the power on turn bought in its last purchase before this one, by treasury, if there was one."""
        of_purchases, now = f".{view.board.power}.purchase", phase_key(view.board)
        async with self._store.read_at_length() as read:
            kept = await read.kept_states(view.game.id)
            before = [seq for seq, key in kept if key.endswith(of_purchases) and key != now]
            return (await self._loader.state_at(read, view.game, before[-1])).purchased if before else {}


@dataclass(frozen=True)
class OrderResult:
    """The outcome of an interaction, as far as its user may know it.

    `repeated`: it had been carried out before, and nothing was done now. `stopped`: why the order was cut short, where
    dice had been rolled, so that what was done until then stands. `goes_on`: the battles of whoever ordered go on by
    themselves once others have answered. `has_posted`: the table got a new post by it.
    """

    before: GameState
    state: GameState
    events: tuple[Event, ...]
    repeated: bool = False
    stopped: Exception | None = None
    goes_on: bool = False
    has_posted: bool = False


def shown_to(loaded: LoadedGame, actor: Actor, state: GameState, events: Sequence[Event] = ()) -> OrderResult:
    """What somebody may know of a change; `loaded` is the game before it."""
    mine, answers_for = loaded.powers_of(actor.user_id), loaded.answers_for(actor.user_id)
    before, after = (seen_by(each, mine, answers_for) for each in (loaded.running, state))
    return OrderResult(before, after, told_to(events, mine, answers_for))
