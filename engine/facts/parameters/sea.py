"""Sea zones, submarines and transports."""

from __future__ import annotations

from typing import Literal

from engine.facts.board import DataModel, SpaceId


class SeaRules(DataModel):
    """What bars ships, when submarines surface, what transports may do."""

    closed_straits: tuple[tuple[SpaceId, SpaceId], ...] = ()
    """Pairs of sea zones between which no ship ever passes (OPT-05)."""

    zone_hostile_by: Literal["surface_warships", "any_unit"]
    """What makes a zone hostile: enemy surface warships, or any enemy unit not submerged (BRD-20)."""

    submerged_until: Literal["end_of_battle", "end_of_noncombat_move"]
    """When submarines surface (SPC-77, NCM-30)."""

    submarines_end_in_hostile_zones: bool
    """In the noncombat move (NCM-24)."""

    aircraft_attack_submarines: Literal["always", "beside_own_destroyer"] = "always"
    """Where there is nothing else for them to attack in a zone (CMV-12)."""

    transports_may_attack_alone: bool
    """Attack ships without a warship beside them (CMV-63)."""

    transports_may_move_after_loading: bool
    """A transport that loaded in the combat move but did not move is free in the noncombat move (NCM-27)."""

    transports_after_battle: Literal["nothing", "load_or_offload"]
    """What a transport that fought may still do in the noncombat move (NCM-28)."""
