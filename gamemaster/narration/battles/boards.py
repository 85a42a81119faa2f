"""The board of a battle for its picture, from what happened in it until now: its sides, and its rounds in columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from engine.battle_report.items import (
    SIDES,
    AntiAircraftFire,
    Casualties,
    Fire,
    Losses,
    Retreat,
    Submerging,
    Volley,
    hits_of,
)
from engine.battle_report.report import BattleReport, BattleRound
from engine.battle_report.scores import HitsScored
from engine.events.combat.battle import AttackOrDefense, LowLuck
from engine.facts.board import PowerId
from engine.state.game_state import GameState
from engine.state.pieces import Piece, PieceId
from engine.state.words import first_upper, ipcs, number, place
from gamemaster.narration.battles.ahead import by_base
from gamemaster.narration.battles.posts import ending
from gamemaster.narration.history.tally import hits_in_words, low_luck_in_words
from gamemaster.narration.phrases import heading, row, the_powers, worth
from gamemaster.narration.questions import request_in_short
from maps.battles import data
from maps.battles.data import BattleBoard, Column, Roll, Round, Row, Side, Strip, Units
from maps.board.facts import symbol_of

ROUNDS_ALONE = 8
MAIN_FIRE = ("attackers_fire", "defenders_fire")
BEFORE_THE_BATTLE = ("anti_aircraft_fires", "ships_bombard")
STRIPS: Mapping[str, str] = {
    "anti_aircraft_fires": "Antiaircraft fire",
    "ships_bombard": "Bombardment",
    "attackers_strike": "Surprise strike",
    "defenders_strike": "Surprise strike",
    "attackers_open_fire": "Opening fire",
    "defenders_open_fire": "Opening fire",
}
"""What fire outside the columns is called, by the step of the round; "Fire" where it has no name of its own."""


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


def strips(state: GameState, told: BattleRound) -> tuple[Strip, ...]:
    """All fire outside the columns, in the order of the rules: guns and ships before submarines."""
    return (*_before_the_battle(state, told), *(strip for _, strip in _openings(state, told)))


def has_fire_of_its_own(told: BattleRound) -> bool:
    """Whether guns or ships fired in a round."""
    return any(
        isinstance(item, AntiAircraftFire) or (isinstance(item, Fire) and item.step in BEFORE_THE_BATTLE)
        for item in told.items
    )


def _before_the_battle(state: GameState, told: BattleRound) -> Iterator[Strip]:
    """Fire of guns and bombardment."""
    for item in told.items:
        if isinstance(item, AntiAircraftFire):
            yield anti_aircraft_strip(state, item)
        elif isinstance(item, Fire) and item.step in BEFORE_THE_BATTLE:
            yield from _strips(state, item)


def _openings(state: GameState, told: BattleRound) -> Iterator[tuple[AttackOrDefense, Strip]]:
    """Fire of submarines and others before the main fire, with the side that fires."""
    for item in told.items:
        if isinstance(item, Fire) and item.step not in (*MAIN_FIRE, *BEFORE_THE_BATTLE):
            yield from ((item.side, strip) for strip in _strips(state, item))


def _main_fires(told: BattleRound, side: AttackOrDefense) -> list[Fire]:
    return [item for item in told.items if isinstance(item, Fire) and item.step in MAIN_FIRE and item.side == side]


def _dice(fire: Fire) -> Iterator[Roll]:
    """What was rolled, also by those that fired together."""
    yield from (Roll(volley.needed, volley.dice) for volley in fire.volleys if volley.dice)
    yield from (Roll(group.rest, group.dice) for group in fire.low_luck if group.dice)


def columns(told: BattleRound, side: AttackOrDefense) -> tuple[Column, ...]:
    """The columns of a side, without those who submerged or retreated."""
    groups: dict[int, Counter[tuple[str, str, bool, bool]]] = {}
    dice: dict[int, list[int]] = {}
    gone, hurt, left = told.gone, told.damaged, told.left
    for volley in (volley for fire in _main_fires(told, side) for volley in fire.volleys):
        groups.setdefault(volley.needed, Counter())
        dice.setdefault(volley.needed, []).extend(volley.dice)
    for piece in told.fighting[side]:
        if piece.id not in left:
            is_lost = piece.id in gone
            is_damaged = (piece.hits_taken > 0 or piece.id in hurt) and not is_lost
            kind = (piece.power, piece.unit, is_damaged, is_lost)
            groups.setdefault(told.needed.get(piece.id, 0), Counter())[kind] += 1
    values_shown = sorted(groups, key=lambda value: (value == 0, value))
    return tuple(Column(value, tuple(_units(groups[value])), tuple(dice.get(value, ()))) for value in values_shown)


def in_short(state: GameState, told: BattleRound) -> Round:
    """A round as a row of dice."""
    openings = list(_openings(state, told))

    def rolled(side: AttackOrDefense) -> tuple[Roll, ...]:
        first = (volley.roll for firing, strip in openings if firing == side for volley in strip.volleys)
        return (*first, *(roll for fire in _main_fires(told, side) for roll in _dice(fire)))

    attacks, defends = (hits_in_words(told.hits(side)) for side in SIDES)
    others = tuple(_before_the_battle(state, told))
    return Round(f"Round {told.number}", rolled("attacker"), rolled("defender"), attacks, defends, others)


def _units(kinds: Mapping[tuple[str, str, bool, bool], int]) -> Iterable[Units]:
    for (power, unit, damaged, lost), count in sorted(kinds.items()):
        yield Units(power, unit, count, damaged, lost)


def _strips(state: GameState, fire: Fire) -> list[Strip]:
    """Fire outside the columns; aircraft that fire with submarines make a kamikaze attack of their own."""
    found = []
    for title, flying in ((STRIPS.get(fire.step, "Fire"), False), ("Kamikaze attack", True)):
        volleys = [each for each in fire.volleys if (state.edition.unit[each.unit].domain == "air") is flying]
        if volleys:
            found.append(Strip(title, tuple(map(_shown, volleys)), scored_in_words(hits_of(volleys), fire.low_luck)))
    return found


def scored_in_words(hits: HitsScored, low_luck: Iterable[LowLuck]) -> str:
    """ "2 hits (expected 1.5)", after how those that fired together came by them."""
    together = _without_bold(low_luck)
    return f"{together} — {hits_in_words(hits)}" if together else hits_in_words(hits)


def low_luck_lines(told: BattleRound, side: AttackOrDefense) -> list[str]:
    """A line for each of those of a side that fired together in the main fire: "Strength 9: 1 sure, die 2 …"."""
    groups = (group for fire in _main_fires(told, side) for group in fire.low_luck)
    return [first_upper(_without_bold([group])) for group in groups]


def _without_bold(low_luck: Iterable[LowLuck]) -> str:
    return low_luck_in_words(low_luck).replace("**", "")


def _shown(volley: Volley) -> data.Volley:
    return data.Volley(Units(volley.power, volley.unit, volley.count), Roll(volley.needed, volley.dice))


def anti_aircraft_strip(state: GameState, fire: AntiAircraftFire) -> Strip:
    """The dice of a gun at each kind of aircraft; the gun stands there once."""
    fires = symbol_of(state.setup, fire.facility) if fire.facility else fire.gun
    gun: Units | None = Units(fire.power, fires)
    dice: dict[tuple[str, str], list[int]] = {}
    for shot in fire.shots:
        dice.setdefault((shot.power, shot.unit), []).append(shot.die)
    volleys = []
    for (power, unit), faces in dice.items():
        volleys.append(data.Volley(gun, Roll(fire.needed, tuple(faces)), Units(power, unit, len(faces))))
        gun = None
    down = Counter(shot.unit for shot in fire.shots if shot.hit)
    return Strip("Antiaircraft fire", tuple(volleys), f"{row(state, down)} shot down" if down else "no hit")
