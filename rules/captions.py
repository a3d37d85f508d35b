"""What the rulebook's pages call things that the data knows only by a key."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Caption = str | Promise

TITLES: dict[str, Caption] = {
    "races": _("Races"),
    "positions": _("Positions"),
    "skills": _("Skills"),
    "stars": _("Stars"),
    "inducements": _("Inducements"),
    "tables": _("Tables"),
    "special-rules": _("Special rules"),
    "cards": _("Cards"),
    "challenges": _("Challenge cards"),
    "match-events": _("Match events"),
    "referees": _("Referees"),
    "stadiums": _("Stadiums"),
    "weather": _("Weather"),
    "kick-off": _("Kick-off"),
    "handicap": _("Handicap"),
    "balls": _("Balls"),
    "sponsors": _("Sponsors"),
    "hall-of-fame": _("Hall of Fame"),
}

SENTENCES: dict[str, Caption] = {
    "races": _("Who may be hired, for how much, and what they can learn."),
    "skills": _("What each one does, and who begins with it."),
    "stars": _("Famous players for hire, and the teams they play for."),
    "inducements": _("Help for a single match: prices, limits, and who pays less."),
    "tables": _("Every die that is thrown around a match, and every figure that is looked up."),
    "special-rules": _("What team lists have besides their players, and where they play."),
    "cards": _("Special plays, deck by deck: when to play them and what they do."),
    "challenges": _("What is to be done for points, and what the back of a card helps with."),
    "match-events": _("Things that happen to a coach in the middle of a turn."),
    "referees": _("Who holds the whistle, and what they do with it."),
    "stadiums": _("Grounds that change the game, and how one comes to play there."),
    "weather": _("Sun, rain and worse; also for winter and for below the ground."),
    "kick-off": _("What happens while the ball is in the air."),
    "handicap": _("What helps the side of lower rating, before a match and in it."),
    "balls": _("Balls that are more than round, and when one may be used."),
    "sponsors": _("What the great sponsors give, and what they want for it."),
    "hall-of-fame": _("Famous teams of old, with the rules they played by."),
}

# How a table is entered, when no dice are rolled on it.
ENTRIES: dict[str, Caption] = {
    "spp": _("SPP"),
    "total": _("Total"),
    "gold": _("Gold"),
}

COLUMNS: dict[str, Caption] = {
    "value": _("Figure"),
    "dice": _("Dice"),
    "rolls": _("Rolls"),
    "draw": _("Draw"),
    "keep": _("Keep"),
    "points": _("Points"),
    "cards": _("Cards"),
    "gold": _("Gold"),
    "per_point": _("For each pip"),
    "upkeep": _("Upkeep"),
    "breakpoint": _("From"),
    "step": _("Step"),
    "fan_factor": _("Fan factor"),
    "if_higher": _("Rolled higher"),
    "if_lower": _("Rolled lower"),
    "ageing": _("Ageing"),
    "picks": _("Picks"),
    "change": _("Change"),
    "band_1": _("0–99"),
    "band_2": _("100–125"),
    "band_3": _("126–150"),
    "band_4": _("151–175"),
    "band_5": _("176–200"),
    "band_6": _("201–225"),
    "band_7": _("226–250"),
    "band_8": _("251–275"),
    "band_9": _("276–300"),
    "band_10": _("301+"),
}

LASTING: dict[str, Caption] = {
    "at-once": _("at once"),
    "turn": _("for the turn"),
    "team-turn": _("until that team’s next turn"),
    "drive": _("for the drive"),
    "next-drive": _("for the next drive"),
    "match": _("for the match"),
    "next-injury": _("until the next injury"),
    "until-gone": _("until it has gone"),
    "until-stopped": _("until somebody stops it"),
}

SETS: dict[str, Caption] = {
    "special-plays": _("Special plays"),
    "lrb6": _("Living Rulebook 6"),
    "standard": _("Standard"),
    "famous": _("Famous"),
    "goblin-and-halfling": _("Goblin and halfling"),
}


def plain(key: str) -> str:
    """A key as words, for whatever has no caption of its own."""
    return key.replace("-", " ").replace("_", " ").capitalize()
