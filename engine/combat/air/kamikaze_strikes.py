"""Kamikaze strikes: tokens that a power spends on ships before the first battle (SPC-90..99).

They are no aircraft, and have nothing to do with those of an advantage that give themselves up.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from pydantic import RootModel

from engine.combat.fire import covers_all_fire
from engine.combat.losses.casualties import cargo_lost_with, leave_decks
from engine.combat.plans import check_kamikaze_plan, planned_strikes
from engine.dice import counted_on
from engine.errors import IllegalAction
from engine.events.combat.battle import UnitsLost
from engine.events.combat.kamikaze_strikes import KamikazesStruck, StrikesOnShip
from engine.events.questions import RequestClosed
from engine.facts.board import PowerId, SpaceId
from engine.kinds import Count, Orders, Question, keep_sealed
from engine.landing.ranges import range_left
from engine.play import Play
from engine.politics.standing import at_war
from engine.position.due import assaults_from, is_sea_battle_due
from engine.position.relations import commands, defenders_at
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.questions import Choice, Options, Request
from engine.state.words import label, listed, number, place

__all__ = ["KamikazeChoice", "KamikazeOptions", "kamikaze_zones", "kamikazes_to_expect"]

Targets = dict[SpaceId, dict[PieceId, int]]
"""How many strikes go to which ships, by sea zone."""


class KamikazeOptions(Options):
    """The ships to strike, by sea zone in the order of the dice, and the tokens that are left."""

    tokens: int
    hits_on: int
    ships: Mapping[SpaceId, tuple[PieceId, ...]]


class KamikazeChoice(Choice, RootModel[dict[SpaceId, tuple[tuple[PieceId, Count], ...]]]):
    """How many strikes go to which ships, by sea zone: pairs of the id of a ship and a number; {} for none."""


def ask(play: Play) -> None:
    """At the start of combat, ask those who have tokens left and are attacked where they may use them (SPC-93).

    Without an answer none strikes (ASY-24).
    """
    state = play.state
    for power in state.edition.turn_order:
        tokens = state.kamikaze_tokens.get(power, 0)
        zones = _zones_open(state, power) if tokens else {}
        if zones:
            ships = {zone: tuple(ship.id for ship in targets) for zone, targets in zones.items()}
            hits_on = state.edition.parameters.combat.kamikaze_strikes.hits_on
            offered = KamikazeOptions(tokens=tokens, hits_on=hits_on, ships=ships)
            KAMIKAZE_STRIKES.ask(play, next(iter(zones)), (power,), offered, KamikazeChoice({}), power)


def kamikaze_zones(state: GameState) -> dict[SpaceId, dict[PowerId, int]]:
    """The marked zones where powers may strike ships that attack, and the tokens that each has left (SPC-90)."""
    tokens = {power: left for power, left in state.kamikaze_tokens.items() if left}
    return {zone.id: tokens for zone in state.edition.board.sea_zones if zone.kamikaze} if tokens else {}


def kamikazes_to_expect(state: GameState) -> dict[PowerId, tuple[SpaceId, ...]]:
    """Who may strike ships of the power on turn as its moves stand, and in which zones (SPC-92)."""
    zones = {power: tuple(_zones_open(state, power)) for power, tokens in state.kamikaze_tokens.items() if tokens}
    return {power: there for power, there in zones.items() if there}


def _zones_open(state: GameState, power: PowerId) -> dict[SpaceId, tuple[Piece, ...]]:
    """Marked zones where a power's units are attacked or that are landed from, with the ships to strike there.

    It needs no aircraft, and no territory nearby (SPC-91, SPC-92, SPC-99).
    """
    if not at_war(state, power, state.power):
        return {}
    found = {}
    for zone in state.edition.board.sea_zones:
        is_open = zone.kamikaze and (_is_attacked(state, zone.id, power) or assaults_from(state, zone.id))
        if is_open and (ships := _targets_in(state, zone.id)):
            found[zone.id] = ships
    return found


def _is_attacked(state: GameState, zone: SpaceId, power: PowerId) -> bool:
    own = (piece for piece in defenders_at(state, zone, state.power) if piece.power == power)
    return is_sea_battle_due(state, zone) and any(own)


def _targets_in(state: GameState, zone: SpaceId) -> tuple[Piece, ...]:
    """Surface warships of the attacker, the only ships that are struck (SPC-94), in the order of the dice."""
    able = [p for p in state.at(zone) if commands(state, p) and state.type_of(p).can("surface_warship")]
    rank = state.edition.unit_rank
    return tuple(sorted(able, key=lambda ship: (rank[ship.unit], range_left(state, ship), ship.number)))


def answer(play: Play, request: Request, power: PowerId, said: KamikazeChoice) -> None:
    """Keep an answer unseen, and once all are in strike (SPC-93, ASY-06)."""
    answers = [
        (window, owner, _named(play.state, window, KamikazeChoice.of(answered)))
        for window in keep_sealed(play, request, power, said)
        for owner, answered in window.answers.items()
    ]
    for window, owner, _ in answers:
        play.emit(RequestClosed(window.id, window.answers[owner]))
    for _, owner, targets in answers:
        for zone in targets:
            _strike(play, owner, zone, targets[zone])


def how(_state: GameState, request: Request) -> tuple[str, str]:
    """How to answer."""
    zone, (ship, *_) = next(iter(KamikazeOptions.of(request).ships.items()))
    example = f"{{“{zone}”: [[“{ship}”, 1]]}}"
    return "form", f"Say how many kamikazes strike which ship, such as {example}, or {{}} for none."


def check(state: GameState, request: Request, _power: PowerId, said: KamikazeChoice) -> None:
    """Raise IllegalAction unless these ships may be struck, and there are as many tokens."""
    _named(state, request, said)


def _named(state: GameState, request: Request, said: KamikazeChoice) -> Targets:
    """The strikes of an answer, zone by zone in the order of the board; raises IllegalAction."""
    ships, left, choice = KamikazeOptions.of(request).ships, KamikazeOptions.of(request).tokens, said.root
    if strangers := [zone for zone in choice if zone not in ships]:
        raise _closed_zone(state, strangers[0], ships)
    found: Targets = {}
    for zone in (each for each in state.edition.board.sea_zone if each in ships):
        strikes: Counter[PieceId] = Counter()
        for ship, count in choice.get(zone, ()):
            if ship not in ships[zone]:
                where = place(state, zone)
                raise IllegalAction(
                    "SPC-94", f"{quoted(ship)} is not one of the attacker's surface warships in {where}."
                )
            strikes[ship] += count
        if +strikes:
            found[zone] = dict(+strikes)
    total = sum(sum(strikes.values()) for strikes in found.values())
    if total > left:
        raise IllegalAction("SPC-90", f"You have {number(left, 'kamikaze token')} left, but you named {total}.")
    return found


def _closed_zone(state: GameState, zone: SpaceId, ships: Iterable[SpaceId]) -> IllegalAction:
    board = state.edition.board
    if zone not in board.sea_zone:
        return IllegalAction("space", f"There is no sea zone {quoted(zone)} on this board.")
    if not board.sea_zone[zone].kamikaze:
        marked = listed((place(state, each.id) for each in board.sea_zones if each.kamikaze), "or")
        return IllegalAction("SPC-91", f"Kamikazes strike only in {marked}.")
    now = listed(place(state, each) for each in ships)
    return IllegalAction(
        "SPC-92",
        f"No warship attacks you in {place(state, zone)} or covers a landing from there. You can strike in {now}.",
    )


def _strike(play: Play, power: PowerId, zone: SpaceId, targets: Mapping[PieceId, int]) -> None:
    """Roll for each strike, also those on a ship that is sunk already (SPC-98), and remove what is sunk (SPC-96).

    Carriers that are damaged need the decks of others for the aircraft that fight (UNI-53).
    """
    state = play.state
    needed = state.edition.parameters.combat.kamikaze_strikes.hits_on
    strikes: list[StrikesOnShip] = []
    damaged: dict[PieceId, int] = {}
    sunk: list[Piece] = []
    for ship in _targets_in(state, zone):
        if ship.id not in targets:
            continue
        name = state.type_of(ship).name
        why = f"{label(state, zone)}: kamikaze strikes on 1 {name}"
        if covers_all_fire(state):
            dice = counted_on([needed] * targets[ship.id], play.dice.roll(1, why)[0])
        else:
            dice = play.dice.roll(targets[ship.id], why)
        hits = sum(1 for die in dice if die <= needed)
        strikes.append(StrikesOnShip(ship.id, ship.unit, dice, hits))
        if ship.hits_taken + hits >= state.type_of(ship).hits:
            sunk.append(ship)
        elif hits:
            damaged[ship.id] = hits
    play.emit(KamikazesStruck(power, zone, needed, tuple(strikes), damaged, covers_all_fire(state)))
    leave_decks(play, damaged)
    if sunk:
        play.emit(UnitsLost(zone, tuple(sunk), cargo_lost_with(play.state, sunk), "kamikaze"))


def by_orders(state: GameState, request: Request, orders: Orders) -> KamikazeChoice | None:
    """The strikes of a plan (ASY-24), or none where the power leaves what others' attacks bring to the default."""
    offered = KamikazeOptions.of(request)
    if plan := orders.get("kamikaze"):
        return KamikazeChoice(planned_strikes(state, offered.ships, offered.tokens, plan))
    by_default = tuple(orders.get("reactions", ())) == ("default",)
    return KamikazeChoice.of(request.default) if by_default else None


KAMIKAZE_STRIKES = Question(
    "kamikaze",
    KamikazeOptions,
    KamikazeChoice,
    how,
    answer,
    check,
    by_orders=by_orders,
    plans={"kamikaze": check_kamikaze_plan},
    before_battles=True,
    sealed=True,
)
