"""Who rises after the combat moves: fighters against raids, aircraft that scramble into sea zones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain, islice, product

from engine.ask import RaidOptions, ReactionChoice, ReactionOptions, full_scrambles, rising_choice
from engine.facts.board import SpaceId
from engine.facts.unit_types import UnitId
from engine.state.game_state import GameState
from engine.state.questions import Request
from engine.state.words import label, listed, place
from gamemaster.narration.battles.scrambles import scramble_lines, scramble_told, scrambles_in_short
from gamemaster.narration.phrases import brief_row, by_number, lines_within, row, spaces_named
from gamemaster.narration.questions.offers import MOST_TRIED, Card, Offer, asked, offer_of, usual_and_others
from gamemaster.narration.questions.rising import example, read_rising
from gamemaster.narration.questions.telling import QuestionTelling

Counts = Mapping[UnitId, int]
ROOM_IN_PANEL, ROOM_FOR_ZONES = 600, 900
SEPARATOR = "; "
NOBODY_OF = {True: "Nobody scrambles", False: "Nobody intercepts"}
"""The answer that nobody rises, by whether aircraft could scramble, or only intercept."""


def _line(state: GameState, request: Request) -> str:
    return _asking(state, request, ROOM_IN_PANEL)


def _asking(state: GameState, request: Request, room: int) -> str:
    """The question, with a line for each place where there are several."""
    who, ending = asked(state, request)
    offered = ReactionOptions.of(request)
    raids, zones = offered.intercept, offered.scramble
    if len(raids) + len(zones) > 1:
        lines = [f"Raid on {place(state, space)}: {_raid(state, raids[space], '')}" for space in by_number(raids)]
        lines = [f"• {line}" for line in (*lines, *scramble_lines(state, offered))]
        return "\n".join([f"{who} decide{ending} whether {_deeds(request)}:", *lines_within(lines, room, "places")])
    told = [_raid(state, raid, f" in {place(state, space)}") for space, raid in raids.items()]
    told += [scramble_told(state, offered)] if zones else []
    return f"{who} decide{ending} whether {_deeds(request)}: {told[0]}."


def _deeds(request: Request) -> str:
    """ "fighters intercept and aircraft scramble"."""
    offered = ReactionOptions.of(request)
    raids = ["fighters intercept"] if offered.intercept else []
    return listed([*raids, *(["aircraft scramble"] if offered.scramble else [])])


def _in_short(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    offered = ReactionOptions.of(request)
    raids, zones = offered.intercept, offered.scramble
    parts = [f"whether fighters intercept over {spaces_named(state, by_number(raids), 'or')}"] if raids else []
    parts += [f"whether aircraft scramble {scrambles_in_short(state, offered)}"] if zones else []
    return f"{who} decide{ending} {', and '.join(parts)}."


def _raid(state: GameState, raid: RaidOptions, where: str) -> str:
    """ "2 fighters in Germany against 2 bombers, 1 fighter"."""
    attackers = ", ".join(filter(None, (row(state, raid.raiders), row(state, raid.escorts))))
    return f"{row(state, raid.fighters)}{where} against {attackers}"


def _card(state: GameState, request: Request) -> Card:
    others = (_offer(state, request, choice) for choice in _choices(state, request))
    offers, is_more = usual_and_others(_offer(state, request, ReactionChoice.of(request.default)), others)
    text = [_asking(state, request, ROOM_FOR_ZONES), " ".join(_what_it_means(request))]
    if is_more:
        text.append(f"To choose another number, use /decide, such as “{example(state, request)}”.")
    return "\n".join(text), offers


def _what_it_means(request: Request) -> list[str]:
    offered, found = ReactionOptions.of(request), list[str]()
    if offered.intercept:
        found.append("There is one round before the raid; interceptors cannot fight in any other battle this turn.")
    if offered.scramble:
        found.append("Scrambled aircraft defend their sea zone and nothing else, cannot retreat, and return home.")
    return [*found, "Nobody sees your answer until all are in."]


def _offer(state: GameState, request: Request, answer: ReactionChoice) -> Offer:
    """An answer; interceptors are called so where aircraft could also scramble."""
    fighters, risers, choice = answer.intercept, answer.scramble, answer.to_json()
    can_scramble = bool(ReactionOptions.of(request).scramble)
    if not fighters and not risers:
        stay = "All aircraft stay at their bases" if can_scramble else "All fighters stay out of the air battle"
        return Offer(_nobody(request), stay, choice)
    rising = [_intercepting(state, fighters, told, named=can_scramble) for told in (row, row, brief_row)]
    ways = [
        [*(tell(state, zone, risers[zone]) for zone in by_number(risers)), *others]
        for tell, others in zip((_scrambling, _scrambling_in_short, _scrambling_in_brief), rising, strict=True)
    ]
    return offer_of(ways, "", choice, SEPARATOR)


def _nobody(request: Request) -> str:
    """What is declined: "Nobody scrambles"."""
    offered = ReactionOptions.of(request)
    return "Nobody takes off" if offered.scramble and offered.intercept else NOBODY_OF[bool(offered.scramble)]


def _intercepting(
    state: GameState, fighters: Mapping[SpaceId, Counts], told: Callable[[GameState, Counts], str], *, named: bool
) -> list[str]:
    """ "2 fighters in Germany, 1 fighter in Italy"; "intercept: 2 fighters in Germany" where that is to be said."""
    groups = ", ".join(f"{told(state, units)} in {place(state, space)}" for space, units in fighters.items())
    return [f"intercept: {groups}" if named else groups] if groups else []


def _scrambling(state: GameState, zone: SpaceId, bases: Mapping[SpaceId, Counts]) -> str:
    """ "2 fighters from Scotland, 1 fighter from the United Kingdom into sea zone 109"."""
    return f"{_from_bases(state, bases)} into {place(state, zone)}"


def _scrambling_in_short(state: GameState, zone: SpaceId, bases: Mapping[SpaceId, Counts]) -> str:
    """ "2 fighters from Scotland, 1 fighter from the United Kingdom into sz109"."""
    return f"{_from_bases(state, bases)} into {zone}"


def _from_bases(state: GameState, bases: Mapping[SpaceId, Counts]) -> str:
    return ", ".join(f"{row(state, units)} from {place(state, base)}" for base, units in bases.items())


def _scrambling_in_brief(state: GameState, zone: SpaceId, bases: Mapping[SpaceId, Counts]) -> str:
    """ "2 ftr Scotland, 1 ftr United Kingdom > sz109"."""
    groups = ", ".join(f"{brief_row(state, units)} {label(state, base)}" for base, units in bases.items())
    return f"{groups} > {zone}"


def _choices(state: GameState, request: Request) -> Iterator[ReactionChoice]:
    """None first, then all that each zone can get, then all numbers of each, interceptors and scrambled aircraft alone
    before both together.
    """
    seen: list[ReactionChoice] = []
    fighters = list(islice(_interceptions(request), MOST_TRIED))
    risers = list(islice(_scrambles(state, request), MOST_TRIED))
    full = 1 + len(ReactionOptions.of(request).scramble)
    pairs = chain(
        product(fighters[:1], risers[:full]),
        product(fighters[1:], risers[:1]),
        product(fighters[:1], risers[full:]),
        product(fighters[1:], risers[1:]),
    )
    for rising, scrambled in pairs:
        answer = rising_choice(rising, scrambled)
        if answer not in seen and _can_all_rise(request, rising, scrambled):
            seen.append(answer)
            yield answer


def _interceptions(request: Request) -> Iterator[dict[SpaceId, dict[UnitId, int]]]:
    """All numbers of fighters of each raided territory, none first."""
    raids = ReactionOptions.of(request).intercept
    places = [(space, unit, count) for space, raid in raids.items() for unit, count in raid.fighters.items()]
    for numbers in product(*(range(count + 1) for _, _, count in places)):
        rising: dict[SpaceId, dict[UnitId, int]] = {}
        for (space, unit, _), number in zip(places, numbers, strict=True):
            if number:
                rising.setdefault(space, {})[unit] = number
        yield rising


def _scrambles(state: GameState, request: Request) -> Iterator[dict[SpaceId, dict[SpaceId, dict[UnitId, int]]]]:
    """None, then all that each zone can get, then all numbers from each base into each zone."""
    offered = ReactionOptions.of(request)
    zones, limits = offered.scramble, offered.limits
    yield {}
    full = {zone: choice for choice in full_scrambles(state, offered) for zone in choice}
    yield from (full[zone] for zone in by_number(full))
    slots = [(zone, base, unit) for zone in by_number(zones) for base, units in zones[zone].items() for unit in units]
    most = [min(zones[zone][base][unit], limits[base]) for zone, base, unit in slots]
    for numbers in product(*(range(count + 1) for count in most)):
        choice: dict[SpaceId, dict[SpaceId, dict[UnitId, int]]] = {}
        sent: dict[SpaceId, int] = {}
        for (zone, base, unit), number in zip(slots, numbers, strict=True):
            if number:
                choice.setdefault(zone, {}).setdefault(base, {})[unit] = number
                sent[base] = sent.get(base, 0) + number
        if all(count <= limits[base] for base, count in sent.items()):
            yield choice


def _can_all_rise(
    request: Request, rising: Mapping[SpaceId, Counts], scrambled: Mapping[SpaceId, Mapping[SpaceId, Counts]]
) -> bool:
    """Whether no aircraft would have to do two things (ASY-23)."""
    there: dict[tuple[SpaceId, UnitId], int] = {}
    named: dict[tuple[SpaceId, UnitId], int] = {}
    for bases in ReactionOptions.of(request).scramble.values():
        there |= {(base, unit): count for base, units in bases.items() for unit, count in units.items()}
    for space, units in (*rising.items(), *(pair for bases in scrambled.values() for pair in bases.items())):
        for unit, count in units.items():
            named[space, unit] = named.get((space, unit), 0) + count
    return all(count <= there.get(kind, count) for kind, count in named.items())


TELLING = QuestionTelling(
    kind="reaction",
    line=_line,
    card=_card,
    read=read_rising,
    in_short=_in_short,
    told=lambda state, request, choice: _offer(state, request, ReactionChoice.of(choice)).label,
)
