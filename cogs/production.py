"""Buying and placing units."""

from __future__ import annotations

from typing import Any

from discord import app_commands
from discord.ext import commands

from cogs import autocomplete
from cogs.acting import carry_out, loaded_for
from cogs.buttons import custom_id, text_modal
from cogs.client import Interaction, TableBot, game_of
from cogs.lines import acted_lines
from cogs.presses import Press, reacts_to
from engine import IllegalAction
from engine.mobilize import placements
from engine.names import find_space
from engine.notation import read_units, write_units
from engine.purchase import funds, price_list
from engine.state import GameState
from gamemaster.phases import phase_key


def purchase_action(state: GameState, text: str) -> dict[str, Any]:
    """The purchase that a text means; "nothing" clears the order."""
    units = {} if text.strip().lower() in ("", "0", "nothing", "none") else read_units(state.edition, text)
    return {"type": "purchase", "units": units}


def placement_action(state: GameState, text: str) -> dict[str, Any]:
    """The placement that a line such as "2 tanks: germany" means."""
    units, separator, place = text.partition(":")
    if not separator:
        units, separator, place = text.partition(" in ")
    if not separator:
        raise IllegalAction("form", f"“{text.strip()}”: write units and place, such as “2 tanks: germany”.")
    return {"type": "mobilize", "units": read_units(state.edition, units), "space": find_space(state.edition, place)}


def usual_places(state: GameState) -> str:
    """A line for each place: what can stand at home does, the rest goes where it can first be placed."""
    home = state.edition.power[state.power].capital
    lines: dict[str, dict[str, int]] = {}
    for unit, count in state.purchased.get(state.power, {}).items():
        spaces = [space for space, _ in placements(state, unit)]
        if spaces:
            lines.setdefault(home if home in spaces else spaces[0], {})[unit] = count
    return "\n".join(f"{write_units(units)}: {space}" for space, units in lines.items())


@reacts_to("buy")
async def buy_pressed(interaction: Interaction, press: Press) -> None:
    """The order form, or the form sent in."""
    loaded = await loaded_for(interaction, press)
    state = loaded.running
    if press.fields is not None:
        text = " ".join(press.fields.get("text", "").split("\n"))
        await carry_out(interaction, loaded, [purchase_action(state, text)])
        return
    prices = ", ".join(f"{state.edition.unit[unit].name} {price}" for unit, price in price_list(state).items())
    ordered = write_units(state.purchased.get(state.power, {}))
    modal_id = custom_id(loaded.game.id, phase_key(state), "buy")
    title = f"Buy for {funds(state, state.power)} IPCs"
    await interaction.response.send_modal(text_modal(title, modal_id, "The whole order", ordered, prices))


@reacts_to("place")
async def place_pressed(interaction: Interaction, press: Press) -> None:
    """The placement form, or the form sent in: one line per place."""
    loaded = await loaded_for(interaction, press)
    state = loaded.running
    if press.fields is not None:
        await acted_lines(interaction, loaded, press.fields.get("text", ""), placement_action, "place")
        return
    kept = await interaction.client.master.take_draft(loaded.game.id, interaction.user.id, "place")
    modal_id = custom_id(loaded.game.id, phase_key(state), "place")
    text = kept or usual_places(state)
    await interaction.response.send_modal(
        text_modal("Place units", modal_id, "One line per place", text, "2 tanks: germany")
    )


@app_commands.guild_only()
class ProductionCommands(commands.Cog):
    """What is bought at the start of a turn and placed at its end."""

    @app_commands.command(description="Order units; replaces your order so far")
    @app_commands.describe(units="Such as 3 infantry, 1 tank; or nothing")
    @app_commands.autocomplete(units=autocomplete.purchases)
    async def buy(self, interaction: Interaction, units: str) -> None:
        """Order units in the purchase phase."""
        loaded = await game_of(interaction)
        await carry_out(interaction, loaded, [purchase_action(loaded.running, units)])

    @app_commands.command(description="Place bought units")
    @app_commands.describe(units="Such as 2 tanks", space="Where", complex="The complex, where several could serve")
    @app_commands.autocomplete(
        units=autocomplete.units_to_place, space=autocomplete.places, complex=autocomplete.places
    )
    async def place(self, interaction: Interaction, units: str, space: str, complex: str = "") -> None:  # noqa: A002
        """Place units in the mobilize phase."""
        loaded = await game_of(interaction)
        state = loaded.running
        action: dict[str, Any] = {
            "type": "mobilize",
            "units": read_units(state.edition, units),
            "space": find_space(state.edition, space),
        }
        if complex:
            action["complex"] = find_space(state.edition, complex)
        await carry_out(interaction, loaded, [action])


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(ProductionCommands())
