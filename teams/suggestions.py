"""Names for teams and players whose coach has not thought of one, in each race's tongue."""

import random
from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass

from web.crests import KITS, LEAST_CONTRAST, contrast

MOST_TRIES = 50


@dataclass(frozen=True, slots=True)
class Tongue:
    """How a people's names are put together: first names, and two halves of a second one.

    Places are two halves as well.
    """

    first: Sequence[str]
    second: Sequence[str]
    ending: Sequence[str]
    town: Sequence[str]
    town_ending: Sequence[str]

    def name(self, chance: random.Random) -> str:
        family = chance.choice(self.second) + chance.choice(self.ending)
        return f"{chance.choice(self.first)} {family}"

    def place(self, chance: random.Random) -> str:
        return chance.choice(self.town) + chance.choice(self.town_ending)


def tongue(*parts: str) -> Tongue:
    return Tongue(*(part.split() for part in parts))


IMPERIAL = tongue(
    "Albrecht Bruno Dieter Emil Falk Gunther Hagen Heinz Jobst Karl Konrad Lothar Markus Otto "
    "Rainer Ruprecht Stefan Till Ulrich Volker Wendel Wolf Ursula Gerda Hilde Magda",
    "Acker Berg Brand Dorn Eisen Feld Grau Hammer Holz Kessel Krug Muhl Rot Stein Wald Wester",
    "mann hauser bach ner hof stein brandt feld meyer burger",
    "Alten Brunn Eichen Grau Hohen Kessel Linden Neu Rauch Stein Wolfs",
    "burg dorf furt hafen markt stadt tor wald",
)
BRETONNIAN = tongue(
    "Aimery Baudoin Clovis Denis Etienne Fulk Gaston Guillaume Henri Jules Lucien Marcel Odo "
    "Perrin Raoul Thibault Yves Blanche Isolde",
    "Beau Clair Cour Fon Gris Haut Mont Or Roche Sau Val Ver",
    "mont celles fleur gard lac val court champ tour ville",
    "Beau Clair Haute Mon Noir Pont Roche Sau Val Vieux",
    "bois champ court fontaine lieu mare pierre ville",
)
NORTHERN = tongue(
    "Arne Bjarni Egil Einar Finn Gorm Halvar Ivar Ketil Knut Leif Njal Orm Ragnvald Sigurd "
    "Snorri Sven Toke Ulf Vidar Astrid Gudrun",
    "Blod Eld Fjell Grim Hard Is Jern Kald Lang Rod Skog Storm Ulv",
    "son skjegg tann hand oye bein gar vik",
    "Bjorn Fisk Frost Hval Is Kald Ravn Storm Torsk Ulv",
    "borg by fjell havn heim nes sund vik",
)
ELVEN = tongue(
    "Aelir Caelan Daeril Elathen Faenor Galorin Iselle Kaelith Lorien Maelis Naerith Oriel "
    "Sylvar Taeris Vaelin Yllara",
    "Ael Cal Dawn Ela Fae Gale Il Lin Mor Night Sil Star Thal Wind",
    "dris ethil iar lith mane renn saen thir wen wing",
    "Ael Cal Elen Faer Gal Isil Lir Syl Tal Vael",
    "adris anor edhil enor inar ithil orien uilas",
)
DARK_ELVEN = tongue(
    "Arkhan Cyreth Dhrenar Ekrath Ghalia Hekarin Kaldrax Lhorin Maleth Nerakh Rhaesa Sivrak "
    "Tyrrak Vorlath Zhaerin",
    "Black Blood Cold Dark Dread Hate Night Pain Raze Shadow Venom",
    "blade bane edge fang heart kiss mark scar thorn whip",
    "Ash Bleak Dire Druch Ghal Hel Kar Mor Nagh Vor",
    "aketh anar dreth ghar kesh moor spire thuin",
)
DWARVEN = tongue(
    "Alrik Bardin Belgar Dorin Durak Fimbur Garil Grum Hakon Kargun Morek Norri Okri Skaldur "
    "Thrain Ulgo Varek Brunna",
    "Ale Anvil Black Boulder Copper Deep Gold Granite Grim Iron Oak Red Silver Stone",
    "axe beard belly brow fist forge hammer helm hold shield",
    "Barak Copper Deep Drunk Granite Grim Iron Karn Low Thunder",
    "dal delve fell gate hearth hold mine peak",
)
ORCISH = tongue(
    "Azgar Bagrot Borzag Drog Gashnak Gorbag Grubnash Hurk Krugg Mogrut Nazbad Ogrim Ruzgob "
    "Skab Snagrit Throgg Uglak Vorgash Zogrot",
    "Bash Bone Ear Eye Foot Gob Gut Head Iron Skull Stomp Toof",
    "basha biter chewa gouga kicka krusha masha rippa smasha stampa",
    "Bad Big Black Broken Dead Grim Mud Red Skull Stink",
    "camp crag dump fang fort gulch moor rock",
)
GREENSKIN_SMALL = tongue(
    "Bibbit Dregs Fizzik Gikkit Grotz Kribb Mikkit Nibs Noblit Pikk Rikkit Skiggle Snikkit Squib "
    "Tagget Wizzik Zibb",
    "Bog Drip Fang Itch Knee Mud Nose Pot Snot Toad Twig Wart",
    "biter licker nick picker poker puddle snatch squeak stabba wriggle",
    "Bog Dank Drip Fungus Gutter Itchy Mouldy Puddle Snot Toad",
    "bottom burrow cave ditch end hole nook shaft",
)
VERMIN = tongue(
    "Chirrik Eshkik Frikk Gnawrat Hisk Ikkit-Tik Kreesh Kritch Mirk Nikkit Queekit Rasknit Skirr "
    "Skritt Snitch Tiskar Vrisk",
    "Black Cheese Fester Gnaw Itch Pox Quick Rot Scab Sewer Tail Warp",
    "claw fang fur gnash runner scurry slink snout tail whisker",
    "Burrow Drain Filth Gnaw Murk Poison Rat Rust Sewer Under",
    "deep fall gate hole mire run sump warren",
)
REPTILE = tongue(
    "Axqui Chaqlot Cuatli Huaxa Itzpec Kolta Noctli Oxlan Pacqa Quetz Tekko Tlaxac Xaloc Xochi "
    "Yaxtl Zimoc",
    "Ax Cha Hua Itz Kro Pa Qua Te Tla Xal Yax Zo",
    "bek huatl lan mox otl quin tak tec toc zaq",
    "Chaq Hua Itz Oxo Quetz Tlan Uxm Xal Yax Zlat",
    "ahual apan axa ecan itlan otl pec uatl",
)
GRAVE = tongue(
    "Ambrose Barnabas Cuthbert Dismal Ezra Festus Gideon Hollow Ichabod Jasper Lazarus Mordecai "
    "Obadiah Percival Quillon Silas Thaddeus Wretch Agatha Prudence",
    "Bone Cold Crypt Dusk Grave Grim Mould Pale Pall Rattle Shroud Tomb",
    "bury dirge ends ford grin hollow moan shade ton worth",
    "Ash Bone Cold Crow Dusk Grim Hollow Low Mourn Yew",
    "bury cairn field gate mere mound stow yard",
)
CHAOTIC = tongue(
    "Arkus Bael Draxon Ghorth Haargrim Karn Kzorn Malgor Narvok Orghast Rauth Skarr Tchaz Urgoth "
    "Vexil Zarn",
    "Blood Brass Doom Flesh Gore Hell Pain Plague Rage Skull Soul Warp",
    "bringer cleaver drinker gore horn maw render spawn tusk weaver",
    "Black Brass Burnt Dark Doom Hell Iron Red Skull Storm",
    "altar gate gorge hold keep pit scar waste",
)
HALFLING = tongue(
    "Bertie Bramble Cob Daisy Fennel Folco Gaffer Hamfast Jolly Lily Marigold Milo Ned Olo Pip "
    "Poppy Rollo Rosie Tansy Wilf",
    "Apple Barley Butter Crumb Dumpling Gravy Honey Mutton Pickle Plum Pudding Tater",
    "bottom bough brook cheeks crust foot patch pot son thistle",
    "Apple Barley Butter Cheddar Crumb Honey Mill Nut Plum Tuck",
    "brook bury combe end field ford ham thwaite",
)
OGRISH = tongue(
    "Blagg Brug Dorf Durg Ghorm Grubb Hrugg Jork Krog Lurg Mugg Orgut Skrag Thurg Urk",
    "Big Bone Bull Fat Goat Great Gut Half Long Mountain Slab Thick",
    "belly brow chew eater fist gob jaw lump maw shin",
    "Big Bone Far Fat Goat Gut Ham Lump Mountain Rib",
    "cliff cook gorge hollow ledge pass pot stone",
)
VAMPIRIC = tongue(
    "Anatol Bogdan Carmila Dragomir Emeric Gavril Ileana Katarin Lazlo Mircea Nadja Petru Radu "
    "Sorin Vasile Viorica",
    "Basta Cristu Dra Florin Koz Lup Mora Negru Petra Rado Stra Val",
    "cescu covich goy lescu mir nescu rov scu tov vanya",
    "Bela Dra Kara Koz Lup Mora Negra Orlo Stra Vlad",
    "grad heim lova mir nova pol rovia stein",
)

