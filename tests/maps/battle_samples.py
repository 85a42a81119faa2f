"""Sample battle boards: one of every kind that the picture must bear."""

from __future__ import annotations

from maps.battles.data import BattleBoard, Column, Roll, Round, Row, Side, Strip, Units, Volley

SOVIETS, GERMANY, BRITAIN, JAPAN, AMERICA = "soviet_union", "germany", "united_kingdom", "japan", "united_states"


def land_battle() -> BattleBoard:
    """Germany against three powers; casualties of the round chosen on both sides."""
    attacker = Side(
        (GERMANY,),
        "Germany attacks",
        (
            Column(1, (Units(GERMANY, "infantry", 3), Units(GERMANY, "infantry", 2, lost=True)), (1, 3, 6)),
            Column(2, (Units(GERMANY, "artillery", 2),), (2, 2, 6, 5)),
            Column(3, (Units(GERMANY, "tank", 4), Units(GERMANY, "fighter", 1)), (3, 1, 5, 4, 6)),
            Column(4, (Units(GERMANY, "bomber", 1),), (4,)),
        ),
        "6 hits (expected 5.0)",
        (Row("Lost so far, 18 IPCs", (Units(GERMANY, "infantry", 6),)),),
    )
    defender = Side(
        (SOVIETS, BRITAIN, AMERICA),
        "The Soviet Union, the United Kingdom and the United States defend",
        (
            Column(
                2,
                (
                    Units(SOVIETS, "infantry", 5),
                    Units(SOVIETS, "infantry", 4, lost=True),
                    Units(BRITAIN, "infantry", 1),
                    Units(BRITAIN, "artillery", 1),
                ),
                (1, 2, 2, 4, 5, 6, 3, 6, 2, 5, 1),
            ),
            Column(3, (Units(SOVIETS, "tank", 1, lost=True), Units(AMERICA, "tank", 2)), (3, 5, 6)),
            Column(4, (Units(AMERICA, "fighter", 1), Units(SOVIETS, "fighter", 1, lost=True)), (6, 2)),
            Column(0, (Units(SOVIETS, "anti_aircraft_gun", 1),)),
        ),
        "7 hits (expected 6.5)",
        (Row("Lost so far, 45 IPCs", (Units(SOVIETS, "infantry", 8), Units(SOVIETS, "tank", 1))),),
    )
    first = Round(
        "Round 1",
        (Roll(1, (1, 2, 5, 6, 6)), Roll(2, (2, 3)), Roll(3, (1, 3, 4, 6)), Roll(4, (3,))),
        (Roll(2, (2, 4, 5, 5, 6, 1, 3)), Roll(3, (6, 6, 3)), Roll(4, (4, 5))),
        "5 hits (expected 4.8)",
        "4 hits (expected 5.2)",
    )
    return BattleBoard(
        "West Russia", "round 2", attacker, defender, (), (first,), "Germany: press on, or retreat to Eastern Europe"
    )


def sea_battle() -> BattleBoard:
    """Submarines strike first; a carrier with an ally's fighter, a damaged battleship, one submarine submerged."""
    attacker = Side(
        (JAPAN,),
        "Japan attacks",
        (
            Column(1, (Units(JAPAN, "aircraft_carrier", 1),), (4,)),
            Column(2, (Units(JAPAN, "submarine", 2), Units(JAPAN, "destroyer", 1, lost=True)), (5,)),
            Column(3, (Units(JAPAN, "fighter", 2),), (2, 6)),
            Column(4, (Units(JAPAN, "battleship", 1, damaged=True),), (3,)),
        ),
        "3 hits (expected 3.0)",
        (Row("Lost so far, 8 IPCs", (Units(JAPAN, "destroyer", 1),)),),
    )
    defender = Side(
        (BRITAIN, AMERICA),
        "The United Kingdom and the United States defend",
        (
            Column(2, (Units(AMERICA, "destroyer", 2), Units(BRITAIN, "aircraft_carrier", 1)), (2, 6, 5)),
            Column(4, (Units(BRITAIN, "fighter", 1), Units(AMERICA, "fighter", 1)), (1, 6)),
            Column(0, (Units(AMERICA, "transport", 2), Units(AMERICA, "transport", 1, lost=True))),
        ),
        "2 hits (expected 2.3)",
        (
            Row("Submerged", (Units(BRITAIN, "submarine", 1),)),
            Row("Lost so far, 14 IPCs", (Units(AMERICA, "transport", 1), Units(AMERICA, "infantry", 2))),
        ),
    )
    strike = Strip("Surprise strike", (Volley(Units(JAPAN, "submarine", 2), Roll(2, (1, 6))),), "1 hit (expected 0.7)")
    return BattleBoard(
        "Sea zone 45",
        "round 1",
        attacker,
        defender,
        (strike,),
        (),
        "The United Kingdom and the United States choose casualties for 2 hits",
    )


