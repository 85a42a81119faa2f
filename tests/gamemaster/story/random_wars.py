"""Random wars with all national advantages, of which everything is told: whatever happens has words that fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

from engine import GameState, Refusal, apply, fold, load_setup, new_game
from engine.events import Event
from engine.events.combat.battle import BattleBegan
from gamemaster.narration import (
    LIMIT,
    Timeline,
    battle_so_far,
    end_phase_warnings,
    event_line,
    news,
    order_line,
    own_orders_text,
    panel_text,
    phase_reports,
    read_choice,
    request_card,
    status_text,
    table_news,
)
from gamemaster.narration.battles.campaign import always
from gamemaster.narration.history.brief_reports import brief_report, parts_of_turns
from gamemaster.narration.history.chapters import played_phases
from gamemaster.narration.questions.offers import DEFAULT_MARK, DESCRIPTION, LABEL, MOST_OFFERS, Offer
from gamemaster.narration.trying import would_be_accepted
from gamemaster.table_settings import POSTS
from gamemaster.views.panel_buttons import panel_rows
from tests.engine.random_games import RolledDice
from tests.engine.random_options import random_options
from tests.engine.random_orders import RandomPlayer
from tests.engine.random_positions import scattered
from tests.gamemaster.sheets.answered import check_sheet, sheets_of
from tests.gamemaster.story.playing import told_battle

Hear = Callable[[str, str], None]
"""What is called with each text, and where it belongs."""
CUT = re.compile(r"\band \d+ more\b")


class War:
    """A random game, and what the table would be told of it."""

    def __init__(self, setup: str, seed: int, hear: Hear = lambda _group, _text: None) -> None:
        self.hear = hear
        self.rng = Random(seed)
        self.dice = RolledDice(self.rng)
        self.player = RandomPlayer(self.rng)
        has_advantages = bool(load_setup(setup).advantages)
        luck = Random(f"luck {seed}")
        self.state = new_game(setup, random_options(setup, self.rng, advantages=has_advantages, luck=luck))
        self.state = apply(self.state, scattered(self.state.edition, self.rng), self.dice).state
        self.kinds: set[str] = set()
        self.start, self.events = self.state, list[Event]()

    def step(self) -> None:
        """One order, and all that is told after it."""
        for order in self.player.orders(self.state):
            try:
                outcome = apply(self.state, order.action, self.dice)
            except Refusal:
                continue
            break
        before, self.state = self.state, outcome.state
        self.kinds |= {event.kind for event in outcome.events}
        self.events += outcome.events
        _check_lines(before, outcome.events, self.hear)
        self._check_posts()
        _check_texts(self.state, self.hear)
        _check_cards(self.state, self.hear)

    def _check_posts(self) -> None:
        course = Timeline.of(self.start, self.events)
        phases = list(played_phases(course.start, course))
        for phase in phases:
            for space in {event.battle.space for event in phase.course.events if isinstance(event, BattleBegan)}:
                told = battle_so_far(phase.course, space)
                assert told is not None
                words = told_battle(told)
                assert 0 < len(words) <= LIMIT
                self.hear("Battles", words)
        for report in phase_reports(course):
            assert 0 < len(report.text) <= LIMIT
            self.hear("Reports", report.text)
        for part in parts_of_turns(course, POSTS["brief"].begins or ()):
            for has_post in (never, always):
                text = brief_report(part, (), has_post, LIMIT).report.text
                assert 0 < len(text) <= LIMIT
                self.hear("Brief reports", text)
        self.start, self.events = phases[-1].start, list(phases[-1].course.events)


def never(_: Sequence[Event]) -> bool:
    """No battle has a post of its own."""
    return False


def _check_lines(state: GameState, events: Sequence[Event], hear: Hear) -> None:
    table, lines = table_news(Timeline.of(state, events)), news(Timeline.of(state, events))
    assert len(table) <= LIMIT
    assert all(lines)
    hear("News", "\n".join((table, *lines)))
    for event in events:
        line = event_line(state, event)
        assert line is None or line
        hear("Lines of the log", line or "")
        state = fold(state, [event])


def _check_texts(state: GameState, hear: Hear) -> None:
    seats = {power: f"<@{number}>" for number, power in enumerate(state.edition.power, 10**17)}
    for group, text in (
        ("Panels", panel_text(state, "<@100000000000000001>", 1700000000)),
        ("Your orders", own_orders_text(state)),
        ("Status", status_text(state, seats, 1700000000)),
        ("Warnings before a phase ends", "\n".join(end_phase_warnings(state))),
    ):
        assert len(text) <= LIMIT
        hear(group, text)
    orders = [order_line(state, entry.order) for entry in state.undo]
    assert all(orders)
    hear("Your orders", "\n".join(orders))
    rows = [row for row in panel_rows(1, state) if row]
    assert len(rows) <= 5
    labels = [button.label for row in rows for button in row]
    assert len(set(labels)) == len(labels), labels
    hear("Buttons", "\n".join(labels))
    assert all(len(button.custom_id) <= 100 and len(row) <= 5 for row in rows for button in row)


def _check_cards(state: GameState, hear: Hear) -> None:
    """Every answer that is offered is accepted and on a sheet, and most can be typed as they stand on their button."""
    sides = {side: [p.id for p in state.edition.power.values() if p.side == side] for side in ("axis", "allies")}
    for powers in sides.values():
        for asked, sheet in sheets_of(state, powers):
            check_sheet(asked, sheet)
    for request in state.requests:
        for power in request.powers:
            text, offers = request_card(state, request, power)
            assert 0 < len(text) <= LIMIT
            hear("Questions", text)
            hear("Answers to questions", "\n".join(f"{offer.label} | {offer.description}" for offer in offers))
            check_told_apart(text, offers)
            for offer in offers:
                answer = {"type": "decide", "request": request.id, "power": power, "choice": offer.choice}
                assert would_be_accepted(state, answer), offer
            if request.kind not in ("casualties", "stranded_landing"):
                for offer in offers:
                    typed = read_choice(state, request, offer.label.removesuffix(DEFAULT_MARK))
                    assert typed == (request.default if offer.choice == "default" else offer.choice), offer


def check_told_apart(text: str, offers: Sequence[Offer]) -> None:
    """No two answers are worded alike, each says all of its choice within Discord's lengths, and more can be typed."""
    labels = [offer.label for offer in offers]
    assert len(set(labels)) == len(labels), [label for label in labels if labels.count(label) > 1]
    assert len({offer.key for offer in offers}) == len(offers)
    assert all(len(offer.label) <= LABEL and len(offer.description) <= DESCRIPTION for offer in offers), offers
    assert not any(CUT.search(label) for label in labels[1:]), labels
    assert len(offers) < MOST_OFFERS or "/decide" in text, text


def fight(war: War, orders: int = 120) -> War:
    """So many orders, or fewer where somebody wins before; gives the war as it stands then."""
    for _ in range(orders):
        if war.state.winner:
            break
        war.step()
    return war
