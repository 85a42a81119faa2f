"""What a defender can still choose in the battles of a turn, and what the choices come to (ASY-61)."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from engine import GameState
from engine.ask import LOSSES, HitTaking, at_stake, loss_lines, slots_by_line, value_of
from engine.conditions.kinds import SUBMERGE
from engine.conditions.worth import what_is_kept
from engine.facts.board import PowerId, SpaceId
from engine.odds.losing.lines import lines_of
from engine.odds.odds import Odds
from engine.odds.position import ahead
from engine.odds.setting import Intents, Setting
from engine.state.battles import Hits
from gamemaster.chances.own_losses import side_of
from gamemaster.jobs.chances import as_known, chance_of

MOST_BATTLES = 12
MOST_HITS = 20
"""More than that are not looked at to tell two orders of loss apart."""
AS_GOOD_AS_LOST = 0.5
"""Part of what a choice has to be worth: where defenders keep less on average, no order of loss gets them that much."""
SECONDS = 1.5
"""What is not begun by then is not worked out: others wait for the same worker."""
ASK, PRINTED, CHEAPEST, ALONE = "ask", "printed", "cheapest", "alone"
NOT_WEIGHED = (ASK, ALONE)


@dataclass(frozen=True)
class Weighed:
    """A choice: its name, what a line of a standing order says for it, and what it comes to for the defender.

    win: how likely the defender wins, None where nobody worked it out; own, theirs: the IPCs that both sides lose on
    average; gain: what they lose more, with the income of a territory that is held.
    """

    key: str
    line: str
    win: float | None = None
    own: float = 0.0
    theirs: float = 0.0
    gain: float = 0.0


@dataclass(frozen=True)
class OpenChoice:
    """What these powers can choose in a battle that has not begun. name: the standing order that answers it."""

    name: str
    space: SpaceId
    powers: tuple[PowerId, ...]
    options: tuple[Weighed, ...]

    @property
    def key(self) -> str:
        """By which menus and buttons name it."""
        return f"{self.name}.{self.space}"

    @property
    def worth(self) -> float | None:
        """The IPCs between the best and the worst choice; None where not all of them were worked out."""
        weighed = [each for each in self.options if each.key not in NOT_WEIGHED]
        gains = [each.gain for each in weighed if each.win is not None]
        return max(gains) - min(gains) if len(gains) == len(weighed) else None


def open_choices(state: GameState, mine: Collection[PowerId]) -> tuple[OpenChoice, ...]:
    """The choices that are open to a player with these powers, those first that most depends on."""
    until = time.monotonic() + SECONDS
    found = [choice for setting, powers in _defended(state, mine) for choice in _choices(setting, powers, until)]
    return tuple(sorted(found, key=lambda choice: -(choice.worth or 0)))


def who_can_choose(state: GameState, least: int) -> tuple[PowerId, ...]:
    """The defenders of battles ahead in which a choice may be worth so many IPCs, by the position alone."""
    found: dict[PowerId, None] = {}
    for pending in state.pending:
        setting = ahead(state, pending) if pending.kind == "combat" else None
        if setting and (_may_submerge(setting) or _losses_may_matter(setting, least)):
            defenders = setting.state.select(setting.battle.defenders)
            found |= dict.fromkeys(state.edition.representative(piece.power) for piece in defenders)
    return tuple(found)


def _losses_may_matter(setting: Setting, least: int) -> bool:
    """Whether orders of loss differ, in a battle that is not as good as lost whatever they are."""
    if not _is_asked_for_losses(setting) or len(_orders_of_loss(setting)) < 2:
        return False
    kept = what_is_kept(setting.state)
    return kept is None or kept >= least * AS_GOOD_AS_LOST


def _defended(state: GameState, mine: Collection[PowerId]) -> list[tuple[Setting, tuple[PowerId, ...]]]:
    """The battles ahead in which these powers defend, those with most at stake."""
    found = []
    for pending in state.pending:
        setting = ahead(state, pending) if pending.kind == "combat" else None
        powers = () if setting is None else _defending(setting, mine)
        if setting is not None and powers:
            found.append((setting, powers))
    found.sort(key=lambda each: -at_stake(HitTaking(each[0].state, each[0].battle, "defender")))
    return found[:MOST_BATTLES]


def _defending(setting: Setting, mine: Collection[PowerId]) -> tuple[PowerId, ...]:
    return tuple(power for power in mine if side_of(setting.state, setting.battle, power) == "defender")


def _choices(setting: Setting, powers: tuple[PowerId, ...], until: float) -> Iterator[OpenChoice]:
    space = setting.battle.space
    if _is_asked_for_losses(setting):
        orders = _orders_of_loss(setting)
        by_order = {
            key: (line, Intents(defender_lines=lines_of(setting, "defender", {LOSSES: [f"space={space} {line}"]})))
            for key, line in orders.items()
        }
        options = _weighed(setting, by_order, until)
        yield OpenChoice(LOSSES, space, powers, (*options, Weighed(ASK, "side=defender above=0 lose=printed")))
    if _may_submerge(setting):
        meant = {
            "always": ("do=always", Intents(defender_submerges=True)),
            "never": ("do=never", Intents()),
        }
        options = _weighed(setting, meant, until)
        more = (Weighed(ALONE, "do=alone"), Weighed(ASK, "do=ask"))
        yield OpenChoice(SUBMERGE, space, powers, (*options, *more))


def _weighed(setting: Setting, meant: Mapping[str, tuple[str, Intents]], until: float) -> tuple[Weighed, ...]:
    found = []
    for key, (line, intents) in meant.items():
        odds = chance_of(setting, intents) if time.monotonic() < until else None
        if not isinstance(odds, Odds):
            found.append(Weighed(key, line))
            continue
        own, theirs = odds.defender.loss_ipcs, odds.attacker.loss_ipcs
        gain = theirs - own + _prize(setting) * (1 - odds.attacker_win)
        found.append(Weighed(key, line, as_known(odds.defender_win, odds), own, theirs, gain))
    return tuple(found)


def _prize(setting: Setting) -> int:
    """The income of the territory that is fought for."""
    space = setting.battle.space
    return value_of(setting.state, space) if setting.state.edition.board.is_land(space) else 0


def _is_asked_for_losses(setting: Setting) -> bool:
    """Whether hits could be given to one unit or another."""
    state = setting.state
    units = {piece.unit: state.type_of(piece) for piece in state.select(setting.battle.defenders)}
    return len(units) > 1 or any(unit.hits > 1 for unit in units.values())


def _orders_of_loss(setting: Setting) -> dict[str, str]:
    """The lines, by name, that lose units of the defender in another order than those before."""
    state = setting.state
    units = {piece.unit: state.type_of(piece) for piece in state.select(setting.battle.defenders)}
    printed = _lost(setting, "lose=printed")
    in_order = [unit for unit in dict.fromkeys(each for hit in printed for each in hit) if unit in units]
    air = [unit for unit in in_order if units[unit].domain == "air"]
    others = [unit for unit in in_order if units[unit].domain != "air"]
    named = {PRINTED: "lose=printed", CHEAPEST: "lose=cheapest"}
    if air and others:
        named |= {"air_last": f"lose={','.join(others)}", "air_first": f"lose={','.join(air)}"}
    found: dict[tuple[tuple[str, ...], ...], tuple[str, str]] = {}
    for key, line in named.items():
        found.setdefault(_lost(setting, line), (key, f"side=defender {line}"))
    return dict(found.values())


def _lost(setting: Setting, line: str) -> tuple[tuple[str, ...], ...]:
    """What a line gives up to one hit, to two and so on."""
    (loss,) = loss_lines([line])
    found: list[tuple[str, ...]] = []
    for hits in range(1, MOST_HITS + 1):
        battle = replace(setting.battle, hits=Hits(other=hits))
        now = HitTaking(setting.state, battle, "defender")
        lost, damaged = (now.state.select(ids) for ids in now.outcome(slots_by_line(now, loss)))
        units = [piece.unit for piece in lost] + [f"damaged {piece.unit}" for piece in damaged]
        found.append(tuple(sorted(units)))
        if len(lost) == len(now.targets):
            break
    return tuple(found)


def _may_submerge(setting: Setting) -> bool:
    state, battle = setting.state, setting.battle
    hunters: Sequence[bool] = [state.type_of(p).can("anti_submarine") for p in state.select(battle.attackers)]
    return not any(hunters) and any(state.type_of(p).can("submerge") for p in state.select(battle.defenders))
