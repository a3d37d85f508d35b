"""The words as coaches of this edition say them, each with one sentence for whoever does not."""

from rules.glossary import Word
from rules.knobs import _

GLOSSARY: dict[str, Word] = {
    "AG": Word(_("AG"), _("Agility: how well a player handles the ball, dodges and jumps about.")),
    "Ageing": Word(
        _("Ageing"),
        _("What a star player roll may cost: 2D6 below a number that grows with the level."),
    ),
    "AV": Word(_("AV"), _("Armour value: how hard a player is to hurt once knocked over.")),
    "BH": Word(
        _("BH"), _("Badly hurt: out for the rest of this match, fit again for the next one.")
    ),
    "Big Guy": Word(
        _("Big Guy"),
        _("A large ally of some team lists; most teams have one, halflings and goblins two."),
    ),
    "CAS": Word(
        _("CAS"), _("Casualty: an opponent hurt so badly that they are carried off the pitch.")
    ),
    "COMP": Word(_("COMP"), _("Completion: a pass thrown and caught by a team-mate as intended.")),
    "Dead": Word(_("Dead"), _("Off the roster for good; the name stays in the books.")),
    "FF": Word(
        _("FF"), _("Fan factor: how many people follow the team; never fewer than one point.")
    ),
    "Freebooter": Word(
        _("Freebooter"), _("A player of the team's own list, hired for one match at half price.")
    ),
    "Gate": Word(_("Gate"), _("How many people come to the match: a die for each point of fans.")),
    "Handicap": Word(
        _("Handicap"), _("Help for the side of the lower rating, rolled before the match.")
    ),
    "Hire & Fire": Word(
        _("Purchases"),
        _("The step after a match in which a coach buys players and staff or retires them."),
    ),
    "INT": Word(_("INT"), _("Interception: a pass caught by the side that it was not meant for.")),
    "Level": Word(
        _("Level"), _("What star player points make of a player, from Rookie to Legend.")
    ),
    "MA": Word(_("MA"), _("Movement allowance: how many squares a player runs in one action.")),
    "Major": Word(_("Major"), _("One of the four tournaments that give the year its shape.")),
    "MNG": Word(_("MNG"), _("Misses next game: injured for the team's next match.")),
    "MVP": Word(_("MVP"), _("Most valuable player: five points for a player drawn at random.")),
    "Niggle": Word(
        _("Niggle"), _("An old injury: before each match a 1 on a D6 keeps the player out of it.")
    ),
    "Penalty roll": Word(
        _("Penalty roll"), _("2D6 after a drive, by which a secret weapon is sent off.")
    ),
    "RR": Word(_("RR"), _("Re-roll: a failed die thrown again, so many times in each half.")),
    "SPP": Word(
        _("SPP"), _("Star player points: what a player's deeds are worth, and what levels need.")
    ),
    "ST": Word(_("ST"), _("Strength: who has more of it throws more dice when blocking.")),
    "TD": Word(_("TD"), _("Touchdown: the ball carried into the opposing end zone.")),
    "TR": Word(
        _("Team Rating"),
        _(
            "How strong a team is: a point for each 10,000 gold that it is worth, its treasury "
            "included, and one for every five star player points."
        ),
    ),
    "Trait": Word(
        _("Trait"),
        _("A skill that only a double on a star player roll can bring, of own category."),
    ),
    "Treasury": Word(
        _("Treasury"), _("The team's gold. Nobody's treasury goes below nothing, and all counts.")
    ),
}
