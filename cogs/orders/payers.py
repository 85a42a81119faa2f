"""Which treasury pays, where a power has several, read from what is typed."""

from __future__ import annotations

import re

from engine.errors import IllegalAction
from engine.facts.openings import AccountId
from engine.queries.notation import in_one_go
from engine.state.game_state import GameState
from engine.state.names import account_named

_SHARE = re.compile(r"(?P<ipcs>[0-9]{1,6}) (?:ipcs? )?(?:of |from )?(?P<name>.+)", re.IGNORECASE)


def payers_typed(state: GameState, text: str) -> AccountId | dict[AccountId, int]:
    """The account that a text names, or the share of each: "UK Pacific", "10 UK Europe, 5 UK Pacific".

    What names no account is left for the rules to refuse. Raises IllegalAction (`form`) for shares without numbers.
    """
    parts = [part.strip() for part in re.split(r"[,;]|\band\b", in_one_go(text)) if part.strip()]
    named = [_SHARE.fullmatch(part) for part in parts]
    if len(parts) == 1 and not named[0]:
        return account_named(state.edition, state.power, parts[0]) or parts[0]
    shares: dict[AccountId, int] = {}
    for share in named:
        if share is None:
            raise IllegalAction("form", "Say how many IPCs each treasury pays, such as “10 UK Europe, 5 UK Pacific”.")
        name = account_named(state.edition, state.power, share["name"]) or share["name"]
        shares[name] = shares.get(name, 0) + int(share["ipcs"])
    return shares
