"""Actions carried out in memory, for whom they may be, and the answers that standing orders give."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from engine import Event, GameState, IllegalAction, Outcome, apply, event_to_json, state_to_text
from engine.ask import Orders, acting_powers, requests_of
from engine.conditions.kinds import SUBMERGE
from engine.conditions.worth import worth_of_asking
from engine.dice import NoDice
from engine.queries.standing_orders import answer_by_orders, wants_to_be_asked
from engine.state.questions import Request
from engine.state.words import listed, whose
from gamemaster.dice.rolls import Dice
from gamemaster.dice.seals import NewSeal
from gamemaster.errors import NotAllowed, RolledInVain
from gamemaster.keys import phase_key
from gamemaster.orders.fights import AHEAD, Ahead, FightAll
from gamemaster.orders.loading import EVENT_FORMAT, STATE_FORMAT, LoadedGame
from gamemaster.roles import Actor, SeatedGame
from gamemaster.table_settings import table_settings_of
from gamemaster.version import ENGINE_VERSION
from store import Auto, Entry, Game, JsonObject, LoggedRoll, NewEntry, NewState, Roll, StandingOrder

JsonAction = Mapping[str, object]
VOID = "void"


@dataclass
class Draft:
    """Actions carried out in memory, to be saved together.

    Without a seed no die is rolled: an action that goes so far raises DiceWanted. `line_ends`: how many entries there
    were after each line of a form. `seals`: what its entries seal. `fight_all`: how battles go on by themselves.
    `stored`: its last state as the store keeps it, once all is carried out.
    """

    state: GameState
    game: Game
    cause: str
    seed: bytes | None = None
    entries: list[NewEntry] = field(default_factory=list)
    line_ends: list[int] = field(default_factory=list)
    seals: tuple[NewSeal, ...] = ()
    fight_all: FightAll | None = None
    stored: NewState | None = None
    _reached: list[Outcome] = field(default_factory=list)

    @property
    def events(self) -> tuple[Event, ...]:
        """All that happened."""
        return tuple(event for outcome in self._reached for event in outcome.events)

    def phases_ended(self, start: GameState) -> Iterator[tuple[int, GameState, GameState]]:
        """The entries by which a phase is ended, with the states before and after them.

        `start` is that before the first.
        """
        before = start
        for seq, (entry, outcome) in enumerate(zip(self.entries, self._reached, strict=True), self.game.seq + 1):
            if cast("JsonObject", entry.action).get("type") == "end_phase":
                yield seq, before, outcome.state
            before = outcome.state

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """All rolls made."""
        return tuple(roll for entry in self.entries for roll in entry.rolls)

    @property
    def logged_rolls(self) -> tuple[LoggedRoll, ...]:
        """All rolls made, with the log entries they will belong to."""
        return tuple(
            LoggedRoll(roll.number, roll.cause, roll.why, roll.faces, seq)
            for seq, entry in enumerate(self.entries, start=self.game.seq + 1)
            for roll in entry.rolls
        )

    @property
    def logged(self) -> tuple[Entry, ...]:
        """All entries as the log will have them; when they were written is not known yet."""
        return tuple(
            Entry(
                game_id=self.game.id,
                seq=seq,
                by=entry.by,
                action=cast("JsonObject", entry.action),  # A draft has no JSON that is text.
                cause=entry.cause,
                cause_index=entry.cause_index,
                dice=entry.dice,
                events=tuple(cast("Sequence[JsonObject]", entry.events)),
                auto=entry.auto,
                engine_version=entry.engine_version,
                event_format=entry.event_format,
                written_at=0,
                rolled_back_by=None,
            )
            for seq, entry in enumerate(self.entries, start=self.game.seq + 1)
        )

    def apply(self, by: str, action: JsonAction, auto: Auto | None = None) -> None:
        """Carry out one action; raises Refusal, DiceWanted, and RolledInVain where it fails after it has rolled."""
        dice = self._dice()
        try:
            outcome = apply(self.state, action, dice or NoDice())
            events = [event_to_json(event) for event in outcome.events]
        except Exception as fault:
            if dice is None or not dice.rolls:
                raise
            in_vain = RolledInVain()
            self._add(by, void_action(action, in_vain), dice.rolls, Outcome(self.state, ()))
            raise in_vain from fault
        self._add(by, action, dice.rolls if dice else (), outcome, events, auto)

    def _dice(self) -> Dice | None:
        """The dice of the next entry."""
        if self.seed is None:
            return None
        step = self.game.seq + len(self.entries) + 1 if self.game.dice_method > 1 else None
        return Dice(self.seed, str(self.game.id), self.game.next_roll + len(self.rolls), self.cause, step)

    def _add(
        self,
        by: str,
        action: JsonAction,
        rolls: tuple[Roll, ...],
        outcome: Outcome,
        events: Sequence[JsonObject] = (),
        auto: Auto | None = None,
    ) -> None:
        self.entries.append(
            NewEntry(
                by=by,
                action=dict(action),
                cause=self.cause,
                cause_index=len(self.entries),
                dice=tuple(face for roll in rolls for face in roll.faces),
                events=events,
                auto=auto,
                rolls=rolls,
                engine_version=ENGINE_VERSION,
                event_format=EVENT_FORMAT,
            )
        )
        self._reached.append(outcome)
        self.state = outcome.state

    def keep_what_rolled(self) -> None:
        """Give up what follows the last line that rolled; call it only where dice were rolled."""
        rolled = max(number for number, entry in enumerate(self.entries, start=1) if entry.rolls)
        kept = next((end for end in self.line_ends if end >= rolled), len(self.entries))
        self.line_ends = [end for end in self.line_ends if end <= kept]
        del self.entries[kept:], self._reached[kept:]
        self.state = self._reached[-1].state

    def take_back_orders(self) -> None:
        """Undo all orders of the open phase, so that nothing makes them public before it ends."""
        while self.state.undo:
            self.apply(self.state.power, {"type": "undo"})


def void_action(action: JsonAction, failure: RolledInVain) -> JsonObject:
    """What is logged in place of an action that rolled and failed: it changes nothing, and its dice stay on record."""
    return {"type": VOID, "action": dict(action), "reference": failure.reference}


def stored_state(state: GameState, body: str | None = None) -> NewState:
    """A state as the store keeps it; `body` is its JSON, where it is known already."""
    acting = acting_powers(state)
    return NewState(body=body or state_to_text(state), phase_key=phase_key(state), format=STATE_FORMAT, acting=acting)


def as_player(loaded: LoadedGame, draft: Draft, actor: Actor, action: JsonAction) -> None:
    """Carry out an action of a player for the power that it means, with the answers of the player's other powers."""
    mine = loaded.powers_of(actor.user_id)
    if action.get("type") == "decide":
        _decide_as_player(loaded, draft, actor, action)
        return
    named = action.get("power")
    power = named if named and isinstance(named, str) else draft.state.power
    if power == draft.state.power:
        check_on_turn(loaded, draft.state, mine)
    elif power not in mine:
        name = draft.state.edition.power[power].called if power in draft.state.edition.power else power
        raise NotAllowed(f"You don't play {name}{_player(loaded, power)}. Nothing changed.")
    if action.get("type") == "concede":
        concede(draft, power)
        _house_concedes(loaded, draft, power)
    else:
        draft.apply(power, {**action, "power": power} if action.get("type") == "leave" else action)


