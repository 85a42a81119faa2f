"""Looks for the best plan of attacks: the best targets one after the other first, then one change after another."""

from __future__ import annotations

from collections.abc import Sequence

from computer.normal.plans import ALL, GROUND, SURETIES, Aim, Plan, Sent
from computer.normal.victory.cities import deciding_together
from computer.normal.weighing import Scale, Worth
from computer.weights import PLACES

SHARE = 3
"""The attacks take one of so many parts of what may be weighed in a turn; the other moves are left the rest."""
AT_LEAST = 0.3
"""So rarely at least cities are won for which more is dared, as they decide the war."""
TRIES = 6
"""So many changes in vain for each plan that may be weighed end the search: most of these were weighed before."""


class Search:
    """The best plan so far, and how it was found. share: it takes one of so many parts of what may be weighed."""

    def __init__(self, scale: Scale, sureties: Sequence[float] = SURETIES, share: int = SHARE) -> None:
        self.scale, self.hand, self.sureties = scale, scale.muster.hand, sureties
        self.best: Plan = ()
        self.worth: Worth = scale.worth(())
        self._known: set[Plan] = {()}
        self._left = (self.hand.budget.left + share - 1) // share

    def run(self) -> Plan:
        """The best plan that is found within the budget."""
        self._grow()
        self._force_landings()
        self._decide()
        self._shrink()
        self._change()
        return self.best

    def _weigh(self, plan: Plan) -> bool:
        """Take a plan if it is better than all before."""
        if plan in self._known or not self._left or not self.hand.budget.take():
            return False
        self._left -= 1
        self._known.add(plan)
        worth = self.scale.worth(plan)
        if worth.rank <= self.worth.rank:
            return False
        self.best, self.worth = plan, worth
        return True

    def _grow(self) -> None:
        """Add one target after the other, each with the force that is the best for it alone."""
        rated = []
        for number in range(len(self.scale.muster.targets)):
            gain, aim = self._best_aim(number, ())
            if gain > 0:
                rated.append((-gain, number, aim))
        for _, number, _ in sorted(rated):
            gain, aim = self._best_aim(number, self.best)
            if gain > 0:
                self._weigh((*self.best, aim))

    def _force_landings(self) -> None:
        """Clear a zone and land from it, all other attacks beside that as far as somebody is left for them."""
        targets = self.scale.muster.targets
        at = {target.space: number for number, target in enumerate(targets)}
        board = self.hand.state.edition.board
        for zone in sorted(self.scale.muster.zones & at.keys()):
            for beach in sorted(board.coasts_of(zone)):
                if beach in at:
                    self._force_landing(at[zone], at[beach])

    def _force_landing(self, zone: int, beach: int) -> None:
        rest = tuple(aim for aim in self.best if aim.target not in {zone, beach})
        for surely in self.sureties:
            first = Aim(zone, surely, ALL)
            _, aim = self._best_aim(beach, (first,))
            self._weigh((first, aim, *rest))

    def _decide(self) -> None:
        """Take all cities at once with which the war is won, or not lost, even where that is not sure."""
        targets = self.scale.muster.targets
        at = {target.space: number for number, target in enumerate(targets)}
        for cities in deciding_together(self.hand.state, self.hand.power, at):
            rest = tuple(aim for aim in self.best if targets[aim.target].space not in cities)
            for surely in (*self.sureties, AT_LEAST):
                self._weigh((*(Aim(at[city], surely, ALL) for city in cities), *rest))

    def _best_aim(self, number: int, plan: Plan) -> tuple[float, Aim]:
        """How to attack a target beside a plan, by what that attack alone brings."""
        found = [(0.0, Aim(number, self.sureties[-1], ALL))]
        seen: set[tuple[str, ...]] = set()
        spoken = self.scale.muster.spoken_for(plan)
        for surely in self.sureties:
            for ground in GROUND:
                aim = Aim(number, surely, ground)
                sent = self.scale.muster.sent(aim, spoken)
                names = tuple(sorted(sent.force.pieces))
                if names and names not in seen:
                    seen.add(names)
                    found.append((self._alone(sent), aim))
        return max(found, key=lambda row: row[0])

    def _alone(self, sent: Sent) -> float:
        chances = self.scale.chances(sent)
        gain = chances.win * sent.target.prize + chances.enemy_loss - chances.own_loss
        return round(gain - self.scale.lost_again(sent, chances), PLACES)

    def _shrink(self) -> None:
        """Leave out what is not worth it, given the rest."""
        for aim in reversed(self.best):
            self._weigh(tuple(other for other in self.best if other != aim))

    def _change(self) -> None:
        """One change by chance after the other, as long as the budget lasts."""
        if not self.scale.muster.targets:
            return
        for _ in range(TRIES * self._left):
            if not self._left:
                return
            self._weigh(self._changed(self.best))

    def _changed(self, plan: Plan) -> Plan:
        rng, aims = self.hand.rng, list(plan)
        kind = rng.randrange(5) if aims else 0
        if kind == 0:
            new = Aim(rng.randrange(len(self.scale.muster.targets)), rng.choice(self.sureties), rng.choice(GROUND))
            aims = [aim for aim in aims if aim.target != new.target]
            aims.insert(rng.randint(0, len(aims)), new)
        elif kind == 1:
            del aims[rng.randrange(len(aims))]
        elif kind == 2:
            at = rng.randrange(len(aims))
            aims[at] = Aim(aims[at].target, rng.choice(self.sureties), rng.choice(GROUND))
        elif kind == 3:
            aims.insert(0, aims.pop(rng.randrange(len(aims))))
        else:
            one, other = rng.randrange(len(aims)), rng.randrange(len(aims))
            aims[one], aims[other] = aims[other], aims[one]
        return tuple(aims)
