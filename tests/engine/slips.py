"""Slips of the pen in sentences that players read: plurals, articles, possessives and ends of sentences."""

from __future__ import annotations

import re

_SLIPS = {
    "plural after 1": re.compile(
        r"(?<!zone )\b1 (?!(?:is|has|was|less|plus|as)\b)[a-z]+(?<!s)s\b|\b1 dice\b", re.IGNORECASE
    ),
    "are 1": re.compile(r"\b(?:are|were) 1\b(?! (?:to|or|and|away|space away)\b)"),
    "a before a vowel": re.compile(r"\ba [aeio]", re.IGNORECASE),
    "an before a consonant": re.compile(r"\ban [^aeiouh\W]", re.IGNORECASE),
    "possessive": re.compile(r"s['’]s\b"),
    "several who is": re.compile(
        r"(?:^|[.;:!?] )[Tt]he (?:\w+ )?(?:Islands|Indies|Urals|Balkans|Philippines|Himalayas|Marianas|Hebrides)"
        r" (?:is|has|was|holds|goes|falls|belongs|takes)\b",
        re.MULTILINE,
    ),
    "two full stops": re.compile(r"(?<!\.)\.\.(?!\.)|[!?]\.|\.[!?]"),
    "two spaces": re.compile(r"\S  +\S"),
    "a word left out": re.compile(r"\bNone\b|\(\)| ,| \.(?:\s|$)"),
}


_TYPED = re.compile("“[^”]*”")


def slips(text: str) -> list[str]:
    """The kinds of slips in a text, each with where it is."""
    ours = _TYPED.sub("“…”", text)
    return [f"{kind}: “{found[0]}” in “{text}”" for kind, pattern in _SLIPS.items() if (found := pattern.search(ours))]


def slips_of_refusal(message: str) -> list[str]:
    """Those of a refusal, which is one or more whole sentences."""
    ends = message.endswith((".", "?", "…", "”"))
    return slips(message) + ([] if ends else [f"no end of the sentence: “{message}”"])
