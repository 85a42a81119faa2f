"""Standing orders of loss in chances: those of whoever asks count for their side, others' and public ones never do."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import GameState
from engine.ask import LOSSES, LossLine
from engine.odds.odds import odds_of
from gamemaster.chances.choice import OddsChoice
from gamemaster.chances.own_losses import OwnLosses, own_losses
from gamemaster.chances.typed import form_of, read_battle
from gamemaster.jobs.odds import OddsRequest, odds_answer
from gamemaster.jobs.threats import threats_to_capitals
from gamemaster.narration.chances import own_chances_wanted
from gamemaster.views.chances import COUNTED, line_of_chances
from gamemaster.workers import Asker
from maps import Picture
from maps.battles.chances import ChancesBoard, chances_in_words, percent
from tests.engine.table import position
from tests.gamemaster.desk import ANNA, BEN, desk
from tests.gamemaster.test_chances_told import move
from tests.gamemaster.test_telling import END

TANKS_FIRST = LossLine(("tank", "infantry"), side="defender")
LEFT: OwnLosses = own_losses({"germany": {LOSSES: (str(TANKS_FIRST),), "retreat": ("press",)}})


@pytest.fixture(autouse=True)
def sketched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures are not drawn."""

    def sketch(board: ChancesBoard) -> Picture:
        return Picture(b"", "odds.jpg", chances_in_words(board), (1, 1))

    monkeypatch.setattr("gamemaster.jobs.odds.draw_chances", sketch)


def attack() -> GameState:
    spaces = {"russia": "soviet_union: 6 infantry", "west_russia": "germany: 3 infantry, 2 tank"}
    table = position("soviet_union", "combat_move", spaces).move("6 infantry: russia > west_russia")
    return table.end_phase().state


def told(state: GameState, own: tuple[str, ...], left: OwnLosses) -> str:
    choice = OddsChoice("battle", "west_russia", own_losses=left)
    answer = odds_answer(OddsRequest(state, choice, own))
    assert answer.picture is not None
    assert ("standing order" in answer.text) == ("standing order" in answer.picture.alt_text)
    return answer.text


def share(infantry: int, *lost: tuple[str, int]) -> str:
    """How often that many take it from whoever loses these first."""
    state = attack()
    typed = read_battle(state, f"{infantry} inf v 3 inf 2 tank", "soviet_union", "germany", "germany")
    order = {"order_of_loss": {"defender": lost}}
    return percent(
        odds_of(form_of(state, typed).model_validate({**form_of(state, typed).model_dump(), **order})).attacker_win
    )


@pytest.mark.rule("ASY-41")
def test_own_orders_of_loss_count_for_their_side_and_are_named() -> None:
    state = attack()
    own = told(state, ("germany",), LEFT)
    assert "(by your standing order you lose tank, then infantry first)" in own
    assert f"Attackers win **{share(6, ('tank', 2))}**" in own
    assert "The defender's losses: 1 hit: 1 tank; 2 hits: 2 tanks" in own
    other = told(state, ("soviet_union",), own_losses({"soviet_union": {LOSSES: (str(TANKS_FIRST),)}}))
    assert f"Attackers win **{share(6)}**" in other, "it is for defence"
    assert "standing" not in other
    cheapest = told(state, ("germany",), own_losses({"germany": {LOSSES: ("lose=cheapest",)}}))
    assert "(by your standing order you lose the cheapest units first)" in cheapest


@pytest.mark.rule("ASY-41")
def test_an_order_that_is_typed_goes_before_the_standing_one() -> None:
    choice = OddsChoice("battle", "west_russia", losses=(("infantry", 3),), own_losses=LEFT)
    text = odds_answer(OddsRequest(attack(), choice, ("germany",))).text
    assert f"Attackers win **{share(6, ('infantry', 3))}**" in text
    assert "standing" not in text


@pytest.mark.rule("ASY-41")
def test_units_that_are_typed_fall_by_orders_that_name_no_space() -> None:
    state, line = attack(), LossLine(("tank",), space="eastern_europe")
    left = own_losses({"germany": {LOSSES: (str(line), str(TANKS_FIRST))}})
    choice = read_battle(state, "6 inf v 3 inf 2 tank", "soviet_union", "germany", "germany")
    text = odds_answer(OddsRequest(state, OddsChoice(**{**vars(choice), "own_losses": left}), ("germany",))).text
    assert f"Attackers win **{share(6, ('tank', 2))}**" in text


@pytest.mark.rule("ASY-41")
def test_a_capital_is_held_by_ones_own_order_of_loss() -> None:
    spaces = {
        "russia": "soviet_union: 6 infantry, 3 tank",
        "germany": "germany: 1 infantry",
        "west_russia": "germany: 8 tank",
    }
    state = position("soviet_union", "noncombat_move", spaces, owners={"west_russia": "germany"}).state
    left = own_losses({"soviet_union": {LOSSES: (str(LossLine(("tank", "infantry"))),)}})
    (printed,), (own,) = threats_to_capitals(state, "soviet_union"), threats_to_capitals(state, "soviet_union", left)
    assert own.held != printed.held


@pytest.mark.rule("ASY-41")
async def test_public_chances_know_nobodys_orders_and_private_ones_only_the_askers(tmp_path: Path) -> None:
    lines = []
    for name, is_left in (("without", False), ("with", True)):
        (tmp_path / name).mkdir()
        async with desk(tmp_path / name) as table:
            if is_left:
                line = LossLine(("tank",), space="west_russia")
                await table.master.standing_orders.leave_line(
                    await table.view(ANNA), ANNA.user_id, "soviet_union", "losses", line
                )
            await table.act(ANNA, END)
            await table.act(ANNA, {**move(3), "units": {"infantry": 3, "tank": 1}})
            await table.act(ANNA, END)
            panel = (await table.send())[-1].content
            lines.append([line for line in panel.split("\n") if line.startswith("Chances")])
            private = []
            for user in (ANNA, BEN):
                view = await table.view(user)
                left = own_losses(await table.master.standing_orders.of(view, user.user_id))
                wanted, asker = own_chances_wanted(view.board), Asker(user.user_id, view.game.id)
                private.append(await line_of_chances(table.master.chances, wanted, "a test", asker, left))
            assert private[1] == lines[-1][0]
            assert (COUNTED in private[0]) == is_left
            assert (private[0].removesuffix(f" {COUNTED}") == private[1]) != is_left
    assert lines[0] == lines[1] != []
