"""The invitation to a game: its options, its seats, the choice of national advantages."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from cogs.gathering.draft_buttons import add_draft
from cogs.interactions.answering import change, say
from cogs.interactions.components import button_row, select_row
from cogs.interactions.presses import LOBBY, Press, reacts_to
from cogs.service.client import Interaction, actor_of, cause_of
from cogs.service.posting import check_can_begin
from engine import load_setup
from engine.facts.edition import Edition
from engine.facts.rulebook import load_rulebook
from engine.reading import read_number
from engine.state.words import first_upper, ipcs, listed
from gamemaster.consent.seats.housing import CHOICES, NOBODY
from gamemaster.dice.rolls import commitment_line
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.house.alone import CONFIRM
from gamemaster.lobby.advantages import OPTION, advantages_of
from gamemaster.lobby.auctions import Auction, auction_of, calls_so_far, how_it_ends, what_to_call
from gamemaster.lobby.gathering.draft_words import how_it_stands
from gamemaster.lobby.gathering.guests import gathering_of
from gamemaster.lobby.gathering.waiting import free_in_lobby
from gamemaster.lobby.opening import plan_of, suggested_seats
from gamemaster.narration.phrases import as_plain_text
from gamemaster.roles import SeatedGame, the_house
from gamemaster.sheets.page import MOST_ENTRIES, Entry
from gamemaster.table_settings import table_settings_of
from store import Post


def lobby_text(loaded: SeatedGame) -> str:
    """The invitation: what is played, who sits where, what to do."""
    game = loaded.game
    edition = load_setup(game.setup)
    name = as_plain_text(game.name)
    title = f"**{name}**" if game.name == edition.title else f"**{name}** · {edition.title}"
    lines = [title, *option_lines(loaded, edition)]
    if (auction := auction_of(game)) is not None and auction.calls:
        lines.append(calls_so_far(loaded, auction))
    lines += [_seat_line(loaded, edition, power) for power in edition.turn_order]
    if (waiting := gathering_of(game).waiting) and game.status == "lobby":
        more = f" and {len(waiting) - 1} more" if len(waiting) > 1 else ""
        lines.append(f"Waiting for a seat: <@{waiting[0]}>{more}")
        if (kept := gathering_of(game)).kept_for:
            lines.append(f"The free seats are kept for <@{kept.kept_for}> until <t:{kept.kept_until}:f>")
    if game.status == "lobby":
        gathering = gathering_of(game)
        gives_out = gathering.gives_out_seats
        lines += how_it_stands(loaded, gathering) if gives_out else [_to_do(loaded, edition)]
    return "\n".join([*lines, commitment_line(game.commitment)])


def option_lines(loaded: SeatedGame, edition: Edition) -> list[str]:
    """A line for each option of the table, with what it means."""
    options = loaded.game.options
    lines = []
    for name, option in edition.options.items():
        value = options.get(name, option.default)
        if option.takes != "advantages" and (value != option.default or name == "victory"):
            what = name.replace("_", " ").capitalize()
            meaning = option.meaning(value)
            named = value.replace("_", " ")
            lines.append(f"{what}: {meaning}" if option.takes else f"{what}: {named} ({meaning})")
    lines += [f"National advantages: {plan_of(loaded.game).in_words}"] if OPTION in options else []
    return lines + list(table_settings_of(loaded.game).in_words)


def _seat_line(loaded: SeatedGame, edition: Edition, power: str) -> str:
    """ "Germany (Axis): @Ben, with Wolf Packs and Radar"."""
    seat = edition.power[power]
    side = "Axis" if seat.side == "axis" else "Allies"
    player = loaded.players_named().get(power, "free")
    names = [edition.advantage[name].name for name in plan_of(loaded.game).chosen.get(power, ())]
    chosen = f", with {' and '.join(names)}" if names else ""
    return f"{seat.name} ({side}): {player}{chosen}"


def _to_do(loaded: SeatedGame, edition: Edition) -> str:
    if len(loaded.taken) < len(edition.turn_order):
        return f"{_who_joins(loaded)} You may hold several of one side; `/game seats` suggests which."
    if (auction := auction_of(loaded.game)) is not None:
        return f"{what_to_call(loaded, auction)} {how_it_ends(loaded, auction)}"
    undecided = plan_of(loaded.game).undecided(edition)
    if undecided:
        names = listed(edition.power[power].called for power in undecided)
        return f"All seats are taken. Choose the national advantages of {names} next."
    if not loaded.seats:
        watching = f"<@{loaded.game.organiser_id}> can start the game to watch it"
        return f"The house plays every power. {watching}. Or take a seat."
    return f"All seats are taken. <@{loaded.game.organiser_id}> can start."


def _who_joins(loaded: SeatedGame) -> str:
    if gathering_of(loaded.game).joining != "invited":
        return "Take a seat."
    who = f"<@{loaded.game.organiser_id}> invites" if loaded.game.organiser_id else "server managers invite"
    return f"Take a seat once {who} you with `/game invite`."


def lobby_view(loaded: SeatedGame) -> discord.ui.View:
    """Buttons for the free seats, the national advantages, and to start."""
    view = discord.ui.View(timeout=None)
    edition = load_setup(loaded.game.setup)
    gathering = gathering_of(loaded.game)
    if loaded.game.status == "lobby" and gathering.gives_out_seats:
        add_draft(view, loaded, gathering)
        return view
    for power in edition.turn_order:
        if power not in loaded.seats:
            button_row(view, loaded.game.id, LOBBY, f"join.{power}", f"Join as {edition.power[power].called}")
    select_row(view, loaded.game.id, LOBBY, "joinas", "Or several seats together", _groups(loaded, edition))
    select_row(
        view, loaded.game.id, LOBBY, "house", "Add the house, a computer player", _for_the_house(loaded, edition)
    )
    if plan_of(loaded.game).by_players:
        button_row(view, loaded.game.id, LOBBY, "advantages", "Choose advantages")
    is_full, auction = len(loaded.taken) == len(edition.turn_order), auction_of(loaded.game)
    if is_full and auction is not None:
        _add_calls(view, loaded, auction, edition.options["bid"].most)
    elif is_full:
        button_row(view, loaded.game.id, LOBBY, "start", "Start the game", style=discord.ButtonStyle.success)
    if loaded.seats:
        button_row(view, loaded.game.id, LOBBY, "leave", "Leave")
    if not free_in_lobby(loaded):
        button_row(view, loaded.game.id, LOBBY, "wait", "Wait for a seat")
    if gathering_of(loaded.game).waiting:
        button_row(view, loaded.game.id, LOBBY, "wait.stop", "Stop waiting")
    button_row(view, loaded.game.id, LOBBY, "howto", "How a turn goes")
    return view


def _add_calls(view: discord.ui.View, loaded: SeatedGame, auction: Auction, most: int) -> None:
    """What can be called next in an auction, and to let the others have it."""
    if auction.is_sealed:
        button_row(view, loaded.game.id, LOBBY, "sealedcall", "Make a sealed call", style=discord.ButtonStyle.success)
        button_row(view, loaded.game.id, LOBBY, "call.end", "End the auction")
        return
    entries = [Entry(ipcs(count), str(count)) for count in auction.next_calls(most)]
    select_row(view, loaded.game.id, LOBBY, "call", f"I'd play {auction.named} with …", entries)
    if auction.calls:
        button_row(view, loaded.game.id, LOBBY, "call.let", f"Let them have {auction.named}")
    button_row(view, loaded.game.id, LOBBY, "call.end", "End the auction")


def _groups(loaded: SeatedGame, edition: Edition) -> list[Entry]:
    """The powers that the edition suggests to play together, for each number of players, where they are free."""
    found: dict[str, Entry] = {}
    for players in range(2, len(edition.turn_order) + 1):
        for group in suggested_seats(edition, loaded.seats, players):
            names = listed(edition.power[power].name for power in group)
            found.setdefault("+".join(group), Entry(names, "+".join(group), f"With {players} players"))
    return [entry for entry in found.values() if "+" in entry.value][:MOST_ENTRIES]


def _for_the_house(loaded: SeatedGame, edition: Edition) -> list[Entry]:
    """The powers without a player: each with the levels at which the house can play it, or nobody any more.

    Where that is too much for a menu, the highest levels of each are left out; `/game house` knows them all.
    """
    if auction_of(loaded.game) is not None or plan_of(loaded.game).by_players:
        return []
    now = {power: loaded.house.get(power, NOBODY) for power in edition.turn_order if power not in loaded.seats}
    most = len(CHOICES) if len(now) * (len(CHOICES) - 1) <= MOST_ENTRIES else MOST_ENTRIES // len(now)
    found = []
    for power, level_now in now.items():
        able = [level for level in CHOICES if level != level_now]
        shown = able[:most] if NOBODY not in able else [*able[:-1][: most - 1], NOBODY]
        name = edition.power[power].name
        found += [
            Entry(f"{name}: {_played(level)}", f"{power}.{level}", first_upper(CHOICES[level])) for level in shown
        ]
    return found


def _played(level: str) -> str:
    return NOBODY if level == NOBODY else the_house(level)


async def show_lobby(interaction: Interaction, loaded: SeatedGame) -> None:
    """The lobby post, in place where a button of it was pressed."""
    if interaction.type is discord.InteractionType.component:
        await change(interaction, lobby_text(loaded), lobby_view(loaded), also_for_all=True)
    else:
        await invite(interaction, loaded)


async def invite(interaction: Interaction, loaded: SeatedGame) -> None:
    """A new invitation at the bottom, in place of the one before.

    Where the game has a thread of its own, the one in the channel stays there and is changed from the thread.
    """
    call = await interaction.client.master.lobby.lasting_call(loaded, interaction.channel_id or 0)
    if call is not None and await _changed(interaction, call, loaded):
        await say(interaction, f"Done. The call for players in <#{call.channel_id}> shows it.")
        return
    message_id = await say(interaction, lobby_text(loaded), view=lobby_view(loaded), public=True)
    master = interaction.client.master
    if not await master.lobby.invited(loaded, interaction.channel_id or 0, message_id):
        begun = await master.games.by_id(loaded.game.id, interaction.user.id)
        await master.lobby.close_invitation(begun, lobby_text(begun))


async def _changed(interaction: Interaction, call: Post, loaded: SeatedGame) -> bool:
    """Whether the call for players in another channel could be changed; it may be gone."""
    there = interaction.client.get_partial_messageable(call.channel_id).get_partial_message(call.message_id)
    view = lobby_view(loaded)
    view.stop()
    try:
        await there.edit(content=lobby_text(loaded), view=view, allowed_mentions=discord.AllowedMentions.none())
    except (discord.NotFound, discord.Forbidden):
        return False
    return True


async def taken(interaction: Interaction, loaded: SeatedGame, powers: Sequence[str]) -> SeatedGame:
    """The game once the user has taken these seats, or picked one in a draft."""
    master, is_draft = interaction.client.master, gathering_of(loaded.game).gives_out_seats
    return await (master.drafts.pick if is_draft else master.lobby.join)(loaded, interaction.user.id, powers)


async def left(interaction: Interaction, loaded: SeatedGame) -> SeatedGame:
    """The game without the user."""
    master, is_draft = interaction.client.master, gathering_of(loaded.game).gives_out_seats
    return await (master.drafts.leave if is_draft else master.lobby.leave)(loaded, interaction.user.id)


@reacts_to("join", right="take a seat")
async def join_pressed(interaction: Interaction, press: Press) -> None:
    """A seat taken by button."""
    master = interaction.client.master
    loaded = await master.games.by_id(press.game_id, interaction.user.id)
    joined = await taken(interaction, loaded, [press.argument])
    await (show_lobby if press.made_for == LOBBY else invite)(interaction, joined)


@reacts_to("joinas", right="take a seat")
async def group_chosen(interaction: Interaction, press: Press) -> None:
    """All seats of a line of the menu, or none."""
    master = interaction.client.master
    loaded = await master.games.by_id(press.game_id, interaction.user.id)
    powers = "".join(press.values[:1]).split("+")
    await show_lobby(interaction, await taken(interaction, loaded, powers))


@reacts_to("house", right="give a power to the house")
async def house_chosen(interaction: Interaction, press: Press) -> None:
    """A power given to the house, or taken back from it, by the menu."""
    power, _, level = "".join(press.values[:1]).partition(".")
    loaded: SeatedGame = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    if loaded.game.status != "lobby":
        raise TableRefusal("The game has begun. Use `/game house` to give a power without a player to the house.")
    await house_seated(interaction, loaded, power, level)


async def house_seated(interaction: Interaction, loaded: SeatedGame, power: str, level: str) -> None:
    """Let the house play a power in the lobby, and show who sits where then."""
    master, body = interaction.client.master, {"power": power, "level": level}
    await master.consent.wish(loaded.game.id, actor_of(interaction), "house", body, cause_of(interaction))
    await show_lobby(interaction, await master.games.by_id(loaded.game.id, interaction.user.id))


@reacts_to("leave", right="take a seat")
async def leave_pressed(interaction: Interaction, press: Press) -> None:
    """One's seats given up by button."""
    master = interaction.client.master
    loaded = await master.games.by_id(press.game_id, interaction.user.id)
    await show_lobby(interaction, await left(interaction, loaded))


