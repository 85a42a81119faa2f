"""The board of a battle for its picture, from what happened in it until now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from engine.events import Event
from engine.events.combat.battle import (
    AttackOrDefense,
    BattleEnded,
    CasualtiesChosen,
    Retreated,
    RoundBegan,
    Submerged,
    UnitsLost,
)
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.words import ipcs, number, place
from gamemaster.narration.battles.board_rounds import BoardRound, line_up
from gamemaster.narration.battles.following import follow_battle
from gamemaster.narration.battles.posts import ending
from gamemaster.narration.battles.scrambles import by_base
from gamemaster.narration.history.tally import SIDES, Fire, side_of_piece
from gamemaster.narration.history.timeline import Step
from gamemaster.narration.phrases import heading, powers_named, worth
from gamemaster.narration.questions import request_in_short
from maps.battles.data import BattleBoard, Round, Row, Side, Units

ROUNDS_ALONE = 8


@dataclass
class _Course:
    """A battle being followed: how it began, its rounds, who left it or was lost, how it ended."""

    began: Battle
    powers: Mapping[AttackOrDefense, tuple[str, ...]]
    rounds: list[BoardRound]
    lost: Mapping[AttackOrDefense, dict[PieceId, Piece]] = field(default_factory=lambda: {side: {} for side in SIDES})
    beside: Mapping[AttackOrDefense, dict[str, list[Piece]]] = field(
        default_factory=lambda: {side: {} for side in SIDES}
    )
    ended: BattleEnded | None = None
    aftermath: list[Event] = field(default_factory=list)

    def take(self, step: Step) -> None:
        """Note an event."""
        event = step.event
        if self.ended:
            self.aftermath.append(event)
        elif isinstance(event, BattleEnded):
            self.ended = event
        elif isinstance(event, RoundBegan):
            self.rounds.append(line_up(step.after))
        else:
            self.rounds[-1].take(step.before, event)
            self._take_losses(step.before, event)

    def _take_losses(self, state: GameState, event: Event) -> None:
        if isinstance(event, CasualtiesChosen):
            self.lost[event.side].update((piece.id, piece) for piece in state.select(event.lost))
        elif isinstance(event, UnitsLost):
            for piece in (*event.pieces, *event.cargo):
                self.lost[side_of_piece(state, piece)][piece.id] = piece
        elif isinstance(event, Submerged):
            self.beside[event.side].setdefault("Submerged", []).extend(state.select(event.pieces))
        elif isinstance(event, Retreated):
            to = f"Retreated to {place(state, event.to)}" if event.to else ""
            for label, pieces in ((to, event.pieces), ("Will land in the noncombat move", event.aircraft)):
                if pieces:
                    self.beside["attacker"].setdefault(label, []).extend(state.select(pieces))


def battle_board(steps: Iterable[Step]) -> BattleBoard:
    """The board of the first battle in `steps`, from its beginning until now or its end.

    The sides show the last round; ROUNDS_ALONE rounds before it have their dice, older ones are one row.
    Raises ValueError where no battle begins.
    """
    state, course = follow_battle(steps, _beginning)
    rounds = [told for told in course.rounds if told.number]
    shown = course.rounds[-1]
    if course.ended:
        when = number(len(rounds), "round") if rounds else "no round"
        outlook = " ".join(
            ending(state, course.began, course.ended, course.aftermath, joint=len(course.powers["defender"]) > 1)
        )
    else:
        when = f"round {shown.number}" if shown.number else ""
        outlook = "; ".join(request_in_short(state, request).rstrip(".") for request in state.requests)
    return BattleBoard(
        title=heading(state, course.began.space),
        when=when,
        attacker=_side(state, course, "attacker"),
        defender=_side(state, course, "defender"),
        strips=shown.strips,
        earlier=_earlier(course.rounds[:-1]),
        outlook=outlook,
    )


def _beginning(state: GameState, battle: Battle) -> _Course:
    first = line_up(state)

    def powers(side: AttackOrDefense) -> tuple[str, ...]:
        found = {piece.power for piece in first.fighting[side]}
        rank = state.edition.turn_rank
        return tuple(sorted(found, key=lambda power: (power != battle.attacker, rank[power])))

    return _Course(battle, {side: powers(side) for side in SIDES}, [first])


def _side(state: GameState, course: _Course, side: AttackOrDefense) -> Side:
    shown, powers = course.rounds[-1], course.powers[side]
    verb = "intercept" if course.began.part == "air" else "defend"
    if side == "attacker" and course.began.part == "air":
        verb = "raid"
    elif side == "attacker":
        verb = "land" if course.began.amphibious and course.began.part == "land" else "attack"
    title = f"{powers_named(state, powers)} {verb}{'s' if len(powers) == 1 else ''}"
    rows = [Row(label, units_of(pieces, with_damage=True)) for label, pieces in course.beside[side].items()]
    standing = [piece for piece in shown.fighting[side] if piece.id not in shown.lost | shown.left]
    aboard = [cargo for piece in standing for cargo in state.cargo(piece.id) if cargo not in shown.fighting[side]]
    rows += [Row("Aboard", units_of(aboard))] if aboard else []
    rose = by_base(standing)
    rows += [Row(f"Scrambled from {place(state, base)}", units_of(pieces)) for base, pieces in rose.items()]
    lost = list(course.lost[side].values())
    so_far = "" if course.ended else " so far"
    rows += [Row(f"Lost{so_far}, {ipcs(worth(state, lost))}", units_of(lost))] if lost else []
    fired = shown.number and shown.fire[side].expected
    score = shown.fire[side].in_words if fired else ""
    return Side(powers, title, shown.columns(side), score, tuple(rows))


def units_of(pieces: Iterable[Piece], *, with_damage: bool = False) -> tuple[Units, ...]:
    """Pieces counted by power and type, damaged ships apart if that still matters."""
    counts = Counter((piece.power, piece.unit, with_damage and piece.hits_taken > 0) for piece in pieces)
    return tuple(Units(power, unit, count, damaged) for (power, unit, damaged), count in sorted(counts.items()))


def _earlier(rounds: Sequence[BoardRound]) -> tuple[Round, ...]:
    """Rounds before the last one; round 0 only where something was fired in it."""
    told = [each for each in rounds if each.number or each.others]
    old, latest = told[:-ROUNDS_ALONE], told[-ROUNDS_ALONE:]
    rows = [each.in_short for each in latest]
    if len(old) == 1:
        rows.insert(0, old[0].in_short)
    elif old:
        attacks, defends = (Fire.total(each.fire[side] for each in old).in_words for side in SIDES)
        rows.insert(0, Round(f"Rounds {old[0].number} to {old[-1].number}", (), (), attacks, defends))
    return tuple(rows)
