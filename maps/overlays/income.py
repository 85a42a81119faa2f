"""Income: what each territory is worth, and what each power gets in all."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from maps.board import Board
from maps.facts import facts_of
from maps.lettering import font
from maps.overlays.overlay import Badge, LegendEntry, Overlay, Position
from maps.powers import DARK, Colour, emblem_disc, in_order, style_of
from maps.sprites import rounded_mask
from maps.stacks import Scale, Stack

GOLD: Colour = (250, 222, 120)


@dataclass(frozen=True)
class Income(Overlay):
    """A coin for each territory that is worth something, and the sum of each power, or of each of its treasuries."""

    rank = 5

    def badges(self, board: Board, position: Position, /) -> Sequence[Stack]:
        """The coins."""
        owners = position.get("owners", {})
        return [
            Stack(space.id, (Coin("", (), space.value, owners.get(space.id) or ""),), ())
            for space in board.spaces.values()
            if space.value and not space.closed
        ]

    def legend(self, board: Board, position: Position, height: int, /) -> Sequence[LegendEntry]:
        """A coin, and the sum of each power, or of each of its treasuries."""
        sums = income_of(board, position)
        coin = LegendEntry(_coin(1, "", height), "IPCs of each territory; in all:")
        return [
            coin,
            *(
                LegendEntry(emblem_disc(power, height), f"{style_of(power).name} {sums[power]}")
                for power in in_order(sums)
            ),
        ]

    def sentences(self, board: Board, position: Position, _seen: Collection[str], /) -> Sequence[str]:
        """The sums, and how they come about."""
        sums = income_of(board, position)
        told = [f"{style_of(power).name} {sums[power]}" for power in in_order(sums)]
        return [f"Income by territory held: {', '.join(told)}."] if told else []


def income_of(board: Board, position: Position) -> dict[str, int]:
    """The values of all territories that each power holds, added up; by treasury where it has several (INC-09)."""
    facts = facts_of(position["setup"])
    sums: dict[str, int] = {}
    for space, owner in position.get("owners", {}).items():
        if owner:
            account = facts.account_of(space, owner).id
            sums[account] = sums.get(account, 0) + board.space(space).value
    return sums


@dataclass(frozen=True)
class Coin(Badge):
    """The value of a territory in the colour of its owner."""

    value: int
    owner: str

    def width(self, scale: Scale) -> int:
        """It is round."""
        return scale.height

    def sprite(self, scale: Scale) -> Image.Image:
        """The coin."""
        return _coin(self.value, self.owner, scale.height)


@lru_cache(maxsize=256)
def _coin(value: int, owner: str, size: int) -> Image.Image:
    coin = Image.new("RGBA", (size, size), (*DARK, 0))
    for inset, colour in ((0, DARK), (1, style_of(owner).plate), (4, GOLD)):
        inner = size - 2 * inset
        coin.paste((*colour, 255), (inset, inset), rounded_mask(inner, inner, inner // 2))
    spot = (size / 2, size / 2)
    ImageDraw.Draw(coin).text(spot, str(value), font=font(round(size * 0.7), 700), fill=(*DARK, 255), anchor="mm")
    return coin
