"""The words as coaches of this edition say them, each with one sentence for whoever does not."""

from rules.glossary import Word
from rules.knobs import _

GLOSSARY: dict[str, Word] = {
    "AG": Word(_("AG"), _("Agility: how well a player handles the ball, dodges and jumps about.")),
    "AV": Word(_("AV"), _("Armour value: how hard a player is to hurt once knocked over.")),
    "BH": Word(
        _("BH"), _("Badly hurt: out for the rest of this match, fit again for the next one.")
    ),
    "CAS": Word(
        _("CAS"), _("Casualty: an opponent hurt so badly that they are carried off the pitch.")
    ),
    "COMP": Word(_("COMP"), _("Completion: a pass thrown and caught by a team-mate as intended.")),
    "Dead": Word(_("Dead"), _("Off the roster for good; the name stays in the books.")),
    "FAME": Word(
        _("FAME"),
        _("The advantage of the larger crowd: 0, +1 or +2 on some rolls of a single match."),
    ),
    "FF": Word(_("FF"), _("Fan factor: how many people follow the team, match in, match out.")),
    "Hire & Fire": Word(
        _("Hire & Fire"),
        _("The step after a match in which a coach buys players and staff or lets them go."),
    ),
    "Inducements": Word(
        _("Inducements"), _("Help bought for one match only; it levels unequal teams.")
    ),
    "INT": Word(_("INT"), _("Interception: a pass caught by the side that it was not meant for.")),
    "Journeyman": Word(
        _("Journeyman"), _("A lineman lent for one match to a team that cannot field eleven.")
    ),
    "MA": Word(_("MA"), _("Movement allowance: how many squares a player may move in a turn.")),
    "Merc": Word(_("Merc"), _("Mercenary: a player hired for one match, dear and gone after it.")),
    "MNG": Word(_("MNG"), _("Misses next game: hurt, and back the match after that.")),
    "MVP": Word(
        _("MVP"), _("Most valuable player: one player of each side who earns extra experience.")
    ),
    "Niggle": Word(
        _("Niggle"), _("A niggling injury: it never heals, and makes the next one worse.")
    ),
    "Positionals": Word(
        _("Positionals"), _("The specialists of a race, of whom a team may have only a few.")
    ),
    "Race": Word(_("Race"), _("The people a team is drawn from; it decides who may be hired.")),
    "Re-draft": Word(
        _("Re-draft"),
        _("Between seasons each team is built again within a budget from those who played."),
    ),
    "RR": Word(_("RR"), _("Re-roll: the team may throw a die again, a few times each half.")),
    "SI": Word(
        _("SI"), _("Serious injury: the player misses a match and may carry something for life.")
    ),
    "Skill-up": Word(
        _("Skill-up"), _("What a player learns when they have gathered enough experience.")
    ),
    "SPP": Word(
        _("SPP"), _("Star player points: experience, earned by scoring, passing and hurting.")
    ),
    "ST": Word(_("ST"), _("Strength: how many dice a player throws when they block another.")),
    "Star": Word(
        _("Star"),
        _("A famous player for hire, to any team that they like and that can pay."),
    ),
    "TD": Word(_("TD"), _("Touchdown: the ball carried into the far end zone, which is a goal.")),
    "Treasury": Word(_("Treasury"), _("The gold that a team has in hand, never less than zero.")),
    "TV": Word(_("TV"), _("Team value: what everybody and everything on the roster is worth.")),
    "Underdog": Word(
        _("Underdog"), _("The team with the lower team value; it gets money to make up for it.")
    ),
}
