"""Finding spaces, units and powers by what players type; what fits several is asked back, never guessed."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher, get_close_matches
from functools import cache

from engine.errors import IllegalAction
from engine.facts.board import PowerId, SpaceId
from engine.facts.edition import Edition, load_setup, setup_names
from engine.facts.openings import AccountId
from engine.facts.unit_types import UnitId
from engine.quoting import quoted
from engine.state.words import called, listed

SHORTEST_SLIP = 5
"""Characters of a name in which a slip is understood: shorter names are too much alike."""
LONGEST_NAME = 40
"""Characters of a text that are compared with names; no name is longer."""
SERIES = "Axis & Allies"
LEAST_LIKENESS, MUCH_LESS_ALIKE = 0.5, 0.15
"""How like a name a text must be to be asked back, and how much less than the name that is most like it."""
MOST_NAMED = 4
"""Names that a question back shows."""

AS_ON_THE_MAP = " Write its name as the map has it, or a sea zone by its number."

_WORDS = re.compile(r"[a-z0-9]+")
_ZONE = re.compile(r"\b(?:sz|sea ?z[a-z]{0,4}|zone|z) ?(\d+)")
_BETWEEN = re.compile(r"[,&+]|\b(?:and|then)\b", re.IGNORECASE)
_SHORT = {
    "us": "united states",
    "usa": "united states",
    "uk": "united kingdom",
    "gb": "great britain",
    "e": "eastern",
    "east": "eastern",
    "w": "western",
    "west": "western",
    "n": "northern",
    "north": "northern",
    "s": "southern",
    "south": "southern",
}
"""Words of names that are seldom written out."""


def folded(text: str) -> str:
    """The text without case, accents of punctuation and double spaces: "sz 5" and "SZ5" are one."""
    return _ZONE.sub(r"sz\1", " ".join(_WORDS.findall(text.lower())))


def parts_of(text: str) -> list[str]:
    """What a list names, with commas or words between: "uk, anzac and france", "infantry, then tanks"."""
    return [part.strip() for part in _BETWEEN.split(text) if part.strip()]


def spelled_out(text: str) -> str:
    """The folded text without "the" and with short words written out: "the E. US" is "eastern united states"."""
    return " ".join(_SHORT.get(word, word) for word in folded(text).removeprefix("the ").split())


def _so_far(text: str) -> str:
    """The text spelled out but for its last word, which may be the beginning of a longer one."""
    *whole, last = folded(text).removeprefix("the ").split() or [""]
    return " ".join([*(_SHORT.get(word, word) for word in whole), last])


def resembling(text: str, names: Iterable[str]) -> list[str]:
    """The names that have the text in them, in full or in short, as it is typed letter by letter.

    Those that begin with it come first.
    """
    typed = text[:LONGEST_NAME]
    short, full, so_far = folded(typed), spelled_out(typed), _so_far(typed)
    ways = [(fits, each) for fits in (_begins, _shortens, _is_inside) for each in (full, so_far)]
    in_full = {name: spelled_out(name) for name in names}
    fitting = [n for n, each in in_full.items() if short in folded(n) or any(fits(one, each) for fits, one in ways)]
    fitting = fitting or [name for name, each in in_full.items() if _begins_with_slip(full, each)]
    return sorted(fitting, key=lambda name: not in_full[name].startswith(full))


def _begins(text: str, name: str) -> bool:
    """Whether a name begins with the text, and not with a longer number."""
    return name.startswith(text) and not (text[-1:].isdigit() and name[len(text) :][:1].isdigit())


def _shortens(text: str, name: str) -> bool:
    """Whether the text is made of the beginnings of the name's words, apart or in one: "w ger", "wger"."""
    words, typed = name.split(), text.split()
    if len(typed) > 1:
        return len(typed) <= len(words) and all(word.startswith(t) for word, t in zip(words, typed, strict=False))
    return len(words) > 1 and text.isalpha() and _is_made_of(text, words)


def _is_inside(text: str, name: str) -> bool:
    """Whether words of the name begin with the text."""
    return f" {text}" in f" {name}"


