"""The engine's door: a new game, and one action at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.advantages.catalogue import RULES
from engine.advantages.rolling import check_rolled, roll_advantages
from engine.advantages.uses import use
from engine.combat.begin import begin_battle
from engine.correction.edit import edit
from engine.dice import Dice, NoDice, ScriptedDice
from engine.economy.mobilize import mobilize
from engine.economy.purchase import purchase
from engine.economy.research import research, research_price
from engine.errors import AnswerFirst, IllegalAction, StaleDecision
from engine.events import Event
from engine.events.politics import LeaveChanged
from engine.events.turn import Conceded
from engine.facilities.meaning import in_full
from engine.facts.edition import Edition, load_setup
from engine.facts.openings import StartingUnits
from engine.facts.parameters import PhaseId
from engine.facts.unit_types import UnitId
from engine.hooks import BEFORE_FIRST_TURN
from engine.landing.basing import with_all_based
from engine.movement.boarding import board, may_board
from engine.movement.engaging import engage
from engine.movement.orders import move
from engine.movement.promises import promise
from engine.play import Play
from engine.politics.war import are_on_one_side, side_of
from engine.position.relations import combat_left_to_ally
from engine.questions import QUESTIONS
from engine.quoting import quoted
from engine.requests import find_request
from engine.state import actions as act
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.words import first_upper, whose
from engine.turn.course import advance, check_phase_ends, check_running, end_phase, find_step
from engine.turn.declaring import check_war_is_declared, declare_war
from engine.turn.undo import check_may_order, remember, seal, undo, undone_with
from engine.turn.victory import win


@dataclass(frozen=True)
class Outcome:
    """The state after an action, and the events that led to it."""

    state: GameState
    events: tuple[Event, ...]


def new_game(setup: str, options: Mapping[str, Any] | None = None) -> GameState:
    """A game at its start; raises IllegalAction (`form`) for an unknown setup or option (GEN-19..21, OPT-01)."""
    chosen = load_setup(setup).resolve_options(dict(options or {}))
    edition = load_setup(setup, load_setup(setup).rule_choices(chosen))
    pieces, serials = _starting_pieces(edition)
    state = GameState(
        setup=setup,
        options=chosen,
        round=1,
        power=edition.turn_order[0],
        phase=edition.parameters.turn.phases_of(edition.turn_order[0])[0],
        owners={t.id: edition.starting_owner(t.id) for t in edition.board.territories},
        facilities={space: edition.start.facilities[space] for space in sorted(edition.start.facilities)},
        damage={},
        treasuries={account.id: account.ipcs for account in edition.accounts if account.ipcs is not None},
        pieces=pieces,
        serials=serials,
        purchased={},
        advantages=edition.chosen_advantages(chosen),
        wars=edition.parameters.politics.wars_at_start,
        kamikaze_tokens=edition.parameters.combat.kamikaze_strikes.tokens,
    )
    play = Play(with_all_based(state, edition.order_of_powers), ScriptedDice(()))
    _before_first_turn(play)
    return play.state


def _before_first_turn(play: Play) -> None:
    for effect in BEFORE_FIRST_TURN.of_all(play.state):
        effect(play)


def _starting_pieces(edition: Edition) -> tuple[dict[PieceId, Piece], dict[str, int]]:
    """The pieces at the start, numbered in the order of the opening, and how many there are of each kind."""
    pieces: dict[PieceId, Piece] = {}
    serials: dict[str, int] = {}

    def put(row: StartingUnits, units: Mapping[UnitId, int], aboard: PieceId | None) -> list[Piece]:
        placed = []
        for unit, count in units.items():
            key = f"{row.power}.{unit}"
            for _ in range(count):
                serials[key] = serials.get(key, 0) + 1
                placed.append(Piece(f"{key}.{serials[key]}", row.power, unit, row.space, aboard=aboard))
        pieces.update((piece.id, piece) for piece in placed)
        return placed

    for row in edition.start.units:
        ships = [piece.id for piece in put(row, row.units, None) if edition.carries_land(piece.unit)]
        for ship, cargo in zip(ships, row.cargo, strict=False):
            put(row, cargo, ship)
    return pieces, serials


Rule = Callable[[Play, Any], None]

ORDERS: Mapping[type, tuple[tuple[PhaseId, ...], Rule]] = {
    act.Purchase: (("purchase",), purchase),
    act.Move: (("combat_move", "noncombat_move"), move),
    act.Engage: (("combat_move",), engage),
    act.Promise: (("combat_move", "conduct_combat"), promise),
    act.Mobilize: (("mobilize",), mobilize),
}
"""Orders of the acting power that can be undone, with the phases in which they may be given."""


def apply(
    state: GameState, action: act.Action | Mapping[str, Any], dice: Dice, *, idle_units_fire: bool = False
) -> Outcome:
    """Check an action, carry it out, and go on until somebody must act or choose.

    The state is not changed; raises IllegalAction or StaleDecision, and then nothing has happened.
    idle_units_fire: see `Play`.
    """
    play = Play(state, dice, idle_units_fire=idle_units_fire)
    order = _ordered(play, action)
    _let_follow(play, state, order)
    return Outcome(play.state, tuple(play.events))


def check(state: GameState, action: act.Action | Mapping[str, Any]) -> None:
    """Raise what `apply` would; raises DiceWanted where nothing but dice could still forbid the action.

    What follows of itself from an action that is accepted is left out: none of it is ever refused.
    """
    _ordered(Play(state, NoDice()), action)


def _ordered(play: Play, action: act.Action | Mapping[str, Any]) -> act.Action:
    """Check an action and let it happen, but for what follows of itself."""
    order = in_full(play.state, act.parse_action(action))
    if isinstance(order, act.Edit):
        edit(play, order)
    else:
        check_running(play.state)
        _check_power_known(play.state, order)
        if not isinstance(order, act.RollAdvantages):
            check_rolled(play.state)
        _carry_out(play, order)
    return order


def _check_power_known(state: GameState, order: act.Order) -> None:
    if order.power is not None and order.power not in state.edition.power:
        raise IllegalAction("power", f"There is no power {quoted(order.power)} in this edition.")
    if order.power is not None and state.edition.power[order.power].bystander:
        speaker = state.edition.power[state.edition.representative(order.power)].called
        raise IllegalAction(
            "power",
            f"{first_upper(state.edition.power[order.power].called)} has no turn: {speaker} answers questions to it.",
        )


def _carry_out(play: Play, order: act.Action) -> None:
    if isinstance(order, act.Decide):
        request, power = find_request(play.state, order)
        find_step(play)
        QUESTIONS[request.kind].answer(play, request, power, order.choice)
    elif isinstance(order, act.Leave):
        _change_leave(play, order)
    elif isinstance(order, act.Concede):
        _concede(play, order)
    elif isinstance(order, act.DeclareWar):
        check_war_is_declared(play.state)
        _check_on_turn(play.state, order)
        declare_war(play, order)
    elif isinstance(order, act.EndPhase):
        _check_phase_meant(play.state, order)
        _check_on_turn(play.state, order)
        check_phase_ends(play.state)
    elif isinstance(order, act.RollAdvantages):
        roll_advantages(play)
    elif isinstance(order, act.Research):
        research_price(play.state)
        _check_phase(play.state, ("research",))
        _check_on_turn(play.state, order)
        research(play, order)
    elif isinstance(order, act.Undo):
        _check_on_turn(play.state, order)
        undo(play, order, _perform)
    elif isinstance(order, act.FightBattle):
        _check_phase(play.state, ("conduct_combat",))
        _check_on_turn(play.state, order)
        seal(play)
        begin_battle(play, order)
    else:
        check_may_order(play.state)
        _perform(play, order)


def _let_follow(play: Play, before: GameState, order: act.Action) -> None:
    """What follows of itself from an action that was carried out."""
    if isinstance(order, act.Decide | act.DeclareWar | act.FightBattle):
        advance(play)
    elif isinstance(order, act.EndPhase | act.Research):
        end_phase(play)
    elif isinstance(order, act.RollAdvantages):
        _before_first_turn(play)
    elif not isinstance(order, act.Edit | act.Leave | act.Concede | act.Undo):
        remember(play, before, order)


def _perform(play: Play, order: act.Action) -> None:
    """Carry out an order that can be undone."""
    if isinstance(order, act.UseAdvantage):
        _check_on_turn(play.state, order)
        use(play, order)
        return
    if isinstance(order, act.Move) and may_board(play.state):
        _check_on_turn(play.state, order)
        board(play, order)
        return
    phases, rule = ORDERS[type(order)]
    _check_phase(play.state, phases)
    _check_on_turn(play.state, order)
    rule(play, order)


def phase_name(phase: str) -> str:
    """The words for a phase: "combat move"."""
    return phase.replace("_", " ")


def _check_phase(state: GameState, phases: tuple[PhaseId, ...]) -> None:
    if state.phase not in phases:
        wanted = " or ".join(phase_name(phase) for phase in phases)
        raise IllegalAction("phase", f"It is the {phase_name(state.phase)} phase; this order belongs to {wanted}.")
    if state.phase == "combat_move" and (left := combat_left_to_ally(state)):
        raise IllegalAction(*left)


def _check_on_turn(state: GameState, order: act.Order) -> None:
    """Orders are for the power on turn alone, whoever leads it (GEN-37)."""
    if order.power not in (None, state.power):
        name = state.edition.power[state.power].called
        raise IllegalAction("power", f"It is {whose(name)} turn.")
    if state.requests:
        # All who are asked: which of them has answered is nobody else's business (ASY-06).
        asked = (power for each in state.requests for power in each.powers)
        names = " and ".join(dict.fromkeys(state.edition.power[power].called for power in asked))
        raise AnswerFirst("request", f"A question to {names} must be answered first.")


def _check_phase_meant(state: GameState, order: act.EndPhase) -> None:
    if order.phase is not None and order.phase != state.phase:
        raise StaleDecision(
            f"That was for the {phase_name(order.phase)} phase; it is the {phase_name(state.phase)} phase now."
        )


def _change_leave(play: Play, order: act.Leave) -> None:
    power = order.power or play.power
    if order.what in RULES and order.what not in play.edition.advantage:
        raise IllegalAction("OPT-07", f"There is no {RULES[order.what].leave} in this edition.")
    politics, known = play.parameters.politics, play.edition.power
    is_ally = order.to in known and order.to != power and are_on_one_side(play.state, power, order.to)
    if not is_ally and (order.to not in known or order.to == power or order.what not in politics.others_may_have):
        raise IllegalAction("power", "Leave is given to an ally.")
    if is_ally and order.what not in politics.allies_may_refuse:
        raise IllegalAction("ASY-28", f"Allies use each other's {order.what} freely in this edition.")
    play.emit(LeaveChanged(power, order.to, order.what, order.granted))


def _concede(play: Play, order: act.Concede) -> None:
    """A side concedes once all its powers with players of their own are ready to (GEN-34, GEN-05)."""
    power = order.power or play.power
    play.emit(Conceded(power))
    side = side_of(play.state, power)
    played = (p for p in play.edition.powers_with_turns if not p.acts_with)
    if all(p.id in play.state.conceded for p in played if p.side == side):
        winner = next(p.side for p in play.edition.powers if p.side != side)
        loser = "The Axis concedes." if side == "axis" else "The Allies concede."
        win(play, winner, loser)


def undone_together(state: GameState, index: int) -> tuple[int, ...]:
    """The orders that have to be taken back together with one, itself first; all by their index, from 0."""
    return undone_with(state, index, _perform)
