"""What one user owes in all their games, wherever those are played, and whom these wait for."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine.state.words import listed, phase_name
from gamemaster.consent.cards import made_for
from gamemaster.consent.registry import KINDS
from gamemaster.lobby.gathering.awaited import awaited_in_lobby
from gamemaster.lobby.opening import INVITATION
from gamemaster.lobby.own_games import DeputisedGame, OwnGame
from gamemaster.narration import answer_label, split_lines
from gamemaster.narration.phrases import ago, as_plain_text, the_power
from gamemaster.outbox.posts import PANEL, seconds_of
from gamemaster.table_settings import table_settings_of
from gamemaster.times import Times
from gamemaster.views.duties_told import Link, Owed
from gamemaster.views.view import Games, GameView
from gamemaster.views.visible import acting_for_all
from store import Clock, Game, Post, Proposal, befalls_all

MOST_DETAILED = 8
"""Of so many games it is looked up what they wait for, as each has to be read; of those of others of so many again."""
MOST_OTHERS, MOST_CARDS = 5, 3
LONGEST_WISH = 160

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Duty:
    """What a game waits for a user to do, in words; empty where it cannot be read.

    powers: which of theirs, in words. stands: the panel of the game. since: when it began to wait, and until: when the
    printed default answers or, unless by_default, the time for the turn is up, in UTC seconds; None where not known, or
    never. deputy_of: for whom they may do it, if not for themselves.
    """

    game: Game
    powers: str = ""
    what: str = ""
    stands: Post | None = None
    since: int | None = None
    until: int | None = None
    by_default: bool = True
    deputy_of: int | None = None

    @property
    def line(self) -> str:
        """ "• **First**: Germany, combat move · 2 hours ago"; "• **First**: for @Ben, Germany, …"."""
        game = self.game
        whose = f"for <@{self.deputy_of}>, " if self.deputy_of else ""
        what = f": {whose}{', '.join(filter(None, (self.powers, self.what)))}" if self.what else ""
        how = f"default answer <t:{self.until}:R>" if self.by_default else f"until <t:{self.until}:f>"
        until = f", {how}" if self.until else ""
        return f"• **{as_plain_text(game.name)}**{what}{ago(self.since)}{until}"

    @property
    def line_with_link(self) -> str:
        """The line where no button leads to the game."""
        return f"{self.line} · [open]({self.link.url})"

    @property
    def link(self) -> Link:
        """To the panel of the game: "First: Germany"."""
        return Link(f"{self.game.name}{f': {self.powers}' if self.powers else ''}", _place(self.game, self.stands))


class Duties:
    """The use case of `/todo`. Of others it tells no more than the panels: whom everybody sees a game wait for."""

    def __init__(self, games: Games, clock: Clock) -> None:
        self._games = games
        self._clock = clock

    async def of(self, user_id: int) -> Owed:
        """The games and cards that wait for a user, the most urgent first, and games that wait for others."""
        games = await self._games.of_user(user_id)
        own = sorted((each for each in games if each.waits_for), key=_quiet_since)
        deputised = sorted(
            await self._games.of_deputy(user_id), key=lambda each: (not each.is_sure, _quiet_since(each))
        )
        for_others = [await self._deputys(each, user_id) for each in deputised[:MOST_DETAILED]]
        lobbies = [each.game for each in games if each.game.status == "lobby"]
        to_begin = [await self._in_lobby(game, user_id) for game in lobbies[:MOST_DETAILED]]
        of_own = [await self._duty(each, user_id) for each in own[:MOST_DETAILED]]
        duties = [*of_own, *filter(None, (*for_others, *to_begin))]
        duties.sort(key=lambda duty: (duty.until is None, duty.until or duty.since or 0))
        waiting = {each.game.id for each in own} | {duty.game.id for duty in duties}
        begun = (each for each in games if each.game.status == "running" and each.game.id not in waiting)
        others = sorted(begun, key=_quiet_since)
        cards = await self._games.cards_for(user_id)
        shown = await self._shown_cards(cards[:MOST_CARDS], games)
        return Owed(
            duties=[duty.line for duty in duties],
            waiting=len(waiting),
            unread=len(own[MOST_DETAILED:]),
            unread_of_deputy=len(deputised[MOST_DETAILED:]),
            cards=[_card_line(game, card) for game, card, _ in shown],
            number_of_cards=len(cards),
            others=[line for each in others[:MOST_OTHERS] if (line := await self._others(each, user_id))],
            number_of_others=len(others),
            links=[
                *(duty.link for duty in duties),
                *(Link(f"Card: {game.name}", _place(game, stands)) for game, _, stands in shown),
            ],
        )

    async def _duty(self, own: OwnGame, user_id: int) -> Duty:
        found = await self._looked_up(own.game, user_id)
        duty = duty_of(found[0], own.waits_for, found[1]) if found else Duty(own.game)
        return await self._with_panel(duty)

    async def _in_lobby(self, game: Game, user_id: int) -> Duty | None:
        """What a game that hasn't begun waits for; None where for nothing of this user, or nobody can tell."""
        try:
            what = awaited_in_lobby(await self._games.by_id(game.id, user_id), user_id)
        except Exception as failure:  # A game that cannot be read keeps none of the others from being told.
            if befalls_all(failure):
                raise
            log.exception("What game %s waits for cannot be looked up.", game.id)
            return None
        return Duty(game, what=what, stands=await self._games.post(game.id, INVITATION)) if what else None

    async def _with_panel(self, duty: Duty) -> Duty:
        return replace(duty, stands=await self._games.post(duty.game.id, PANEL))

    async def _deputys(self, deputised: DeputisedGame, user_id: int) -> Duty | None:
        """What a user may answer for a player; None where it is the player's turn to order, or nobody can tell."""
        found = await self._looked_up(deputised.game, user_id)
        if found is None:
            return None
        view, times = found
        asked = {power for each in view.board.requests for power in each.powers if power not in each.answers}
        powers = [power for power in deputised.powers if power in asked]
        if not powers:
            return None
        return await self._with_panel(duty_of(view, powers, times, deputy_of=deputised.player_id))

    async def _others(self, own: OwnGame, user_id: int) -> str:
        """Whom a game waits for; nothing where nobody can tell."""
        found = await self._looked_up(own.game, user_id)
        return waits_for_others(*found, self._clock()) if found else ""

    async def _shown_cards(
        self, cards: Iterable[Proposal], games: Iterable[OwnGame]
    ) -> list[tuple[Game, Proposal, Post | None]]:
        """The cards of these games, and where they stand."""
        by_id = {own.game.id: own.game for own in games}
        asked = [(by_id[card.game_id], card) for card in cards if card.game_id in by_id]
        return [(game, card, await self._games.post(game.id, made_for(card.id))) for game, card in asked]

    async def _looked_up(self, game: Game, user_id: int) -> tuple[GameView, Times] | None:
        try:
            view = await self._games.by_id(game.id, user_id)
            return view, await self._games.times(view)
        except Exception as failure:  # A game that cannot be read keeps none of the others from being told.
            if befalls_all(failure):
                raise
            log.exception("What game %s waits for cannot be looked up.", game.id)
            return None


