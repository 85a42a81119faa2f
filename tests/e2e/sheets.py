"""Ways through the sheets of a turn."""

from __future__ import annotations

from local import Message, Modal, Player


async def typed_purchase(player: Player, panel: Message) -> tuple[Message, Modal]:
    """The sheet of a purchase, opened from the panel, and its form for the whole order as text."""
    sheet = (await player.press(panel, "Buy units")).shown
    return sheet, (await player.press(sheet, "Type it")).opened
