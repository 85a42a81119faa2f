"""Deeds that one player may not do alone: proposals, cards and consent."""

from gamemaster.consent.cards import failed_card, proposal_of
from gamemaster.consent.closing import close_stale
from gamemaster.consent.wishes import Answer, Asked, Consent

__all__ = ["Answer", "Asked", "Consent", "close_stale", "failed_card", "proposal_of"]
