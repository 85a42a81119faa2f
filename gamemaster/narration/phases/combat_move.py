"""The combat move."""

from __future__ import annotations

from engine.ask import (
    battles_due,
    can_raid,
    commands,
    defenders_at,
    destinations,
    dropping,
    is_defended,
    is_hostile_territory,
    kinds_raided,
    movable_from,
    was_used_in_combat_move,
    will_fight,
    with_sides_taken,
)
from engine.events.movement import Engaged
from engine.facts.board import PowerId, SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import first_upper, label, place
from gamemaster.narration.battles.ahead import (
    front_lines,
    futile_lines,
    kamikazes_to_expect,
    scrambles_to_expect,
    takes,
    walkovers,
)
from gamemaster.narration.history.passages import attacks
from gamemaster.narration.history.tally import gains
from gamemaster.narration.open_orders import order_lines, to_place, unmoved, usable_now
from gamemaster.narration.phases.telling import (
    PhaseButton,
    PhaseTelling,
    ToldChapter,
    declare_button,
    laden_transports,
    limits_to_do,
    move_lines,
    orders_and_end,
    peace_to_do,
    took,
    war_to_do,
)
from gamemaster.narration.phrases import force, lines_within, row, stance, worth
from gamemaster.narration.politics.diplomacy import turning_lines

ROOM_FOR_BATTLES = 600
MOST_LOOKED_AT = 6
"""Spaces from which an attack is sought where none is ordered: a search of all could take long."""
MOST_SCRAMBLES = 5
ROOM_FOR_BATTLES_IN_DRAFT = 650


def _report(told: ToldChapter) -> list[str]:
    state = told.end
    lines = move_lines(told.start, told.moves, "No combat moves.")
    lines += [_engaged(state, event) for event in told.events if isinstance(event, Engaged)]
    lines += gains(state, told.events)
    fronts = front_lines(with_sides_taken(state))
    if fronts:
        lines += ["Battles:", *lines_within(fronts, ROOM_FOR_BATTLES, "battles")]
    return [*lines, *turning_lines(state)]


def _short(told: ToldChapter) -> list[str]:
    """Of moves only what they mean: the map shows them, and the battles that they lead to are told as such."""
    engaged = [_engaged(told.end, event) for event in told.events if isinstance(event, Engaged)]
    return [*engaged, *turning_lines(told.end)]


def _engaged(state: GameState, event: Engaged) -> str:
    units = ", ".join(dict.fromkeys(state.type_of(piece).name for piece in state.select(event.pieces)))
    return f"{first_upper(label(state, event.zone))}: {units}, {stance(event.attack)}"


def _to_do(state: GameState) -> str:
    """How to attack, and what else the units at hand can do: raid, escort a raid, carry infantry or take it along."""
    rules = state.edition.parameters
    own = [state.type_of(piece) for piece in state.pieces.values() if commands(state, piece)]
    if peace := peace_to_do(state):
        return " ".join([*war_to_do(state), peace])
    lines = [*war_to_do(state), "Move units into battle. To attack nobody, end the phase."]
    if rules.raids.loss and any(can_raid(state, unit) for unit in own):
        lines.append(f"To raid {kinds_raided(state)}, write “raid” after the move.")
        if rules.combat.air_battle and any(unit.can("escorts") for unit in own):
            lines.append("To send fighters with a raid, write “escort” after theirs.")
    if any(unit.can("carries_paratrooper") for unit in own):
        lines.append("To drop an infantry from a bomber, name both in the same order.")
    if drop := dropping(state):
        who = f"Up to {drop.units} infantry can drop from an air base where other land units attack"
        lines.append(f"{who}, within {drop.range} spaces.")
    if any(unit.can("moves_beside_tank") for unit in own):
        lines.append("To let an infantry keep up with a tank, name both in the same order.")
    return " ".join([*lines, *limits_to_do(state)])


def _draft(state: GameState) -> list[str]:
    ahead = with_sides_taken(state)
    fronts = front_lines(ahead)
    battles = ["Battles ahead:", *lines_within(fronts, ROOM_FOR_BATTLES_IN_DRAFT, "battles")] if fronts else []
    return [
        *order_lines(state),
        *battles,
        *futile_lines(ahead),
        *scrambles_to_expect(state)[:MOST_SCRAMBLES],
        *kamikazes_to_expect(state),
        _walkovers(ahead),
        *(turning_lines(state) if ahead is not state else ()),
        unmoved(state),
        to_place(state),
        usable_now(state),
    ]