def is_one_slip(text: str, name: str) -> bool:
    """Whether a text differs from a name by one letter: another, one too many, one missing, or two exchanged."""
    if text == name or abs(len(text) - len(name)) > 1:
        return False
    same = next((i for i, pair in enumerate(zip(text, name, strict=False)) if pair[0] != pair[1]), None)
    at = min(len(text), len(name)) if same is None else same
    ends = [(text[at + 1 :], name[at + 1 :]), (text[at:], name[at + 1 :]), (text[at + 1 :], name[at:])]
    exchanged = text[at : at + 2] == name[at : at + 2][::-1] and text[at + 2 :] == name[at + 2 :]
    is_number = any(letter.isdigit() for letter in text[at : at + 1] + name[at : at + 1])
    return not is_number and (exchanged or any(one == other for one, other in ends))


def _begins_with_slip(text: str, name: str) -> bool:
    """Whether a text is a name, or the first of its words, with one slip."""
    if len(text) < SHORTEST_SLIP:
        return False
    words = name.split()
    return any(is_one_slip(text, " ".join(words[:length])) for length in range(1, len(words) + 1))


def _is_made_of(text: str, words: Sequence[str]) -> bool:
    """Whether a text is a beginning of each word, one after the other."""
    ends = {0}
    for word in words:
        lengths = range(1, len(word) + 1)
        ends = {end + n for end in ends for n in lengths if text[end : end + n] == word[:n]}
    return len(text) in ends


def _beginnings(name: str) -> list[str]:
    """A name's first words, from one of them to all: most write no more than "normandy" or "greater southern"."""
    words = name.split()
    return [" ".join(words[:length]) for length in range(1, len(words) + 1)]


def _likeness(text: str, name: str) -> float:
    return SequenceMatcher(None, name, text).ratio()


def _begins_as(beginning: str, name: str) -> bool:
    """Whether whole words of a name are its beginning."""
    return f"{name} ".startswith(f"{beginning} ")


@dataclass(frozen=True)
class NameList:
    """Ids by every name that means them, spelled out."""

    ids: dict[str, str]

    def meant(self, text: str) -> tuple[str, ...]:
        """The ids that a text may mean: by a whole name, the beginning of one word, else by any part or short form."""
        wanted, so_far = spelled_out(text[:LONGEST_NAME]), _so_far(text[:LONGEST_NAME])
        if wanted in self.ids:
            return (self.ids[wanted],)
        if not wanted:
            return ()
        begun = self._having(_begins, so_far)
        if len(begun) == 1 and any(" " not in name for name in self.ids if _begins(so_far, name)):
            return begun
        parts = (self._having(fits, each) for fits in (_begins, _shortens, _is_inside) for each in (wanted, so_far))
        return tuple(dict.fromkeys(found for part in parts for found in part))

    def _having(self, fits: Callable[[str, str], bool], text: str) -> tuple[str, ...]:
        return tuple(dict.fromkeys(found for name, found in self.ids.items() if fits(text, name)))

    def slipped(self, text: str) -> tuple[str, ...]:
        """The ids whose names, or their first words, a text is with one slip."""
        return self._having(_begins_with_slip, spelled_out(text[:LONGEST_NAME]))

    def nearest(self, text: str, count: int = 3) -> tuple[str, ...]:
        """Ids whose names look most like a text."""
        typed = spelled_out(text[:LONGEST_NAME])
        beginnings = {part: None for name in self.ids for part in _beginnings(name)}
        close = get_close_matches(typed, beginnings, n=count * 2, cutoff=LEAST_LIKENESS)
        best = max((_likeness(typed, part) for part in close), default=0.0)
        alike = [part for part in close if _likeness(typed, part) > best - MUCH_LESS_ALIKE]
        return tuple(dict.fromkeys(found for part in alike for found in self._having(_begins_as, part)))[:count]


def _name_list(entries: Iterable[tuple[str, Sequence[str]]]) -> NameList:
    return NameList({spelled_out(name): found for found, names in entries for name in (*names, found)})


@cache
def space_names(setup: str) -> NameList:
    """Names of all spaces."""
    board = load_setup(setup).board
    lands = [(t.id, (t.name, *t.aliases, *([t.city] if t.city else []))) for t in board.territories]
    return _name_list([*lands, *((z.id, (z.name, *z.aliases)) for z in board.sea_zones)])


@cache
def unit_names(setup: str) -> NameList:
    """Names of all units."""
    return _name_list((u.id, (u.name, u.plural, *u.aliases)) for u in load_setup(setup).units)


@cache
def power_names(setup: str) -> NameList:
    """Names of all powers."""
    return _name_list((p.id, (p.name, p.adjective, *p.aliases)) for p in load_setup(setup).powers)


