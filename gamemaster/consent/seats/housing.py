"""Giving a power to the house, or taking it back from it: hosts decide, as with a replacement (ASY-65, ASY-66)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from computer.levels import AT_TABLES, LEVELS
from engine.state.words import first_upper, listed
from gamemaster.announcements.absence import is_of_computers
from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.seats.replacement import who_loses_it
from gamemaster.consent.seats.seating import decided_by, edition_of, free_seats, named, seat, together
from gamemaster.errors import TableRefusal
from gamemaster.house.alone import check_room, from_round, told_of_alone
from gamemaster.house.plan import is_left_alone
from gamemaster.lobby.auctions import auction_of
from gamemaster.lobby.gathering.guests import check_at_will
from gamemaster.lobby.opening import plan_of
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.loading import LoadedGame
from gamemaster.roles import SeatedGame, the_house
from store import JsonObject
from store.house import keep_house

ALL_AWAY = (
    "The house doesn't play alone, and it already plays for everybody else until they are back (ASY-65). Nothing "
    "changed. At least one of them has to press [I'm back] first."
)
NOT_ASKED = (
    "Then nobody but the house would play here. Use `/game house` again, and I'll ask whether that's meant (ASY-67). "
    "Nothing changed."
)
NOT_ALONE = "Who plays here has changed since I asked. Use `/game house` again. Nothing changed."
NOBODY = "nobody"
"""The level at which nobody plays."""
CHOICES = {**{name: LEVELS[name].plays for name in AT_TABLES}, NOBODY: "the power waits for a player"}
"""What can be chosen for a power, each with what it means; the weakest level first."""


def _made_for(loaded: LoadedGame, body: JsonObject) -> str:
    return f"{body['power']} of {loaded.player_of(body['power'])}"


async def _check(case: Case) -> None:
    loaded, power, level = case.loaded, case.body["power"], case.body["level"]
    edition = edition_of(loaded)
    if loaded.game.status not in ("lobby", "running"):
        raise TableRefusal("This game is over, so its seats stay as they are.")
    if level not in CHOICES:
        levels = listed(AT_TABLES, "or")
        raise TableRefusal(f"The house has no level “{as_plain_text(level)}”. Choose {levels}, or “{NOBODY}”.")
    if power not in edition.turn_order:
        choose = listed((each.called for each in edition.powers_with_turns), "or")
        raise TableRefusal(f"There is no power “{as_plain_text(power)}”. Choose {choose}.")
    powers = together(loaded, [power])
    player = next((loaded.seats[each] for each in sorted(powers) if each in loaded.seats), None)
    if player and (level == NOBODY or loaded.game.status != "running"):
        raise TableRefusal(f"<@{player}> plays {edition.power[power].called}. The house takes only free seats.")
    if loaded.house.get(power, NOBODY) == level:
        plays = "is" if len(powers) == 1 else "are"
        raise TableRefusal(f"{first_upper(named(loaded, powers))} {plays} played by {loaded.player_of(power)} already.")
    if level == NOBODY:
        return
    if loaded.state is not None:
        await _check_who_else_plays(case, powers)
    else:
        _check_lobby(loaded)


async def _check_who_else_plays(case: Case, powers: set[str]) -> None:
    loaded, is_alone = case.loaded, case.body.get("alone", False)
    kept = _kept(loaded, powers)
    if is_alone and (kept or is_of_computers(loaded)):
        raise TableRefusal(NOT_ALONE)
    if not kept and not is_of_computers(loaded) and not powers <= loaded.house.keys():
        if not is_alone:
            raise TableRefusal(NOT_ASKED)
        await check_room(case.write, loaded.game.guild_id)
    elif kept and is_left_alone(replace(loaded, seats=kept)):
        raise TableRefusal(ALL_AWAY)


def _kept(seated: SeatedGame, powers: Collection[str]) -> dict[str, int]:
    return {power: user for power, user in seated.seats.items() if power not in powers}


def is_asked_first(seated: SeatedGame, power: str, level: str) -> bool:
    """Whether the house would play every power of a running game, which nobody has confirmed yet (ASY-67)."""
    if seated.game.status != "running" or level not in AT_TABLES or power not in edition_of(seated).turn_order:
        return False
    powers = together(seated, [power])
    return not _kept(seated, powers) and not powers <= seated.house.keys() and not is_of_computers(seated)


def _check_lobby(loaded: LoadedGame) -> None:
    check_at_will(loaded)
    if auction_of(loaded.game) is not None:
        raise TableRefusal("The house can't call in an auction. To play with it, open the game without one.")
    if plan_of(loaded.game).by_players:
        raise TableRefusal(
            "The house can't choose national advantages. To play with it, open the game without them, or with “roll”."
        )


async def _title(case: Case) -> str:
    holder = case.loaded.seats.get(case.body["power"])
    instead = f" in place of <@{holder}>" if holder else ""
    return f"let {_who(case)} play {named(case.loaded, [case.body['power']])}{instead}"


def _who(case: Case) -> str:
    level = case.body["level"]
    return NOBODY if level == NOBODY else the_house(level)


async def _summary(case: Case) -> str:
    if case.body.get("alone"):
        return "Nobody else would play here: the house would play every power, a turn an hour, up to a last round."
    return "The house gives ordinary orders from what that seat may see. Anybody can take the seat later."


async def _perform(case: Case, consent: str) -> None:
    loaded, level = case.loaded, case.body["level"]
    powers = sorted(together(loaded, [case.body["power"]]) | (_free(loaded) if case.body.get("alone") else set()))
    if loaded.state is None:  # The invitation says who plays.
        await case.write.commit_turn(loaded.game.id, loaded.game.version)
        wanted = {**loaded.house, **dict.fromkeys(powers, str(level))}
        await keep_house(case.write, loaded.game.id, {each: how for each, how in wanted.items() if how != NOBODY})
        return
    plays, holder = "is" if len(powers) == 1 else "are", loaded.seats.get(case.body["power"])
    text = (
        f"{first_upper(named(case.loaded, powers))} {plays} now played by {_who(case)}"
        f"{f' in place of <@{holder}>' if holder else ''} ({decided_by(case, consent)})."
    )
    told = {holder} if holder and holder != case.actor.user_id else ()
    alone = from_round(loaded.state.round) if case.body.get("alone") else None
    if alone:
        text = f"{text} {told_of_alone(alone)}"
    await seat(case, powers, None, text, told, house="" if level == NOBODY else level, alone=alone)


def _free(loaded: LoadedGame) -> set[str]:
    return {power for powers in free_seats(loaded).values() for power in powers}


HOUSING = DeedKind(
    "give a power to the house", "`/game house`", _made_for, _check, who_loses_it, _title, _summary, _perform
)
