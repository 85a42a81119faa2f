"""What becomes of facilities when an enemy captures their territory (CMB-49, CMB-50)."""

from __future__ import annotations

from engine.events.territory import FacilityFell
from engine.facilities.damage import damage_to, facility_line, value_of
from engine.facts.board import PowerId, SpaceId
from engine.facts.facility_types import DESTROYED
from engine.play import Play
from engine.politics.standing import are_on_one_side


def facilities_fall(play: Play, territory: SpaceId, captor: PowerId) -> None:
    """Let facilities become what their lines say when an enemy captures their territory, or when it is freed.

    In most territories that are freed they stay as they are (CMB-57).
    """
    emblem = play.board.territory[territory].emblem
    is_freed = emblem is not None and are_on_one_side(play.state, emblem, captor)
    for unit in play.state.facilities.get(territory, ()):
        line = facility_line(play.state, unit)
        freed_as = DESTROYED if emblem in line.lost_by_return_to else None
        captured_as = freed_as if is_freed else line.captured_as
        if captured_as is None:
            continue
        becomes, left = "" if captured_as == DESTROYED else captured_as, 0
        if becomes:
            most = facility_line(play.state, becomes).damage_limit_at(value_of(play.state, territory))
            left = min(most, damage_to(play.state, territory, unit))
        play.emit(FacilityFell(captor, territory, unit, becomes, left, audience=play.audience))
