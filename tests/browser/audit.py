"""What keeps people from reading or using the page: faint text, controls without a name, references to nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.async_api import Page

NAMED_ROLES = ("button", "link", "textbox", "combobox", "listbox", "option", "checkbox", "radio", "image", "dialog")
"""Roles of which a screen reader must say a name."""

IN_THE_PAGE = Path(__file__).with_name("audit.js").read_text(encoding="utf-8").split("\n", 1)[1]


async def troubles(page: Page) -> list[str]:
    """All that is wrong with a page as it stands, in words; texts need a contrast of 4.5, large ones of 3."""
    return [*await page.evaluate(IN_THE_PAGE), *await nameless(page)]


async def nameless(page: Page) -> list[str]:
    """Controls and pictures of the accessibility tree that have no name."""
    session = await page.context.new_cdp_session(page)
    tree: dict[str, Any] = await session.send("Accessibility.getFullAXTree")
    await session.detach()
    shown = [node for node in tree["nodes"] if not node.get("ignored")]
    roles = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in shown if "role" in node]
    return [f"a {role} has no name" for role, name in roles if role in NAMED_ROLES and not name.strip()]
