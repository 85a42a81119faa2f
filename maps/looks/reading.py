"""How powers, treasuries and sides look, read from `data/looks`: colours, an emblem, the line in charts."""

from __future__ import annotations

import logging
from functools import cache
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from engine.errors import InvalidData
from engine.facts.board import DataModel
from engine.facts.data_files import DATA, read_data
from maps.looks.emblems import EMBLEMS

LOOKS = DATA / "looks"

log = logging.getLogger(__name__)

Colour = tuple[int, int, int]


def _colour(written: object) -> object:
    """ "#aa4937" as red, green and blue."""
    if isinstance(written, str) and len(written) == 7 and written[0] == "#":
        return tuple(bytes.fromhex(written[1:]))
    return written


def _known(emblem: str) -> str:
    if emblem not in EMBLEMS:
        raise ValueError(f"there is no emblem {emblem}; choose from {', '.join(sorted(EMBLEMS))}")
    return emblem


WrittenColour = Annotated[Colour, BeforeValidator(_colour)]


class PowerStyle(DataModel):
    """Colour of the land, colour of the unit plates, colour of what is drawn on them, emblem.

    dashes: the breaks of its line in charts, in multiples of the width of the line; a line without breaks if empty.
    """

    land: WrittenColour
    plate: WrittenColour
    ink: WrittenColour
    emblem: Annotated[str, AfterValidator(_known)]
    dashes: tuple[float, ...] = ()


class Looks(DataModel):
    """A file of looks, by power, by treasury ("united_kingdom/pacific") and by side, in their usual order.

    A treasury that is not listed has the look of its power.
    """

    powers: dict[str, PowerStyle] = Field(default_factory=dict)
    treasuries: dict[str, PowerStyle] = Field(default_factory=dict)
    sides: dict[str, PowerStyle] = Field(default_factory=dict)


def is_known_power(power: str) -> bool:
    """Whether a power has a look of its own."""
    return power in looks().powers


@cache
def looks() -> Looks:
    """All files together. One that is wrong is left out, and the log says so: its powers are drawn plainly."""
    found = Looks()
    for path in sorted(LOOKS.glob("*.json")):
        try:
            more = read_data(path, Looks)
        except InvalidData as fault:
            log.error("The powers of a file are drawn plainly, because it is wrong: %s", fault)  # noqa: TRY400
            continue
        found = Looks(
            powers=found.powers | more.powers,
            treasuries=found.treasuries | more.treasuries,
            sides=found.sides | more.sides,
        )
    return found
