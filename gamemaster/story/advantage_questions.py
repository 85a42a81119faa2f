"""Questions that national advantages and landings ask: in words, as answers to press, and as players type them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product

from engine.board import SpaceId
from engine.errors import IllegalAction
from engine.names import find_power, find_space, folded
from engine.notation import read_by_space, read_move, read_units
from engine.state import Choice, GameState, Request
from engine.unit_types import UnitId
from engine.words import number, place, route
from gamemaster.story.asking import asked
from gamemaster.story.offers import MOST_OFFERS, Card, Offer, default_first, label_of
from gamemaster.story.trying import is_accepted
from gamemaster.story.words import heading, power_name, powers_named, row, spaces_named

YES = ("yes", "y", "use", "place", "ok", "true")
NO = ("no", "n", "none", "nothing", "no move", "place nothing", "false", "0")
_NUMBER = re.compile(r"\d+")
_BEFORE_PLACE = re.compile(r"^\s*\d+\s.*?\bin\b")
_AS_KAITEN = re.compile(r"\bas kaiten\b.*$", re.IGNORECASE)


def _advantage(state: GameState, request: Request) -> str:
    return state.edition.advantage[request.kind].name


# Nonaggression Treaty: units in one of several places, or none.


def _treaty(state: GameState, request: Request) -> str:
    who, _ = asked(state, request)
    spaces = request.options["spaces"]
    where = "there" if len(spaces) == 1 else "in one of them"
    attack = f"{power_name(state, state.power)} attacks {spaces_named(state, spaces)}"
    units = row(state, request.options["units"])
    return f"{who}: {attack}; {units} may appear {where} for free ({_advantage(state, request)})."


def _treaty_card(state: GameState, request: Request) -> Card:
    units = row(state, request.options["units"])
    offers = [
        Offer(f"{units} in {place(state, space)}", "For free, before the battle", {"space": space})
        for space in request.options["spaces"]
    ]
    offers.append(Offer("None", f"{_advantage(state, request)} is lost then", {}))
    return _treaty(state, request), default_first(offers, request.default)


def _space_or_none(state: GameState, request: Request, text: str) -> Choice:
    """ "buryatia", "4 infantry in buryatia", or "none"; "yes" where there is one place."""
    if folded(text) in NO:
        return {}
    if folded(text) in YES:
        return dict(request.default)
    return {"space": find_space(state.edition, _BEFORE_PLACE.sub("", text))}


# Colonial Garrison: where a complex stands.


def _garrison(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    return f"{who} choose{ending} where its additional industrial complex stands ({_advantage(state, request)})."


def _garrison_card(state: GameState, request: Request) -> Card:
    values = state.edition.board.territory
    offers = [
        Offer(heading(state, space), f"Places {number(values[space].ipc, 'unit')} a turn", {"space": space})
        for space in request.options["spaces"]
    ]
    return _garrison(state, request), default_first(offers, request.default)


# Salvage and French Resistance: free units, yes or no.


def _free_units(state: GameState, request: Request) -> str:
    who, _ = asked(state, request)
    units, where = row(state, request.options["units"]), place(state, request.space)
    return f"{who} may place {units} in {where} for free ({_advantage(state, request)})."


def _free_units_card(state: GameState, request: Request) -> Card:
    units = row(state, request.options["units"])
    offers = [Offer(f"Place {units}", "For free", {"use": True}), Offer("Place nothing", "Not this time", {})]
    return _free_units(state, request), default_first(offers, request.default)


def _yes_or_no(_state: GameState, _request: Request, text: str) -> Choice:
    word = folded(text)
    if word in NO:
        return {}
    if word.split(" ")[0] in YES:
        return {"use": True}
    raise IllegalAction("form", "Answer yes or no.")


# Kaiten Torpedoes: how many submarines.


def _kaiten(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    units, where = row(state, request.options["submarines"]), place(state, request.space)
    return f"{who} decide{ending} in {where} whether {units} become kaiten torpedoes: they fire better and are lost."


def _kaiten_card(state: GameState, request: Request) -> Card:
    counts: Mapping[UnitId, int] = request.options["submarines"]
    offers = []
    for numbers in product(*(range(count + 1) for count in counts.values())):
        chosen = {unit: n for unit, n in zip(counts, numbers, strict=True) if n}
        label = f"{row(state, chosen)} as kaiten" if chosen else "None"
        offers.append(Offer(label, "Lost after firing" if chosen else "All fight as submarines", chosen))
    return _kaiten(state, request), default_first(offers, request.default)


def _counts(state: GameState, request: Request, text: str) -> Choice:
    """ "1 submarine", "1 submarine as kaiten", "1", "none"."""
    text = _AS_KAITEN.sub("", text)
    word = folded(text)
    if word in NO:
        return {}
    if _NUMBER.fullmatch(word):
        return {next(iter(request.options["submarines"])): int(word)}
    return dict(read_units(state.edition, text))


# Enigma Decoded: one move into or out of a space under attack.


def _enigma(state: GameState, request: Request) -> str:
    who, _ = asked(state, request)
    attacked = spaces_named(state, request.options["attacked"], "or")
    return f"{who} may move units once ({_advantage(state, request)}), into or out of what is attacked: {attacked}."


def _enigma_card(state: GameState, request: Request) -> Card:
    choices = (choice for choice in _enigma_moves(request) if is_accepted(state, request, choice))
    offers = [Offer("No move", "The advantage stays for another day", {})]
    offers += [
        Offer(f"{row(state, move['units'])}: {route(state, (move['from'], move['to']))}", "Once a game", move)
        for move in islice(choices, MOST_OFFERS)
    ]
    text = f"{_enigma(state, request)} More is possible: /decide takes any such move, as “1 fighter egypt > libya”."
    return text, default_first(offers, request.default)


def _enigma_moves(request: Request) -> Iterator[Choice]:
    """For each way, all units together, then all of one kind, then one of a kind."""
    for move in request.options["moves"]:
        units: Mapping[UnitId, int] = move["units"]
        groups = [dict(units), *({unit: count} for unit, count in units.items()), *({unit: 1} for unit in units)]
        for place_in_row, group in enumerate(groups):
            if group not in groups[:place_in_row]:
                yield {"from": move["from"], "to": move["to"], "units": group}


def _one_move(state: GameState, _request: Request, text: str) -> Choice:
    """ "2 infantry egypt > libya", or "none"."""
    if folded(text) in NO:
        return {}
    order = read_move(state.edition, text)
    return {"from": order["path"][0], "to": order["path"][-1], "units": order["units"]}


# Joint Strike: who holds what both powers took.


def _joint_capture(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    powers, where = powers_named(state, request.options["powers"]), place(state, request.space)
    return f"{who} decide{ending} who holds {where}: land units of {powers} are there."


def _joint_capture_card(state: GameState, request: Request) -> Card:
    value = state.edition.board.territory[request.space].ipc
    offers = [
        Offer(power_name(state, power), f"+{value} income", {"power": power}) for power in request.options["powers"]
    ]
    return _joint_capture(state, request), default_first(offers, request.default)


def _power(state: GameState, _request: Request, text: str) -> Choice:
    return {"power": find_power(state.edition, text)}


# Bombardment: which ships support which landing.


def _bombardment(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    ships, where = row(state, request.options["ships"]), place(state, request.space)
    targets = spaces_named(state, request.options["territories"], "or")
    return f"{who} choose{ending} which landing the guns in {where} support: {ships}, for {targets}."


def _bombardment_card(state: GameState, request: Request) -> Card:
    found = [_support(state, choice) for choice in islice(_divisions(request), MOST_OFFERS + 1)]
    if not any(offer.choice == request.default for offer in found):
        found.insert(0, _support(state, request.default))
    text = _bombardment(state, request)
    if len(found) > MOST_OFFERS:
        text += " More is possible: /decide takes any, such as “japan: 1 battleship; okinawa: 1 destroyer”."
    return text, default_first(found, request.default)


def _support(state: GameState, choice: Choice) -> Offer:
    parts = [f"{row(state, units)} for {place(state, space)}" for space, units in choice.items()]
    if not parts:
        return Offer("All keep silent", "No ship fires at the coast", choice)
    return Offer(label_of(parts), "One shot each, before the first round", choice)


def _divisions(request: Request) -> Iterator[Choice]:
    """All ways to divide the ships among the landings within their limits (SPC-20), those of most ships first."""
    ships: Mapping[UnitId, int] = request.options["ships"]
    targets: list[SpaceId] = list(request.options["territories"])
    limits: Mapping[SpaceId, int] = request.options.get("limits", {})
    shares = [list(_shares(count, len(targets))) for count in ships.values()]
    divisions = sorted(product(*shares), key=lambda division: -sum(sum(share) for share in division))
    for division in divisions:
        choice: dict[str, dict[UnitId, int]] = {}
        for turn, target in enumerate(targets):
            units = {unit: share[turn] for unit, share in zip(ships, division, strict=True) if share[turn]}
            if units:
                choice[target] = units
        if all(sum(units.values()) <= limits.get(target, sum(units.values())) for target, units in choice.items()):
            yield dict(choice)


def _shares(count: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Ways to give up to `count` ships to so many landings."""
    return (share for share in product(range(count, -1, -1), repeat=parts) if sum(share) <= count)


