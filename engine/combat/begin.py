"""Beginning battles, and territory taken without any (CMB-01..05)."""

from __future__ import annotations

from engine.actions import FightBattle
from engine.board import SpaceId
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
    state = play.state
    if order.kind != "combat":
        raise IllegalAction("SPC-26", "There are no bombing raids in this edition.")
    if order.land is not None:
        raise IllegalAction("SPC-06", "An assault that was declared cannot be called off.")
    if order.space not in play.board.neighbours:
        raise IllegalAction("space", f"There is no space “{order.space}” on this board.")
    pending = next((p for p in state.pending if p.space == order.space), None)
    if pending is None:
        raise IllegalAction("space", f"No battle is due in {place(state, order.space)}; {_due_in_words(state)}.")
    pending = _sea_part_of(state, pending) or pending
    first = min(turn_of(state, p) for p in state.pending)
    if turn_of(state, pending) > first:
        sooner = [place(state, p.space) for p in state.pending if turn_of(state, p) == first]
        raise IllegalAction("CMB-01", f"Other battles come first: {listed(sooner)}.")
    play.emit(_beginning(state, pending))


def _due_in_words(state: GameState) -> str:
    due = [place(state, p.space) for p in state.pending]
    return f"due: {listed(due)}" if due else "none is left this turn"


def _sea_part_of(state: GameState, pending: PendingBattle) -> PendingBattle | None:
    """The sea battle that must come before a landing (CMB-04)."""
    if pending.part != "land" or not pending.amphibious:
        return None
    zones = [z for z in state.edition.board.zones_of(pending.space) if pending.space in assaults_from(state, z)]
    return next((p for p in state.pending if p.part == "sea" and p.space in zones), None)


def landing_cargo(state: GameState, territory: SpaceId) -> tuple[Piece, ...]:
    """Cargo that can go ashore: its zone saw no sea battle, or the battle opened it (SPC-05).

    Where none can, what came overland or by air attacks without it (SPC-07).
    """
    return tuple(
        piece
        for zone in state.edition.board.zones_of(territory)
        if state.turn.sea_battles.get(zone, True)
        for piece in state.at(zone)
        if piece.aboard and piece.assault == territory and not state.pieces[piece.aboard].retreated
    )


def _land_attackers(state: GameState, territory: SpaceId, landing: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """All that came into the territory, from wherever (CMV-04), and what lands there fight together (SPC-10)."""
    own = [piece for piece in state.at(territory) if commands(state, piece)]
    return tuple(sorted([*own, *landing], key=state.rank))


def _beginning(state: GameState, pending: PendingBattle) -> BattleBegan:
    space, power = pending.space, state.power
    at_sea = pending.part == "sea"
    landing = () if at_sea else landing_cargo(state, space)
    attackers = sea_attackers(state, space) if at_sea else _land_attackers(state, space, landing)
    overland = tuple(piece for piece in attackers if piece not in landing)
    battle = Battle(
        space,
        pending.part,
        pending.amphibious,
        power,
        tuple(piece.id for piece in attackers),
        tuple(piece.id for piece in defenders_at(state, space, power)),
        tuple(piece.id for piece in landing),
        retreat_spaces(state, space, overland),
    )
    return BattleBegan(battle, tuple(piece.id for piece in landing))
