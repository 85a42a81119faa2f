"""Beginning battles, and territory taken without any (CMB-01..05)."""

from __future__ import annotations

from engine.actions import FightBattle
from engine.board import SpaceId
from engine.combat.assault import call_off, landing_cargo
from engine.combat.bombardment import assign_ships
from engine.combat.conclude import end
from engine.combat.due import assaults_from, battles_due, sea_attackers, turn_of
from engine.combat.retreat import retreat_spaces
from engine.errors import IllegalAction
from engine.events import BattleBegan, BattleDropped, BattlesFound
from engine.play import Play
from engine.relations import commands, defenders_at
from engine.state import Battle, GameState, PendingBattle, Piece
from engine.words import listed, place


def find_battles(play: Play) -> None:
    """List the battles of the turn, and take at once what nobody defends."""
    play.emit(BattlesFound(play.power, battles_due(play.state)))
    settle_unfought(play)


def settle_unfought(play: Play) -> None:
    """Take undefended territory (CMB-05, CMV-26), and drop battles for which nobody is left."""
    for pending in play.state.pending:
        if pending.part != "land" or _sea_part_of(play.state, pending):
            continue
        landing = landing_cargo(play.state, pending.space)
        attackers = _land_attackers(play.state, pending.space, landing)
        if attackers and defenders_at(play.state, pending.space, play.power):
            continue
        captors = [piece for piece in attackers if play.state.type_of(piece).can("captures")]
        if not captors:
            play.emit(BattleDropped(pending))
            continue
        walkover = Battle(
            pending.space, "land", pending.amphibious, play.power, tuple(piece.id for piece in attackers), ()
        )
        play.emit(BattleBegan(walkover, tuple(piece.id for piece in landing)))
        end(play, "attacker")


def begin_battle(play: Play, order: FightBattle) -> None:
    """Begin the battle that the attacker chose (CMB-02); raises IllegalAction."""
    if order.kind != "combat":
        raise IllegalAction("SPC-26", "There are no bombing raids in this edition.")
    pending = _chosen(play.state, order.space)
    if order.land is not None:
        call_off(play, pending, () if order.land == "none" else order.land)
    landing = landing_cargo(play.state, pending.space) if pending.part == "land" else ()
    began = _beginning(play.state, pending, landing)
    if not began.battle.attackers:
        play.emit(BattleDropped(pending))
        return
    play.emit(began)
    assign_ships(play, pending.space, {piece.space for piece in landing})


def _chosen(state: GameState, space: SpaceId) -> PendingBattle:
    """The battle that is fought now for one in this space: its sea part, where it has one."""
    if space not in state.edition.board.neighbours:
        raise IllegalAction("space", f"There is no space “{space}” on this board.")
    pending = next((p for p in state.pending if p.space == space), None)
    if pending is None:
        raise IllegalAction("space", f"No battle is due in {place(state, space)}; {_due_in_words(state)}.")
    pending = _sea_part_of(state, pending) or pending
    first = min(turn_of(state, p) for p in state.pending)
    if turn_of(state, pending) > first:
        sooner = [place(state, p.space) for p in state.pending if turn_of(state, p) == first]
        raise IllegalAction("CMB-01", f"Other battles come first: {listed(sooner)}.")
    return pending


def _due_in_words(state: GameState) -> str:
    due = [place(state, p.space) for p in state.pending]
    return f"due: {listed(due)}" if due else "none is left this turn"


def _sea_part_of(state: GameState, pending: PendingBattle) -> PendingBattle | None:
    """The sea battle that must come before a landing (CMB-04)."""
    if pending.part != "land" or not pending.amphibious:
        return None
    zones = [z for z in state.edition.board.zones_of(pending.space) if pending.space in assaults_from(state, z)]
    return next((p for p in state.pending if p.part == "sea" and p.space in zones), None)


def _land_attackers(state: GameState, territory: SpaceId, landing: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """All that came into the territory, from wherever (CMV-04), and what lands there fight together (SPC-10)."""
    own = [piece for piece in state.at(territory) if commands(state, piece)]
    return tuple(sorted([*own, *landing], key=state.rank))


def _beginning(state: GameState, pending: PendingBattle, landing: tuple[Piece, ...]) -> BattleBegan:
    """A battle on land is an assault only if something lands; else it is an ordinary attack (SPC-07)."""
    space, power = pending.space, state.power
    at_sea = pending.part == "sea"
    attackers = sea_attackers(state, space) if at_sea else _land_attackers(state, space, landing)
    overland = tuple(piece for piece in attackers if piece not in landing)
    battle = Battle(
        space,
        pending.part,
        pending.amphibious if at_sea else bool(landing),
        power,
        tuple(piece.id for piece in attackers),
        tuple(piece.id for piece in defenders_at(state, space, power)),
        tuple(piece.id for piece in landing),
        retreat_spaces(state, space, overland),
        tuple(dict.fromkeys(piece.unit for piece in attackers)),
    )
    return BattleBegan(battle, tuple(piece.id for piece in landing))
