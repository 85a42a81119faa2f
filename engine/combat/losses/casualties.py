"""Choosing casualties: who is asked, what may be answered, and what happens then (CMB-12..23)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from engine.combat.fire import current
from engine.combat.hits import ALWAYS_TOLD, by_source
from engine.combat.losses.assignments import HitTaking, Slot
from engine.combat.losses.default_losses import as_choice, slots_in_order
from engine.errors import IllegalAction
from engine.events.combat.battle import AttackOrDefense, CasualtiesChosen, UnitsLost
from engine.events.landing import AircraftSettled
from engine.events.questions import RequestAnswered, RequestClosed
from engine.facts.board import PowerId
from engine.play import Play
from engine.position.relations import commands, is_flight_deck, rides_along
from engine.quoting import quoted
from engine.reading import is_count
from engine.requests import Orders, Question, open_request
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.questions import Choice, Request
from engine.state.words import counted

__all__ = ["ABSENT", "chosen_slots", "when_they_leave"]

ABSENT: Choice = {"default": True}
"""Stored for an owner who did not answer: absence is no disagreement (ASY-12)."""


def defender_chooses(play: Play) -> None:
    """The defender chooses casualties for the hits just scored."""
    _choose(play, "defender")


def attacker_chooses(play: Play) -> None:
    """The attacker chooses casualties for the hits just scored."""
    _choose(play, "attacker")


def _choose(play: Play, side: AttackOrDefense) -> None:
    battle = current(play)
    if not battle.hits.total:
        return
    taking = HitTaking(play.state, battle, side)
    default = slots_in_order(taking, ())
    if not taking.has_choice(default):
        assign(play, side, default)
        return
    moment = f"{battle.round}.{battle.step}"
    choice = as_choice(taking, default)
    open_request(play, "casualties", battle.space, _choosers(taking), _options(taking), choice, moment)


def _choosers(taking: HitTaking) -> tuple[PowerId, ...]:
    """The owners of what can be hit (CMB-23); where an ally's units attack, it and its leader (OPT-29, ASY-38)."""
    state = taking.state
    if taking.side == "attacker":
        allies = _who_answer(state, taking.standing)
        return (state.power, *(power for power in allies if power != state.power))
    return _who_answer(state, taking.targets)


def _arbiters(state: GameState, battle: Battle, side: AttackOrDefense) -> tuple[PowerId, ...]:
    """Who chooses where owners disagree: the attacker for defenders (CMB-23), and the other way round (OPT-29)."""
    if side == "defender":
        return (state.power,)
    return _who_answer(state, state.select(battle.defenders))


def _who_answer(state: GameState, pieces: Iterable[Piece]) -> tuple[PowerId, ...]:
    """The powers that answer for pieces, in turn order."""
    powers = {state.edition.representative(piece.power) for piece in pieces}
    return tuple(sorted(powers, key=lambda power: state.edition.turn_rank[power]))


def _options(taking: HitTaking) -> dict[str, Any]:
    units: dict[str, dict[str, dict[str, int]]] = {}
    for piece in taking.targets:
        row = units.setdefault(piece.power, {}).setdefault(piece.unit, {"count": 0, "hits": 0})
        row["count"] += 1
        row["hits"] += taking.hits_left(piece)
    return {
        "side": taking.side,
        "round": taking.battle.round,
        "hits": {source: n for source, n in by_source(taking.battle.hits).items() if n or source in ALWAYS_TOLD},
        "assign": taking.must_take,
        "units": units,
    }


def assign(play: Play, side: AttackOrDefense, slots: Iterable[Slot]) -> None:
    """Let hits fall on these places."""
    battle = current(play)
    slots = tuple(slots)
    taking = HitTaking(play.state, battle, side)
    lost, _ = taking.outcome(slots)
    damaged = damaged_now = tuple(piece_id for piece_id, _ in slots if piece_id not in lost)
    wasted = battle.hits.total - len(slots)
    when = when_they_leave(play.state, battle, side)
    unwarned = _unwarned(taking, lost, damaged) if when == "down" else ()
    if unwarned:
        play.emit(CasualtiesChosen(battle.space, side, unwarned, damaged, wasted, "struck"))
        lost, damaged, wasted = tuple(piece_id for piece_id in lost if piece_id not in unwarned), (), 0
    if lost or not unwarned:
        play.emit(CasualtiesChosen(battle.space, side, lost, damaged, wasted, when))
    leave_decks(play, damaged_now)
    if when == "at_once":
        remove(play, lost)


