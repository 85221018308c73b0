import { genderInText, type PersonGender } from '#screenplay/facts/gender.ts';
import { genderInName } from './givenNames.ts';
import { type AgeGroup, meaningfulWords } from './voiceTraits.ts';

/** A character as input for casting. */
export interface CastPerson {
  id: number;
  name: string;
  /** "" if there is none; likewise the description. */
  role: string;
  description: string;
  age: number | null;
}

/** Traits that a voice should have. */
export interface PersonTraits {
  gender: 'female' | 'male' | null;
  /** Whether the gender follows only from a given name. */
  isGuess: boolean;
  age: AgeGroup | null;
  accent: string | null;
  /** Words for the sound of the voice, in lower case. */
  words: ReadonlySet<string>;
}

const genders = { woman: 'female', man: 'male' } as const satisfies Record<PersonGender, string>;

export function personTraits(person: CastPerson): PersonTraits {
  const { name, role, description, age } = person;
  const text = `${role}\n${description}`;
  const byText = genderInText(text);
  const byName = byText === null ? (genderInName(role) ?? genderInName(name)) : null;
  const sex = byText ?? byName?.sex ?? null;
  const words = meaningfulWords(text);
  return {
    gender: sex && genders[sex],
    isGuess: byName?.isGuess ?? false,
    age: age === null ? ageInWords(text, name) : ageOfYears(age),
    accent: accentIn(text),
    words: new Set([...words, ...words.flatMap((word) => soundsLike.get(word) ?? [])]),
  };
}

function ageOfYears(years: number): AgeGroup {
  if (years < 32) return 'young';
  return years < 58 ? 'middle_aged' : 'old';
}

function ageInWords(traits: string, name: string): AgeGroup | null {
  const text = `${traits} ${name}`;
  if (/\b(?:old|elderly|aged|ancient|grand(?:mother|father|ma|pa|ad)|retired|pensioner|nana)\b/i.test(text))
    return 'old';
  if (/\b(?:middle[- ]aged|forties|fifties)\b/i.test(text)) return 'middle_aged';
  if (/\b(?:young|boy|girl|kid|child|teen\w*|student|baby|twenties|little)\b/i.test(text)) return 'young';
  return null;
}

const accents: readonly [string, RegExp][] = [
  ['american', /\b(?:american|texan|new yorker|californian|southern belle)\b/i],
  ['british', /\b(?:british|english(?:man|woman)|cockney|londoner)\b/i],
  ['australian', /\b(?:australian|aussie)\b/i],
  ['irish', /\b(?:irish\w*|dubliner)\b/i],
  ['scottish', /\b(?:scottish|scots\w*|glaswegian)\b/i],
  ['south_african', /\bsouth african\b/i],
];

function accentIn(text: string): string | null {
  return accents.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}

/** Compare accents: "South African" and "south_african" are equal. */
export function isAccent(wanted: string, accent: string): boolean {
  return accent.toLowerCase().replace(/[ -]/g, '_').includes(wanted);
}

/** Voice words that an occupation or character suggests, as voice libraries use them. */
const soundsLike = new Map<string, string[]>(
  (
    [
      [
        'captain chief officer general colonel sergeant judge boss commander detective',
        'deep authoritative confident strong mature',
      ],
      ['nurse mother teacher kind gentle caring grandmother priest', 'warm soft gentle calm'],
      [
        'engineer mechanic sailor miner trucker smoker drinker fisherman soldier',
        'rough gravelly gruff raspy husky low',
      ],
      ['child boy girl kid teenager', 'childlike childish bright high light'],
      ['villain killer thief crook menacing cruel threatening', 'dark cold deep intense crisp'],
      ['doctor lawyer professor scientist journalist', 'clear calm measured articulate professional'],
      ['nervous anxious shy timid', 'soft breathy light'],
      ['comedian salesman clown funny cheerful host', 'bright lively energetic upbeat'],
      ['narrator storyteller', 'narration narrative measured warm'],
    ] as const
  ).flatMap(([natures, sounds]) => natures.split(' ').map((nature) => [nature, sounds.split(' ')] as const)),
);