def check_on_turn(loaded: SeatedGame, state: GameState, mine: Collection[str]) -> None:
    """Raise NotAllowed unless the power on turn is one of these."""
    if state.power not in mine:
        turn = f"It is {whose(state.edition.power[state.power].called)} turn"
        raise NotAllowed(f"{turn}{_player(loaded, state.power)}. Nothing changed.")


def _player(loaded: SeatedGame, power: str) -> str:
    user = loaded.seats.get(power)
    return f" (<@{user}>)" if user else ""


def concede(draft: Draft, power: str, auto: Auto | None = None) -> None:
    """Be ready to concede; a war that is over by it ends on the board that everybody sees."""
    action = {"type": "concede", "power": power}
    if apply(draft.state, action, NoDice()).state.winner:
        draft.take_back_orders()
    draft.apply(power, action, auto)


def _house_concedes(loaded: SeatedGame, draft: Draft, power: str) -> None:
    """The house follows once all players of its side are ready to concede: they alone decide (GEN-34, ASY-65)."""
    edition = draft.state.edition
    side = (each for each in edition.powers_with_turns if each.side == edition.power[power].side and not each.acts_with)
    left = [each.id for each in side if each.id not in draft.state.conceded]
    if all(each in loaded.house for each in left):
        for each in left:
            concede(draft, each, "computer")


