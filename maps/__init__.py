"""Pictures of the boards: a position as a map, with the words that say the same."""

from maps.alt_text import describe_in_words
from maps.battles.board import draw_battle
from maps.battles.data import BattleBoard
from maps.board.assets import BoardNotDrawn, UnknownPlace, is_drawn
from maps.board.draw import Picture, draw_board
from maps.board.view import WHOLE_BOARD, View, front_view, leaves_out, map_names, region_names, region_view, space_view
from maps.looks.reading import is_known_power
from maps.overlays import (
    Arrow,
    Battles,
    Changes,
    Clash,
    Convoys,
    Force,
    Income,
    Moves,
    Overlay,
    Reach,
    Relations,
    Scrambles,
)
from maps.overlays.stored import overlays_from_json, overlays_to_json
from maps.replay.scenes import ReplayTooLarge, Scene, draw_replay
from maps.signs.small import draw_emblem, draw_signs

__all__ = [
    "WHOLE_BOARD",
    "Arrow",
    "BattleBoard",
    "Battles",
    "BoardNotDrawn",
    "Changes",
    "Clash",
    "Convoys",
    "Force",
    "Income",
    "Moves",
    "Overlay",
    "Picture",
    "Reach",
    "Relations",
    "ReplayTooLarge",
    "Scene",
    "Scrambles",
    "UnknownPlace",
    "View",
    "describe_in_words",
    "draw_battle",
    "draw_board",
    "draw_emblem",
    "draw_replay",
    "draw_signs",
    "front_view",
    "is_drawn",
    "is_known_power",
    "leaves_out",
    "map_names",
    "overlays_from_json",
    "overlays_to_json",
    "region_names",
    "region_view",
    "space_view",
]
