"""What the table is told: texts made of engine values alone."""

from gamemaster.story.battle_boards import battle_board
from gamemaster.story.battle_course import battle_so_far
from gamemaster.story.battle_texts import battle_text, fought_texts
from gamemaster.story.chapters import Chapter, chapters
from gamemaster.story.clashes import clashes_ahead
from gamemaster.story.convoys import convoys_text
from gamemaster.story.corrections import correction_lines, is_different
from gamemaster.story.course import SUBJECTS, Course, Subject, course_chart, course_table, course_text
from gamemaster.story.diplomacy import confirmation, foes_named, politics_text
from gamemaster.story.fronts import rocket_launchers
from gamemaster.story.history import event_line, news, table_news, winner_text
from gamemaster.story.improvements import advantages_text, use_in_words, what_it_does
from gamemaster.story.kamikaze_boards import kamikaze_board
from gamemaster.story.landings import LandingMove, landing_hint, landing_moves, unlanded_piece
from gamemaster.story.objectives import objectives_text
from gamemaster.story.open_orders import order_line, unmoved_stacks
from gamemaster.story.panel import income_line, panel_text, status_text, turn_help
from gamemaster.story.phase_reports import PhaseReport, phase_report, phase_reports
from gamemaster.story.phases import draft_text, end_phase_warnings, orders_are_unseen, units_move
from gamemaster.story.phrases import LIMIT, cut_at_line, moment, split_lines
from gamemaster.story.questions import (
    answer_label,
    answers_so_far,
    may_be_typed,
    read_choice,
    request_card,
    request_text,
)
from gamemaster.story.questions.asked import waiting_for
from gamemaster.story.questions.offers import Offer
from gamemaster.story.raid_boards import raid_board
from gamemaster.story.recap import MOST_SCENES, Recap, recap
from gamemaster.story.timeline import Timeline
from gamemaster.story.turn_reports import turn_report, turn_summary

__all__ = [
    "LIMIT",
    "MOST_SCENES",
    "SUBJECTS",
    "Chapter",
    "Course",
    "LandingMove",
    "Offer",
    "PhaseReport",
    "Recap",
    "Subject",
    "Timeline",
    "advantages_text",
    "answer_label",
    "answers_so_far",
    "battle_board",
    "battle_so_far",
    "battle_text",
    "chapters",
    "clashes_ahead",
    "confirmation",
    "convoys_text",
    "correction_lines",
    "course_chart",
    "course_table",
    "course_text",
    "cut_at_line",
    "draft_text",
    "end_phase_warnings",
    "event_line",
    "foes_named",
    "fought_texts",
    "income_line",
    "is_different",
    "kamikaze_board",
    "landing_hint",
    "landing_moves",
    "may_be_typed",
    "moment",
    "news",
    "objectives_text",
    "order_line",
    "orders_are_unseen",
    "panel_text",
    "phase_report",
    "phase_reports",
    "politics_text",
    "raid_board",
    "read_choice",
    "recap",
    "request_card",
    "request_text",
    "rocket_launchers",
    "split_lines",
    "status_text",
    "table_news",
    "turn_help",
    "turn_report",
    "turn_summary",
    "units_move",
    "unlanded_piece",
    "unmoved_stacks",
    "use_in_words",
    "waiting_for",
    "what_it_does",
    "winner_text",
]
