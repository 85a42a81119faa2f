"""The sheet of `/help`: where the player stands, what to do next; and that of all commands."""

from __future__ import annotations

from collections.abc import Iterable

from engine import load_setup
from engine.ask import requests_of
from engine.state.questions import Request
from engine.state.words import listed
from gamemaster.dice.rolls import commitment_line
from gamemaster.keys import phase_key
from gamemaster.narration import answer_label, turn_help
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.sheets.page import Row, Sheet
from gamemaster.views.panel_buttons import own_deeds
from gamemaster.views.view import GameView

TITLE = "**How to play here**"
COMMANDS = """The panel at the bottom of the channel has the buttons for the next step. Each has a command that does \
the same.
• Lobby: `/game create`, `/game join`, `/game start`; `/template` keeps what you agreed on for the next game
• Too few players: with `/game house` a computer player takes free powers; `/why` tells what it aimed at. It never \
saves IPCs, builds bases or attacks neutrals; at `easy` it doesn't bomb, research or build complexes either
• Your turn: `/buy` · `/move`, `/ship`, `/orders` · `/battle` · `/move` again · `/place` · `/end-phase`
• Not in 1941: `/research` · `raid` or `escort` after an order · `/advantage` · `/politics`, `/declare`
• Typed moves: `3 inf 1 tank germany > eastern europe`, or `all inf`, `all`; a sea zone loads, a coast offloads
• Changed your mind: `/undo`, until you end the phase or dice are rolled
• No idea? `/suggest` says what a computer player would order now, and why
• Before you attack: `/odds`, also `/odds units:3 inf 2 tank v 4 inf`
• Not your turn: `/plan` drafts your next one · `/catch-up` tells what you missed · `/todo` lists what your games need
• Asked something: press [Answer] or use `/decide`; `/standing-order` or a `/deputy` answers while you are away
• See the war: `/map`; `show` adds battles, changes, enemy reach, income · `/game status` · `/charts` · `/replay`
• Look back: `/history` · `/review` weighs the war · `/note` keeps a thought with your turn · `/my-orders` · `/rules`
Others see your orders when you end the phase. Dice come from a secret seed whose SHA-256 was posted at the start; \
`/dice log` lists the rolls, and once the game is over, `/dice verify` repeats them all."""

ALL: PhaseButton = ("help.all", "All commands", "secondary")
HOW: PhaseButton = ("howto", "How a turn goes", "secondary")
NEW: PhaseButton = ("setup", "New game", "success")
LOOK: tuple[PhaseButton, ...] = (("map", "Map", "secondary"), ("catchup", "Catch up", "secondary"))
NO_GAME = "There's no game in this channel. [New game] opens one: choose the edition, then take seats."
NOWHERE = "You aren't in the channel of a game here. `/todo` lists what your games need from you."


def help_sheet(view: GameView | None, *, in_server: bool) -> Sheet:
    """Where the player stands and what they can do next, by buttons; the list of all commands is one of them."""
    if view is None:
        return _sheet(0, "", NO_GAME, (NEW, HOW)) if in_server else _sheet(0, "", NOWHERE, (HOW,))
    if view.shown is None:
        return _sheet(view.game.id, "", _in_lobby(view), (HOW,), commitment_line(view.game.commitment))
    made_for, standing, buttons = _in_game(view)
    text = f"{standing}\n{turn_help(view.shown)}"
    return _sheet(view.game.id, made_for, text, buttons, commitment_line(view.game.commitment))


def _sheet(game_id: int, made_for: str, standing: str, buttons: Iterable[PhaseButton], *below: str) -> Sheet:
    text = "\n".join([TITLE, standing, *below])
    return Sheet(game_id, made_for, "", (text, Row((*buttons, ALL))))


def commands_sheet() -> Sheet:
    """All commands, and the way back."""
    return Sheet(0, "", "", (f"**All commands**\n{COMMANDS}", Row((("help", "Back", "secondary"),))))


def _in_lobby(view: GameView) -> str:
    edition = load_setup(view.game.setup)
    free = [edition.power[power].called for power in edition.turn_order if power not in view.taken]
    mine = listed(edition.power[power].called for power in view.powers)
    if not free:
        return f"All seats are taken. <@{view.game.organiser_id}> starts the game with [Start the game] in the lobby."
    you = f"You play {mine}. The game begins when all have a player" if mine else "Take a seat in the lobby above"
    return f"{you}; still free: {listed(free)}."


def _in_game(view: GameView) -> tuple[str, str, tuple[PhaseButton, ...]]:
    """What the buttons are made for, where the player stands, and what they can press."""
    state = view.board
    key = phase_key(state)
    if state.winner or view.game.status != "running":
        over: tuple[PhaseButton, ...] = (
            ("charts", "Charts", "secondary"),
            ("review", "Review", "secondary"),
            ("rematch", "Rematch", "secondary"),
        )
        return key, "This game is over. `/dice verify` checks its dice, `/replay` shows it again.", (*over, *LOOK[:1])
    if owed := _owed(view):
        answer: PhaseButton = ("answer", answer_label(owed), "primary")
        return owed.id, "You've been asked something, and the game is waiting for your answer.", (answer, *LOOK)
    if view.is_on_turn and not state.requests:
        return key, "It's your turn.", (*own_deeds(state), ("orders", "My orders", "secondary"), HOW)
    if view.is_on_turn:
        return key, "It's your turn, but somebody else has to answer first.", LOOK
    if view.powers:
        return key, "It isn't your turn. You can draft yours with `/plan`, and leave a `/standing-order`.", (*LOOK, HOW)
    return key, "You have no seat in this game, but you can watch it.", (*LOOK, HOW)


def _owed(view: GameView) -> Request | None:
    """The first question that the player owes an answer to."""
    return next((each for power in view.answering for each in requests_of(view.board, power)), None)
