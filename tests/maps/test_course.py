"""What is placed after another position stands as if it had been placed from the beginning."""

import copy
from random import Random

import pytest

from maps.board.assets import load_board
from maps.board.facts import facts_of
from maps.stacks.contents import stacks_of
from maps.stacks.placing import PlacedStacks, forget_places, place_badges, place_stacks
from tests.gallery.overlaid import each_overlay
from tests.maps.positions import Position, late_war

MOVES = 2
BOARDS = (pytest.param("anniversary", marks=pytest.mark.whole), "revised")  # the others take too long


def placed(board: str, position: Position) -> tuple[PlacedStacks, object]:
    """Units, and the badges of changes in the room that these leave."""
    shown = load_board(board)
    units = place_stacks(shown, stacks_of(position))
    changes, income = each_overlay(board)["changes"][0], each_overlay(board)["income"][0]
    badges = [stack for overlay in (changes, income) for stack in overlay.badges(shown, position)]
    return units, place_badges(shown, units, badges, (0, 0, *shown.size))


def moved(position: Position, chance: Random) -> Position:
    """Some units leave one space for another, all of one space are gone, and a fleet arrives."""
    after = copy.deepcopy(position)
    here, there, empty = chance.sample([space for space, powers in sorted(after["units"].items()) if powers], 3)
    power, units = chance.choice(sorted(after["units"][here].items()))
    after["units"][there][power] = {unit: 12 + count for unit, count in units.items()}
    del after["units"][here][power], after["units"][empty]
    zone = chance.choice([zone.id for zone in facts_of(position["setup"]).board.sea_zones])
    after["units"][zone] = {"japan": {"destroyer": chance.randint(1, 20), "submarine": 3, "transport": 11}}
    after["cargo"] = []
    return after


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_placed_after_other_positions_stands_as_if_it_were_the_first(board: str) -> None:
    chance, positions = Random(4), [late_war(board)]
    for _ in range(MOVES):
        positions.append(moved(positions[-1], chance))
    one_after_another = [placed(board, position) for position in positions]
    for position, (units, badges) in zip(positions, one_after_another, strict=True):
        forget_places()
        anew, badges_anew = placed(board, position)
        assert units.stacks == anew.stacks
        assert (units.taken.for_lands, units.taken.for_fleets) == (anew.taken.for_lands, anew.taken.for_fleets)
        assert badges == badges_anew
