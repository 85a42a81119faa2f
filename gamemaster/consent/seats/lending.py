"""Lending one's own seat: a deputy plays whole turns, until its owner takes it back (ASY-63)."""

from __future__ import annotations

from engine.state.words import first_upper
from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.seats.handing_over import asks_receiver, check_can_give, players_before
from gamemaster.consent.seats.seating import check_running, named, owes, seat
from gamemaster.consent.stakes import Stakes
from gamemaster.errors import NotAllowed


async def _lend_title(case: Case) -> str:
    return f"lend {named(case.loaded, case.body['powers'])} to <@{case.body['user_id']}>"


async def _lend_summary(case: Case) -> str:
    return (
        "Whoever agrees plays meanwhile, gives the orders, sees those of the open phase and the standing orders, "
        f"and can use `/dossier`. {case.actor.name} takes it back at any time with `/deputy end`."
    )


async def _lend(case: Case, consent: str) -> None:
    powers, user, owner = case.body["powers"], case.body["user_id"], case.actor
    plays = "is" if len(powers) == 1 else "are"
    text = (
        f"{first_upper(named(case.loaded, powers))} {plays} now played by <@{user}> for {owner.name}, until either of "
        f"them uses `/deputy end` ({consent.removesuffix('.')})."
    )
    await seat(case, powers, user, text, {user} if owes(case, powers) else (), owner.user_id)


async def _check_return(case: Case) -> None:
    check_running(case.loaded)
    if not _lent(case):
        raise NotAllowed(
            "You haven't lent a seat in this game, and you aren't playing anybody else's. Nothing changed."
        )


def _lent(case: Case) -> tuple[str, ...]:
    """The powers that the user lent, or else those that one other lent to them."""
    loaded, user = case.loaded, case.actor.user_id
    owners = [user, *(owner for power, owner in loaded.lenders.items() if loaded.seats[power] == user)]
    return next(filter(None, map(loaded.lent_by, owners)), ())


def _asks_nobody(_: Case, __: Stakes) -> frozenset[int]:
    return frozenset()


async def _return_title(case: Case) -> str:
    return f"give {named(case.loaded, _lent(case))} back"


async def _return_summary(_: Case) -> str:
    return "The owner plays again."


async def _return(case: Case, _: str) -> None:
    """The owner plays again, and hears of it where the game waits for them now."""
    powers, user = _lent(case), case.actor.user_id
    owner = case.loaded.lenders[powers[0]]
    plays = "is" if len(powers) == 1 else "are"
    text = f"{first_upper(named(case.loaded, powers))} {plays} played by <@{owner}> again (ended by {case.actor.name})."
    await seat(case, powers, owner, text, {owner} - {user} if owes(case, powers) else ())


LENDING = DeedKind(
    "lend a seat",
    "`/deputy lend`",
    players_before,
    check_can_give,
    asks_receiver,
    _lend_title,
    _lend_summary,
    _lend,
    is_personal=True,
    is_of_each=True,
)
RETURNING = DeedKind(
    "return a seat",
    "`/deputy end`",
    lambda loaded, _: str(sorted(loaded.lenders.items())),
    _check_return,
    _asks_nobody,
    _return_title,
    _return_summary,
    _return,
)
