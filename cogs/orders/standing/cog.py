"""/standing-order: answers to questions while their owner is away: casualties, submarines, retreat, landings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import say
from cogs.interactions.lengths import Name, Units
from cogs.orders.standing.choices import ASK, IN_WORDS, PRESETS, WHERE, choices_of
from cogs.orders.standing.conditions import Amount, OrdersWithConditions
from cogs.orders.standing.losses import OrdersOfLossBySituation
from cogs.orders.standing.plans import PlansForWindows, plan_told
from cogs.service.client import Interaction, TableBot, game_of
from cogs.table import autocomplete
from engine.ask import LOSSES
from engine.conditions.kinds import KINDS
from engine.facts.edition import Edition
from engine.facts.presets import load_presets
from engine.queries.standing_orders import lines_left
from engine.state.names import find_power, find_unit, parts_of
from engine.state.words import first_upper, ipcs, listed
from gamemaster.announcements.lines_in_words import in_words
from gamemaster.announcements.plans_in_words import PLANS
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.orders.fights import Ahead
from gamemaster.table_settings import table_settings_of
from gamemaster.views.view import GameView


async def _leave(interaction: Interaction, power: str, domain: str, how: app_commands.Choice[str]) -> None:
    """Leave what was chosen, or withdraw it."""
    loaded = await game_of(interaction)
    chosen = find_power(loaded.board.edition, power)
    order = None if how.value == ASK else (how.value,)
    await interaction.client.master.standing_orders.leave(loaded, interaction.user.id, chosen, domain, order)
    name = first_upper(loaded.board.edition.power[chosen].called)
    await say(interaction, f"{name}: {how.name}." if order else f"{name} will be asked.")


class StandingOrders(
    OrdersOfLossBySituation,
    OrdersWithConditions,
    PlansForWindows,
    commands.GroupCog,
    group_name="standing-order",
    group_description="Answers while you are away",
):
    """Secret: nobody else sees them, and they are in no record; once the game is over, what was sealed is public."""

    @app_commands.command(description="Leave an order of loss")
    @app_commands.describe(
        power="Your power", where="For which battles", units="In the order of loss, such as infantry, tank, fighter"
    )
    @app_commands.choices(where=WHERE)
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def leave(self, interaction: Interaction, power: Name, where: app_commands.Choice[str], units: Units) -> None:
        """Units not named follow in the printed order."""
        loaded = await game_of(interaction)
        edition = loaded.board.edition
        order = [find_unit(edition, part) for part in parts_of(units)]
        if not order:
            raise TableRefusal("Name the units to lose first, such as infantry, tank. Nothing changed.")
        chosen = find_power(edition, power)
        await interaction.client.master.standing_orders.leave(loaded, interaction.user.id, chosen, where.value, order)
        names = ", then ".join(edition.unit[unit].name for unit in order)
        await say(interaction, f"{first_upper(edition.power[chosen].called)} loses {names} first in {where.name}.")

    @app_commands.command(description="Withdraw an order of loss")
    @app_commands.describe(power="Your power", where="For which battles")
    @app_commands.choices(where=WHERE)
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def withdraw(self, interaction: Interaction, power: Name, where: app_commands.Choice[str]) -> None:
        """You will be asked again."""
        loaded = await game_of(interaction)
        chosen = find_power(loaded.board.edition, power)
        await interaction.client.master.standing_orders.leave(loaded, interaction.user.id, chosen, where.value, None)
        await say(interaction, "Withdrawn. You'll be asked.")

    @app_commands.command(description="Say who intercepts raids or scrambles against attacks at sea")
    @app_commands.describe(power="Your power", how="What your aircraft do")
    @app_commands.choices(how=choices_of("reactions"))
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def reactions(self, interaction: Interaction, power: Name, how: app_commands.Choice[str]) -> None:
        """As the default says, all, or ask."""
        await _leave(interaction, power, "reactions", how)

    @app_commands.command(description="Leave a whole set of standing orders at once, for all battles")
    @app_commands.describe(
        which="What they do; your orders for single spaces or enemies stay",
        power="Your power; all of yours if left empty",
        ask_above="Still ask me when my side has units worth more than this many IPCs in a battle",
    )
    @app_commands.choices(which=PRESETS)
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def preset(
        self,
        interaction: Interaction,
        which: app_commands.Choice[str],
        power: Name = "",
        ask_above: Amount | None = None,
    ) -> None:
        """As data/standing_orders.toml says, or none at all."""
        loaded = await game_of(interaction)
        edition, orders = loaded.board.edition, interaction.client.master.standing_orders
        if not loaded.powers:
            raise NotAllowed("You have no seat in this game.")
        powers = [find_power(edition, power)] if power else list(loaded.powers)
        preset = load_presets().get(which.value)
        for each in powers:
            if preset:
                await orders.leave_preset(loaded, interaction.user.id, each, preset, ask_above)
            else:
                await orders.take_back_all(loaded, interaction.user.id, each)
        names = first_upper(listed(edition.power[each].called for each in powers))
        told = f"{preset.says}. `/standing-order show` lists all" if preset else "no standing orders. You'll be asked"
        asks = f" You're asked when your side has more than {ipcs(ask_above)} at stake." if preset and ask_above else ""
        await say(interaction, f"{names}: {told}.{asks}")

    @app_commands.command(description="Your standing orders in this game")
    async def show(self, interaction: Interaction) -> None:
        """Only one's own."""
        loaded = await game_of(interaction)
        if not loaded.powers:
            raise NotAllowed("You have no seat in this game.")
        standing, edition = interaction.client.master.standing_orders, loaded.board.edition
        orders = await standing.of(loaded, interaction.user.id)
        rows = standing_order_lines(edition, orders)
        rows += ahead_lines(edition, await standing.ahead(loaded, interaction.user.id))
        if any(LOSSES in domains for domains in orders.values()):
            rows.append("To withdraw an order of loss, repeat `/standing-order losses` without `order`.")
        await say(interaction, "\n".join(rows) or _none_left(loaded))


