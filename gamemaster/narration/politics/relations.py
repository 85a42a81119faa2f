"""What the picture of all relations shows: powers, neutrals by kind, canals, and victory cities."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.ask import leaning_of, passers, relations, victory_cities_held, victory_conditions
from engine.facts.board import Leaning, SpaceId
from engine.state.game_state import GameState
from engine.state.words import first_upper
from gamemaster.narration.phrases import moment, side_name
from maps.relations.table import CanalPassage, Cities, Neutrals, RelationsTable


def relations_table(state: GameState) -> RelationsTable | None:
    """The relations as they stand; None where all powers of different sides are at war from the start."""
    if state.wars is None:
        return None
    cells = {power: dict(relations(state, power)) for power in state.edition.turn_order}
    return RelationsTable(
        f"Relations · {moment(state)}",
        tuple(state.edition.order_of_powers),
        cells,
        tuple(_neutrals(state)),
        tuple(_passages(state)),
        tuple(_cities(state)),
    )


LEANINGS: tuple[Leaning, ...] = ("strict", "pro_allies", "pro_axis")


def _neutrals(state: GameState) -> Iterator[Neutrals]:
    """Those that nobody holds yet, by how they lean now, the largest armies first."""
    board = state.edition.board
    left = [t for t in board.neutrals if state.owners[t] is None and not board.territory[t].closed]
    left.sort(key=lambda t: (-board.territory[t].standing_army, board.name(t)))
    for leaning in LEANINGS:
        places = tuple(
            (board.name(t), board.territory[t].standing_army) for t in left if leaning_of(state, t) == leaning
        )
        if places:
            yield Neutrals(leaning, _meaning(state, leaning), places)


def _meaning(state: GameState, leaning: Leaning) -> str:
    """What the neutrals of a leaning are to players (POL-48, POL-49, POL-54)."""
    if leaning == "strict":
        rules = state.edition.parameters.politics.neutrals
        may_be_attacked = rules is not None and rules.strict_may_be_attacked
        return "attack one, and all turn on you" if may_be_attacked else "closed to all"
    friend, foe = ("Allies", "Axis") if leaning == "pro_allies" else ("Axis", "Allies")
    return f"open to the {friend}, attacked by the {foe}"


def _passages(state: GameState) -> Iterator[CanalPassage]:
    for canal, powers in zip(state.edition.board.canals, passers(state).values(), strict=True):
        if not canal.closed:
            holders = dict.fromkeys(holder for t in canal.controlled_by if (holder := state.owners[t]))
            yield CanalPassage(canal.name, tuple(holders), powers, canal.submarines_pass)


def _cities(state: GameState) -> Iterator[Cities]:
    """The cities that count together, once, under all that they count for."""
    told: dict[tuple[SpaceId, ...], list[str]] = {}
    for condition in victory_conditions(state):
        held = len(victory_cities_held(state, condition))
        line = f"{first_upper(side_name(condition.side))} {held} of {condition.need}"
        told.setdefault(condition.of or tuple(state.edition.victory_cities), []).append(line)
    territory = state.edition.board.territory
    for cities, lines in told.items():
        held_by = ((territory[t].city or territory[t].name, state.owners[t] or "") for t in cities)
        yield Cities(f"Victory{_of_map(state, cities)}: {', '.join(lines)}", tuple(held_by))


def _of_map(state: GameState, cities: Iterable[SpaceId]) -> str:
    """ " on the Europe map", where all of them lie on one of several."""
    found = {state.edition.board.map_of.get(city) for city in cities}
    names = [name for name in found if name]
    return f" on the {names[0].title()} map" if len(found) == len(names) == 1 else ""
