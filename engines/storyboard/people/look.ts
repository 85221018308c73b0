import { diceOf } from '#screenplay/dice.ts';

/** Known facts about a character: the card, or only the name in the script. */
export interface CastMember {
  name: string;
  age?: number | null | undefined;
  role?: string | null | undefined;
  description?: string | null | undefined;
}

export type LifeStage = 'baby' | 'child' | 'teen' | 'grown' | 'old';
export type Kind = 'human' | 'robot' | 'dog' | 'cat' | 'horse' | 'bird';
export type Build = 'slim' | 'medium' | 'broad';
export type HairCut = 'bald' | 'cropped' | 'parted' | 'curly' | 'bob' | 'long' | 'ponytail' | 'bun';
export type Garment = 'coat' | 'jacket' | 'shirt' | 'jumper' | 'dress' | 'uniform' | 'suit' | 'robe' | 'vest';
export type Headgear = 'none' | 'hat' | 'cap' | 'hood' | 'helmet' | 'crown' | 'scarf';

/**
 * Look of a person in every picture, on the portrait as well as in frames. Colours have the form
 * "#RRGGBB".
 */
export interface PersonLook {
  kind: Kind;
  years: LifeStage;
  woman: boolean;
  build: Build;
  /** Height relative to an adult. */
  height: number;
  skin: string;
  hair: HairCut;
  hairColour: string;
  headgear: Headgear;
  garment: Garment;
  top: string;
  bottom: string;
  beard: boolean;
  glasses: boolean;
  /** Colour of the scarf, or null. */
  scarf: string | null;
}

/** Skin colours from light to dark. */
export const skins = ['#F3D2B6', '#E5B48E', '#CF9A70', '#B07C52', '#8A5A38', '#5E3B26'] as const;

export const hairColours = {
  black: '#1F1B1A',
  brown: '#4E3524',
  fair: '#CFA862',
  red: '#A04C26',
  grey: '#A7A59F',
  white: '#DDD9D0',
} as const;

/** Colours for colour words, muted as fabrics in a storyboard. */
export const cloths: readonly (readonly [RegExp, string])[] = [
  [/\b(?:scarlet|crimson|red|blood[- ]red)\b/, '#A83A2B'],
  [/\b(?:burgundy|maroon|wine)\b/, '#6E2731'],
  [/\b(?:orange|rust)\b/, '#C26A2E'],
  [/\b(?:yellow|mustard|gold(?:en)?)\b/, '#D2A63C'],
  [/\b(?:olive|khaki)\b/, '#7A7748'],
  [/\b(?:green|emerald)\b/, '#4F7A54'],
  [/\b(?:turquoise|teal)\b/, '#3E7F80'],
  [/\b(?:navy|dark[- ]blue)\b/, '#2B3D5B'],
  [/\b(?:blue|denim)\b/, '#47709A'],
  [/\b(?:purple|violet|lilac)\b/, '#6D5285'],
  [/\bpink\b/, '#CE8C95'],
  [/\b(?:brown|tan|leather)\b/, '#7A5839'],
  [/\b(?:beige|cream|camel|sand)\b/, '#CDB58E'],
  [/\b(?:white|ivory)\b/, '#ECE6D8'],
  [/\b(?:grey|gray|silver)\b/, '#85888A'],
  [/\b(?:black|dark)\b/, '#2E2F35'],
];

const defaultTops = [
  '#5A6B7E',
  '#8A5A44',
  '#6F7A5A',
  '#A0703F',
  '#7C5566',
  '#44636A',
  '#B09166',
  '#8C3F35',
] as const;
const defaultBottoms = ['#3B4252', '#4A3F38', '#54564C', '#2F3438', '#6B5D4B'] as const;

/** Matches negated features, which are then ignored. */
const without =
  /\b(?:no|not|without|never wears)\s+(?:an?\s+|any\s+)?(?:beard|moustache|mustache|stubble|glasses|spectacles|hat|cap|hood|scarf|uniform)\b/g;

const womanWords =
  /\b(?:she|her|hers|woman|women|girl|lady|mother|mum|mom|daughter|sister|wife|aunt|niece|queen|princess|actress|waitress|widow|grandmother|grandma|bride|nun|female|mrs|ms|miss|hostess|girlfriend)\b/;
