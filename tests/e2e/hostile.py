"""What somebody types who wants to break the bot, and what somebody types who wants to play, from random numbers."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from engine import GameState, load_setup
from engine.facts.edition import Edition
from engine.facts.rulebook import load_rulebook
from tests.engine.full_boards import SPACES, laid_out

LENGTHS = (1, 3, 79, 81, 101, 401, 1000, 2001, 4000, 6000)
REPEATED = (
    "*", "_", "`", "~~", "||", ">", "> ", "# ", "-", "\\", "[", "](", "[x](http://a.b)", "http://", "://", "<", "<@",
    "<@1>",
    "<@&1>", "<#1>", "<t:1:R>", "@", "@everyone ", "@here ", " ", "\n", "\t", ",", ";", ":", ", ", "0", "9", "²",
    "٣", "1 ",
    "1 infantry, ", "1 x ", "1 > ", "germany > ", "to ", " to", "raid ", "(raid", "repair ", "and ", "sz", "sea zone ",
    "zq", "{", "[", '{"a":', "\x00", "\x07", "\x1b[31m", "\ud800", "\udfff", "\u202e", "\u2066", "\u200b", "\ufeff",
    "\u3164",
    "e\u0301\u0300\u0302", "👨‍👩‍👧", "𝔊", "ß", "İ", "ﷺ", "%s", "{0}", "'; DROP TABLE games; --", "../", "${x}", "\r\n",
)  # fmt: skip
WHOLE = (
    "", " ", "0", "-1", "1e9", "00000", "NaN", "²", "٣", "true", "None", "all", "none", "nothing", "new", "default",
    "agree",
    "roll 9", "choose 2", "roll ²", "choose 99999999999999999999", "9" * 4301, "1" * 300 + "-" + "1" * 300,
    "1-5", "last", "3-", "99999-1", "1 infantry", "-1 infantry", "9999999 infantry", "999999 infantry",
    "1 British infantry", "0 infantry", "1.5 tanks", "1 infantry\u202e\u202d", "press", "retreat", "retreat \x00",
    "submerge ²",
    "\ud83d\ude00", "a\nb", "name\n# Heading\n@everyone", "`" * 3 + "code",
)  # fmt: skip
JSON_TEXTS = (
    "", "{", "[]", "null", "true", "1", '"edit"', "{}", '{"type": "concede"}', '{"type": "concede", "power": "japan"}',
    '{"type": "edit", "type": "concede"}', "[" * 3000, '{"a":' * 900 + "1" + "}" * 900, '{"turn": {"round": NaN}}',
    '{"turn": {"round": 1e400}}', '{"ipcs": {"germany": ' + "9" * 4400 + "}}", '{"ipcs": {"germany": true}}',
    '{"ipcs": {"germany": 99999999999999}}', '{"spaces": {"germany": {"units": {"germany": {"infantry": 3000000}}}}}',
    '{"spaces": {"\\ud800": {}}}', '{"spaces": {"' + "x" * 3000 + '": {}}}',
    '{"turn": {"round": "' + "9" * 2000 + '"}}',
    '{"power": "germany", "ipcs": {}}', '{"' + "*" * 2000 + '": 1}', '{"clear_units": "yes"}', '{"relations": [["a"]]}',
    '{"relations": [["japan", "anzac", "war"]]}', '{"relations": [["japan", "anzac", "peace"], ["china", "japan", 1]]}',
    '{"kamikaze_tokens": {"japan": 7}}', '{"kamikaze_tokens": {"japan": 1}}', '{"roused_neutrals": {"olgiy": "axis"}}',
    '{"roused_neutrals": {"' + "x" * 900 + '": null}}', '{"spaces": {"japan": {"damage": {"air_base": 3}}}}',
    *(json.dumps(laid_out(spaces)) for spaces in SPACES.values()),
    '{"ipcs": {"germany": 20}}', '{"turn": {"power": "germany", "phase": "purchase", "round": 2}}',
)  # fmt: skip
MANY = '{"russia": {"units": {"soviet_union": {"infantry": 3000000}}}}'
RECORD_TEXTS = (
    "", "{}", "[" * 100_000, "null", '{"format": true, "setup": "aa1941", "steps": []}',
    '{"format": 1, "setup": "aa1941", "steps": []}', '{"format": 1, "setup": "\\ud800", "steps": []}',
    '{"format": 1, "setup": "../../etc/passwd", "steps": []}',
    '{"format": 1, "setup": "aa1941", "options": {"victory": "' + "*" * 5000 + '"}, "steps": []}',
    '{"format": 1, "setup": "aa1941", "engine": "' + "x" * 50_000 + '", "steps": []}',
    '{"format": 1, "setup": "aa1941", "steps": [{"by": "gm", "action": {"type": "edit", "spaces": ' + MANY + "}}]}",
    '{"format": 1, "setup": "aa1941", "steps": [{"by": "gm", "action": ' + '{"type":' * 30 + "1" + "}" * 31 + "]}",
    *(
        json.dumps({"format": 1, "setup": setup, "options": {}, "steps": [
            {"by": "gm", "action": correction, "dice": []},
            *({"by": power, "action": {"type": "move", "units": {"infantry": 1}, "path": path}, "dice": []},) * orders,
        ]})
        for orders in (190, 600)
        for setup, power, path, correction in (
            ("aa1941", "germany", ["germany", "eastern_europe"], {
                "type": "edit", "spaces": {"germany": {"units": {"germany": {"infantry": 500, "tank": 400}}}},
                "turn": {"round": 2, "power": "germany", "phase": "noncombat_move"},
            }),
            ("global_1940", "japan", ["manchuria", "korea"], laid_out(SPACES["ordered"])),
        )
    ),
)  # fmt: skip


class Tongue:
    """Texts, numbers and values of a vandal who knows the game."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def text(self, option: str, state: GameState | None, edition: str) -> str:
        """Something to type into an option or field of this name."""
        if option == "change":
            return self.rng.choice(JSON_TEXTS)
        return self.hostile() if self.rng.random() < 0.5 else self.plausible(option, state, load_setup(edition))

    def hostile(self) -> str:
        """A text that nobody needs; often long."""
        if self.rng.random() < 0.4:
            return self.rng.choice(WHOLE)
        length = self.rng.choice(LENGTHS)
        parts = self.rng.choices(REPEATED, k=self.rng.choice((1, 1, 1, 2, 3)))
        text = "".join(part * (length // len(part) // len(parts) + 1) for part in parts)
        if self.rng.random() < 0.2:
            text = "1 infantry germany > " + text
        return text[:length]

    def plausible(self, option: str, state: GameState | None, edition: Edition) -> str:
        """What a player might type there."""
        space = self.rng.choice([*edition.board.territory, *edition.board.sea_zone])
        power = self.rng.choice(edition.turn_order)
        units = self._units(edition)
        if state is not None and self.rng.random() < 0.7:
            here = [piece for piece in state.pieces.values() if piece.power == state.power]
            space = self.rng.choice(here).space if here else space
            power = state.power
        rule = self.rng.choice(list(load_rulebook().rules))
        known: dict[str, tuple[str, ...]] = {
            "units": (units, "nothing", self._units(edition)),
            "edition": (edition.setup,),
            "power": (power, edition.power[power].name),
            "powers": ("axis", "allies", power, f"{power}, {self.rng.choice(edition.turn_order)}"),
            "ally": (self.rng.choice(edition.turn_order),),
            "owner": (power,),
            "text": (f"{units} {space} > {self._space(edition)}", f"{units}: {space}", units, rule),
            "rule": (rule, rule.lower().replace("-", " ")),
            "technology": (*(each.id for each in edition.technologies), "1", "chart 2"),
            "name": (*(each.id for each in edition.advantages), "Our game"),
            "choice": (
                units,
                "press",
                "retreat",
                f"retreat {space}",
                "1 submarine",
                "default",
                "yes",
                "no",
                f"scramble {units} from {space} into {self._space(edition)}; intercept 1 fighter in {space}",
                f"all into {space}",
                "2 at destroyer 1, 1 at battleship",
                f"{space}: 3 at {units}",
            ),
            "on": (power, self.rng.choice(edition.turn_order)),
            "target": tuple(unit.name for unit in edition.units if unit.facility) or (units,),
            "rounds": ("last", "all", "1", "1-2"),
            "region": ("front", "europe", "pacific"),
            "show": ("moves", "battles, changes", "reach, income"),
            "order": ("1", "2"),
            "to": (self._space(edition), "0", "1"),
            "carrier": (space, "new"),
            "land": ("none", space),
            "repairs": (f"1 {space}", "all"),
        }
        return self.rng.choice(known.get(option) or (space, edition.board.name(space)))

    def _space(self, edition: Edition) -> str:
        return self.rng.choice([*edition.board.territory, *edition.board.sea_zone])

    def _units(self, edition: Edition) -> str:
        chosen = self.rng.choices([unit.id for unit in edition.units], k=self.rng.choice((1, 1, 2)))
        most = self.rng.choice((3, 3, 3, 500))
        return ", ".join(f"{self.rng.randint(1, most)} {unit}" for unit in chosen)

    def number(self) -> Any:
        """A whole number, seldom a sensible one."""
        return self.rng.choice((0, 1, 1, 2, 3, 4, 6, -1, 100, 101, 2**31, 2**53, -(2**53), 10**18))

    def nonsense(self) -> Any:
        """A value of some other type."""
        return self.rng.choice((None, True, 0, -1, 1.5, "", "x", [], {}, ["a"], {"a": 1}, "9" * 30))

    def argument(self, edition: Edition) -> str:
        """What may stand behind the word of a deed."""
        parts = (
            self._space(edition), self.rng.choice(edition.turn_order), str(self.number()), "²", "٣", "", "..", "front",
            "combat", "raid", "x" * 60, "*" * 40, "\ud800", "@everyone", "\n", "9" * 50, "lbz", "-1",
            *(each.id for each in edition.technologies[:2]), *(each.id for each in edition.advantages[:2]),
        )  # fmt: skip
        return ".".join(self.rng.choices(parts, k=self.rng.choice((1, 1, 2, 2, 3, 5))))

    def made_for(self, state: GameState | None) -> str:
        """The phase or question that a button says it was made for."""
        known = ["lobby", "", "1.germany.purchase", "9.x.y.z", "x", "CMV-01", "²", "*" * 30, "99999999.japan.mobilize"]
        if state is not None:
            known += [f"{state.round}.{state.power}.{state.phase}"] * 6 + [request.id for request in state.requests] * 3
        return self.rng.choice(known)


def as_json(value: Any) -> str:
    """For the report of a failure."""
    return json.dumps(value)[:600]