def _walkovers(state: GameState) -> str:
    """Undefended territory that the moves will take."""
    empty = [battle.space for battle in walkovers(state) if takes(state, battle)]
    return f"Taken without a battle: {', '.join(place(state, space) for space in empty)}." if empty else ""


def _warnings(state: GameState) -> list[str]:
    """Attacks that can hit nobody, and capitals left to the enemy.

    Transports used in the combat move can do nothing more this turn, unless a battle frees them (NCM-27, NCM-28).
    """
    found = [*futile_lines(with_sides_taken(state)), *_open_capitals(state)]
    if not (state.undo or found):
        return _no_attack(state)
    for ship in laden_transports(state):
        staying = [cargo for cargo in state.cargo(ship.id) if cargo.assault is None]
        if staying and _is_done_for_the_turn(state, ship):
            how = "took" if any(cargo.loaded == "combat_move" for cargo in staying) else "moved with"
            found.append(
                f"The transport in {place(state, ship.space)} {how} {force(state, staying)} aboard and cannot offload "
                "again this turn."
            )
    return found


def _no_attack(state: GameState) -> list[str]:
    """That nothing is ordered, with the dearest units that could attack; nothing where none could."""
    value = {space: worth(state, (p for p in pieces if commands(state, p))) for space, pieces in state.by_space.items()}
    dearest = sorted((space for space in value if value[space]), key=lambda space: (-value[space], space))
    for space in dearest[:MOST_LOOKED_AT]:
        for entry in movable_from(state, space):
            ends = [reach.space for reach in destinations(state, space, entry.unit, entry.owner)]
            if prey := next((end for end in ends if _is_prey(state, end)), None):
                units = row(state, {entry.unit: entry.count})
                return [
                    (
                        f"You haven't ordered any attacks; {units} in {place(state, space)} could attack "
                        f"{place(state, prey)}."
                    )
                ]
    return []


def _is_prey(state: GameState, space: SpaceId) -> bool:
    """Whether units that move there fight somebody, or take territory."""
    if state.edition.board.is_land(space):
        return is_hostile_territory(state, space, state.power)
    return bool(defenders_at(state, space, state.power))


def _open_capitals(state: GameState) -> list[str]:
    """Enemy capitals that nobody defends and that an own land unit could take now."""
    due = {battle.space for battle in battles_due(state)}
    capitals = [
        capital
        for power in state.edition.powers
        for capital in power.capitals
        if capital not in due and is_hostile_territory(state, capital, state.power) and not is_defended(state, capital)
    ]
    if not capitals:
        return []
    found = []
    own = sorted((p for p in state.pieces.values() if commands(state, p)), key=lambda p: (p.space, state.rank(p)))
    for space, unit, owner in dict.fromkeys((piece.space, piece.unit, piece.power) for piece in own):
        if state.unit_of(owner, unit).domain == "land":
            reached = {reach.space for reach in destinations(state, space, unit, owner, among=capitals)}
            found += [(capital, (space, unit, owner)) for capital in capitals if capital in reached]
    first = dict(reversed(found)).items()
    return [
        f"{first_upper(place(state, capital))} is undefended, and {_able_of(state, *army)} in {place(state, army[0])} "
        "could take it."
        for capital, army in first
    ]


def _able_of(state: GameState, space: SpaceId, unit: UnitId, owner: PowerId) -> str:
    """As many of an owner's units of a type as can still move."""
    able = (entry for entry in movable_from(state, space) if (entry.unit, entry.owner) == (unit, owner))
    return row(state, {unit: sum(entry.count for entry in able)})


def _is_done_for_the_turn(state: GameState, ship: Piece) -> bool:
    """Whether a ship with cargo that is not to land has been used up, as far as can be said before the battles."""
    rules = state.edition.parameters
    loaded_now = any(cargo.loaded == "combat_move" for cargo in state.cargo(ship.id))
    if ship.offloaded or (loaded_now and rules.assaults.cargo_must_land):
        return False
    if rules.sea.transports_after_battle == "load_or_offload" and will_fight(state, ship):
        return False
    return was_used_in_combat_move(state, ship)


def _deeds(state: GameState) -> list[PhaseButton]:
    """Orders and the end; before any of them a war, where one may be declared."""
    deeds = orders_and_end("guide", "Move", "End moves", also=("move", "Type orders"))(state)
    move, typed, *others = deeds
    return [move, ("attack", "Attack", "primary"), typed, *declare_button(state), *others]


TELLING = PhaseTelling(
    kind="combat_move",
    report=_report,
    brief=took,
    short=_short,
    to_do=_to_do,
    draft=_draft,
    warnings=_warnings,
    deeds=_deeds,
    caption=attacks,
    moves_units=True,
    leads_to_battles=True,
)
