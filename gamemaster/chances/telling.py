"""The chances of a battle in a few lines and as a picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby

from engine import GameState
from engine.events.combat.battle import AttackOrDefense
from engine.facts.board import PowerId
from engine.odds.force import Force, Left
from engine.odds.odds import Odds
from engine.odds.setting import Setting
from engine.state.battles import Hits
from engine.state.pieces import Piece
from engine.state.words import counted, first_upper, label, listed, pieces_in_words
from gamemaster.announcements.losses_in_words import first_in_words
from gamemaster.chances.additions import Addition
from gamemaster.chances.choice import OddsChoice
from gamemaster.chances.plans import fighters, plans_in_words
from gamemaster.chances.posing import intents_of
from gamemaster.narration.phrases import the_powers
from maps.battles.chances import Bar, ChancesBoard, Fighting, left_in_words, percent
from maps.battles.data import Units

MOST_HITS = 3
NEGLIGIBLE = 0.0005


def board_of(setting: Setting, odds: Odds, choice: OddsChoice) -> ChancesBoard:
    """What the picture shows."""
    bars = _bars(odds)
    return ChancesBoard(
        title_of(setting, choice),
        _side(setting, odds, "attacker"),
        _side(setting, odds, "defender"),
        max(0.0, odds.draw),
        odds.rounds,
        bars,
        _middle(odds),
        odds.margin,
        told_plans(setting, choice),
        _are_both_left(odds),
    )


def told_plans(setting: Setting, choice: OddsChoice) -> str:
    """What both sides mean to do beside pressing on, in words; the asker's standing orders of loss as theirs."""
    meant, edition = intents_of(choice, setting), setting.state.edition
    lines = [line for line in (*meant.attacker_lines, *meant.defender_lines) if line]
    units = dict.fromkeys(first_in_words(edition, line) for line in lines)
    own = [f"by your standing order you lose {' or '.join(units)}"] if units else []
    return ", ".join(filter(None, [plans_in_words(setting.state, choice), *own]))


def title_of(setting: Setting, choice: OddsChoice) -> str:
    """Where it is fought, or that it is a battle of named units."""
    return first_upper(label(setting.state, setting.battle.space)) if choice.kind != "units" else "Your battle"


def _side(setting: Setting, odds: Odds, side: AttackOrDefense) -> Fighting:
    state, pieces = setting.state, fighters(setting, side)
    powers = powers_of(pieces)
    found = odds.attacker if side == "attacker" else odds.defender
    verb = "attack" if side == "attacker" else "defend"
    ships = setting.bombarding if side == "attacker" else ()
    units = Counter((piece.power, piece.unit, piece.hits_taken > 0) for piece in (*pieces, *ships))
    return Fighting(
        powers,
        f"{first_upper(the_powers(state, powers))} {verb}{'s' if len(powers) == 1 else ''}",
        tuple(Units(power, unit, count, damaged) for (power, unit, damaged), count in units.items()),
        odds.attacker_win if side == "attacker" else odds.defender_win,
        found.loss_ipcs,
        found.loss_spread,
    )


def powers_of(pieces: Iterable[Piece]) -> tuple[PowerId, ...]:
    """Whose pieces they are."""
    return tuple(dict.fromkeys(piece.power for piece in pieces))


def _endings(odds: Odds) -> list[Bar]:
    """All endings, the best for the attackers first."""
    rows = sorted(((each.attacker - each.defender, each.share) for each in odds.outcomes), reverse=True)
    return [Bar(left, sum(share for _, share in row)) for left, row in groupby(rows, key=lambda row: row[0])]


def _bars(odds: Odds) -> tuple[Bar, ...]:
    """The endings without those at either end that hardly ever come."""
    bars = _endings(odds)
    while len(bars) > 1 and bars[0].share < NEGLIGIBLE:
        bars = bars[1:]
    while len(bars) > 1 and bars[-1].share < NEGLIGIBLE:
        bars = bars[:-1]
    return tuple(bars)


def _are_both_left(odds: Odds) -> bool:
    """Whether both sides may have units left: attackers leave, submarines submerge, or nobody can hit anybody."""
    return any(each.attacker and each.defender and each.share >= NEGLIGIBLE for each in odds.outcomes)


def _middle(odds: Odds) -> int:
    """How the battle ends where as many endings are better as are worse."""
    so_far = 0.0
    for bar in _endings(odds):
        so_far += bar.share
        if so_far >= 0.5:
            return bar.left
    return 0


def told(
    setting: Setting,
    odds: Odds,
    choice: OddsChoice,
    more: Sequence[Addition],
    own: Sequence[PowerId],
    before: str = "",
) -> list[str]:
    """Three to six short lines. own: the powers of whoever asked. before: what was found where units were sought."""
    state, plans = setting.state, told_plans(setting, choice)
    attackers, defenders = fighters(setting, "attacker"), fighters(setting, "defender")
    who = first_upper(the_powers(state, powers_of(attackers)))
    verb = "attacks" if len(powers_of(attackers)) == 1 else "attack"
    draw = f", nobody {percent(odds.draw)}" if odds.draw >= 0.005 else ""
    middle = left_in_words(_middle(odds), both=_are_both_left(odds))
    defended, lost = percent(odds.defender_win, odds.margin), f"{odds.attacker.loss_ipcs:.0f} IPCs"
    lines = [
        *([before] if before else []),
        f"**{title_of(setting, choice)}**: {who} {verb}{f' ({plans})' if plans else ''}",
        f"{pieces_in_words(state, attackers)} against {pieces_in_words(state, defenders)}",
        f"Attackers win **{percent(odds.attacker_win, odds.margin)}**, defenders {defended}{draw}",
        f"Average losses: {lost} against {odds.defender.loss_ipcs:.0f}; typically {middle}",
    ]
    if set(own) & set(powers_of(defenders)) and not set(own) & set(powers_of(attackers)):
        lines.append(_first_losses(setting, choice))
    elif more:
        rows = (f"+1 {state.edition.unit[each.unit].name} {percent(each.win)}" for each in more)
        lines.append(f"With one more: {listed(rows, 'or')}")
    return lines


def _first_losses(setting: Setting, choice: OddsChoice) -> str:
    """ "You lose with 1 hit: 1 infantry; 2 hits: 2 infantry"."""
    meant = intents_of(choice, setting)
    force = Force(setting, "defender", meant.defender_loss, meant.defender_lines, keep_land_unit=False)
    whole = _standing(force, force.full)
    found = []
    for hits in range(1, MOST_HITS + 1):
        left = force.lose(force.full, Hits(other=hits), enemy_destroyer=False)
        lost = whole - _standing(force, left)
        found.append(f"{hits} {'hit' if hits == 1 else 'hits'}: {_lost(setting.state, lost)}")
        if sum(left) == 0:
            break
    return f"The defender's losses: {'; '.join(found)}"


def _standing(force: Force, left: Left) -> Counter[str]:
    """Those of a unit may be lost at several times."""
    found = Counter[str]()
    for unit, count in force.standing(left):
        found[unit.id] += count
    return found


def _lost(state: GameState, lost: Counter[str]) -> str:
    return counted(state, lost) or "nothing, ships are only damaged"
