"""Who comes to a table, by thumb: invited, waiting for a seat."""

from __future__ import annotations

from pathlib import Path

from local import LocalTable, Message, Player
from tests.e2e.house import house
from tests.e2e.playing import CHANNEL, settled

POWERS = {"Anna": "allies", "Ben": "axis"}


async def lobby(player: Player) -> Message:
    """The lobby as it stands in the channel now."""
    shown = [each for each in await player.messages(CHANNEL) if "SHA-256" in each.content and not each.ephemeral]
    return shown[-1]


async def full_lobby(table: LocalTable) -> None:
    """Anna plays the Allies and Ben the Axis."""
    anna = table.user("Anna")
    await anna.command(CHANNEL, "game create", edition="aa1941")
    for name, powers in POWERS.items():
        await table.user(name).command(CHANNEL, "game join", powers=powers)


async def test_a_full_lobby_has_a_list_and_the_first_on_it_is_offered_the_seat(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        ben, cleo = table.user("Ben"), table.user("Cleo")
        await full_lobby(table)
        shown = await lobby(cleo)
        assert "Wait for a seat" in shown.labels
        assert "Stop waiting" not in shown.labels
        await cleo.press(shown, "Wait for a seat")
        alone = await cleo.next_message(CHANNEL, lambda message: message.ephemeral)
        assert alone.content.startswith("You wait for a seat, as number 1.")
        shown = await cleo.refresh(shown)
        assert f"Waiting for a seat: <@{table.world.user_named('Cleo')['id']}>" in shown.content
        assert "You wait already" in (await cleo.press(shown, "Wait for a seat")).content
        await ben.press(shown, "Leave")
        await settled(bot)
        (offer,) = [each for each in await cleo.messages(CHANNEL) if "You waited for one" in each.content]
        assert offer.labels == ["Join as Germany", "Join as Japan", "Stop waiting"]
        assert "waited for a seat" in (await ben.press(offer, "Join as Germany")).content
        await cleo.press(offer, "Join as Germany")
        assert f"Germany (Axis): <@{table.world.user_named('Cleo')['id']}>" in (await lobby(cleo)).content
        await settled(bot)
        assert table.refusals == []


async def test_only_the_invited_find_a_seat_at_a_table_by_invitation(tmp_path: Path) -> None:
    async with house(tmp_path) as (table, bot):
        anna, ben = table.user("Anna"), table.user("Ben")
        await anna.command(CHANNEL, "game create", edition="aa1941", joining="invited")
        shown = await lobby(ben)
        assert "By invitation: only whom the organiser invites" in shown.content
        assert "invites you, with `/game invite`." in shown.content
        assert "This table is by invitation" in (await ben.press(shown, "Join as Germany")).content
        me = table.world.user_named("Ben")["id"]
        assert "Only the organiser" in (await ben.command(CHANNEL, "game invite", player=me)).content
        assert "Nobody is invited yet" in (await anna.command(CHANNEL, "game invite")).content
        assert "is invited" in (await anna.command(CHANNEL, "game invite", player=me)).content
        await settled(bot)
        await ben.press(shown, "Join as Germany")
        assert f"Germany (Axis): <@{me}>" in (await ben.refresh(shown)).content
        assert table.refusals == []