def when_they_leave(state: GameState, battle: Battle, side: AttackOrDefense) -> Literal["at_once", "struck", "down"]:
    """When casualties of a side leave: at once, before they can fire (struck), or after that (CMB-21).

    Victims of the main fire can still fire, and so can victims of submarines whose side has a destroyer (CMB-10), and
    of ships that bombard where the edition says so (SPC-24).
    """
    rules = state.edition.parameters
    if side == "attacker" and rules.combat.attackers_leave == "at_once":
        return "at_once"
    bombardment = rules.assaults.bombardment
    if battle.hits.bombardment and bombardment is not None and bombardment.return_fire:
        return "down"
    warned = battle.attacker_destroyer if side == "attacker" else battle.defender_destroyer
    steps = rules.combat.steps_of(battle.part)
    return "down" if warned or "attackers_fire" in steps[: battle.step] else "struck"


def _unwarned(taking: HitTaking, lost: Sequence[PieceId], damaged: Sequence[PieceId]) -> tuple[PieceId, ...]:
    """Those lost to kamikaze attacks, of which no destroyer warns (OPT-35): the weakest, where submarines hit as well.

    Hits that only damage a ship are taken to be theirs first.
    """
    count = max(0, taking.battle.hits.kamikaze - len(damaged))
    weakest = sorted(taking.state.select(lost), key=lambda piece: taking.state.type_of(piece).defense)
    return tuple(piece.id for piece in weakest[:count])


def remove(play: Play, ids: Iterable[PieceId]) -> None:
    """Take destroyed pieces off the board, with the cargo aboard them (UNI-64)."""
    pieces = play.state.select(ids)
    if pieces:
        battle = current(play)
        play.emit(UnitsLost(battle.space, pieces, cargo_lost_with(play.state, pieces), "casualties"))


