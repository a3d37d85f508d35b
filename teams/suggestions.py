"""Names for players whose coach has not thought of one, in each race's tongue."""

import random
from collections.abc import Container, Sequence
from dataclasses import dataclass

MOST_TRIES = 50


@dataclass(frozen=True, slots=True)
class Tongue:
    """How a people's names are put together: first names, and two halves of a second one."""

    first: Sequence[str]
    second: Sequence[str]
    ending: Sequence[str]

    def name(self, chance: random.Random) -> str:
        family = chance.choice(self.second) + chance.choice(self.ending)
        return f"{chance.choice(self.first)} {family}"


def tongue(first: str, second: str, ending: str) -> Tongue:
    return Tongue(first.split(), second.split(), ending.split())


IMPERIAL = tongue(
    "Albrecht Bruno Dieter Emil Falk Gunther Hagen Heinz Jobst Karl Konrad Lothar Markus Otto "
    "Rainer Ruprecht Stefan Till Ulrich Volker Wendel Wolf Ursula Gerda Hilde Magda",
    "Acker Berg Brand Dorn Eisen Feld Grau Hammer Holz Kessel Krug Muhl Rot Stein Wald Wester",
    "mann hauser bach ner hof stein brandt feld meyer burger",
)
BRETONNIAN = tongue(
    "Aimery Baudoin Clovis Denis Etienne Fulk Gaston Guillaume Henri Jules Lucien Marcel Odo "
    "Perrin Raoul Thibault Yves Blanche Isolde",
    "Beau Clair Cour Fon Gris Haut Mont Or Roche Sau Val Ver",
    "mont celles fleur gard lac val court champ tour ville",
)
NORTHERN = tongue(
    "Arne Bjarni Egil Einar Finn Gorm Halvar Ivar Ketil Knut Leif Njal Orm Ragnvald Sigurd "
    "Snorri Sven Toke Ulf Vidar Astrid Gudrun",
    "Blod Eld Fjell Grim Hard Is Jern Kald Lang Rod Skog Storm Ulv",
    "son skjegg tann hand oye bein gar vik",
)
ELVEN = tongue(
    "Aelir Caelan Daeril Elathen Faenor Galorin Iselle Kaelith Lorien Maelis Naerith Oriel "
    "Sylvar Taeris Vaelin Yllara",
    "Ael Cal Dawn Ela Fae Gale Il Lin Mor Night Sil Star Thal Wind",
    "dris ethil iar lith mane renn saen thir wen wing",
)
DARK_ELVEN = tongue(
    "Arkhan Cyreth Dhrenar Ekrath Ghalia Hekarin Kaldrax Lhorin Maleth Nerakh Rhaesa Sivrak "
    "Tyrrak Vorlath Zhaerin",
    "Black Blood Cold Dark Dread Hate Night Pain Raze Shadow Venom",
    "blade bane edge fang heart kiss mark scar thorn whip",
)
DWARVEN = tongue(
    "Alrik Bardin Belgar Dorin Durak Fimbur Garil Grum Hakon Kargun Morek Norri Okri Skaldur "
    "Thrain Ulgo Varek Brunna",
    "Ale Anvil Black Boulder Copper Deep Gold Granite Grim Iron Oak Red Silver Stone",
    "axe beard belly brow fist forge hammer helm hold shield",
)
ORCISH = tongue(
    "Azgar Bagrot Borzag Drog Gashnak Gorbag Grubnash Hurk Krugg Mogrut Nazbad Ogrim Ruzgob "
    "Skab Snagrit Throgg Uglak Vorgash Zogrot",
    "Bash Bone Ear Eye Foot Gob Gut Head Iron Skull Stomp Toof",
    "basha biter chewa gouga kicka krusha masha rippa smasha stampa",
)
GREENSKIN_SMALL = tongue(
    "Bibbit Dregs Fizzik Gikkit Grotz Kribb Mikkit Nibs Noblit Pikk Rikkit Skiggle Snikkit Squib "
    "Tagget Wizzik Zibb",
    "Bog Drip Fang Itch Knee Mud Nose Pot Snot Toad Twig Wart",
    "biter licker nick picker poker puddle snatch squeak stabba wriggle",
)
VERMIN = tongue(
    "Chirrik Eshkik Frikk Gnawrat Hisk Ikkit-Tik Kreesh Kritch Mirk Nikkit Queekit Rasknit Skirr "
    "Skritt Snitch Tiskar Vrisk",
    "Black Cheese Fester Gnaw Itch Pox Quick Rot Scab Sewer Tail Warp",
    "claw fang fur gnash runner scurry slink snout tail whisker",
)
REPTILE = tongue(
    "Axqui Chaqlot Cuatli Huaxa Itzpec Kolta Noctli Oxlan Pacqa Quetz Tekko Tlaxac Xaloc Xochi "
    "Yaxtl Zimoc",
    "Ax Cha Hua Itz Kro Pa Qua Te Tla Xal Yax Zo",
    "bek huatl lan mox otl quin tak tec toc zaq",
)
GRAVE = tongue(
    "Ambrose Barnabas Cuthbert Dismal Ezra Festus Gideon Hollow Ichabod Jasper Lazarus Mordecai "
    "Obadiah Percival Quillon Silas Thaddeus Wretch Agatha Prudence",
    "Bone Cold Crypt Dusk Grave Grim Mould Pale Pall Rattle Shroud Tomb",
    "bury dirge ends ford grin hollow moan shade ton worth",
)
CHAOTIC = tongue(
    "Arkus Bael Draxon Ghorth Haargrim Karn Kzorn Malgor Narvok Orghast Rauth Skarr Tchaz Urgoth "
    "Vexil Zarn",
    "Blood Brass Doom Flesh Gore Hell Pain Plague Rage Skull Soul Warp",
    "bringer cleaver drinker gore horn maw render spawn tusk weaver",
)
HALFLING = tongue(
    "Bertie Bramble Cob Daisy Fennel Folco Gaffer Hamfast Jolly Lily Marigold Milo Ned Olo Pip "
    "Poppy Rollo Rosie Tansy Wilf",
    "Apple Barley Butter Crumb Dumpling Gravy Honey Mutton Pickle Plum Pudding Tater",
    "bottom bough brook cheeks crust foot patch pot son thistle",
)
OGRISH = tongue(
    "Blagg Brug Dorf Durg Ghorm Grubb Hrugg Jork Krog Lurg Mugg Orgut Skrag Thurg Urk",
    "Big Bone Bull Fat Goat Great Gut Half Long Mountain Slab Thick",
    "belly brow chew eater fist gob jaw lump maw shin",
)
VAMPIRIC = tongue(
    "Anatol Bogdan Carmila Dragomir Emeric Gavril Ileana Katarin Lazlo Mircea Nadja Petru Radu "
    "Sorin Vasile Viorica",
    "Basta Cristu Dra Florin Koz Lup Mora Negru Petra Rado Stra Val",
    "cescu covich goy lescu mir nescu rov scu tov vanya",
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


def suggest_name(race: str, seed: str, taken: Container[str] = ()) -> str:
    """A name that nobody of these has; the same seed suggests the same."""
    chance = random.Random(seed)  # noqa: S311 (a name is no secret)
    speaks = TONGUES.get(race, IMPERIAL)
    name = speaks.name(chance)
    for _ in range(MOST_TRIES):
        if name not in taken:
            break
        name = speaks.name(chance)
    return name
