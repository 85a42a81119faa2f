"""All that the bot says, in one file: `python -m tests.phrases` plays, listens, and reads the code.

It tells random wars, lets two people play through Discord while a third looks at everything, and gives any input by
anybody. Texts that differ only in numbers and names are listed once, by where they were read; then follows what is in
the code and was not heard. If a part fails, what was heard until then is still listed.

A whole run takes more than three minutes of a core, and more than 20 minutes beside other heavy work; `--wars 1
--orders 12 --inputs 80` takes one minute of a core.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from engine import setup_names
from engine.quoting import with_single_stops
from tests.e2e.fuzzing import fuzz
from tests.e2e.random_table import KINDS, play
from tests.gamemaster.story.random_wars import War, fight
from tests.phrases.heard import Heard, listening
from tests.phrases.listing import listing
from tests.phrases.written import ROOT, written_sentences

PHRASES = ROOT / "build" / "phrases.md"


async def _use_the_bot(heard: Heard, orders: int, inputs: int, folder: Path) -> None:
    with listening(heard):
        for number, kind in enumerate(KINDS):
            await play(kind, orders, number, folder)
        await fuzz(inputs, len(KINDS), folder)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command line; gives the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.phrases", description=__doc__)
    parser.add_argument("--wars", type=int, default=3, help="how many of each setup")
    parser.add_argument("--orders", type=int, default=60, help="given through Discord in each kind of game")
    parser.add_argument("--inputs", type=int, default=400, help="anything by anybody")
    parser.add_argument("--to", type=Path, default=PHRASES, help="the file")
    chosen = parser.parse_args(arguments)
    heard = Heard()
    for setup in setup_names():
        for seed in range(chosen.wars):
            fight(War(setup, seed, lambda group, text: heard.text(group, with_single_stops(text))))
    try:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(_use_the_bot(heard, chosen.orders, chosen.inputs, Path(folder)))
    finally:
        chosen.to.parent.mkdir(exist_ok=True)
        chosen.to.write_text(listing(heard, written_sentences()), encoding="utf-8")
        sys.stdout.write(f"{chosen.to}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
