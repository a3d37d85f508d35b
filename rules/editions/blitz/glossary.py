"""The words of this game, each with one sentence for whoever does not know them."""

from rules.glossary import Word
from rules.knobs import _

GLOSSARY: dict[str, Word] = {
    "Armour": Word(_("Armour"), _("The D6 that saves a player who is Knocked Down from injury.")),
    "Bonus Play": Word(
        _("Bonus Play"), _("The back of a Challenge card: help that whoever claimed it may play.")
    ),
    "Challenge card": Word(
        _("Challenge card"),
        _("A task in the middle of the table; the coach who meets it claims the card's points."),
    ),
    "Clean Sweep": Word(
        _("Clean Sweep"), _("All three Challenge cards claimed in one turn, for points on top.")
    ),
    "Coach trait": Word(
        _("Coach trait"),
        _("A trick that a coach has learnt in the league, to be used once in a game."),
    ),
    "Dugout": Word(_("Dugout"), _("Where injured players and scorers wait to come back.")),
    "Endgame": Word(
        _("Endgame"),
        _("The last six cards of the deck, if the coaches play so: no Sudden Death from then on."),
    ),
    "Injury": Word(
        _("Injury"), _("A failed Armour check: the player leaves the pitch for the Dugout.")
    ),
    "Move": Word(_("Move"), _("How many squares a player may run.")),
    "Sudden Death": Word(
        _("Sudden Death"), _("A lead of ten points, which ends the game at once.")
    ),
    "Throw": Word(_("Throw"), _("The D6 that a player has to reach when they throw the ball.")),
    "Trapdoor": Word(
        _("Trapdoor"), _("Where a new ball comes up, and whoever stands on it is injured.")
    ),
}
