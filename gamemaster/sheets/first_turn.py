"""How a turn goes, in a few short pages for somebody who has never played."""

from __future__ import annotations

from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.sheets.page import Row, Sheet

TEXT = """The game in short
Two sides, the Axis and the Allies, fight over the world of the 1940s. Each player leads one power or more of one \
side. Powers take their turns one after the other; a round is over when all have had theirs.
A turn has steps, always in the same order: you buy, you attack, you fight, you move the others up, you place \
what you bought. The panel at the bottom of the channel says which step it is and has its buttons.

1. Buy units
You pay with IPCs, which your territories give you. Infantry is cheap and holds ground; tanks and aircraft \
strike; ships carry and fight.
Press [Buy units]. Choose in the menu and type how many, or press one of the ready orders. What you buy comes \
onto the map only when your turn ends. [End purchases] goes on.

2. Move to attack
Press [Attack], choose where, and who goes. [Everything] takes all within reach, [Enough for 80%] only as many as \
make a win likely. The sheet shows your chance before you order anything.
Nobody sees your orders before you press [End moves], and [Undo] takes them back. You needn't attack at all.

3. Fight
Press [Fight]. The bot rolls for both sides: a unit hits by rolling its number or less: infantry 1 when it \
attacks, 2 when it defends. Each hit takes one unit from the other side; its owner chooses which.
After each round you press on or retreat. Win with a land unit left, and the territory is yours, with its \
income. Dice can't be taken back, and anybody can check them after the game.

4. Move the others
Units that haven't fought may move now, through friendly land and sea only. Bring infantry up to the front, and \
keep some in your capital: who takes it takes your IPCs too.
Aircraft that fought have to land: [Land aircraft] proposes where. [End moves] goes on.

5. Place, and collect
What you bought goes to territories with your industrial complexes: [Place as proposed], or choose. [End turn] \
collects your income, and the next power's turn begins.
While others play, you may be asked what you lose or whether you retreat: you get a ping, and one press answers. \
That's all. Every refusal says why, and `/help` says what to do next."""
PAGES = tuple(page.split("\n", 1) for page in TEXT.split("\n\n"))
"""Title and text of each page. Some editions have steps of their own between these: research, politics, advantages."""


def first_turn_sheet(game_id: int, number: int) -> Sheet:
    """A page, with the way to the pages beside it; the nearest one where there is none such."""
    number = max(0, min(number, len(PAGES) - 1))
    title, text = PAGES[number]
    buttons: list[PhaseButton] = []
    if number:
        buttons.append((f"howto.{number - 1}", "Back", "secondary"))
    if number + 1 < len(PAGES):
        buttons.append((f"howto.{number + 1}", f"Next: {PAGES[number + 1][0]}", "primary"))
    page = f"**{title}**\n{text}\n-# Page {number + 1} of {len(PAGES)}"
    return Sheet(game_id, "", "", (page, Row(tuple(buttons))))