TONGUES = {
    "amazon": REPTILE,
    "bretonnia": BRETONNIAN,
    "chaos-chosen": CHAOTIC,
    "chaos-dwarf": DWARVEN,
    "chaos-renegades": CHAOTIC,
    "dark-elf": DARK_ELVEN,
    "dwarf": DWARVEN,
    "elf-union": ELVEN,
    "goblin": GREENSKIN_SMALL,
    "halfling": HALFLING,
    "high-elf": ELVEN,
    "khemri": GRAVE,
    "khorne": CHAOTIC,
    "lizardmen": REPTILE,
    "necromantic": GRAVE,
    "norse": NORTHERN,
    "nurgle": CHAOTIC,
    "ogre": OGRISH,
    "orc": ORCISH,
    "pestilent-vermin": VERMIN,
    "savage-orc": ORCISH,
    "skaven": VERMIN,
    "slann": REPTILE,
    "slayer-hold": DWARVEN,
    "undead": GRAVE,
    "underworld": VERMIN,
    "vampire": VAMPIRIC,
    "wood-elf": ELVEN,
}

# What a team of each race calls itself, after the place that it comes from.
NICKNAMES = {
    "amazon": "Jaguars, Spears, Orchids, Huntresses, Vipers, Drummers, Macaws",
    "bretonnia": "Pilgrims, Lancers, Chevaliers, Falcons, Squires, Vintners, Roosters",
    "chaos-chosen": "Outcasts, Bulls, Horns, Heretics, Ruin, Tempest, Oathbreakers",
    "chaos-dwarf": "Furnaces, Hats, Bellows, Slagworks, Whips, Smelters, Cinders",
    "chaos-renegades": "Misfits, Turncoats, Strays, Leftovers, Mutineers, Odds, Runaways",
    "dark-elf": "Lashes, Thorns, Corsairs, Nightshades, Cruelty, Blades, Widows",
    "dwarf": "Anvils, Miners, Picks, Stout, Boulders, Brewers, Grudges",
    "elf-union": "Professionals, Dandies, Comets, Starlings, Swifts, Academicals, Gallants",
    "goblin": "Nuisances, Squeakers, Fireworks, Chancers, Mushrooms, Pests, Stabbers",
    "halfling": "Second Breakfast, Hotpots, Dumplings, Gaffers, Puddings, Larder, Cooks",
    "high-elf": "Princes, Phoenixes, Unicorns, Ivory, Lions, Heralds, Swans",
    "human": "Hammers, Ferrymen, Rovers, Watchmen, Wanderers, Albion, Millers",
    "human-nobility": "Signets, Landlords, Silver Spoons, Heirs, Carriages, Hounds, Crowns",
    "khemri": "Scarabs, Embalmed, Dynasty, Obelisks, Sandstorms, Jackals, Regents",
    "khorne": "Axes, Fury, Butchers, Warhounds, Red Mist, Cleavers, Carnage",
    "lizardmen": "Feathered Stars, Skyscales, Idols, Sunstones, Crests, Spawnings, Fangs",
    "necromantic": "Midnight, Moonlighters, Patchwork, Gravediggers, Howlers, Lanterns, Strays",
    "norse": "Longships, Mead, Berserks, Whalers, Axemen, Icebergs, Skalds",
    "nurgle": "Sniffles, Blight, Bubos, Compost, Coughers, Flies, Generosity",
    "ogre": "Appetite, Boulders, Bellies, Clubs, Large Portions, Stompers, Thumpers",
    "orc": "Ironjaws, Choppas, Tuskers, Mob, Headbutts, Boarboys, Ruckus",
    "pestilent-vermin": "Poxes, Censers, Festers, Scourge, Incense, Boils, Choir",
    "savage-orc": "Warpaint, Drums, Bonenoses, Stampede, Boars, Wild Lads, Tattoos",
    "skaven": "Scurriers, Gnawers, Warplights, Tails, Sneaks, Scrabblers, Nibblers",
    "slann": "Leapers, Lily Pads, Croakers, Monsoon, Bullfrogs, Springs, Tadpoles",
    "slayer-hold": "Oaths, Mohawks, Last Stand, Bare Chests, Dooms, Crests, Vows",
    "undead": "Mourners, Relics, Rattlers, Late Arrivals, Wakes, Tombstones, Pallbearers",
    "underworld": "Tunnels, Sludge, Mutants, Drainpipes, Low Lives, Leaks, Rumblers",
    "vampire": "Counts, Bats, Velvet, Nocturnes, Thirst, Castellans, Crimson",
    "wood-elf": "Acorns, Stags, Thickets, Wardens, Antlers, Evergreens, Treetops",
}


