"""The card of a question: what it is about, and answers to press, each of which the engine accepts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product

from engine.board import PowerId, SpaceId
from engine.combat.casualties import when_they_leave
from engine.state import Choice, GameState, Hits, Request
from engine.unit_types import UnitId
from engine.words import first_upper, listed, number, place
from gamemaster.story import advantage_questions, interceptions
from gamemaster.story.casualty_offers import casualties_in_words, casualty_offers
from gamemaster.story.offers import MOST_OFFERS, Card, Offer, default_first, described, label_of
from gamemaster.story.requests import casualties_possible, is_disputed, match
from gamemaster.story.rounds import in_action
from gamemaster.story.trying import is_accepted
from gamemaster.story.words import heading, power_name, row

NO_MORE = "Nobody is left in the battle"


def request_card(state: GameState, request: Request, power: PowerId) -> Card:
    """The question for one power in full, and up to 20 answers, the default first and named so."""
    text, offers = _CARDS[request.kind](state, request)
    return (f"{text}\nYou have answered; you may still change it." if power in request.answers else text), offers


def _casualties(state: GameState, request: Request) -> Card:
    offers, complete = casualty_offers(state, request)
    hits = number(int(request.options["assign"]), "hit")
    disputed, alone = is_disputed(state, request), len(request.powers) == 1
    whose = f"the {request.options['side']}s'" if disputed else "your" if alone else "your side's"
    lines = [
        f"{_title(state, request)}: {hits} to take on {whose} {casualties_possible(state, request)}.",
        _limits(Hits(**request.options["hits"])) if state.edition.board.is_sea(request.space) else "",
        _whether_they_fire(state, request),
        *_proposals(state, request),
        "" if complete else "More is possible: /decide takes any casualties, such as “2 infantry, 1 tank”.",
    ]
    return "\n".join(line for line in lines if line), offers


def _whether_they_fire(state: GameState, request: Request) -> str:
    """What casualties can still do before they are removed."""
    if state.battle is None:
        return ""
    leave = when_they_leave(state, state.battle, request.options["side"])
    return {"down": "Casualties still fire this round.", "struck": "Casualties do not fire any more."}.get(leave, "")


def _title(state: GameState, request: Request) -> str:
    return f"**{heading(state, request.space)}, round {request.options['round']}**"


def _limits(hits: Hits) -> str:
    """Which hits cannot go where."""
    parts = [
        f"{number(hits.air, 'hit')} by aircraft, which need a destroyer to hit submarines" if hits.air else "",
        f"{number(hits.submarine, 'hit')} by submarines, which cannot hit aircraft" if hits.submarine else "",
        f"{number(hits.kamikaze, 'hit')} by kamikaze attacks, which hit ships alone" if hits.kamikaze else "",
    ]
    text = "; ".join(part for part in parts if part)
    return f"Of these {text}." if text else ""


def _proposals(state: GameState, request: Request) -> list[str]:
    if len(request.powers) == 1:
        return []
    lines = ["The owners choose together; who answers nothing leaves it to the default."]
    for owner, answer in request.answers.items():
        what = "the default" if answer == {"default": True} else casualties_in_words(state, request, answer)
        lines.append(f"{power_name(state, owner)} proposes {what}.")
    return lines


def _retreat(state: GameState, request: Request) -> Card:
    """Press on, retreat to one of the spaces, and each of these with some submarines submerging first."""
    ways: list[SpaceId | None] = list(request.options["retreat"])
    dives = [dive for dive, _ in _dives(request.options.get("submerge", {})) if dive]
    offers = [_going(state, request, {"press": True}), *(_going(state, request, {"retreat": to}) for to in ways)]
    for dive in dives:
        choices: list[Choice] = [{"press": True, "submerge": dive}]
        choices += [{"retreat": to, "submerge": dive} for to in dict.fromkeys((*ways, None))]
        offers += [_going(state, request, choice) for choice in choices if is_accepted(state, request, choice)]
    question = _question([bool(ways) and "retreat", bool(dives) and "submerge"])
    return f"{_title(state, request)}: {match(state)}. {question}", default_first(offers, request.default)


def _question(others: list[str | bool]) -> str:
    """ "Press on, retreat or submerge?"."""
    return f"{listed(['Press on', *(other for other in others if isinstance(other, str))], 'or')}?"


def _going(state: GameState, request: Request, choice: Choice) -> Offer:
    """What pressing on or retreating means, and what submerges before."""
    dive = choice.get("submerge", {})
    down = f"Submerge {row(state, dive)}" if dive else ""
    if choice.get("press"):
        left = len(in_action(state, state.battle.attackers)) - sum(dive.values()) if state.battle else 0
        onward = "press on" if left else ""
        return Offer(
            first_upper(listed(filter(None, [down, onward]))), "Fight another round" if left else NO_MORE, choice
        )
    to = choice["retreat"]
    label = f"retreat to {place(state, to)}" if to else "withdraw the aircraft"
    stays = "Aircraft land in the noncombat move" if "air" in request.options["who"] else "All that can retreat go"
    return Offer(first_upper(listed(filter(None, [down, label]))), stays, choice)


def _dives(counts: Mapping[UnitId, int]) -> Iterator[tuple[dict[UnitId, int], dict[UnitId, int]]]:
    """All ways to submerge some of these units: those that do, and those that stay."""
    for numbers in product(*(range(count + 1) for count in counts.values())):
        chosen = {unit: n for unit, n in zip(counts, numbers, strict=True) if n}
        yield chosen, {unit: counts[unit] - chosen.get(unit, 0) for unit in counts}


def _submerge(state: GameState, request: Request) -> Card:
    counts: Mapping[str, int] = request.options["submerge"]
    offers = []
    for chosen, stay in _dives(counts):
        label = f"Submerge {row(state, chosen)}" if chosen else "Stay and fight"
        offers.append(Offer(label, described(f"In battle: {row(state, stay) or 'none'}"), chosen))
    text = (
        f"{_title(state, request)}: your {row(state, counts)} can submerge now and leave the battle, "
        f"or stay and fight. {match(state)}."
    )
    return text, default_first(offers, request.default)


def _stranded(state: GameState, request: Request) -> Card:
    offers = [_landing(state, request, choice) for choice in islice(_landings(request), MOST_OFFERS + 1)]
    if not any(offer.choice == request.default for offer in offers):
        offers.insert(0, _landing(state, request, request.default))
    where, units = place(state, request.space), row(state, request.options["units"])
    why = f"over {where} lost their carrier" if state.edition.board.is_sea(request.space) else f"lost {where}"
    text = f"Your {units} {why} and must land within 1 space."
    if len(offers) > MOST_OFFERS:
        text += " More is possible: /decide takes any landing, such as “japan: 1 fighter”."
    return text, default_first(offers, request.default)


def _landing(state: GameState, request: Request, choice: Choice) -> Offer:
    parts = [f"{row(state, units)} in {place(state, space)}" for space, units in choice.items()]
    where = "On another carrier of the sea zone" if set(choice) == {request.space} else "Within 1 space"
    return Offer(label_of(parts), where, choice)


def _landings(request: Request) -> Iterator[Choice]:
    """All ways to land as many aircraft as can be saved."""
    places: Mapping[SpaceId, int] = request.options["places"]
    most = sum(sum(units.values()) for units in request.default.values())

    def share(spaces: tuple[SpaceId, ...], left: dict[str, int], saved: int) -> Iterator[Choice]:
        if not spaces:
            if saved == most:
                yield {}
            return
        space, *others = spaces
        for numbers in product(*(range(count, -1, -1) for count in left.values())):
            here = {unit: n for unit, n in zip(left, numbers, strict=True) if n}
            if sum(numbers) <= places[space]:
                rest = {unit: count - here.get(unit, 0) for unit, count in left.items()}
                for choice in share(tuple(others), rest, saved + sum(numbers)):
                    yield {space: here, **choice} if here else choice

    return share(tuple(places), dict(request.options["units"]), 0)


_CARDS: Mapping[str, Callable[[GameState, Request], Card]] = {
    "casualties": _casualties,
    "retreat": _retreat,
    "submerge": _submerge,
    "stranded_landing": _stranded,
    **advantage_questions.CARDS,
    **interceptions.CARDS,
}
