"""Who is lost: by what is left in the end and whom the enemy still has, with the ground that it is fought for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from computer.answers.options import Asked, Option, best_of
from computer.answers.stakes import of_battle
from computer.chances import price
from computer.playing import Answer, Reply
from engine import GameState, ask
from engine.conditions.worth import between_rounds
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.odds.raids.strikes import strike_odds
from engine.state.pieces import PieceId
from engine.state.words import counted, listed, pieces_in_words, place

LINES = (
    ask.LossLine((ask.CHEAPEST,)),
    ask.LossLine((ask.CHEAPEST,), keep=True),
    ask.LossLine((ask.CHEAPEST,), keep=True, spares_ships=True),
    ask.LossLine((), keep=True),
)
"""Orders of loss that are weighed beside the printed one, and beside those by which each kind is lost first."""
MOST_KINDS = 4
"""Raiders of so many kinds are given up in every order."""


def casualties(asked: Asked) -> Reply | None:
    """The losses after which most is left in the end; in a joint defence they are proposed for all.

    Where the owners disagree the enemy is asked, who wants the least to be left.
    """
    state, battle = asked.state, asked.state.battle
    if battle is None or battle.part == "air":
        return None
    taking = ask.HitTaking(state, battle, ask.CasualtiesOptions.of(asked.request).side)
    printed = ask.slots_in_order(taking, ())
    found: dict[object, Option] = {}
    kinds = dict.fromkeys(piece.unit for piece in taking.targets)
    lines = [*LINES, *(ask.LossLine((unit,)) for unit in kinds)]
    for slots in (printed, *(ask.slots_by_line(taking, line) for line in lines)):
        outcome = taking.outcome(slots)
        if outcome not in found:
            is_default = not found and len(asked.request.powers) == 1
            choice: Answer = "default" if is_default else ask.as_choice(taking, slots).to_json()
            found[outcome] = _option(asked, taking, choice, *outcome)
    return best_of(list(found.values()))


def _option(
    asked: Asked, taking: ask.HitTaking, choice: Answer, lost: Sequence[PieceId], damaged: Sequence[PieceId]
) -> Option:
    """What the rest of the battle brings whoever is asked, with these losses."""
    state, attacks = taking.state, taking.side == "attacker"
    battle, after = between_rounds(state, taking.battle, lost, damaged)
    stake, gone = of_battle(after, battle, asked.prize), float(price(state, state.select(lost)))
    gain = stake.attackers_gain + (-gone if attacks else gone)
    chances, aim = stake.chances, _lose(state, lost, damaged, battle.space)
    if ask.are_on_one_side(state, asked.power, state.power):
        own = chances.own_loss + gone * attacks
        return Option(choice, aim, gain, chances.win, own)
    return Option(choice, aim, -gain, 1 - chances.win, chances.enemy_loss + gone * (not attacks))


def _lose(state: GameState, lost: Sequence[PieceId], damaged: Sequence[PieceId], space: SpaceId) -> str:
    """ "lose 2 infantry in Ukraine"."""
    deeds = [
        f"{verb} {pieces_in_words(state, state.select(ids))}"
        for verb, ids in (("lose", lost), ("take hits on", damaged))
        if ids
    ]
    return f"{listed(deeds)} in {place(state, space)}"


def flak(asked: Asked) -> Reply | None:
    """Lose the raiders whose price and bombs are worth least together."""
    state, request, offered = asked.state, asked.request, ask.FlakOptions.of(asked.request)
    raiders = [piece for piece in ask.raiders_at(state, request.space) if piece.raid == offered.facility]
    options = []
    for units in _ways_to_lose(offered.units, offered.hits):
        falling = ask.falling_of(state, raiders, units)
        through = [piece for piece in raiders if piece not in falling]
        bombs, gone = strike_odds(state, request.space, offered.facility, through).mean, price(state, falling)
        aim = f"lose {counted(state, units)} over {place(state, request.space)}"
        options.append(Option({"units": dict(units)}, aim, bombs - gone, None, float(gone)))
    options.sort(key=lambda option: option.choice != request.default)
    return best_of(options)


def _ways_to_lose(units: Mapping[UnitId, int], hits: int) -> Iterator[Mapping[UnitId, int]]:
    seen = []
    for order in permutations(sorted(units)[:MOST_KINDS]):
        left, found = hits, dict[UnitId, int]()
        for unit in order:
            if taken := min(units[unit], left):
                found[unit] = taken
                left -= taken
        if not left and found not in seen:
            seen.append(found)
            yield found
