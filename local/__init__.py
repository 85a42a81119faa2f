"""A Discord-compatible server on loopback: for trying, showing and testing bots without Discord."""

from local.people.player import File, NoAnswerError, Player, RefusedError, Reply
from local.people.views import Attachment, Button, Choice, Command, Embed, Message, Modal, Select
from local.table.clock import TableClock
from local.table.local_table import LocalTable
from local.table.shortcuts import Shortcut
from local.world.permissions import Permission

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
