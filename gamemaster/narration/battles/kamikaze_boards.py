"""The board of kamikaze strikes for its picture: which ships are struck, with which dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.events.combat.battle import UnitsLost
from engine.events.combat.kamikaze_strikes import KamikazesStruck
from engine.state.pieces import Piece
from engine.state.words import first_upper, ipcs, listed, number, place
from gamemaster.narration.battles.boards import units_of
from gamemaster.narration.history.timeline import Step
from gamemaster.narration.phrases import power_name, powers_named, worth
from maps.battles.data import BattleBoard, Roll, Row, Side, Strip, Units, Volley


def kamikaze_board(steps: Iterable[Step]) -> BattleBoard | None:
    """The board of all strikes in steps that follow each other, zone by zone; None if there are none."""
    strikes: list[Step] = []
    lost: list[Piece] = []
    for step in steps:
        if isinstance(step.event, KamikazesStruck):
            strikes.append(step)
        elif isinstance(step.event, UnitsLost) and step.event.reason == "kamikaze":
            lost += [*step.event.pieces, *step.event.cargo]
    return _board(strikes, lost) if strikes else None


def _board(strikes: list[Step], lost: list[Piece]) -> BattleBoard:
    after = strikes[-1].after
    events = [step.event for step in strikes if isinstance(step.event, KamikazesStruck)]
    powers = tuple(dict.fromkeys(event.power for event in events))
    ships = [after.pieces[strike.piece] for event in events for strike in event.strikes]
    owners = tuple(dict.fromkeys(ship.power for ship in ships))
    left = listed(f"{power_name(after, p)} has {number(after.kamikaze_tokens[p], 'token')} left" for p in powers)
    gone = {piece.id for piece in lost}
    hurt = [ship for ship in ships if ship.hits_taken and ship.id not in gone]
    rows = [Row("Damaged", units_of(hurt, with_damage=True))] if hurt else []
    rows += [Row(f"Sunk, {ipcs(worth(after, lost))}", units_of(lost))] if lost else []
    where = listed(place(after, event.space) for event in events)
    titles = [first_upper(place(after, event.space)) for event in events] if len(events) > 1 else ["Kamikazes"]
    attacks = "attack" if len(owners) > 1 else "attacks"
    return BattleBoard(
        title=f"Kamikazes in {where}",
        when=f"round {after.round}",
        attacker=Side(owners, f"{powers_named(after, owners)} {attacks}", rows=tuple(rows)),
        defender=Side(powers, f"{powers_named(after, powers)} strike{'s' if len(powers) == 1 else ''}"),
        strips=tuple(strip for step, title in zip(strikes, titles, strict=True) for strip in _strips(step, title)),
        outlook=left,
    )


def _strips(step: Step, title: str) -> Iterator[Strip]:
    """For each ship the dice of the strikes on it, and what became of it."""
    event = step.event
    if not isinstance(event, KamikazesStruck):
        return
    for strike in event.strikes:
        ship, count = step.before.pieces[strike.piece], len(strike.dice)
        target = Units(ship.power, ship.unit, damaged=ship.hits_taken > 0)
        volley = Volley(Units(event.power, "kamikaze", count), Roll(event.needed, strike.dice), target)
        fate = "damaged" if strike.piece in event.damaged else "sunk" if strike.hits else "no hit"
        yield Strip(title, (volley,), fate)
