"""What a declaration of war would bring, told before it is confirmed (POL-04, POL-18, POL-23, INC-70)."""

from __future__ import annotations

from dataclasses import dataclass

from engine.economy.objectives import paid_into
from engine.events.politics import WarDeclared, WarEffortMade
from engine.facts.board import PowerId, SpaceId
from engine.facts.parameters.politics import WarBonus
from engine.politics.grounds import WarChance, chances
from engine.state.game_state import GameState
from engine.turn.declaring import bonuses_due, declaration, efforts_due

__all__ = ["Consequences", "consequences"]


@dataclass(frozen=True)
class Consequences:
    """What follows from a declaration of war.

    declared: what happens. territories: those of the new enemies, all hostile then. bonuses: IPCs that others get.
    efforts: facilities of powers that come to be at war by it, and have them upgraded. opened: wars that other powers
    may then declare, by power. objectives: IPCs that powers earn more or less each turn by their objectives as the
    board stands.
    """

    declared: WarDeclared
    territories: tuple[SpaceId, ...]
    bonuses: tuple[WarBonus, ...]
    efforts: tuple[WarEffortMade, ...]
    opened: tuple[tuple[PowerId, tuple[PowerId, ...]], ...]
    objectives: tuple[tuple[PowerId, int], ...]


def consequences(state: GameState, power: PowerId, chance: WarChance) -> Consequences:
    """What would follow if a power took a chance to declare war."""
    event = declaration(state, power, chance)
    after = event.evolve(state)
    powers = [each.id for each in state.edition.powers_with_turns]
    more = ((each, _from_objectives(after, each) - _from_objectives(state, each)) for each in powers)
    return Consequences(
        event,
        tuple(territory for territory, owner in state.owners.items() if owner in chance.on),
        bonuses_due(state, after),
        efforts_due(state, after),
        tuple((each, on) for each in powers if each != power for on in _opened(state, after, each)),
        tuple((each, ipcs) for each, ipcs in more if ipcs),
    )


def _opened(before: GameState, after: GameState, power: PowerId) -> tuple[tuple[PowerId, ...], ...]:
    """The wars for which a power has a ground after a declaration that it had not before."""
    closed = [each.on for each in chances(before, power) if each.when == "later"]
    return tuple(each.named for each in chances(after, power) if each.when != "later" and each.on in closed)


def _from_objectives(state: GameState, power: PowerId) -> int:
    return sum(sum(paid_into(state, account).values()) for account in state.edition.accounts_of(power))
