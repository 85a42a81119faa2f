"""/standing-order: answers to questions while their owner is away: casualties, submarines, retreat, landings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import say
from cogs.interactions.lengths import Name, Units
from cogs.service.client import Interaction, TableBot, game_of
from cogs.table import autocomplete
from engine.ask import LOSSES, LossLine, loss_lines
from engine.events.combat.battle import AttackOrDefense
from engine.facts.edition import Edition
from engine.queries.standing_orders import ADVANTAGES, AS_PRINTED
from engine.state.battles import Part
from engine.state.names import find_power, find_space, find_unit, parts_of
from engine.state.words import first_upper
from gamemaster.announcements.losses_in_words import line_in_words, situation_in_words
from gamemaster.announcements.plans_in_words import plan_in_words, read_plan
from gamemaster.chances.losses_ahead import losses_ahead
from gamemaster.errors import NotAllowed

WHERE = [
    app_commands.Choice(name=f"battles {text}", value=value)
    for value, text in (
        ("land", "on land"),
        ("sea", "at sea"),
        ("air", "where only aircraft can be hit"),
    )
]

SIDES = [
    app_commands.Choice(name="when you attack", value="attacker"),
    app_commands.Choice(name="when you defend", value="defender"),
]

IN_WORDS: Mapping[str, Mapping[str, str]] = {
    "submerge": {
        "always": "submarines always submerge",
        "never": "submarines always fight",
        "alone": "submarines submerge when no surface warship of their side fights beside them",
    },
    "retreat": {
        "press": "always press on",
        "default": "press on while ahead, else retreat if possible",
        "retreat": "retreat as soon as possible",
    },
    "reactions": {
        "default": "default: nobody scrambles, no kamikaze strikes, fighters intercept if enough",
        "all": "all that can intercept and scramble do; kamikazes have an order of their own",
    },
    "stranded": {"default": "aircraft land where the printed default puts them"},
}
ASK = "ask"
OF_SHIPS = {"scramble": False, "kamikaze": True}
"""The plans that can be left, and whether they name ships."""


def choices_of(domain: str) -> list[app_commands.Choice[str]]:
    """What can be left for a kind of questions, and to be asked again."""
    left = [app_commands.Choice(name=text, value=value) for value, text in IN_WORDS[domain].items()]
    return [*left, app_commands.Choice(name="ask me", value=ASK)]


async def _leave(interaction: Interaction, power: str, domain: str, how: app_commands.Choice[str]) -> None:
    """Leave what was chosen, or withdraw it."""
    loaded = await game_of(interaction)
    chosen = find_power(loaded.board.edition, power)
    order = None if how.value == ASK else (how.value,)
    await interaction.client.master.standing_orders.leave(loaded, interaction.user.id, chosen, domain, order)
    name = first_upper(loaded.board.edition.power[chosen].called)
    await say(interaction, f"{name}: {how.name}." if order else f"{name} will be asked.")


async def _leave_plan(interaction: Interaction, power: str, domain: str, text: str) -> None:
    """Leave a plan in words, or withdraw it where there are none."""
    loaded = await game_of(interaction)
    edition = loaded.board.edition
    chosen = find_power(edition, power)
    plan = read_plan(edition, text, of_ships=OF_SHIPS[domain]) or None
    await interaction.client.master.standing_orders.leave(loaded, interaction.user.id, chosen, domain, plan)
    name = first_upper(edition.power[chosen].called)
    await say(interaction, f"{name}: {_in_words(edition, domain, plan)}." if plan else f"{name} will be asked.")


class StandingOrders(commands.GroupCog, group_name="standing-order", group_description="Answers while you are away"):
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
        chosen = find_power(edition, power)
        await interaction.client.master.standing_orders.leave(loaded, interaction.user.id, chosen, where.value, order)
        names = ", then ".join(edition.unit[unit].name for unit in order)
        await say(interaction, f"{first_upper(edition.power[chosen].called)} loses {names} first in {where.name}.")

    @app_commands.command(
        description="Say in which order units are lost in some battles: by space, enemy, attack or defence"
    )
    @app_commands.describe(
        power="Your power",
        order="Such as infantry, artillery, tank; the rest as printed. Empty: take the order for just this back",
        place="Only in this space",
        against="Only against this power",
        when="Only when you attack, or defend",
        where="Only in such battles",
        keep="Keep the last unit that can take the territory to the end",
        ask_above="Ask me after all when my side has more than so many IPCs of units in the battle",
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
            tuple(find_unit(edition, part) for part in parts_of(order)),
            find_space(edition, place) if place else "",
            find_power(edition, against) if against else "",
            cast("AttackOrDefense", when.value) if when else "",
            cast("Part", where.value) if where else "",
            keep,
            ask_above,
        )
        name, user = first_upper(edition.power[chosen].called), interaction.user.id
        if line.lose:
            await master.standing_orders.leave_line(loaded, user, chosen, line)
            told = f"{name} loses {line_in_words(edition, line)}."
        else:
            await master.standing_orders.take_back_line(loaded, user, chosen, line.situation)
            told = f"{name}: your order of loss {situation_in_words(edition, line)} is taken back."
        mine = (await master.standing_orders.of(loaded, user)).get(chosen, {})
        ahead = await master.work_out(user, loaded, losses_ahead, loaded.board, chosen, mine, is_owed=True)
        await say(interaction, "\n".join([told, *ahead]))

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

    @app_commands.command(description="Leave national advantage questions to their default answers")
    @app_commands.describe(power="Your power", ask="Ask me again from now on")
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def advantages(self, interaction: Interaction, power: Name, ask: bool = False) -> None:
        """The game goes on without waiting for answers that are nearly always the same."""
        loaded = await game_of(interaction)
        chosen = find_power(loaded.board.edition, power)
        order = None if ask else AS_PRINTED
        await interaction.client.master.standing_orders.leave(loaded, interaction.user.id, chosen, ADVANTAGES, order)
        name = first_upper(loaded.board.edition.power[chosen].called)
        told = "is asked again" if ask else "is no longer asked: each question gets its default"
        await say(interaction, f"{name} {told} when its national advantages could be used on another power's turn.")

    @app_commands.command(description="Say when your submarines submerge")
    @app_commands.describe(power="Your power", when="When they do")
    @app_commands.choices(when=choices_of("submerge"))
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def submerge(self, interaction: Interaction, power: Name, when: app_commands.Choice[str]) -> None:
        """Always, never, when no surface warship fights beside them, or ask."""
        await _leave(interaction, power, "submerge", when)

    @app_commands.command(description="Say whether your attacks press on or retreat")
    @app_commands.describe(power="Your power", how="What to do after each round")
    @app_commands.choices(how=choices_of("retreat"))
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def retreat(self, interaction: Interaction, power: Name, how: app_commands.Choice[str]) -> None:
        """Press on, as the default says, retreat after the first round, or ask."""
        await _leave(interaction, power, "retreat", how)

    @app_commands.command(description="Say who intercepts raids or scrambles against attacks at sea")
    @app_commands.describe(power="Your power", how="What your aircraft do")
    @app_commands.choices(how=choices_of("reactions"))
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def reactions(self, interaction: Interaction, power: Name, how: app_commands.Choice[str]) -> None:
        """As the default says, all, or ask."""
        await _leave(interaction, power, "reactions", how)

    @app_commands.command(description="Say how many aircraft may scramble into which sea zones")
    @app_commands.describe(power="Your power", limits="Such as 2 in sz6, 1; none into other zones; empty: ask me")
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def scramble(self, interaction: Interaction, power: Name, limits: Units = "") -> None:
        """The best defenders rise first; of raids one is asked unless an order for reactions was left."""
        await _leave_plan(interaction, power, "scramble", limits)

    @app_commands.command(description="Say which ships your kamikazes strike, in order, while tokens last")
    @app_commands.describe(
        power="Your power", strikes="Such as 2 at aircraft carrier in sz6, 1 at battleship; empty: ask me"
    )
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def kamikaze(self, interaction: Interaction, power: Name, strikes: Units = "") -> None:
        """So many strikes on each such ship."""
        await _leave_plan(interaction, power, "kamikaze", strikes)

    @app_commands.command(description="Say whether to ask you where aircraft land that lost their carrier")
    @app_commands.describe(power="Your power", how="Whether to ask you")
    @app_commands.choices(how=choices_of("stranded"))
    @app_commands.autocomplete(power=autocomplete.own_powers)
    async def stranded(self, interaction: Interaction, power: Name, how: app_commands.Choice[str]) -> None:
        """As the default says, or ask."""
        await _leave(interaction, power, "stranded", how)

    @app_commands.command(description="Your standing orders in this game")
    async def show(self, interaction: Interaction) -> None:
        """Only one's own."""
        loaded = await game_of(interaction)
        if not loaded.powers:
            raise NotAllowed("You have no seat in this game.")
        orders = await interaction.client.master.standing_orders.of(loaded, interaction.user.id)
        rows = standing_order_lines(loaded.board.edition, orders)
        if any(LOSSES in domains for domains in orders.values()):
            rows.append("To take an order of loss back, give `/standing-order losses` its situation without `order`.")
        await say(interaction, "\n".join(rows) or "You have no standing orders. You'll be asked each time.")


def standing_order_lines(edition: Edition, orders: Mapping[str, Mapping[str, Sequence[str]]]) -> list[str]:
    """A line for each standing order, by power and domain."""
    return [
        f"{edition.power[power].name}, {domain}: {told}"
        for power, domains in orders.items()
        for domain, order in domains.items()
        for told in _all_in_words(edition, domain, order)
    ]


def _all_in_words(edition: Edition, domain: str, order: Sequence[str]) -> list[str]:
    """What is left for a domain, one text for each order of loss by situation."""
    if domain == LOSSES:
        return [line_in_words(edition, line) for line in loss_lines(order)]
    return [_in_words(edition, domain, order)]


def _in_words(edition: Edition, domain: str, order: Sequence[str]) -> str:
    """ "infantry, tank", or what is done with questions of another kind."""
    if domain in IN_WORDS:
        return IN_WORDS[domain][order[0]]
    if domain in OF_SHIPS:
        return f"{'kamikazes strike' if OF_SHIPS[domain] else 'at most'} {plan_in_words(edition, order)}"
    return "default answers" if domain == ADVANTAGES else ", ".join(edition.unit[unit].name for unit in order)


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(StandingOrders())
