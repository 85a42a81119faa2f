"""/standing-order retreat, submerge, stranded, advantages and others: what is done, where, against whom (ASY-55)."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.interactions.answering import say
from cogs.interactions.lengths import Name
from cogs.orders.standing.choices import ASK, BACK, choices_of
from cogs.service.client import Interaction, game_of
from cogs.table import autocomplete
from engine.ask import OTHERS
from engine.conditions.kinds import ADVANTAGES, KINDS, PRESS, STRANDED, SUBMERGE
from engine.state.names import find_power, find_space
from engine.state.words import first_upper
from gamemaster.announcements.lines_in_words import in_words, where_in_words

ONLY_HERE, ONLY_AGAINST = "Only in this space", "Only against this power, or in its turn"
Percent = app_commands.Range[int, 1, 100]
Few = app_commands.Range[int, 1, 99]
Amount = app_commands.Range[int, 0, 9999]


async def _leave(
    interaction: Interaction, name: str, power: str, how: str, place: str, against: str, **conditions: int | None
) -> None:
    """Leave a line, or take it back; the answer says what happens now."""
    loaded = await game_of(interaction)
    edition, orders, user = loaded.board.edition, interaction.client.master.standing_orders, interaction.user.id
    chosen = find_power(edition, power)
    situation = {
        "space": find_space(edition, place) if place else "",
        "against": find_power(edition, against) if against else "",
    }
    given = {condition: value for condition, value in conditions.items() if value is not None}
    line = KINDS[name].model_validate({**situation, **given, "do": ASK if how == BACK else how})
    called = first_upper(edition.power[chosen].called)
    if how == BACK:
        await orders.take_back_line(loaded, user, chosen, name, line.situation)
        await say(interaction, f"{called}: your order {where_in_words(edition, line)} is withdrawn.")
    elif how == ASK and not any(line.situation):
        await orders.take_back_line(loaded, user, chosen, name, line.situation, is_there=False)
        await say(interaction, f"{called} will be asked.")
    else:
        await orders.leave_line(loaded, user, chosen, name, line)
        await say(interaction, f"{called}: {in_words(edition, name, line)}.")


class OrdersWithConditions(commands.Cog):
    """The part of the group that leaves them."""

    @app_commands.command(description="Say when your submarines submerge")
    @app_commands.describe(
        power="Your power",
        when="When they submerge",
        place="Only in this sea zone",
        against="Only against this power",
        below="Submarines that fight submerge once your side's chance to win falls below this percentage",
        ask_above="Still ask me when my side has units worth more than this many IPCs in the battle",
    )
    @app_commands.choices(when=choices_of(SUBMERGE, takes_back=True))
    @app_commands.autocomplete(power=autocomplete.own_powers, place=autocomplete.spaces, against=autocomplete.enemies)
    async def submerge(
        self,
        interaction: Interaction,
        power: Name,
        when: app_commands.Choice[str],
        place: Name = "",
        against: Name = "",
        below: Percent | None = None,
        ask_above: Amount | None = None,
    ) -> None:
        """Always, never, when no surface warship fights beside them, or ask."""
        await _leave(interaction, SUBMERGE, power, when.value, place, against, below=below, above=ask_above)

    @app_commands.command(description="Say whether your attacks press on or retreat, and when")
    @app_commands.describe(
        power="Your power",
        how="What to do after each round",
        place="Only in this space",
        against="Only against this power",
        below="Press on, but retreat when the chance to win falls below this percentage",
        after="Press on, but retreat after this many rounds",
        units="Press on, but retreat when this many units or fewer are left",
        only_aircraft="Press on, but retreat once all but my aircraft are lost",
        ask_above="Still ask me when my side has units worth more than this many IPCs in the battle",
    )
    @app_commands.choices(how=choices_of(PRESS, takes_back=True))
    @app_commands.autocomplete(power=autocomplete.own_powers, place=autocomplete.spaces, against=autocomplete.enemies)
    async def retreat(
        self,
        interaction: Interaction,
        power: Name,
        how: app_commands.Choice[str],
        place: Name = "",
        against: Name = "",
        below: Percent | None = None,
        after: Few | None = None,
        units: Few | None = None,
        only_aircraft: bool = False,
        ask_above: Amount | None = None,
    ) -> None:
        """Press on, as the default says, retreat after the first round, or ask."""
        conditions = {"below": below, "after": after, "units": units, "aircraft": only_aircraft, "above": ask_above}
        await _leave(interaction, PRESS, power, how.value, place, against, **conditions)

    @app_commands.command(description="Say whether to ask you where aircraft land when they lose their carrier")
    @app_commands.describe(power="Your power", how="Whether to ask you", place=ONLY_HERE, against=ONLY_AGAINST)
    @app_commands.choices(how=choices_of(STRANDED, takes_back=True))
    @app_commands.autocomplete(power=autocomplete.own_powers, place=autocomplete.spaces, against=autocomplete.enemies)
    async def stranded(
        self, interaction: Interaction, power: Name, how: app_commands.Choice[str], place: Name = "", against: Name = ""
    ) -> None:
        """As the default says, or ask."""
        await _leave(interaction, STRANDED, power, how.value, place, against)

    @app_commands.command(
        description="Say whether to ask you about rare things: flak, bombardments, liberated capitals"
    )
    @app_commands.describe(power="Your power", how="Whether to ask you", place=ONLY_HERE, against=ONLY_AGAINST)
    @app_commands.choices(how=choices_of(OTHERS, takes_back=True))
    @app_commands.autocomplete(power=autocomplete.own_powers, place=autocomplete.spaces, against=autocomplete.enemies)
    async def others(
        self, interaction: Interaction, power: Name, how: app_commands.Choice[str], place: Name = "", against: Name = ""
    ) -> None:
        """Losses to flak, ships that divide, who takes what two enter, troops for a freed capital, war bonds."""
        await _leave(interaction, OTHERS, power, how.value, place, against)

    @app_commands.command(description="Leave national advantage questions to their default answers")
    @app_commands.describe(
        power="Your power",
        ask="Ask me again from now on",
        place=ONLY_HERE,
        against=ONLY_AGAINST,
        withdraw="Withdraw just the order for this space or power",
    )
    @app_commands.autocomplete(power=autocomplete.own_powers, place=autocomplete.spaces, against=autocomplete.enemies)
    async def advantages(
        self,
        interaction: Interaction,
        power: Name,
        ask: bool = False,
        place: Name = "",
        against: Name = "",
        withdraw: bool = False,
    ) -> None:
        """The game goes on without waiting for answers that are nearly always the same."""
        how = BACK if withdraw else ASK if ask else "default"
        await _leave(interaction, ADVANTAGES, power, how, place, against)
