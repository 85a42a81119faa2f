"""The rules of the game: pure, synchronous, deterministic."""

from engine.dice import Dice, ScriptedDice
from engine.errors import AnswerFirst, IllegalAction, InvalidData, Refusal, StaleDecision, Unfinished, WarNeeded
from engine.events import Event, event_from_json, event_to_json, evolve, fold
from engine.facts.edition import load_setup, setup_faults, setup_names
from engine.facts.openings import opening, opening_names
from engine.game import Outcome, apply, new_game
from engine.queries.describe import describe
from engine.state.game_state import GameState, state_from_json, state_to_json, state_to_text

__all__ = [
    "AnswerFirst",
    "Dice",
    "Event",
    "GameState",
    "IllegalAction",
    "InvalidData",
    "Outcome",
    "Refusal",
    "ScriptedDice",
    "StaleDecision",
    "Unfinished",
    "WarNeeded",
    "apply",
    "describe",
    "event_from_json",
    "event_to_json",
    "evolve",
    "fold",
    "load_setup",
    "new_game",
    "opening",
    "opening_names",
    "setup_faults",
    "setup_names",
    "state_from_json",
    "state_to_json",
    "state_to_text",
]
