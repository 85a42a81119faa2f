"""The level `normal`, phase by phase."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from computer.answers.table import reply
from computer.easy.guarding import guards_needed, place_guards
from computer.easy.marching import ferry_all
from computer.easy.player import EasyPlayer
from computer.ending import end_phase
from computer.normal.air.landing import Landings
from computer.normal.attacking import attack_all
from computer.normal.marching import Marches
from computer.normal.neutrals import Takeovers
from computer.normal.plans import SURETIES
from computer.normal.prizes import nearer_to_victory, prize_at
from computer.normal.raiding import raid_all
from computer.normal.replies import Enemies
from computer.normal.sea.embarking import Convoys
from computer.normal.sea.sailing import Fleets
from computer.normal.spending.building import build_all
from computer.normal.spending.buying import buy_all
from computer.normal.spending.placing import place_all
from computer.normal.spending.researching import research_all
from computer.normal.victory.rivals import Rivals
from computer.playing import Hand, Reply
from computer.reaching import Threats
from engine import GameState
from engine.facts.board import PowerId
from engine.state.questions import Request


class NormalPlayer(EasyPlayer):
    """Weighs all moves with what the enemies answer, the attacks as one plan, and brings armies over the sea."""

    enemies: type[Enemies] = Rivals
    """How it takes its enemies to answer."""
    sureties: Sequence[float] = SURETIES
    """How surely the forces that it sends may win."""

    def play(self, hand: Hand) -> None:
        """The orders of a phase."""
        match hand.phase:
            case "research":
                research_all(hand)
            case "purchase":
                buy_all(hand, self.enemies(hand.state, hand.power))
            case "mobilize":
                build_all(hand, self.enemies)
                place_guards(hand, Threats(hand.state, hand.power))
                place_all(hand, self.enemies(hand.state, hand.power))
            case _:
                super().play(hand)
                return
        end_phase(hand)

    def attack(self, hand: Hand) -> None:
        """The attacks of the best plan that is found, and raids of the bombers that it doesn't need."""
        attack_all(hand, self.enemies(hand.state, hand.power), self.sureties)
        raid_all(hand)

    def march(self, hand: Hand) -> None:
        """All moves that attack nobody."""
        march_all(hand, self.enemies(hand.state, hand.power))

    def reply(self, state: GameState, request: Request, power: PowerId) -> Reply:
        """As `easy`, but what a battle is fought for counts victory, too."""
        return reply(state, request, power, partial(prize_at, state, nearer=nearer_to_victory(state)))


def march_all(hand: Hand, enemies: Enemies) -> None:
    """Order all moves that attack nobody."""
    threats = Threats(hand.state, hand.power)
    guards = guards_needed(hand.state, hand.power, threats)
    Landings(hand, enemies).land_all()
    Takeovers(hand, enemies, guards).order_all()
    ferry_all(hand, threats, guards)
    convoys = Convoys(hand, enemies, guards)
    convoys.order_all()
    Marches(hand, enemies, guards).order_all()
    Landings(hand, enemies).rebase_all()
    Fleets(hand, enemies, convoys.sailing).order_all()
