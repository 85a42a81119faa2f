"""Names, numbers and lengths, and users' texts made harmless: the small change of every text that the table reads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from string import digits

from engine.ask import income_of, open_accounts, treasury
from engine.facts.board import PowerId, SpaceId
from engine.facts.openings import Account, AccountId, account_id
from engine.facts.unit_types import UnitId
from engine.quoting import LONGEST, in_one_line
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import first_upper, ipcs, label, listed, number, phase_name, place

_HOUSE = re.compile(r"the house \((\w+)\)")

LIMIT = 1900
"""Characters of one text: Discord takes 2,000, and the sender adds a tag."""


def power_name(state: GameState, power: PowerId) -> str:
    """The name of a power that stands alone, as in a heading; `the_power` is the one for sentences."""
    return state.edition.power[power].name


def account_name(state: GameState, power: PowerId, mark: AccountId) -> str:
    """The name of the account that an event is about: that of its power, if this has only one."""
    return state.edition.account[account_id(power, mark)].name


def the_account(state: GameState, power: PowerId, mark: AccountId) -> str:
    """The same inside a sentence: "the United Kingdom", "UK Europe"."""
    name = account_name(state, power, mark)
    return the_power(state, power) if name == power_name(state, power) else name


def account_first(state: GameState, power: PowerId, mark: AccountId) -> str:
    """The same at the start of a sentence: "The United Kingdom", "UK Europe"."""
    return first_upper(the_account(state, power, mark))


def in_hand(state: GameState, power: PowerId) -> str:
    """What a power can spend: "12 IPCs", or "28 IPCs of UK Europe and 17 IPCs of UK Pacific"."""
    able = open_accounts(state, power) or state.edition.accounts_of(power)
    return listed(of_account(account, treasury(state, account)) for account in able)


def of_account(account: Account, amount: int) -> str:
    """ "12 IPCs"; "28 IPCs of UK Europe" where the power has several accounts."""
    return named_after(account, ipcs(amount))


def shares_in_words(state: GameState, shares: Mapping[AccountId, int]) -> str:
    """ "12 IPCs", or "7 IPCs of UK Europe and 8 IPCs of UK Pacific" where a power has several accounts."""
    return listed(of_account(state.edition.account[name], share) for name, share in shares.items()) or ipcs(0)


def incomes(state: GameState) -> str:
    """What the territories of all powers with turns yield, by account: "Germany 31, UK Europe 24, …"."""
    accounts = (account for power in state.edition.powers_with_turns for account in power.accounts)
    return ", ".join(f"{account.name} {income_of(state, account)}" for account in accounts)


def waiting_row(state: GameState, power: PowerId) -> str:
    """What a power has to place: "3 infantry, 1 tank", or "1 tank of UK Europe and 3 infantry of UK Pacific"."""
    accounts = state.edition.accounts_of(power)
    rows = ((account, row(state, state.purchased.get(account.id, {}))) for account in accounts)
    return listed(named_after(account, units) for account, units in rows if units)


def named_after(account: Account, text: str) -> str:
    """The text, and whose it is where the power has several accounts: "3 infantry of UK Pacific"."""
    return f"{text} of {account.name}" if account.mark else text


def whoever(state: GameState, power: PowerId) -> str:
    """The name of a power at the start of a sentence: "The United Kingdom", "Japan"."""
    return first_upper(state.edition.power[power].called)


def the_power(state: GameState, power: PowerId) -> str:
    """The name of a power inside a sentence: "the United Kingdom", "Japan"."""
    return state.edition.power[power].called


def the_powers(state: GameState, powers: Iterable[PowerId], last: str = "and") -> str:
    """ "ANZAC and the Dutch", inside a sentence."""
    return listed((the_power(state, power) for power in powers), last)


def after_colon(sentence: str) -> str:
    """A sentence that does not begin a line: the article of the power that it begins with is no longer a capital."""
    return f"the{sentence[3:]}" if sentence.startswith("The ") else sentence


def spaces_named(state: GameState, spaces: Iterable[SpaceId], last: str = "and") -> str:
    """ "Ukraine, West Russia and sea zone 5"."""
    return listed((place(state, space) for space in spaces), last)


def by_number(spaces: Iterable[SpaceId]) -> list[SpaceId]:
    """Spaces in the order of their ids, sea zone 6 before sea zone 19."""
    return sorted(spaces, key=lambda space: (space.rstrip(digits), int(space[len(space.rstrip(digits)) :] or 0)))


def heading(state: GameState, space: SpaceId) -> str:
    """The name of a space at the start of a line: "Sea zone 5"."""
    return first_upper(label(state, space))


def moment(state: GameState) -> str:
    """ "United States, round 2, combat move"."""
    return f"{power_name(state, state.power)}, round {state.round}, {phase_name(state.phase)}"


def the_moment(state: GameState) -> str:
    """The same inside a sentence: "the United States, round 2, combat move"."""
    return f"{the_power(state, state.power)}, round {state.round}, {phase_name(state.phase)}"


def bought(state: GameState, units: Mapping[UnitId, int], repairs: Mapping[SpaceId, Mapping[UnitId, int]]) -> str:
    """Units and repairs of a purchase order: "2 infantry, repairs in Germany (3 damage)"; nothing for none."""
    parts = [row(state, units)] if units else []
    repaired = {space: total for space, points in repairs.items() if (total := sum(points.values()))}
    parts += [f"repairs in {place(state, space)} ({total} damage)" for space, total in repaired.items()]
    return ", ".join(parts)


def row(state: GameState, units: Mapping[UnitId, int]) -> str:
    """ "3 infantry, 1 tank", in the order of the unit table."""
    table = state.edition.unit
    return ", ".join(table[unit].counted(units[unit]) for unit in table if units.get(unit))


def force(state: GameState, pieces: Iterable[Piece], nobody: str = "nothing", *, by_owner: bool = False) -> str:
    """ "3 infantry, 1 battleship (damaged)"; "1 British fighter, 1 American tank" by owner, or where owners differ."""
    turn_rank, unit_rank = state.edition.turn_rank, state.edition.unit_rank
    pieces = list(pieces)
    counts = Counter((piece.power, piece.unit) for piece in pieces)
    hurt = Counter((piece.power, piece.unit) for piece in pieces if piece.hits_taken)
    several = by_owner or len({power for power, _ in counts}) > 1
    parts = []
    for power, unit in sorted(counts, key=lambda kind: (turn_rank[kind[0]], unit_rank[kind[1]])):
        count = counts[power, unit]
        whose = f"{state.edition.power[power].adjective} " if several else ""
        name = state.edition.unit[unit].counted(count).split(" ", 1)[1]
        damaged = hurt[power, unit]
        note = "" if not damaged else " (damaged)" if damaged == count else f" ({damaged} damaged)"
        parts.append(f"{count} {whose}{name}{note}")
    return ", ".join(parts) or nobody


def behind_your(units: str) -> str:
    """Units as they stand behind "your": "2 fighters and bomber", a number only where there are several of a kind."""
    return listed(each.removeprefix("1 ") for each in re.split(r", (?![^(]*\))", units))


def worth(state: GameState, pieces: Iterable[Piece]) -> int:
    """What pieces cost together, in IPCs."""
    return sum(state.type_of(piece).cost or 0 for piece in pieces)


def short_name(state: GameState, unit: UnitId) -> str:
    """The shortest of a unit's name and its usual abbreviation: "inf", "tank"."""
    kind = state.edition.unit[unit]
    return min((kind.name, *kind.aliases[:1]), key=len)


