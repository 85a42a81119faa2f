"""What both sides of a battle mean to do: as it is typed, as far as it is possible there, and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from engine import GameState
from engine.events.combat.battle import AttackOrDefense
from engine.facts.edition import Edition
from engine.odds.leaving.leaving import can_ever_leave
from engine.odds.setting import Setting
from engine.queries.notation import ALL, ANY_UNIT, in_one_go, read_units, says_all
from engine.state.names import find_unit, parts_of
from engine.state.pieces import Piece
from engine.state.words import listed, place
from gamemaster.chances.choice import LossOrder, OddsChoice
from gamemaster.errors import TableRefusal

LOSSES = "1 tank, 2 infantry"


def read_losses(edition: Edition, text: str) -> LossOrder:
    """Units to be lost first, ALL of those without a number; raises TableRefusal and Refusal."""
    line = in_one_go(text)
    if says_all(line) or any(sign.isdigit() for sign in line):
        units = read_units(edition, line, may_be_all=True)
    else:
        units = dict.fromkeys((find_unit(edition, part) for part in parts_of(line)), ALL)
    if not units or ANY_UNIT in units:
        raise TableRefusal(f"Name the units you'd lose first, such as `{LOSSES}`.")
    return tuple(units.items())


def possible(setting: Setting, choice: OddsChoice, own: Collection[str]) -> OddsChoice:
    """The choice with whose order of loss it is and how many of each unit; raises TableRefusal where they couldn't."""
    if choice.kind == "back":
        # What was said is meant for the first battle.
        return choice
    if (choice.rounds or choice.spare or choice.below) and not can_ever_leave(setting):
        where = place(setting.state, setting.battle.space)
        raise TableRefusal(f"None of the attackers could retreat from {where}, so they fight to the end.")
    for side in choice.submerge:
        if side not in sides_with_submarines(setting):
            raise TableRefusal(f"No submarines {_verb(side)} there, so none can submerge.")
    return _with_losses(setting, choice, own) if choice.losses else choice


def _with_losses(setting: Setting, choice: OddsChoice, own: Collection[str]) -> OddsChoice:
    side = choice.loser or _side_of(setting, own)
    there, table = Counter(piece.unit for piece in fighters(setting, side)), setting.state.edition.unit
    for unit, count in choice.losses:
        if not there[unit]:
            raise TableRefusal(f"No {table[unit].plural} {_verb(side)} there, so none can be lost first.")
        if count > there[unit]:
            only = table[unit].counted(there[unit])
            verb = f"{_verb(side)}s" if there[unit] == 1 else _verb(side)
            raise TableRefusal(f"Only {only} {verb} there, so {count:,} can't be lost first.")
    losses = tuple((unit, there[unit] if count == ALL else count) for unit, count in choice.losses if count)
    return replace(choice, losses=losses, loser=side)


def _side_of(setting: Setting, own: Collection[str]) -> AttackOrDefense:
    """The side of somebody with these powers; the attackers' where they are on both or neither."""
    attacks, defends = (
        any(piece.power in own for piece in fighters(setting, side)) for side in ("attacker", "defender")
    )
    return "defender" if defends and not attacks else "attacker"


def _verb(side: AttackOrDefense) -> str:
    return "attack" if side == "attacker" else "defend"


def fighters(setting: Setting, side: AttackOrDefense) -> tuple[Piece, ...]:
    """The units of a side."""
    battle = setting.battle
    return setting.state.select(battle.attackers if side == "attacker" else battle.defenders)


def sides_with_submarines(setting: Setting) -> tuple[AttackOrDefense, ...]:
    """Who could submerge, at sea."""
    sides: tuple[AttackOrDefense, ...] = ("attacker", "defender") if setting.battle.part == "sea" else ()
    return tuple(
        side for side in sides if any(setting.state.type_of(p).can("submerge") for p in fighters(setting, side))
    )


def plans_in_words(state: GameState, choice: OddsChoice) -> str:
    """ "stop after round 2, keep a land unit"; nothing of what comes back after a battle."""
    whose = listed(f"{side}s'" for side in choice.submerge)
    table = state.edition.unit
    lost = listed((table[unit].counted(count) for unit, count in choice.losses), "then")
    plans = {
        f"stop after round {choice.rounds}": choice.rounds,
        "keep a land unit": choice.keep,
        "leave once only aircraft are left": choice.spare,
        f"leave below {choice.below}%": choice.below,
        f"{whose} submarines submerge": choice.submerge,
        f"{choice.loser}s lose {lost} first": choice.losses,
    }
    return ", ".join(plan for plan, is_meant in plans.items() if is_meant)