const manWords =
  /\b(?:he|him|his|man|men|boy|guy|father|dad|son|brother|husband|uncle|nephew|king|prince|waiter|widower|grandfather|grandpa|groom|monk|priest|male|mr|sir|boyfriend|gentleman)\b/;

/**
 * Return the look that a card describes. Missing features are derived from the name, always in the
 * same way.
 */
export function lookOf(member: CastMember): PersonLook {
  const name = member.name.slice(0, 200).trim();
  const cardText = `${name} ${member.role ?? ''} ${member.description ?? ''}`
    .slice(0, 6000)
    .toLowerCase()
    .replace(/\s+/g, ' ');
  const text = cardText.replace(without, ' ');
  const says = (pattern: RegExp) => pattern.test(text);
  const dice = (what: string) => diceOf(`${name.toUpperCase()}/look/${what}`);
  const years = yearsOf(member.age ?? ageIn(text), text);
  const woman = isWoman(name, text, dice('woman').chance(0.5));
  const isSmall = years === 'baby' || years === 'child';
  const garment = garmentOf(text, woman, dice('garment').next(), isSmall);
  const headgear = headgearOf(text);
  const skin = skinOf(text, dice('skin').whole(0, skins.length - 1));
  const isDark = skins.indexOf(skin as (typeof skins)[number]) >= 3;
  const [top, bottom] = clothesColours(
    text,
    garment,
    dice('top').pick(defaultTops),
    dice('bottom').pick(defaultBottoms),
  );
  return {
    kind: kindOf(text),
    years,
    woman,
    build: says(
      /\b(?:fat|heavy|heavyset|stocky|broad|burly|big|huge|large|overweight|round|stout|muscular|beefy|hulking|plump|portly)\b/,
    )
      ? 'broad'
      : says(/\b(?:slim|thin|slender|skinny|lean|gaunt|lanky|wiry|slight|petite|willowy|bony)\b/)
        ? 'slim'
        : dice('build').pick(['slim', 'medium', 'medium', 'broad'] as const),
    height: heightOf(years, says, dice('height').between(-0.03, 0.03)),
    skin,
    hair: hairOf(text, woman, years, dice('hair').next()),
    // Fair hair with dark skin appears only if the card says so.
    hairColour: hairColourOf(text, years, dice('hairColour').next() * (isDark ? 0.7 : 1)),
    headgear,
    garment,
    top,
    bottom,
    beard:
      says(/\b(?:beard|bearded|moustache|mustache|stubble|goatee|whiskers)\b/) ||
      (!woman &&
        (years === 'grown' || years === 'old') &&
        /\b(?:he|him|man|captain|king)\b/.test(text) &&
        !/\bclean[ -]?shaven|beardless\b/.test(cardText) &&
        !without.test(cardText) &&
        dice('beard').chance(0.3)),
    glasses:
      says(/\b(?:glasses|spectacles|bespectacled|sunglasses|shades)\b/) ||
      (!/\b(?:glasses|spectacles)\b/.test(cardText) && !isSmall && dice('glasses').chance(0.1)),
    scarf: says(/\bscarf\b/) ? (colourNear(text, /scarf/) ?? '#B8432A') : null,
  };
}

// First names with a clear gender, used if the card has no word for it.
const womenNames = new Set(
  `alice amanda amy andrea angela angie anna ann anne annie audrey barbara becky beth betty bella brenda carla carol caroline catherine charlotte chloe christina cindy claire clara daisy debbie deborah diana diane donna dorothy edith eleanor elena eliza elizabeth ella ellen emily emma erica esther eva eve evelyn fiona florence frances gloria grace hannah heather helen holly ines ingrid irene isabel isabella jane janet jean jennifer jenny jessica joan josephine joyce judith judy julia julie karen kate katherine katrina kathleen kathy katie kelly kim laura lauren leah linda lisa liz lizzie lola lucy lily louise maggie margaret maria marie martha mary maya megan melissa mia michelle miranda molly monica nancy natalie natasha nicole nina nora olivia pamela patricia paula penny phoebe rachel rebecca rita rosa rose roxanne ruby ruth sally samantha sandra sara sarah sharon silvia simone sofia sonia sophia sophie stella stephanie susan susie suzanne sylvia tanya teresa tina tracy ursula valerie vanessa vera veronica victoria violet virginia wendy yvonne zoe mara`.split(
    ' ',
  ),
);
const menNames = new Set(
  `aaron adam adrian al alan albert alexander alfred andrew andy anthony arnold arthur barry ben benjamin bernard bill billy bob bobby brad brian brick bruce bryan carl charles charlie chris christopher chuck clark craig daniel danny dan dave david dean dennis derek don donald doug douglas earl ed eddie edgar edmund edward edwin eric ernest felix frank franklin fred freddie gary george gerald glenn gordon graham greg gregory gus hank harold harry harvey henry herbert howard hugo ian isaac ivan jack jacob jake james jason jeff jeffrey jeremy jerry jim jimmy joe joel joey john johnny jonathan joseph joshua juan justin karl keith ken kenneth kevin kyle larry lawrence leo leonard lewis louis lucas luke marcus mark martin marty marvin matt matthew max michael mike mitch nathan nathaniel ned neil nicholas nick noah norman oliver oscar otto owen patrick paul pete peter phil philip ralph ray raymond rex richard rick robert robin roger ron ronald ross roy russell ryan sam samuel scott sean sebastian seth simon stan stanley stephen steve steven stuart ted terry theodore thomas tim timothy toby tobias tom tommy tony travis vernon victor vincent walter warren wayne will william zack baxter`.split(
    ' ',
  ),
);

