"""The position in which a battle of named units would be fought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from engine.advantages.catalogue import RULES
from engine.facts.board import PowerId, SpaceId
from engine.facts.edition import Edition, load_setup
from engine.facts.unit_types import UnitId
from engine.game import new_game
from engine.odds.form import MOST_UNITS, BattleForm, SideForm
from engine.odds.position import with_marks
from engine.odds.setting import Setting
from engine.state.battles import Battle, Part
from engine.state.game_state import GameState
from engine.state.pieces import Piece, alike
from engine.state.successors import with_values


def setting_of(form: BattleForm, edition: Edition) -> Setting:
    """The position of a form; nobody else is on the board."""
    space = _space(form.setup, form.part, form.defender.power)
    attackers = _pieces(form.attacker, space, has_come=True)
    defenders = _pieces(form.defender, space, has_come=False)
    ships = _row(form.attacker.power, form.bombarding, space, MOST_UNITS, has_come=False)
    state = _start_of(form.setup, tuple(sorted(edition.resolve_options(form.options).items())))
    firing = _firing(edition, ships.values(), len(_landing(edition, attackers)))
    battle = Battle(
        space,
        form.part,
        form.kind == "amphibious",
        form.attacker.power,
        tuple(attackers),
        tuple(defenders),
        seaborne=_landing(edition, attackers) if form.kind == "amphibious" else (),
        began_with=tuple(piece.unit for piece in attackers.values()),
        defended_by=(form.defender.power,),
    )
    sides = (form.attacker, form.defender)
    technologies = {side.power: side.technologies for side in sides if side.technologies}
    advantages = {side.power: side.advantages for side in sides if side.advantages is not None}
    state = with_values(
        state,
        power=form.attacker.power,
        phase="conduct_combat",
        pieces={**attackers, **defenders, **ships},
        technologies=technologies or state.technologies,
        advantages={**state.advantages, **advantages} if advantages else state.advantages,
        advantages_in_force=tuple(name for row in advantages.values() for name in row),
        wars=None if state.wars is None else (*state.wars, (form.attacker.power, form.defender.power)),
        battle=battle,
        turn=replace(state.turn, bombardments={ship.id: space for ship in firing}),
    )
    return with_marks(Setting(state, battle, firing))


def advantages_that_count(state: GameState, power: PowerId) -> tuple[str, ...]:
    """The national advantages of a power that would count in a battle now: declared, where they have to be."""
    given = (name for name in state.advantages.get(power, ()) if name in RULES)
    is_at_hand = {name: RULES[name].use is None and name not in state.used_advantages for name in given}
    return tuple(name for name, is_there in is_at_hand.items() if is_there or name in state.advantages_in_force)


@lru_cache(maxsize=16)
def _start_of(setup: str, options: tuple[tuple[str, str], ...]) -> GameState:
    return new_game(setup, dict(options))


def _landing(edition: Edition, attackers: Mapping[str, Piece]) -> tuple[str, ...]:
    return tuple(name for name, piece in attackers.items() if edition.unit[piece.unit].domain == "land")


def _firing(edition: Edition, ships: Iterable[Piece], landing: int) -> tuple[Piece, ...]:
    """The ships that support a landing: the best of them where only as many may as units land (SPC-20)."""
    rules = edition.parameters.assaults.bombardment
    if rules is None:
        return ()
    best = sorted(ships, key=lambda ship: -edition.unit[ship.unit].attack)
    return tuple(best[:landing] if rules.one_per_seaborne_unit else best)


@lru_cache(maxsize=64)
def _space(setup: str, part: Part, defender: PowerId) -> SpaceId:
    """Where it is fought: in a zone, or a territory of the defender's own, on no island, that is worth little. Nothing
    else depends on it.
    """
    edition = load_setup(setup)
    board = edition.board
    if part == "sea":
        return board.sea_zones[0].id
    own = [t for t in board.territories if t.emblem == edition.starting_owner(t.id) == defender and not t.city]
    return min(own or board.territories, key=lambda territory: (territory.island, territory.ipc)).id


def _pieces(side: SideForm, space: SpaceId, *, has_come: bool) -> dict[str, Piece]:
    """Of a kind of ship the first are damaged. has_come: in the combat move."""
    pieces = _row(side.power, side.units, space, 0, has_come=has_come)
    damaged = {
        f"{side.power}.{unit}.{number}" for unit, count in side.damaged.items() for number in range(1, count + 1)
    }
    return pieces | {name: replace(pieces[name], hits_taken=1) for name in sorted(damaged)}


def _row(
    power: PowerId, units: Mapping[UnitId, int], space: SpaceId, after: int, *, has_come: bool
) -> dict[str, Piece]:
    found: dict[str, Piece] = {}
    for unit, count in units.items():
        names = (f"{power}.{unit}.{after + number}" for number in range(1, count + 1))
        one = Piece("", power, unit, space, used=int(has_come), moved="combat_move" if has_come else None)
        found |= alike(one, names)
    return found
