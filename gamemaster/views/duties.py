"""What one user owes in all their games, wherever those are played."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

from engine.state.words import number, phase_name
from gamemaster.lobby.own_games import OwnGame
from gamemaster.narration import answer_label
from gamemaster.narration.phrases import LIMIT, ago, lines_within
from gamemaster.outbox.posts import seconds_of
from gamemaster.plain_text import as_plain_text
from gamemaster.times import Times
from gamemaster.views.view import Games, GameView
from store import Game, StoreError

MOST_DETAILED = 8
"""Of so many games it is looked up what they wait for, as each has to be read."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Duty:
    """What a game waits for a user to do, in words; empty where it cannot be read.

    since: when it began to wait, and until: when the printed default answers or, unless by_default, the time for
    the turn is up, in UTC seconds; None where not known, or never.
    """

    game: Game
    what: str = ""
    since: int | None = None
    until: int | None = None
    by_default: bool = True

    @property
    def line(self) -> str:
        """ "• **First**: Germany, combat move · 2 hours ago · open"."""
        game = self.game
        what = f": {self.what}" if self.what else ""
        how = "by default" if self.by_default else "until"
        until = f", {how} <t:{self.until}:R>" if self.until else ""
        link = f"[open](https://discord.com/channels/{game.guild_id}/{game.channel_id})"
        return f"• **{as_plain_text(game.name)}**{what}{ago(self.since)}{until} · {link}"


class Duties:
    """The use case of `/todo`. Users hear of their own duties alone: who else owes what is told in the games."""

    def __init__(self, games: Games) -> None:
        self._games = games

    async def of(self, user_id: int) -> str:
        """The games that wait for a user, those that have waited longest first, and how many wait for others."""
        games = await self._games.of_user(user_id)
        waiting = sorted((own for own in games if own.waits_for), key=_quiet_since)
        begun = sum(own.game.status == "running" for own in games)
        if not waiting:
            others = f" {_others(begun)}" if begun else " Start a game with /game create."
            return f"Nothing is waiting for you.{others}"
        duties = [await self._duty(own, user_id) for own in waiting[:MOST_DETAILED]]
        duties.sort(key=lambda duty: (duty.until is None, duty.until or duty.since or 0))
        head = f"{number(len(waiting), 'game')} {'waits' if len(waiting) == 1 else 'wait'} for you:"
        more = len(waiting) - len(duties)
        notes = [f"-# And {more} more; `/game list` has them all."] if more else []
        notes += [f"-# {_others(begun - len(waiting))}"] if begun > len(waiting) else []
        room = LIMIT - sum(len(note) + 1 for note in notes)
        return "\n".join([*lines_within([head, *(duty.line for duty in duties)], room, "games"), *notes])

    async def _duty(self, own: OwnGame, user_id: int) -> Duty:
        try:
            view = await self._games.by_id(own.game.id, user_id)
            times = await self._games.times(view)
        except StoreError:
            raise
        except Exception:  # A game that cannot be read keeps none of the others from being told.
            log.exception("What game %s waits for cannot be looked up.", own.game.id)
            return Duty(own.game)
        return duty_of(view, own.waits_for, times)


def duty_of(view: GameView, powers: Sequence[str], times: Times) -> Duty:
    """What a game waits for these powers to do."""
    by_default = times.answer_by is not None
    return Duty(view.game, _what(view, powers), times.since, times.answer_by or times.turn_until, by_default=by_default)


def _quiet_since(own: OwnGame) -> int:
    """When somebody last heard of a game, as far as its row tells."""
    return seconds_of(own.game.last_message_id or 0)


def _others(count: int) -> str:
    return f"In {number(count, 'other game')} it's somebody else's turn." if count else ""


def _what(view: GameView, powers: Sequence[str]) -> str:
    """ "Germany, combat move"; "France, choose casualties"."""
    state = view.board
    named = ", ".join(state.edition.power[power].name for power in powers)
    labels = (answer_label(request) for request in state.requests if set(powers) & set(request.powers))
    asked = [label.lower() for label in dict.fromkeys(labels)]
    return f"{named}, {', '.join(asked) if asked else phase_name(state.phase)}"
