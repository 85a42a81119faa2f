"""A Discord-compatible server on loopback: for trying, showing and testing bots without Discord."""

from local.clock import TableClock
from local.permissions import Permission
from local.player import File, NoAnswerError, Player, RefusedError, Reply
from local.shortcuts import Shortcut
from local.table import LocalTable
from local.views import Attachment, Button, Choice, Command, Embed, Message, Modal, Select

__all__ = [
    "Attachment",
    "Button",
    "Choice",
    "Command",
    "Embed",
    "File",
    "LocalTable",
    "Message",
    "Modal",
    "NoAnswerError",
    "Permission",
    "Player",
    "RefusedError",
    "Reply",
    "Select",
    "Shortcut",
    "TableClock",
]
