"""The words as coaches of this edition say them, each with one sentence for whoever does not."""

from rules.editions.bb2016.glossary import GLOSSARY as OLDER
from rules.glossary import Word
from rules.knobs import _

SAME = (
    *("BH", "CAS", "COMP", "Dead", "Hire & Fire", "Inducements", "INT", "Journeyman", "MA"),
    *("Merc", "MNG", "MVP", "Positionals", "Race", "Re-draft", "RR", "SI", "ST", "Star", "TD"),
    *("Treasury", "SPP"),
)

GLOSSARY: dict[str, Word] = {key: OLDER[key] for key in SAME} | {
    "AG": Word(_("AG"), _("Agility: the result that a player needs to dodge, catch or pick up.")),
    "AV": Word(_("AV"), _("Armour value: the result that it takes to hurt a player.")),
    "CTV": Word(
        _("CTV"), _("Current team value: what everybody who can play today and the rest is worth.")
    ),
    "DEF": Word(_("DEF"), _("Deflection: an opponents' pass touched in the air, and not caught.")),
    "Fans": Word(_("Dedicated fans"), _("Those who come to every match, from one to seven.")),
    "Niggle": Word(
        _("Niggle"), _("A niggling injury: it adds 1 to every casualty roll that follows.")
    ),
    "PA": Word(_("PA"), _("Passing ability: the result that a player needs to throw the ball.")),
    "Petty cash": Word(
        _("Petty cash"), _("Gold for inducements, given to the side of lower current team value.")
    ),
    "Prayer": Word(_("Prayer"), _("A wish to Nuffle, heard at random, for whoever is worth less.")),
    "Skill-up": Word(
        _("Advancement"), _("What a player learns for points: by choice, or cheaper by chance.")
    ),
    "TTM": Word(_("TTM"), _("A superb throw of a team-mate, who goes where they should.")),
    "TV": Word(_("TV"), _("Team value: what everybody under contract and the rest is worth.")),
    "Underdog": Word(
        _("Underdog"), _("The team of lower current team value; it gets petty cash to make up.")
    ),
}
