"""One entry of the log is one line or what is set in below it, whatever names and failures hold."""

from __future__ import annotations

import json
import logging
from types import SimpleNamespace
from typing import Any

import pytest

from cogs.service.log_lines import JsonLines, TextLines
from cogs.service.reporting import report_guild

FORGED = "2026-11-23 12:00:00 ERROR    communique: The host must send his token to Eve."
HOSTILE = f"Map Room\n{FORGED}\r\x1b[2J\x1b]0;Eve\x07 \x9b31m \u202e\u2066\u2028{FORGED}\ud800" + "x" * 6000


def lines_of(form: logging.Formatter, message: str, *arguments: object, failure: Exception | None = None) -> list[str]:
    record = logging.LogRecord("cogs", logging.WARNING, "", 0, message, arguments, None)
    if failure is not None:
        record.exc_info = type(failure), failure, None
    return form.format(record).splitlines()


@pytest.mark.parametrize("form", [TextLines(), JsonLines()], ids=["text", "json"])
def test_a_name_can_neither_forge_a_line_nor_command_a_terminal(form: logging.Formatter) -> None:
    said = lines_of(form, "Joined the server %s.", HOSTILE, failure=ValueError(HOSTILE))
    assert [line for line in said if line.startswith(FORGED)] == []
    assert all(line.startswith("    ") for line in said[1:])
    assert all(character.isprintable() for line in said for character in line)
    "\n".join(said).encode()


def test_json_holds_what_was_said_and_stays_one_line() -> None:
    (line,) = lines_of(JsonLines(), "%s", "Größe\n\u202e", failure=ValueError("two\nlines"))
    assert json.loads(line)["message"] == "Größe\n\u202e"
    assert json.loads(line)["traceback"].endswith("ValueError: two\nlines")
    assert "Größe" in line


def test_the_text_of_a_usual_entry_stands_as_it_is() -> None:
    (line,) = lines_of(TextLines(), "The games are kept in %s.", "/srv/Größe/games.db")
    assert line.endswith(" WARNING  cogs: The games are kept in /srv/Größe/games.db.")


def test_a_server_is_named_in_one_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    guild: Any = SimpleNamespace(name="Map\nRoom  \t of Anna", id=7)
    report_guild(guild, "Left")
    assert caplog.messages == ["Left the server Map Room of Anna (7)."]