@cache
def edition_names() -> NameList:
    """Names of all editions that can be played, with and without what all titles begin with."""
    titles = {setup: load_setup(setup).title for setup in setup_names()}
    return _name_list((setup, (title, title.removeprefix(SERIES).strip(" :"))) for setup, title in titles.items())


def find_setup(text: str) -> str:
    """The setup that a text means; raises IllegalAction (`form`) with those it may mean, or all."""
    return _the_one("form", "edition", edition_names(), text, lambda setup: load_setup(setup).title, setup_names())


def find_space(edition: Edition, text: str, fits: Callable[[SpaceId], bool] | None = None) -> SpaceId:
    """The space that a text means, a sea zone also by its number alone.

    fits: whether a space can be meant; where a name means several and only one of them can be, it is that. Raises
    IllegalAction (`space`) with those it may mean, or the nearest names.
    """
    names, typed = space_names(edition.setup), text.strip()
    zone = names.ids.get(f"sz{typed}") if typed.isdecimal() else None
    if zone is not None:
        return zone
    meant = names.meant(text)
    if fits and len(meant) > 1 and len(able := [each for each in meant if fits(each)]) == 1:
        return able[0]
    return _the_one("space", "space", names, text, edition.board.name, hint=AS_ON_THE_MAP, meant=meant)


def find_unit(edition: Edition, text: str) -> UnitId:
    """The unit that a text means; raises IllegalAction (`units`) with those it may mean, or the nearest names."""
    there = f" This edition has {listed(unit.plural for unit in edition.units if unit.domain != 'facility')}."
    return _the_one("units", "unit", unit_names(edition.setup), text, lambda unit: edition.unit[unit].name, hint=there)


def find_facility(edition: Edition, text: str, there: Collection[UnitId]) -> UnitId:
    """The facility that a text means: the only one that fits of those that stand there, else as any unit.

    A word for several, of which none stands there, stays that word.
    """
    meant = [unit for unit in unit_names(edition.setup).meant(text) if unit in there]
    if len(meant) == 1:
        return meant[0]
    word = folded(text).replace(" ", "_")
    return word if len(called(edition, word)) > 1 else find_unit(edition, text)


def find_power(edition: Edition, text: str) -> PowerId:
    """The power that a text means; raises IllegalAction (`power`) with those it may mean, or the nearest names."""
    everybody = [power.id for power in edition.powers]
    return _the_one(
        "power", "power", power_names(edition.setup), text, lambda power: edition.power[power].name, everybody
    )


def account_named(edition: Edition, power: PowerId, text: str) -> AccountId | None:
    """The account of a power that a text names, also by the end of its id; None where it has none of this name."""
    wanted = folded(text)
    for account in edition.accounts_of(power):
        if wanted in map(folded, (account.name, account.id, account.id.rpartition("/")[2])):
            return account.id
    return None


def find_account(edition: Edition, text: str) -> AccountId:
    """The treasury that a text names, of any power; raises IllegalAction (`power`) where it may mean several."""
    for power in edition.powers:
        if account := account_named(edition, power.id, text):
            return account
    own = edition.accounts_of(find_power(edition, text))
    if len(own) > 1:
        raise IllegalAction("power", f"Say which treasury you mean: {listed((each.name for each in own), 'or')}.")
    return own[0].id


def _the_one(
    rule: str,
    kind: str,
    names: NameList,
    text: str,
    name: Callable[[str], str],
    otherwise: Sequence[str] = (),
    hint: str = "",
    meant: Sequence[str] | None = None,
) -> str:
    """The id that a text means; raises IllegalAction, with `otherwise` or the hint where no name is near.

    meant: what it may mean, where that has been looked up.
    """
    meant = names.meant(text) if meant is None else meant
    if not meant and len(slipped := names.slipped(text)) == 1:
        return slipped[0]
    if len(meant) == 1:
        return meant[0]
    if meant:
        some = [name(each) for each in meant[:MOST_NAMED]] + (["others"] if len(meant) > MOST_NAMED else [])
        raise IllegalAction(rule, f"{quoted(text)} fits {listed(some)}. Say which one.")
    near = [name(each) for each in names.nearest(text) or otherwise]
    raise IllegalAction(rule, f"There is no {kind} {quoted(text)}.{_did_you_mean(near) or hint}")


def _did_you_mean(names: Sequence[str]) -> str:
    return f" Did you mean {listed(names, 'or')}?" if names else ""
