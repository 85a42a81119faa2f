"""Doing a deed, or asking those who must consent to it first; agreeing, refusing, withdrawing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from engine import Refusal, state_from_json
from gamemaster.announcements.announcer import Announcer
from gamemaster.consent.cards import LONGEST_SUMMARY, card, closed_card, not_done
from gamemaster.consent.closing import close_stale, is_stale, overtaken
from gamemaster.consent.kinds import A_DAY, Case, DeedKind
from gamemaster.consent.registry import KINDS
from gamemaster.consent.stakes import Stakes, stakes_in
from gamemaster.errors import CannotBeDone, NotAllowed, TableRefusal
from gamemaster.narration import split_lines
from gamemaster.narration.phrases import lines_within
from gamemaster.orders.loading import LoadedGame, Loader
from gamemaster.orders.saving import Saving
from gamemaster.outbox.posts import post
from gamemaster.roles import Actor, check_may
from store import AlreadyDone, Clock, JsonObject, NewProposal, Proposal, ProposalStatus, Store, WriteTransaction

Answer = Literal["agree", "refuse", "withdraw"]
T = TypeVar("T")


@dataclass(frozen=True)
class Asked:
    """What became of a wish: it is done, or these users are asked (since a while ago, where it had been asked)."""

    users: tuple[int, ...] = ()
    since: int | None = None


class Consent:
    """The use cases of deeds that may need consent."""

    def __init__(self, store: Store, loader: Loader, announcer: Announcer, saving: Saving, clock: Clock) -> None:
        self._store = store
        self._loader = loader
        self._announcer = announcer
        self._saving = saving
        self._clock = clock

    async def wish(self, game_id: int, actor: Actor, name: str, body: JsonObject, cause: str) -> Asked:
        """Do a deed, or post a card that asks for consent; raises NotAllowed, TableRefusal."""

        async def attempt(write: WriteTransaction) -> Asked:
            case = await self._case(write, game_id, actor, body, cause)
            kind = KINDS[name]
            check_may(kind.deed, actor, case.loaded)
            before = [each for each in await write.proposals(game_id) if each.kind == name]
            if repeated := [each for each in before if each.cause == cause]:
                return Asked(repeated[0].asked)
            await kind.check(case)
            asked = kind.asks(case, await stakes_in(write, case.loaded))
            if asked:
                return await self._ask(case, name, asked, before)
            await self._perform(case, kind, "")
            return Asked()

        try:
            return await self._saved(game_id, attempt)
        except AlreadyDone:
            return Asked()

    async def answer(self, game_id: int, proposal_id: int, actor: Actor, answer: Answer, cause: str) -> str:
        """Agree to a proposal, refuse it, or withdraw one's own; gives what has happened as a sentence.

        Raises NotAllowed, TableRefusal.
        """

        async def attempt(write: WriteTransaction, cannot: CannotBeDone | None = None) -> str:
            proposal = next((each for each in await write.proposals(game_id) if each.id == proposal_id), None)
            if proposal is None:
                raise TableRefusal("I can't find that question in this game.")
            proposer = Actor(proposal.proposer_id, proposal.proposer_name)
            case = await self._case(write, game_id, proposer, proposal.body, cause, proposal_id)
            if proposal.status != "open" or is_stale(case.loaded, proposal):
                return await self._too_late(case, proposal)
            if answer == "withdraw":
                return await self._withdraw(case, proposal, actor)
            if cannot:
                await _end(case, proposal, "stale", f"{actor.name} {not_done(str(cannot))}", actor)
                return f"You {not_done(str(cannot))}"
            return await self._decide(case, proposal, actor, answer)

        try:
            return await self._saved(game_id, attempt)
        except CannotBeDone as cannot:
            why = cannot
        return await self._saved(game_id, lambda write: attempt(write, why))

    async def _ask(self, case: Case, name: str, asked: frozenset[int], before: Sequence[Proposal]) -> Asked:
        kind, loaded = KINDS[name], case.loaded
        standing = [each for each in before if each.status == "open" and not is_stale(loaded, each)]
        same = next((each for each in standing if _is_same(each, case)), None)
        if same is not None and (kind.silence is None or self._clock() < same.created_at + kind.silence):
            return Asked(tuple(sorted(asked)), same.created_at)
        if same is not None:
            await _end(case, same, "agreed", "Nobody answered, so it was done.")
            agreed = replace(case, proposal=same.id)
            await self._perform(agreed, kind, f"Nobody has answered since <t:{same.created_at}:f>.")
            return Asked()
        others_too = () if kind.is_of_each else standing  # Who asks for a seat too wants it for themselves.
        if theirs := next((each for each in others_too if _is_asked_for_it(each, case)), None):
            proposer = Actor(theirs.proposer_id, theirs.proposer_name)
            await self._decide(replace(case, actor=proposer, proposal=theirs.id), theirs, case.actor, "agree")
            return Asked()
        self._check_not_refused(case, kind, before)
        await case.write.commit_turn(loaded.game.id, loaded.game.version)
        for each in (each for each in standing if not kind.is_of_each or each.proposer_id == case.actor.user_id):
            await _end(case, each, "replaced", f"{case.actor.name} is asking for something else below instead.")
        await self._propose(case, name, asked)
        return Asked(tuple(sorted(asked)))

    async def _propose(self, case: Case, name: str, asked: frozenset[int]) -> None:
        kind, loaded = KINDS[name], case.loaded
        summary = await kind.summary(case)
        new = NewProposal(
            game_id=loaded.game.id,
            kind=name,
            proposer_id=case.actor.user_id,
            proposer_name=case.actor.name,
            body=case.body,
            made_for=kind.made_for(loaded, case.body),
            asked=tuple(sorted(asked)),
            text=await self._question(case, kind, summary),
            cause=case.cause,
        )
        number = await case.write.add_proposal(new)
        whole = [post(loaded, part) for part in split_lines(summary)] if len(summary) > LONGEST_SUMMARY else []
        await case.write.outbox.enqueue(loaded.game.id, [*whole, card(loaded, number, new.text, asked)])

    async def _question(self, case: Case, kind: DeedKind, summary: str) -> str:
        name = case.actor.name
        wish = f"{name} asks to {await kind.title(case)}."
        summary = "\n".join(lines_within(summary.split("\n"), LONGEST_SUMMARY, "lines"))
        others = "" if kind.is_personal else ", or a server manager who hasn't played here"
        may = f"One of those asked can agree{others}. The game goes on meanwhile."
        if kind.silence is not None:
            may += f" If nobody answers by <t:{self._clock() + kind.silence}:f>, {name} can do it with {kind.command}."
        return f"{wish}\n{summary}\n{may}"

    def _check_not_refused(self, case: Case, kind: DeedKind, before: Sequence[Proposal]) -> None:
        """Nobody is asked the same thing again and again."""
        made_for, now = kind.made_for(case.loaded, case.body), self._clock()
        for each in before:
            again = (each.closed_at or 0) + A_DAY
            if each.status == "refused" and _is_same(each, case) and each.made_for == made_for and now < again:
                raise TableRefusal(f"<@{each.closed_by}> refused that. You can ask again <t:{again}:R>.")
            if kind.is_of_each and each.status == "withdrawn" and _is_same(each, case) and now < again:
                raise TableRefusal(f"You withdrew that. You can ask again <t:{again}:R>.")

    async def _decide(self, case: Case, proposal: Proposal, actor: Actor, answer: Answer) -> str:
        kind = KINDS[proposal.kind]
        stakes = await stakes_in(case.write, case.loaded)
        who = _who_may(actor, proposal, stakes, kind.asks(case, stakes), is_personal=kind.is_personal)
        if answer == "refuse":
            text = f"{who} refused to {await kind.title(case)}."
            await _end(case, proposal, "refused", f"{who} refused.", actor)
            told = post(case.loaded, f"<@{proposal.proposer_id}> {text}", ping=[proposal.proposer_id])
            await case.write.outbox.enqueue(case.loaded.game.id, [told])
            return "You refused. I've told the table."
        try:
            await kind.check(case)
            await _end(case, proposal, "agreed", f"{who} agreed.", actor)
            await self._perform(case, kind, f"{who} agreed.")
        except (Refusal, TableRefusal) as no:
            raise CannotBeDone(no.message if isinstance(no, Refusal) else str(no)) from no
        return "You agreed. I've told the table."

    async def _withdraw(self, case: Case, proposal: Proposal, actor: Actor) -> str:
        if actor.user_id != proposal.proposer_id:
            raise NotAllowed(f"Only {proposal.proposer_name} can withdraw that.")
        await _end(case, proposal, "withdrawn", f"{actor.name} withdrew this.", actor)
        return "Withdrawn."

    async def _too_late(self, case: Case, proposal: Proposal) -> str:
        """What became of a proposal that is no longer open; where the game has gone on, what it would mean now."""
        by = f"<@{proposal.closed_by}>" if proposal.closed_by else "Somebody"
        if proposal.status in _ENDED:
            return f"{_ENDED[proposal.status].format(by=by)} Nothing else changed."
        kind, told = KINDS[proposal.kind], overtaken(case.loaded, proposal)
        await _end(case, proposal, "stale", told)
        try:
            await kind.check(case)
        except (Refusal, TableRefusal):
            return told
        return f"{told}\nAs the game stands now, to {await kind.title(case)}:\n{await kind.summary(case)}"

    async def _perform(self, case: Case, kind: DeedKind, consent: str) -> None:
        """Do it, and close what it overtakes; the state is read past the loader, which keeps only what is saved."""
        await kind.perform(case, consent)
        game = await case.write.game(case.loaded.game.id)
        seats = {seat.power: seat.user_id for seat in await case.write.seats(game.id)}
        state = case.loaded.state
        if game.started_at and (state is None or game.seq != case.loaded.game.seq):
            state = await asyncio.to_thread(state_from_json, (await case.write.latest_state(game.id)).body)
        await close_stale(case.write, LoadedGame(game, seats, state))

    async def _case(
        self, write: WriteTransaction, game_id: int, actor: Actor, body: JsonObject, cause: str, proposal: int = 0
    ) -> Case:
        loaded = await self._loader.with_reading(write, await write.game(game_id))
        return Case(write, self._loader, self._announcer, loaded, actor, body, cause, self._clock(), proposal)

    async def _saved(self, game_id: int, attempt: Callable[[WriteTransaction], Awaitable[T]]) -> T:
        async def once() -> T:
            async with self._store.write() as write:
                return await attempt(write)

        result = await self._saving.until_saved(game_id, once)
        with self._saving.roll_on_record(game_id):
            await self._saving.settle(game_id)
        self._announcer.wake()
        return result


_ENDED = {
    "agreed": "{by} has already agreed to that.",
    "refused": "{by} has already refused that.",
    "withdrawn": "{by} withdrew that.",
    "replaced": "A newer question has replaced that one.",
}


async def _end(case: Case, proposal: Proposal, status: ProposalStatus, how: str, by: Actor | None = None) -> None:
    """Close a proposal with its card, if it is still open."""
    if await case.write.close_proposal(proposal.id, status, by.user_id if by else None):
        await case.write.outbox.enqueue(case.loaded.game.id, [closed_card(case.loaded, proposal, how)])


def _is_same(proposal: Proposal, case: Case) -> bool:
    return proposal.proposer_id == case.actor.user_id and dict(proposal.body) == dict(case.body)


def _is_asked_for_it(proposal: Proposal, case: Case) -> bool:
    """Whether somebody wishes just what another has asked them to agree to."""
    return case.actor.user_id in proposal.asked and dict(proposal.body) == dict(case.body)


def _who_may(actor: Actor, proposal: Proposal, stakes: Stakes, asked: frozenset[int], *, is_personal: bool) -> str:
    """The name of a user who may consent, with their role; raises NotAllowed for all others."""
    if actor.user_id in asked:
        return actor.name
    names = " or ".join(f"<@{user}>" for user in sorted(asked)) or "nobody"
    if is_personal:
        raise NotAllowed(f"Only {names} can answer that.")
    if actor.manages_server and not stakes.has_stake(actor.user_id) and actor.user_id != proposal.proposer_id:
        return f"{actor.name}, a server manager,"
    raise NotAllowed(f"Only {names}, or a server manager who hasn't played here, can answer that.")
