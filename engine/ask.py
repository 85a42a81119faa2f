# ruff: noqa: F403 - what a module tells those outside is what its `__all__` names
"""What those outside ask about a position: the one face of the rules beside `apply`, the state and its words.

All code that tells, offers or draws imports from here, so that the rules can be rearranged behind it. A module says by
its `__all__` what of it can be asked.
"""

from engine.advantages.rolling import *
from engine.advantages.uses import *
from engine.combat.air.kamikaze_strikes import *
from engine.combat.air.raids import *
from engine.combat.air.rockets import *
from engine.combat.air.scramble import *
from engine.combat.amphibious.assault import *
from engine.combat.amphibious.bombardment import *
from engine.combat.hits import *
from engine.combat.losses.assignments import *
from engine.combat.losses.casualties import *
from engine.combat.losses.default_losses import *
from engine.combat.losses.form import *
from engine.combat.neutrals import *
from engine.combat.plans import *
from engine.combat.reactions import *
from engine.combat.traits import *
from engine.combat.values import *
from engine.correction.form import *
from engine.economy.accounts import *
from engine.economy.convoys import *
from engine.economy.grants import *
from engine.economy.home_ground import *
from engine.economy.mobilize import *
from engine.economy.objectives import *
from engine.economy.purchase import *
from engine.economy.research import *
from engine.economy.ship_repairs import *
from engine.facilities.capacity import *
from engine.facilities.damage import *
from engine.facilities.production import *
from engine.facilities.scrambling import *
from engine.facilities.service import *
from engine.facilities.sites import *
from engine.facilities.targets import *
from engine.landing.basing import *
from engine.landing.proof import *
from engine.landing.ranges import *
from engine.movement.land import *
from engine.movement.paratroopers import *
from engine.movement.sea import *
from engine.movement.transports import *
from engine.orders import *
from engine.politics.grounds import *
from engine.politics.limits import *
from engine.politics.standing import *
from engine.politics.war import *
from engine.position.due import *
from engine.position.relations import *
from engine.queries.all_units import *
from engine.queries.borders import *
from engine.queries.consequences import *
from engine.queries.legality import *
from engine.queries.meant_places import *
from engine.queries.menus import *
from engine.queries.reach import *
from engine.queries.relations import *
from engine.questions import *
from engine.requests import *
from engine.turn.declaring import *
from engine.turn.undo import *
from engine.turn.victory import *
