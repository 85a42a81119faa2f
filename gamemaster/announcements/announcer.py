"""What the table is told after each change: reports with pictures, battles that wait, and the panel."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence

from engine import Event, GameState
from engine.events.turn import GameWon
from engine.queries.describe import describe
from engine.state.questions import Request
from engine.state.words import listed, place, whose
from gamemaster.announcements.absence import alone_notes, away_notes, ended_text, is_of_computers, time_notes
from gamemaster.announcements.asking_ahead import AskedAhead, ask_ahead
from gamemaster.announcements.battle_posts import WaitingBattles, battle_posts
from gamemaster.announcements.reports import closes_phase, grows, reports, seals_not_told
from gamemaster.dice.rolls import commitment_line
from gamemaster.dice.seals import seal_told_before
from gamemaster.house.alone import told_of_alone
from gamemaster.keys import Button, phase_key
from gamemaster.narration import (
    Timeline,
    advantages_text,
    correction_lines,
    event_line,
    kamikaze_board,
    orders_are_unseen,
    panel_text,
    request_card,
    split_lines,
    table_news,
    waiting_for,
    winner_text,
)
from gamemaster.narration.chances import chances_wanted
from gamemaster.narration.phrases import LIMIT, as_plain_text, duration, lines_within
from gamemaster.narration.questions.offers import DEFAULT_MARK
from gamemaster.orders.drafts import Draft
from gamemaster.orders.loading import LoadedGame, Loader, answered_by_hand
from gamemaster.orders.open_turn import OpenTurn
from gamemaster.orders.requested import TIME_IS_UP, OrderRequest
from gamemaster.outbox.pictures import battle_picture_request, picture_request
from gamemaster.outbox.posts import PANEL, container_payload, edit, is_old, post
from gamemaster.roles import Actor, SeatedGame
from gamemaster.table_settings import stood_in_for, table_settings_of
from gamemaster.times import Times, times_of
from gamemaster.views.panel_buttons import buttons_at_the_end, panel_rows, rows_to_watch
from gamemaster.views.visible import acting_for_all, asked_together, at_phase_start, seen_by_all
from maps import Changes
from store import Clock, NewMessage, ReadTransaction
from store.followers import followers_of

LAST_REMINDER = "-# That was the last reminder. With /game replace somebody else can take over."
MANY_EVENTS = 40
"""Followed beside the loop, which more of them on a full board would hold for too long."""

log = logging.getLogger(__name__)


class Announcer:
    """Turns what happened into messages for the outbox."""

    def __init__(self, loader: Loader, clock: Clock, wake: Callable[..., None]) -> None:
        self._loader = loader
        self._clock = clock
        self.wake = wake

    async def after(
        self,
        read: ReadTransaction,
        loaded: LoadedGame,
        draft: Draft,
        correction: OrderRequest | None = None,
        first: Sequence[NewMessage] = (),
    ) -> list[NewMessage]:
        """The messages that a change leads to, below those that come first.

        `loaded` is the game before it.
        """
        before, state = loaded.running, draft.state
        if correction or len(draft.events) > MANY_EVENTS:  # it may change all pieces, or be a long battle
            happened = await asyncio.to_thread(Timeline.of, before, draft.events)
        else:
            happened = Timeline.of(before, draft.events)
        news = _news(loaded, draft, happened)
        if not (correction or news or first) and _is_unseen(before, state):
            return []
        turn = await self._loader.open_turn(read, loaded.game, before)
        waited = WaitingBattles(loaded, turn, draft.entries, state)
        messages = [*first]
        messages += await battle_posts(read, loaded, turn, happened, waited, self._clock)
        if closes_phase(happened.events):
            sealed = await seal_told_before(read, loaded.game, before) if grows(loaded) else []
            messages += await asyncio.to_thread(reports, loaded, turn, happened, waited, draft.seals, sealed)
        messages += seals_not_told(loaded, draft.seals, messages)
        if news:
            struck = kamikaze_board(happened)
            messages.append(post(loaded, news, picture=battle_picture_request(struck) if struck else None))
        messages += _end(loaded, happened.events, state)
        messages += await asyncio.to_thread(_correction, loaded, state, correction) if correction else []
        noted = await self._loader.banked_after(read, loaded, state)
        times = await self._loader.times_in(read, loaded, turn.after(happened, self._clock(), waited.by_hand), noted)
        is_new_phase, moved = before.phase != state.phase, any(each.kind == "post" for each in messages)
        asked = await asyncio.to_thread(ask_ahead, loaded, state) if is_new_phase else AskedAhead()
        return [*messages, *await self._panel(read, loaded, state, times, asked, moved=moved)]

    def answered_for(self, loaded: LoadedGame, turn: OpenTurn, order: OrderRequest) -> list[NewMessage]:
        """Who answered a question for whom, what, after how long, and with whose consent.

        `loaded` is the game before it.
        """
        return _answered_for(loaded, turn, order, self._clock())

    def ended_for(self, loaded: LoadedGame, times: Times, order: OrderRequest, draft: Draft) -> list[NewMessage]:
        """Who ended a phase for whom and why; `loaded` is the game before it."""
        return [post(loaded, ended_text(loaded, times.turn_until or self._clock(), order.actor.name, draft))]

    def time_is_up(self, loaded: LoadedGame, times: Times, *, pings: bool, house: bool = False) -> NewMessage:
        """The panel posted again, whether or not with a ping for the player on turn, whose time is up.

        house: it plays the rest of the turn.
        """
        state = loaded.running
        user, power = loaded.seats.get(state.power), state.edition.power[state.power].called
        turn = f"{whose(power)} turn"
        time = f"<@{user}>'s time for {turn}" if user else f"The time for {turn}, which nobody plays,"
        first = f"{time} ran out on <t:{times.turn_until}:f>."
        if house:
            first += " The house plays the rest of it, as this table agreed; their next order takes it back (ASY-66)."
        return self._panel_post(loaded, state, times, ping=[user] if user and pings else [], first=first)

    def bumped(self, loaded: LoadedGame, times: Times, actor: Actor, number: int) -> NewMessage:
        """The panel posted again, with a ping for the player on turn, whose time begins anew."""
        state, most = loaded.running, table_settings_of(loaded.game).bumps
        user, power = loaded.seats.get(state.power), state.edition.power[state.power].called
        player = f"<@{user}>, its" if user else "its"
        first = f"{actor.name} bumps {whose(power)} turn: {player} time starts again (bump {number} of {most})."
        return self._panel_post(loaded, state, times, ping=[user] if user else [], first=first)

    async def _panel(
        self,
        read: ReadTransaction,
        loaded: LoadedGame,
        state: GameState,
        times: Times,
        asked: AskedAhead,
        *,
        moved: bool,
    ) -> list[NewMessage]:
        """The panel: below the last posts, with a ping for those who newly have to act, or can answer ahead; else it
        changes in place.

        It stays untouched where it has nothing new to say: not even an edit may reveal that secret orders were given.
        """
        ping = sorted({*users_newly_waited_for(loaded, state), *asked.users})
        if moved or ping:
            following = await _followers_pinged(read, loaded, state, ping)
            last = f"-# Followed by {listed(f'<@{user}>' for user in following)}" if following else ""
            everybody = [*ping, *following]
            return [
                await asyncio.to_thread(
                    self._panel_post, loaded, state, times, ping=everybody, first=asked.line, last=last
                )
            ]
        was, now = [await asyncio.to_thread(self._shown, loaded, each, None) for each in (loaded.running, state)]
        if was == now:
            return []
        if await is_old(read, loaded, PANEL, self._clock):
            return [self._panel_post(loaded, state, times)]
        text, rows = self._shown(loaded, state, times)
        framed = container_payload(state, above=0)
        return [edit(loaded, text, PANEL, rows=rows, chances=chances_wanted(seen_by_all(state)), container=framed)]

    def _panel_post(
        self,
        loaded: LoadedGame,
        state: GameState,
        times: Times,
        *,
        ping: Sequence[int] = (),
        first: str = "",
        last: str = "",
    ) -> NewMessage:
        """A new panel, between a first and a last line where there are any."""
        text, rows = self._shown(loaded, state, times)
        if first or last:
            shown = lines_within(text.splitlines(), LIMIT - len(first) - len(last), "lines")
            text = "\n".join(filter(None, (first, *shown, last)))
        chances = chances_wanted(seen_by_all(state))
        framed = container_payload(state, above=len(first.splitlines()))
        return post(loaded, text, rows=rows, ping=ping, chances=chances, role=PANEL, instead=True, container=framed)

    def _shown(self, loaded: LoadedGame, state: GameState, times: Times | None) -> tuple[str, list[list[Button]]]:
        """Text and buttons of the panel."""
        on_turn, player = loaded.seats.get(state.power), loaded.player_of(state.power)
        others = {
            power: name
            for power, name in loaded.players_named().items()
            if loaded.seats.get(power, power) != (on_turn or state.power) or power in loaded.deputies
        }
        name = as_plain_text(loaded.game.name)
        if times is None:
            return panel_text(state, player, None, others, game=name), _rows(loaded, state)
        now = self._clock()
        settings = table_settings_of(loaded.game)
        notes = [*time_notes(settings, times, state, player, now), *alone_notes(settings, times, state, now)]
        notes += away_notes(settings, loaded.seats.values(), now)
        by = None if times.stands_still(now) else times.answer_by
        text = panel_text(state, player, times.since, others, by, notes, name, is_watched=is_of_computers(loaded))
        return text, _rows(loaded, state, may_be_ended=times.may_be_ended(now))

    def _from_now(self, loaded: LoadedGame, state: GameState) -> Times:
        """The times of a game that begins to wait now."""
        return times_of(loaded, OpenTurn.beginning(state, self._clock()))

    def in_short(self, loaded: LoadedGame, draft: Draft) -> list[NewMessage]:
        """What the table is told where the full report failed: that something happened, and the panel if it can be."""
        state = draft.state
        text = "Dice were rolled and the result is saved, but I can't put it into words. See /map and /game status."
        notes = [post(loaded, text), *seals_not_told(loaded, draft.seals, ())]
        try:
            ping = users_newly_waited_for(loaded, state)
            return [*notes, self._panel_post(loaded, state, self._from_now(loaded, state), ping=ping)]
        except Exception:
            log.exception("The panel of game %s cannot be written.", loaded.game.id)
            return notes

    def opening(
        self, loaded: LoadedGame, state: GameState, events: Sequence[Event] = (), imported_by: Actor | None = None
    ) -> list[NewMessage]:
        """The first picture of a game, what happened before its first turn, what is asked, and the panel."""
        name = as_plain_text(loaded.game.name)
        text = f"{imported_by.name} imported a game into **{name}**." if imported_by else f"**{name}** begins."
        ping = users_waited_for(loaded, state)
        # Whoever is pinged in a thread is in it from then on; those who are to act are pinged by the panel.
        is_in_thread = table_settings_of(loaded.game).where == "thread"
        others = sorted({*loaded.seats.values()} - {*ping}) if is_in_thread else []
        if others:
            text = f"{text} {listed(f'<@{user}>' for user in others)}, it's played here."
        if alone := table_settings_of(loaded.game).alone:
            text = f"{text} {told_of_alone(alone)}"
        text = f"{text}\n{commitment_line(loaded.game.commitment)}"
        title = state.edition.title
        board = post(loaded, text, picture=picture_request(at_phase_start(state), title=title), ping=others)
        told = [event_line(state, event) or "" for event in events] or [advantages_text(state)]
        advantages = [post(loaded, text) for text in told if text]
        return [board, *advantages, self._panel_post(loaded, state, self._from_now(loaded, state), ping=ping)]

    def panel_again(self, loaded: LoadedGame, times: Times) -> NewMessage:
        """The panel posted again, without a ping."""
        return self._panel_post(loaded, loaded.running, times)

    def reminder(self, loaded: LoadedGame, times: Times, users: Sequence[int], *, is_last: bool) -> NewMessage:
        """The panel posted again, with a ping for these users, whom the game waits for."""
        name = as_plain_text(loaded.game.name)
        first = f"Reminder: **{name}** is waiting for {listed(f'<@{user}>' for user in users)}."
        return self._panel_post(loaded, loaded.running, times, ping=users, first=first, last=LAST_REMINDER * is_last)

    def above_panel(self, loaded: LoadedGame, times: Times, text: str, users: Sequence[int]) -> NewMessage:
        """What is told in the first line of the panel, with a ping for these users."""
        return self._panel_post(loaded, loaded.running, times, ping=users, first=text)

    def deputy_told(self, loaded: LoadedGame, text: str, times: Times, users: Sequence[int]) -> NewMessage:
        """Who may answer for whom from now on; with the panel where one of these users may answer right now."""
        if not users:
            return post(loaded, text)
        return self.above_panel(loaded, times, text, users)

    def rolled_back(self, loaded: LoadedGame, state: GameState, times: Times, text: str) -> list[NewMessage]:
        """The note, picture and panel after a rollback; `loaded` is the game before it."""
        note = post(loaded, text, picture=picture_request(at_phase_start(state), overlays=[_since_public(loaded)]))
        return [
            note,
            self._panel_post(loaded, state, times, ping=users_newly_waited_for(loaded, state)),
        ]


async def _followers_pinged(
    read: ReadTransaction, loaded: LoadedGame, state: GameState, others: Collection[int]
) -> list[int]:
    """Who follows the game, as a turn begins; none of the others who are pinged."""
    if _same_turn(loaded.running, state):
        return []
    return [user for user in await followers_of(read, loaded.game.id) if user not in others]


def _news(loaded: LoadedGame, draft: Draft, happened: Timeline) -> str:
    """What powers declare; and what came of an answer of somebody who is not on turn, for those who waited for it."""
    before, state = loaded.running, draft.state
    if state.phase != "conduct_combat" and phase_key(state) != phase_key(before):
        return ""
    on_turn = loaded.seats.get(before.power)
    answers = [entry.by for entry in draft.entries if answered_by_hand(entry.action, entry.auto)]
    others_answered = any(loaded.seats.get(power) != on_turn for power in answers)
    return table_news(happened, only_declared=not others_answered)


def _is_unseen(before: GameState, state: GameState) -> bool:
    """Whether a change is only an order of an open phase, which nobody else may learn of yet."""
    same = phase_key(before) == phase_key(state) and not (before.requests or state.requests or state.winner)
    return same and at_phase_start(before) == at_phase_start(state)


def _end(loaded: LoadedGame, events: Sequence[Event], state: GameState) -> list[NewMessage]:
    """How the game ended, if it did."""
    won = next((event for event in events if isinstance(event, GameWon)), None)
    if won is None:
        return []
    picture = picture_request(state, title=f"{state.edition.title}, round {state.round}")
    text = winner_text(state, won.reason, won.individual_winners)
    return [post(loaded, text, picture=picture, rows=[buttons_at_the_end(loaded.game.id, phase_key(state))])]


def _answered_for(loaded: LoadedGame, turn: OpenTurn, order: OrderRequest, now: int) -> list[NewMessage]:
    state = loaded.running
    request = state.request(order.request)
    by = "Time is up: the bot" if order.use == TIME_IS_UP else order.actor.name
    told = [
        f"{by} answered for {_absent_named(loaded, each)} in {place(state, each.space)} with the printed "
        f"default, after {duration(now - turn.asked_at(each.id))}: {printed_answer(state, each)}."
        for each in (asked_together(state, request) if request else ())
        if waiting_for(each)
    ]
    text = "\n".join(told)
    return [post(loaded, f"{text} {order.consent}".rstrip())] if told else []


def _absent_named(loaded: LoadedGame, request: Request) -> str:
    """ "the United States (<@2>)": who has not answered."""
    absent, named = waiting_for(request), loaded.running.edition.power
    players = {power: f" (<@{loaded.seats[power]}>)" for power in absent if power in loaded.seats}
    return listed(f"{named[power].called}{players.get(power, '')}" for power in absent)


def printed_answer(state: GameState, request: Request) -> str:
    """The printed default of a question in words."""
    _, offers = request_card(state, request, request.powers[0])
    return offers[0].label.removesuffix(DEFAULT_MARK)


def _correction(loaded: LoadedGame, state: GameState, order: OrderRequest) -> list[NewMessage]:
    """What a correction changed of the board that everybody saw, in as many posts as that takes."""
    seen = seen_by_all(loaded.running)
    told = f"{order.actor.name} corrected the position. {order.consent}".rstrip()
    lines = [told, *(f"• {line}" for line in correction_lines(seen, seen_by_all(state)))]
    if orders_are_unseen(seen):
        power = seen.edition.power[seen.power].called
        lines.append(f"Any orders of {whose(power)} open phase have been undone.")
    picture = picture_request(state, title="Corrected position", overlays=[_since_public(loaded)])
    first, *more = split_lines("\n".join(lines))
    return [post(loaded, first, picture=picture), *(post(loaded, text) for text in more)]


def _since_public(loaded: LoadedGame) -> Changes:
    """What is different from the board that everybody saw last."""
    return Changes.since(describe(at_phase_start(loaded.running)))


def _rows(loaded: LoadedGame, state: GameState, *, may_be_ended: bool = False) -> list[list[Button]]:
    """The buttons of the panel; none once the game is over."""
    if state.winner:
        return []
    public = seen_by_all(state)
    if is_of_computers(loaded):
        return rows_to_watch(loaded.game.id, public)
    return panel_rows(loaded.game.id, public, may_be_ended=may_be_ended)


def users_waited_for(loaded: SeatedGame, state: GameState) -> tuple[int, ...]:
    """Users who must act or choose now; of those asked together all, even those who have already answered.

    Players for whom a standing order answers are pinged too: others would notice, and they may still change the answer.
    So are deputies, where there is a question. Those for whom the house stands in are left in peace (ASY-66).
    """
    acting, house = acting_for_all(state), stood_in_for(loaded, state.round, state.power)
    players = (loaded.seats[power] for power in acting if power in loaded.seats and power not in house)
    asked = acting if state.requests else ()
    deputies = (loaded.deputies[power] for power in asked if power in loaded.deputies and power not in house)
    return tuple(dict.fromkeys((*players, *deputies)))


def users_newly_waited_for(loaded: LoadedGame, state: GameState) -> list[int]:
    """Users who must act or choose now and need not before; `loaded` is the game before the change.

    The house answers at once: whoever is on turn and waited for it alone is still there.
    """
    before = loaded.running
    waited_for = {*users_waited_for(loaded, before)}
    if before.requests and set(acting_for_all(before)) <= set(loaded.house) and _same_turn(before, state):
        waited_for.add(loaded.seats.get(before.power, 0))
    return sorted({*users_waited_for(loaded, state)} - waited_for)


def _same_turn(before: GameState, state: GameState) -> bool:
    return (before.round, before.power) == (state.round, state.power)