/** Decide by the words of the card, else by the first name, else by `falls`. */
function isWoman(name: string, text: string, fallback: boolean): boolean {
  if (womanWords.test(text)) return true;
  if (manWords.test(text)) return false;
  const first = /\p{L}+/u.exec(name.toLowerCase())?.[0] ?? '';
  return womenNames.has(first) || (fallback && !menNames.has(first));
}

function kindOf(text: string): Kind {
  if (/\b(?:robots?|androids?|droids?|cyborgs?|automatons?|mechs?|machine man)\b/.test(text)) return 'robot';
  // Matches a character who is an animal, by name or description, but not an owner of one.
  const animal =
    /^(?:the |a |an |old |little )?(?:\w+ )?(dogs?|hound|puppy|wolf|cats?|kitten|horse|pony|mare|stallion|bird|crow|raven|parrot|owl|gull)\b|\b(?:is|as) an? (?:\w+ ){0,3}(dog|hound|puppy|terrier|labrador|wolf|cat|kitten|horse|pony|bird|crow|raven|parrot|owl)\b|^\S+ an? (?:\w+ ){0,3}(dog|hound|puppy|terrier|labrador|wolf|cat|kitten|horse|pony|bird|crow|raven|parrot|owl)\b|\b(?:family|guide|guard|stray|pet) (dog|cat)\b/.exec(
      text,
    );
  const found = animal?.slice(1).find((word) => word !== undefined);
  if (found === undefined) return 'human';
  if (/^(?:dog|hound|pup|terrier|labrador|wolf)/.test(found)) return 'dog';
  if (/^(?:cat|kitten)/.test(found)) return 'cat';
  if (/^(?:horse|pony|mare|stallion)/.test(found)) return 'horse';
  return 'bird';
}