@reacts_to("call", right="take a seat")
async def call_pressed(interaction: Interaction, press: Press) -> None:
    """A call in the auction for a side, or without one the others have it."""
    master = interaction.client.master
    loaded: SeatedGame = await master.games.by_id(press.game_id, interaction.user.id)
    count = read_number(press.values[0]) if press.values else None
    if press.values and count is None:
        raise TableRefusal("Choose one of the calls.")
    if press.argument == "end":
        await invite(interaction, await master.auctioning.end(loaded, actor_of(interaction)))
    else:
        await invite(interaction, await master.auctioning.call(loaded, interaction.user.id, count))


@reacts_to("start", right="start")
async def start_pressed(interaction: Interaction, press: Press) -> None:
    """The game begun by button."""
    master = interaction.client.master
    loaded = await master.games.by_id(press.game_id, interaction.user.id)
    check_can_begin(interaction, loaded.game.channel_id)
    if not await asked_about_computers(interaction, loaded):
        begun = await master.lobby.start(loaded, actor_of(interaction), cause_of(interaction))
        await change(interaction, lobby_text(begun), None, also_for_all=True)


async def asked_about_computers(interaction: Interaction, loaded: SeatedGame) -> bool:
    """Ask whether the house is to play every power, where nobody else does; gives whether there was something to ask.

    Raises NotAllowed, TableRefusal.
    """
    text = await interaction.client.master.lobby.question(loaded, actor_of(interaction))
    if text:
        view = discord.ui.View(timeout=None)
        button_row(view, loaded.game.id, LOBBY, "startalone", CONFIRM, style=discord.ButtonStyle.success)
        await say(interaction, text, view=view)
    return bool(text)


