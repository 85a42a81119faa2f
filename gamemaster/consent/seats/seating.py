"""What all deeds share by which seats change hands: who sits down, what the table is told, the call for players."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from engine import load_setup
from engine.facts.edition import Edition
from engine.state.words import first_upper, listed
from gamemaster.consent.kinds import Case
from gamemaster.errors import NotAllowed, TableRefusal
from gamemaster.gathering import Gathering
from gamemaster.house.alone import JOINED, how_to_go_on, with_a_player
from gamemaster.keys import Button
from gamemaster.lobby.gathering.guests import check_invited, gathering_of, with_gathering
from gamemaster.lobby.gathering.waiting import asked_first
from gamemaster.lobby.opening import check_seats
from gamemaster.lobby.places.ground import calling_place
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.loading import LoadedGame
from gamemaster.outbox.posts import edit, post
from gamemaster.roles import SeatedGame, is_host
from gamemaster.table_settings import Alone, table_settings_of
from gamemaster.views.visible import acting_for_all
from store import NewMessage
from store.house import keep_house

CALL = "call"
"""The role of the post that calls for players."""
LONGEST_LABEL = 80


def edition_of(loaded: SeatedGame) -> Edition:
    """The edition of a game."""
    return load_setup(loaded.game.setup)


def named(loaded: SeatedGame, powers: Collection[str]) -> str:
    """ "Germany and Japan", in the order of turns."""
    edition = edition_of(loaded)
    return listed(edition.power[power].called for power in edition.turn_order if power in powers)


def check_running(loaded: LoadedGame) -> None:
    """Raise NotBegun in the lobby, TableRefusal once the game is over."""
    _ = loaded.running
    if loaded.game.status != "running":
        raise TableRefusal("This game is over, so its seats stay as they are.")


def check_is_own(case: Case, powers: Collection[str]) -> None:
    """Raise NotAllowed, TableRefusal for powers that are not the player's to give away."""
    loaded, user = case.loaded, case.actor.user_id
    if not powers or set(powers) - set(loaded.powers_of(user)):
        raise NotAllowed("You can give away only your own powers. Nothing changed.")
    if lenders := [loaded.lenders[power] for power in powers if power in loaded.lenders]:
        raise TableRefusal(f"You only play it for <@{lenders[0]}>. `/deputy end` gives it back (ASY-63).")


async def check_can_sit(case: Case, user_id: int, powers: Collection[str]) -> None:
    """Raise NotAllowed, TableRefusal for a user who may not play these powers: of one side, and never on the other.

    At a table by invitation the hosts alone seat others than those who are invited.
    """
    if not is_host(case.actor, case.loaded):
        check_invited(case.loaded, user_id)
    edition = edition_of(case.loaded)
    former = {seat.power for seat in await case.write.former_players(case.loaded.game.id) if seat.user_id == user_id}
    sides = {edition.power[power].side for power in powers}
    if {edition.power[power].side for power in former} - sides:
        raise NotAllowed(f"<@{user_id}> has played the other side of this game and knows too much. Nothing changed.")
    kept = {power: holder for power, holder in case.loaded.seats.items() if power not in powers}
    check_seats(edition, kept, user_id, tuple(powers))


def free_seats(loaded: SeatedGame) -> dict[str, tuple[str, ...]]:
    """The powers that neither a player nor the house plays, by side."""
    found: dict[str, tuple[str, ...]] = {}
    for power in edition_of(loaded).powers_with_turns:
        if power.id not in loaded.taken:
            found[power.side] = (*found.get(power.side, ()), power.id)
    return found


async def seat(
    case: Case,
    powers: Iterable[str],
    user_id: int | None,
    text: str,
    ping: Collection[int] = (),
    lender: int | None = None,
    house: str = "",
    alone: Alone | None = None,
) -> None:
    """Give powers to a user, or to nobody, and tell the table; the panel follows where it names another player now.

    Players of a game under way are remembered as former ones. lender: whose seats they stay. house: the level at which
    the house plays them, where no user does. alone: how it plays every power from now on.
    """
    game, now = case.loaded.game, case.loaded
    changed = together(now, powers)
    seats = {power: user for power, user in now.seats.items() if power not in changed}
    deputies = {power: user for power, user in now.deputies.items() if power not in changed and user != user_id}
    lenders = {power: user for power, user in now.lenders.items() if power not in changed}
    houses = {power: level for power, level in (game.house or {}).items() if power not in changed}
    houses |= dict.fromkeys(changed, house) if house else {}
    settings = table_settings_of(game)
    # Who has their seat back one day plays it: the house stood in only for as long as they held it.
    standing = tuple(each for each in settings.stand_ins if each.power not in changed)
    changed_settings = replace(settings, stand_ins=standing, alone=alone or settings.alone)
    if user_id:
        changed_settings = with_a_player(changed_settings, game.seq)
    after = replace(
        now,
        game=replace(game, house=houses, customs=changed_settings.stored),
        seats=seats | (dict.fromkeys(changed, user_id) if user_id else {}),
        deputies=deputies,
        lenders=lenders | (dict.fromkeys(changed, lender) if lender else {}),
    )
    dossier = [Button(game.id, CALL, "dossier", "Dossier", "secondary")]
    rows = [dossier] if user_id and game.status == "running" else []
    calls, waiting = await _call_kept(case, after)
    gathering = replace(waiting, called=())
    messages = [post(now, f"{text} {_of_the_house(now, after)}".rstrip(), ping=sorted(ping), rows=rows), *calls]
    if now.state is not None and changed & {now.state.power, *acting_for_all(now.state)}:
        messages.append(case.announcer.panel_again(after, await case.loader.times(case.write, after)))
    await case.write.commit_turn(game.id, game.version, outbox=messages)
    for power in sorted(changed):
        if game.status == "running" and (former := now.seats.get(power)):
            await case.write.keep_former_player(game.id, power, former)
        await case.write.set_seat(game.id, power, user_id, lender)
    gathering = gathering if user_id is None else gathering.without_waiting(user_id)
    if gathering != gathering_of(game) or changed_settings != settings:
        await case.write.change_game(game.id, customs=with_gathering(after.game, gathering))
    await case.write.keep_fight_all(game.id, None)
    await keep_house(case.write, game.id, houses)


