"""A game in which computer players sit: what they order is applied, written down, and counted where it is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Protocol, runtime_checkable

from computer.seeding import SeededDice, Story, chance_of
from computer.seeing import seen_by
from engine import GameState, Refusal, apply
from engine.ask import ABSENT, QUESTIONS, acting_powers
from engine.facts.board import PowerId
from engine.facts.parameters import PhaseId
from engine.state.questions import JsonChoice, Request, RequestId, Word

Action = Mapping[str, object]
Answer = JsonChoice | Word
ENDLESS = 4000
"""More orders and answers than a turn ever needs."""
LARGE = 250
"""On a board of more spaces a turn may take twice as long."""


@dataclass(frozen=True)
class Why:
    """Why something is ordered or answered. odds: how likely it succeeds, None where no die falls. gain, risk: in IPCs.

    falls: how likely the place where units go is lost before they move again. shields: so much of the gain is what the
    enemies can take less because of it, elsewhere too. instead: the next best, which was rejected.
    """

    aim: str
    odds: float | None = None
    gain: float | None = None
    risk: float | None = None
    falls: float | None = None
    shields: float | None = None
    instead: Why | None = None

    def rather_than(self, other: Why | None) -> Why:
        """The same with what was rejected for it."""
        return replace(self, instead=other)


@dataclass(frozen=True)
class Reply:
    """An answer, and why it is given."""

    choice: Answer
    why: Why


AGREED = Why("what those who play beside it propose")
CHOSEN = Why("the answer that is worth most")
PRINTED = Why("the printed answer")


@dataclass(frozen=True)
class Given:
    """An order that was carried out, and the dice that it used."""

    by: PowerId
    action: Action
    dice: tuple[int, ...]
    why: Why | None = None


def never() -> bool:
    """At no time."""
    return False


@dataclass
class CutOff:
    """What ends the weighing early, handed in from outside: players know no clock. is_due: whether it is time.

    has_come: it was time while there was more to weigh; then nothing more is weighed, and the best so far is played.
    """

    is_due: Callable[[], bool] = never
    has_come: bool = False

    def comes(self) -> bool:
        """Whether it is time, or was before."""
        self.has_come = self.has_come or self.is_due()
        return self.has_come


@dataclass
class Budget:
    """How many weighings are left for a turn, how many were made, and what ends them early."""

    left: int
    made: int = 0
    cut_off: CutOff = field(default_factory=CutOff)

    def take(self, count: int = 1) -> bool:
        """Whether one more may be made, or so many at once."""
        if self.left < count or self.cut_off.comes():
            return False
        self.left -= count
        self.made += count
        return True


class Player(Protocol):
    """Decides for the powers of its seat."""

    def play(self, hand: Hand) -> None:
        """Give the orders of the open phase, up to its end or to the next battle."""

    def answer(self, state: GameState, request: Request, power: PowerId, rng: Random) -> Answer:
        """Answer a question from what the power may see."""


@runtime_checkable
class Weigher(Protocol):
    """A player that says why it answers."""

    def reply(self, state: GameState, request: Request, power: PowerId) -> Reply:
        """Answer a question from what the power may see."""


@dataclass
class Seat:
    """A player at its level, and the seed by which it chooses between equals."""

    player: Player
    level: str
    seed: int
    weighings: int


@dataclass
class Table:
    """A game under way. refused: orders and answers of players that were no legal ones. is_stopped: it takes none."""

    state: GameState
    story: Story
    dice: SeededDice
    given: list[Given] = field(default_factory=list)
    refused: int = 0
    weighed: int = 0
    is_stopped: bool = False

    def accept(self, by: PowerId, action: Action, why: Why | None = None) -> bool:
        """Carry out an order; False where it is refused, which is counted, and then nothing has happened."""
        if self.is_stopped:
            return False
        is_taken = self.take(by, action, why)
        self.refused += not is_taken
        return is_taken

    def take(self, by: PowerId, action: Action, why: Why | None = None) -> bool:
        """Carry out an order if it is legal."""
        self.dice.faces = []
        try:
            self.state = apply(self.state, action, self.dice).state
        except Refusal:
            return False
        faces = tuple(self.dice.faces)
        self.story.add(by, action, faces)
        self.given.append(Given(by, action, faces, why))
        return True


class Hand:
    """What a player holds in an open phase of its turn: the position, chance, weighings, and the right to order."""

    def __init__(self, table: Table, seat: Seat, budget: Budget) -> None:
        self._table, self.budget = table, budget
        self.found = len(table.state.undo)
        """So many orders of this phase stood before it began."""
        self.power, self.phase, self._round = table.state.power, table.state.phase, table.state.round
        self.rng = chance_of(table.story, self.power, seat.level, seat.seed)

    @property
    def state(self) -> GameState:
        """The position as it is now."""
        return self._table.state

    @property
    def is_open(self) -> bool:
        """Whether orders of this phase can be given: nothing is asked, and the phase goes on."""
        state = self.state
        here = (state.round, state.power, state.phase) == (self._round, self.power, self.phase)
        return here and not (self._table.is_stopped or state.requests) and state.winner is None

    def give(self, action: Action, why: Why | None = None) -> bool:
        """Order something; False where it is refused or nothing can be ordered any more."""
        return self.is_open and self._table.accept(self.power, action, why)

    def offer(self, action: Action, why: Why | None = None) -> bool:
        """Order something if it is legal; False where it is not or nothing can be ordered any more."""
        return self.is_open and self._table.take(self.power, action, why)


def advance(table: Table, seats: Mapping[PowerId, Seat], budget: Budget) -> None:
    """Let whoever must act or choose do so, up to the end of a phase, the next battle or the next question."""
    if table.state.requests:
        answer(table, seats)
        return
    seat = seats[table.state.power]
    hand, before, weighed = Hand(table, seat, budget), len(table.given), budget.made
    seat.player.play(hand)
    table.weighed += budget.made - weighed
    if len(table.given) == before:
        raise AssertionError(f"nothing can be ordered in the {hand.phase} phase of {hand.power}")


def answer(table: Table, seats: Mapping[PowerId, Seat], power: PowerId | None = None) -> None:
    """Let a power answer the first question that it owes, or the first power that owes one."""
    request, who = owed(table.state, power)
    reply(table, seats[who], seen_by(table.state, who), request.id, who)


def reply(table: Table, seat: Seat, seen: GameState, asked: RequestId, power: PowerId) -> None:
    """Let a power answer a question from what it sees, or as printed where that is refused."""
    request = next(each for each in seen.requests if each.id == asked)
    said = {"type": "decide", "request": request.id, "power": power}
    for given in _replies(seat, seen, request, power, chance_of(table.story, power, seat.level, seat.seed)):
        if table.accept(power, {**said, "choice": given.choice}, given.why):
            return


def _replies(seat: Seat, seen: GameState, request: Request, power: PowerId, rng: Random) -> Iterator[Reply]:
    """What a seat answers, the best first: who is asked together with others agrees with what they propose."""
    is_weighing = isinstance(seat.player, Weigher)
    is_proposed = any(said != ABSENT for said in request.answers.values())
    if is_weighing and is_proposed and QUESTIONS[request.kind].answers_are_shared:
        yield Reply("agree", AGREED)
    if isinstance(seat.player, Weigher):
        yield seat.player.reply(seen, request, power)
    else:
        yield Reply(seat.player.answer(seen, request, power, rng), CHOSEN)
    yield Reply("default", PRINTED)


def owed(state: GameState, power: PowerId | None = None) -> tuple[Request, PowerId]:
    """The first open question, and who owes the answer; raises LookupError where a power owes none."""
    powers = (power,) if power else acting_powers(state)
    for request in state.requests:
        for who in powers:
            if who in request.powers and who not in request.answers:
                return request, who
    raise LookupError("nobody owes an answer")


def play_turn(
    table: Table,
    seats: Mapping[PowerId, Seat],
    last_phase: PhaseId | None = None,
    cut_off: CutOff | None = None,
) -> None:
    """Play the turn of the power on turn to its end or that of a phase, the answers of all others included."""
    whose, before = _turn(table.state), len(table.given)
    budget = Budget(seats[table.state.power].weighings, cut_off=cut_off or CutOff())
    phases = table.state.edition.parameters.turn.phases_of(table.state.power)
    left = phases[phases.index(table.state.phase) : phases.index(last_phase) + 1] if last_phase else phases
    while table.state.winner is None and _turn(table.state) == whose and table.state.phase in left:
        advance(table, seats, budget)
        if len(table.given) - before > ENDLESS:
            raise AssertionError(f"the turn of {whose[1]} does not end")


def _turn(state: GameState) -> tuple[int, PowerId]:
    return state.round, state.power


def is_large(state: GameState) -> bool:
    """Whether a turn on this board may take twice as long."""
    return len(state.edition.board.neighbours) > LARGE
