"""The posts of battles in which somebody else must decide; those that only the attacker decides are in the phase's
report."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

from engine.battle_report.reading import battle_begun, where_fought, with_more
from engine.battle_report.report import BattleReport
from engine.events import Event
from engine.events.questions import RequestAnswered, RequestOpened
from engine.state.game_state import GameState
from gamemaster.dice.battles import dice_button
from gamemaster.keys import phase_key
from gamemaster.narration import Timeline, battle_board, battle_in_brief, battle_so_far, battle_text
from gamemaster.narration.history.chapters import PlayedPhase, played_phases
from gamemaster.orders.loading import LoadedGame, answered_by_hand
from gamemaster.orders.open_turn import OpenTurn
from gamemaster.outbox.pictures import battle_picture_request
from gamemaster.outbox.posts import edit, is_old, post
from gamemaster.roles import SeatedGame
from gamemaster.table_settings import form_of
from store import Clock, NewEntry, NewMessage, ReadTransaction


class WaitingBattles:
    """Which battles of a turn had to wait for somebody who was not on turn.

    by_hand: the questions that players answered themselves in the change that is told.
    """

    def __init__(self, loaded: SeatedGame, turn: OpenTurn, entries: Sequence[NewEntry], state: GameState) -> None:
        new = (request for entry in entries for request in answered_by_hand(entry.action, entry.auto))
        self.by_hand = frozenset(new)
        self._asked = {*turn.by_hand, *self.by_hand, *(request.id for request in state.requests)}
        self._loaded = loaded

    def for_others(self, fight: Sequence[Event]) -> bool:
        """Whether a battle with these events, as far as they go, waited."""
        return any(self._is_for_others(event) for event in fight)

    def saved(self, events: Sequence[Event]) -> int:
        """How many questions to others than the player on turn were answered by standing orders alone."""
        asked = (event for event in events if isinstance(event, RequestOpened))
        return sum(event.request.id not in self._asked and self._is_to_others(event) for event in asked)

    def _is_for_others(self, event: Event) -> bool:
        return isinstance(event, RequestOpened) and event.request.id in self._asked and self._is_to_others(event)

    def _is_to_others(self, event: RequestOpened) -> bool:
        seats = self._loaded.seats
        attacker = seats.get(event.request.id.split(".")[1])
        return any(seats.get(power) != attacker for power in event.request.powers)


async def battle_posts(
    read: ReadTransaction, loaded: LoadedGame, turn: OpenTurn, happened: Timeline, waited: WaitingBattles, clock: Clock
) -> list[NewMessage]:
    """One post per battle that waits or waited for others, from the moment when it does; edited round by round.

    It is posted again, in place of the former, where Discord may refuse to edit it.
    """
    messages = []
    is_full = form_of(loaded).begins is None
    tell = battle_text if is_full else battle_in_brief
    course = turn.phase.course.then(happened)
    reports = _reports_by_beginning(turn, happened)
    # Nobody may learn when one of several owners answers, so an answer by itself changes no post.
    told_now = [event for event in happened.events if not isinstance(event, RequestAnswered)]
    for played in played_phases(course.start, course):
        for space in spaces_fought_over(played.course, told_now):
            told = battle_so_far(played.course, space)
            if told is None or not waited.for_others(told.events):
                continue
            role = role_of(played, space)
            report = reports[id(battle_begun(told.events[0]))]
            # The luck of a great battle takes a while.
            text = await asyncio.to_thread(tell, told.end, report)
            picture = battle_picture_request(battle_board(told.end, report))
            rows = [] if is_full else [[dice_button(loaded, phase_key(played.start))]]
            if not waited.for_others(_before(told.events, happened.events)):
                messages.append(post(loaded, text, rows=rows, picture=picture, role=role))
            elif await is_old(read, loaded, role, clock):
                messages.append(post(loaded, text, rows=rows, picture=picture, role=role, instead=True))
            else:
                messages.append(edit(loaded, text, rows=rows, picture=picture, role=role))
    return messages


def _reports_by_beginning(turn: OpenTurn, happened: Timeline) -> dict[int, BattleReport]:
    """The battles of the turn, each by the battle as it began; those under way go on where they were told."""
    return {id(report.began): report for report in with_more(turn.course.battles, happened)}


def role_of(phase: PlayedPhase, space: str) -> str:
    """The role of the post of a battle among those of its game."""
    return f"battle:{phase_key(phase.start)}:{space}"


def _before(fight: Sequence[Event], events: Sequence[Event]) -> Sequence[Event]:
    """What had happened in a battle before these events."""
    new = {id(event) for event in events}
    return [event for event in fight if id(event) not in new]


def spaces_fought_over(phase: Timeline, events: Collection[Event]) -> list[str]:
    """Spaces of battles in a phase that the new events belong to."""
    new = {id(event) for event in events}
    unfought = ("battle_dropped", "battles_found")
    spaces = (space for event, space in where_fought(phase.events) if id(event) in new and event.kind not in unfought)
    return list(dict.fromkeys(space for space in spaces if space is not None))
