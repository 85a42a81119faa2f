"""What those outside ask about a position: the one face of the rules beside `apply`, the state and its words.

All code that tells, offers or draws imports from here, so that the rules can be rearranged behind it.
"""

from engine.advantages.asking import FreeUnitsOptions, UseChoice
from engine.advantages.japan.kaiten import KaitenChoice, KaitenOptions
from engine.advantages.rolling import check_rolled
from engine.advantages.rule import UseAdvantage
from engine.advantages.soviet_union.treaty import TreatyChoice, TreatyOptions
from engine.advantages.united_kingdom.enigma import EnigmaChoice, EnigmaMove, EnigmaOptions
from engine.advantages.united_kingdom.garrison import GarrisonChoice, GarrisonOptions
from engine.advantages.uses import usable
from engine.combat.air.flak import FlakChoice, FlakOptions
from engine.combat.air.interception import RaidOptions
from engine.combat.air.kamikaze_strikes import KamikazeChoice, KamikazeOptions, kamikaze_zones, kamikazes_to_expect
from engine.combat.air.raids import escorts_at, interceptors_at, raiders_at
from engine.combat.air.rockets import launchers, rocket_facilities
from engine.combat.air.scramble import ScrambleOptions, full_scrambles, zones_attacked
from engine.combat.amphibious.assault import landing_cargo
from engine.combat.amphibious.bombardment import BombardmentChoice, BombardmentOptions
from engine.combat.capture import JointCaptureChoice, JointCaptureOptions
from engine.combat.hits import can_hit_any
from engine.combat.losses.assignments import HitTaking, Slot
from engine.combat.losses.casualties import chosen_slots, when_they_leave
from engine.combat.losses.default_losses import FIRST_HIT, as_choice, slots_in_order
from engine.combat.losses.form import ABSENT, CasualtiesChoice, CasualtiesOptions
from engine.combat.neutrals import neutral_army, neutrals_attacked, turned_by, with_sides_taken
from engine.combat.plans import ANYWHERE, PlanLine, plan_lines
from engine.combat.reactions import ReactionChoice, ReactionOptions, rising_choice
from engine.combat.retreat import RetreatChoice, RetreatOptions
from engine.combat.submerge import SubmergeChoice, SubmergeOptions
from engine.combat.traits import Aboard, Traits
from engine.combat.values import dice_of, fire_expected, values, values_in_battle
from engine.correction.form import Edit
from engine.economy.accounts import is_capital_lost, open_accounts, treasury, waiting_units
from engine.economy.convoys import Convoy, convoys_in_danger, most_at_stake
from engine.economy.grants import grant_of, granted_units
from engine.economy.home_ground import home_territories, rural_of, rural_wares
from engine.economy.mobilize import Mobilize, most_at_once
from engine.economy.objectives import Shortfall, objectives_of, paid_into, pays_now, shortfall
from engine.economy.purchase import Purchase, all_repairable, cost_so_far, funds, price_list, prices, repairable
from engine.economy.research import check_technology_known, missing_technologies, open_charts, research_price
from engine.economy.ship_repairs import ships_in_dock
from engine.economy.troop_bonuses import TroopBonusChoice, TroopBonusOptions
from engine.economy.war_bonds import WarBondsChoice, WarBondsOptions
from engine.facilities.capacity import capacity, complex_in, complex_kind, usable_complexes
from engine.facilities.damage import damage_limit
from engine.facilities.production import income_of
from engine.facilities.scrambling import scramble_range, scramble_ranges
from engine.facilities.service import is_operative
from engine.facilities.sites import sites
from engine.facilities.targets import can_raid, kinds_raided, raid_target, raidable, targets_in
from engine.landing.basing import StrandedChoice, StrandedOptions, all_unlanded, basing, homeless
from engine.landing.proof import airborne, carriers_to_come, landing_plan
from engine.landing.ranges import is_landing_territory, range_left
from engine.movement.engaging import Engage
from engine.movement.form import Move
from engine.movement.land import is_held_back
from engine.movement.paratroopers import dropping
from engine.movement.promises import Promise
from engine.movement.sea import was_used_in_combat_move
from engine.movement.transports import may_go_ashore
from engine.orders import parse_order, undone_together
from engine.politics.grounds import WarChance, chances, declarable
from engine.politics.limits import foes_of, limits_on
from engine.politics.standing import is_hostile_territory, leaning_of
from engine.politics.war import are_on_one_side, at_war, gives_leave, is_at_war
from engine.position.due import battles_due, is_defended, is_on_raid, sea_attackers, will_fight
from engine.position.relations import (
    commanded_at,
    commanded_powers,
    commands,
    defenders_at,
    enemy_guns,
    is_enemy,
    is_trapped,
    was_taken_along,
)
from engine.queries.all_units import move_in_numbers, placed_in_numbers, shippable_at, shipped_in_numbers, units_at
from engine.queries.borders import borders
from engine.queries.consequences import Consequences, consequences
from engine.queries.legality import is_legal, refusal_of
from engine.queries.meant_places import way_meant
from engine.queries.menus import (
    Movable,
    Reach,
    affordable,
    battle_options,
    bombardments,
    destinations,
    expected_battles,
    landings,
    movable,
    movable_from,
    placements,
    requests_of,
    rocket_targets,
    shared_destinations,
    supporting_ships,
    ways_to_pay,
    zones_to_engage,
)
from engine.queries.reach import is_drop
from engine.queries.relations import Relation, passers, relations
from engine.questions import QUESTIONS
from engine.requests import Orders
from engine.turn.declaring import war_to_declare
from engine.turn.undo import at_phase_start, check_may_order, without_orders
from engine.turn.victory import cities_held as victory_cities_held
from engine.turn.victory import conditions as victory_conditions

