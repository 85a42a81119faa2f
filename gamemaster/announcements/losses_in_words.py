"""Orders of loss by situation as players write and read them (ASY-41)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.ask import CHEAPEST, PRINTED, LossLine
from engine.facts.edition import Edition
from engine.state.words import ipcs

SIDES = {"attacker": "when you attack", "defender": "when you defend"}
WORDS: Mapping[tuple[str, ...], str] = {(PRINTED,): "units as printed", (CHEAPEST,): "the cheapest units first"}
PARTS = {"land": "in battles on land", "sea": "in battles at sea", "air": "where only aircraft can be hit"}


def line_in_words(edition: Edition, line: LossLine) -> str:
    """ "infantry, then tank in Karelia against Germany when you defend; asks you above 20 IPCs at stake"."""
    units = WORDS.get(line.lose) or _units_in_words(edition, line)
    kept = "; one unit that can take the territory is lost last" if line.keep else ""
    asks = "" if line.above is None else f"; you're asked when your side has more than {ipcs(line.above)} at stake"
    return f"{units} {situation_in_words(edition, line)}{kept}{asks}"


def first_in_words(edition: Edition, line: LossLine) -> str:
    """ "infantry, then tank first"; "the cheapest units first"."""
    return WORDS.get(line.lose) or f"{_units_in_words(edition, line)} first"


def _units_in_words(edition: Edition, line: LossLine) -> str:
    return ", then ".join(edition.unit[unit].name for unit in line.lose)


def situation_in_words(edition: Edition, line: LossLine) -> str:
    """ "in Karelia against Germany when you defend"; "in all battles"."""
    named = [
        f"in {edition.board.called(line.space)}" if line.space else "",
        PARTS[line.part] if line.part else "",
        f"against {edition.power[line.against].called}" if line.against else "",
        SIDES[line.side] if line.side else "",
    ]
    return " ".join(filter(None, named)) or "in all battles"
