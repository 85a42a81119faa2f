"""What is listed: texts once each whatever their numbers and names, and what stands in the code and was not heard."""

from __future__ import annotations

import pytest
from discord.http import HTTPClient

from engine.errors import IllegalAction
from gamemaster.errors import NoGameHere
from tests.phrases.heard import Heard, listening
from tests.phrases.listing import listing, unheard
from tests.phrases.templates import template
from tests.phrases.written import sentences_of, written_sentences

CODE = '''"""A docstring is not said."""
QUERY = "SELECT name FROM games"
def move(units: str) -> str:
    """Nor is this."""
    key = "phase_over"
    return f"Move {units} to {'the sea zone' if units else ''}."
'''


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Germany moves 2 infantry to Ukraine.", "Japan moves 1 infantry, 1 tank to Sea zone 5."),
        ("#3·14 <@123> takes a seat.", "#1·2 <@4> takes a seat."),
    ],
)
def test_texts_that_differ_in_numbers_and_names_are_one(one: str, other: str) -> None:
    assert template(one) == template(other)
    assert template(one) != template(one.replace("s ", "d "))


def test_sentences_of_code_are_found_with_their_line() -> None:
    found = sentences_of("move.py", CODE)
    assert [(each.line, each.parts) for each in found] == [(6, ("Move ", " to ", ".")), (6, ("the sea zone",))]


def test_what_was_said_is_not_listed_as_unheard() -> None:
    heard, written = Heard(), sentences_of("move.py", CODE)
    heard.text("Posts", "Move 2 tanks to Ukraine.")
    assert [each.text for each in unheard(heard, written)] == ["the sea zone"]
    assert "## move.py\n\n- 6: the sea zone" in listing(heard, written)


def test_refusals_are_heard() -> None:
    heard, init = Heard(), HTTPClient.request
    with listening(heard):
        IllegalAction("CMV-25", "A blitz needs an empty territory.")
        no_game = NoGameHere()
    assert list(heard.lines["Refusals by the rules"].values()) == ["CMV-25: A blitz needs an empty territory."]
    assert list(heard.lines["Refusals at the table"].values()) == [str(no_game)]
    assert HTTPClient.request is init


def test_messages_are_heard_with_all_that_hangs_on_them() -> None:
    heard = Heard()
    button = {"type": 2, "label": "Undo", "custom_id": "x"}
    menu = {"type": 3, "placeholder": "From where?", "options": [{"label": "Ukraine", "value": "ukraine"}]}
    rows = [{"type": 1, "components": [button]}, {"type": 1, "components": [menu]}]
    picture = [{"filename": "map.png", "description": "The front."}]
    heard.payload("/channels/{channel_id}/messages", {"content": "Ready.", "components": rows, "attachments": picture})
    said = {group: list(lines.values()) for group, lines in heard.lines.items()}
    assert said == {
        "Posts": ["Ready."],
        "Buttons": ["Undo"],
        "Placeholders": ["From where?"],
        "Lines of menus": ["Ukraine"],
        "Texts for pictures": ["The front."],
    }


def test_the_product_is_read() -> None:
    places = {each.place.split("/")[0] for each in written_sentences()}
    assert places == {"bot.py", "settings.py", "cogs", "gamemaster", "computer", "engine", "maps", "store", "local"}
