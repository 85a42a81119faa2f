"""What is asked of whom."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.relations import are_friends
from engine.state import GameState, Request
from engine.words import listed, number, place
from gamemaster.story import advantage_questions, interceptions
from gamemaster.story.asking import asked
from gamemaster.story.rounds import in_action
from gamemaster.story.words import force, row, spaces_named


def request_text(state: GameState, request: Request) -> str:
    """What is asked of whom, with numbers, in one or two sentences; names only who has not answered yet."""
    return _TEXTS[request.kind](state, request)


def request_in_short(state: GameState, request: Request) -> str:
    """What is asked of whom, in a few words without numbers of units: "Germany: press on, or retreat to Russia"."""
    tell = _IN_SHORT.get(request.kind, request_text)
    return tell(state, request)


def _casualties(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    where = place(state, request.space)
    hits = int(request.options["assign"])
    verb = f"choose{ending} casualties for {number(hits, 'hit')} in {where}"
    if is_disputed(state, request):
        return f"The {request.options['side']}s of {where} disagree, so {who} {verb}."
    together = " together" if len(request.powers) > 1 else ""
    return f"{who} {verb}{together} from {casualties_possible(state, request)}."


def is_disputed(state: GameState, request: Request) -> bool:
    """Whether the other side chooses, because the owners disagree (CMB-23, OPT-29)."""
    from_attackers = are_friends(state, request.powers[0], state.power)
    return from_attackers is (request.options["side"] == "defender")


def casualties_possible(state: GameState, request: Request) -> str:
    """The units that could take the hits: "2 infantry, 1 tank"."""
    parts = []
    units: Mapping[str, Mapping[str, Mapping[str, int]]] = request.options["units"]
    for power, found in units.items():
        whose = f"{state.edition.power[power].adjective} " if len(units) > 1 else ""
        for unit in state.edition.unit:
            if unit in found:
                count, _, name = state.edition.unit[unit].counted(found[unit]["count"]).partition(" ")
                parts.append(f"{count} {whose}{name}")
    return ", ".join(parts)


def _retreat(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    where = place(state, request.space)
    return f"{who} decide{ending} in {where}: press on with {match(state)}, or {_ways_out(state, request)}."


def _ways_out(state: GameState, request: Request) -> str:
    ways = request.options["retreat"]
    spaces = [space for space in ways if space]
    others = [f"retreat to {spaces_named(state, spaces, 'or')}"] if spaces else []
    others += ["withdraw the aircraft"] if None in ways else []
    others += [f"submerge up to {row(state, dive)}"] if (dive := request.options.get("submerge")) else []
    return listed(others, "or")


def match(state: GameState) -> str:
    """ "2 infantry, 1 tank against 1 infantry" for the battle being fought."""
    battle = state.battle
    if battle is None:
        raise ValueError("a retreat is asked for without a battle")
    ours, theirs = in_action(state, battle.attackers), in_action(state, battle.defenders)
    return f"{force(state, ours)} against {force(state, theirs)}"


def _submerge(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    units = row(state, request.options["submerge"])
    return f"{who} decide{ending} in {place(state, request.space)}: {units} can submerge."


def _stranded(state: GameState, request: Request) -> str:
    who, _ = asked(state, request)
    units = row(state, request.options["units"])
    places = spaces_named(state, request.options["places"], "or")
    why = "without a carrier over" if state.edition.board.is_sea(request.space) else "driven out of"
    return f"{who}: {units} {why} {place(state, request.space)} must land in {places}."


_TEXTS: Mapping[str, Callable[[GameState, Request], str]] = {
    "casualties": _casualties,
    "retreat": _retreat,
    "submerge": _submerge,
    "stranded_landing": _stranded,
    **advantage_questions.TEXTS,
    **interceptions.TEXTS,
}


def _casualties_in_short(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    whose = f"the {request.options['side']}s' " if is_disputed(state, request) else ""
    return f"{who} choose{ending} {whose}casualties for {number(int(request.options['assign']), 'hit')}"


_IN_SHORT: Mapping[str, Callable[[GameState, Request], str]] = {
    "casualties": _casualties_in_short,
    "retreat": lambda state, request: f"{asked(state, request)[0]}: press on, or {_ways_out(state, request)}",
    "submerge": lambda state, request: f"{asked(state, request)[0]}: submerge submarines, or fight",
}


def questions(state: GameState) -> list[str]:
    """A line for each open question."""
    return [request_text(state, request) for request in state.requests]