def _of_the_house(before: LoadedGame, after: LoadedGame) -> str:
    """What changes for a house that played alone, or that nobody else plays with any more."""
    was, now = table_settings_of(before.game).is_of_computers, table_settings_of(after.game).is_of_computers
    if was and not now:
        return JOINED
    return how_to_go_on(after) if before.seats and not after.seats and after.house and not now else ""


def together(loaded: SeatedGame, powers: Iterable[str]) -> set[str]:
    """These powers, and those that go with them."""
    return {each for power in powers for each in edition_of(loaded).played_together([power])}


async def forget_standing_orders(case: Case, powers: Collection[str]) -> None:
    """Take back the standing orders of these powers; call `seat` first. Nobody is told whether there were any."""
    for order in await case.write.standing_orders(case.loaded.game.id):
        if order.power in together(case.loaded, powers):
            await case.write.set_standing_order(case.loaded.game.id, order.power, order.domain, None)


def owes(case: Case, powers: Collection[str]) -> bool:
    """Whether the game waits for one of these powers."""
    state = case.loaded.state
    return state is not None and bool(set(powers) & set(acting_for_all(state)))


async def _call_kept(case: Case, after: LoadedGame) -> tuple[Sequence[NewMessage], Gathering]:
    """The call for players with the seats that are free now, where it stands; a new one where more are free.

    And who waits for a seat then.
    """
    waiting = gathering_of(after.game)
    if after.game.status != "running":
        return (), waiting
    was, now = free_seats(case.loaded), free_seats(after)
    if any(set(powers) - set(was.get(side, ())) for side, powers in now.items()):
        return await call(case, after)
    if was == now or await case.write.post(after.game.id, CALL) is None:
        return (), waiting
    where = await calling_place(case.write, after.game)
    kept = edit(after, _call_text(after, where), CALL, rows=_call_rows(after))
    return [replace(kept, channel_id=where)], waiting


async def call(case: Case, after: LoadedGame) -> tuple[Sequence[NewMessage], Gathering]:
    """The call for players in the channel, in place of an earlier one, and who waits for a seat from then on.

    The first who waits is asked, once. It stands beside the game's own thread, if it has one.
    """
    where = await calling_place(case.write, after.game)
    free = [power for powers in free_seats(after).values() for power in powers]
    first = asked_first(after, free, await case.write.former_players(after.game.id))
    asked = f"<@{first}>, you've been waiting for a seat, so you're asked first. " if first else ""
    ping, text = [first] if first else [], f"{asked}{_call_text(after, where)}"
    message = post(after, text, ping=ping, rows=_call_rows(after), role=CALL, instead=True)
    return [replace(message, channel_id=where)], gathering_of(after.game).without_waiting(first)


def _call_text(loaded: LoadedGame, where: int) -> str:
    """In the words of the channel in which it stands."""
    free, game = free_seats(loaded), loaded.game
    which = "" if where == game.channel_id else f" for **{as_plain_text(game.name)}** in <#{game.channel_id}>"
    if not free:
        return f"All seats have a player again{which}."
    seats = "; ".join(first_upper(named(loaded, powers)) for powers in free.values())
    return (
        f"Wanted: a new player{which}. Free: **{seats}**. Press the button to ask for it; a player of that side or the "
        "organiser has to agree. The organiser can also use `/game replace`."
    )


def _call_rows(loaded: LoadedGame) -> list[list[Button]]:
    row = [
        Button(loaded.game.id, CALL, f"takeseat.{side}", f"Take {named(loaded, powers)}"[:LONGEST_LABEL], "success")
        for side, powers in free_seats(loaded).items()
    ]
    return [row] if row else []


def decided_by(case: Case, consent: str) -> str:
    """ "decided by Anna; Ben agreed"."""
    return f"decided by {case.actor.name}" + (f"; {consent.removesuffix('.')}" if consent else "")
