"""Setting up a game by thumb: the edition, then what the table agrees on, with the usual chosen already."""

from __future__ import annotations

from collections.abc import Sequence

from engine import load_setup
from gamemaster.lobby.contracts import PACE, Contract, Offer, playable
from gamemaster.narration.phases.telling import PhaseButton
from gamemaster.sheets.page import MOST_ENTRIES, Entry, Menu, Row, Sheet

NO_GAME = 0
ALWAYS_SHOWN = (PACE, "low_luck")
"""What tables ask for most has a menu of its own; everything else is one menu away."""
HINT = (
    "-# The lobby shows all of this; whoever takes a seat agrees to it. For another bid, other hours or a name of your "
    "own, fill in the options of `/game create`."
)


def first_sheet(templates: Sequence[str], last: str) -> Sheet:
    """Which edition; the templates of the server, and the last game that the user organised there, if there are any."""
    editions = tuple(Entry(load_setup(name).title, f"edition={name}") for name in playable())
    kept = tuple(Entry(name, f"template={name}") for name in templates[:MOST_ENTRIES])
    again: tuple[PhaseButton, ...] = (("setup.last", f"As last time: {last}", "primary"),) if last else ()
    return _sheet(
        "**A new game here: which edition?**",
        Menu("setup.edition", "Choose an edition", editions),
        Menu("setup.template", "Or a template of this server: opens the lobby at once", kept),
        Row(again),
    )


def contract_sheet(contract: Contract, changing: str = "") -> Sheet:
    """What is agreed on so far, to be changed or opened. changing: the option that is asked about now."""
    offers = contract.offers
    shown = [each for each in offers if each.name in (*ALWAYS_SHOWN, changing)]
    others = [each for each in offers if each not in shown]
    more = tuple(Entry(each.title, each.name, contract.value(each).replace("_", " ")) for each in others)
    buttons: tuple[PhaseButton, ...] = (
        (f"setup.open.{contract.code}", "Open the lobby", "success"),
        ("setup", "Another edition", "secondary"),
    )
    return _sheet(
        "\n".join([f"**{contract.edition.title}**", *(_line(contract, each) for each in offers), HINT]),
        *(_menu(contract, each) for each in sorted(shown, key=lambda each: each.name != changing)),
        Menu(f"setup.more.{contract.code}", "Change something else", more[:MOST_ENTRIES]),
        Row(buttons),
    )


def opened_sheet() -> Sheet:
    """What is left of the sheet once the lobby stands in the channel."""
    return _sheet("The lobby is open in this channel. Take a seat there.")


def _line(contract: Contract, offer: Offer) -> str:
    """ "Low luck: off (every unit rolls its own dice)"; in bold where it is not as usual."""
    value = contract.value(offer)
    mark = "**" if value != offer.usual else ""
    meaning = offer.values[value]
    return f"{mark}{offer.title}{mark}: {value.replace('_', ' ')}{f' ({meaning})' if meaning != value else ''}"


def _menu(contract: Contract, offer: Offer) -> Menu:
    chosen = contract.value(offer)
    entries = tuple(
        Entry(value.replace("_", " "), f"{offer.name}={value}", meaning, chosen=value == chosen)
        for value, meaning in offer.values.items()
    )
    return Menu(f"setup.set.{contract.code}.{contract.offers.index(offer)}", offer.asks, entries)


def _sheet(*parts: str | Menu | Row) -> Sheet:
    return Sheet(NO_GAME, "", "", parts)
