"""/rules: the rule book by id or words, and the editions compared."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from cogs.autocomplete import offered
from cogs.buttons import Press, reacts_to
from cogs.client import Interaction, TableBot, game_of
from cogs.errors import say
from engine.rulebook import Rule, UnknownRule, load_rulebook
from gamemaster.errors import TableRefusal


def rule_text(rule: Rule, setup: str | None) -> str:
    """A rule with its value in the edition being played."""
    value = rule.values.get(setup) if setup else None
    here = f"\nHere: {value}" if value and value not in ("yes", "True") else ""
    return f"**{rule.id} · {rule.title}**\n{rule.sentence}{here}"


async def _setup_here(interaction: Interaction) -> str | None:
    try:
        return (await game_of(interaction)).game.setup
    except TableRefusal:
        return None


@reacts_to("rule")
async def why_pressed(interaction: Interaction, press: Press) -> None:
    """The rule behind a refusal."""
    rule = load_rulebook().rule(press.made_for)
    await say(interaction, rule_text(rule, await _setup_here(interaction)))


class RuleCommands(commands.GroupCog, group_name="rules", group_description="The rule book"):
    """Every rule has an id, which refusals name."""

    @app_commands.command(description="Find rules by id or words")
    @app_commands.describe(text="Such as CMV-23, or: tank blitz")
    async def search(self, interaction: Interaction, text: str) -> None:
        """The best five rules."""
        setup = await _setup_here(interaction)
        found = load_rulebook().search(text, setup, limit=5)
        await say(interaction, "\n\n".join(rule_text(rule, setup) for rule in found) or "No rule has these words.")

    @app_commands.command(description="How a rule differs between the editions")
    @app_commands.describe(rule="The id, such as SPC-67, or words")
    async def compare(self, interaction: Interaction, rule: str) -> None:
        """One rule in all editions."""
        book = load_rulebook()
        try:
            found = book.rule(rule)
        except UnknownRule as unknown:
            near = ", ".join(unknown.nearest)
            raise TableRefusal(f"There is no rule with this id{f'; did you mean {near}' if near else ''}.") from unknown
        rows = "\n".join(f"{name}: {value}" for name, value in book.compare(found.id).items())
        await say(interaction, f"{rule_text(found, None)}\n{rows}"[:1990])

    @search.autocomplete("text")
    @compare.autocomplete("rule")
    async def _rules(self, _: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        found = load_rulebook().search(typed, None, limit=25) if typed.strip() else ()
        return offered([(f"{rule.id} {rule.title}", rule.id) for rule in found], "")


async def setup(bot: TableBot) -> None:
    """Register the cog."""
    await bot.add_cog(RuleCommands())
