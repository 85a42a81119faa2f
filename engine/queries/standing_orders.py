"""Answers that a power left behind, given beside the engine.

`orders` maps "land", "sea" and "air" to an order of loss: units in the order in which the power wants to lose them.
"air" is used where only aircraft can take the hits. What an order does not name follows in the printed order.
"advantages" holds AS_PRINTED where questions of the power's national advantages get their printed answers unasked. The
domains of POLICIES hold one of their policies, those of KINDS lines with such a policy, of where it holds and on what
conditions (see `engine.conditions`), those of PLANS lines: of a plan (see `engine.combat.plans`), or orders of loss by
situation, which come before the others (see `engine.combat.losses.lines`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.combat.losses.lines import LOSSES, LossLine, loss_lines
from engine.combat.plans import plan_lines
from engine.conditions.answers import asks, in_force
from engine.conditions.checks import check_lines
from engine.conditions.kinds import ADVANTAGES, KINDS
from engine.conditions.lines import Line, read_lines
from engine.errors import IllegalAction
from engine.facts.board import PowerId
from engine.facts.presets import Preset
from engine.kinds import CheckPlan, Orders
from engine.questions import QUESTIONS
from engine.quoting import quoted
from engine.state.game_state import GameState
from engine.state.questions import JsonChoice, Request
from engine.state.words import listed

SituationLine = LossLine | Line
"""What a power left for a situation."""
DOMAINS = ("land", "sea", "air")
AS_PRINTED = ("default",)
POLICIES: Mapping[str, Sequence[str]] = {
    name: policies for question in QUESTIONS.values() for name, policies in question.policies.items()
}
"""What can be left, beside orders of loss, for questions of each kind."""
PLANS: Mapping[str, CheckPlan] = {
    name: check for question in QUESTIONS.values() for name, check in question.plans.items()
}
"""What can be left in lines; each raises IllegalAction for lines that cannot be kept."""


def check_orders(state: GameState, power: PowerId, orders: Orders) -> None:
    """Raise IllegalAction (`form`, `units`, OPT-07 ...) if a power cannot leave these standing orders (ASY-04)."""
    for domain, units in orders.items():
        if domain == ADVANTAGES and not state.edition.advantages:
            raise IllegalAction("OPT-07", "There are no national advantages in this game.")
        if domain in KINDS:
            check_lines(state, power, domain, units, POLICIES.get(domain, AS_PRINTED))
            continue
        if domain in POLICIES:
            _check_policy(domain, units)
            continue
        if domain in PLANS:
            PLANS[domain](state, power, units)
            continue
        if domain not in DOMAINS:
            raise IllegalAction("form", f"There is an order of loss for {listed(DOMAINS)}, not for {quoted(domain)}.")
        for unit in units:
            if unit not in state.edition.unit or state.edition.unit[unit].hits == 0:
                raise IllegalAction("units", f"{quoted(unit)} is not a unit that can be lost in this edition.")
        if len(set(units)) != len(units):
            raise IllegalAction("units", "Name each unit only once in an order of loss.")


def _check_policy(domain: str, policy: Sequence[str]) -> None:
    known = POLICIES[domain]
    if policy and (len(policy) != 1 or policy[0] not in known):
        raise IllegalAction("form", f"For {domain} there is {listed(known)}, not {quoted(', '.join(policy))}.")


def answer_by_orders(state: GameState, request: Request, power: PowerId, orders: Orders) -> JsonChoice | None:
    """The choice that a power's standing orders make for an open request, or None where they say nothing about it.

    None also where a condition of an order fails (ASY-55): then the question is asked.
    """
    if power not in request.powers:
        return None
    question = QUESTIONS[request.kind]
    return question.answer_by_orders(state, request, in_force(state, request, orders, question.printed_by))


def wants_to_be_asked(state: GameState, request: Request, power: PowerId, orders: Orders) -> bool:
    """Whether a power left that it is asked here, rather than nothing."""
    return power in request.powers and asks(state, request, orders, QUESTIONS[request.kind].printed_by)


def lines_left(name: str, texts: Sequence[str]) -> Sequence[SituationLine]:
    """The lines of a standing order that is left in lines by situation."""
    return loss_lines(texts) if name == LOSSES else read_lines(KINDS[name], texts)


def in_place_of(name: str, texts: Sequence[str], given: Sequence[str]) -> Sequence[str]:
    """A standing order in lines, with these lines for single spaces in place of those that are left for the same ones.

    Raises IllegalAction (`form`) for what is no line.
    """
    spaces = {line.space for line in lines_left(name, given)}
    return *given, *(str(line) for line in lines_left(name, texts) if line.space not in spaces)


def with_preset(state: GameState, power: PowerId, orders: Orders, preset: Preset, above: int | None = None) -> Orders:
    """A power's orders with a set of them for all battles in place of its own; what the game does not know is left out.

    above: IPCs at stake from which on the power is asked after all. Orders for a situation stay (ASY-59).
    """
    found = dict(orders)
    for name, texts in preset.orders.items():
        try:
            check_orders(state, power, {name: texts})
        except IllegalAction:
            continue
        found[name] = _merged(name, orders.get(name, ()), texts, above)
    return found


def _merged(name: str, own: Sequence[str], texts: Sequence[str], above: int | None) -> Sequence[str]:
    if name in PLANS and name != LOSSES:
        plan = {line.situation: str(line) for line in (*plan_lines(own), *plan_lines(texts))}
        return tuple(plan.values())
    if name != LOSSES and name not in KINDS:
        return texts
    if above is not None and (name == LOSSES or KINDS[name].counts_stakes):
        texts = [f"above={above} {text if '=' in text else f'do={text}'}" for text in texts]
    lines = {line.situation: str(line) for line in (*lines_left(name, own), *lines_left(name, texts))}
    return tuple(lines.values())


def can_be_answered(request: Request) -> bool:
    """Whether a standing order could answer such a question at all."""
    return QUESTIONS[request.kind].takes_orders
