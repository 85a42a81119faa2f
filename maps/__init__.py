"""Pictures of the boards: a position as a map, with the words that say the same."""

from maps.battle_board import draw_battle
from maps.battle_data import BattleBoard
from maps.board import UnknownPlace
from maps.draw import Picture, draw_board
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
from maps.replay import ReplayTooLarge, Scene, draw_replay
from maps.telling import describe_in_words
from maps.view import WHOLE_BOARD, View, front_view, map_names, region_names, region_view, space_view

__all__ = [
    "WHOLE_BOARD",
    "Arrow",
    "BattleBoard",
    "Battles",
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
    "draw_replay",
    "front_view",
    "map_names",
    "overlays_from_json",
    "overlays_to_json",
    "region_names",
    "region_view",
    "space_view",
]