def landing() -> BattleBoard:
    """An assault with bombardment and antiaircraft fire, won in three rounds."""
    bombardment = Strip(
        "Bombardment",
        (
            Volley(Units(AMERICA, "battleship", 1), Roll(4, (2,))),
            Volley(Units(AMERICA, "cruiser", 2), Roll(3, (3, 5))),
        ),
        "2 hits (expected 1.7)",
    )
    guns = Strip(
        "Antiaircraft fire",
        (
            Volley(Units(JAPAN, "aaa", 1), Roll(1, (1, 4)), Units(AMERICA, "fighter", 2)),
            Volley(None, Roll(1, (6,)), Units(AMERICA, "bomber", 1)),
        ),
        "1 fighter shot down",
    )
    rounds = tuple(
        Round(f"Round {number}", (Roll(1, ones), Roll(3, threes)), (Roll(2, twos),), ours, theirs, strips)
        for number, ones, threes, twos, ours, theirs, strips in (
            (1, (1, 5, 6), (2, 6), (1, 4, 6, 6), "2 hits (expected 1.5)", "1 hit (expected 1.3)", (guns, bombardment)),
            (2, (4, 5), (3, 3), (2, 5), "2 hits (expected 1.3)", "1 hit (expected 0.7)", ()),
        )
    )
    attacker = Side(
        (AMERICA,),
        "The United States lands",
        (
            Column(1, (Units(AMERICA, "infantry", 1),), (6,)),
            Column(3, (Units(AMERICA, "tank", 1), Units(AMERICA, "fighter", 1)), (2, 4)),
            Column(4, (Units(AMERICA, "bomber", 1),), (5,)),
        ),
        "1 hit (expected 1.8)",
        (Row("Lost so far, 16 IPCs", (Units(AMERICA, "infantry", 2), Units(AMERICA, "fighter", 1))),),
    )
    defender = Side(
        (JAPAN,),
        "Japan defends",
        (Column(2, (Units(JAPAN, "infantry", 1, lost=True),), (6,)),),
        "0 hits (expected 0.3)",
        (Row("Lost so far, 21 IPCs", (Units(JAPAN, "infantry", 7),)),),
    )
    won = "The United States wins in Iwo Jima with 1 infantry, 1 tank, 1 fighter, 1 bomber. Took Iwo Jima (+1 income)."
    return BattleBoard("Iwo Jima", "3 rounds", attacker, defender, (), rounds, won)


def raid() -> BattleBoard:
    """Bombers under antiaircraft fire raid an industrial complex."""
    strips = (
        Strip(
            "Antiaircraft fire",
            (Volley(Units(GERMANY, "anti_aircraft_gun", 1), Roll(1, (1, 4, 5)), Units(BRITAIN, "bomber", 3)),),
            "1 bomber shot down",
        ),
        Strip(
            "Bombs",
            (Volley(Units(BRITAIN, "bomber", 2), Roll(None, (6, 4)), Units(GERMANY, "industrial_complex", 1)),),
            "counts 10",
        ),
    )
    attacker = Side(
        (BRITAIN,), "The United Kingdom raids", rows=(Row("Lost, 15 IPCs", (Units(BRITAIN, "bomber", 1),)),)
    )
    return BattleBoard(
        "Raid on Germany",
        "round 3",
        attacker,
        Side((GERMANY,), "Germany holds the industrial complex"),
        strips,
        (),
        "Germany loses 10 IPCs and has 27 left",
    )


