"""What the house has thought out for a power, and how it is carried out: by ordinary orders (ASY-65)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from computer import VERSION
from engine import GameState, Refusal, StaleDecision
from engine.ask import Orders
from engine.facts.board import PowerId
from engine.state.words import listed, phase_name, whose
from gamemaster.announcements.absence import done_by_default
from gamemaster.house.telling import is_told
from gamemaster.keys import phase_key, round_of
from gamemaster.orders.by_default import end_by_default
from gamemaster.orders.drafts import Draft, answer_standing, decide
from gamemaster.orders.loading import LoadedGame
from gamemaster.outbox.posts import post
from gamemaster.roles import SeatedGame
from gamemaster.table_settings import StandIn, stood_in_for, table_settings_of
from store import Auto, JsonObject, NewMessage, WriteTransaction
from store.house import Reasons, keep_house

AUTO: Auto = "computer"
CAUSE = "computer."
OVERTAKEN = "The game has gone on while the house thought."
GIVEN = "The table gave it that power."
"""By what right the house orders."""


@dataclass(frozen=True)
class HousePlan:
    """What the house orders next, made for the game as it was after an entry of the log.

    why: for each order what it aims at, its odds, gain and risk. is_least: it found nothing to order that the rules
    allow, so that the game goes on by the printed defaults. is_cut_off: time was up before it had weighed all.
    tells_so: the table is told, once in a turn.
    """

    power: str
    level: str
    seed: int
    seq: int
    why: tuple[JsonObject, ...] = ()
    is_least: bool = False
    is_cut_off: bool = False
    tells_so: bool = False

    @property
    def cause(self) -> str:
        """The same for all processes that think of the same position, so that one alone carries it out."""
        return f"{CAUSE}{self.seq}{'.least' if self.is_least else ''}"

    @classmethod
    def of(cls, stored: JsonObject | None) -> HousePlan | None:
        """The plan as an open roll keeps it."""
        return cls(**{**stored, "why": tuple(stored["why"])}) if stored else None

    def reasons(self, before: LoadedGame, done: int) -> Reasons | None:
        """Why what was carried out of it was ordered or answered, None where there is nothing to tell of it.

        `before` is the game before that.
        """
        why = [each for each in _as_far_as(self.why, done) if is_told(each)]
        body = {"power": self.power, "level": self.level, "seed": self.seed, "version": VERSION, "why": why}
        body |= {"cut_off": True} if self.is_cut_off else {}
        return Reasons(before.game.seq + 1, phase_key(before.running), body) if why or self.is_cut_off else None


def _as_far_as(why: Sequence[JsonObject], done: int) -> Sequence[JsonObject]:
    """Why so many of the orders were given.

    Where others were to follow, each is told alone: it may have been left to one of those to tell them together.
    """
    if done >= len(why):
        return why
    return [{key: value for key, value in each.items() if key != "told"} for each in why[:done]]


def played_by_the_house(loaded: LoadedGame) -> dict[str, str]:
    """What the house plays now (power to level): powers without a player, and those for whose player it stands in."""
    state = loaded.running
    return {**loaded.house, **stood_in_for(loaded, state.round, state.power)}


def is_left_alone(seated: SeatedGame) -> bool:
    """Whether no power has a player who plays it; who is away for a turn is there again after it."""
    away = {(each.power, each.user_id) for each in table_settings_of(seated.game).stand_ins if not each.turn}
    return set(seated.seats.items()) <= away


def stood_in(seated: SeatedGame, state: GameState, user_id: int) -> tuple[PowerId, ...]:
    """The powers of a user for whom the house plays, or will play in their next turn."""
    standing = {each.power for each in stand_ins_but(seated, state, ()) if each.user_id == user_id}
    return tuple(power for power in seated.powers_of(user_id) if power in standing)


def back_with(loaded: LoadedGame, user_id: int) -> tuple[PowerId, ...]:
    """The powers of a user that are theirs again with an order while the house plays any of them (ASY-66)."""
    state, mine = loaded.running, loaded.powers_of(user_id)
    is_playing = not stood_in_for(loaded, state.round, state.power).keys().isdisjoint(mine)
    return stood_in(loaded, state, user_id) if is_playing else ()


def back_told(loaded: LoadedGame, user_id: int) -> list[NewMessage]:
    """What the table is told where a player plays again who orders something."""
    return [post(loaded, back_text(loaded, user_id, powers))] if (powers := back_with(loaded, user_id)) else []


def back_text(loaded: LoadedGame, user_id: int, powers: Collection[PowerId]) -> str:
    """ "@Ben is back and plays Germany and Japan again"."""
    edition = loaded.running.edition
    return f"<@{user_id}> is back and plays {listed(edition.power[power].called for power in powers)} again (ASY-66)."


async def give_back(write: WriteTransaction, loaded: LoadedGame, user_id: int) -> None:
    """Let a player who orders something play again; call `commit_turn` first."""
    if powers := back_with(loaded, user_id):
        await keep_stand_ins(write, loaded, stand_ins_but(loaded, loaded.running, powers))


def stand_ins_but(seated: SeatedGame, state: GameState, powers: Collection[PowerId]) -> tuple[StandIn, ...]:
    """For whom the house plays on, or will, apart from some powers and from turns that are over."""
    order = state.edition.turn_order
    now = state.round, order.index(state.power)
    return tuple(
        each
        for each in table_settings_of(seated.game).stand_ins
        if each.power not in powers
        and seated.seats.get(each.power) == each.user_id
        and (not each.turn or (round_of(f"{each.turn}."), order.index(each.power)) >= now)
    )


def given_time_anew(loaded: LoadedGame) -> tuple[StandIn, ...]:
    """For whom the house plays on; not in a turn that it took over as the time was up, and that has time again.

    Nor in turns before, to which the game may be put back.
    """
    settings, now = table_settings_of(loaded.game), loaded.running
    if settings.ended_by != "house":
        return settings.stand_ins
    kept = stand_ins_but(loaded, now, ())
    return tuple(each for each in kept if each.turn != f"{now.round}.{now.power}")


async def keep_stand_ins(write: WriteTransaction, loaded: LoadedGame, stand_ins: Sequence[StandIn]) -> None:
    """Keep for whom the house plays; call `commit_turn` first."""
    settings = replace(table_settings_of(loaded.game), stand_ins=tuple(stand_ins))
    await write.change_game(loaded.game.id, customs=settings.stored)
    await keep_house(write, loaded.game.id, {**loaded.house, **{each.power: each.level for each in stand_ins}})


def carry_out(
    plan: HousePlan,
    actions: tuple[Mapping[str, object], ...],
    loaded: LoadedGame,
    draft: Draft,
    orders: Mapping[str, Orders],
) -> None:
    """Order after order, until others must choose; what follows one that is refused is thought out anew.

    Raises StaleDecision where the game has gone on or another plays the power now, and Refusal where not even the
    first order is allowed.
    """
    if loaded.game.seq != plan.seq or played_by_the_house(loaded).get(plan.power) != plan.level:
        raise StaleDecision(OVERTAKEN)
    if plan.is_least:
        _do_the_least(plan.power, draft, orders)
        return
    phase = phase_key(draft.state)
    for action in actions:
        try:
            draft.apply(plan.power, action, AUTO)
        except Refusal:
            if not draft.entries:
                raise
            return
        draft.line_ends.append(len(draft.entries))
        answer_standing(draft, orders)
        if draft.state.requests or draft.state.winner or phase_key(draft.state) != phase:
            return


def _do_the_least(power: str, draft: Draft, orders: Mapping[str, Orders]) -> None:
    """The printed answers to all that the power is asked, or else the end of its phase by default."""
    if not draft.state.requests:
        end_by_default(draft, (power,), orders)
        return
    for request in draft.state.requests:
        if power in request.powers and power not in request.answers:
            draft.apply(power, decide(request, power, "default"), "default")
            answer_standing(draft, orders)
            return
    raise StaleDecision(OVERTAKEN)


def cut_off_told(loaded: LoadedGame) -> str:
    """What the table is told where the house had no time to weigh all; `loaded` is the game before it."""
    state = loaded.running
    what = f"{whose(state.edition.power[state.power].called)} {phase_name(state.phase)}"
    told = "so it plays the best that it had found by then, and does so for the rest of this turn"
    return f"The house ran out of time in {what}, {told} (ASY-65)."


def least_told(loaded: LoadedGame, draft: Draft) -> str:
    """What the table is told where the house went on by default; `loaded` is the game before it."""
    state = loaded.running
    what = f"{whose(state.edition.power[state.power].called)} {phase_name(state.phase)}"
    text = f"The house found nothing of its own to order in {what}, so it went on by default (ASY-65)."
    return f"{text} {done_by_default(draft)}".rstrip()