def _decide_as_player(loaded: LoadedGame, draft: Draft, actor: Actor, action: JsonAction) -> None:
    """Answer a question; a player with several powers in a joint defence answers for all of them at once.

    A deputy who is asked too names the power of the other player (ASY-05).
    """
    state = draft.state
    asked = [
        r for r in state.requests if action.get("request") in (None, r.id) and action.get("kind") in (None, r.kind)
    ]
    asked = [r for r in asked if action.get("space") in (None, r.space)]
    able, named = loaded.answers_for(actor.user_id), action.get("power")
    powers = {power for r in asked for power in r.powers}
    of_whom = [power for power in able if power == named] or loaded.answering_in(actor.user_id, powers)
    mine = [power for power in able if of_whom and loaded.seats.get(power) == loaded.seats.get(of_whom[0])]
    owed = [(r, power) for r in asked for power in mine if power in r.powers and power not in r.answers]
    if asked and not owed:
        _answer_anew(draft, mine, asked, action["choice"])
        return
    if not owed:
        draft.apply(able[0] if able else state.power, action)
        return
    request, power = owed[0]
    draft.apply(power, decide(request, power, action["choice"]))
    for other in mine:
        still = draft.state.request(request.id)
        if still and other in still.powers and other not in still.answers:
            draft.apply(other, decide(request, other, "agree" if action["choice"] != "default" else "default"))


def _answer_anew(draft: Draft, mine: Sequence[str], asked: Sequence[Request], choice: object) -> None:
    """Put another answer in place of the one that was given, as long as others are still to answer (ASY-06)."""
    before = draft.state
    request = next((each for each in asked if set(mine) & set(each.powers)), None)
    if request is None:
        names = listed(before.edition.power[power].called for power in asked[0].powers)
        raise NotAllowed(f"That question is for {names}. Nothing changed.")
    for power in mine:
        if power in request.powers:
            draft.apply(power, decide(request, power, choice))
    if draft.state.requests == before.requests:
        raise NotAllowed("You've already given that answer. Nothing else changed; the others still have to answer.")


def decide(request: Request, power: str, choice: object) -> JsonAction:
    return {"type": "decide", "request": request.id, "power": power, "choice": choice}


def only_question_to(state: GameState, powers: Iterable[str]) -> Request | None:
    """The next open question, if all that are open are to these powers."""
    mine = set(powers)
    if not state.requests or state.battle is None or not all(set(r.powers) <= mine for r in state.requests):
        return None
    return state.requests[0]


def standing_orders(rows: Iterable[StandingOrder], phase: str = "") -> dict[str, Orders]:
    """Standing orders by power and domain, with the answers that were given ahead for battles of a phase."""
    found: dict[str, dict[str, Sequence[str]]] = {}
    answered: dict[str, Sequence[str]] = {}
    for row in rows:
        if row.domain == AHEAD:
            answered[row.power] = row.order
        else:
            found.setdefault(row.power, {})[row.domain] = row.order
    given = {power: Ahead.of(list(kept), phase) for power, kept in answered.items() if phase}
    return {**found, **{power: ahead.with_standing(found.get(power, {})) for power, ahead in given.items()}}


def answer_standing(draft: Draft, orders: Mapping[str, Orders]) -> None:
    """Answer every open question that a standing order answers, or that is worth too little to be asked (ASY-62), and
    those that follow from it.
    """
    answered = True
    while answered:
        answered = _answer_small(draft, orders)
        for power, order in orders.items():
            for request in requests_of(draft.state, power):
                choice = answer_by_orders(draft.state, request, power, order)
                if choice is None:
                    continue
                try:
                    draft.apply(power, decide(request, power, choice), "order")
                except IllegalAction:
                    continue
                answered = True
                break


def _answer_small(draft: Draft, orders: Mapping[str, Orders]) -> bool:
    """Give the printed default to a question that isn't worth asking at this table, and that no order is for."""
    settings = table_settings_of(draft.game)
    for request in draft.state.requests if settings.ask_from else ():
        if request.kind == SUBMERGE and settings.asks_all_dives:
            continue
        left = [orders.get(power, {}) for power in request.powers]
        if request.answers or any(
            _says(draft.state, request, *each) for each in zip(request.powers, left, strict=True)
        ):
            continue
        worth = worth_of_asking(draft.state, request)
        if worth is not None and worth < settings.ask_from:
            for power in request.powers:
                draft.apply(power, decide(request, power, "default"), "default")
            return True
    return False


def _says(state: GameState, request: Request, power: str, orders: Orders) -> bool:
    """Whether a power's orders answer a question, or want it asked."""
    is_answered = answer_by_orders(state, request, power, orders) is not None
    return is_answered or wants_to_be_asked(state, request, power, orders)