/** Parse the age in a text: "(40s)", "aged 9". Null if there is none. */
function ageIn(text: string): number | null {
  const match =
    /\b(?:age[d]?:? ?|\()(\d{1,2})(?:s|['’]s)?\b|\b(\d{1,2})[- ]year[- ]old\b|\b(?:early|mid|late)[- ](\d0)s\b/.exec(
      text,
    );
  const age = match?.slice(1).find((part) => part !== undefined);
  if (age !== undefined) return Number(age);
  return null;
}

function yearsOf(age: number | null, text: string): LifeStage {
  if (age !== null)
    return age < 3 ? 'baby' : age < 13 ? 'child' : age < 19 ? 'teen' : age < 62 ? 'grown' : 'old';
  if (/\b(?:baby|infant|newborn|toddler)\b/.test(text)) return 'baby';
  if (
    /\b(?:child|kid|little (?:girl|boy|one)|small (?:girl|boy)|schoolgirl|schoolboy|(?<!(?:stable|cow|delivery|pool|bus) ?)boy|girl(?! ?friend)|young (?:girl|boy))\b/.test(
      text,
    )
  )
    return 'child';
  if (/\b(?:teen|teenage|teenager|adolescent|youth)\b/.test(text)) return 'teen';
  if (
    /\b(?:old (?:man|woman|lady)|elderly|aged|ancient|grandmother|grandfather|grandma|grandpa|granny|senior|pensioner|wizened)\b/.test(
      text,
    )
  )
    return 'old';
  return 'grown';
}

function heightOf(years: LifeStage, says: (pattern: RegExp) => boolean, off: number): number {
  const average = { baby: 0.42, child: 0.68, teen: 0.92, grown: 1, old: 0.96 }[years];
  const deviation = says(/\b(?:tall|towering|giant|lanky|six foot)\b/)
    ? 0.07
    : says(/\b(?:short (?:man|woman)|tiny|small|petite|dwarf)\b/)
      ? -0.08
      : off;
  return average + deviation * average;
}

function skinOf(text: string, fall: number): string {
  const at =
    /\b(?:black (?:man|woman|boy|girl|kid|guy)|dark[- ]skinned|african(?:[- ]american)?|nigerian|kenyan|jamaican|ethiopian|ghanaian)\b/.test(
      text,
    )
      ? 4 + (fall % 2)
      : /\b(?:brown[- ]skinned|indian|pakistani|latin[ao]|hispanic|mexican|arab|egyptian|moroccan|turkish|persian|brazilian|filipin[ao]|polynesian)\b/.test(
            text,
          )
        ? 2 + (fall % 2)
        : /\b(?:pale|fair[- ]skinned|freckle[ds]?|ginger|ghostly|white (?:man|woman|guy)|scandinavian|irish)\b/.test(
              text,
            )
          ? 0
          : /\b(?:asian|chinese|japanese|korean|vietnamese|tanned|tan skin|sunburnt|mediterranean|italian|greek|spanish)\b/.test(
                text,
              )
            ? 1
            : fall;
  return skins[at] ?? skins[1];
}

function hairOf(text: string, woman: boolean, years: LifeStage, fall: number): HairCut {
  if (years === 'baby') return 'cropped';
  if (/\b(?:bald|shaven head|hairless|shaved head)\b/.test(text)) return 'bald';
  if (/\b(?:curly|curls|afro|frizzy|dreadlocks)\b/.test(text)) return 'curly';
  if (/\bbun\b/.test(text)) return 'bun';
  if (/\b(?:ponytail|braids?|pigtails?|plaits?)\b/.test(text)) return 'ponytail';
  if (/\bchin-length\b/.test(text)) return 'bob';
  if (/\bparting\b|\bparted hair\b/.test(text)) return 'parted';
  if (/\b(?:long|flowing)(?:,? \w+){0,2}[ -]hair(?:ed)?\b/.test(text)) return 'long';
  if (/\b(?:short|cropped|crew[- ]cut|buzz)(?:,? \w+){0,2}[ -](?:hair|cut)/.test(text)) return 'cropped';
  const cuts: readonly HairCut[] = woman
    ? ['bob', 'long', 'bun', 'ponytail', 'curly', 'long']
    : [
        'cropped',
        'parted',
        'curly',
        'cropped',
        'parted',
        years === 'grown' || years === 'old' ? 'bald' : 'cropped',
      ];
  return cuts[Math.floor(fall * cuts.length)] ?? 'cropped';
}

function hairColourOf(text: string, years: LifeStage, fall: number): string {
  if (/\b(?:white|silver)(?:,? \w+){0,2}[ -]?(?:hair|haired|beard)/.test(text)) return hairColours.white;
  if (/\b(?:gr[ae]y|greying|graying)(?:,? \w+){0,2}[ -]?(?:hair|haired|beard)/.test(text))
    return hairColours.grey;
  if (/\b(?:blonde?|fair[ -]hair)/.test(text)) return hairColours.fair;
  if (/\b(?:red[ -]?hair|redhead|ginger|auburn)/.test(text)) return hairColours.red;
  if (/\bblack(?:,? \w+){0,2}[ -]?hair/.test(text)) return hairColours.black;
  if (/\b(?:dark|brown)(?:,? \w+){0,2}[ -]?hair|brunette/.test(text)) return hairColours.brown;
  if (years === 'old') return fall < 0.5 ? hairColours.grey : hairColours.white;
  return fall < 0.4
    ? hairColours.brown
    : fall < 0.75
      ? hairColours.black
      : fall < 0.9
        ? hairColours.fair
        : hairColours.red;
}

function headgearOf(text: string): Headgear {
  if (/\b(?:hood|hoodie|hooded|cloaked)\b/.test(text)) return 'hood';
  if (/\b(?:helmet|knight|firefighter|fireman|astronaut|stormtrooper|biker)\b/.test(text)) return 'helmet';
  if (/\b(?:crown|king|queen)\b/.test(text)) return 'crown';
  if (/\b(?:headscarf|hijab|nun|veil)\b/.test(text)) return 'scarf';
  if (
    /\b(?:captain|officer|police(?:man|woman)?|cop|sailor|pilot|guard|cap|conductor|chauffeur|soldier|sergeant|private)\b/.test(
      text,
    )
  )
    return 'cap';
  if (/\b(?:hat|fedora|detective|cowboy|sheriff|stetson|bonnet|top hat)\b/.test(text)) return 'hat';
  return 'none';
}

function garmentOf(text: string, woman: boolean, fall: number, isSmall: boolean): Garment {
  if (
    /\b(?:uniform|captain|officer|police(?:man|woman)?|cop|soldier|sailor|pilot|guard|nurse|sergeant|general|marine)\b/.test(
      text,
    )
  )
    return 'uniform';
  if (/\b(?:suit|tie|tuxedo|lawyer|banker|executive|politician|businessman|businesswoman|agent)\b/.test(text))
    return 'suit';
  if (/\b(?:robe|cloak|monk|priest|nun|wizard|judge|gown of|cassock|bathrobe|kimono)\b/.test(text))
    return 'robe';
  if (/\b(?:dress|gown|skirt|sundress|sari)\b/.test(text)) return 'dress';
  if (
    /\b(?:(?:over|rain|trench|winter|lab|white )?coat|trench|oilskins?|parka|doctor|scientist)\b/.test(text)
  )
    return 'coat';
  if (/\b(?:jacket|blazer|leather|hoodie|anorak)\b/.test(text)) return 'jacket';
  if (/\b(?:vest|waistcoat|overalls|apron|bartender|mechanic)\b/.test(text)) return 'vest';
  if (/\b(?:jumper|sweater|pullover|cardigan|jersey|sweatshirt)\b/.test(text)) return 'jumper';
  if (/\b(?:shirt|t-shirt|tee|blouse|top)\b/.test(text)) return 'shirt';
  const choices: readonly Garment[] = isSmall
    ? woman
      ? ['dress', 'shirt', 'jumper']
      : ['shirt', 'jumper']
    : woman
      ? ['dress', 'coat', 'jumper', 'shirt', 'jacket']
      : ['jacket', 'shirt', 'coat', 'jumper', 'suit'];
  return choices[Math.floor(fall * choices.length)] ?? 'shirt';
}

const topWords =
  /coat|jacket|shirt|t-shirt|blouse|jumper|sweater|dress|gown|uniform|suit|robe|cloak|hoodie|cardigan|top|oilskins?|parka|vest/;
const bottomWords = /trousers|jeans|pants|skirt|shorts|slacks/;

/** Return the colour before a garment's word: "a long red coat". */
export function colourNear(text: string, garment: RegExp): string | null {
  const words = new RegExp(`((?:[a-z-]+,? ){0,3})(?:${garment.source})\\b`, 'g');
  for (const [, before = ''] of text.matchAll(words)) {
    const found = cloths.find(([word]) => word.test(before));
    if (found) return found[1];
  }
  return null;
}

function clothesColours(
  text: string,
  garment: Garment,
  defaultTop: string,
  defaultBottom: string,
): [string, string] {
  const namedColour = colourNear(text, topWords);
  const typicalColours: Partial<Record<Garment, string>> = {
    uniform: /\bnurse\b/.test(text)
      ? '#DDE6E6'
      : /\bsoldier|sergeant|marine|army\b/.test(text)
        ? '#6B6C48'
        : '#2B3D5B',
    suit: '#3A3F4A',
    ...(/\b(?:doctor|scientist|lab coat)\b/.test(text) && { coat: '#E4E2D8' }),
    ...(/\boilskins?\b/.test(text) && { coat: '#D2A63C' }),
    ...(/\b(?:priest|nun|monk|judge)\b/.test(text) && { robe: '#33302F' }),
  };
  const top = namedColour ?? typicalColours[garment] ?? defaultTop;
  const bottom =
    colourNear(text, bottomWords) ?? (garment === 'suit' || garment === 'uniform' ? top : defaultBottom);
  return [top, bottom];
}
