"""The table of roles in the docs is that of the code, and every deed that asks for consent can ask."""

from __future__ import annotations

from pathlib import Path

from gamemaster.consent.registry import KINDS
from gamemaster.roles import RIGHTS, table_of_roles

DOCS = Path(__file__).parents[2] / "docs" / "roles.md"


def test_the_docs_hold_the_table_of_the_code() -> None:
    assert table_of_roles() in DOCS.read_text(encoding="utf-8")


def test_what_needs_consent_is_what_can_be_asked_for() -> None:
    assert {kind.deed for kind in KINDS.values()} >= {deed for deed, right in RIGHTS.items() if right.consent}