def suggest_name(race: str, seed: str, taken: Container[str] = ()) -> str:
    """A name that nobody of these has; the same seed suggests the same."""
    chance = random.Random(seed)  # noqa: S311 (a name is no secret)
    speaks = TONGUES.get(race, IMPERIAL)
    return _first_free(lambda: speaks.name(chance), taken)


def suggest_team_name(race: str, seed: str, taken: Container[str] = ()) -> str:
    """A name that no team of these has; the same seed suggests the same."""
    chance = random.Random(seed)  # noqa: S311
    speaks = TONGUES.get(race, IMPERIAL)
    names = NICKNAMES.get(race, NICKNAMES["human"]).split(", ")
    return _first_free(lambda: f"{speaks.place(chance)} {chance.choice(names)}", taken)


def suggest_kits(seed: str) -> tuple[str, str]:
    """A shirt and a trim that is seen on it; the same seed suggests the same."""
    chance = random.Random(seed)  # noqa: S311
    shirt = chance.choice([*KITS])
    trims = [kit for kit in KITS if contrast(shirt, kit) >= LEAST_CONTRAST]
    return shirt, chance.choice(trims)


def _first_free(suggest: Callable[[], str], taken: Container[str]) -> str:
    name = suggest()
    for _ in range(MOST_TRIES):
        if name not in taken:
            break
        name = suggest()
    return name
