"""Units that a power places without price when its side frees a territory of its own (POL-43, ASY-32)."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import Field

from engine.errors import IllegalAction
from engine.events.economy import TroopBonusPlaced
from engine.events.questions import RequestClosed
from engine.facilities.production import new_pieces
from engine.facts.board import PowerId, SpaceId
from engine.facts.parameters import TroopBonus
from engine.facts.unit_types import UnitId
from engine.kinds import AS_PRINTED_ALONE, OTHERS, Counts, Question, say
from engine.play import Play
from engine.politics.standing import are_on_one_side
from engine.state.game_state import GameState
from engine.state.questions import Choice, Options, Request
from engine.state.selection import check_units_known
from engine.state.words import counted, ipcs, listed, place

__all__ = ["TroopBonusChoice", "TroopBonusOptions"]


class TroopBonusOptions(Options):
    """How many IPCs of units are placed, and what each of them counts."""

    ipcs: int
    prices: Mapping[UnitId, int]


class TroopBonusChoice(Choice, extra="forbid"):
    """Land and air units that a power places free of charge in its freed territory; without any, it places none."""

    units: Counts = Field(default_factory=dict)


def ask_if_freed(play: Play, territory: SpaceId, former: PowerId | None) -> None:
    """Ask which units a power places in a territory that just changed hands, if that freed it."""
    for bonus in play.parameters.economy.troop_bonuses:
        if bonus.territory == territory and _is_due(play.state, bonus, former):
            prices = _prices(play.state, bonus.power)
            cheapest = min(prices, key=lambda unit: prices[unit])
            offered = TroopBonusOptions(ipcs=bonus.ipcs, prices=prices)
            usual = TroopBonusChoice(units={cheapest: bonus.ipcs // prices[cheapest]})
            TROOP_BONUS.ask(play, territory, (bonus.power,), offered, usual, "freed")


def ask_after_blitz(play: Play) -> None:
    """The same for a territory that was freed on the way, in the combat move."""
    for territory, former in play.state.turn.owners_before.items():
        ask_if_freed(play, territory, former)


def _is_due(state: GameState, bonus: TroopBonus, former: PowerId | None) -> bool:
    owner = state.owners[bonus.territory]
    was_enemy = former is not None and not are_on_one_side(state, former, bonus.power)
    is_free = owner is not None and are_on_one_side(state, owner, bonus.power)
    return was_enemy and is_free and bonus.power not in state.troop_bonuses


def _prices(state: GameState, power: PowerId) -> dict[UnitId, int]:
    """IPCs for each unit of a power that stands on land."""
    lines = (state.unit_of(power, unit.id) for unit in state.edition.units if unit.domain in ("land", "air"))
    return {line.id: line.cost for line in lines if line.cost}


def answer(play: Play, request: Request, power: PowerId, said: TroopBonusChoice) -> None:
    """Place the units that are named, none too."""
    units = {unit: count for unit, count in said.units.items() if count}
    play.emit(RequestClosed(request.id, said.to_json()))
    play.emit(TroopBonusPlaced(power, new_pieces(play.state, power, units, request.space), request.space))


def check(state: GameState, request: Request, _power: PowerId, said: TroopBonusChoice) -> None:
    """Raise IllegalAction (`units`, POL-43) unless these units may be placed and cost no more than that."""
    units, offered = said.units, TroopBonusOptions.of(request)
    check_units_known(state, units)
    prices, most = offered.prices, offered.ipcs
    where = place(state, request.space)
    if strangers := [unit for unit in units if unit not in prices]:
        name = state.edition.unit[strangers[0]].name
        known = listed((state.edition.unit[unit].name for unit in prices), "or")
        raise IllegalAction("POL-43", f"The {name} cannot be placed in {where} for free: name {known}.")
    cost = sum(prices[unit] * count for unit, count in units.items())
    if cost > most:
        verb = "costs" if sum(units.values()) == 1 else "cost"
        raise IllegalAction(
            "POL-43", f"{counted(state, units)} {verb} {ipcs(cost)}; you may place units for at most {most}."
        )


TROOP_BONUS = Question(
    "troop_bonus",
    TroopBonusOptions,
    TroopBonusChoice,
    say("Name the units to place, such as {“units”: {“infantry”: 4}}, or {} for none."),
    answer,
    check,
    printed_by=OTHERS,
    policies=AS_PRINTED_ALONE,
)
