"""Convoys in danger: what each power could lose to enemy ships when it next collects its income (INC-13)."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from maps.board.assets import Board
from maps.board.names import name_of
from maps.board.powers import in_order
from maps.overlays.overlay import LegendEntry, Overlay, Position
from maps.overlays.shapes.coins import RED, Coin, coin
from maps.position_words import names_of, sentence
from maps.stacks.contents import Stack


@dataclass(frozen=True)
class Convoys(Overlay):
    """The IPCs that powers could lose at most, by sea zone and power."""

    at_stake: Mapping[str, Mapping[str, int]]
    rank = 5

    def spaces(self) -> Iterable[str]:
        """The zones."""
        return self.at_stake

    def badges(self, _board: Board, _position: Position, /) -> Sequence[Stack]:
        """A red coin for each power that could lose something in a zone."""
        return [
            Stack(zone, tuple(Coin("", (), str(losses[power]), power, RED) for power in in_order(losses)), ())
            for zone, losses in self.at_stake.items()
        ]

    def legend(self, _board: Board, _position: Position, height: int, /) -> Sequence[LegendEntry]:
        """A coin."""
        return [LegendEntry(coin("3", "", height, RED), "IPCs that a power could lose from its next income")]

    def sentences(self, board: Board, _position: Position, seen: Collection[str], /) -> Sequence[str]:
        """Zone by zone."""
        told = [
            f"{names_of(board, [zone])} ({', '.join(f'{name_of(p)} {losses[p]}' for p in in_order(losses))})"
            for zone, losses in self.at_stake.items()
            if zone in seen
        ]
        return (
            [sentence(f"Convoys in danger, IPCs at most: {', '.join(told)}")] if told else ["No convoy is in danger."]
        )
