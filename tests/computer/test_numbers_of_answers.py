"""The numbers by which the house tells why it answers are those of the chances, worked out here once more."""

from __future__ import annotations

import pytest

from computer.answers.striking import KEPT
from computer.chances import chances_in, price
from computer.normal.prizes import nearer_to_victory, prize_at
from engine.ask import HitTaking, battles_due, cargo_lost_with, chosen_slots
from engine.combat.losses.form import CasualtiesChoice
from engine.conditions.worth import between_rounds
from engine.events.combat.scramble import Scrambled
from engine.odds.odds import odds_in
from engine.odds.position import ahead, under_way
from engine.odds.raids.air_battles import met_raid_odds
from engine.odds.reactions.kamikazes import struck
from engine.odds.setting import Setting
from tests.computer.asking import asked, damaged, raid_met
from tests.engine.rules.pacific.test_spc_scramble import attacked
from tests.engine.table import position


def test_losses_are_told_with_what_the_rest_of_the_battle_brings() -> None:
    units = "2 infantry, 2 fighter"
    spaces = {"western_europe": f"united_kingdom: {units}", "germany": "germany: 3 infantry"}
    owners = {"western_europe": "united_kingdom"}
    table = position("united_kingdom", "combat_move", spaces, setup="revised", owners=owners)
    table.move(f"{units}: western_europe > germany").end_phase().battle("germany", "6 6 6 6 1 6 6")
    found, (request,), battle = asked(table, "casualties"), table.state.requests, table.state.battle
    assert battle is not None
    taking = HitTaking(table.state, battle, "attacker")
    said = request.default if isinstance(found.choice, str) else found.choice
    lost, damaged = taking.outcome(chosen_slots(taking, CasualtiesChoice.of(said)))
    _, after = between_rounds(table.state, battle, lost, damaged)
    setting = under_way(after)
    assert setting is not None
    chances, gone = chances_in(setting), price(table.state, table.state.select(lost))
    prize = prize_at(table.state, "germany", nearer_to_victory(table.state))
    worth = chances.win * prize + chances.enemy_loss - chances.own_loss - gone
    assert (found.why.odds, found.why.gain) == (round(chances.win, 4), round(worth, 2))
    assert found.why.risk == round(gone + chances.own_loss, 2)


@pytest.mark.usefixtures("in_the_pacific")
def test_a_scramble_is_told_with_the_battle_at_sea() -> None:
    table = attacked("japan: 3 fighter")
    found, worth = asked(table, "reaction"), []
    fighters = tuple(piece.id for piece in table.state.at("japan"))
    for risen in ((), fighters):
        state = Scrambled("japan", {"sz6": {"japan": risen}}).evolve(table.state) if risen else table.state
        setting = next(setting for due in battles_due(state) if (setting := ahead(state, due)))
        odds = odds_in(setting)
        worth.append(odds.attacker.loss_ipcs - odds.defender.loss_ipcs)
    assert found.choice == {"scramble": {"sz6": {"japan": {"fighter": 3}}}}
    assert found.why.odds == round(1 - odds.attacker_win, 4)
    assert (found.why.gain, found.why.risk) == (round(worth[1] - worth[0], 2), round(odds.defender.loss_ipcs, 2))


def test_interceptors_are_told_with_the_raid_that_they_meet() -> None:
    table = raid_met(2)
    found, state = asked(table, "reaction"), table.state
    fighters = [piece for piece in state.at("germany") if piece.unit == "fighter"]
    raid = next(due for due in battles_due(state) if due.kind == "raid")
    costs = {unit.id: unit.cost or 0 for unit in state.edition.units}
    harm, lost = [], 0.0
    for risen in ([], fighters):
        odds = met_raid_odds(state, raid, risen)
        struck = sum(strike.mean for strike in odds.raid.strikes.values())
        harm.append(struck - sum(costs[unit] * count for unit, count in odds.raid.lost.items()))
        lost = sum(costs[unit] * count for unit, count in odds.interceptors_lost.items())
    assert (found.why.gain, found.why.risk) == (round(harm[0] - harm[1] - lost, 2), round(lost, 2))


@pytest.mark.usefixtures("in_the_pacific")
def test_a_kamikaze_is_told_with_what_it_sinks_and_what_the_battle_brings_without_that() -> None:
    table, name = damaged("1 battleship, 1 cruiser", "battleship")
    found, state = asked(table, "kamikaze"), table.state
    ship = state.pieces[name]
    setting = next(setting for due in battles_due(state) if (setting := ahead(state, due)))
    sinks = sum(share for after, share in struck(setting, ship, 1) if name not in after.battle.attackers)
    later = sum(share * _brings(after) for after, share in struck(setting, ship, 1))
    worth = sinks * price(state, [ship, *cargo_lost_with(state, [ship])]) + _brings(setting) - later - KEPT
    assert found.choice == {"sz6": [[name, 1]]}
    assert (found.why.odds, found.why.gain) == (round(sinks, 4), round(worth, 2))


def _brings(setting: Setting) -> float:
    """What a battle at sea brings the attackers."""
    chances = chances_in(setting)
    return chances.enemy_loss - chances.own_loss
