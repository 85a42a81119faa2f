"""What comes of a random press on a sheet: the sheets that follow, each held against Discord's limits, and orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from cogs.interactions.layout import modal_of
from cogs.orders.battles import NOBODY, battle_action, rocket_action
from engine import GameState, IllegalAction
from engine.ask import bombardments, declarable, landings, usable
from gamemaster.jobs.attacks import AttackWish, attack_orders, attack_outlook
from gamemaster.keys import phase_key
from gamemaster.orders.drafts import JsonAction
from gamemaster.orders.fights import FightAll, name_of
from gamemaster.sheets.bringing.aims import ATTACK, BRING, Purpose, Target, some_of
from gamemaster.sheets.bringing.attack_plan import is_place, is_target, stacks_for
from gamemaster.sheets.bringing.attacking import plan_sheet
from gamemaster.sheets.bringing.gathering import gather
from gamemaster.sheets.bringing.moving import moving_sheet, units_sheet
from gamemaster.sheets.bringing.moving_plan import as_they_go, stacks_at
from gamemaster.sheets.bringing.targets import goals_sheet, targets_sheet
from gamemaster.sheets.buying import counted_order, counting_form, most_beside_the_rest, preset_order
from gamemaster.sheets.fighting import HOW, fighting_sheet
from gamemaster.sheets.landing import landings_sheet, move_of, proposed_landings, stack_named
from gamemaster.sheets.page import Menu, Row, Sheet
from gamemaster.sheets.placing import placement, usual_placements
from gamemaster.sheets.researching import dice_sheet, research_action, shares_pressed
from tests.gamemaster.sheets.answered import check_room

GAME = 7
Orders = Sequence[JsonAction]
Press = tuple[GameState, Random, str, Sequence[str]]
"""Where, the dice, what is behind the word of the deed, and the lines of its menu."""


def shown(sheet: Sheet) -> Sheet:
    """A sheet, once Discord would show all of it."""
    check_room(sheet)
    return sheet


def deeds_on(sheet: Sheet) -> dict[str, Sequence[str]]:
    """What can be done on a sheet, with the lines of its menus."""
    rows = {deed: () for part in sheet.parts if isinstance(part, Row) for deed, *_ in part.buttons}
    menus = (part for part in sheet.parts if isinstance(part, Menu) and part.entries)
    return rows | {menu.deed: tuple(entry.value for entry in menu.entries) for menu in menus}


def lines(sheet: Sheet, word: str) -> list[str]:
    """The lines of all menus whose deed begins with this word."""
    return [line for deed, entries in deeds_on(sheet).items() if deed.startswith(word) for line in entries]


def _some(rng: Random, lines_of: Sequence[str]) -> list[str]:
    return rng.sample(lines_of, rng.randint(1, len(lines_of)))


def _research(state: GameState, rng: Random, _: str, entries: Sequence[str]) -> Orders:
    offers = [deed for deed in deeds_on(shown(dice_sheet(GAME, state, rng.choice(entries)))) if "." in deed]
    if not offers:
        return ()
    goal, count, shares = (*rng.choice(offers).split(".")[1:], "")[:3]
    return [research_action(goal, int(count), shares_pressed(state, shares))]


def _count(state: GameState, rng: Random, argument: str, entries: Sequence[str]) -> Orders:
    """As many of one kind as there is money for, or fewer; of damage as much as there is."""
    index, _, repairs = argument.partition(".")
    name = rng.choice(entries)
    form = counting_form(GAME, state, index, (name,))
    modal_of(form).to_dict()
    account = state.edition.accounts_of(state.power)[int(index)]
    most = int(form.fields[0].value) if repairs else most_beside_the_rest(state, account, name)
    count = rng.randint(0, most)
    return [counted_order(state, index, {name: str(count)})]


def _bring(purpose: Purpose, first: Callable[[int, GameState], Sheet]) -> Callable[..., Orders]:
    def pressed(state: GameState, rng: Random, _: str, __: Sequence[str]) -> Orders:
        try:
            places = lines(shown(first(GAME, state)), f"{purpose.word}at")
        except IllegalAction:
            return ()  # which says that there is nothing to bring anywhere
        target = Target.named(rng.choice(places))
        assert (is_target if purpose is ATTACK else is_place)(state, target)
        stacks = stacks_for(state, target)
        chosen = some_of(stacks, {stack.name: rng.randint(0, stack.count) for stack in stacks})
        enough = purpose is ATTACK and not target.raid and rng.random() < 0.2
        outlook = attack_outlook(AttackWish(state, target, chosen, enough=enough))
        sheet = shown(plan_sheet(GAME, state, purpose, target, stacks, outlook))
        orders = attack_orders(state, target, {stack.name: stack.count for stack in outlook.chosen}).orders
        offered = any(deed.startswith(f"{purpose.word}now") for deed in deeds_on(sheet))
        assert offered == bool(orders), (target, chosen, outlook.left_out)
        return orders

    return pressed


def _guide(state: GameState, rng: Random, _: str, entries: Sequence[str]) -> Orders:
    """All or some of a place to one where they can go."""
    places = entries or lines(shown(moving_sheet(GAME, state)), "guide")
    if not places:
        return ()
    start = rng.choice(places)
    stacks = stacks_at(state, start)
    some = None if rng.random() < 0.5 else {stack.name: rng.randint(0, stack.count) for stack in stacks}
    ends = lines(shown(units_sheet(GAME, state, start, some)), "moveto")
    if not ends:
        return ()
    target = Target.named(rng.choice(ends))
    going = stacks if some is None else some_of(stacks, some)
    gone = gather(state, target, as_they_go(going, target))
    assert gone.orders, (start, target, going, gone.left_out)
    return gone.orders


def _landings(state: GameState, rng: Random, _: str, __: Sequence[str]) -> Orders:
    deeds = deeds_on(shown(landings_sheet(GAME, state)))
    offers = [deed for deed in deeds if deed.partition(".")[0] in ("landat", "landall", "land")]
    if not offers:
        return ()
    word, _, argument = (chosen := rng.choice(offers)).partition(".")
    if word == "landall":
        return proposed_landings(state)
    if word == "land":
        move = move_of(state, argument)
        assert move
        return [move.order(state)]
    stack = stack_named(state, argument)
    assert stack
    landed = gather(state, Target(rng.choice(deeds[chosen])), [stack])
    assert landed.orders, landed.left_out
    return landed.orders


def _declare(state: GameState, rng: Random, _: str, __: Sequence[str]) -> Orders:
    wars = declarable(state)
    return [{"type": "declare_war", "on": [rng.choice(wars).named[0]]}] if wars else ()


def _advantage(state: GameState, rng: Random, name: str, _: Sequence[str]) -> Orders:
    return [{"type": "advantage", "name": name, **rng.choice(usable(state)[name])}]


def _fight(_: GameState, __: Random, argument: str, ___: Sequence[str]) -> Orders:
    space, _dot, kind = argument.partition(".")
    return [battle_action(space, kind)]


def _fight_all(state: GameState, rng: Random, _: str, __: Sequence[str]) -> Orders:
    """Another battle first, fought in another way; which of them begins."""
    picked = rng.choice(state.pending)
    plan = FightAll(phase_key(state)).with_first(name_of(picked)).with_line(picked.space, rng.choice([*HOW]))
    shown(fighting_sheet(GAME, state, plan, name_of(picked), goes_on=False))
    return ()


def _guns(state: GameState, rng: Random, space: str, _: Sequence[str]) -> Orders:
    ships = [NOBODY, *bombardments(state)[space]]
    guns = _some(rng, ships)
    return [battle_action(space, bombard=NOBODY if NOBODY in guns else guns)]


def _call_off(state: GameState, rng: Random, space: str, _: Sequence[str]) -> Orders:
    ships = _some(rng, [NOBODY, *landings(state)[space]])
    return [battle_action(space, land=NOBODY if NOBODY in ships else ships)]


PRESSED: Mapping[str, Callable[[GameState, Random, str, Sequence[str]], Orders]] = {
    "research": _research,
    "count": _count,
    "preset": lambda state, _, code, __: [preset_order(state, code)],
    "attack": _bring(ATTACK, targets_sheet),
    "bring": _bring(BRING, goals_sheet),
    "guide": _guide,
    "landings": _landings,
    "declare": _declare,
    "advantage": _advantage,
    "fight": _fight,
    "fightall": _fight_all,
    "rocket": lambda state, _, target, __: [rocket_action(state, target, ())],
    "guns": _guns,
    "calloff": _call_off,
    "spot": lambda state, rng, _, entries: [placement(state, rng.choice(entries))],
    "placeall": lambda state, _, __, ___: usual_placements(state),
    "undo": lambda _, __, ___, ____: [{"type": "undo"}],
}
"""By the first word of a deed."""
