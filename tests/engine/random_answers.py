"""Answers to the engine's questions, chosen at random among all that is legal."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from engine import GameState
from engine.ask import (
    LOSSES,
    BidOptions,
    BombardmentOptions,
    CasualtiesOptions,
    EnigmaOptions,
    FlakOptions,
    GarrisonOptions,
    HitTaking,
    JointCaptureOptions,
    KaitenOptions,
    KamikazeOptions,
    LossLine,
    ReactionOptions,
    RetreatOptions,
    ScrambleOptions,
    Slot,
    StrandedOptions,
    SubmergeOptions,
    TreatyOptions,
    TroopBonusOptions,
    WarBondsOptions,
    bid_accounts,
    bid_prices,
    bid_spaces,
    is_legal,
)
from engine.landing.basing import havens
from engine.state.questions import Request

Action = dict[str, Any]


class RandomAnswers:
    """A legal choice for each kind of request; the same random numbers give the same choices."""

    rng: Random

    def choice_for(self, state: GameState, request: Request) -> Any:
        """What one power of the request may answer: its default, another's proposal, or anything legal."""
        if request.answers and self.rng.random() < 0.3:
            agreed = any(answer != {"default": True} for answer in request.answers.values())
            return "agree" if agreed else "default"
        if self.rng.random() < 0.3 or is_outdated(state, request):
            return "default"
        choose = getattr(self, f"_choose_{request.kind}")
        return choose(state, request)

    def _choose_casualties(self, state: GameState, request: Request) -> Action:
        assert state.battle is not None
        taking = HitTaking(state, state.battle, CasualtiesOptions.of(request).side)
        pieces = self._shuffled(list(taking.targets))
        slots: list[Slot] = [(piece.id, n) for piece in pieces for n in range(1, taking.hits_left(piece) + 1)]
        if self.rng.random() < 0.5:
            slots.sort(key=lambda slot: slot[1])
        lost, damaged = taking.outcome(taking.fill(slots))
        counts: dict[str, int] = {}
        for piece_id in damaged:
            unit = state.pieces[piece_id].unit
            counts[unit] = counts.get(unit, 0) + 1
        return {"pick": list(lost), "damaged": counts}

    def _choose_retreat(self, state: GameState, request: Request) -> Action:
        offered = RetreatOptions.of(request)
        if offered.submerge and self.rng.random() < 0.4:
            return {"press": True, "submerge": {unit: self.rng.randint(0, n) for unit, n in offered.submerge.items()}}
        if not offered.retreat or self.rng.random() < 0.75:
            return {"press": True}
        chosen: Action = {"retreat": self.rng.choice(offered.retreat)}
        return chosen | ({"who": list(offered.who)} if self.rng.random() < 0.3 else {})

    def _choose_submerge(self, state: GameState, request: Request) -> Action:
        return {unit: self.rng.randint(0, count) for unit, count in SubmergeOptions.of(request).submerge.items()}

    def _choose_kaiten_torpedoes(self, _state: GameState, request: Request) -> Action:
        return {unit: self.rng.randint(0, count) for unit, count in KaitenOptions.of(request).submarines.items()}

    def _choose_stranded_landing(self, state: GameState, request: Request) -> Action:
        offered = StrandedOptions.of(request)
        room = dict(offered.places)
        landings: dict[str, dict[str, int]] = {}
        for unit, count in offered.units.items():
            for _ in range(count):
                if open_places := [space for space, places in room.items() if places]:
                    space = self.rng.choice(open_places)
                    room[space] -= 1
                    row = landings.setdefault(space, {})
                    row[unit] = row.get(unit, 0) + 1
        return landings

    def _choose_bombardment(self, state: GameState, request: Request) -> Action:
        chosen: dict[str, dict[str, int]] = {}
        offered = BombardmentOptions.of(request)
        for unit, count in offered.ships.items():
            for _ in range(count):
                territory = self.rng.choice([*offered.territories, None])
                if not territory:
                    continue
                named = sum(chosen.get(territory, {}).values())
                if named < offered.limits.get(territory, named + 1):
                    row = chosen.setdefault(territory, {})
                    row[unit] = row.get(unit, 0) + 1
        return chosen

    def _choose_joint_capture(self, _state: GameState, request: Request) -> Action:
        return {"power": self.rng.choice(JointCaptureOptions.of(request).powers)}

    def _choose_flak(self, _state: GameState, request: Request) -> Action:
        offered = FlakOptions.of(request)
        raiders = [unit for unit, count in offered.units.items() for _ in range(count)]
        return {"units": dict(Counter(self.rng.sample(raiders, offered.hits)))}

    def _choose_troop_bonus(self, _state: GameState, request: Request) -> Action:
        units: Counter[str] = Counter()
        offered = TroopBonusOptions.of(request)
        left, prices = offered.ipcs, offered.prices
        while able := [unit for unit in prices if prices[unit] <= left and self.rng.random() < 0.9]:
            units[self.rng.choice(able)] += 1
            left = offered.ipcs - sum(prices[unit] * count for unit, count in units.items())
        return {"units": dict(units)} if units else {}

    def _choose_war_bonds(self, _state: GameState, request: Request) -> Action:
        return {"account": self.rng.choice(WarBondsOptions.of(request).accounts)}

    def _choose_bid(self, state: GameState, request: Request) -> Action:
        offered, placed, cost = BidOptions.of(request), Counter[str](), 0
        units: dict[str, dict[str, dict[str, int]]] = {}
        for _ in range(self.rng.randint(0, 9)):
            power = self.rng.choice(offered.powers)
            space = self.rng.choice(list(bid_spaces(state, power)))
            is_land = state.edition.board.is_land(space)
            prices = bid_prices(state, power)
            able = [unit for unit in prices if (state.edition.unit[unit].domain != "sea") == is_land]
            unit = self.rng.choice(able) if able else None
            is_full = offered.units_a_space is not None and placed[space] >= offered.units_a_space
            if unit and not is_full and cost + prices[unit] <= offered.ipcs:
                row = units.setdefault(power, {}).setdefault(space, {})
                row[unit] = row.get(unit, 0) + 1
                placed[space] += 1
                cost += prices[unit]
        kept = {self.rng.choice(bid_accounts(state, request)).id: self.rng.randint(0, offered.ipcs - cost)}
        return {"units": units, "ipcs": kept}

    def _choose_nonaggression_treaty(self, _state: GameState, request: Request) -> Action:
        return self.rng.choice([{}, *({"space": space} for space in TreatyOptions.of(request).spaces)])

    def _choose_colonial_garrison(self, _state: GameState, request: Request) -> Action:
        return {"space": self.rng.choice(GarrisonOptions.of(request).spaces)}

    def _choose_salvage(self, _state: GameState, _request: Request) -> Action:
        return self.rng.choice([{}, {"use": False}, {"use": True}])

    def _choose_french_resistance(self, state: GameState, request: Request) -> Action:
        return self._choose_salvage(state, request)

    def _choose_enigma_decoded(self, state: GameState, request: Request) -> Action:
        if self.rng.random() < 0.3:
            return {}
        move = self.rng.choice(EnigmaOptions.of(request).moves)
        some = {unit: self.rng.randint(0, count) for unit, count in move.units.items()}
        choice = {"from": move.start, "to": move.end, "units": some}
        return choice if is_legal(state, {"type": "decide", "request": request.id, "choice": choice}) else {}

    def _choose_reaction(self, _state: GameState, request: Request) -> Action:
        offered = ReactionOptions.of(request)
        raids = offered.intercept.items()
        rising = {s: {unit: self._some(n) for unit, n in raid.fighters.items()} for s, raid in raids}
        chosen: Action = {"intercept": rising} if self.rng.random() < 0.8 else {}
        scramble = self._scramble(offered, chosen.get("intercept", {})) if offered.scramble else {}
        return {**chosen, "scramble": scramble} if scramble else chosen

    def _scramble(self, offered: ScrambleOptions, intercepting: dict[str, dict[str, int]]) -> Action:
        """Aircraft into any zones, within the limits of their bases, none of those that intercept."""
        left = dict(offered.limits)
        busy = {space: dict(units) for space, units in intercepting.items()}
        chosen: dict[str, dict[str, dict[str, int]]] = {}
        for zone, bases in self._shuffled(list(offered.scramble.items())):
            for base, units in bases.items():
                for unit, count in units.items():
                    free = count - busy.get(base, {}).get(unit, 0)
                    sent = self._some(max(0, min(free, left[base])))
                    left[base] -= sent
                    busy.setdefault(base, {})[unit] = busy.get(base, {}).get(unit, 0) + sent
                    if sent:
                        chosen.setdefault(zone, {}).setdefault(base, {})[unit] = sent
        return chosen

    def _some(self, most: int) -> int:
        """Often all that there are, else any number of them."""
        return most if self.rng.random() < 0.5 else self.rng.randint(0, most)

    def _choose_kamikaze(self, _state: GameState, request: Request) -> Action:
        offered = KamikazeOptions.of(request)
        left = self._some(offered.tokens)
        chosen: dict[str, list[list[Any]]] = {}
        for zone, ships in offered.ships.items():
            for ship in self._shuffled(list(ships)):
                count = self.rng.randint(0, min(left, 2))
                left -= count
                if count or self.rng.random() < 0.1:
                    chosen.setdefault(zone, []).append([ship, count])
        return chosen

    def _shuffled(self, things: list[Any]) -> list[Any]:
        return self.rng.sample(things, len(things))


def is_outdated(state: GameState, request: Request) -> bool:
    """Whether allies who answered first have taken room on carriers of which a question tells (UNI-49)."""
    if request.kind != "stranded_landing":
        return False
    offered = StrandedOptions.of(request)
    room = havens(state, offered.owner or request.power, request.space)
    return any(room.get(space, 0) < places for space, places in offered.places.items())


def random_orders_of_loss(state: GameState, rng: Random) -> dict[str, list[str]]:
    """Standing orders: some units in any order, on land and at sea."""
    units = [unit.id for unit in state.edition.units if unit.hits]
    return {domain: rng.sample(units, rng.randint(1, len(units))) for domain in ("land", "sea")}


def random_loss_line(state: GameState, rng: Random) -> dict[str, list[str]]:
    """An order of loss by situation: some units in any order, for attackers or everybody."""
    units = [unit.id for unit in state.edition.units if unit.hits]
    some, keep = tuple(rng.sample(units, rng.randint(1, len(units)))), rng.random() < 0.5
    return {LOSSES: [str(LossLine(some, side=rng.choice(("", "attacker")), keep=keep))]}
