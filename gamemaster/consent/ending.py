"""Ending a game before anybody has won, or offering a draw. Nobody who plays in it can do so alone to escape defeat."""

from __future__ import annotations

from gamemaster.consent.kinds import Case, DeedKind
from gamemaster.consent.stakes import Stakes
from gamemaster.dice.at_the_end import end_without_winner
from gamemaster.errors import TableRefusal
from gamemaster.keys import phase_key
from gamemaster.narration.phrases import as_plain_text
from gamemaster.orders.loading import LoadedGame
from gamemaster.outbox.posts import PANEL, post
from gamemaster.views.panel_buttons import buttons_at_the_end
from store import JsonObject, NewMessage


def _made_for(loaded: LoadedGame, _: JsonObject) -> str:
    """A player who agrees to an end in one round may have changed their mind in the next."""
    return f"round {loaded.state.round}" if loaded.state else "lobby"


async def _check(case: Case) -> None:
    if case.loaded.game.status not in ("lobby", "running"):
        raise TableRefusal("This game is already over.")


def _asks(case: Case, stakes: Stakes) -> frozenset[int]:
    return stakes.opponents(case.actor.user_id) if case.loaded.game.status == "running" else frozenset()


def _asks_the_other_side(case: Case, stakes: Stakes) -> frozenset[int]:
    return stakes.opponents(case.actor.user_id)


async def _check_draw(case: Case) -> None:
    _ = case.loaded.running
    await _check(case)
    if set(case.loaded.seats.values()) <= {case.actor.user_id}:
        raise TableRefusal(
            "Nobody else plays here who could agree to a draw. Nothing changed. To give up, use `/concede`; the "
            "organiser or a server manager can end the game with `/game end`."
        )


async def _draw_title(_: Case) -> str:
    return "end the game as a draw"


async def _title(_: Case) -> str:
    return "end the game for good, without a winner"


async def _summary(_: Case) -> str:
    published = "The seed of the dice would be published, and the game could not go on."
    return f"Nobody would win. {published} To give up, use `/concede`."


async def _end(case: Case, consent: str) -> None:
    await _told(case, f"{case.actor.name} ended the game **{as_plain_text(case.loaded.game.name)}**.", consent)


async def _draw(case: Case, consent: str) -> None:
    await _told(
        case, f"**{as_plain_text(case.loaded.game.name)}** ended as a draw, offered by {case.actor.name}.", consent
    )


async def _told(case: Case, ended: str, consent: str) -> None:
    """End the game; where it had begun, the post stands in place of the panel, which waits for nobody any more."""
    loaded, said = case.loaded, f"{ended} {consent}".rstrip()

    def told(seed: bytes, tally: str) -> list[NewMessage]:
        text = f"{said} Seed of its dice: `{seed.hex()}`. {tally}"
        if loaded.state is None:
            return [post(loaded, text)]
        rows = [buttons_at_the_end(loaded.game.id, phase_key(loaded.state))]
        return [post(loaded, text, rows=rows, role=PANEL, instead=True)]

    await end_without_winner(case.write, loaded, told)


DRAW = DeedKind(
    "offer a draw", "`/game draw`", _made_for, _check_draw, _asks_the_other_side, _draw_title, _summary, _draw
)
ENDING = DeedKind("end", "`/game end`", _made_for, _check, _asks, _title, _summary, _end)
