"""Hooks give what national advantages do there, in an order that does not depend on which was attached first."""

from __future__ import annotations

from dataclasses import replace

from engine import GameState, new_game
from engine.play import Hook

GERMAN = "panzerblitz, fortress_europe"
JAPANESE = "banzai_attacks"


def hook_with(*advantages: str) -> Hook[str]:
    """A hook on which each of these advantages hangs its own name."""
    hook: Hook[str] = Hook()
    for advantage in advantages:
        hook.by(advantage)(advantage)
    return hook


def game(advantages: str) -> GameState:
    """A game with these advantages."""
    return new_game("revised", {"advantages": advantages})


def test_effects_come_in_the_order_of_the_tables() -> None:
    names = ("banzai_attacks", "panzerblitz", "fortress_europe")
    state = game(f"{JAPANESE}, {GERMAN}")
    for hook in (hook_with(*names), hook_with(*reversed(names))):
        assert hook.of(state, "germany") == ["panzerblitz", "fortress_europe"]
        assert hook.of_all(state) == ["panzerblitz", "fortress_europe", "banzai_attacks"]


def test_what_a_power_has_not_has_no_effect() -> None:
    hook = hook_with("panzerblitz", "banzai_attacks")
    assert hook.of(game(GERMAN), "japan") == ()
    assert hook.of_all(game(JAPANESE)) == ["banzai_attacks"]
    assert hook.of_all(game("none")) == ()


def test_what_works_once_has_its_effect_until_it_is_used_and_while_it_is_in_force() -> None:
    hook = hook_with("russian_winter")
    unused = game("russian_winter")
    declared = replace(unused, used_advantages=("russian_winter",), advantages_in_force=("russian_winter",))
    over = replace(declared, advantages_in_force=())
    assert [bool(hook.of(state, "soviet_union")) for state in (unused, declared, over)] == [True, True, False]
    assert [bool(hook.in_force(state)) for state in (unused, declared, over)] == [False, True, False]
