"""A game looked back on, in words and as a chart; all numbers are those of the review (docs/computers.md)."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from computer.review.attacks import Attack, Choice
from computer.review.fights import DiceSwing
from computer.review.reviewing import Review, time_of
from engine.facts.edition import Edition
from engine.state.game_state import GameState
from engine.state.words import counted, first_upper, label, listed, number
from gamemaster.narration.phrases import LIMIT, lines_within, side_name
from maps.battles.chances import percent
from maps.charts.data import Chart, Line, Mark, as_written

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
LONGEST = 2 * LIMIT
MOST_ATTACKS = 2
"""Of a choice, on each side: the weightiest say what it was about."""
MOST_FINDS = 2
WORTH_TELLING = 0.05
"""How much likelier a capital falls, so that it is told."""
SUBTITLE = "Of each side, by round, as the house judges the board"


def review_chart(board: GameState, review: Review, *, is_own: bool) -> Chart:
    """The chance of each side at the start and by round, with the moments that are told of."""
    shown = _by_round(review, is_own=is_own)
    sides = dict.fromkeys(power.side for power in board.edition.powers)
    lines = tuple(
        Line(side, tuple(chance if side == review.side else 100 - chance for _, chance in shown)) for side in sides
    )
    times = tuple(time for time, _ in shown)
    moments = enumerate(_moments(review))
    marks = tuple(Mark(LETTERS[n], time_of(board.edition, each.round, each.power)) for n, each in moments)
    return Chart("review", "Chance to win", SUBTITLE, "chances", times, lines, marks)


def _by_round(review: Review, *, is_own: bool) -> list[tuple[float, float]]:
    """The chances at the start, and by round after the last of the turns in it; that of a side, of 100, with its time.

    A war may have ended in the midst of a round.
    """
    last = {ceil(each.time): each for each in review.standings}
    *before, end = last
    is_whole = is_own or last[end].time == end
    times = [*map(float, before), float(end) if is_whole else last[end].time]
    return [(time, 100 * each.chance) for time, each in zip(times, last.values(), strict=True)]


def _moments(review: Review) -> Sequence[DiceSwing | Choice]:
    """What has a letter, in the order of the letters."""
    return (*review.swings, *review.choices)


def review_text(board: GameState, review: Review, *, is_own: bool) -> str:
    """The chance to win by round, what dice decided, and the costliest choices; `is_own`: of a player's own turns."""
    title = "**Looking back on your turns so far**" if is_own else "**Looking back on the war**"
    lines = [title, _chances(review, is_own=is_own)]
    if review.swings:
        lines.append("__What the dice decided__")
        lines += [f"**{LETTERS[n]}** {_swing(board, each)}" for n, each in enumerate(review.swings)]
    if review.choices:
        lines.append("__The costliest choices__")
        first = len(review.swings)
        lines += [f"**{LETTERS[first + n]}** {_choice(board, each)}" for n, each in enumerate(review.choices)]
    if review.finds:
        lines.append("__Better than the house's own attacks__")
        lines += [_find(board, each) for each in review.finds[:MOST_FINDS]]
    return "\n".join([*lines_within(lines, LONGEST - len(small := _below(review)) - 1, "lines"), small])


def _chances(review: Review, *, is_own: bool) -> str:
    """ "Chance of the Axis to win: 50% at the start, then by round 60%, 58%, 100%." """
    start, *then = (as_written("chances", chance) for _, chance in _by_round(review, is_own=is_own))
    when = "by round, after your turn" if is_own else "by round"
    return f"Chance of {side_name(review.side)} to win: {start} at the start, then {when}: {', '.join(then)}."


def _swing(board: GameState, swing: DiceSwing) -> str:
    """ "Round 2, Germany in Russia: the attack failed (89% to win), 174.8 IPCs worse than average."."""
    how = "won" if swing.is_won else "failed"
    worth = f"{abs(swing.swing):.1f} IPCs {'better' if swing.swing > 0 else 'worse'} than average"
    where = f"{_whose(board.edition, swing)} in {label(board, swing.space)}"
    return f"{where}: the attack {how} ({percent(swing.odds)} to win), {worth}."


def _choice(board: GameState, choice: Choice) -> str:
    ordered, better = _attacks(board, choice.attacks), _attacks(board, choice.better)
    told = f"Ordered: {ordered}. Better: {better or 'leave that out'}." if ordered else f"Missed: {better}."
    text = f"{_whose(board.edition, choice)}: another choice was worth {-choice.edge:.1f} IPCs more. {told}"
    if choice.peril > WORTH_TELLING:
        text += f" It also raised the risk to a capital by {100 * choice.peril:.0f} percentage points."
    return text


def _find(board: GameState, choice: Choice) -> str:
    ordered = _attacks(board, choice.attacks) or f"without {_attacks(board, choice.better)}"
    return f"• {_whose(board.edition, choice)}, {choice.edge:.1f} IPCs: {ordered}."


def _attacks(board: GameState, attacks: Sequence[Attack]) -> str:
    """ "Libya with 1 infantry and 1 tank (99% to win, 6.4 IPCs)"."""
    told = [
        f"{first_upper(label(board, each.space))}{_with(board, each)} ({percent(each.odds)}, {_ipcs(each.gain)})"
        for each in attacks[:MOST_ATTACKS]
    ]
    return listed(told)


def _with(board: GameState, attack: Attack) -> str:
    units = counted(board, dict(attack.units))
    return f" with {units}" if units else ""


def _whose(edition: Edition, told: DiceSwing | Choice) -> str:
    return f"Round {told.round}, {edition.power[told.power].name}"


def _ipcs(gain: float) -> str:
    return f"{gain:+.1f} IPCs".replace("-", "−")


def _below(review: Review) -> str:
    compared = (
        f", compared the attacks in {review.compared or 'none'} of them" if review.compared < review.turns else ""
    )
    return (
        f"-# Looked at {number(review.turns, 'turn')}{compared}, weighed {number(review.weighed, 'plan')} of attack. "
        "The chance is a rule of thumb; purchases, retreats and moves without a fight aren't weighed."
    )