def _none_left(loaded: GameView) -> str:
    settings = table_settings_of(loaded.game)
    much = ipcs(settings.ask_from)
    what = "losses" if settings.asks_all_dives else "losses and submarines"
    small = f", about {what} only where another choice is worth {much} or more" if settings.ask_from else " each time"
    return f"You have no standing orders. You'll be asked{small}."


def standing_order_lines(edition: Edition, orders: Mapping[str, Mapping[str, Sequence[str]]]) -> list[str]:
    """A line for each standing order, by power and domain."""
    return [
        f"{edition.power[power].name}, {domain}: {told}"
        for power, domains in orders.items()
        for domain, order in domains.items()
        for told in _all_in_words(edition, domain, order)
    ]


def ahead_lines(edition: Edition, answered: Mapping[str, Ahead]) -> list[str]:
    """A line for each answer given ahead of a battle, by power."""
    return [
        f"{edition.power[power].name}, {domain}, for the coming battle only: {told}"
        for power, ahead in answered.items()
        for (domain, _), line in ahead.lines.items()
        for told in _all_in_words(edition, domain, (line,))
    ]


def _all_in_words(edition: Edition, domain: str, order: Sequence[str]) -> list[str]:
    """What is left for a domain, one text for each situation."""
    if domain == LOSSES or domain in KINDS:
        return [in_words(edition, domain, line) for line in lines_left(domain, order)]
    return [_in_words(edition, domain, order)]


def _in_words(edition: Edition, domain: str, order: Sequence[str]) -> str:
    """ "infantry, tank", or what is done with questions of another kind."""
    if domain in IN_WORDS:
        return IN_WORDS[domain][order[0]]
    if domain in PLANS:
        return plan_told(edition, domain, order)
    return ", ".join(edition.unit[unit].name for unit in order)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(StandingOrders())
