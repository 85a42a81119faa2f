"""What a phase is told with, and what several phases tell: declaring war, moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.ask import foes_of, is_at_war, limits_on
from engine.events import Event
from engine.facts.board import SpaceId
from engine.facts.parameters import PhaseId
from engine.facts.parameters.politics import PeaceLimit
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import first_upper, listed, place
from gamemaster.keys import Style
from gamemaster.narration.battles.campaign import HasPost
from gamemaster.narration.history.passages import Passage, results
from gamemaster.narration.history.tally import gains
from gamemaster.narration.history.timeline import Step
from gamemaster.narration.journeys import Journey, move_line
from gamemaster.narration.phrases import joined_within, lines_within, the_powers
from gamemaster.narration.politics.diplomacy import to_declare, wars_named

Lines = Callable[[GameState], list[str]]

PhaseButton = tuple[str, str, Style]
"""What a button does, its label, its style."""


@dataclass(frozen=True)
class ToldChapter:
    """A chapter with undone orders taken out of it, and its moves."""

    start: GameState
    end: GameState
    steps: tuple[Step, ...]
    moves: tuple[Journey, ...]
    has_post: HasPost

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in it."""
        return tuple(step.event for step in self.steps)


@dataclass(frozen=True)
class PhaseTelling:
    """How a phase is told, and what players can do in it.

    report: the lines of its post on what was done; brief: those in the summary of the turn, where they are others;
    short: those in a brief post of several phases, where they are others. What changed hands stands above those.
    least: what is still told of it when the turn is long past.
    to_do: what the panel says is to be done; draft: what the acting seat reads of its orders; warnings: slips that the
    rules allow, a sentence each. deeds: what the buttons of the panel do. caption: the text with its picture in a
    replay; shown_with: the phase that it is shown with there. spaces: what its picture shows where nothing else is to
    be seen. orders_are_unseen: until it ends. moves_units: it is one of moves; leads_to_battles: those ahead are shown.
    runs_by_itself: mostly nobody gives orders in it, so it is told with the phase before. gives_way: its post gives way
    to the next one, which tells it on a line. is_compared: units come and go otherwise than by moves, so the picture
    shows the difference. is_pictured: whether the board is worth a picture after it. is_idle: whether nothing in it is
    worth telling; then it is told with the phase before, or, with is_left_out, not at all. replaced: which order of the
    first state the second has another in place of.
    """

    kind: PhaseId
    report: Callable[[ToldChapter], list[str]]
    to_do: Callable[[GameState], str]
    draft: Lines
    deeds: Callable[[GameState], list[PhaseButton]]
    warnings: Lines = lambda _: []
    brief: Callable[[ToldChapter], list[str]] | None = None
    short: Callable[[ToldChapter], list[str]] | None = None
    least: Callable[[ToldChapter], list[str]] = lambda _: []
    caption: Callable[[Passage], str] = results
    shown_with: PhaseId | None = None
    spaces: Callable[[ToldChapter], tuple[SpaceId, ...]] = lambda _: ()
    is_idle: Callable[[Sequence[Event]], bool] = lambda _: False
    is_left_out: bool = False
    orders_are_unseen: bool = True
    moves_units: bool = False
    leads_to_battles: bool = False
    runs_by_itself: bool = False
    gives_way: bool = False
    is_compared: bool = False
    is_pictured: bool = True
    replaced: Callable[[GameState, GameState], str] = lambda _, __: ""


def orders_and_end(
    deed: str, label: str, end: str, also: tuple[str, str] | None = None
) -> Callable[[GameState], list[PhaseButton]]:
    """A phase of orders: a menu or a form for them, both where there are two ways, undo, and the end."""
    other: list[PhaseButton] = [(*also, "secondary")] if also else []
    return lambda _: [(deed, label, "primary"), *other, ("undo", "Undo", "secondary"), ("end", end, "success")]


ROOM_FOR_SPACES = 150


def declare_button(state: GameState) -> list[PhaseButton]:
    """The button that shows what may be declared, where anything may."""
    has_grounds = bool(state.edition.parameters.politics.grounds)
    return [("declare", "Declare war", "secondary")] if has_grounds and to_declare(state) else []


def war_to_do(state: GameState) -> list[str]:
    """On whom war may be declared before anything else is done."""
    open_now = to_declare(state)
    if not open_now:
        return []
    return [f"Before anything else, you may declare war on {wars_named(state, open_now)}."]


