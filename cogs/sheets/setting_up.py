"""Setting up a game by thumb: from nothing to its lobby."""

from __future__ import annotations

from cogs.interactions.answering import say
from cogs.interactions.presses import Press, reacts_to
from cogs.interactions.sheets import show_sheet
from cogs.service.client import Interaction, TableBot, actor_of
from cogs.service.posting import check_can_post, ground_of, shortcomings
from cogs.table.lobby import invite
from gamemaster.errors import TableRefusal
from gamemaster.lobby.contracts import OLD, Contract, playable
from gamemaster.lobby.rematch import as_last_time
from gamemaster.roles import SeatedGame
from gamemaster.sheets.setting_up import contract_sheet, first_sheet, opened_sheet


async def show_first(interaction: Interaction) -> None:
    """The sheet on which a set-up begins."""
    master, guild = interaction.client.master, interaction.guild_id or 0
    last = await master.lobby.organised_last(guild, interaction.user.id)
    await show_sheet(interaction, first_sheet(await master.templates.names(guild), last.name if last else ""))


@reacts_to("setup", right="export")
async def setup_pressed(interaction: Interaction, press: Press) -> None:
    """A step of a set-up; it belongs to no game yet, and what was chosen stands in its buttons."""
    step, _, code = press.argument.partition(".")
    chosen = "".join(press.values[:1])
    name, _, value = chosen.partition("=")
    if step == "edition" and value in playable():
        await show_sheet(interaction, contract_sheet(Contract(value)))
    elif step == "set":
        contract = Contract.of(code.rpartition(".")[0])
        await show_sheet(interaction, contract_sheet(contract.having(name, value), name))
    elif step == "more":
        await show_sheet(interaction, contract_sheet(Contract.of(code), chosen))
    elif step == "open":
        await _open(interaction, Contract.of(code))
    elif step == "template" and value:
        await _open_by_template(interaction, value)
    elif step == "last":
        await _open_as_last_time(interaction)
    elif step:
        raise TableRefusal(OLD)
    else:
        await show_first(interaction)


async def _open(interaction: Interaction, contract: Contract) -> None:
    check_can_post(interaction)
    lobby, here = interaction.client.master.lobby, (interaction.guild_id or 0, interaction.channel_id or 0)
    options, settings = contract.options, contract.settings
    await _show_lobby(
        interaction,
        await lobby.create(actor_of(interaction), *here, contract.setup, options, "", settings, ground_of(interaction)),
    )


async def _open_by_template(interaction: Interaction, name: str) -> None:
    check_can_post(interaction)
    here = interaction.guild_id or 0, interaction.channel_id or 0
    templates = interaction.client.master.templates
    opened = await templates.open(*here, actor_of(interaction), name, ground_of(interaction))
    await _show_lobby(interaction, opened)


async def _open_as_last_time(interaction: Interaction) -> None:
    check_can_post(interaction)
    lobby, guild, ground = interaction.client.master.lobby, interaction.guild_id or 0, ground_of(interaction)
    last = await lobby.organised_last(guild, interaction.user.id)
    if last is None:
        raise TableRefusal("You haven't organised a game here that I know of. Choose an edition with /game create.")
    await _show_lobby(
        interaction, await as_last_time(lobby, last, actor_of(interaction), guild, interaction.channel_id or 0, ground)
    )


async def _show_lobby(interaction: Interaction, opened: SeatedGame) -> None:
    """The lobby for all, and on the sheet that it is there."""
    await show_sheet(interaction, opened_sheet())
    await invite(interaction, opened)
    if (lacking := shortcomings(interaction)) is not None:
        await say(interaction, lacking)


async def setup(_: TableBot) -> None:
    """The reactions are registered as the module is read."""
