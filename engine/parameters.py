"""The rule parameters of an edition: what differs between editions, named by the rule."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.board import DataModel, PowerId, SpaceId
from engine.unit_types import UnitId

PhaseId = Literal[
    "research", "purchase", "combat_move", "conduct_combat", "noncombat_move", "mobilize", "collect_income"
]
TurnStep = Literal[
    "ask_for_resistance",
    "ask_for_treaty",
    "ask_for_enigma",
    "ask_for_interceptors",
    "answers",
    "guns_fire_on_flights",
    "find_battles",
    "orders",
    "battles",
    "advantages",
    "stranded_land",
    "aircraft_settle",
    "unlanded_are_lost",
    "submarines_surface",
    "leftovers_return",
    "collect_income",
    "check_combat_moves",
    "check_battles_fought",
    "check_landings",
    "check_promises",
    "check_promised_carriers",
    "check_all_placed",
]
LeaveFor = Literal["carriers", "transports", "territories", "lend_lease"]
BattleKind = Literal["amphibious", "general", "raid", "rocket"]
BattleStep = Literal[
    "defender_designates_kaiten",
    "anti_aircraft_fires",
    "ships_bombard",
    "attacker_submerges",
    "defender_submerges",
    "attackers_strike",
    "defenders_strike",
    "attackers_open_fire",
    "defenders_open_fire",
    "remove_struck",
    "attackers_fire",
    "defender_chooses",
    "defenders_fire",
    "attacker_chooses",
    "remove_casualties",
    "end_or_go_on",
    "press_or_retreat",
    "bombers_go_on",
]


class CasualtyOrder(DataModel):
    """The printed default order of loss (ASY-08, ASY-09); "<unit>:damage" is the first hit of a two-hit ship."""

    land: tuple[str, ...]
    sea: tuple[str, ...]


class AntiAircraft(DataModel):
    """How antiaircraft guns work.

    fires: at every aircraft that enters the territory, on its way too and in every movement phase ("overflight",
    SPC-56, SPC-57), or only at those that attack it ("target", SPC-58). captured: guns change hands with the territory
    (UNI-30) instead of being removed. liberated: whose a captured gun is when the territory is freed (UNI-32).
    """

    fires: Literal["overflight", "target"]
    hits_on: int
    captured: bool
    liberated: Literal["first_owner", "controller"] = "controller"


class Bombardment(DataModel):
    """How ships support a landing (SPC-17..25).

    targets: what can be hit (SPC-23). return_fire: casualties still fire (SPC-24). one_per_seaborne_unit: not more
    shots than land units that come ashore (SPC-20).
    """

    targets: Literal["land_units", "all_units"]
    return_fire: bool
    one_per_seaborne_unit: bool


class NewComplex(DataModel):
    """Where a new industrial complex may stand (MOB-19, MOB-20)."""

    min_value: int
    on_islands: bool


class Grant(DataModel):
    """Units that a power is given each turn instead of buying any: one for so many territories (POL-69).

    most: units of the power that may stand in a territory once new ones were placed there (POL-70).
    """

    unit: UnitId
    territories: int
    most: int


class Parameters(DataModel):
    """What differs between editions, named by the rule.

    phases: the phases of a turn in order (GEN-14). other_phases: those of powers that have only some of them, and
    neither research nor collect an income (POL-72, RES-15, INC-07).
    steps: the named steps of each phase, in order; in exactly one of them the power on turn acts.
    closed_straits: pairs of sea zones between which no ship ever passes (OPT-05).
    confined_to: the only spaces that units of a power may enter (POL-64). grants: powers that are given units (POL-69);
    they hold no territory but their own (POL-65).
    battle_order: groups of kinds of battle, in the order in which they must be fought (CMB-01); within a group the
    attacker chooses.
    land_battle, sea_battle: the named steps of one round of battle (CMB-06). air_battle: those of the battle between
    the escorts and interceptors of a raid; none where raids have neither (SPC-40, OPT-06).
    zone_hostile_by: what makes a sea zone hostile: enemy surface warships, or any enemy unit not submerged (BRD-20).
    submerged_until: submarines surface when the battle ends, or at the end of the noncombat move (SPC-77, NCM-30).
    submarines_end_in_hostile_zones: in the noncombat move (NCM-24).
    attackers_leave: attackers chosen as casualties leave at once, or when the defenders' casualties do (CMB-21).
    retreat_along: attackers retreat to the last space that one of them left, or to any that it started from or passed
    (CMB-38).
    retreat_to_zones: ships retreat to zones that were friendly when the turn began, or that are friendly now (CMB-40).
    carrier_promises_bind: a carrier that was promised must come while it lives and an aircraft does; carriers may be
    promised between battles too (CMV-46, NCM-33).
    stranded_land: when defending aircraft whose carrier was sunk land (SPC-80, NCM-04).
    own_aircraft_may_stay_aboard: those that do not launch travel with a carrier as cargo (CMV-51).
    landing_needs_escort_past_submarines: CMV-64.
    landing_on_new_carriers: bought carriers count as landing places (CMV-42, NCM-18).
    new_aircraft_on: carriers on which new fighters may be placed (MOB-07).
    aircraft_board_new_carriers: fighters already in the territory may board a carrier placed beside it (MOB-08).
    overland_may_leave_assault: land units that came overland may retreat from an assault (SPC-13).
    allies_may_refuse: what a power may withhold from an ally that would use it (ASY-28).
    landing_may_be_called_off: before the battle on land (SPC-06).
    cargo_must_land: what was loaded in the combat move must be landed in an assault (CMV-58).
    transports_may_attack_alone: CMV-63.
    transports_may_move_after_loading: a transport that loaded in the combat move but did not move is free (NCM-27).
    transports_after_battle: what a transport that fought may still do in the noncombat move (NCM-28).
    anti_aircraft, bombardment, new_complex: None where the edition has none.
    objectives_pay: national objectives are played (INC-23, OPT-04).
    extra_production_from: the value from which a territory's complex profits from increased production (RES-40).
    raid_loss: what bombing raids and rockets cost the enemy (SPC-34); None where there are no raids (SPC-26).
    rocket_range: spaces that a rocket flies (SPC-51).
    research_price: IPCs for each research die (RES-02); None without research (RES-01, OPT-03).
    research_goal: the technology is named before the dice, or after a breakthrough one is rolled for on a chart
    (RES-04, RES-05). research_tokens_kept: dice that failed are rolled again in later turns (RES-07).
    """

    phases: tuple[PhaseId, ...]
    other_phases: dict[PowerId, tuple[PhaseId, ...]] = Field(default_factory=dict)
    steps: dict[PhaseId, tuple[TurnStep, ...]]
    closed_straits: tuple[tuple[SpaceId, SpaceId], ...] = ()
    confined_to: dict[PowerId, frozenset[SpaceId]] = Field(default_factory=dict)
    grants: dict[PowerId, Grant] = Field(default_factory=dict)
    battle_order: tuple[tuple[BattleKind, ...], ...]
    land_battle: tuple[BattleStep, ...]
    sea_battle: tuple[BattleStep, ...]
    air_battle: tuple[BattleStep, ...] = ()
    casualty_order: CasualtyOrder
    zone_hostile_by: Literal["surface_warships", "any_unit"]
    submerged_until: Literal["end_of_battle", "end_of_noncombat_move"]
    submarines_end_in_hostile_zones: bool
    attackers_leave: Literal["at_once", "at_removal"]
    retreat_along: Literal["last_space", "whole_way"]
    retreat_to_zones: Literal["friendly_at_turn_start", "friendly"]
    carrier_promises_bind: bool
    stranded_land: Literal["after_battle", "before_noncombat_move"]
    own_aircraft_may_stay_aboard: bool
    landing_needs_escort_past_submarines: bool
    landing_on_new_carriers: bool
    new_aircraft_on: Literal["any_carrier", "new_carriers"]
    aircraft_board_new_carriers: bool
    overland_may_leave_assault: bool
    allies_may_refuse: tuple[LeaveFor, ...]
    landing_may_be_called_off: bool
    cargo_must_land: bool
    transports_may_attack_alone: bool
    transports_may_move_after_loading: bool
    transports_after_battle: Literal["nothing", "load_or_offload"]
    anti_aircraft: AntiAircraft | None = None
    bombardment: Bombardment | None = None
    new_complex: NewComplex | None = None
    objectives_pay: bool = False
    extra_production_from: int = 0
    raid_loss: Literal["ipcs", "damage"] | None = None
    rocket_range: int | None = None
    research_price: int | None = None
    research_goal: Literal["technology", "chart"] = "technology"
    research_tokens_kept: bool = False

    def steps_of(self, part: Literal["sea", "land", "air"]) -> tuple[BattleStep, ...]:
        """The steps of one round of a battle at sea, on land, or in the air before a raid."""
        return {"sea": self.sea_battle, "land": self.land_battle, "air": self.air_battle}[part]

    def phases_of(self, power: PowerId) -> tuple[PhaseId, ...]:
        """The phases of a power's turn."""
        return self.other_phases.get(power, self.phases)