def cargo_lost_with(state: GameState, pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """What sinks with these ships: land units, also guns (UNI-33), and aircraft that are cargo.

    Defending aircraft fly (CMB-19).
    """
    fighting = set(state.battle.defenders) if state.battle else set()
    return tuple(c for piece in pieces for c in state.cargo(piece.id) if c.id not in fighting and is_cargo(state, c))


def leave_decks(play: Play, damaged: Iterable[PieceId]) -> None:
    """Let aircraft that fight leave carriers that were just damaged; what is cargo is trapped aboard (UNI-53, UNI-54).

    They need another place to land.
    """
    state = play.state
    aboard = [c for ship in damaged if not is_flight_deck(state, state.pieces[ship]) for c in state.cargo(ship)]
    trapped = cargo_lost_with(state, (state.pieces[ship] for ship in damaged))
    flying: dict[PieceId, PieceId | None] = {c.id: None for c in aboard if c not in trapped}
    if flying:
        play.emit(AircraftSettled(flying))


def is_cargo(state: GameState, piece: Piece) -> bool:
    """Whether a piece aboard shares the fate of its ship: land units and guests do (UNI-64, CMV-52).

    Own aircraft launch before the battle (UNI-51), unless their carrier moved with them aboard (CMV-51).
    """
    return state.type_of(piece).domain == "land" or not commands(state, piece) or rides_along(state, piece)


def remove_struck(play: Play) -> None:
    """Victims of surprise strikes and of opening fire go before the main fire (CMB-10)."""
    remove(play, current(play).struck)


def remove_casualties(play: Play) -> None:
    """Those behind the casualty strip go after the defenders' fire (CMB-21)."""
    remove(play, current(play).down)


def answer(play: Play, request: Request, power: PowerId, choice: Choice | str) -> None:
    """Take one owner's answer; settle the request when all have answered (CMB-23, ASY-12)."""
    battle = current(play)
    side: AttackOrDefense = request.options["side"]
    taking = HitTaking(play.state, battle, side)
    stated = _stated(taking, request, choice)
    play.emit(RequestAnswered(request.id, power, stated))
    now = play.state.request(request.id)
    if now is None or any(p not in now.answers for p in now.powers):
        return
    answers = list(now.answers.values())
    if all(given == answers[0] for given in answers) and answers[0] != ABSENT:
        _settle(play, request, taking, answers[0])
        return
    arbiters = _arbiters(play.state, battle, side)
    by_default_list = side == "defender" and play.state.options.get("disputed_casualties") == "default_list"
    if ABSENT in answers or by_default_list or request.powers == arbiters or not arbiters:
        _settle(play, request, taking, request.default)
    else:
        play.emit(RequestClosed(request.id, {}))
        moment = f"{battle.round}.{battle.step}.disputed"
        open_request(play, "casualties", battle.space, arbiters, request.options, request.default, moment)


def _stated(taking: HitTaking, request: Request, choice: Choice | str) -> Choice:
    """What an owner said, in one form; raises IllegalAction where it is no legal assignment."""
    if choice == "default":
        return ABSENT if len(request.powers) > 1 else request.default
    if choice == "agree":
        answers = [request.answers[p] for p in request.powers if p in request.answers]
        given = [answer for answer in answers if answer != ABSENT]
        if not given:
            raise IllegalAction("request", "Nobody has proposed casualties yet, so you have nothing to agree to.")
        return given[-1]
    if not isinstance(choice, dict):
        raise IllegalAction("form", "A choice of casualties is an object with “units” and “damaged”.")
    slots = chosen_slots(taking, choice)
    taking.check(slots)
    in_counts = as_choice(taking, slots)
    if _means(taking, in_counts, slots):
        return in_counts
    lost, damaged = taking.outcome(slots)
    return {"pick": list(lost), **({"damaged": in_counts["damaged"]} if damaged else {})}


def _means(taking: HitTaking, choice: Choice, slots: tuple[Slot, ...]) -> bool:
    """Whether a choice names just these places; counts may name a ship that cannot take what is left to take."""
    try:
        return chosen_slots(taking, choice) == slots
    except IllegalAction:
        return False


def _settle(play: Play, request: Request, taking: HitTaking, choice: Choice) -> None:
    slots = chosen_slots(taking, choice)
    taking.check(slots)
    play.emit(RequestClosed(request.id, choice))
    assign(play, taking.side, slots)


def chosen_slots(taking: HitTaking, choice: Mapping[str, Any]) -> tuple[Slot, ...]:
    """The places that a choice names: units lost, units damaged, and pieces picked by id; counts mean the fittest."""
    powers = {piece.power for piece in taking.targets}
    if choice and set(choice) <= powers:
        choice = {"units": choice}
    if unknown := sorted(set(choice) - {"units", "damaged", "pick"}):
        raise IllegalAction("form", f"A choice of casualties has no {quoted(unknown[0])}.")
    slots: list[Slot] = []
    picked = choice.get("pick", ())
    if not isinstance(picked, list | tuple):
        raise IllegalAction("form", "Pick casualties as a list of pieces, such as [“germany.infantry.4”].")
    for piece_id in picked:
        piece = next((p for p in taking.targets if p.id == piece_id), None)
        if piece is None:
            raise IllegalAction("units", f"You cannot choose {quoted(piece_id)} here.")
        slots += [(piece.id, n) for n in range(1, taking.hits_left(piece) + 1)]
    for power, unit, count in _entries(choice.get("units", {}), powers):
        for piece in _fittest(taking, power, unit, count, slots, undamaged=False):
            slots += [(piece.id, n) for n in range(1, taking.hits_left(piece) + 1)]
    for power, unit, count in _entries(choice.get("damaged", {}), powers):
        slots += [(piece.id, 1) for piece in _fittest(taking, power, unit, count, slots, undamaged=True)]
    return tuple(sorted(slots))


def _entries(value: object, powers: set[PowerId]) -> list[tuple[PowerId | None, str, int]]:
    """(owner or None, unit, count) for counts given plainly or by owner."""
    if not isinstance(value, Mapping):
        raise IllegalAction("form", "Give casualties as a number for each unit, such as {“infantry”: 2}.")
    found: list[tuple[PowerId | None, str, int]] = []
    for key, entry in value.items():
        if key in powers and isinstance(entry, Mapping):
            found += [(key, unit, count) for unit, count in entry.items()]
        else:
            found.append((None, key, entry))
    if not all(is_count(count) for _, _, count in found):
        raise IllegalAction("form", "Give casualties as a number for each unit, such as {“infantry”: 2}.")
    return found


def _fittest(
    taking: HitTaking, power: PowerId | None, unit: str, count: int, taken: list[Slot], *, undamaged: bool
) -> list[Piece]:
    used = {piece_id for piece_id, _ in taken}
    pool = [
        piece
        for piece in taking.targets
        if piece.unit == unit
        and power in (None, piece.power)
        and piece.id not in used
        and (not undamaged or taking.hits_left(piece) > 1)
    ]
    if len(pool) < count:
        if unit not in taking.state.edition.unit:
            raise IllegalAction("units", f"There is no unit {quoted(unit)} in this edition.")
        wanted = counted(taking.state, {unit: count})
        there = sum(piece.unit == unit and power in (None, piece.power) for piece in taking.standing)
        if there < count:
            raise IllegalAction("units", f"You cannot choose {wanted}; {there} left in this battle.")
        raise IllegalAction("CMB-16", f"{wanted} cannot take these hits; at most {len(pool)} can.")
    return sorted(pool, key=taking.to_lose)[:count]


def answer_by_orders(state: GameState, request: Request, orders: Orders) -> Choice | None:
    """The losses by an order of loss; in a joint defence the order of one owner is its proposal for all (CMB-23)."""
    if state.battle is None:
        return None
    taking = HitTaking(state, state.battle, request.options["side"])
    only_aircraft = all(state.type_of(piece).domain == "air" for piece in taking.targets)
    order = (orders.get("air") if only_aircraft else None) or orders.get(state.battle.part)
    return as_choice(taking, slots_in_order(taking, tuple(order))) if order else None


CASUALTIES = Question("casualties", answer, answer_by_orders, answers_are_shared=True)
