"""What the table is told: texts made of engine values alone."""

from gamemaster.narration.battles.ahead import rocket_launchers
from gamemaster.narration.battles.boards import battle_board
from gamemaster.narration.battles.clashes import clashes_ahead
from gamemaster.narration.battles.convoys import convoys_text
from gamemaster.narration.battles.kamikaze_boards import kamikaze_board
from gamemaster.narration.battles.posts import battle_in_brief, battle_text, fought_texts
from gamemaster.narration.battles.raid_boards import raid_board
from gamemaster.narration.corrections import correction_lines, is_different
from gamemaster.narration.dossier import dossier_text
from gamemaster.narration.history.chapters import Chapter, chapters
from gamemaster.narration.history.charts import SUBJECTS, GameCourse, Subject, course_chart, course_table, course_text
from gamemaster.narration.history.log import event_line, news, table_news, winner_text
from gamemaster.narration.history.phase_reports import PhaseReport, phase_report, phase_reports
from gamemaster.narration.history.recap import MOST_SCENES, Recap, recap
from gamemaster.narration.history.timeline import Timeline, battle_so_far, last_report
from gamemaster.narration.history.turn_reports import turn_report, turn_summary
from gamemaster.narration.improvements import advantages_text, use_in_words, what_it_does
from gamemaster.narration.landings import LandingMove, landing_hint, landing_moves, landing_place, unlanded_piece
from gamemaster.narration.open_orders import order_line, unmoved_stacks
from gamemaster.narration.panel import income_line, panel_text, status_text, turn_help
from gamemaster.narration.phases import (
    end_phase_warnings,
    order_replaced,
    orders_are_unseen,
    own_orders_text,
    units_move,
)
from gamemaster.narration.phrases import LIMIT, cut_at_line, moment, split_lines
from gamemaster.narration.politics.diplomacy import confirmation, foes_named, politics_text
from gamemaster.narration.politics.objectives import objectives_text
from gamemaster.narration.questions import (
    answer_label,
    answers_so_far,
    may_be_typed,
    read_choice,
    request_card,
    request_text,
)
from gamemaster.narration.questions.offers import Offer, waiting_for

__all__ = [
    "LIMIT",
    "MOST_SCENES",
    "SUBJECTS",
    "Chapter",
    "GameCourse",
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
    "battle_in_brief",
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
    "dossier_text",
    "end_phase_warnings",
    "event_line",
    "foes_named",
    "fought_texts",
    "income_line",
    "is_different",
    "kamikaze_board",
    "landing_hint",
    "landing_moves",
    "landing_place",
    "last_report",
    "may_be_typed",
    "moment",
    "news",
    "objectives_text",
    "order_line",
    "order_replaced",
    "orders_are_unseen",
    "own_orders_text",
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
