"""/standing-order losses: orders of loss by situation (ASY-41)."""

from __future__ import annotations

from typing import cast

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import say
from cogs.interactions.lengths import Name, Units
from cogs.orders.standing.choices import SIDES, WHERE
from cogs.service.client import Interaction, game_of
from cogs.table import autocomplete
from engine.ask import CHEAPEST, LOSSES, PRINTED, LossLine
from engine.events.combat.battle import AttackOrDefense
from engine.facts.edition import Edition
from engine.state.battles import Part
from engine.state.names import find_power, find_space, find_unit, parts_of
from engine.state.words import first_upper
from gamemaster.announcements.losses_in_words import line_in_words, situation_in_words
from gamemaster.chances.losses_ahead import losses_ahead


def _units(edition: Edition, order: str) -> tuple[str, ...]:
    """The units of an order of loss, or the word that stands for all."""
    word = order.strip().lower()
    return (word,) if word in (CHEAPEST, PRINTED) else tuple(find_unit(edition, part) for part in parts_of(order))


class OrdersOfLossBySituation(commands.Cog):
    """The part of the group that leaves them."""

    @app_commands.command(description="Choose which units you lose first: by space, enemy, attack or defence")
    @app_commands.describe(
        power="Your power",
        order="Such as infantry, tank (the rest as printed), or cheapest; empty: withdraw just this order",
        place="Only in this space",
        against="Only against this power",
        when="Only when you attack, or only when you defend",
        where="Only in battles of this kind",
        keep="Keep one unit that can take the territory until last",
        ask_above="Still ask me when my side has units worth more than this many IPCs in the battle",
    )
    @app_commands.choices(where=WHERE, when=SIDES)
    @app_commands.autocomplete(power=autocomplete.own_powers, place=autocomplete.spaces, against=autocomplete.enemies)
    async def losses(
        self,
        interaction: Interaction,
        power: Name,
        order: Units = "",
        place: Name = "",
        against: Name = "",
        when: app_commands.Choice[str] | None = None,
        where: app_commands.Choice[str] | None = None,
        keep: bool = False,
        ask_above: app_commands.Range[int, 0, 9999] | None = None,
    ) -> None:
        """The order that names a battle most closely decides (ASY-41); the answer tells what is lost in those ahead."""
        loaded = await game_of(interaction)
        edition, master = loaded.board.edition, interaction.client.master
        chosen = find_power(edition, power)
        line = LossLine(
            _units(edition, order),
            find_space(edition, place) if place else "",
            find_power(edition, against) if against else "",
            cast("AttackOrDefense", when.value) if when else "",
            cast("Part", where.value) if where else "",
            keep,
            ask_above,
        )
        name, user = first_upper(edition.power[chosen].called), interaction.user.id
        if line.lose:
            await master.standing_orders.leave_line(loaded, user, chosen, LOSSES, line)
            told = f"{name} loses {line_in_words(edition, line)}."
        else:
            await master.standing_orders.take_back_line(loaded, user, chosen, LOSSES, line.situation)
            told = f"{name}: your order of loss {situation_in_words(edition, line)} is withdrawn."
        mine = (await master.standing_orders.of(loaded, user)).get(chosen, {})
        ahead = await master.work_out(user, loaded, losses_ahead, loaded.board, chosen, mine, is_owed=True)
        await say(interaction, "\n".join([told, *ahead]))