__all__ = [
    "ABSENT",
    "ANYWHERE",
    "FIRST_HIT",
    "QUESTIONS",
    "Aboard",
    "BombardmentChoice",
    "BombardmentOptions",
    "CasualtiesChoice",
    "CasualtiesOptions",
    "Consequences",
    "Convoy",
    "Edit",
    "Engage",
    "EnigmaChoice",
    "EnigmaMove",
    "EnigmaOptions",
    "FlakChoice",
    "FlakOptions",
    "FreeUnitsOptions",
    "GarrisonChoice",
    "GarrisonOptions",
    "HitTaking",
    "JointCaptureChoice",
    "JointCaptureOptions",
    "KaitenChoice",
    "KaitenOptions",
    "KamikazeChoice",
    "KamikazeOptions",
    "Mobilize",
    "Movable",
    "Move",
    "Orders",
    "PlanLine",
    "Promise",
    "Purchase",
    "RaidOptions",
    "Reach",
    "ReactionChoice",
    "ReactionOptions",
    "Relation",
    "RetreatChoice",
    "RetreatOptions",
    "ScrambleOptions",
    "Shortfall",
    "Slot",
    "StrandedChoice",
    "StrandedOptions",
    "SubmergeChoice",
    "SubmergeOptions",
    "Traits",
    "TreatyChoice",
    "TreatyOptions",
    "TroopBonusChoice",
    "TroopBonusOptions",
    "UseAdvantage",
    "UseChoice",
    "WarBondsChoice",
    "WarBondsOptions",
    "WarChance",
    "affordable",
    "airborne",
    "all_repairable",
    "all_unlanded",
    "are_on_one_side",
    "as_choice",
    "at_phase_start",
    "at_war",
    "basing",
    "battle_options",
    "battles_due",
    "bombardments",
    "borders",
    "can_hit_any",
    "can_raid",
    "capacity",
    "carriers_to_come",
    "chances",
    "check_may_order",
    "check_rolled",
    "check_technology_known",
    "chosen_slots",
    "commanded_at",
    "commanded_powers",
    "commands",
    "complex_in",
    "complex_kind",
    "consequences",
    "convoys_in_danger",
    "cost_so_far",
    "damage_limit",
    "declarable",
    "defenders_at",
    "destinations",
    "dice_of",
    "dropping",
    "enemy_guns",
    "escorts_at",
    "expected_battles",
    "fire_expected",
    "foes_of",
    "full_scrambles",
    "funds",
    "gives_leave",
    "grant_of",
    "granted_units",
    "home_territories",
    "homeless",
    "income_of",
    "interceptors_at",
    "is_at_war",
    "is_capital_lost",
    "is_defended",
    "is_drop",
    "is_enemy",
    "is_held_back",
    "is_hostile_territory",
    "is_landing_territory",
    "is_legal",
    "is_on_raid",
    "is_operative",
    "is_trapped",
    "kamikaze_zones",
    "kamikazes_to_expect",
    "kinds_raided",
    "landing_cargo",
    "landing_plan",
    "landings",
    "launchers",
    "leaning_of",
    "limits_on",
    "may_go_ashore",
    "missing_technologies",
    "most_at_once",
    "most_at_stake",
    "movable",
    "movable_from",
    "move_in_numbers",
    "neutral_army",
    "neutrals_attacked",
    "objectives_of",
    "open_accounts",
    "open_charts",
    "paid_into",
    "parse_order",
    "passers",
    "pays_now",
    "placed_in_numbers",
    "placements",
    "plan_lines",
    "price_list",
    "prices",
    "raid_target",
    "raidable",
    "raiders_at",
    "range_left",
    "refusal_of",
    "relations",
    "repairable",
    "requests_of",
    "research_price",
    "rising_choice",
    "rocket_facilities",
    "rocket_targets",
    "rural_of",
    "rural_wares",
    "scramble_range",
    "scramble_ranges",
    "sea_attackers",
    "shared_destinations",
    "shippable_at",
    "shipped_in_numbers",
    "ships_in_dock",
    "shortfall",
    "sites",
    "slots_in_order",
    "supporting_ships",
    "targets_in",
    "treasury",
    "turned_by",
    "undone_together",
    "units_at",
    "usable",
    "usable_complexes",
    "values",
    "values_in_battle",
    "victory_cities_held",
    "victory_conditions",
    "waiting_units",
    "war_to_declare",
    "was_taken_along",
    "was_used_in_combat_move",
    "way_meant",
    "ways_to_pay",
    "when_they_leave",
    "will_fight",
    "with_sides_taken",
    "without_orders",
    "zones_attacked",
    "zones_to_engage",
]