@reacts_to("startalone", right="start")
async def start_confirmed(interaction: Interaction, press: Press) -> None:
    """The game begun, with the house at every power."""
    lobby = interaction.client.master.lobby
    loaded: SeatedGame = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    check_can_begin(interaction, loaded.game.channel_id)
    begun = await lobby.start(loaded, actor_of(interaction), cause_of(interaction), is_alone=True)
    await lobby.close_invitation(begun, lobby_text(begun))
    await change(interaction, "The game begins.", None)


@reacts_to("advantages", right="give orders")
async def advantages_pressed(interaction: Interaction, press: Press) -> None:
    """The sheet on which a power's national advantages are chosen, or what was chosen on it."""
    lobby = interaction.client.master.lobby
    loaded: SeatedGame = await interaction.client.master.games.by_id(press.game_id, interaction.user.id)
    power = press.argument
    if power not in _to_choose_for(loaded, interaction.user.id):
        await show_advantage_sheet(interaction, loaded)
        return
    if press.values:
        loaded = await lobby.choose_advantages(loaded, interaction.user.id, power, press.values)
    left = _undecided(loaded, interaction.user.id)
    text, view = advantage_sheet(loaded, interaction.user.id, left[0] if left and press.values else power)
    await change(interaction, text, view)
    if press.values and not left:
        await invite(interaction, loaded)


