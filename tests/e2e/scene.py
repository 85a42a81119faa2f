"""What there is to try at a table: values for the options of commands, and ways to press buttons, menus and forms."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine import load_setup, setup_names
from gamemaster.views.board_choices import SHOWS, BoardChoice
from local import Command, File

INTEGER, BOOLEAN, USER, ATTACHMENT = 4, 5, 6, 11
LOOK = BoardChoice(shows=frozenset(SHOWS)).code
"""The code of a map of the whole board with everything laid over it."""


@dataclass(frozen=True)
class Scene:
    """What the probes talk about: the game, its phase, and places and units that secret orders may be about."""

    game_id: int
    phase_key: str
    powers: Sequence[str]
    spaces: Sequence[str]
    units: Sequence[str]
    requests: Sequence[str]
    proposal: int

    @property
    def values(self) -> dict[str, Sequence[Any]]:
        """What can be written into the options of commands, by their name."""
        spaces, first = self.spaces, self.spaces[:1]
        written = [f"1 {unit}" for unit in self.units]
        return {
            **dict.fromkeys(("from", "space", "carrier", "place"), spaces),
            **dict.fromkeys(("to", "zone", "where"), spaces[::-1]),
            **dict.fromkeys(("via", "complex", "land", "guns", "region"), first),
            **dict.fromkeys(
                ("power", "ally", "powers", "owner", "ship_of", "payer", "on", "of", "against"), self.powers
            ),
            "units": written,
            "target": ["industrial complex"],
            "repairs": ["all"],
            "technology": ["1", "rockets"],
            "name": ["kamikaze_attacks", "lend_lease"],
            "order": ["1"],
            "choice": ["default", "yes"],
            "show": ["moves, battles, changes, reach, income"],
            "rounds": ["all"],
            "after": ["0"],
            "turn": ["1", f"{self.powers[0]} 1"],
            "game": [str(self.game_id)],
            "text": ["tank blitz"],
            "rule": ["CMV-23"],
            "limits": ["1 in sz6"],
            "strikes": ["1 at battleship"],
        }

    def ways(self) -> Mapping[str, Sequence[Way]]:
        """How buttons, menus and forms are used, by the word of their deed."""
        return {
            **self._for_buying_and_attacking(),
            **self._for_moving_and_placing(),
            **self._for_battles(),
            **self._for_looking(),
            **self._for_the_table(),
        }

    def _for_buying_and_attacking(self) -> dict[str, Sequence[Way]]:
        """Lobby, purchase, and sheets of attacks and moves."""
        here, there = self.spaces[0], self.spaces[-1]
        return {
            "join": [Way(self.powers[0])],
            "start": [Way()],
            "startalone": [Way()],
            "housealone": [Way(f"{self.powers[0]}.easy"), Way()],
            "call": [Way(), Way("end"), Way("", ("9",))],
            "advantages": [Way(), Way(self.powers[0]), Way(self.powers[0], ("radar",))],
            "research": [Way(), Way("1"), Way("1.2"), Way("", ("1",))],
            "buy": [Way(), Way(typed="1 infantry; repair all")],
            "buytext": [Way(), Way(typed="1 infantry; repair all")],
            "count": [Way("0", ("infantry",)), Way("0.repair", ("damage.0.0",)), Way("0", typed="1")],
            "preset": [Way("0x1")],
            "again": [Way()],
            "sheet": [Way()],
            "ahead": [Way(), Way("small"), Way("pick", (f"losses.{there}",)), Way(f"set.losses.{there}", ("printed",))],
            **{word: [Way()] for word in ("attack", "attackall", "attackenough", "bring", "bringall", "placeall")},
            **{f"{word}at": [Way("0", (there,))] for word in ("attack", "bring")},
            **{f"{word}from": [Way("", (f"{there}~~{here}",))] for word in ("attack", "bring")},
            **{f"{word}by": [Way("0", (f"{here}.infantry",))] for word in ("attack", "bring")},
            **{f"{word}count": [Way(), Way(typed="1")] for word in ("attack", "bring")},
            **{f"{word}now": [Way("0123456789ab")] for word in ("attack", "bring")},
        }

    def _for_moving_and_placing(self) -> dict[str, Sequence[Way]]:
        """Moves, landings, places and plans."""
        here, there = self.spaces[0], self.spaces[-1]
        moved = f"1 infantry: {here} > {there}"
        placed = f"1 infantry: {here}"
        return {
            "place": [Way(), Way(typed=placed)],
            "move": [Way(), Way(typed=moved)],
            "undo": [Way(), Way("0.1")],
            "undoall": [Way("1")],
            "unmoved": [Way()],
            "planwrite": [
                Way(f"{self.powers[0]}.purchase"),
                Way(f"{self.powers[0]}.purchase", typed="1 infantry"),
                Way(f"{self.powers[0]}.combat_move", typed=moved),
            ],
            "plangive": [Way("purchase"), Way("combat_move")],
            "whatif": [Way(f"{self.powers[0]}.0"), Way(f"{self.powers[0]}.0", typed=f"1 infantry: {here} > {here}")],
            "planshare": [Way(f"{self.powers[0]}.show")],
            "plandrop": [Way(self.powers[0])],
            "guide": [Way(), Way("", (here,))],
            "moveby": [Way("0", (f"{here}.infantry",))],
            "movecount": [Way(), Way(typed="1")],
            "moveto": [Way("0", (there,))],
            "spot": [Way(), Way("", (f"infantry.1.{here}",))],
            "land": [Way("0.fighter.1")],
            "instead": [Way("m.0x1.0.1"), Way("p.0x1.0"), Way("b.0x1.0"), Way("x")],
            "landings": [Way()],
            "landat": [Way("0.fighter", (there,))],
            "landall": [Way()],
            "end": [Way()],
            "endnow": [Way()],
        }

    def _for_battles(self) -> dict[str, Sequence[Way]]:
        """Questions, battles and what comes before them."""
        here, there = self.spaces[0], self.spaces[-1]
        return {
            "answer": self._asked([Way()]),
            "choice": self._asked([Way("0"), Way("", ("1",))]),
            "always": self._asked([Way("0"), Way("9")]),
            "other": self._asked([Way(), Way(typed="default")]),
            "fight": [Way(here), Way(there), Way(f"{there}.raid")],
            "fightall": [
                Way(),
                Way("now"),
                Way("stop"),
                Way("pick", (there,)),
                Way(f"first.{there}"),
                Way(f"how.{there}", ("do=ask",)),
            ],
            "fightend": self._asked([Way()]),
            "rocket": [Way(there), Way(f"{there}.{here}"), Way(f"{there}.all.industrial_complex")],
            "launch": [Way(there)],
            "declare": [Way(), Way(self.powers[1]), Way(f"now.{self.powers[1]}")],
            "calloff": [Way(there), Way(there, ("none",))],
            "guns": [Way(there), Way(there, ("none",))],
            "advantage": [Way("kamikaze_attacks"), Way("lend_lease"), Way("joint_strike"), Way("lend_lease", ("x",))],
        }

    def _for_looking(self) -> dict[str, Sequence[Way]]:
        """Maps, dice and the past."""
        here = self.spaces[0]
        return {
            "map": [Way(), Way(LOOK), Way(f".{here}.2.mbc.")],
            "mapof": [Way(LOOK, (self.powers[1],))],
            "words": [Way(LOOK)],
            "whole": [Way(), Way(made_for=f"1.{self.powers[0]}.combat_move"), Way(made_for="atlantis")],
            "dice": [Way(made_for=f"1.{self.powers[0]}.conduct_combat"), Way(made_for="atlantis")],
            "orders": [Way()],
            "endfor": [Way()],
            "rematch": [Way()],
            "catchup": [Way(), Way("whole")],
            "history": [Way(), Way("round", ("1",)), Way("turn", ("2-" + self.powers[0],)), Way(f"dice.{here}.2")],
            "goback": [Way("0")],
        }

    def _for_the_table(self) -> dict[str, Sequence[Way]]:
        """Corrections, help, seats and cards."""
        here, there = self.spaces[0], self.spaces[-1]
        return {
            "correct": [
                Way(),
                Way("where", ("Germany",)),
                Way("space", (here,)),
                Way("list", ("IPCs",)),
                Way(f"space.{here}", typed="1 infantry"),
            ],
            "howto": [Way(), Way("2"), Way("99"), Way("x")],
            "help": [Way(), Way("all")],
            "leave": [Way()],
            "wait": [Way(), Way("stop")],
            "joindraft": [Way()],
            "sealedcall": [Way(), Way(typed="9")],
            "draft": [Way("begin"), Way("pick"), Way("x")],
            "dosuggested": [Way(), Way("bold"), Way("reckless"), Way("bold.1"), Way("bold.x")],
            "house": [Way("", (f"{self.powers[0]}.easy",))],
            "joinas": [Way("", ("+".join(self.powers[:2]),))],
            "setup": [Way(), Way("edition", ("edition=aa1941",)), Way("last"), Way("open.x")],
            "charts": [Way(), Way("dice_luck"), Way("swings"), Way("luck")],
            "diary": [Way()],
            "review": [Way()],
            "imback": [Way()],
            "rolls": [Way("b99.."), Way(f"f1.{there}.1"), Way(f"b99.{here}.1-{self.powers[0]}"), Way("luck")],
            "odds": [Way(), *(Way(f"{kind}.{space}.....{plan}") for kind, space, plan in self._battles())],
            "oddsof": [Way("", (there,))],
            "rule": [Way(made_for="CMV-23")],
            "resign": [Way(made_for="+".join(self.powers)), Way(made_for="atlantis")],
            "takeseat": [Way("axis"), Way("allies")],
            "dossier": [Way()],
            **{word: [Way(made_for=f"proposal.{self.proposal}")] for word in ("agree", "refuse", "withdraw")},
        }

    def _battles(self) -> Iterator[tuple[str, str, str]]:
        """Which odds buttons ask for: battles, attacks, and what comes back; one with a plan, one for enough units."""
        here, there = self.spaces[0], self.spaces[-1]
        yield from (
            ("b", here, ""),
            ("b", there, "2k"),
            ("b", here, "sl50uadfa1a"),
            ("a", here, ""),
            ("a", there, "w"),
            ("c", there, ""),
            ("r", there, ""),
        )

    def _asked(self, ways: Sequence[Way]) -> Sequence[Way]:
        moments = (*self.requests, self.phase_key)
        return [Way(way.argument, way.values, way.typed, moment) for way in ways for moment in moments]


@dataclass(frozen=True)
class Way:
    """A button with an argument, a menu with the values chosen, or a form with what is typed into it."""

    argument: str = ""
    values: tuple[str, ...] = ()
    typed: str | None = None
    made_for: str = ""


def filled_in(scene: Scene, command: Command) -> Iterator[dict[str, Any]]:
    """Options for a command: what it must have, and all that it takes in other words."""
    yield {option["name"]: _value(scene, command, option, 0) for option in command.options if option.get("required")}
    yield from BESIDE.get(command.name, ())
    if command.options:
        values = {option["name"]: _value(scene, command, option, 1) for option in command.options}
        yield {name: value for name, value in values.items() if value != ""}


def _value(scene: Scene, command: Command, option: Mapping[str, Any], number: int) -> Any:
    if option.get("choices"):
        return option["choices"][number % len(option["choices"])]["value"]
    if option["type"] == BOOLEAN:
        return command.name not in ("concede", "game end") and bool(number)
    if option["type"] == USER:
        return "Cleo"
    if option["type"] == ATTACHMENT:
        return File("game.json", b"{}")
    known = VALUES.get(f"{command.name} {option['name']}") or scene.values.get(option["name"])
    if option["type"] == INTEGER and not known:
        return option.get("min_value", 1)
    assert known, f"tests/e2e/scene.py has no value for {option['name']} of /{command.name}"
    return known[number % len(known)]


BESIDE: Mapping[str, Sequence[dict[str, Any]]] = {"odds": [{"units": "3 infantry, 1 tank v 4 infantry"}]}
"""Options that others of a command leave no room for."""
VALUES: Mapping[str, Sequence[Any]] = {
    "game edit change": ['{"ipcs": {"germany": 7}}'],
    "game rollback to": ["1"],
    "standing-order losses order": ["infantry", "tank, infantry"],
    "vacation begin until": ["5 days"],
    "standing-order retreat units": [1, 2],
    "reminders quiet": ["", "off"],
    "reminders zone": ["", "Europe/Berlin"],
    **{f"odds {option}": [""] for option in ("units", "attacker", "defender", "rounds", "below", "submerge", "lose")},
    **{f"map {option}": [""] for option in ("region", "space", "steps")},
    **{f"template {word} name": ["League A"] for word in ("save", "delete", "lock")},
    "statistics forget-me sure": ["no"],
    "game create edition": ["aa1941"],
    "game create name": ["Second"],
    "game create posts": ["none"],
    **{f"game create {option}": ["none"] for setup in setup_names() for option in load_setup(setup).options},
}
"""What is written into options of single commands; nothing leaves the option out."""
