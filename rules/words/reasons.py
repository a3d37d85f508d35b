"""Why not: a sentence for every reason that a ruling may refuse with."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from rules.words.sayings import Saying, when

# --- what was typed, asked or answered cannot be meant

SHAPES: Mapping[str, Saying] = {
    "missing": _("Something has to stand here."),
    "unknown-field": _("Nothing of that name is asked for."),
    "unknown": _("The rulebook knows no %(name)s."),
    "not-a-key": _("“%(name)s” is a name. Its key is %(near)s."),
    "negative": _("This cannot be less than nothing."),
    "not-a-basket": _("A basket says how many of each thing."),
    "not-a-count": _("How many of %(offer)s? A whole number, and not below zero."),
    "not-a-list": _("A list is wanted here."),
    "not-a-list-of-ids": _("A list of ids is wanted here."),
    "not-a-whole-number": _("A whole number is wanted here."),
    "not-in-the-catalogue": _("The rulebook knows no %(names)s."),
    "not-an-object": _("An object with named members is wanted here."),
    "not-printable": _("One line, please: no breaks, no control characters."),
    "not-text": _("Text is wanted here."),
    "not-yes-or-no": _("Yes or no is wanted here."),
    "named-twice": _("Named twice: %(names)s."),
    "picked-twice": _("Somebody is picked twice."),
    "not-a-candidate": _("Not up for choice: %(ids)s."),
    "not-a-side": _("It is one of %(options)s."),
    "not-an-option": _("It is one of %(options)s."),
    "not-among-these": _("Not among the options: %(names)s. They are %(options)s."),
    "not-on-offer": [
        _("There is nothing called %(offer)s to be had here. Is it %(near)s?"),
        _("There is nothing called %(offer)s to be had here."),
    ],
    "more-than-offered": _("%(at_most)s of %(offer)s at most."),
    "not-in-steps": _("It goes in steps of %(step)s."),
    "out-of-range": [_("From %(at_least)s to %(at_most)s."), _("%(at_least)s at least.")],
    "too-long": _("%(at_most)s characters at most."),
    "too-many-entries": _("%(at_most)s entries at most."),
    "too-many-answers": _("%(at_most)s answers at most."),
    "wrong-number": [
        _("Exactly %(exactly)s of them."),
        _("%(draw)s cards are drawn, and these are %(count)s."),
        _("From %(at_least)s to %(at_most)s of them."),
    ],
    "dice-shape": _("%(dice)s is wanted: a number for one die, a list for several."),
    "dice-range": _("%(dice)s does not show that."),
}

# --- nobody has heard of it

STRANGERS: Mapping[str, Saying] = {
    "no-such-inducement": _("There is no inducement %(what)s."),
    "no-such-cause": _("FAME changes for one of these: %(options)s."),
    "no-such-deck": _("There is no deck %(deck)s."),
    "no-such-period": _("The coin is tossed before one of these: %(options)s."),
    "no-such-player": _("Nobody on the team has the id %(player)s."),
    "told-twice": _("Casualty %(nth)s of %(player)s is told twice."),
    "impossible": _("The team as it stands does not bear that: %(why)s."),
    "nobody-named": _("Nobody is named to whom this should happen."),
    "no-such-position": [
        _("%(race)s teams have no %(position)s."),
        _("%(race)s teams have nobody like that."),
    ],
    "no-such-race": [_("There is no race %(race)s."), _("There is no such race.")],
    "no-such-rule": _("There is no house rule %(name)s."),
    "no-such-skill": _("There is no skill %(skill)s."),
    "no-such-sponsor": _("There is no sponsor %(sponsor)s."),
    "no-such-stadium": _("No stadium is like that: %(stadium)s."),
    "no-such-staff": _("There is no job of %(job)s."),
    "no-such-star": [_("There is no star %(star)s."), _("No stars: %(stars)s.")],
    "no-such-table": _("There is no table %(table)s."),
    "no-such-team": _("The Hall of Fame knows no %(team)s."),
    "nobody-of-that-name": _("Nobody to hire is called %(names)s."),
    "not-his-id": _("This player stands under another id than their own, %(id)s."),
    "not-in-this-edition": [
        _("This edition has no house rule “%(rule)s”."),
        _("This edition has no rostered stars: %(star)s."),
    ],
    "not-in-this-league": [
        _("The league draws its cards another way than by %(variant)s."),
        _("The league does not play under the table %(table)s."),
        when(
            _("In this league overtime settles a drawn knock-out, and then penalties."),
            decided_by="overtime",
        ),
        when(
            _("In this league penalties settle a drawn knock-out at once."),
            decided_by="penalties",
        ),
        when(
            _("In this league a drawn knock-out is played again. Report it as it ended, drawn."),
            decided_by="replay",
        ),
        when(
            _(
                "In this league the higher seed goes on from a drawn knock-out. Report it as it "
                "ended, drawn."
            ),
            decided_by="higher-seed",
        ),
        when(
            _("Instead of anything else the league sells the old cards (%(rule)s)."), only="cards"
        ),
        _("%(offer)s is not for sale: the house rule “%(rule)s” says so."),
        _("The league plays without %(skill)s (%(rule)s)."),
        _("The league plays without this: the house rule “%(rule)s” says so."),
    ],
}

# --- the draft, purchases and gold

MONEY: Mapping[str, Saying] = {
    "cannot-afford": [
        _("This costs %(price)s; %(short)s is missing."),
        _("%(short)s is missing."),
    ],
    "over-budget": _("This costs %(price)s and the budget is %(budget)s: %(over)s too much."),
    "over-points": _("%(spent)s points for a budget of %(points)s: %(over)s too many."),
    "fan-factor-is-free": _("Fan factor is given in this league, not bought."),
    "fan-factor-not-for-sale": _("Fan factor is never bought again after the draft."),
    "below-zero": _("%(taken)s would be taken, and there is only %(have)s."),
    "nothing-to-adjust": _("Nothing would change."),
    "more-than-allowed": _("%(count)s × %(what)s, and %(at_most)s at most are allowed."),
    "barred": [
        _("%(offer)s is barred in this league (%(rule)s: %(what)s)."),
        _("%(offer)s is barred in this league (%(rule)s)."),
    ],
    "not-for-race": _("%(offer)s is not for %(race)s teams."),
    "not-for-hire": _("%(offer)s is never for hire."),
    "on-the-roster": _("%(offer)s is on the team's roster already."),
    "plays-elsewhere": _(
        "%(offer)s is not free: under contract with another team of the league, or hurt."
    ),
    "has-for-all-matches": _("The team has %(offer)s for all its matches already."),
    "no-room": [
        when(_("%(offer)s finds no place: all %(at_most)s are taken."), left=0),
        _("%(offer)s takes %(places)s places, and %(left)s of %(at_most)s are left."),
    ],
    "position-full": _(
        "%(offer)s: the team fields %(count)s × %(position)s already, and %(at_most)s at most may "
        "play."
    ),
    "no-skill-to-add": _("%(offer)s: there is no skill that could be added."),
    "not-in-the-match": _("%(offer)s did not play for the team in this match."),
    "no-apothecary-for-race": _("%(race)s teams have no use for an apothecary."),
    "dead-by-then": _("%(player)s is dead by these dice, and did something on the pitch later."),
    "out-by-then": _(
        "%(player)s is out of the match by these dice, and did something on the pitch later."
    ),
    "rolls-for-it": _("%(player)s is neither Stunty nor a bitten Thrall: roll for the casualty."),
    "not-to-be-eaten": _("Only a team-mate with Right Stuff is thrown, and perhaps eaten."),
    "beyond-recovery": _("Whoever was eaten is beyond all help."),
    "beyond-the-stands": _("Whoever is pushed into the crowd is beyond the apothecary."),
    "not-theirs-to-heal": _("The apothecary of %(race)s teams has no use for %(player)s."),
    "nothing-left-on-the-table": _("Everything on the handicap table came up in this match."),
    "no-igor-for-race": _("%(race)s teams have an apothecary for this, not an Igor."),
    "race-not-allowed": _("%(race)s teams are not drafted in this league."),
    "too-few-players": [
        when(_("Nobody yet; it takes %(at_least)s players."), count=0),
        when(_("One player is too few; it takes %(at_least)s."), count=1),
        _("%(count)s players are too few; it takes %(at_least)s."),
    ],
    "too-many-players": _("%(count)s players, and there is room for %(at_most)s."),
    "too-many-of-position": _("%(count)s × %(position)s, and %(at_most)s at most may play."),
    "choose-one": _("%(choice)s: one of %(rules)s has to be chosen."),
    "too-many-together": _(
        "%(limit)s: %(count)s of %(positions)s, and %(at_most)s at most in all."
    ),
    "too-many-rerolls": _("%(count)s re-rolls, and %(at_most)s at most are sold."),
    "too-little-fan-factor": _("Fan factor %(count)s; it is %(at_least)s at least."),
    "too-much-fan-factor": _("Fan factor %(count)s; at the draft it goes up to %(at_most)s."),
    "too-many-skills": _("%(count)s skills, and %(at_most)s at most are sold to a team."),
    "too-many-skills-for-one": _(
        "%(count)s skills for one %(position)s, and %(at_most)s at most are sold to a player."
    ),
    "more-skilled-than-bought": _(
        "%(count)s × %(position)s with skills, and %(bought)s of them are bought."
    ),
    "needs-another": _("%(skill)s: only for who has one of %(needs)s."),
    "never-together": _("%(skills)s: nobody may have both."),
    "skill-not-open": _("%(skill)s is open to no %(position)s, not even by a double."),
    "not-drafted-here": _("%(what)s is none of what the league sells for all matches (%(rule)s)."),
    "too-many-staff": _("%(job)s: %(count)s, and %(at_most)s at most."),
    "too-many-fans": _("%(count)s dedicated fans; at the draft there are %(at_most)s at most."),
    "retires-after-the-injury": _(
        "%(player)s could have retired only after the match in which they were hurt for good."
    ),
    "too-many-apothecaries": _("%(count)s apothecaries, and %(at_most)s is the most."),
    "too-many-journeymen": _("%(count)s journeymen, and only %(at_most)s are missing."),
    "too-many-rostered-stars": _("A team signs %(at_most)s star at most."),
    "star-plays-for-others": _("%(star)s does not play for %(race)s teams."),
    "star-not-for-hire": _("%(star)s signs with nobody."),
    "star-barred": _("This league has barred %(star)s."),
    "under-contract-already": _("%(star)s is under contract with this team already."),
    "no-rostered-star": _("The team has no star under contract."),
    "not-under-contract": _("Nobody under contract has this id."),
    "not-on-the-list": _("No %(position)s like that is on the list of %(race)s teams."),
    "nothing-to-trade": _("Nobody gives anything: a trade is of players or gold."),
}

# --- sponsors and stadiums

DEALS: Mapping[str, Saying] = {
    "blacklisted": _("%(sponsor)s will never work with this team again."),
    "race-not-sponsored": _("%(sponsor)s does not sponsor %(race)s teams."),
    "sponsored-already": _("%(sponsor)s sponsors the team already."),
    "ends-only-at-the-end": _("%(sponsor)s lets go only at the very end of a post-match."),
    "final-is-a-play-off": _("A final is a play-off too."),
    "has-a-bombardier": _("The team has its bombardier already."),
    "sponsor-equips-nobody": _("The team's sponsor equips nobody."),
    "not-sponsored": _("The team has no sponsor."),
    "not-insured": _("The team has no insurance for this."),
    "no-exposure-here": _("Nobody pays for exposure in this stadium."),
    "no-home": _("The team has no home."),
    "nobodys-home": _("A standard stadium is nobody's home."),
    "at-home-already": _("This is the team's home already."),
    "owns-a-stadium": _("A team that owns a stadium looks for no other."),
    "owned-already": _("The team owns its stadium already."),
    "not-owned": _("The team does not own its stadium."),
    "somebodys-home": _("The stadium is somebody's home."),
    "stadium-without-attribute": _("A stadium without an attribute is nobody's home."),
    "one-deck-leads": _("At most %(at_most)s more may come from one deck than from any other."),
}

# --- matches and players

MATCHES: Mapping[str, Saying] = {
    "absent-and-dead": _("%(player)s cannot have sat the match out and died in it."),
    "already-on-the-team": _("%(player)s is on the team, not hired for the match."),
    "cannot-be-drawn": _("Nothing is drawn that ended like this: %(how)s."),
    "conceded-means-lost": _("Whoever concedes has lost."),
    "record-does-not-add-up": _(
        "Won, drawn and lost make %(decided)s matches, and %(played)s were played."
    ),
    "not-drawn": _("The match was not drawn."),
    "nobody-leads": _("It is played on until somebody leads at the end of a round: say who."),
    "stays-drawn": _("The match stays drawn unless both coaches agree to go on."),
    "somebody-stayed-away": _("Somebody was not there, or it would have been played."),
    "no-such-ball": _("The rulebook knows no ball %(ball)s."),
    "not-their-ball": _("%(race)s teams have no %(ball)s."),
    "used-already": _("%(ball)s has had its drive in this match."),
    "no-more-balls": _("%(count)s special balls are used, and %(at_most)s is the most."),
    "too-often-in-a-row": _("Two teams meet %(at_most)s times in a row at most."),
    "only-for-the-winner": _("Only the winner gets what a conceder would have earned."),
    "not-hired": _("%(player)s was not hired for the match."),
    "not-earned": _("Improvement rolls that %(points)s points earn: %(rolls)s; made: %(made)s."),
    "not-owed": _("No improvement is open for level %(level)s."),
    "skill-needs": _("%(player)s has none of %(needs)s, which %(skill)s needs."),
    "skill-barred-by": _("%(player)s has %(by_skill)s, and nobody may have %(skill)s beside it."),
    "takes-a-double": _("%(skill)s takes a double, and the dice show %(faces)s."),
    "not-by-this-roll": _("%(characteristic)s does not rise by a roll of %(faces)s."),
    "sponsor-bans": _("%(sponsor)s does not let %(characteristic)s rise."),
    "rises-no-further": _("%(characteristic)s %(stands)s rises no further."),
    "has-skill-already": [
        _("Every %(position)s has %(skill)s already."),
        _("%(player)s has %(skill)s already."),
    ],
    "skill-in-no-column": _("%(skill)s stands in neither column of a %(position)s."),
    "no-advancement": _(
        "%(player)s can buy nothing: %(points)s points, and %(made)s advancements made."
    ),
    "too-few-points": _("It costs %(price)s points, and %(short)s are missing."),
    "no-skill-left": _("There is no such skill left that %(player)s could learn."),
    "not-by-this-die": _("%(characteristic)s does not rise by what the die shows."),
    "raises-nobody": _("%(race)s teams raise nobody."),
    "too-many-advancements": _("%(count)s advancements, and %(at_most)s is the most."),
    "spent-too-much": _("%(spent)s points are spent, and only %(points)s were earned."),
    "skill-not-gained": _("%(skill)s is nothing that %(player)s has gained."),
    "too-high": _("%(characteristic)s %(stands)s is more than improvements can lead to."),
    "too-low": _("%(characteristic)s %(stands)s is less than injuries can lead to."),
    "nothing-left-to-learn": _("These dice leave %(player)s nothing to learn."),
    "no-necromancer": _("%(race)s teams have no necromancer."),
    "no-rotters-for-race": _("%(race)s teams take no Rotters."),
    "raised-already": _("%(raised)s raised in this match, and %(at_most)s is the most."),
    "killer-has-no-rot": _("Whoever killed them has no Nurgle's Rot."),
    "not-by-block-blitz-or-foul": _("Only a block, a blitz or a foul passes the rot on."),
    "too-strong": _("Strength %(strength)s is too much; %(at_most)s is the most."),
    "skill-keeps-him-dead": _("Whoever has %(skill)s stays dead."),
    "never-on-the-roster": _(
        "Only somebody who stood on a roster becomes a Rotter, nobody hired for the match."
    ),
    "death-is-waived": _("A star's death is waived, so they are not dead."),
}

REASONS: Mapping[str, Saying] = {**SHAPES, **STRANGERS, **MONEY, **DEALS, **MATCHES}
