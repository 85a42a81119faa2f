"""What a server keeps for further games under a name: saved from a game, opened by a tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine import Refusal, load_setup, setup_names
from engine.quoting import in_one_line
from engine.state.names import folded
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.lobby.opening import OPEN_GROUND, Lobby
from gamemaster.lobby.places.ground import Ground
from gamemaster.lobby.rematch import agreed_in
from gamemaster.narration.phrases import as_plain_text
from gamemaster.roles import Actor, SeatedGame, check_may
from gamemaster.table_settings import stored_settings
from store import Store
from store.agreements import Template, drop_template, keep_template, templates_of

MOST = 20
"""Of a server."""
LONGEST_NAME = 40


class Templates:
    """The use cases of `/template`, and opening a game by one."""

    def __init__(self, store: Store, lobby: Lobby) -> None:
        self._store = store
        self._lobby = lobby

    async def names(self, guild_id: int) -> list[str]:
        """The names of a server's templates."""
        return [each.name for each in await self._all(guild_id)]

    async def told(self, guild_id: int) -> str:
        """The templates of a server, a line each."""
        lines = [
            f"• **{as_plain_text(each.name)}**: {_edition(each)}{', locked' if each.is_locked else ''}"
            for each in await self._all(guild_id)
        ]
        hint = "To use one, open a game with /game create, which asks step by step."
        none = "This server has no templates. Save one with /template save in the channel of a game."
        return "\n".join([*lines, hint]) if lines else none

    async def save(self, seated: SeatedGame, actor: Actor, name: str) -> str:
        """Keep what the table of a game agreed on; raises TableRefusal, NotAllowed."""
        check_may("keep a template", actor, seated)
        called, guild_id = _name(name), seated.game.guild_id
        found = await self._all(guild_id)
        former = _named(found, called)
        if former is not None:
            _check_may_change(former, actor)
        elif len(found) >= MOST:
            raise TableRefusal(f"A server keeps {MOST} templates. Delete one first with /template delete.")
        options, settings = agreed_in(seated.game)
        new = Template(
            name=former.name if former else called,
            setup=seated.game.setup,
            options=options,
            customs=replace(settings, template="").stored or None,
            is_locked=former.is_locked if former else False,
            made_by=actor.user_id,
        )
        async with self._store.write() as write:
            await keep_template(write, guild_id, new)
        what = "replaced by what this table agreed on" if former else "saved"
        return f"The template {_quoted(new.name)} is {what}. /game create offers it to everybody on this server."

    async def delete(self, guild_id: int, actor: Actor, name: str) -> str:
        """Forget a template; games that were opened by it stay. Raises TableRefusal, NotAllowed."""
        template = await self._wanted(guild_id, name)
        _check_may_change(template, actor)
        async with self._store.write() as write:
            await drop_template(write, guild_id, template.name)
        return f"The template {_quoted(template.name)} is deleted. Games that were opened by it stay as they are."

    async def lock(self, guild_id: int, actor: Actor, name: str, *, locked: bool) -> str:
        """Let only managers of the server change a template, or its maker again; raises TableRefusal, NotAllowed."""
        check_may("lock a template", actor)
        template = await self._wanted(guild_id, name)
        async with self._store.write() as write:
            await keep_template(write, guild_id, replace(template, is_locked=locked))
        who = "only managers of this server" if locked else "whoever saved it, and managers,"
        return f"From now on {who} can change or delete the template {_quoted(template.name)}."

    async def open(
        self, guild_id: int, channel_id: int, actor: Actor, name: str, ground: Ground = OPEN_GROUND
    ) -> SeatedGame:
        """Open the lobby of a game by a template; raises TableRefusal where it no longer fits."""
        template = await self._wanted(guild_id, name)
        try:
            settings = replace(stored_settings(template.customs or {}), template=template.name)
        except TypeError as error:
            raise TableRefusal(_outdated(template, "Its times are from another version of the bot.")) from error
        if template.setup not in setup_names():
            raise TableRefusal(_outdated(template, "I don't have its edition any more."))
        try:
            options = dict(template.options)
            return await self._lobby.create(actor, guild_id, channel_id, template.setup, options, "", settings, ground)
        except Refusal as no:
            raise TableRefusal(_outdated(template, no.message)) from no

    async def _all(self, guild_id: int) -> Sequence[Template]:
        async with self._store.read() as read:
            return await templates_of(read, guild_id)

    async def _wanted(self, guild_id: int, name: str) -> Template:
        template = _named(await self._all(guild_id), name)
        if template is None:
            raise TableRefusal(f"This server has no template {_quoted(name)}. See them with /template list.")
        return template


def _name(text: str) -> str:
    name = in_one_line(text.strip())
    if not name or len(text.strip()) > LONGEST_NAME:
        raise TableRefusal(f"The name of a template has 1 to {LONGEST_NAME} characters, such as “League A”.")
    return name


def _named(found: Sequence[Template], name: str) -> Template | None:
    return next((each for each in found if folded(each.name) == folded(name)), None)


def _quoted(name: str) -> str:
    return f"“{as_plain_text(name)}”"


def _edition(template: Template) -> str:
    if template.setup not in setup_names():
        return "an edition that I don't have any more"
    return load_setup(template.setup).title


def _check_may_change(template: Template, actor: Actor) -> None:
    """Raise NotAllowed for who may neither replace nor delete it."""
    if actor.manages_server or (actor.user_id == template.made_by and not template.is_locked):
        return
    who = "Only a server manager" if template.is_locked else "Only whoever saved it, or a server manager,"
    raise NotAllowed(f"{who} can change or delete the template {_quoted(template.name)}. Choose another name.")


def _outdated(template: Template, why: str) -> str:
    again = "Open a game with /game create, then save the template again with /template save."
    return f"The template {_quoted(template.name)} no longer fits. {why} {again}"