async def show_advantage_sheet(interaction: Interaction, loaded: SeatedGame) -> None:
    """The sheet of one's first power without advantages; raises TableRefusal where nothing is to be chosen."""
    mine = _to_choose_for(loaded, interaction.user.id)
    text, view = advantage_sheet(loaded, interaction.user.id, (*_undecided(loaded, interaction.user.id), *mine)[0])
    await say(interaction, text, view=view)


def _to_choose_for(loaded: SeatedGame, user_id: int) -> tuple[str, ...]:
    """The powers of a user, who chooses their advantages; raises TableRefusal where nothing is to be chosen."""
    if loaded.game.status != "lobby":
        raise TableRefusal("The game has begun. See the national advantages with /game status.")
    if not plan_of(loaded.game).by_players:
        raise TableRefusal("This game doesn't let players choose national advantages.")
    mine = loaded.powers_of(user_id)
    if not mine:
        raise NotAllowed("Take a seat first, then choose your powers' advantages.")
    return mine


def _undecided(loaded: SeatedGame, user_id: int) -> list[str]:
    mine = loaded.powers_of(user_id)
    return [power for power in plan_of(loaded.game).undecided(load_setup(loaded.game.setup)) if power in mine]


def advantage_sheet(loaded: SeatedGame, user_id: int, power: str) -> tuple[str, discord.ui.View]:
    """A power's table of national advantages with a menu to choose from, and buttons for one's other powers."""
    edition = load_setup(loaded.game.setup)
    plan = plan_of(loaded.game)
    book = load_rulebook()
    mine = plan.chosen.get(power, ())
    table = [(each, book.rule(each.rule).sentence) for each in advantages_of(edition, power)]
    names = " and ".join(each.name for each, _ in table if each.id in mine)
    lines = [f"**{edition.power[power].name}**: {f'you have chosen {names}' if names else f'choose {plan.each}'}."]
    lines += [f"• **{each.name}**: {sentence}" for each, sentence in table]
    lines.append("You can change your choice until the game begins.")
    view = discord.ui.View(timeout=None)
    entries = [Entry(each.name, each.id, sentence, each.id in mine) for each, sentence in table]
    title = f"Choose {plan.each} for {edition.power[power].called}"
    deed = f"advantages.{power}"
    select_row(view, loaded.game.id, LOBBY, deed, title, entries, min_values=plan.each, max_values=plan.each)
    for other in (p for p in edition.turn_order if loaded.seats.get(p) == user_id and p != power):
        button_row(view, loaded.game.id, LOBBY, f"advantages.{other}", edition.power[other].name)
    return "\n".join(lines), view