def short_row(state: GameState, units: Mapping[UnitId, int], longest: int) -> str:
    """The row, in the short names of the unit table where the full ones are longer than `longest`."""
    full = row(state, units)
    return full if len(full) <= longest else brief_row(state, units)


def brief_row(state: GameState, units: Mapping[UnitId, int]) -> str:
    """ "3 inf 1 tank": the row in the short names of the unit table."""
    table = state.edition.unit
    return " ".join(f"{units[unit]} {short_name(state, unit)}" for unit in table if units.get(unit))


def side_name(side: str) -> str:
    """ "the Axis", "the Allies"."""
    return "the Axis" if side == "axis" else "the Allies"


def ago(since: int | None) -> str:
    """ " · 2 hours ago" as Discord shows it in each reader's own language, or nothing."""
    return "" if since is None else f" · <t:{since}:R>"


def duration(seconds: int) -> str:
    """ "26 hours", "5 minutes"; days from the third on."""
    minutes = max(seconds, 0) // 60
    if minutes < 120:
        return number(minutes, "minute")
    hours = minutes // 60
    return number(hours, "hour") if hours < 72 else number(hours // 24, "day")


def joined_within(parts: Sequence[str], longest: int, separator: str = ", ", more: str = "more") -> str:
    """As many parts as fit into `longest` characters, then how many are left out: "…, and 3 more"."""
    length = sum(map(len, parts)) + len(separator) * (len(parts) - 1)
    if length <= longest:
        return separator.join(parts)
    for kept in range(len(parts) - 1, -1, -1):
        length -= len(parts[kept]) + len(separator)
        left = len(parts) - kept
        rest = f"and {left} {_so_many(left, more)}"
        if length + len(separator) + len(rest) <= longest:
            break
    return separator.join([*parts[:kept], rest])


def lines_within(lines: Iterable[str], longest: int, more: str) -> list[str]:
    """As many lines as fit, then "and 7 more moves" (`more` is "moves")."""
    whole = list(lines)
    kept = _first_within(whole, longest, len(whole), len(f"\nand {len(whole)} more {more}"))
    left = len(whole) - len(kept)
    return [*kept, f"and {left} more {_so_many(left, more)}"] if left else kept


def latest_within(from_the_last: Iterable[str], count: int, longest: int, what: str) -> list[str]:
    """As many of the last of `count` lines as fit, below "7 earlier orders" (`what` is "orders").

    No more of them are made than it takes to see that there is no room for all.
    """
    kept = _first_within(from_the_last, longest, count, len(f"{count} earlier {what}\n"))
    left = count - len(kept)
    return [*([f"{left} earlier {_so_many(left, what)}"] if left else []), *reversed(kept)]


def _first_within(lines: Iterable[str], longest: int, count: int, rest: int) -> list[str]:
    """The first of `count` lines that fit, all of them or with room for `rest` characters beside."""
    kept: list[str] = []
    length = -1
    for line in lines:
        kept.append(line)
        length += len(line) + 1
        if length > longest:
            break
    if length <= longest and len(kept) == count:
        return kept
    while kept and length > longest - rest:
        length -= len(kept.pop()) + 1
    return kept


def _so_many(count: int, things: str) -> str:
    """ "more place", "more places": what is counted, of which a full stop may follow."""
    return things if count != 1 else re.sub(r"s(?=\.?$)", "", things)


def stance(attacks: bool) -> str:
    """What units do in a sea zone where they need not attack."""
    return "attacking" if attacks else "ignoring submarines and transports"


def cut_at_line(text: str, limit: int = LIMIT) -> str:
    """As many whole lines as fit, or words of a long first line, and a sign that there was more."""
    text = text.strip()
    return text if len(text) <= limit else f"{split_lines(text[:limit], limit - 2)[0]}\n…"


def split_lines(text: str, limit: int = LIMIT) -> tuple[str, ...]:
    """A long text as several of at most `limit` characters, parted at line ends, or at spaces within a long line."""
    parts: list[str] = []
    part = ""
    for line in text.split("\n"):
        for piece in _pieces_of(line, limit):
            if part and len(part) + 1 + len(piece) > limit:
                parts.append(part)
                part = piece
            else:
                part = f"{part}\n{piece}" if part else piece
    return (*parts, part) if part else tuple(parts)


def _pieces_of(line: str, limit: int) -> list[str]:
    pieces = []
    while len(line) > limit:
        end = line.rfind(" ", 0, limit + 1)
        end = end if end > 0 else limit
        pieces.append(line[:end])
        line = line[end:].lstrip()
    return [*pieces, line]


_ESCAPED = str.maketrans({each: f"\\{each}" for each in "\\*_~`|[<"})
_AT_THE_BEGINNING = ("#", ">", "+", "-")
_NO_MENTION = "@\u200b"


def in_brackets(player: str) -> str:
    """ "(<@1>)", "(the house, easy)": who plays, behind the name of a power, with no brackets in brackets."""
    return "(" + _HOUSE.sub(r"the house, \1", player) + ")"


def as_plain_text(text: str, most: int = LONGEST) -> str:
    """A name that a user chose or typed, in one line of at most `most` characters before the escapes."""
    return without_markdown(in_one_line(text, most))


def without_markdown(sentence: str) -> str:
    """A sentence of our own that may quote what was typed."""
    begin = "\\" if sentence.startswith(_AT_THE_BEGINNING) else ""
    return begin + sentence.translate(_ESCAPED).replace("://", "\\://").replace("@", _NO_MENTION)