def _by_territory(state: GameState, _request: Request, text: str) -> Choice:
    """ "japan: 1 battleship; okinawa: 1 destroyer", "1 battleship for japan, 1 destroyer for okinawa", or "none"."""
    if folded(text) in (*NO, "all keep silent"):
        return {}
    return dict(read_by_space(state.edition, text, "japan: 1 battleship"))


TEXTS: Mapping[str, Callable[[GameState, Request], str]] = {
    "nonaggression_treaty": _treaty,
    "colonial_garrison": _garrison,
    "salvage": _free_units,
    "french_resistance": _free_units,
    "kaiten_torpedoes": _kaiten,
    "enigma_decoded": _enigma,
    "joint_capture": _joint_capture,
    "bombardment": _bombardment,
}
CARDS: Mapping[str, Callable[[GameState, Request], Card]] = {
    "nonaggression_treaty": _treaty_card,
    "colonial_garrison": _garrison_card,
    "salvage": _free_units_card,
    "french_resistance": _free_units_card,
    "kaiten_torpedoes": _kaiten_card,
    "enigma_decoded": _enigma_card,
    "joint_capture": _joint_capture_card,
    "bombardment": _bombardment_card,
}
READERS: Mapping[str, Callable[[GameState, Request, str], Choice]] = {
    "nonaggression_treaty": _space_or_none,
    "colonial_garrison": _space_or_none,
    "salvage": _yes_or_no,
    "french_resistance": _yes_or_no,
    "kaiten_torpedoes": _counts,
    "enigma_decoded": _one_move,
    "joint_capture": _power,
    "bombardment": _by_territory,
}
