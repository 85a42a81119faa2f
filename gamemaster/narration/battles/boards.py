"""The board of a battle for its picture, from what happened in it until now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from engine.battle_report.items import SIDES, Casualties, Losses, Retreat, Submerging
from engine.battle_report.report import BattleReport, BattleRound
from engine.battle_report.scores import HitsScored
from engine.events.combat.battle import AttackOrDefense
from engine.facts.board import PowerId
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.words import first_upper, ipcs, number, place
from gamemaster.narration.battles.ahead import by_base
from gamemaster.narration.battles.board_rounds import (
    columns,
    has_fire_of_its_own,
    in_short,
    low_luck_lines,
    strips,
)
from gamemaster.narration.battles.posts import ending
from gamemaster.narration.history.tally import hits_in_words
from gamemaster.narration.phrases import heading, the_powers, worth
from gamemaster.narration.questions import request_in_short
from maps.battles.data import BattleBoard, Round, Row, Side, Units

ROUNDS_ALONE = 8


def battle_board(state: GameState, report: BattleReport) -> BattleBoard:
    """The board of a battle from its beginning until now, which is `state`, or its end.

    The sides show the last round; ROUNDS_ALONE rounds before it have their dice, older ones are one row.
    """
    shown = report.rounds[-1]
    if report.end:
        rounds = sum(1 for told in report.rounds if told.number)
        when = number(rounds, "round") if rounds else "no round"
        outlook = " ".join(ending(state, report, report.end))
    else:
        when = f"round {shown.number}" if shown.number else ""
        outlook = "; ".join(request_in_short(state, request).rstrip(".") for request in state.requests)
    return BattleBoard(
        title=heading(state, report.began.space),
        when=when,
        attacker=_side(state, report, "attacker"),
        defender=_side(state, report, "defender"),
        strips=strips(state, shown),
        earlier=_earlier(state, report.rounds[:-1]),
        outlook=outlook,
    )


def _powers(state: GameState, report: BattleReport, side: AttackOrDefense) -> tuple[PowerId, ...]:
    """The powers of a side when the battle began, the attacker first."""
    found = {piece.power for piece in report.rounds[0].fighting[side]}
    rank = state.edition.turn_rank
    return tuple(sorted(found, key=lambda power: (power != report.began.attacker, rank[power])))


def _side(state: GameState, report: BattleReport, side: AttackOrDefense) -> Side:
    shown, powers = report.rounds[-1], _powers(state, report, side)
    title = f"{first_upper(the_powers(state, powers))} {_verb(report, side)}{'s' if len(powers) == 1 else ''}"
    rows = [Row(line, ()) for line in low_luck_lines(shown, side)]
    rows += [Row(label, units_of(pieces, with_damage=True)) for label, pieces in _beside(state, report, side).items()]
    out = shown.gone | shown.left
    standing = [piece for piece in shown.fighting[side] if piece.id not in out]
    aboard = [cargo for piece in standing for cargo in state.cargo(piece.id) if cargo not in shown.fighting[side]]
    rows += [Row("Aboard", units_of(aboard))] if aboard else []
    rose = by_base(standing)
    rows += [Row(f"Scrambled from {place(state, base)}", units_of(pieces)) for base, pieces in rose.items()]
    lost = _lost(report, side)
    so_far = "" if report.end else " so far"
    rows += [Row(f"Lost{so_far}, {ipcs(worth(state, lost))}", units_of(lost))] if lost else []
    hits = shown.hits(side)
    score = hits_in_words(hits) if shown.number and hits.expected else ""
    return Side(powers, title, columns(shown, side), score, tuple(rows))


def _verb(report: BattleReport, side: AttackOrDefense) -> str:
    in_the_air = report.began.part == "air"
    if side == "defender":
        return "intercept" if in_the_air else "defend"
    lands = report.began.amphibious and report.began.part == "land"
    return "raid" if in_the_air else "land" if lands else "attack"


def _beside(state: GameState, report: BattleReport, side: AttackOrDefense) -> Mapping[str, list[Piece]]:
    """Who left the battle, by a few words on where to."""
    found: dict[str, list[Piece]] = {}
    for item in report.items:
        if isinstance(item, Submerging) and item.side == side:
            found.setdefault("Submerged", []).extend(item.pieces)
        elif isinstance(item, Retreat) and side == "attacker":
            to = f"Retreated to {place(state, item.to)}" if item.to else ""
            for label, pieces in ((to, item.pieces), ("Will land in the noncombat move", item.aircraft)):
                if pieces:
                    found.setdefault(label, []).extend(pieces)
    return found


def _lost(report: BattleReport, side: AttackOrDefense) -> list[Piece]:
    """The casualties of a side so far, and what was lost with them."""
    found: dict[PieceId, Piece] = {}
    for item in report.items:
        if isinstance(item, Casualties) and item.side == side:
            found.update((piece.id, piece) for piece in item.lost)
        elif isinstance(item, Losses):
            found.update((piece.id, piece) for piece in item.of(side, item.all_lost))
    return list(found.values())


def units_of(pieces: Iterable[Piece], *, with_damage: bool = False) -> tuple[Units, ...]:
    """Pieces counted by power and type, damaged ships apart if that still matters."""
    counts = Counter((piece.power, piece.unit, with_damage and piece.hits_taken > 0) for piece in pieces)
    return tuple(Units(power, unit, count, damaged) for (power, unit, damaged), count in sorted(counts.items()))


def _earlier(state: GameState, rounds: Sequence[BattleRound]) -> tuple[Round, ...]:
    """Rounds before the last one; round 0 only where something was fired in it."""
    told = [each for each in rounds if each.number or has_fire_of_its_own(each)]
    old, latest = told[:-ROUNDS_ALONE], told[-ROUNDS_ALONE:]
    rows = [in_short(state, each) for each in latest]
    if len(old) == 1:
        rows.insert(0, in_short(state, old[0]))
    elif old:
        attacks, defends = (hits_in_words(HitsScored.total(each.hits(side) for each in old)) for side in SIDES)
        rows.insert(0, Round(f"Rounds {old[0].number} to {old[-1].number}", (), (), attacks, defends))
    return tuple(rows)
