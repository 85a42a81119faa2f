"""/advantage: national advantages that are used by an order of one's own turn."""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import answer_here
from cogs.interactions.components import select_row
from cogs.interactions.lengths import Name, Units
from cogs.interactions.names import id_meant
from cogs.interactions.presses import Press, reacts_to
from cogs.orders import order_suggestions
from cogs.orders.carrying_out import carry_out, loaded_for, with_way_back
from cogs.service.client import Interaction, TableBot, game_of
from cogs.table import autocomplete
from engine import StaleDecision
from engine.ask import usable
from engine.facts.rulebook import load_rulebook
from engine.queries.notation import read_units
from engine.state.game_state import GameState
from engine.state.names import find_power, find_space
from engine.state.words import first_upper
from gamemaster.keys import phase_key
from gamemaster.narration import use_in_words
from gamemaster.sheets.page import Entry


@reacts_to("advantage", right="give orders")
async def advantage_pressed(interaction: Interaction, press: Press) -> None:
    """An advantage used at once, or the menu of what it could be used for, or what was chosen from it."""
    loaded = await loaded_for(interaction, press)
    state, name = loaded.to_order(), press.argument
    uses = {in_one_line(state, keys): keys for keys in usable(state).get(name, ())}
    if press.values or list(uses.values()) == [{}]:
        keys = uses.get(press.values[0]) if press.values else {}
        if keys is None:
            raise StaleDecision("That's no longer possible. Nothing changed.")
        await carry_out(interaction, loaded, [{"type": "advantage", "name": name, **keys}])
        return
    advantage = state.edition.advantage.get(name)
    if advantage is None:
        raise StaleDecision("There is no such national advantage in this game.")
    if not uses:
        raise StaleDecision(f"You can't use {advantage.name} for anything now.")
    sentence = load_rulebook().rule(advantage.rule).sentence
    view = discord.ui.View(timeout=None)
    select_row(view, loaded.game.id, phase_key(state), press.deed, advantage.name, [Entry(use, use) for use in uses])
    fewer = (
        " To use fewer units, name them with `/advantage`." if any("units" in keys for keys in uses.values()) else ""
    )
    view = with_way_back(interaction, loaded, view)
    await answer_here(interaction, f"**{advantage.name}**: {sentence}{fewer}", view)


def in_one_line(state: GameState, keys: Mapping[str, object]) -> str:
    """What a use says, as a line of a menu, which is also its value."""
    return first_upper(use_in_words(state, keys).removeprefix(": "))[:100]


class AdvantageCommands(commands.Cog):
    """National advantages, in games that are played with them."""

    @app_commands.command(description="Use a national advantage")
    @app_commands.describe(
        name="Which one",
        space="Where",
        units="Such as 1 tank",
        owner="Whose units",
        from_="From where",
        to="Where to",
    )
    @app_commands.rename(from_="from")
    @app_commands.autocomplete(
        name=order_suggestions.advantages,
        space=autocomplete.spaces,
        owner=autocomplete.powers,
        from_=autocomplete.spaces,
        to=autocomplete.spaces,
    )
    async def advantage(
        self,
        interaction: Interaction,
        name: Name,
        space: Name = "",
        units: Units = "",
        owner: Name = "",
        from_: Name = "",
        to: Name = "",
    ) -> None:
        """Use an advantage with what it needs to know."""
        loaded = await game_of(interaction, to_order=True)
        edition = loaded.to_order().edition
        spaces = {"space": space, "from": from_, "to": to}
        action: dict[str, object] = {"type": "advantage", "name": id_meant(edition.advantages, name)}
        action |= {key: find_space(edition, text) for key, text in spaces.items() if text}
        if units:
            action["units"] = read_units(edition, units)
        if owner:
            action["owner"] = find_power(edition, owner)
        await carry_out(interaction, loaded, [action])

    @app_commands.command(
        name="permit", description="Let another power use your carriers, territories, bases or canals, or stop it"
    )
    @app_commands.describe(
        power="Your power", ally="Which ally", what="What to permit", granted="True to allow, False to refuse"
    )
    @app_commands.choices(
        what=[
            app_commands.Choice(name=text, value=value)
            for value, text in (
                ("carriers", "land on my carriers"),
                ("transports", "use my transports"),
                ("territories", "land in my territories"),
                ("bases", "use my bases"),
                ("canals", "pass my canals and straits"),
                ("lend_lease", "take over my units (Lend-Lease)"),
            )
        ]
    )
    @app_commands.autocomplete(power=autocomplete.own_powers, ally=autocomplete.permitted)
    async def permit(
        self, interaction: Interaction, power: Name, ally: Name, what: app_commands.Choice[str], granted: bool
    ) -> None:
        """Standing leave to a power: an ally has it unless it is refused, another if it is granted (ASY-28, ASY-29)."""
        loaded = await game_of(interaction, to_order=True)
        edition = loaded.board.edition
        action = {
            "type": "leave",
            "power": find_power(edition, power),
            "to": find_power(edition, ally),
            "what": what.value,
            "granted": granted,
        }
        await carry_out(interaction, loaded, [action])


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(AdvantageCommands())
