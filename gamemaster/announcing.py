"""What the table is told after each change: reports with pictures, battles, questions, and the panel."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any

from engine import Event, GameState
from engine.describe import acting_powers, describe
from engine.events import BattleBegan, GameWon
from engine.state import Request
from engine.words import listed, place, whose
from gamemaster.buttons import Button, rows_payload
from gamemaster.loading import LoadedGame, Loader
from gamemaster.panel_buttons import answer_button, panel_rows
from gamemaster.phases import ORDER_PHASES, PlayedPhase, battle_so_far, phase_key, played_phases
from gamemaster.pictures import battle_picture_request, picture_request
from gamemaster.plain import as_plain_text
from gamemaster.roles import Actor
from gamemaster.seats import SeatedGame
from gamemaster.story import (
    advantages_text,
    battle_board,
    battle_text,
    chapters,
    correction_lines,
    event_line,
    panel_text,
    phase_reports,
    raid_board,
    request_card,
    request_text,
    split_lines,
    table_news,
    winner_text,
)
from gamemaster.story.offers import DEFAULT_MARK
from gamemaster.visible import at_phase_start
from maps import Changes
from store import Clock, NewMessage, Reading

log = logging.getLogger(__name__)

PANEL = "panel"
MAY_BE_EDITED = 50 * 60
DISCORD_EPOCH = 1_420_070_400


class Announcer:
    """Turns what happened into messages for the outbox."""

    def __init__(self, loader: Loader, clock: Clock, wake: Callable[[], None]) -> None:
        self._loader = loader
        self._clock = clock
        self.wake = wake

    async def after(
        self, read: Reading, loaded: LoadedGame, state: GameState, events: Sequence[Event], editor: Actor | None = None
    ) -> list[NewMessage]:
        """The messages that a change leads to; `loaded` is the game before it, `editor` who corrected the position."""
        before = loaded.running
        phase = await self._loader.open_phase(read, loaded.game, before)
        messages = await self._battles(read, loaded, _with(phase, events), events)
        messages += self._last_raid(loaded, before, events, state)
        messages += self._reports(loaded, phase.start, (*phase.events, *events), state)
        messages += self._news(loaded, before, events, state)
        messages += _correction(loaded, state, editor) if editor else []
        messages += self._answered(loaded, before, state)
        messages += self._questions(loaded, before, state)
        same_turn = (before.round, before.power) == (state.round, state.power)
        since = await self._loader.turn_began(read, loaded.game, before) if same_turn else self._clock()
        new_phase = phase_key(before) != phase_key(state) or bool(state.winner)
        if new_phase or self._panel_changed(loaded, state, since):
            anew = new_phase or await self._is_old(read, loaded, PANEL)
            messages.append(self._panel(loaded, state, since, anew=anew))
        return messages

    def _panel_changed(self, loaded: LoadedGame, state: GameState, since: int) -> bool:
        """Whether the panel says something new: not even an edit may tell that secret orders were given."""
        was, now = ((self._panel_text(loaded, s, since), _rows(loaded, s)) for s in (loaded.running, state))
        return was != now

    def _reports(
        self, loaded: LoadedGame, start: GameState, events: Sequence[Event], state: GameState
    ) -> list[NewMessage]:
        """One post per phase that ended, with picture, orders and dice."""
        messages = []
        closed = [chapter for chapter in chapters(start, events) if chapter.is_closed]
        for chapter, report in zip(closed, phase_reports(start, events), strict=True):
            picture = picture_request(chapter.end, title=report.title, spaces=report.spaces, overlays=report.overlays)
            text = f"**{report.title}**\n{report.text}"
            messages.append(post(loaded, text, picture=picture if report.pictured else None))
        won = next((event for event in events if isinstance(event, GameWon)), None)
        if won is not None:
            picture = picture_request(state, title=f"{state.edition.title}, round {state.round}")
            text = winner_text(state, won.reason, won.individual_winners)
            charts = Button(loaded.game.id, phase_key(state), "charts", "Charts")
            messages.append(post(loaded, text, picture=picture, rows=[[charts]]))
        return messages

    def _news(
        self, loaded: LoadedGame, before: GameState, events: Sequence[Event], state: GameState
    ) -> list[NewMessage]:
        """What happens beside the battles, as long as its phase goes on; the report of the phase tells it all."""
        text = table_news(before, events) if _goes_on(before, state) else ""
        raid = raid_board(before, events)
        return [post(loaded, text, picture=battle_picture_request(raid) if raid else None)] if text else []

    def _last_raid(
        self, loaded: LoadedGame, before: GameState, events: Sequence[Event], state: GameState
    ) -> list[NewMessage]:
        """The picture of a raid or rocket strike that ends its phase; the dice stand in the report that follows."""
        raid = raid_board(before, events)
        if raid is None or _goes_on(before, state):
            return []
        return [post(loaded, f"**{raid.title}** — {raid.outlook}.", picture=battle_picture_request(raid))]

    async def _battles(
        self, read: Reading, loaded: LoadedGame, phases: Sequence[PlayedPhase], events: Sequence[Event]
    ) -> list[NewMessage]:
        """One post per battle, edited round by round; posted once more where Discord may refuse to edit it."""
        messages = []
        for phase in phases:
            for space in _spaces_fought_over(phase, events):
                told = battle_so_far(phase, space)
                if told is None:
                    continue
                role = f"battle:{phase_key(phase.start)}:{space}"
                begins = any(isinstance(e, BattleBegan) and e.battle.space == space for e in events)
                anew = begins or await self._is_old(read, loaded, role)
                text, picture = battle_text(*told), battle_picture_request(battle_board(*told))
                send = post if anew else edit
                messages.append(send(loaded, text, picture=picture, role=role))
        return messages

    def _questions(self, loaded: LoadedGame, before: GameState | None, state: GameState) -> list[NewMessage]:
        """A public line for each new question to somebody who is not on turn, with a ping for those who newly owe.

        All that a step leaves open is asked at once (ASY-01).
        """
        messages = []
        known = {request.id for request in before.requests} if before else set()
        for request in state.requests:
            owing = {loaded.seats[p] for p in request.powers if p not in request.answers and p in loaded.seats}
            owing.discard(loaded.seats.get(state.power, 0))
            if request.id not in known and owing:
                mentions = " ".join(f"<@{user}>" for user in sorted(owing))
                text = f"{mentions} {request_text(state, request)}"
                rows = [[answer_button(loaded.game.id, request)]]
                messages.append(post(loaded, text, rows=rows, ping=sorted(owing), role=_question_role(request)))
        return messages

    def _answered(self, loaded: LoadedGame, before: GameState, state: GameState) -> list[NewMessage]:
        """Questions that were posted and are closed now lose their buttons."""
        on_turn = loaded.seats.get(before.power)
        return [
            edit(loaded, f"{request_text(before, request)} This is answered.", _question_role(request))
            for request in before.requests
            if state.request(request.id) is None and any(loaded.seats.get(p) != on_turn for p in request.powers)
        ]

    def _panel(self, loaded: LoadedGame, state: GameState, since: int, *, anew: bool) -> NewMessage:
        """The panel is posted anew each phase; the ping is the hand-over to another player."""
        if not anew:
            return edit(loaded, self._panel_text(loaded, state, since), PANEL, rows=_rows(loaded, state))
        user = loaded.seats.get(state.power)
        handed_over = loaded.seats.get(loaded.running.power) != user and not state.winner
        return self._panel_post(loaded, state, since, ping=[user] if handed_over and user else [])

    def _panel_post(self, loaded: LoadedGame, state: GameState, since: int, *, ping: Sequence[int] = ()) -> NewMessage:
        text = self._panel_text(loaded, state, since)
        return post(loaded, text, rows=_rows(loaded, state), ping=ping, role=PANEL)

    def _panel_text(self, loaded: LoadedGame, state: GameState, since: int) -> str:
        user = loaded.seats.get(state.power)
        return panel_text(state, f"<@{user}>" if user else "nobody", since)

    async def _is_old(self, read: Reading, loaded: LoadedGame, role: str) -> bool:
        """Whether a post was made so long ago that Discord may refuse to edit it."""
        posted = await read.post(loaded.game.id, role)
        return posted is not None and self._clock() - seconds_of(posted.message_id) > MAY_BE_EDITED

    def in_short(self, loaded: LoadedGame, state: GameState) -> list[NewMessage]:
        """What the table is told where the full report failed: that something happened, and the panel if it can be."""
        text = "Dice were rolled and the result is saved, but I cannot put it into words: see /map and /game status."
        note = post(loaded, text)
        try:
            return [note, self._panel(loaded, state, self._clock(), anew=True)]
        except Exception:
            log.exception("The panel of game %s cannot be told.", loaded.game.id)
            return [note]

    def opening(
        self, loaded: LoadedGame, state: GameState, events: Sequence[Event] = (), imported_by: Actor | None = None
    ) -> list[NewMessage]:
        """The first picture of a game, what happened before its first turn, what is asked, and the panel."""
        user = loaded.seats.get(state.power)
        name = as_plain_text(loaded.game.name)
        text = f"{imported_by.name} imported a record into **{name}**." if imported_by else f"**{name}** begins."
        board = post(loaded, text, picture=picture_request(at_phase_start(state), title=state.edition.title))
        told = [event_line(state, event) or "" for event in events] or [advantages_text(state)]
        advantages = [post(loaded, text) for text in told if text]
        asked = self._questions(loaded, None, state)
        return [board, *advantages, *asked, self._panel_post(loaded, state, self._clock(), ping=[user] if user else [])]

    def panel_again(self, loaded: LoadedGame, since: int) -> NewMessage:
        """The panel posted once more, without a ping."""
        return self._panel_post(loaded, loaded.running, since)

    def rolled_back(self, loaded: LoadedGame, state: GameState, text: str) -> list[NewMessage]:
        """The note, picture and panel after a rollback; `loaded` is the game before it."""
        note = post(loaded, text, picture=picture_request(at_phase_start(state), overlays=[_since_public(loaded)]))
        return [note, self._panel(loaded, state, self._clock(), anew=True)]


def answered_for(loaded: LoadedGame, request_id: str, actor: Actor) -> list[NewMessage]:
    """Who answered a question for whom, and what; `loaded` is the game before it."""
    state = loaded.running
    request = state.request(request_id)
    if request is None:
        return []
    absent = [power for power in request.powers if power not in request.answers]
    players = {power: f" (<@{loaded.seats[power]}>)" for power in absent if power in loaded.seats}
    names = listed(f"{state.edition.power[power].name}{players.get(power, '')}" for power in absent)
    _, offers = request_card(state, request, absent[0])
    what = offers[0].label.removesuffix(DEFAULT_MARK)
    where = place(state, request.space)
    return [post(loaded, f"{actor.name} answered for {names} in {where} by the printed default: {what}.")]


def _correction(loaded: LoadedGame, state: GameState, editor: Actor) -> list[NewMessage]:
    """What a correction changed of the board that everybody saw, in as many posts as that takes."""
    seen = at_phase_start(loaded.running)
    lines = [f"{editor.name} corrected the position.", *(f"• {line}" for line in correction_lines(seen, state))]
    if seen.phase in ORDER_PHASES:
        power = seen.edition.power[seen.power].name
        lines.append(f"Orders of {whose(power)} open phase, if any were given, have been taken back.")
    picture = picture_request(state, title="Corrected position", overlays=[_since_public(loaded)])
    first, *more = split_lines("\n".join(lines))
    return [post(loaded, first, picture=picture), *(post(loaded, text) for text in more)]


def _since_public(loaded: LoadedGame) -> Changes:
    """What is different from the board that everybody saw last."""
    return Changes.since(describe(at_phase_start(loaded.running)))


def _goes_on(before: GameState, state: GameState) -> bool:
    """Whether the phase of a change goes on, or battles are still to be fought after it."""
    return state.phase == "conduct_combat" or phase_key(state) == phase_key(before)


def _question_role(request: Request) -> str:
    return f"question:{request.id}"


def _rows(loaded: LoadedGame, state: GameState) -> list[list[Button]]:
    """The buttons of the panel; none once the game is over."""
    return [] if state.winner else panel_rows(loaded.game.id, at_phase_start(state))


def seconds_of(message_id: int) -> int:
    """When a message was written, in UTC seconds: Discord's ids carry their time."""
    return (message_id >> 22) // 1000 + DISCORD_EPOCH


