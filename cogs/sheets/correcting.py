"""Correcting the position by thumb: menus that lead to a form, and the form sent in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cogs.interactions.answering import defer_in_place, open_form
from cogs.interactions.errors import explained
from cogs.interactions.layout import modal_of
from cogs.interactions.presses import Press, reacts_to
from cogs.interactions.sheets import show_sheet
from cogs.service.client import Interaction, TableBot, actor_of, game_of
from cogs.service.posting import check_can_announce
from cogs.table.consent import wished
from engine import Refusal
from gamemaster.narration.phrases import as_plain_text
from gamemaster.roles import check_may
from gamemaster.sheets.correcting import LIST, SPACE, correcting_form, correcting_sheet, correction_written
from gamemaster.views.view import GameView

MOST_QUOTED = 500
"""Characters of a line."""


async def show_correcting(interaction: Interaction) -> None:
    """The sheet on which a correction begins, for those who may ask for one."""
    loaded = await game_of(interaction)
    check_may("edit", actor_of(interaction), loaded)
    await show_sheet(interaction, correcting_sheet(loaded.game.id, loaded.public))


@reacts_to("correct", right="edit", opens_form=True)
async def correct_pressed(interaction: Interaction, press: Press) -> None:
    """A menu of the sheet, which leads to another or to a form; or the form sent in."""
    loaded = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    kind, chosen = press.argument.partition(".")[0], "".join(press.values[:1])
    if press.fields is not None:
        await _correct(interaction, loaded, press.made_for, press.argument, press.fields)
    elif kind in (SPACE, LIST):
        await open_form(interaction, modal_of(correcting_form(loaded.game.id, loaded.public, kind, chosen)))
    else:
        await show_sheet(interaction, correcting_sheet(loaded.game.id, loaded.public, chosen))


async def _correct(
    interaction: Interaction, loaded: GameView, mark: str, subject: str, written: Mapping[str, str]
) -> None:
    """Correct what was written, or ask for it; what came of it stands on the sheet, from which one can go on."""
    await defer_in_place(interaction)
    await check_can_announce(interaction)
    kind, _, name = subject.partition(".")
    try:
        change = correction_written(loaded.public, kind, name, mark, written)
        note = await wished(interaction, loaded, "edit", {"change": change}, "Corrected. I've told the table.")
    except Refusal as no:
        note = "\n".join([explained(no)[0], *_as_written(written)])
    now = await interaction.client.master.games.by_id(loaded.game.id, interaction.user.id)
    await show_sheet(interaction, correcting_sheet(now.game.id, now.public).below(note))


def _as_written(written: Mapping[str, str]) -> Iterator[str]:
    """What was sent in vain, to be copied from: a form that opens again has what stands there now."""
    return (f"> {name}: {as_plain_text(text, MOST_QUOTED)}" for name, text in written.items() if text.strip())


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
