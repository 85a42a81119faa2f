"""What a game that hasn't begun waits for a user to do."""

from __future__ import annotations

from engine import load_setup
from gamemaster.lobby.auctions import auction_of, users_to_call
from gamemaster.lobby.gathering.draft_order import on_turn
from gamemaster.lobby.gathering.guests import gathering_of
from gamemaster.lobby.opening import plan_of
from gamemaster.roles import SeatedGame


def awaited_in_lobby(loaded: SeatedGame, user_id: int) -> str:
    """ "pick a power" or "call in the auction"; empty where nothing is waited for, or others come first."""
    edition, gathering = load_setup(loaded.game.setup), gathering_of(loaded.game)
    if gathering.gives_out_seats:
        return "pick a power" if on_turn(edition, gathering.order, loaded.seats) == user_id else ""
    if any(power.id not in loaded.taken for power in edition.powers_with_turns):
        return ""
    if (auction := auction_of(loaded.game)) is not None:
        return "call in the auction" if user_id in users_to_call(loaded, auction) else ""
    undecided = plan_of(loaded.game).undecided(edition)
    if not set(undecided).isdisjoint(loaded.powers_of(user_id)):
        return "choose national advantages"
    return "start the game" if not undecided and user_id == loaded.game.organiser_id else ""