def _with(phase: PlayedPhase, events: Sequence[Event]) -> list[PlayedPhase]:
    """The open phase with what was added to it, and the phases that follow."""
    phases = played_phases(phase.end, events)
    first = phases[0]
    return [PlayedPhase(phase.start, (*phase.events, *first.events), first.end, first.closed), *phases[1:]]


def _spaces_fought_over(phase: PlayedPhase, events: Sequence[Event]) -> list[str]:
    """Spaces of battles in a phase that the new events belong to."""
    new = {id(event) for event in events}
    spaces: dict[str, None] = {}
    here: str | None = None
    for event in phase.events:
        if isinstance(event, BattleBegan):
            here = event.battle.space if event.battle.defenders else None
        if here is not None and id(event) in new and event.kind not in ("battle_dropped", "battles_found"):
            spaces[here] = None
        if event.kind == "battle_ended":
            here = None
    return list(spaces)


def owing_users(loaded: LoadedGame, state: GameState) -> tuple[int, ...]:
    """Users who must act or choose now."""
    return tuple(dict.fromkeys(loaded.seats[p] for p in acting_powers(state) if p in loaded.seats))


def post(
    loaded: SeatedGame,
    content: str,
    *,
    rows: Sequence[Sequence[Button]] = (),
    ping: Sequence[int] = (),
    picture: dict[str, Any] | None = None,
    role: str | None = None,
) -> NewMessage:
    payload = {"content": content, "rows": rows_payload(rows), "ping": list(ping)}
    return NewMessage(kind="post", channel_id=loaded.game.channel_id, payload=payload, picture=picture, role=role)


def edit(
    loaded: SeatedGame,
    content: str,
    role: str,
    *,
    rows: Sequence[Sequence[Button]] = (),
    picture: dict[str, Any] | None = None,
) -> NewMessage:
    """The post in a role becomes this, picture and buttons too."""
    payload = {"content": content, "rows": rows_payload(rows), "ping": []}
    return NewMessage(kind="edit", channel_id=loaded.game.channel_id, payload=payload, picture=picture, role=role)
