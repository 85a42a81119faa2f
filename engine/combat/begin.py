"""Beginning battles, and territory taken without any (CMB-01..05)."""

from __future__ import annotations

from typing import Literal

from engine.combat.air.air_battle import fight_raid
from engine.combat.air.anti_aircraft import fire_at
from engine.combat.air.raids import is_void
from engine.combat.air.rockets import launch
from engine.combat.amphibious.assault import call_off
from engine.combat.amphibious.bombardment import assign_ships, name_ships
from engine.combat.retreat import retreat_spaces
from engine.combat.rounds import end
from engine.errors import IllegalAction
from engine.events.combat.battle import BattleBegan, BattleDropped, BattlesFound, UnitsLost
from engine.facilities.meaning import facilities_of, facility_meant
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.kinds import After, Order, OrderKind, in_phases, on_turn, seal
from engine.landing.proof import gives_itself_up
from engine.play import MARKS_AT_SEA, Play
from engine.position.due import battles_due, is_defended, is_on_raid, landing_cargo, sea_attackers, sea_part_of, turn_of
from engine.position.relations import commands, defenders_at
from engine.quoting import quoted
from engine.state.battles import Battle, PendingBattle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.words import listed, place


class FightBattle(Order):
    """Fight the next battle (CMB-02), without `kind` the combat of a space before its raid; or launch rockets.

    land: the ships that still land (SPC-06). bombard: the ships that support the landing, without it all (SPC-22).
    pick: the guns or bases that launch rockets. facility: what these strike, where several stand there.
    """

    type: Literal["battle"]
    space: SpaceId
    kind: Literal["combat", "raid", "rocket"] | None = None
    pick: tuple[PieceId, ...] = ()
    facility: UnitId | None = None
    land: tuple[PieceId, ...] | Literal["none"] | None = None
    bombard: tuple[PieceId, ...] | Literal["none"] | None = None


def find_battles(play: Play) -> None:
    """List the battles of the turn, and take at once what nobody defends.

    They are found before the noncombat moves, so that none of these can start one (NCM-02).
    """
    play.emit(BattlesFound(play.power, battles_due(play.state)))
    settle_unfought(play)


def settle_unfought(play: Play) -> None:
    """Take undefended territory, unless a raid there comes first, and drop battles for which nobody is left."""
    for pending in play.state.pending:
        if pending.kind == "raid" and is_void(play.state, pending):
            play.emit(BattleDropped(pending))
    raided = {pending.space for pending in play.state.pending if pending.kind == "raid"}
    for pending in play.state.pending:
        if pending.kind != "raid" and pending.space not in raided and not _is_fought(play.state, pending):
            _walk_over(play, pending)


def _is_fought(state: GameState, pending: PendingBattle) -> bool:
    """Whether there is or may be a battle: attackers meet defenders, or a sea battle decides who attacks."""
    if pending.part == "sea" or sea_part_of(state, pending):
        return True
    attackers = _land_attackers(state, pending.space, landing_cargo(state, pending.space))
    return bool(attackers) and is_defended(state, pending.space)


def _walk_over(play: Play, pending: PendingBattle) -> None:
    """Take a territory without fighting units (CMB-05, CMV-26).

    A gun there still fires at aircraft first; guns that can be casualties are removed (UNI-30, SPC-65).
    """
    landing = landing_cargo(play.state, pending.space)
    comers = (piece.id for piece in _land_attackers(play.state, pending.space, landing))
    fire_at(play, pending.space, comers, "attack")
    attackers = _land_attackers(play.state, pending.space, landing)
    if not any(play.state.type_of(piece).can("captures") for piece in attackers):
        play.emit(BattleDropped(pending))
        return
    ids = tuple(piece.id for piece in attackers)
    walkover = Battle(pending.space, "land", pending.amphibious, play.power, ids, ())
    play.emit(BattleBegan(walkover, tuple(piece.id for piece in landing)))
    if abandoned := defenders_at(play.state, pending.space, play.power):
        play.emit(UnitsLost(pending.space, abandoned, (), "defenseless"))
    end(play, "attacker")


def begin_battle(play: Play, order: FightBattle) -> None:
    """Begin the battle, raid or rocket strike that the attacker chose (CMB-02); raises IllegalAction."""
    seal(play)
    _check_form(play.state, order)
    if order.kind == "rocket":
        launch(play, order.space, order.facility, order.pick)
        return
    pending = _chosen(play.state, order)
    if pending.kind == "raid":
        fight_raid(play, pending)
        return
    if order.land is not None:
        call_off(play, pending, () if order.land == "none" else order.land)
    if not _is_fought(play.state, pending):
        _walk_over(play, pending)
        return
    landing = landing_cargo(play.state, pending.space) if pending.part == "land" else ()
    play.emit(beginning(play.state, pending, landing))
    zones = {piece.space for piece in landing}
    if order.bombard is None:
        assign_ships(play, pending.space, zones)
    else:
        name_ships(play, pending.space, zones, () if order.bombard == "none" else order.bombard)


