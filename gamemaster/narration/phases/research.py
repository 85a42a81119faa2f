"""Research."""

from __future__ import annotations

from collections.abc import Sequence

from engine.ask import missing_technologies, open_charts, research_price
from engine.events import Event
from engine.events.economy import Researched
from engine.facts.edition import Technology
from engine.state.game_state import GameState
from engine.state.words import ipcs, number
from gamemaster.narration.history.log import event_line
from gamemaster.narration.improvements import what_it_does
from gamemaster.narration.phases.telling import PhaseTelling, ToldChapter
from gamemaster.narration.phrases import in_hand


def _report(told: ToldChapter) -> list[str]:
    """The dice, and what a technology does that was found."""
    lines = []
    for event in told.events:
        if isinstance(event, Researched):
            lines.append(event_line(told.start, event) or "")
            lines += [f"-# {what_it_does(told.start, event.technology)}"] if event.found else []
    return lines


def _to_do(state: GameState) -> str:
    price, left = research_price(state), in_hand(state, state.power)
    if open_charts(state, state.power):
        kept = state.research_tokens.get(state.power, 0)
        also = f"; {number(kept, 'die', 'dice')} kept from earlier turns are free" if kept else ""
        return (
            f"Research a chart: a die costs {price} of your {left}{also}, and a single 6 is enough. To skip "
            "research, end the phase."
        )
    return (
        f"Research a technology: a die costs {price} of your {left}, and any that shows the technology's "
        "number develops it. To skip research, end the phase."
    )


def _draft(state: GameState) -> list[str]:
    """What a die costs, what is there already, what isn't developed yet."""
    known = ", ".join(state.edition.technology[name].name for name in state.technologies.get(state.power, ()))
    missing = ", ".join(f"{each.name} ({_number_of(each)})" for each in missing_technologies(state, state.power))
    price = f"{in_hand(state, state.power)} in the treasury; a die costs {ipcs(research_price(state))}."
    tokens = state.research_tokens.get(state.power, 0)
    kept = f"{number(tokens, 'die', 'dice')} kept from earlier turns." if tokens else ""
    return [price, kept, f"Developed: {known}." if known else "", f"Not yet developed: {missing}." if missing else ""]


def _number_of(technology: Technology) -> str:
    return f"chart {technology.chart}: {technology.number}" if technology.chart else str(technology.number)


def _warnings(state: GameState) -> list[str]:
    kept = state.research_tokens.get(state.power, 0)
    return [f"You could roll {number(kept, 'die', 'dice')} kept from earlier turns for free."] if kept else []


def _is_idle(events: Sequence[Event]) -> bool:
    return not any(isinstance(event, Researched) for event in events)


TELLING = PhaseTelling(
    kind="research",
    report=_report,
    least=_report,
    to_do=_to_do,
    draft=_draft,
    warnings=_warnings,
    deeds=lambda _: [("research", "Research", "primary"), ("end", "End research", "success")],
    is_idle=_is_idle,
    is_left_out=True,
    is_pictured=False,
    orders_are_unseen=False,
    shown_with="combat_move",
)