def rockets() -> BattleBoard:
    """Rockets at an industrial complex."""
    volley = Volley(Units(GERMANY, "anti_aircraft_gun", 2), Roll(None, (3, 6)), Units(BRITAIN, "industrial_complex", 1))
    return BattleBoard(
        "Rockets at United Kingdom",
        "round 3",
        Side((GERMANY,), "Germany launches rockets"),
        Side((BRITAIN,), "The United Kingdom holds the industrial complex"),
        (Strip("Rockets", (volley,), "counts 9"),),
        (),
        "The United Kingdom loses 9 IPCs and has 21 left",
    )


def raid_on_a_base() -> BattleBoard:
    """Bombers of two kinds over a naval base with guns of its own and a limit to its damage."""
    base = Units(BRITAIN, "naval_base")
    flak = (
        Volley(base, Roll(1, (5, 2)), Units(JAPAN, "tactical_bomber", 2)),
        Volley(None, Roll(1, (1,)), Units(JAPAN, "strategic_bomber", 1)),
    )
    return BattleBoard(
        "Raid on India",
        "round 3",
        Side((JAPAN,), "Japan raids", rows=(Row("Lost, 12 IPCs", (Units(JAPAN, "strategic_bomber"),)),)),
        Side((BRITAIN,), "The United Kingdom holds the naval base", score="6 of 6 damage"),
        (
            Strip("Antiaircraft fire", flak, "1 strategic bomber shot down"),
            Strip("Bombs", (Volley(Units(JAPAN, "tactical_bomber", 2), Roll(None, (5, 1)), base),), "counts 4"),
        ),
        outlook="The naval base takes 4 damage (6 in all) and is out of use",
    )


def scrambled() -> BattleBoard:
    """Aircraft from two air bases beside the ships that they defend."""
    attacker = Side(
        (AMERICA,),
        "The United States attacks",
        (
            Column(2, (Units(AMERICA, "destroyer", 2),), (2, 6)),
            Column(3, (Units(AMERICA, "cruiser", 1), Units(AMERICA, "fighter", 1)), (5, 3)),
            Column(4, (Units(AMERICA, "battleship", 1, damaged=True),), (5,)),
            Column(0, (Units(AMERICA, "aircraft_carrier", 1, damaged=True),)),
        ),
        "2 hits (expected 2.3)",
    )
    defender = Side(
        (JAPAN,),
        "Japan defends",
        (
            Column(2, (Units(JAPAN, "destroyer", 1, lost=True),), (4,)),
            Column(3, (Units(JAPAN, "tactical_bomber", 1),), (3,)),
            Column(4, (Units(JAPAN, "fighter", 4),), (1, 2, 5, 6)),
            Column(0, (Units(JAPAN, "transport", 1),)),
        ),
        "3 hits (expected 3.5)",
        (
            Row("Scrambled from Japan", (Units(JAPAN, "fighter", 2), Units(JAPAN, "tactical_bomber", 1))),
            Row("Scrambled from Korea", (Units(JAPAN, "fighter", 2),)),
            Row("Lost so far, 8 IPCs", (Units(JAPAN, "destroyer"),)),
        ),
    )
    return BattleBoard(
        "Sea zone 6", "round 1", attacker, defender, outlook="The United States chooses casualties for 3 hits"
    )


