"""The board of kamikaze strikes for its picture: which ships are struck, with which dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine.battle_report.items import KamikazeStrikes, Losses
from engine.battle_report.reading import item_of
from engine.state.game_state import GameState
from engine.state.pieces import Piece
from engine.state.words import first_upper, ipcs, label, listed, number, place
from gamemaster.narration.battles.boards import units_of
from gamemaster.narration.history.timeline import Step
from gamemaster.narration.phrases import the_power, the_powers, worth
from maps.battles.data import BattleBoard, Roll, Row, Side, Strip, Units, Volley


def kamikaze_board(steps: Iterable[Step]) -> BattleBoard | None:
    """The board of all strikes in steps that follow each other, zone by zone; None if there are none."""
    state: GameState | None = None
    strikes: list[KamikazeStrikes] = []
    lost: list[Piece] = []
    for step in steps:
        item = item_of(step.before, step.event)
        if isinstance(item, KamikazeStrikes):
            strikes.append(item)
            state = step.after
        elif isinstance(item, Losses) and item.reason == "kamikaze":
            lost += item.all_lost
    return _board(state, strikes, lost) if state else None


def _board(state: GameState, strikes: Sequence[KamikazeStrikes], lost: Sequence[Piece]) -> BattleBoard:
    """The board after all strikes; whom they sank is lost only then."""
    powers = tuple(dict.fromkeys(each.power for each in strikes))
    ships = [state.pieces[struck.ship.id] for each in strikes for struck in each.strikes]
    owners = tuple(dict.fromkeys(ship.power for ship in ships))
    left = listed(f"{the_power(state, p)} has {number(state.kamikaze_tokens[p], 'token')} left" for p in powers)
    gone = {piece.id for piece in lost}
    hurt = [ship for ship in ships if ship.hits_taken and ship.id not in gone]
    rows = [Row("Damaged", units_of(hurt, with_damage=True))] if hurt else []
    rows += [Row(f"Sunk, {ipcs(worth(state, lost))}", units_of(lost))] if lost else []
    where = listed(place(state, each.space) for each in strikes)
    titles = [first_upper(label(state, each.space)) for each in strikes] if len(strikes) > 1 else ["Kamikazes"]
    attacks = "attack" if len(owners) > 1 else "attacks"
    return BattleBoard(
        title=f"Kamikazes in {where}",
        when=f"round {state.round}",
        attacker=Side(owners, f"{first_upper(the_powers(state, owners))} {attacks}", rows=tuple(rows)),
        defender=Side(powers, f"{first_upper(the_powers(state, powers))} strike{'s' if len(powers) == 1 else ''}"),
        strips=tuple(strip for each, title in zip(strikes, titles, strict=True) for strip in _strips(each, title)),
        outlook=first_upper(left),
    )


def _strips(strikes: KamikazeStrikes, title: str) -> Iterator[Strip]:
    """For each ship the dice of the strikes on it, and what became of it."""
    for struck in strikes.strikes:
        ship, count = struck.ship, len(struck.dice)
        target = Units(ship.power, ship.unit, damaged=ship.hits_taken > 0)
        volley = Volley(Units(strikes.power, "kamikaze", count), Roll(strikes.needed, struck.dice), target)
        fate = "damaged" if struck.hurt else "sunk" if struck.hits else "no hit"
        yield Strip(title, (volley,), fate)
