"""/standing-order scramble, intercept and kamikaze: plans for what others' attacks bring (ASY-20, ASY-58)."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import say
from cogs.interactions.lengths import Name, Units
from cogs.orders.standing.conditions import Percent
from cogs.service.client import Interaction, game_of
from cogs.table import autocomplete
from engine.facts.edition import Edition
from engine.state.names import find_power
from engine.state.words import first_upper
from gamemaster.announcements.plans_in_words import plan_in_words, read_plan

AGAINST = "Only against this power"
LEAST = "Only if your chance to win with them is at least this percentage"


async def _leave(
    interaction: Interaction, power: str, domain: str, text: str, against: str, *, least: int = 0, landing: bool = False
) -> None:
    """Leave a plan in words, or withdraw it where there are none."""
    loaded = await game_of(interaction)
    edition, orders = loaded.board.edition, interaction.client.master.standing_orders
    chosen, enemy = find_power(edition, power), find_power(edition, against) if against else ""
    plan = read_plan(edition, domain, text, least=least, against=enemy, landing=landing)
    await orders.leave_plan(loaded, interaction.user.id, chosen, domain, enemy, plan)
    name = first_upper(edition.power[chosen].called)
    told = plan_told(edition, domain, [str(line) for line in plan])
    none = f"now has no separate plan against {edition.power[enemy].called}" if enemy else "will be asked"
    await say(interaction, f"{name}: {told}." if plan else f"{name} {none}.")


def plan_told(edition: Edition, domain: str, plan: Sequence[str]) -> str:
    """ "at most 2 aircraft into sea zone 6"."""
    return f"{'kamikazes strike' if domain == 'kamikaze' else 'at most'} {plan_in_words(edition, domain, plan)}"


class PlansForWindows(commands.Cog):
    """The part of the group that leaves them."""

    @app_commands.command(description="Say how many aircraft may scramble into which sea zones")
    @app_commands.describe(
        power="Your power",
        limits="Such as 2 in sz6, 1; zones you don't name get none; empty: ask me",
        least=LEAST,
        against=AGAINST,
    )
    @app_commands.autocomplete(power=autocomplete.own_powers, against=autocomplete.enemies)
    async def scramble(
        self,
        interaction: Interaction,
        power: Name,
        limits: Units = "",
        least: Percent | None = None,
        against: Name = "",
    ) -> None:
        """The best defenders rise first; of raids one is asked unless an order for these was left."""
        await _leave(interaction, power, "scramble", limits, against, least=least or 0)

    @app_commands.command(description="Say how many fighters may intercept raids on which territories")
    @app_commands.describe(
        power="Your power",
        limits="Such as 2 in germany, 1; 0 for none; empty: ask me",
        least="Only if the chance to shoot down more IPCs than you lose is at least this percentage",
        against=AGAINST,
    )
    @app_commands.autocomplete(power=autocomplete.own_powers, against=autocomplete.enemies)
    async def intercept(
        self,
        interaction: Interaction,
        power: Name,
        limits: Units = "",
        least: Percent | None = None,
        against: Name = "",
    ) -> None:
        """Of scrambles one is asked unless an order for these was left."""
        await _leave(interaction, power, "intercept", limits, against, least=least or 0)

    @app_commands.command(description="Say which ships your kamikazes strike, in order, while tokens last")
    @app_commands.describe(
        power="Your power",
        strikes="Such as 2 at aircraft carrier in sz6, 1 at battleship; empty: ask me",
        against=AGAINST,
        only_landings="Only in sea zones that a landing comes from",
    )
    @app_commands.autocomplete(power=autocomplete.own_powers, against=autocomplete.enemies)
    async def kamikaze(
        self,
        interaction: Interaction,
        power: Name,
        strikes: Units = "",
        against: Name = "",
        only_landings: bool = False,
    ) -> None:
        """So many strikes on each such ship."""
        await _leave(interaction, power, "kamikaze", strikes, against, landing=only_landings)
