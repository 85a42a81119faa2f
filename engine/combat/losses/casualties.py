"""Choosing casualties: who is asked, what may be answered, and what happens then (CMB-12..23)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from engine.combat.fire import current
from engine.combat.hits import ALWAYS_TOLD, by_source
from engine.combat.losses.assignments import HitTaking, Slot
from engine.combat.losses.default_losses import as_choice, slots_in_order
from engine.combat.losses.form import ABSENT, CasualtiesChoice, CasualtiesOptions, NoChoice, Target
from engine.combat.losses.line_checks import check_loss_lines
from engine.combat.losses.lines import LOSSES, line_in_force, slots_by_line
from engine.errors import IllegalAction
from engine.events.combat.battle import AttackOrDefense, CasualtiesChosen, UnitsLost
from engine.events.landing import AircraftSettled
from engine.events.questions import RequestAnswered, RequestClosed
from engine.facts.board import PowerId
from engine.facts.unit_types import UnitId
from engine.kinds import Counts, Orders, Question, say
from engine.play import Play
from engine.position.relations import commands, is_flight_deck, rides_along
from engine.quoting import quoted
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.questions import Request, Word
from engine.state.words import counted

__all__ = ["chosen_slots", "when_they_leave"]

HOW = "Give casualties as a number for each unit, such as {“units”: {“infantry”: 2}}."


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
    CASUALTIES.ask(play, battle.space, _choosers(taking), _offered(taking), as_choice(taking, default), moment)


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


def _offered(taking: HitTaking) -> CasualtiesOptions:
    rows: dict[PowerId, dict[UnitId, list[Piece]]] = {}
    for piece in taking.choosable:
        rows.setdefault(piece.power, {}).setdefault(piece.unit, []).append(piece)
    return CasualtiesOptions(
        side=taking.side,
        round=taking.battle.round,
        hits={source: n for source, n in by_source(taking.battle.hits).items() if n or source in ALWAYS_TOLD},
        assign=taking.must_take,
        units={
            power: {unit: Target(count=len(row), hits=sum(map(taking.hits_left, row))) for unit, row in units.items()}
            for power, units in rows.items()
        },
    )


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


def in_a_word(_state: GameState, request: Request, word: Word) -> CasualtiesChoice:
    """What "default" and "agree" mean of several owners; raises IllegalAction where nobody has proposed anything."""
    if word == "default":
        return NoChoice(default=True) if len(request.powers) > 1 else CasualtiesChoice.of(request.default)
    answers = [request.answers[p] for p in request.powers if p in request.answers]
    given = [answer for answer in answers if answer != ABSENT]
    if not given:
        raise IllegalAction("request", "Nobody has proposed casualties yet, so you have nothing to agree to.")
    return CasualtiesChoice.of(given[-1])


def answer(play: Play, request: Request, power: PowerId, said: CasualtiesChoice) -> None:
    """Take one owner's answer; settle the request when all have answered (CMB-23, ASY-12)."""
    battle, offered = current(play), CasualtiesOptions.of(request)
    taking = HitTaking(play.state, battle, offered.side)
    stated = said if isinstance(said, NoChoice) else _in_one_form(taking, said)
    play.emit(RequestAnswered(request.id, power, stated.to_json()))
    now = play.state.request(request.id)
    if now is None or any(p not in now.answers for p in now.powers):
        return
    default, answers = CasualtiesChoice.of(request.default), list(now.answers.values())
    if all(given == answers[0] for given in answers) and answers[0] != ABSENT:
        _settle(play, request, taking, CasualtiesChoice.of(answers[0]))
        return
    arbiters = _arbiters(play.state, battle, offered.side)
    by_default_list = offered.side == "defender" and play.state.options.get("disputed_casualties") == "default_list"
    if ABSENT in answers or by_default_list or request.powers == arbiters or not arbiters:
        _settle(play, request, taking, default)
    else:
        play.emit(RequestClosed(request.id, {}))
        CASUALTIES.ask(play, battle.space, arbiters, offered, default, f"{battle.round}.{battle.step}.disputed")


def _in_one_form(taking: HitTaking, said: CasualtiesChoice) -> CasualtiesChoice:
    """What an owner said, as all who mean the same say it; raises IllegalAction where it is no legal assignment."""
    slots = chosen_slots(taking, said)
    taking.check(slots)
    in_counts = as_choice(taking, slots)
    if _means(taking, in_counts, slots):
        return in_counts
    lost, damaged = taking.outcome(slots)
    return CasualtiesChoice(pick=lost, damaged=in_counts.damaged) if damaged else CasualtiesChoice(pick=lost)


def _means(taking: HitTaking, said: CasualtiesChoice, slots: tuple[Slot, ...]) -> bool:
    """Whether an answer names just these places; counts may name a ship that cannot take what is left to take."""
    try:
        return chosen_slots(taking, said) == slots
    except IllegalAction:
        return False


def _settle(play: Play, request: Request, taking: HitTaking, said: CasualtiesChoice) -> None:
    slots = chosen_slots(taking, said)
    taking.check(slots)
    play.emit(RequestClosed(request.id, said.to_json()))
    assign(play, taking.side, slots)


def chosen_slots(taking: HitTaking, said: CasualtiesChoice) -> tuple[Slot, ...]:
    """The places that an answer names: units lost, units damaged, and pieces picked by id; counts mean the fittest."""
    powers = {piece.power for piece in taking.targets}
    slots: list[Slot] = []
    for piece_id in said.pick:
        piece = next((p for p in taking.targets if p.id == piece_id), None)
        if piece is None:
            raise IllegalAction("units", f"You cannot choose {quoted(piece_id)} here.")
        slots += [(piece.id, n) for n in range(1, taking.hits_left(piece) + 1)]
    for power, unit, count in _entries(said.units, powers):
        for piece in _fittest(taking, power, unit, count, slots, undamaged=False):
            slots += [(piece.id, n) for n in range(1, taking.hits_left(piece) + 1)]
    for power, unit, count in _entries(said.damaged, powers):
        slots += [(piece.id, 1) for piece in _fittest(taking, power, unit, count, slots, undamaged=True)]
    return tuple(sorted(slots))


def _entries(
    counts: Mapping[PowerId | UnitId, int | Counts], powers: set[PowerId]
) -> list[tuple[PowerId | None, UnitId, int]]:
    """(owner or None, unit, count) for counts given plainly or by owner; raises IllegalAction (`form`)."""
    found: list[tuple[PowerId | None, UnitId, int]] = []
    for key, entry in counts.items():
        if isinstance(entry, int):
            found.append((None, key, entry))
        elif key in powers:
            found += [(key, unit, count) for unit, count in entry.items()]
        else:
            raise IllegalAction("form", f"{quoted(key)} has no units here that can be hit. {HOW}")
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


def by_orders(state: GameState, request: Request, orders: Orders) -> CasualtiesChoice | None:
    """The losses by the order of loss that holds here, None where the power wants to be asked (ASY-41).

    In a joint defence the order of one owner is its proposal for all (CMB-23).
    """
    if state.battle is None:
        return None
    taking = HitTaking(state, state.battle, CasualtiesOptions.of(request).side)
    line = line_in_force(taking, orders)
    return None if line is None or line.asks(taking) else as_choice(taking, slots_by_line(taking, line))


CASUALTIES = Question(
    "casualties",
    CasualtiesOptions,
    CasualtiesChoice,
    say(HOW),
    answer,
    in_a_word=in_a_word,
    by_orders=by_orders,
    plans={LOSSES: check_loss_lines},
    answers_are_shared=True,
)
