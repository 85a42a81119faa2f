"""The position in which a battle of named units would be fought."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache

from engine.facts.board import PowerId, SpaceId
from engine.facts.edition import Edition
from engine.facts.unit_types import UnitId
from engine.game import new_game
from engine.odds.form import MOST_UNITS, BattleForm, SideForm
from engine.odds.setting import Setting
from engine.state.battles import Battle
from engine.state.game_state import GameState
from engine.state.pieces import Piece


def setting_of(form: BattleForm, edition: Edition) -> Setting:
    """The position of a form; nobody else is on the board."""
    space = _space(edition, form)
    attackers = _pieces(form.attacker, space)
    defenders = _pieces(form.defender, space)
    ships = _row(form.attacker.power, form.bombarding, space, MOST_UNITS)
    state = _start_of(form.setup)
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
    technologies = {side.power: side.technologies for side in (form.attacker, form.defender) if side.technologies}
    state = replace(
        state,
        power=form.attacker.power,
        phase="conduct_combat",
        pieces={**attackers, **defenders, **ships},
        technologies=technologies,
        wars=None if state.wars is None else (*state.wars, (form.attacker.power, form.defender.power)),
        battle=battle,
        turn=replace(state.turn, bombardments={ship.id: space for ship in firing}),
    )
    return Setting(state, battle, firing)


@lru_cache(maxsize=16)
def _start_of(setup: str) -> GameState:
    return new_game(setup)


def _landing(edition: Edition, attackers: Mapping[str, Piece]) -> tuple[str, ...]:
    return tuple(name for name, piece in attackers.items() if edition.unit[piece.unit].domain == "land")


def _firing(edition: Edition, ships: Iterable[Piece], landing: int) -> tuple[Piece, ...]:
    """The ships that support a landing: the best of them where only as many may as units land (SPC-20)."""
    rules = edition.parameters.assaults.bombardment
    if rules is None:
        return ()
    best = sorted(ships, key=lambda ship: -edition.unit[ship.unit].attack)
    return tuple(best[:landing] if rules.one_per_seaborne_unit else best)


def _space(edition: Edition, form: BattleForm) -> SpaceId:
    """Where it is fought: nothing depends on it but what a territory is worth, so one that is worth little."""
    board = edition.board
    if form.part == "sea":
        return board.sea_zones[0].id
    own = [each for each in board.territories if each.emblem == form.defender.power and not each.city]
    return min(own or board.territories, key=lambda territory: territory.ipc).id


def _pieces(side: SideForm, space: SpaceId) -> dict[str, Piece]:
    """Of a kind of ship the first are damaged."""
    pieces = _row(side.power, side.units, space, 0)
    damaged = {
        f"{side.power}.{unit}.{number}" for unit, count in side.damaged.items() for number in range(1, count + 1)
    }
    return pieces | {name: replace(pieces[name], hits_taken=1) for name in sorted(damaged)}


def _row(power: PowerId, units: Mapping[UnitId, int], space: SpaceId, after: int) -> dict[str, Piece]:
    named = (
        (f"{power}.{unit}.{after + number}", unit) for unit, count in units.items() for number in range(1, count + 1)
    )
    return {name: Piece(name, power, unit, space) for name, unit in named}
