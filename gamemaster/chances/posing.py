"""The battle that somebody asks about, in its position, with who could still join it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine import GameState
from engine.ask import at_war, battles_due, destinations, expected_battles, movable, with_sides_taken
from engine.facts.board import PowerId, SpaceId
from engine.odds.odds import Odds
from engine.odds.position import ahead, attack_on, joined_by, under_way
from engine.odds.setting import Intents, Setting
from engine.queries.striking.strikers import strikers
from engine.state.battles import PendingBattle
from engine.state.pieces import Piece
from engine.state.words import place
from gamemaster.chances.choice import OddsChoice
from gamemaster.chances.own_losses import by_own_losses, without_places
from gamemaster.chances.typed import setting_typed
from gamemaster.errors import TableRefusal
from gamemaster.jobs.chances import chance_of
from gamemaster.narration.phrases import whoever


@dataclass(frozen=True)
class Posed:
    """A battle in its position. spare: attackers that can still join it, or that were left out."""

    setting: Setting
    spare: tuple[Piece, ...] = ()


def battles_of(state: GameState) -> list[PendingBattle]:
    """The battles ahead, as far as they are seen, also while reactions to them are asked for."""
    shown = with_sides_taken(state) if state.phase == "combat_move" else state
    due = battles_due(state) if are_reactions_open(state) else expected_battles(shown)
    return [battle for battle in due if battle.kind == "combat"]


def are_reactions_open(state: GameState) -> bool:
    """Whether somebody is still asked who reacts to the attacks of a turn, before any of its battles."""
    return any(request.kind in ("reaction", "kamikaze") for request in state.requests)


def has_battles(state: GameState) -> bool:
    """Whether a battle is under way or ahead."""
    if state.winner or state.phase not in ("combat_move", "conduct_combat"):
        return False
    return state.battle is not None or bool(battles_of(state))


def intents_of(choice: OddsChoice, setting: Setting) -> Intents:
    """What both sides mean to do in a battle of the choice."""
    meant = Intents(
        choice.losses if choice.loser == "attacker" else (),
        choice.losses if choice.loser == "defender" else (),
        keep_land_unit=choice.keep,
        retreat_after=choice.rounds or None,
        retreat_with_aircraft=choice.spare,
        retreat_below=choice.below / 100 or None,
        attacker_submerges="attacker" in choice.submerge,
        defender_submerges="defender" in choice.submerge,
    )
    own = without_places(choice.own_losses) if choice.kind == "units" else choice.own_losses
    return by_own_losses(meant, setting, own) if own else meant


def posed(state: GameState, choice: OddsChoice) -> Posed:
    """The battle of a choice; raises TableRefusal and Refusal where there is none."""
    if choice.kind == "units":
        return Posed(setting_typed(state, choice))
    if choice.kind == "battle":
        return _joined(state, _battle_in(state, choice.space), choice)
    if choice.kind == "attack":
        return _attack(state, choice)
    if choice.kind == "raid":
        raise TableRefusal(f"No raid on {place(state, choice.space)} is planned.")
    return _taken_back(state, choice)


def _battle_in(state: GameState, space: SpaceId) -> Setting:
    if state.battle is not None and state.battle.space == space:
        now = under_way(state)
        if now is None:
            raise TableRefusal(f"Casualties in {place(state, space)} must be chosen first. Ask again then.")
        return now
    shown = with_sides_taken(state) if state.phase == "combat_move" else state
    due = [battle for battle in battles_of(state) if battle.space == space]
    found = next((setting for battle in due if (setting := ahead(shown, battle))), None)
    if found is None:
        where = place(state, space)
        raise TableRefusal(f"There's no battle to come in {where}. `/odds where:{where}` shows who could attack there.")
    return found


def _joined(state: GameState, setting: Setting, choice: OddsChoice) -> Posed:
    """The battle with those who join it, too."""
    spare = list(_can_join(state, setting)) if state.phase == "combat_move" else []
    joining = _picked(state, spare, dict(choice.attackers), choice.space)
    names = {piece.id for piece in joining}
    left = tuple(piece for piece in spare if piece.id not in names)
    return Posed(joined_by(setting, joining) if joining else setting, left)


def _can_join(state: GameState, setting: Setting) -> Iterable[Piece]:
    """Units of the power on turn that can still go there now, one kind after the other."""
    taken = {*setting.battle.attackers, *(ship.id for ship in setting.bombarding)}
    for entry in movable(state):
        unit = state.edition.unit[entry.unit]
        fights = unit.attack and (unit.domain != "sea" or setting.battle.part == "sea")
        if entry.company or not fights or entry.space == setting.battle.space:
            continue
        if destinations(state, entry.space, entry.unit, entry.owner, among=[setting.battle.space]):
            alike = (p for p in state.at(entry.space) if (p.power, p.unit) == (entry.owner, entry.unit))
            yield from [piece for piece in alike if piece.id not in taken and not piece.moved][: entry.count]


def _picked(state: GameState, spare: Iterable[Piece], wanted: Mapping[str, int], space: SpaceId) -> list[Piece]:
    """So many of each unit; raises TableRefusal where fewer can come."""
    found: list[Piece] = []
    for unit, count in wanted.items():
        there = [piece for piece in spare if piece.unit == unit]
        if len(there) < count:
            kind = state.edition.unit[unit]
            can = f"Only {kind.counted(len(there))}" if there else f"No {kind.plural}"
            raise TableRefusal(f"{can} can reach {place(state, space)} now. Ask again with /odds.")
        found += there[:count]
    return found


def _attack(state: GameState, choice: OddsChoice) -> Posed:
    """All that a power could bring there in its next turn, or so many of them."""
    coming = strikers(state, choice.power, choice.space)
    pieces = state.select(coming.coming)
    wanted = dict(choice.attackers)
    chosen = _picked(state, pieces, wanted, choice.space) if wanted else pieces
    names = [piece.id for piece in chosen]
    where = place(state, choice.space)
    if not names:
        raise TableRefusal(
            f"{whoever(state, choice.power)} can't attack {where} next turn: none of its units can reach it."
        )
    setting = attack_on(state, choice.space, choice.power, names, [name for name in coming.landing if name in names])
    if setting is None:
        raise TableRefusal(f"Nobody would defend {where}, so there would be no battle.")
    return Posed(setting, tuple(piece for piece in pieces if piece.id not in names))


def attackers_of(state: GameState, space: SpaceId, powers: Iterable[PowerId]) -> list[PowerId]:
    """Those of the powers that could attack a space in their next turn, the strongest first."""
    able = [(power, strikers(state, power, space).coming) for power in powers]
    cost = {power: sum(state.type_of(piece).cost or 0 for piece in state.select(ids)) for power, ids in able}
    return sorted((power for power, ids in able if ids), key=lambda power: -cost[power])


def enemies_of(state: GameState, power: PowerId) -> list[PowerId]:
    """Who is at war with a power, in turn order."""
    return [each for each in state.edition.turn_order if each != power and at_war(state, each, power)]


def _taken_back(state: GameState, choice: OddsChoice) -> Posed:
    """The strongest attack on what is left on average of those who take a territory."""
    first = posed(state, replace(choice, kind="attack" if choice.power else "battle"))
    odds = chance_of(first.setting, intents_of(choice, first.setting))
    if not isinstance(odds, Odds):
        raise TableRefusal(odds.why)
    winner = first.setting.battle.attacker
    after = _after(first.setting, odds)
    where = place(state, choice.space)
    if not any(piece.power == winner for piece in after.at(choice.space)):
        raise TableRefusal(
            f"On average none of the attackers is left to hold {where}, so there's nothing to take back."
        )
    powers = attackers_of(after, choice.space, enemies_of(after, winner))
    if not powers:
        raise TableRefusal(f"No enemy can reach {where} next turn, so nobody can take it back.")
    return _attack(after, OddsChoice("attack", choice.space, powers[0]))


def _after(setting: Setting, odds: Odds) -> GameState:
    """The position once the attackers hold the space with those of them who stay, as many as are left on average."""
    state, battle = setting.state, setting.battle
    stays: list[Piece] = []
    for unit, left in odds.attacker.left.items():
        own = [piece for piece in state.select(battle.attackers) if piece.unit == unit]
        if state.edition.unit[unit].domain == ("sea" if battle.part == "sea" else "land"):
            stays += own[: round(left)]
    gone = {*battle.attackers, *battle.defenders} - {piece.id for piece in stays}
    flown = {p.id for p in state.select(battle.attackers) if state.type_of(p).domain == "air"}
    pieces = {name: piece for name, piece in state.pieces.items() if name not in gone or name in flown}
    pieces |= {name: replace(pieces[name], space=pieces[name].began or pieces[name].space) for name in flown}
    owners = dict(state.owners)
    if battle.space in owners:
        owners[battle.space] = battle.attacker
    return replace(state, pieces=pieces, owners=owners, battle=None, pending=(), requests=(), undo=())