def peace_to_do(state: GameState) -> str:
    """That a power has nobody to attack, where it is at war with nobody."""
    if is_at_war(state, state.power):
        return ""
    return (
        "You aren't at war, so there is nobody to attack. End the phase and make all moves, transports too, in the "
        "noncombat move."
    )


def neutrality_to_do(state: GameState) -> list[str]:
    """What neutral great powers keep from, and what others keep from on their account (POL-12, POL-77)."""
    politics = state.edition.parameters.politics
    neutral = [power for power in politics.neutral_powers if not is_at_war(state, power)]
    if not neutral or state.power in politics.confined_to:
        return []
    if state.power in neutral:
        return ["While you are neutral, your units may enter and fly over only your own territory (POL-12, POL-77)."]
    names = first_upper(the_powers(state, neutral))
    are, their = ("are", "their") if len(neutral) > 1 else ("is", "its")
    return [f"{names} {are} neutral: nobody else may enter or fly over {their} territory (POL-12, POL-77)."]


def limits_to_do(state: GameState) -> list[str]:
    """Where the acting units may not go: "Until you are at war with Japan, your units may not … (POL-36)."."""
    limits = list(limits_on(state, state.power))
    lines = []
    for foes in dict.fromkeys(limit.until_war_with for limit in limits):
        own = [limit for limit in limits if limit.until_war_with == foes]
        what = listed(_kept_out(state, limit) for limit in own)
        rules = ", ".join(limit.rule for limit in own)
        lines.append(f"Until you are at war with {foes_of(state, own[0])}, {what} ({rules}).")
    return [*neutrality_to_do(state), *lines, *_confined(state)]


def _kept_out(state: GameState, limit: PeaceLimit) -> str:
    adjectives = {power: each.adjective for power, each in state.edition.power.items()}
    if limit.ships_not_in:
        zones = joined_within([place(state, zone).removeprefix("sea zone ") for zone in limit.ships_not_in], 60)
        return f"your ships may not end a move in sea zones {zones}"
    if limit.ships_not_beside:
        return f"your ships may not end a move next to {adjectives[limit.ships_not_beside]} territory"
    if waters := limit.ships_keep_to:
        kept = (
            f"your ships on the {waters.map.title()} map may end moves only next to {adjectives[waters.of]} territory"
        )
        also = listed(place(state, zone) for zone in waters.warships_also_in)
        return f"{kept}, warships also in {also}" if also else kept
    return f"your units may not enter {adjectives[str(limit.not_into)]} territory"


def _confined(state: GameState) -> list[str]:
    """ "Chinese units stay in Chinese territory, Burma and Kwangtung (POL-64)."; nothing where they go anywhere."""
    within = state.edition.parameters.politics.confined_to.get(state.power)
    if within is None:
        return []
    adjective, kinds = state.edition.power[state.power].adjective, state.edition.board.territory
    others = [place(state, each) for each in sorted(within) if each in kinds and kinds[each].emblem != state.power]
    return [f"{adjective} units stay in {listed([f'{adjective} territory', *others])} (POL-64)."]


def takeovers_to_do(state: GameState) -> list[str]:
    """What its land units take over by coming there in peace: "Land units take over Dutch territory …" (POL-38)."""
    lines = []
    for ward, guardians in state.edition.parameters.politics.wards.items():
        left = [territory for territory, owner in state.owners.items() if owner == ward]
        if state.power in guardians and left:
            names = joined_within([place(state, each) for each in left], ROOM_FOR_SPACES)
            adjective = state.edition.power[ward].adjective
            lines.append(f"Move land units into {adjective} territory to take it over now: {names}.")
    return lines


ROOM_FOR_MOVES = 1000


def move_lines(state: GameState, moves: Sequence[Journey], none: str) -> list[str]:
    """The moves of a phase; `none` where there are none."""
    lines = [move_line(state, journey) for journey in moves]
    return ["Moves:", *lines_within(lines, ROOM_FOR_MOVES, "moves")] if lines else [none]


def took(told: ToldChapter) -> list[str]:
    """Of moves only what they took."""
    return gains(told.end, told.events)


def laden_transports(state: GameState) -> list[Piece]:
    """The transports of the power on turn that carry land units."""
    own = (piece for piece in sorted(state.pieces.values(), key=state.rank) if piece.power == state.power)
    return [ship for ship in own if state.carries(ship, "land") and state.cargo(ship.id)]
