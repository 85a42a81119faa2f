"""Income: what each territory is worth, and what each power gets in all."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engine.facts.openings import Account, Opening
from maps.board.assets import Board
from maps.board.facts import facts_of
from maps.board.names import called, name_of
from maps.board.powers import emblem_disc, in_order
from maps.looks.reading import Colour
from maps.overlays.overlay import LegendEntry, Overlay, Position
from maps.overlays.shapes.coins import GOLD, SILVER, Coin, coin
from maps.stacks.contents import Stack


@dataclass(frozen=True)
class Income(Overlay):
    """A coin for each territory that is worth something, and the sum of each power, or of each of its treasuries."""

    rank = 5

    def badges(self, board: Board, position: Position, /) -> Sequence[Stack]:
        """The coins."""
        owners, second = position.get("owners", {}), _second_grounds(facts_of(position["setup"]))
        return [
            Stack(space.id, (Coin("", (), str(space.value), owner, _metal(second, space.id, owner)),), ())
            for space in board.spaces.values()
            if space.value and not space.closed
            for owner in (owners.get(space.id) or "",)
        ]

    def legend(self, board: Board, position: Position, height: int, /) -> Sequence[LegendEntry]:
        """A coin, and the sum of each power, or of each of its treasuries."""
        sums, facts = income_of(board, position), facts_of(position["setup"])
        second = [account.id for account in _second(facts) if account.id in sums]
        return [
            LegendEntry(coin("1", "", height), "IPCs of each territory; in all:"),
            *(LegendEntry(emblem_disc(power, height), f"{name_of(power)} {sums[power]}") for power in in_order(sums)),
            *(LegendEntry(coin("1", "", height, SILVER), f"goes to {called(name)}") for name in second),
        ]

    def sentences(self, board: Board, position: Position, _seen: Collection[str], /) -> Sequence[str]:
        """The sums, and how they come about."""
        sums = income_of(board, position)
        told = [f"{name_of(power)} {sums[power]}" for power in in_order(sums)]
        return [f"Income by territory held: {', '.join(told)}."] if told else []


def _second(facts: Opening) -> list[Account]:
    """The treasuries beside the first of powers that have several; their coins are of silver."""
    return [account for power in facts.powers for account in power.accounts[1:]]


def _second_grounds(facts: Opening) -> frozenset[tuple[str, str]]:
    """The territories of these treasuries, each with the power that pays into it."""
    return frozenset((account.power, territory) for account in _second(facts) for territory in account.territories)


def _metal(second: frozenset[tuple[str, str]], space: str, owner: str) -> Colour:
    return SILVER if (owner, space) in second else GOLD


def income_of(board: Board, position: Position) -> dict[str, int]:
    """The values of all territories that each power holds, added up; by treasury where it has several (INC-09)."""
    facts = facts_of(position["setup"])
    sums: dict[str, int] = {}
    for space, owner in position.get("owners", {}).items():
        if owner:
            account = facts.account_of(space, owner).id
            sums[account] = sums.get(account, 0) + board.space(space).value
    return sums
