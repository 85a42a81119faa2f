"""What a table is to agree on before a game is opened, chosen step by step: edition, pace, options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from string import ascii_lowercase, digits

from engine import load_setup, setup_names
from engine.facts.edition import Edition
from engine.state.words import first_upper
from gamemaster.chosen_settings import read_table_settings
from gamemaster.errors import TableRefusal
from gamemaster.gathering import JOINING, SEATING
from gamemaster.lobby.advantages import plans_to_offer
from gamemaster.table_settings import OF_NEW_GAMES, PACES, POSTS, TAKE_BACKS, USUAL, WHERE, TableSettings

NUMERALS = f"{digits}{ascii_lowercase}"
PACE, POSTED, PLACE, JOINS, SEATS, TAKEN_BACK = "pace", "posts", "where", "joining", "seating", "take_backs"
OF_THE_TABLE = (PACE, POSTED, PLACE, JOINS, SEATS, TAKEN_BACK)
RULES = "-"
"""Behind the name of an option that is called as what a table agrees on beside the rules; no option is named so."""
BIDS = tuple(f"{side} {ipcs}" for side in ("allies", "axis") for ipcs in (3, 6, 9, 12, 15, 18))
BIDS_OF_BOTH = tuple(f"allies {ipcs}, axis {ipcs}" for ipcs in (3, 6, 9, 12, 15, 18))
AUCTIONS = ("auction allies", "auction axis", "sealed auction allies", "sealed auction axis")
"""Those that a menu offers; any other can be typed."""
OLD = "This sheet is from another version of the bot. Use /game create for a new one."


@dataclass(frozen=True)
class Offer:
    """Something to be agreed on, and its values with what each means, the usual one first.

    option: that of the edition which it chooses, if it is one.
    """

    name: str
    title: str
    asks: str
    values: Mapping[str, str]
    option: str = ""

    @property
    def usual(self) -> str:
        """What holds where nobody chooses."""
        return next(iter(self.values))


def offers_of(edition: Edition) -> tuple[Offer, ...]:
    """The pace, how much is posted, where, who joins, how seats are given out, and the options, with their values."""
    paces = Offer(PACE, "Pace", "How fast you agree to play", {name: p.pace_in_short for name, p in PACES.items()})
    forms = {str(name): POSTS[name].words for name in (OF_NEW_GAMES, *POSTS)}
    joins = Offer(JOINS, "Joining", "Who can take a seat", {str(name): words for name, words in JOINING.items()})
    seats = Offer(SEATS, "Seating", "How seats are given out", {str(name): words for name, words in SEATING.items()})
    posts = Offer(POSTED, "Posts", "How much is posted in the channel", forms)
    places = Offer(PLACE, "Where", "Where the game is played", {str(name): words for name, words in WHERE.items()})
    backs = Offer(TAKEN_BACK, "Take-backs", "Whether the game can go back", {str(n): w for n, w in TAKE_BACKS.items()})
    return (paces, posts, places, joins, seats, backs, *_options(edition))


def _options(edition: Edition) -> Iterator[Offer]:
    for name, option in edition.options.items():
        if option.takes == "advantages":
            values = {plan.typed: plan.in_words for plan in plans_to_offer(edition)}
        elif option.takes == "bid":
            values = {value: option.meaning(value) for value in (option.default, *BIDS, *BIDS_OF_BOTH, *AUCTIONS)}
        else:
            values = {option.default: option.meaning(option.default), **option.choices}
        title = first_upper(name.replace("_", " "))
        if name in OF_THE_TABLE:
            yield Offer(f"{name}{RULES}", f"{title} (rules)", option.asks, values, name)
        else:
            yield Offer(name, title, option.asks, values, name)


@dataclass(frozen=True)
class Contract:
    """An edition, and what was chosen for it beside the usual, by the name of the offer."""

    setup: str
    chosen: Mapping[str, str] = field(default_factory=dict)

    @property
    def edition(self) -> Edition:
        """The edition."""
        return load_setup(self.setup)

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What can be chosen."""
        return offers_of(self.edition)

    def value(self, offer: Offer) -> str:
        """What holds of an offer."""
        return self.chosen.get(offer.name, offer.usual)

    @property
    def settings(self) -> TableSettings:
        """What the table agrees on beside the rules."""
        chosen = self.chosen
        who, how = chosen.get(JOINS, ""), chosen.get(SEATS, "")
        pace, posts = chosen.get(PACE, USUAL.pace), chosen.get(POSTED, OF_NEW_GAMES)
        backs = chosen.get(TAKEN_BACK, "")
        posted = f"{posts}, {chosen[PLACE]}" if PLACE in chosen and chosen[PLACE] != "here" else posts
        return read_table_settings(posted, pace=pace, joining=who, seating=how, take_backs=backs)

    @property
    def options(self) -> dict[str, str]:
        """What the table agrees on of the rules."""
        return {each.option: self.chosen[each.name] for each in self.offers if each.option and each.name in self.chosen}

    def having(self, name: str, value: str) -> Contract:
        """The same with another choice; raises TableRefusal where there is none such."""
        offer = next((each for each in self.offers if each.name == name), None)
        if offer is None or value not in offer.values:
            raise TableRefusal(OLD)
        return replace(self, chosen={**self.chosen, name: value})

    @property
    def code(self) -> str:
        """All of it in a few characters, for the id of a button."""
        places = (list(each.values).index(self.value(each)) for each in self.offers)
        return f"{self.setup}.{''.join(NUMERALS[place] for place in places)}"

    @classmethod
    def of(cls, code: str) -> Contract:
        """What `code` gave; raises TableRefusal where it gave no such code."""
        setup, _, places = code.partition(".")
        if setup not in setup_names():
            raise TableRefusal(OLD)
        contract = cls(setup)
        offers = contract.offers
        if len(places) != len(offers) or not set(places) <= set(NUMERALS):
            raise TableRefusal(OLD)
        for offer, numeral in zip(offers, places, strict=True):
            values, place = list(offer.values), NUMERALS.index(numeral)
            if place >= len(values):
                raise TableRefusal(OLD)
            if place:
                contract = contract.having(offer.name, values[place])
        return contract


def playable() -> tuple[str, ...]:
    """The setups that can be played."""
    return tuple(name for name in setup_names() if not load_setup(name).in_preparation)
