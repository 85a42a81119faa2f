"""Taking territory: capture, liberation, capitals and their treasuries."""

from __future__ import annotations

from collections.abc import Sequence

from engine.economy.accounts import is_capital_lost, treasury
from engine.economy.troop_bonuses import ask_if_freed
from engine.errors import IllegalAction
from engine.events.economy import TreasuryPlundered
from engine.events.questions import RequestClosed
from engine.events.territory import GunsChangedHands, TerritoryReverted, TerritoryTaken
from engine.facilities.capture import facilities_fall
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account
from engine.kinds import AS_PRINTED_ALONE, OTHERS, Question
from engine.play import AFTER_CAPTURE, Play
from engine.politics.standing import are_on_one_side, at_war
from engine.position.relations import enemy_guns
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.questions import Choice, Options, Request
from engine.state.words import place

__all__ = ["JointCaptureChoice", "JointCaptureOptions"]


def new_owner(state: GameState, territory: SpaceId, captor: PowerId) -> PowerId:
    """Who controls a territory that `captor` takes (CMB-45, CMB-52, CMB-53).

    An ally's own territory goes back to it, unless the capital of its account there is in enemy hands and stays so:
    then the captor holds it (INC-11). A capital freed later in the same turn gives such territory back (CMB-65), so the
    test at the end of the turn comes out the same as this one. A power without a capital always gets its own back
    (POL-75), unless its home lies in enemy hands beyond the board (POL-39, POL-42), and one that lives on grants holds
    nothing but its own (POL-65).
    """
    original = state.edition.board.territory[territory].emblem
    if original is None or not are_on_one_side(state, original, captor):
        return captor
    if captor in state.edition.parameters.economy.grants:
        return original
    if original in state.edition.parameters.politics.exiles:
        return captor
    account = state.edition.account_of(territory, original)
    return original if account.capital == territory or not is_capital_lost(state, account) else captor


def occupy(play: Play, territory: SpaceId, survivors: Sequence[Piece]) -> None:
    """The power whose units survived takes the territory; where two could hold it the leader names one (OPT-28).

    `survivors` are those that can take territory.
    """
    powers = sorted({piece.power for piece in survivors}, key=lambda power: play.edition.turn_rank[power])
    if len({new_owner(play.state, territory, power) for power in powers}) == 1:
        take_territory(play, territory, play.power if play.power in powers else powers[0])
        return
    offered, default = JointCaptureOptions(powers=tuple(powers)), JointCaptureChoice(power=play.power)
    JOINT_CAPTURE.ask(play, territory, (play.power,), offered, default, "capture")


class JointCaptureOptions(Options):
    """The powers of a joint strike that could hold a territory."""

    powers: tuple[PowerId, ...]


class JointCaptureChoice(Choice, extra="forbid"):
    """Which of the two powers of a joint strike takes the territory that land units of both have reached."""

    power: PowerId


def _how_to_name_captor(state: GameState, request: Request) -> tuple[str, str]:
    names = " or ".join(JointCaptureOptions.of(request).powers)
    return "form", f"Name the power that takes {place(state, request.space)}: {names}."


def check_joint_capture(state: GameState, request: Request, _power: PowerId, said: JointCaptureChoice) -> None:
    """Raise IllegalAction unless an answer names one of the two."""
    if said.power not in JointCaptureOptions.of(request).powers:
        raise IllegalAction(*_how_to_name_captor(state, request))


def answer_joint_capture(play: Play, request: Request, _power: PowerId, said: JointCaptureChoice) -> None:
    """The leader of a joint strike says which of the two powers holds what both took."""
    play.emit(RequestClosed(request.id, said.to_json()))
    take_territory(play, request.space, said.power)


JOINT_CAPTURE = Question(
    "joint_capture",
    JointCaptureOptions,
    JointCaptureChoice,
    _how_to_name_captor,
    answer_joint_capture,
    check_joint_capture,
    printed_by=OTHERS,
    policies=AS_PRINTED_ALONE,
)


def take_territory(play: Play, territory: SpaceId, captor: PowerId) -> None:
    """A power takes a hostile territory with its own units (CMV-24, CMB-45..66)."""
    state = play.state
    former = state.owners[territory]
    owner = new_owner(state, territory, captor)
    play.emit(TerritoryTaken(captor, territory, owner, former, audience=play.audience))
    _take_guns(play, territory, captor)
    facilities_fall(play, territory, captor)
    for account in state.edition.accounts:
        if account.capital == territory:
            _capital_changed_hands(play, account, captor)
    if play.state.phase == "conduct_combat":
        ask_if_freed(play, territory, former)
        for effect in AFTER_CAPTURE.of_all(play.state):
            effect(play, territory, former)


def _take_guns(play: Play, territory: SpaceId, captor: PowerId) -> None:
    """Enemy guns fall to the new owner with the territory (UNI-30).

    Where the edition says so, those of a liberated territory go back to their first owner (UNI-32).
    """
    rules = play.parameters.air.anti_aircraft
    guns = enemy_guns(play.state, territory, captor)
    if rules is None or not rules.captured or not guns:
        return
    emblem, owner = play.board.territory[territory].emblem, play.state.owners[territory]
    freed = emblem is not None and emblem != captor and are_on_one_side(play.state, emblem, captor)
    returned = freed and rules.liberated == "first_owner"

    def falls_to(gun: Piece) -> PowerId:
        return gun.first_owner if returned and are_on_one_side(play.state, gun.first_owner, captor) else owner or captor

    play.emit(GunsChangedHands(territory, {gun.id: falls_to(gun) for gun in guns}, audience=play.audience))


def _capital_changed_hands(play: Play, account: Account, captor: PowerId) -> None:
    """What lies in the account falls to the captor's account of that territory, though it be captured too (CMB-61)."""
    if not at_war(play.state, account.power, captor):
        _give_back(play, account)
        return
    into, amount = play.edition.account_of(account.capital, captor), treasury(play.state, account)
    if account.ipcs is None or into.ipcs is None:
        return
    play.emit(TreasuryPlundered(captor, account.power, amount, play.audience, account.mark, into.mark))


def _give_back(play: Play, account: Account) -> None:
    """With the capital of an account free its power regains the territories of the account from allies (CMB-65)."""
    original = account.power
    for territory in play.board.territories:
        holder = play.state.owners[territory.id]
        if territory.emblem != original or holder is None or holder == original:
            continue
        if play.edition.account_of(territory.id, original) == account and are_on_one_side(play.state, holder, original):
            play.emit(TerritoryReverted(territory.id, original, holder, audience=play.audience))
            _guns_revert(play, territory.id, holder)


def _guns_revert(play: Play, territory: SpaceId, captor: PowerId) -> None:
    """Guns taken this turn with a territory that goes back before the turn ends go with it (CMB-53, UNI-32)."""
    rules = play.parameters.air.anti_aircraft
    owner = play.state.owners[territory]
    if rules is None or not rules.captured or rules.liberated != "controller":
        return
    if territory not in play.state.turn.owners_before:
        return
    taken = [p for p in play.state.at(territory) if p.power == captor and play.state.type_of(p).can("anti_aircraft")]
    if taken and owner:
        play.emit(GunsChangedHands(territory, {gun.id: owner for gun in taken}, audience=play.audience))
