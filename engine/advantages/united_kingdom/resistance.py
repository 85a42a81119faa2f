"""French Resistance: infantry rises where its territory comes under the control of the Allies (OPT-32)."""

from __future__ import annotations

from engine.advantages.asking import ask_whether, whether
from engine.advantages.free_units import place_free_units
from engine.advantages.rule import AdvantageRule
from engine.events.advantages import AdvantageUsed
from engine.facts.board import PowerId, SpaceId
from engine.play import AFTER_CAPTURE, Play
from engine.politics.standing import are_on_one_side
from engine.state.questions import Request, RequestKind

NAME: RequestKind = "french_resistance"


def ask_if_freed(play: Play, territory: SpaceId, former: PowerId | None) -> None:
    """Ask whether infantry rises in a territory that just changed hands (ASY-35)."""
    state = play.state
    advantage = state.edition.advantage.get(NAME)
    if advantage is None or territory not in advantage.spaces or not state.has_advantage(advantage.power, NAME):
        return
    owner = state.owners[territory]
    was_ours = former is not None and are_on_one_side(state, former, advantage.power)
    if owner is not None and are_on_one_side(state, owner, advantage.power) and not was_ours:
        ask_whether(play, NAME, territory, "freed")


def ask_after_blitz(play: Play) -> None:
    """The same for a territory that was taken on the way, in the combat move."""
    for territory, former in play.state.turn.owners_before.items():
        ask_if_freed(play, territory, former)


def rise(play: Play, request: Request, power: PowerId) -> None:
    """Once a game; who lets the moment pass keeps the advantage for another day."""
    play.emit(AdvantageUsed(power, NAME, once=True, in_force=False))
    place_free_units(play, NAME, request.space)


RULE = AdvantageRule(
    NAME,
    (AFTER_CAPTURE.by(ask_if_freed),),
    question=whether(NAME, rise),
    steps={"ask_for_resistance": ask_after_blitz},
)
