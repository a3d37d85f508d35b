"""Because: a sentence for every line of a ruling's arithmetic. The amount stands beside it."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from rules.words.sayings import Saying, when

# --- prices and worth

WORTH: Mapping[str, Saying] = {
    "budget": _("The budget"),
    "treasury": [
        _("The treasury, brought along: %(gold)s"),
        _("The treasury, brought along"),
    ],
    "treasury-changes": _("The treasury held %(before)s and holds %(after)s"),
    "does-not-count-yet": _("%(player)s misses the next match: %(value)s that does not count"),
    "record": _("The record so far: %(counts)s"),
    "cap": _("More than %(cap)s is never given"),
    "hire": [
        _("%(position)s: %(count)s × %(each)s"),
        _("%(what)s hired: %(count)s × %(each)s"),
    ],
    "grant": _("Given by the league"),
    "prize": _("Prize of the season that is over"),
    "prize-kept": _("Won last season, for all matches of the next: %(what)s"),
    "set-aside": _("Set aside: %(rule)s"),
    "withheld": _("Not on offer, %(what)s: %(rule)s"),
    "offer": [
        _("%(what)s: %(each)s, later %(later)s; %(at_most)s at most"),
        _("%(what)s: %(each)s, later %(later)s"),
        _("%(what)s: %(each)s each, from %(at_least)s to %(at_most)s"),
        _("%(what)s: %(each)s each, %(at_most)s at most"),
        _("%(what)s: %(each)s each, as many as one likes"),
    ],
    "retired-coaches": _("Retired players who stay as assistant coaches: %(count)s"),
    "players": _("The players, at the prices of their positions"),
    "rated-gold": _(
        "Worth %(gold)s in gold: players %(players)s, re-rolls, fan factor and staff %(support)s, "
        "treasury %(treasury)s. A point for each whole %(each)s"
    ),
    "rated-points": _("%(points)s star player points in all, a point for each whole %(each)s"),
    "skill-offer": [
        when(_("%(position)s may begin with %(skills)s for %(each)s"), kind="skill"),
        _("%(position)s may begin, by a double, with %(skills)s for %(each)s"),
    ],
    "sign": _("%(what)s stays: %(count)s × %(each)s"),
    "star": _("%(what)s signed: %(count)s × %(each)s"),
    "staff": _("%(what)s: %(count)s × %(each)s"),
    "reroll": _("Re-rolls: %(count)s × %(each)s"),
    "rerolls": _("Re-rolls: %(count)s × %(each)s"),
    "assistant-coach": _("Assistant coaches: %(count)s × %(each)s"),
    "cheerleader": _("Cheerleaders: %(count)s × %(each)s"),
    "player": [
        when(_("%(player)s, as hired"), improvements=0),
        _("%(player)s: %(cost)s, and %(improvements)s for what they have learnt"),
    ],
    "journeyman": _("%(player)s, a journeyman"),
    "rostered-star": [_("%(star)s, the team's star"), _("The team's star takes a place")],
    "position": _("%(position)s, the price of the position"),
    "skill": [
        _("%(position)s with %(skill)s, a normal skill"),
        _("%(skill)s, a normal skill"),
        _("%(chosen)s, a normal skill"),
    ],
    "double-skill": [
        _("%(position)s with %(skill)s, by a double"),
        _("%(skill)s, by a double"),
        _("%(chosen)s, by a double"),
    ],
    "ma": [_("MA raised: %(times)s × %(each)s"), _("One more MA")],
    "st": [_("ST raised: %(times)s × %(each)s"), _("One more ST")],
    "ag": [_("AG raised: %(times)s × %(each)s"), _("One more AG")],
    "av": [_("AV raised: %(times)s × %(each)s"), _("One more AV")],
    "pa": [_("PA raised: %(times)s × %(each)s"), _("One more PA")],
    "otherwise": _("Value that no improvement explains"),
    "advancements": _("Advancements: %(count)s"),
    "random-primary": _("%(skill)s, a primary skill by chance"),
    "chosen-primary": _("%(skill)s, a primary skill by choice"),
    "random-secondary": _("%(skill)s, a secondary skill by chance"),
    "chosen-secondary": _("%(skill)s, a secondary skill by choice"),
    "low-cost-lineman": _("%(player)s, whose fee of %(cost)s does not count"),
    "retired-for-now": _("%(player)s is retired until the season is over: %(value)s"),
    "dedicated-fans": _("Dedicated fans: %(count)s × %(each)s"),
    "return": [
        when(_("%(player)s comes back for their value, %(value)s"), fee=0),
        when(_("%(player)s comes back: %(value)s, and %(fee)s for one season"), seasons=1),
        _("%(player)s comes back: %(value)s, and %(fee)s for %(seasons)s seasons"),
    ],
    "trade-gives": _("%(player)s goes"),
    "trade-gets": _("%(player)s comes"),
    "trade-pays": _("Gold that is paid"),
    "trade-paid": _("Gold that is received"),
    "upkeep": _("Upkeep of %(star)s, who costs %(cost)s"),
    "cannot-pay": _("With %(treasury)s in the treasury it cannot be paid"),
    "not-paid": _("The coach does not pay"),
    "ware": [
        _("%(what)s: %(count)s × %(each)s"),
        _("%(offer)s: %(count)s × %(each)s"),
    ],
    "old-card": _("Cards of %(what)s: %(count)s × %(each)s"),
    "card-gold": _("Paid from the %(of)s for cards alone"),
    "given": [
        when(_("Paid from the gold given for the match"), lost=0),
        _("Paid from the %(of)s given for the match; %(lost)s is lost"),
    ],
}

# --- what a match earns and costs

EARNINGS: Mapping[str, Saying] = {
    "dice": [
        _("Dice for the %(side)s side: %(faces)s"),
        _("The dice: %(rolled)s; kept: %(kept)s"),
        _("The dice: %(faces)s"),
    ],
    "stands-as": [
        _("%(position)s: %(characteristics)s; %(skills)s"),
        _("%(position)s: %(characteristics)s; no skills"),
    ],
    "may-wait": _("The choice may wait until the team's next match begins"),
    "die": [
        _("The die shows %(die)s: %(incident)s"),
        _("The die shows %(die)s: %(result)s"),
        _("The %(dice)s shows %(die)s"),
        _("The die of the %(side)s side"),
        _("The die"),
    ],
    "fame": [
        when(_("FAME %(fame)s"), times=1),
        _("FAME %(fame)s, counted %(times)s times"),
        _("FAME of the %(side)s side: %(fame)s, and %(in_play)s in play"),
    ],
    "fan-factor": [
        when(_("Fan factor %(fan_factor)s: the home is lost"), lost=True),
        when(_("Fan factor %(fan_factor)s: the home is kept"), lost=False),
        _("Fan factor: %(count)s × %(each)s"),
        _("Fan factor of the %(side)s side"),
        _("Fan factor"),
    ],
    "promo-tour": _("Promo Tour: a %(die)s"),
    "result": [
        when(_("There was nobody to play"), how="bye"),
        when(_("The fixture was struck out"), how="void"),
        when(_("The opponent had left the league"), how="walkover", result="won"),
        when(_("The side had left the league"), how="walkover", result="lost"),
        when(_("The opponent did not turn up"), how="forfeit", result="won"),
        when(_("The side did not turn up"), how="forfeit", result="lost"),
        when(_("The match was won"), result="won"),
        when(_("The match was drawn"), result="drawn"),
        when(_("The match was lost"), result="lost"),
    ],
    "gate-shared": _("Half of both fan factors, %(ours)s and %(theirs_too)s"),
    "gate-lost": _("Whoever concedes has no part of the gate, %(ours)s and %(theirs_too)s"),
    "gate-whole": _("The opponent conceded: both fan factors, %(ours)s and %(theirs_too)s"),
    "fans-after-a-draw": _("A draw changes no fans"),
    "fans-die": [
        when(_("Fans who leave a team that gave up: a %(die)s"), lost=True),
        _("A %(die)s, with %(fans)s dedicated fans"),
    ],
    "fans-change": [
        when(_("Dedicated fans stay as they are"), by=0),
        _("Dedicated fans change by %(by)s"),
    ],
    "walkover-gold": _("Gold of the league, for a walkover"),
    "forfeit-gold": _("Gold of the league, for a forfeit"),
    "void-gold": _("Gold of the league, for a fixture that was struck out"),
    "bye-gold": _("Gold of the league, for a bye"),
    "not-below-nothing": _("Nobody earns less than nothing"),
    "sponsor": _("%(sponsor)s charges %(charge)s"),
    "merchandise": _("Merchandise: a %(die)s"),
    "own-stadium": _("The stadium is the team's own: a %(die)s with FAME %(fame)s"),
    "passed-on": _("A conceder's winnings go to the winner"),
    "from-conceder": _("What the conceder would have earned"),
    "residency-paid": _("All of it pays for the new home"),
    "spiralling-expenses": _("Spiralling expenses: %(steps)s steps, %(due)s due"),
    "exposure": _("Exposure is paid for: a %(die)s"),
    "stadium": _("%(stadium)s"),
    "change": [
        when(_("Fan factor stays as it is"), by=0),
        _("Fan factor changes by %(by)s"),
    ],
    "conceded": _("The match was conceded"),
    "band": _("%(treasury)s in the treasury: the band %(band)s"),
    "lost": _("Lost"),
    "treasury-too-small": _("%(treasury)s in the treasury tempts nobody"),
    "match": _("Matches: %(count)s × %(each)s"),
    "win": [_("Wins: %(count)s × %(each)s"), _("Won by the %(side)s side"), _("Won")],
    "draw": _("Draws: %(count)s × %(each)s"),
    "loss": [_("Lost by the %(side)s side"), _("Lost")],
}

# --- sponsors

SPONSORS: Mapping[str, Saying] = {
    "owner": _("The team owns its stadium"),
    "two-touchdowns": _("Won by two touchdowns"),
    "three-casualties": _("Three casualties"),
    "five-casualties": _("Five casualties"),
    "play-off": _("A play-off"),
    "final": _("The final"),
    "deal": [
        when(_("No sponsor is found"), deal="none"),
        _("The deal: %(deal)s"),
    ],
    "one-time-sponsorship": _("Paid once: a %(die)s"),
    "ongoing-sponsorship": _("Deal %(deal)s pays: a %(die)s"),
    "mishap-die": [
        _("Whether deal %(deal)s keeps somebody busy: a %(die)s"),
        _("Whether it keeps somebody busy: a %(die)s"),
    ],
    "busy-elsewhere": [
        when(_("%(player)s is wanted too, and misses the next match anyway"), anyway=True),
        _("%(player)s is busy for the sponsor and misses the next match"),
    ],
    "signed": _("%(sponsor)s signs"),
    "ended": [_("%(sponsor)s goes"), _("The deal ends: %(deal)s")],
    "ends-only-at-the-end": _("The sponsor lets go only at the very end of a post-match"),
    "insurance": _("%(sponsor)s pays half of %(player)s's %(value)s"),
    "removed": _("Players who left: %(count)s"),
    "claim-die": _("Players who left: %(removed)s; the die shows %(die)s"),
    "premium": _("The premium: %(faces)s"),
    "unpaid": _("The premium of %(premium)s is not paid"),
    "treasury-emptied": _("The treasury is emptied"),
}

# --- stadiums

STADIUMS: Mapping[str, Saying] = {
    "random-stadium": _("The dice: %(faces)s, %(name)s"),
    "attribute": _("A %(face)s: %(name)s"),
    "lot": _("The lot falls to the %(side)s side"),
    "home-in-place": _("The side's own home in its place"),
    "give-up-home": _("The price of leaving %(home)s"),
    "major-sponsor": [
        _("The %(side)s side has a major sponsor"),
        _("The team has a major sponsor"),
    ],
    "fan-factor-8": [
        _("The %(side)s side has a fan factor of 8 or more"),
        _("A fan factor of 8 or more"),
    ],
    "fan-factor-13": [
        _("The %(side)s side has a fan factor of 13 or more"),
        _("A fan factor of 13 or more"),
    ],
    "residency-offer": [
        when(_("%(offer)s: taken. The team's page asks what the home is called"), taken=True),
        when(_("%(offer)s: not taken"), taken=False),
    ],
    "tied": _("The same for both: neither is answered"),
    "paid-points": _("Points taken off at %(each)s each"),
    "sale": _("The price of the stadium"),
    "from-fund": _("From the stadium fund"),
    "from-treasury": _("From the treasury"),
    "paid": _("Paid in"),
    "credited": _("Put into the fund"),
}

# --- before and in the match

BEFOREHAND: Mapping[str, Saying] = {
    "at-home": _("At home for the %(side)s side: %(face)s"),
    "before": _("FAME of the %(side)s side until now"),
    "breaking-scandal": _("A scandal breaks for the %(side)s side"),
    "appalling-stands": _("Appalling stands for the %(side)s side: a %(die)s"),
    "fair-weather-fans": _("Fair-weather fans of the %(side)s side: a %(die)s"),
    "jorm-the-ogre": [
        _("Jorm and the %(side)s side: a %(die)s"),
        _("Jorm favours the %(side)s side"),
    ],
    "deafening-contraption": [
        when(_("The contraption of the %(side)s side: a %(die)s, and it stops"), stops=True),
        _("The contraption of the %(side)s side: a %(die)s"),
    ],
    "rival": _("%(star)s turns up for the %(side)s side"),
    "weather": _("The weather: %(key)s"),
    "referee": _("The referee: %(name)s"),
    "picked": _("The %(side)s side picks the referee"),
    "toss": _("The %(side)s side wins the toss"),
    "double": _("A double on the kick-off table (%(faces)s): the kicker is sent off"),
    "no-double": _("No double on the kick-off table: %(faces)s"),
    "not-the-first": _("Not the first special ball: a %(die)s, and up to %(at_most)s they go"),
    "nobody-proves-it": _("Nobody can prove anything about %(ball)s"),
    "turn": _("The die for the turn"),
    "sets": _("Sets of events: %(sets)s, %(events)s events"),
    "underdog": _("The %(side)s side is worth less"),
    "visitor": _("The %(side)s side is the visitor"),
    "spectacle": _("A spectacle for the %(side)s side: %(faces)s"),
    "moved": _("The %(side)s side moves it out of its treasury"),
    "higher-value": [
        _("The %(side)s side is worth more"),
        _("The higher Team Value is %(value)s: draw %(draw)s, keep %(keep)s"),
        _("The higher Team Value is %(value)s: %(points)s points"),
        _("The higher Team Value is %(value)s"),
    ],
    "roll-off": _("The %(side)s side wins the roll-off"),
    "fans-come": _("Fans of the %(side)s side: a %(die)s, and %(fans)s who always come"),
    "nobody-buys": _("Both are worth the same, and nobody buys anything"),
    "rookies": _("Riotous rookies: %(faces)s and one more, %(count)s in all"),
    "prayers": _("Left of the difference: %(left)s; a prayer for every full %(each)s, %(count)s"),
    "prayer": _("Nuffle hears it with a %(die)s: %(result)s"),
    "bought": _("Bought by the %(side)s side: %(deck)s"),
    "drawn": _("Drawn by the %(side)s side"),
    "hired-by-both": _("%(who)s was hired by both sides and plays for neither"),
}

# --- how it ends

ENDINGS: Mapping[str, Saying] = {
    "played-on-by-the-cards": _("Played on by the cards until one side led at the end of a round"),
    "first-touchdown": _("The first touchdown of overtime wins"),
    "level": _("Round %(round)s is level: %(home)s and %(away)s"),
    "unused-rerolls": _("Re-rolls that the %(side)s side has not used"),
    "punished": _("The concession is punished"),
    "unpunished": _("With %(could_field)s to set up, it is an ordinary loss"),
    "loyalty-die": [
        when(_("%(player)s stays: a %(die)s"), stays=True),
        when(_("%(player)s leaves: a %(die)s"), stays=False),
    ],
    "competition": _("An ordinary match of the competition"),
    "outside-the-division": _("The teams are not of one division"),
    "met-already": _("The teams have met %(met)s times; %(at_most)s count"),
    "friendly": _("It was a friendly"),
    "bye": _("There was nobody to play"),
    "rounds-missed": _("Rounds missed: %(count)s × %(each)s"),
    "stayed-away": _("Fan factor, for staying away"),
    "fine": _("A fine of %(due)s, as far as the treasury goes"),
    "bonus": [
        when(_("A bonus for two touchdowns or more"), bonus="td-2"),
        when(_("A bonus for three touchdowns or more"), bonus="td-3"),
        when(_("A bonus for four touchdowns or more"), bonus="td-4"),
        when(_("A bonus for five touchdowns or more"), bonus="td-5"),
        when(_("A bonus for two casualties or more"), bonus="cas-2"),
        when(_("A bonus for three casualties or more"), bonus="cas-3"),
        when(_("A bonus for four casualties or more"), bonus="cas-4"),
        when(_("A bonus for five casualties or more"), bonus="cas-5"),
        when(_("A bonus for conceding no touchdown"), bonus="clean-sheet"),
        when(_("A bonus for losing by one"), bonus="lost-by-one"),
    ],
}

# --- players

PLAYERS: Mapping[str, Saying] = {
    "completion": _("Completions: %(times)s × %(each)s"),
    "casualty": [_("Casualties: %(times)s × %(each)s"), _("Casualties: %(count)s × %(each)s")],
    "interception": _("Interceptions: %(times)s × %(each)s"),
    "touchdown": [_("Touchdowns: %(times)s × %(each)s"), _("Touchdowns: %(count)s × %(each)s")],
    "mvp": [
        _("Most valuable player: %(times)s × %(each)s"),
        _("%(player)s is most valuable player"),
    ],
    "deflection": _("Deflections: %(times)s × %(each)s"),
    "superb-throw": _("Superb throws: %(times)s × %(each)s"),
    "points-spent": _("Spent on advancements"),
    "purse": _("Points to spend: %(points)s"),
    "saves-points": _("%(player)s saves their points"),
    "advancement-paid": _("Paid with points: %(points)s"),
    "random-skill": _("The dice show %(faces)s: %(skill)s"),
    "casualty-die": _("The die shows %(die)s"),
    "casualty-result": _("%(result)s"),
    "niggle-modifier": _("Niggling injuries: %(count)s"),
    "decay": _("Decay"),
    "nothing-to-lose": _("No characteristic of %(player)s can fall any further"),
    "rises-as": _("%(victim)s rises as %(position)s and plays at once"),
    "wound-healed": [
        when(
            _("A lost point of %(player)s's %(characteristic)s heals: a %(die)s and %(more)s"),
            healed=True,
        ),
        _("A lost point of %(player)s's %(characteristic)s stays: a %(die)s and %(more)s"),
    ],
    "niggle-healed": [
        when(_("A niggle of %(player)s heals: a %(die)s and %(more)s"), healed=True),
        _("A niggle of %(player)s stays: a %(die)s and %(more)s"),
    ],
    "extra-points": _("Points that belong to no award"),
    "rolls-open": _("Improvement rolls that %(player)s has still to make: %(rolls)s"),
    "nobody-eligible": _("Nobody may be named"),
    "opponent-conceded": _("The opponent conceded"),
    "played": _("The match was played"),
    "points-lost-dead": _("%(player)s is dead, and the points are lost"),
    "points-lost-star": _("%(player)s is a star, and the points are lost"),
    "points-lost-hired": _("%(player)s was only hired, and the points are lost"),
    "equal-dice-miss-a-match": _("Equal dice: they miss the next match"),
    "ones-leave-a-niggle": _("The ones leave a niggling injury"),
    "casualty-roll": _("%(rolled)s: %(result)s"),
    "rostered-star-badly-hurt": _("%(star)s is badly hurt, whatever happened"),
    "apothecary": [
        _("The apothecary: %(rolled)s, and %(kept)s stands"),
        _("Apothecary: %(count)s × %(each)s"),
    ],
    "badly-hurt-without-roll": _("Badly hurt, without a roll"),
    "eaten": _("Eaten by a team-mate: dead, and beyond all help"),
    "patched-up": _("Patched up, and back to the reserves"),
    "regeneration": _("Regeneration: a %(die)s, and it takes %(needed)s"),
    "igor": _("Igor tries again: a %(die)s, and it takes %(needed)s"),
    "weeping-dagger": _("The weeping dagger: a %(die)s, and it takes %(needed)s"),
    "loss-ignored": _("%(characteristic)s can fall no further"),
    "born-with": _("%(characteristic)s of the position"),
    "risen": _("%(characteristic)s raised"),
    "lost-to-injury": _("%(characteristic)s lost to injury"),
    "not-on-the-roster": _("A mercenary takes their injury with them"),
    "lasts-for-stars-too": _("In this league a star's injury lasts"),
    "waived-for-stars": _("A star's injury is waived"),
    "match-missed": _("%(player)s has missed their match"),
    "not-served": _("This fixture serves no missed match"),
    "to-field": _("Players that a team fields"),
    "able": _("Players who can play"),
    "enough-to-field": _("There are enough to field"),
    "niggles-healed": _("Niggles of %(player)s: %(dice)s, and it takes %(on)s"),
    "not-raised": _("%(victim)s is left in peace"),
    "zombie-rises": _("%(victim)s rises as a Zombie and plays at once"),
    "rotter-joins-later": _("%(victim)s joins as a Rotter after the match"),
}

# --- coaches

COACHES: Mapping[str, Saying] = {
    "player-card": _("%(position)s: %(count)s"),
    "coach-trait": _("2D8 show %(dice)s: %(trait)s"),
    "has-trait": _("You have %(trait)s already, and choose one that you lack"),
    "chosen-trait": _("Chosen in its place: %(trait)s"),
    "all-traits": _("There is no trait that this coach lacks"),
    "trait-ready": _("%(trait)s may be used"),
    "trait-used": _("%(trait)s is used in this game"),
}

# --- ratings, handicaps and age

RATED: Mapping[str, Saying] = {
    "gate-dice": _("A die for each of %(count)s fan factor: %(faces)s"),
    "gate-occasion": [
        when(_("The final: %(each)s more on each of %(count)s dice"), occasion="final"),
        _("A semi-final: %(each)s more on each of %(count)s dice"),
    ],
    "thruds-fans": _("Thrud's own fans: %(faces)s"),
    "niggles": [
        when(_("%(player)s's old injuries: %(faces)s, and they play"), plays=True),
        when(_("%(player)s's old injuries: %(faces)s, and they miss the match"), plays=False),
    ],
    "brought-back": _("The apothecary sees to it that %(player)s plays"),
    "rated-apart": _("Team Ratings of %(home)s and %(away)s are %(apart)s apart"),
    "handicap-rolls": _("Rolls of the %(side)s side, which is rated lower"),
    "chaos-cup": _("The %(side)s side holds the Chaos Cup"),
    "handicap-roll": [
        when(_("%(rolled)s: %(result)s, which came up already; roll again"), again=True),
        when(_("%(rolled)s: %(result)s"), again=False),
    ],
    "handicap-picked": _("Picked: %(result)s"),
    "for-the-match": _("%(player)s has for this match: %(given)s"),
    "trains": _("%(player)s trains hard for this match"),
    "inspired": _("%(player)s is inspired, and most valuable player before the match"),
    "never-together": _("Never set up for the same drive: %(players)s"),
    "fans-for-the-match": _(
        "The %(side)s side's fan factor is halved for this match; it is %(was)s"
    ),
    "has-drunk": _("A die before each kick-off, and on 1 to 3 they miss the drive: %(players)s"),
    "rerolls-in-the-first-half": _(
        "The %(side)s side has half of its %(was)s re-rolls in the first half"
    ),
    "sits-out": [
        when(_("%(player)s is arrested and misses the match"), why="arrested"),
        when(_("%(player)s has the virus and misses the match"), why="virus"),
    ],
    "talent": _("A talent from the stands joins for this match: %(position)s"),
    "never-hurt": _("%(player)s is never worse than stunned in this match"),
    "there-are-two": _("%(who)s was hired by both sides, and there are two of them"),
    "palmed-coin": _("The %(side)s side has palmed the coin"),
    "still-young": _("%(player)s does not age: %(faces)s, and %(needed)s was enough"),
    "has-aged": _("%(player)s ages: %(faces)s, and %(needed)s was needed"),
    "age-takes": _("What age takes: %(faces)s, %(result)s"),
    "learns": _("%(player)s learns %(what)s"),
    "rises": _("%(player)s has one more %(what)s"),
    "healing-die": _("The apothecary's die shows %(die)s; %(needed)s or more heals"),
    "gate-and-rating": _("A gate of %(gate)s for a Team Rating of %(rating)s"),
    "many-touchdowns": _("Touchdowns: %(count)s"),
    "many-casualties": _("Casualties that earned points: %(count)s"),
    "occasion": [
        when(_("A tournament's final"), occasion="final"),
        _("A tournament's semi-final"),
    ],
    "spoilt-fans": _("Fans of a fan factor of %(fan_factor)s expect much"),
}

LINES: Mapping[str, Saying] = {
    **WORTH, **EARNINGS, **SPONSORS, **STADIUMS, **BEFOREHAND, **ENDINGS, **PLAYERS, **RATED,
    **COACHES,
}  # fmt: skip