def _check_form(state: GameState, order: FightBattle) -> None:
    if order.kind in ("raid", "rocket") and state.edition.parameters.raids.loss is None:
        raise IllegalAction("SPC-26", "There are no bombing raids in this edition.")
    if order.space not in state.edition.board.neighbours:
        raise IllegalAction("space", f"There is no space {quoted(order.space)} on this board.")
    if order.pick and order.kind != "rocket":
        raise IllegalAction("form", "You can pick only rocket launchers; everything that came fights the battle.")
    if order.facility is not None and order.kind != "rocket":
        raise IllegalAction("form", "Only rockets get a target now; raiders got theirs when you ordered them.")
    if order.bombard is not None and order.kind in ("raid", "rocket"):
        raise IllegalAction("form", "Ships support landings. Name them in the order for the combat.")
    if order.land is not None and order.kind in ("raid", "rocket"):
        raise IllegalAction("form", "Nobody lands in a raid. Name the ships that land in the order for the combat.")


def _chosen(state: GameState, order: FightBattle) -> PendingBattle:
    """The battle that is fought now for one in this space: its sea part, where it has one.

    A raid comes after it, unless raids must be fought first (CMB-01).
    """
    here = [p for p in state.pending if p.space == order.space and order.kind in (None, p.kind)]
    if not here:
        what = "raid" if order.kind == "raid" else "battle"
        raise IllegalAction(
            "space", f"There is no {what} to fight in {place(state, order.space)}; {_due_in_words(state)}."
        )
    pending = min(here, key=lambda p: (turn_of(state, p), p.kind == "raid"))
    pending = sea_part_of(state, pending) or pending
    first = min(turn_of(state, p) for p in state.pending)
    if turn_of(state, pending) > first:
        sooner = [place(state, p.space) for p in state.pending if turn_of(state, p) == first]
        raise IllegalAction("CMB-01", f"Fight the other battles first: {listed(sooner)}.")
    return pending


def _due_in_words(state: GameState) -> str:
    due = [place(state, p.space) for p in state.pending]
    return f"still to fight: {listed(due)}" if due else "nothing is left this turn"


def _land_attackers(state: GameState, territory: SpaceId, landing: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """All that came into the territory, from wherever (CMV-04), and what lands there fight together (SPC-10).

    Raiders take no part (SPC-28), nor do their escorts (SPC-42).
    """
    own = [piece for piece in state.at(territory) if commands(state, piece) and not is_on_raid(piece)]
    return tuple(sorted([*own, *landing], key=state.rank))


def beginning(state: GameState, pending: PendingBattle, landing: tuple[Piece, ...]) -> BattleBegan:
    """Who meets in a battle. landing: the cargo that goes ashore in it.

    A battle on land is an assault only if something lands; else it is an ordinary attack (SPC-07).

    Aircraft that give themselves up are lost with the victims of the opening fire (OPT-35).
    """
    space, power = pending.space, state.power
    at_sea = pending.part == "sea"
    attackers = sea_attackers(state, space) if at_sea else _land_attackers(state, space, landing)
    overland = tuple(piece for piece in attackers if piece not in landing)
    defenders = defenders_at(state, space, power)
    battle = Battle(
        space,
        pending.part,
        pending.amphibious if at_sea else bool(landing),
        power,
        tuple(piece.id for piece in attackers),
        tuple(piece.id for piece in defenders),
        tuple(piece.id for piece in landing),
        retreat_spaces(state, space, overland),
        tuple(dict.fromkeys(piece.unit for piece in attackers)),
        defended_by=tuple(dict.fromkeys(piece.power for piece in defenders)),
        struck=tuple(piece.id for piece in attackers if gives_itself_up(state, piece)),
        marked=marked_at_sea(state, attackers) if at_sea else {},
    )
    return BattleBegan(battle, tuple(piece.id for piece in landing), turn_of(state, pending))


def marked_at_sea(state: GameState, attackers: tuple[Piece, ...]) -> dict[str, tuple[PieceId, ...]]:
    """The attackers for which advantages work in a sea battle, by advantage (OPT-24)."""
    return {name: ids for marks in MARKS_AT_SEA.of_all(state) for name, ids in marks(state, attackers).items()}


def _in_full(state: GameState, order: FightBattle) -> FightBattle:
    if order.facility is None:
        return order
    facility = facility_meant(state, order.facility, facilities_of(state, order.space))
    return order.model_copy(update={"facility": facility})


FIGHT_BATTLE = OrderKind(
    FightBattle, begin_battle, After.GAME_GOES_ON, (in_phases("conduct_combat"), on_turn), _in_full
)
