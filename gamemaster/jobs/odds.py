"""The answer to a question about the chances of a battle, worked out and drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine import GameState, Refusal
from engine.events.combat.battle import AttackOrDefense
from engine.odds.leaving.leaving import can_ever_leave
from gamemaster.chances.additions import Addition, additions, cheapest, odds_posed
from gamemaster.chances.choice import OddsChoice
from gamemaster.chances.plans import fighters, possible, sides_with_submarines
from gamemaster.chances.posing import attackers_of, battles_of, enemies_of, posed
from gamemaster.chances.raiding import raided_in, raiding_lines
from gamemaster.chances.reacting import reactions_in_words
from gamemaster.chances.telling import board_of, powers_of, told
from gamemaster.errors import TableRefusal
from maps import Picture
from maps.battles.chances import percent
from maps.battles.chances_board import draw_chances


@dataclass(frozen=True)
class OddsRequest:
    """What somebody asks, with the board as they may see it. own: the powers that they play."""

    board: GameState
    choice: OddsChoice
    own: tuple[str, ...]


@dataclass(frozen=True)
class OddsAnswer:
    """What they are told. choice: the battle as it was answered. more: what one unit more would bring, as choices.

    picture: none for raids, rockets and convoys alone.
    others: spaces of other battles and raids ahead. can_be_taken: whether there is a territory that can be taken
    back. can_leave: whether any of the attackers could leave; has_aircraft: whether aircraft attack beside others.
    submarines: who could submerge.
    """

    text: str
    picture: Picture | None
    choice: OddsChoice
    more: tuple[tuple[str, OddsChoice], ...]
    others: tuple[str, ...]
    can_be_sought: bool
    can_be_taken: bool
    is_on_land: bool
    can_leave: bool
    has_aircraft: bool
    submarines: tuple[AttackOrDefense, ...] = ()


def odds_answer(request: OddsRequest) -> OddsAnswer:
    """The answer; raises TableRefusal where there is none."""
    beside = raiding_lines(request.board, request.choice)
    try:
        if beside and request.choice.kind == "raid":
            return _in_words(request, beside)
        answer = _answer(request)
    except (Refusal, TableRefusal) as no:
        if beside:
            return _in_words(request, beside)
        if isinstance(no, Refusal):
            raise TableRefusal(no.message) from None
        raise
    return replace(answer, text="\n".join([answer.text, *beside]))


def _in_words(request: OddsRequest, lines: Sequence[str]) -> OddsAnswer:
    """Raids, rockets and convoys, without a battle beside them."""
    others = _others(request.board, request.choice)
    return OddsAnswer(
        "\n".join(lines),
        None,
        request.choice,
        (),
        others,
        can_be_sought=False,
        can_be_taken=False,
        is_on_land=False,
        can_leave=False,
        has_aircraft=False,
    )


def _others(state: GameState, choice: OddsChoice) -> tuple[str, ...]:
    spaces = [*(battle.space for battle in battles_of(state)), *raided_in(state)]
    return tuple(dict.fromkeys(space for space in spaces if space != choice.space))


def _answer(request: OddsRequest) -> OddsAnswer:
    state, choice, before = request.board, _meant(request), ""
    battle = posed(state, choice)
    choice = possible(battle.setting, choice, request.own)
    if choice.wanted:
        found = cheapest(state, choice, battle)
        before = _found(state, choice, found)
        choice, battle = found, posed(state, found)
    setting, meant = battle.setting, choice
    if choice.kind == "back":
        meant = replace(choice, submerge=(), losses=(), loser="")
    odds = odds_posed(battle, meant)
    defends = bool(set(request.own) & set(powers_of(state.select(setting.battle.defenders))))
    more = [] if defends or choice.kind == "back" else additions(state, choice, battle)
    lines = [
        *told(setting, odds, meant, more, request.own, before),
        *reactions_in_words(state, setting, meant),
    ]
    return OddsAnswer(
        "\n".join(lines),
        draw_chances(board_of(setting, odds, meant)),
        choice,
        tuple((_label(state, each), choice.plus(each.unit)) for each in more),
        _others(state, choice),
        can_be_sought=not defends and choice.kind != "back",
        can_be_taken=choice.kind in ("battle", "attack") and setting.battle.part == "land",
        is_on_land=setting.battle.part == "land",
        can_leave=can_ever_leave(setting),
        has_aircraft=len({state.type_of(piece).domain == "air" for piece in fighters(setting, "attacker")}) == 2,
        submarines=sides_with_submarines(setting),
    )


def _meant(request: OddsRequest) -> OddsChoice:
    """The choice with who attacks, where that was left open."""
    state, choice = request.board, request.choice
    if choice.kind != "attack" or choice.power:
        return choice
    owner = state.owners.get(choice.space)
    there = [piece.power for piece in state.at(choice.space)]
    is_mine = bool(set(request.own) & {owner, *there})
    if is_mine or not request.own:
        defender = next((power for power in (*request.own, owner, *there) if power in {owner, *there}), None)
        attackers = attackers_of(state, choice.space, enemies_of(state, defender) if defender else ())
    else:
        attackers = attackers_of(state, choice.space, request.own)
    if not attackers:
        name = state.edition.board.called(choice.space)
        who = "No enemy" if is_mine or not request.own else "None of your units"
        raise TableRefusal(f"{who} can reach {name} next turn.")
    return replace(choice, power=attackers[0])


def _found(state: GameState, asked: OddsChoice, found: OddsChoice) -> str:
    """What the cheapest units are."""
    before = {} if asked.kind == "attack" else dict(asked.attackers)
    more = {unit: count - before.get(unit, 0) for unit, count in found.attackers}
    units = [state.edition.unit[unit].counted(count) for unit, count in more.items() if count > 0]
    cost = sum((state.edition.unit[unit].cost or 0) * count for unit, count in more.items())
    if not units:
        return "Nothing more is needed for 80%."
    start = "For 80% send" if asked.kind == "attack" else "For 80% add"
    return f"{start} {_listed(units)} ({cost} IPCs)."


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(parts[:-1]), parts[-1])))


def _label(state: GameState, more: Addition) -> str:
    """ "+1 bomber: 96%"."""
    return f"+1 {state.edition.unit[more.unit].name}: {percent(more.win)}"
