"""Which units take the hits of a round."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from engine.ask import ABSENT, CasualtiesChoice, CasualtiesOptions, are_on_one_side, when_they_leave
from engine.errors import IllegalAction
from engine.facts.board import PowerId
from engine.facts.edition import Edition
from engine.facts.unit_types import UnitId
from engine.queries.notation import read_units
from engine.state.battles import Hits
from engine.state.game_state import GameState
from engine.state.names import find_power
from engine.state.pieces import PieceId
from engine.state.questions import Request
from engine.state.words import number, place
from gamemaster.narration.battles.rounds import round_title
from gamemaster.narration.phrases import the_powers, whoever
from gamemaster.narration.questions.battles.casualty_offers import casualties_in_words, casualty_offers, taking_of
from gamemaster.narration.questions.offers import Card, asked, pieces_meant
from gamemaster.narration.questions.telling import QuestionTelling

_DAMAGE = re.compile(r"\bdamaged?\b", re.IGNORECASE)
_BRACKETS = re.compile(r"\(([^()]*)\)")
_BETWEEN_ENTRIES = re.compile(r"(?:,|\band\b)(?![^()]*\))")


def _line(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    where = place(state, request.space)
    offered = CasualtiesOptions.of(request)
    shared = "together " if len(request.powers) > 1 else ""
    verb = f"{shared}choose{ending} casualties for {number(offered.assign, 'hit')} in {where}"
    if _is_disputed(state, request):
        return f"The {offered.side}s of {where} disagree, so {the_powers(state, request.powers)} {verb}."
    by = " by antiaircraft fire" if _by_guns(offered) else ""
    return f"{who} {verb}{by} from {_possible(state, offered)}."


def _in_short(state: GameState, request: Request) -> str:
    who, ending = asked(state, request)
    offered = CasualtiesOptions.of(request)
    whose = f"the {offered.side}s' " if _is_disputed(state, request) else ""
    return f"{who} choose{ending} {whose}casualties for {number(offered.assign, 'hit')}"


def _is_disputed(state: GameState, request: Request) -> bool:
    """Whether the other side chooses, because the owners disagree (CMB-23, OPT-29)."""
    from_attackers = are_on_one_side(state, request.powers[0], state.power)
    return from_attackers is (CasualtiesOptions.of(request).side == "defender")


def _possible(state: GameState, offered: CasualtiesOptions) -> str:
    """The units that could take the hits: "2 infantry, 1 tank"."""
    parts = []
    for power, found in offered.units.items():
        whose = f"{state.edition.power[power].adjective} " if len(offered.units) > 1 else ""
        for unit in state.edition.unit:
            if unit in found:
                count, _, name = state.edition.unit[unit].counted(found[unit].count).partition(" ")
                parts.append(f"{count} {whose}{name}")
    return ", ".join(parts)


def _card(state: GameState, request: Request) -> Card:
    offered = CasualtiesOptions.of(request)
    offers, complete = casualty_offers(state, request)
    at_sea = state.edition.board.is_sea(request.space)
    disputed, alone = _is_disputed(state, request), len(request.powers) == 1
    whose = f"the {offered.side}s'" if disputed else "your" if alone else "your side's"
    asking = f"{round_title(state, request.space, offered.round)}: {_wanted(offered.assign, at_sea=at_sea)}"
    lines = [
        f"{asking} {whose} {_possible(state, offered)}.",
        _limits(state, offered) if at_sea else "",
        "These are antiaircraft hits: casualties are gone before they can fire." if _by_guns(offered) else "",
        _whether_they_fire(state, offered),
        *_proposals(state, request),
        "" if complete else "To choose other casualties, use /decide, such as “2 infantry, 1 tank”.",
    ]
    return "\n".join(line for line in lines if line), offers


def _wanted(hits: int, *, at_sea: bool) -> str:
    """What is chosen: at sea a hit may leave a ship damaged."""
    if at_sea:
        return f"choose what takes {number(hits, 'hit')} from"
    return f"choose {hits} {'casualty' if hits == 1 else 'casualties'} from"


def _whether_they_fire(state: GameState, offered: CasualtiesOptions) -> str:
    """What casualties can still do before they are removed."""
    if state.battle is None:
        return ""
    leave = when_they_leave(state, state.battle, offered.side)
    return {"down": "Casualties still fire this round.", "struck": "Casualties no longer fire."}.get(leave, "")


def _by_guns(offered: CasualtiesOptions) -> bool:
    """Whether antiaircraft guns hit, before the battle (SPC-62)."""
    return Hits(**offered.hits).anti_aircraft > 0


def _limits(state: GameState, offered: CasualtiesOptions) -> str:
    """Which hits cannot go where, as far as there is anybody whom they cannot hit."""
    hits = Hits(**offered.hits)
    kinds = [state.edition.unit[unit] for units in offered.units.values() for unit in units]
    submarines = any(kind.can("cannot_hit_air") for kind in kinds)
    aircraft = any(kind.domain == "air" for kind in kinds)
    parts = [
        _by(hits.air, "aircraft, which need a destroyer to hit submarines") if submarines else "",
        _by(hits.submarine, "submarines, which cannot hit aircraft") if aircraft else "",
        _by(hits.kamikaze, "kamikaze attacks, which hit only ships") if aircraft else "",
    ]
    text = "; ".join(part for part in parts if part)
    return f"Of these, {text}." if text else ""


def _by(hits: int, whom: str) -> str:
    return f"{number(hits, 'hit')} {'comes' if hits == 1 else 'come'} from {whom}" if hits else ""


def _proposals(state: GameState, request: Request) -> list[str]:
    if len(request.powers) == 1:
        return []
    lines = ["The owners choose together. If you don't answer, the default stands for you."]
    for owner, answer in request.answers.items():
        what = "the default" if answer == ABSENT else casualties_in_words(state, request, CasualtiesChoice.of(answer))
        lines.append(f"{whoever(state, owner)} proposes {what}.")
    return lines


def _read(state: GameState, request: Request, text: str) -> CasualtiesChoice:
    """ "2 infantry, damage 1 battleship", or by power: "germany: 1 infantry; japan: 1 fighter", "1 German infantry".

    Words in brackets tell units of a kind apart, as the answers on the card do: "1 transport (for Egypt)".
    """
    named: dict[str, Counter[tuple[PowerId | None, UnitId]]] = {"units": Counter()}
    picked: list[PieceId] = []
    for part in filter(str.strip, text.split(";")):
        owner, colon, rest = part.rpartition(":")
        power = find_power(state.edition, owner) if colon and not _DAMAGE.fullmatch(owner.strip()) else None
        for fate in _fates(state.edition, rest if colon and power else part.replace(":", " ")):
            whose = power or fate.power
            if fate.words and fate.key == "units":
                taking = taking_of(state, request)
                for unit, count in fate.units.items():
                    picked += pieces_meant(taking, whose, unit, count, fate.words, picked)
            else:
                named.setdefault(fate.key, Counter()).update({(whose, unit): n for unit, n in fate.units.items()})
    if not named["units"] and "damaged" not in named and not picked:
        raise IllegalAction("form", "Name the casualties with their number, such as “2 infantry, 1 tank”.")
    counts = {key: _by_owner(found) for key, found in named.items() if found or not picked}
    return CasualtiesChoice.of({**counts, "pick": picked} if picked else counts)


class _Fate(NamedTuple):
    """An entry of a list of casualties: "units" or "damaged", whose it says they are, and its words in brackets."""

    key: str
    power: PowerId | None
    units: Mapping[UnitId, int]
    words: str


def _fates(edition: Edition, text: str) -> list[_Fate]:
    found = []
    for entry in filter(str.strip, _BETWEEN_ENTRIES.split(text)):
        words = _BRACKETS.search(entry)
        plain = _BRACKETS.sub(" ", entry)
        key = "damaged" if _DAMAGE.search(plain) else "units"
        power, units = _without_adjective(edition, _DAMAGE.sub(" ", plain))
        found.append(_Fate(key, power, read_units(edition, units), words.group(1).strip() if words else ""))
    return found


def _without_adjective(edition: Edition, entry: str) -> tuple[PowerId | None, str]:
    """The power whose adjective stands in an entry, and the entry without it."""
    for power in edition.powers:
        rest, times = re.subn(rf"\b{re.escape(power.adjective)}\b", " ", entry, flags=re.IGNORECASE)
        if times:
            return power.id, rest
    return None, entry


def _by_owner(counts: Counter[tuple[PowerId | None, UnitId]]) -> dict[PowerId | UnitId, int | dict[UnitId, int]]:
    plain = {unit: count for (power, unit), count in counts.items() if power is None}
    powers = dict.fromkeys(power for power, _ in counts if power)
    return plain | {
        power: {unit: count for (whose, unit), count in counts.items() if whose == power} for power in powers
    }


TELLING = QuestionTelling(
    kind="casualties",
    line=_line,
    card=_card,
    read=_read,
    in_short=_in_short,
    label="Choose casualties",
    is_typed=True,
)
