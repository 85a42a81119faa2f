"""Submarines that submerge, instead of striking or after the fire of both sides (SPC-73..78, SPC-100)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pydantic import RootModel

from engine.combat.fire import current, round_steps
from engine.errors import IllegalAction
from engine.events.combat.battle import AttackOrDefense, Submerged
from engine.events.questions import RequestClosed
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.kinds import Counts, Orders, Question, say
from engine.play import Play
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.questions import Choice, Options, Request
from engine.state.selection import check_units_known
from engine.state.words import place

__all__ = ["SubmergeChoice", "SubmergeOptions"]


class SubmergeOptions(Options):
    """The submarines of one power that may submerge."""

    side: AttackOrDefense
    round: int
    submerge: Mapping[UnitId, int]


class SubmergeChoice(Choice, RootModel[Counts]):
    """How many submarines submerge, by unit; {} for none."""


def attacker_submerges(play: Play) -> None:
    """The attacker decides first, and openly (SPC-73, ASY-06)."""
    _ask(play, "attacker")


def defender_submerges(play: Play) -> None:
    """Each defending owner decides after the attacker, each for its own (ASY-17, ASY-18)."""
    _ask(play, "defender")


def able_to_submerge(play: Play, side: AttackOrDefense) -> list[Piece]:
    """Submarines of a side, none where an enemy destroyer fights at this moment (SPC-74, SPC-75, ASY-19)."""
    battle = current(play)
    own, enemies = battle.attackers, battle.defenders
    if side == "defender":
        own, enemies = enemies, own
    return who_may_submerge(play.state, play.state.select(own), play.state.select(enemies))


def who_may_submerge(state: GameState, own: Iterable[Piece], enemies: Iterable[Piece]) -> list[Piece]:
    """Those of some pieces who may submerge while these enemies fight them (SPC-74, SPC-75)."""
    if any(state.type_of(enemy).can("anti_submarine") for enemy in enemies):
        return []
    return [piece for piece in own if state.type_of(piece).can("submerge")]


def attacker_submerges_after_fire(play: Play) -> bool:
    """Whether the attacker's submarines submerge with the answer to press or retreat, not in a step of their own."""
    return is_after_fire(round_steps(play))


def is_after_fire(steps: Sequence[str]) -> bool:
    """Whether submarines submerge after the fire of a round with these steps, not instead of it (SPC-73)."""
    return "attacker_submerges" not in steps and "defender_submerges" in steps


def by_unit(pieces: Iterable[Piece]) -> dict[UnitId, int]:
    """How many pieces of each unit there are."""
    return dict(Counter(piece.unit for piece in pieces))


def _ask(play: Play, side: AttackOrDefense) -> None:
    battle = current(play)
    submarines = able_to_submerge(play, side)
    represented = play.edition.representative
    powers = sorted({represented(piece.power) for piece in submarines}, key=lambda p: play.edition.turn_rank[p])
    for power in powers:
        counts = by_unit(piece for piece in submarines if represented(piece.power) == power)
        offered = SubmergeOptions(side=side, round=battle.round, submerge=counts)
        default = SubmergeChoice({} if _fights_by_default(play, side) else counts)
        SUBMERGE.ask(play, battle.space, (power,), offered, default, f"{battle.round}.{battle.step}.{power}")


def _fights_by_default(play: Play, side: AttackOrDefense) -> bool:
    """An attacker came to fight; a defender fights while own surface ships fight beside it (ASY-17, ASY-18)."""
    return side == "attacker" or not is_alone(play.state, current(play), side)


def is_alone(state: GameState, battle: Battle, side: AttackOrDefense) -> bool:
    """Whether no surface warship of its side fights beside submarines."""
    pieces = battle.attackers if side == "attacker" else battle.defenders
    units = [state.type_of(piece) for piece in state.select(pieces)]
    return not any(unit.domain == "sea" and not unit.can("submerge") and not unit.can("defenseless") for unit in units)


def answer(play: Play, request: Request, power: PowerId, said: SubmergeChoice) -> None:
    """Submerge the chosen submarines; the others stay and fight."""
    side = SubmergeOptions.of(request).side
    mine = [piece for piece in able_to_submerge(play, side) if play.edition.representative(piece.power) == power]
    chosen = chosen_submarines(play.state, mine, said.root, request.space, "submerge")
    play.emit(RequestClosed(request.id, by_unit(chosen)))
    submerge(play, side, chosen)


def by_orders(state: GameState, request: Request, orders: Orders) -> SubmergeChoice | None:
    """The submarines that submerge; None where the orders do not say."""
    offered = SubmergeOptions.of(request)
    dive = diving(state, state.battle, offered.submerge, offered.side, orders) if state.battle else None
    return None if dive is None else SubmergeChoice(dive)


def diving(
    state: GameState, battle: Battle, able: Mapping[UnitId, int], side: AttackOrDefense, orders: Orders
) -> Counts | None:
    """What standing orders say of the submarines of a side, whatever it is asked besides."""
    (policy,) = orders.get("submerge") or ("",)
    if not policy:
        return None
    dives = policy == "always" or (policy == "alone" and is_alone(state, battle, side))
    return dict(able) if dives else {}


HOW_MANY = say("Say how many submarines, such as {“submarine”: 1}, or {} for none.")
SUBMERGE = Question(
    "submerge",
    SubmergeOptions,
    SubmergeChoice,
    HOW_MANY,
    answer,
    by_orders=by_orders,
    policies={"submerge": ("always", "never", "alone")},
)


def submerge(play: Play, side: AttackOrDefense, submarines: Sequence[Piece]) -> None:
    """Let submarines leave the battle under water (SPC-76)."""
    if submarines:
        play.emit(Submerged(current(play).space, side, tuple(piece.id for piece in submarines)))


def chosen_submarines(
    state: GameState, able: Sequence[Piece], counts: Mapping[UnitId, int], space: SpaceId, what: str
) -> list[Piece]:
    """The submarines that a choice in counts names; `what` they could do, in words. Raises IllegalAction.

    Those of a wolf pack, which attack better (OPT-24), are the last to leave.
    """
    check_units_known(state, counts)
    marked = {piece for pieces in (state.battle.marked if state.battle else {}).values() for piece in pieces}
    chosen: list[Piece] = []
    for unit, count in counts.items():
        mine = [piece for piece in able if piece.unit == unit]
        if len(mine) < count:
            unit_type = state.edition.unit[unit]
            raise IllegalAction(
                "units",
                f"You ordered {unit_type.counted(count)} in {place(state, space)}, but only {len(mine)} can {what}.",
            )
        chosen += sorted(mine, key=lambda piece: (piece.id in marked, piece.number))[:count]
    return chosen
