"""Ways through sheets: those of a turn, and those of questions."""

from __future__ import annotations

from local import Message, Modal, Player, Reply


async def typed_purchase(player: Player, panel: Message) -> tuple[Message, Modal]:
    """The sheet of a purchase, opened from the panel, and its form for the whole order as text."""
    sheet = (await player.press(panel, "Buy units")).shown
    return sheet, (await player.press(sheet, "Type it")).opened


async def answer_on_card(player: Player, card: Reply | Message, label: str) -> Message:
    """Give an answer by its button, or from the menu of a sheet with many; gives the sheet once it is answered."""
    sheet = card.shown if isinstance(card, Reply) else card
    if label in sheet.labels:
        return await use_on_card(player, sheet, str(sheet.button(label).custom_id))
    return await use_on_card(player, sheet, menu_with(sheet, label), label)


async def use_on_card(player: Player, sheet: Message, custom_id: str, *line: str) -> Message:
    """Press a button, or choose a line of a menu; gives the sheet once its question is no longer asked."""
    if line:
        await player.choose(sheet, *line, custom_id=custom_id)
    else:
        await player.press(sheet, custom_id=custom_id)
    question = custom_id.split(":")[2]
    return await player.wait_until(sheet, lambda now: not any(f":{question}:" in each for each in ids_on(now)))


def menu_with(sheet: Message, line: str) -> str:
    """The id of the first menu of a sheet with a line, by label or value."""
    menus = ((menu.custom_id, each) for menu in sheet.selects for each in menu.options)
    return next(custom_id for custom_id, each in menus if line in (each.label, each.value))


def ids_on(sheet: Message) -> list[str]:
    """The ids of all buttons and menus of a message."""
    return [*(button.custom_id or "" for button in sheet.buttons), *(menu.custom_id for menu in sheet.selects)]