def duty_of(view: GameView, powers: Sequence[str], times: Times, *, deputy_of: int | None = None) -> Duty:
    """What a game waits for these powers to do."""
    until = times.answer_by or times.turn_until
    by_default = times.answer_by is not None
    return Duty(
        view.game,
        ", ".join(view.board.edition.power[power].name for power in powers),
        _what(view, powers),
        since=times.since,
        until=until,
        by_default=by_default,
        deputy_of=deputy_of,
    )


def waits_for_others(view: GameView, times: Times, now: int) -> str:
    """ "• **Friday** is waiting for @Ben (away until …) until …".

    Who has answered a question that is revealed later stays hidden: until the last answers, all are named.
    """
    settings = table_settings_of(view.game)
    away = {each.user_id: f" (away until <t:{each.over_at}:f>)" for each in settings.vacations if each.over_at > now}
    named = (
        f"<@{view.seats[power]}>{away.get(view.seats[power], '')}"
        if power in view.seats
        else view.players_named().get(power, the_power(view.board, power))
        for power in acting_for_all(view.board)
        if view.seats.get(power) != view.viewer
    )
    until = times.answer_by or times.turn_until
    who = listed(dict.fromkeys(named))
    return (
        f"• **{as_plain_text(view.game.name)}** is waiting for {who}{f' until <t:{until}:f>' if until else ''}"
        if who
        else ""
    )


def _card_line(game: Game, card: Proposal) -> str:
    """ "• **Friday**: Anna asks to end the game for good, without a winner · 2 hours ago"."""
    wish, *rest = split_lines(card.text.split("\n", 1)[0], LONGEST_WISH)
    silence = KINDS[card.kind].silence
    alone = f", from <t:{card.created_at + silence}:f> without you" if silence is not None else ""
    asked = f"{wish}{' …' if rest else ''}{ago(card.created_at)}{alone}"
    return f"• **{as_plain_text(game.name)}**: {asked}"


def _place(game: Game, stands: Post | None) -> str:
    """The address of a post, or else of the channel of the game."""
    place = f"{stands.channel_id}/{stands.message_id}" if stands else f"{game.channel_id}"
    return f"https://discord.com/channels/{game.guild_id}/{place}"


def _quiet_since(each: OwnGame | DeputisedGame) -> int:
    """When somebody last heard of a game, as far as its row tells."""
    return seconds_of(each.game.last_message_id or 0)


def _what(view: GameView, powers: Sequence[str]) -> str:
    """ "combat move"; "choose casualties"."""
    state = view.board
    labels = (answer_label(request) for request in state.requests if set(powers) & set(request.powers))
    asked = [label.lower() for label in dict.fromkeys(labels)]
    return ", ".join(asked) if asked else phase_name(state.phase)
