"""The sheets of questions of a position, held against what Discord shows and what the rules accept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from cogs.interactions.layout import MOST_COMPONENTS, MOST_TEXT, layout_of
from engine import GameState
from engine.ask import requests_of
from engine.facts.board import PowerId
from gamemaster.sheets.answers.answering import Asked, answering_sheet, asked_here
from gamemaster.sheets.page import Menu, Row, Sheet
from local.messages.message_limits import check_message, walk

COMPONENTS_V2 = 1 << 15
PICTURE = 2
"""Components of the picture that comes later."""
maxima: Counter[str] = Counter()
"""The most components and characters that a sheet had."""


def sheets_of(state: GameState, powers: Iterable[PowerId]) -> Iterator[tuple[tuple[Asked, ...], Sheet]]:
    """The sheets on which a player of these powers answers all that they owe, one after the other."""
    owed = list({r.id: (r, power) for power in powers for r in requests_of(state, power)}.values())
    while owed:
        asked = asked_here(state, owed, state.edition.power)
        yield asked, answering_sheet(7, state, asked, {}, more=len(owed) - len(asked))
        shown = {each.request.id for each in asked}
        owed = [each for each in owed if each[0].id not in shown]


def keys_on(sheet: Sheet, request_id: str) -> list[str]:
    """The answers to a question that a sheet has, by button or in a menu."""
    rows = [part for part in sheet.parts if isinstance(part, Row) and part.made_for == request_id]
    pressed = [deed.partition(".")[2] for row in rows for deed, *_ in row.buttons if deed.startswith("choice.")]
    menus = [part for part in sheet.parts if isinstance(part, Menu) and part.made_for == request_id]
    return [*pressed, *(entry.value for menu in menus for entry in menu.entries)]


def check_sheet(asked: Iterable[Asked], sheet: Sheet) -> None:
    """Every answer that is offered stands on it once, told from every other, and Discord shows all of it."""
    for each in asked:
        assert sorted(keys_on(sheet, each.request.id)) == sorted(offer.key for offer in each.offers), each.request
    labels = [label for part in sheet.parts if isinstance(part, Row) for _, label, _ in part.buttons]
    assert len(set(labels)) == len(labels), labels
    check_room(sheet)


def check_room(sheet: Sheet) -> None:
    """Discord shows all of a sheet, and its picture beside it."""
    labels = [label for part in sheet.parts if isinstance(part, Row) for _, label, _ in part.buttons]
    shown: list[dict[str, Any]] = layout_of(sheet).to_components()  # type: ignore[no-untyped-call]
    check_message({"components": shown}, flags=COMPONENTS_V2, files={})
    parts = [part for _, part in walk(shown)]
    texts = sum(len(part.get("content", "")) for part in parts)
    assert len(parts) + PICTURE <= MOST_COMPONENTS
    assert texts <= MOST_TEXT
    maxima["components"], maxima["text"] = max(maxima["components"], len(parts)), max(maxima["text"], texts)
    held = [part for part in sheet.parts if isinstance(part, Menu) and part.entries]
    pressed = [part["custom_id"] for part in parts if part.get("custom_id")]
    assert len(pressed) == len(labels) + len(held)
    assert all(len(custom_id) <= 100 for custom_id in pressed)
    written = [part for part in sheet.parts if isinstance(part, str) and part.strip()]
    assert [part["content"] for part in parts if part.get("content")] == written