def kamikazes() -> BattleBoard:
    """Strikes on ships of three kinds: one sunk, one damaged, one missed."""

    def strike(count: int, ship: str, dice: tuple[int, ...], fate: str) -> Strip:
        volley = Volley(Units(JAPAN, "kamikaze", count), Roll(2, dice), Units(AMERICA, ship))
        return Strip("Kamikazes", (volley,), fate)

    return BattleBoard(
        "Kamikazes in sea zone 6",
        "round 7",
        Side(
            (AMERICA,),
            "The United States attacks",
            rows=(
                Row("Damaged", (Units(AMERICA, "battleship", damaged=True),)),
                Row("Sunk, 8 IPCs", (Units(AMERICA, "destroyer"),)),
            ),
        ),
        Side((JAPAN,), "Japan strikes"),
        (
            strike(2, "destroyer", (1, 5), "sunk"),
            strike(1, "aircraft_carrier", (4,), "no hit"),
            strike(2, "battleship", (2, 6), "damaged"),
        ),
        outlook="Japan has 1 token left",
    )


def _faces(count: int) -> tuple[int, ...]:
    return tuple(number * 7 % 6 + 1 for number in range(count))


def _many_japanese() -> Side:
    return Side(
        (JAPAN,),
        "Japan attacks",
        (
            Column(1, (Units(JAPAN, "infantry", 12), Units(JAPAN, "infantry", 6, lost=True)), _faces(18)),
            Column(2, (Units(JAPAN, "infantry", 4), Units(JAPAN, "artillery", 4)), _faces(8)),
            Column(3, (Units(JAPAN, "tank", 7), Units(JAPAN, "fighter", 5)), _faces(12)),
            Column(4, (Units(JAPAN, "bomber", 2),), _faces(2)),
        ),
        "16 hits (expected 13.0)",
        (Row("Lost so far, 78 IPCs", (Units(JAPAN, "infantry", 26),)),),
    )


def _many_allies() -> Side:
    return Side(
        (SOVIETS, BRITAIN, AMERICA),
        "The Soviet Union, the United Kingdom and the United States defend",
        (
            Column(
                2,
                (
                    Units(SOVIETS, "infantry", 10),
                    Units(SOVIETS, "infantry", 13, lost=True),
                    Units(SOVIETS, "artillery", 3),
                    Units(BRITAIN, "infantry", 2),
                ),
                _faces(28),
            ),
            Column(
                3,
                (
                    Units(SOVIETS, "tank", 4),
                    Units(SOVIETS, "tank", 3, lost=True),
                    Units(AMERICA, "tank", 2),
                    Units(BRITAIN, "tank", 1),
                ),
                _faces(10),
            ),
            Column(
                4, (Units(SOVIETS, "fighter", 2), Units(BRITAIN, "fighter", 2), Units(AMERICA, "fighter", 2)), _faces(6)
            ),
            Column(1, (Units(AMERICA, "bomber", 1),), (4,)),
            Column(0, (Units(SOVIETS, "anti_aircraft_gun", 1),)),
        ),
        "18 hits (expected 17.5)",
        (Row("Lost so far, 143 IPCs", (Units(SOVIETS, "infantry", 40), Units(SOVIETS, "tank", 3))),),
    )


def huge_battle() -> BattleBoard:
    """Forty units a side in the fifth round."""
    earlier = tuple(
        Round(
            f"Round {number}",
            (Roll(1, _faces(20)), Roll(2, _faces(8)), Roll(3, _faces(12)), Roll(4, _faces(2))),
            (Roll(2, _faces(30)), Roll(3, _faces(10)), Roll(4, _faces(6))),
            f"{12 + number} hits (expected 13.0)",
            f"{18 - number} hits (expected 17.5)",
        )
        for number in range(1, 5)
    )
    return BattleBoard(
        "Russia",
        "round 5",
        _many_japanese(),
        _many_allies(),
        (),
        earlier,
        "The Soviet Union, the United Kingdom and the United States choose casualties for 16 hits",
    )


BOARDS = {
    "land": land_battle,
    "sea": sea_battle,
    "landing": landing,
    "raid": raid,
    "rockets": rockets,
    "base": raid_on_a_base,
    "scramble": scrambled,
    "kamikazes": kamikazes,
    "huge": huge_battle,
}
"""Every sample by name."""
