import { listed } from '#screenplay/facts/prose.ts';
import type { VoiceFigures } from '#screenplay/facts/voice.ts';
import {
  type DescriptionFacts,
  nameAndRole,
  personOf,
  quoteWithin,
  sentencesWithin,
  type Years,
} from './person.ts';

/** Describe a voice from the character's card and dialogue. */
export function voiceFor(facts: DescriptionFacts, limit: number): string {
  const person = personOf(facts);
  const words = `${facts.role}\n${facts.description}\n${facts.introduction}`.slice(0, 12_000);
  const traits = sounds.filter(([pattern]) => pattern.test(words)).map(([, trait]) => trait);
  const accent = accents.exec(words)?.[0];
  const picture = quoteWithin(facts.description, 220);
  return sentencesWithin(limit, [
    `${nameAndRole(facts)} speaks with the voice of ${person.phrase}.`,
    `The timbre is ${timbres[person.years]}.`,
    traits.length === 0 ? '' : `It sounds ${listed(traits.slice(0, 3))}.`,
    manners[facts.characterType],
    accent ? `The accent is ${accentName(accent)}, and light enough to follow at once.` : '',
    facts.voice ? speechInWords(facts.voice) : '',
    picture && `The voice belongs to this picture: ${picture}`,
  ]);
}

const timbres: Record<Years, string> = {
  baby: 'high and bright, with more sound than words',
  child: 'high and bright, a little short of breath',
  teen: 'light and quick, not quite settled yet',
  young: 'clear and flexible',
  middle: 'settled and of medium depth, with some grain',
  mature: 'low and grained, with weight behind every word',
  old: 'thin at the edges, with long breaths between the phrases',
  grown: 'settled and of medium depth',
};

const manners: Record<DescriptionFacts['characterType'], string> = {
  protagonist: 'The delivery is warm and close, so that an audience stays with it for a whole film.',
  antagonist: 'The delivery is controlled and cool, with the pressure held just below the surface.',
  supporting: 'The delivery is plain, with a colour that is known again after one line.',
};

/** Pattern in the character's description → sound of the voice, as the end of "It sounds …". */
const sounds: readonly [RegExp, string][] = [
  [/\b(?:tired|weary|exhausted|worn|sleepless)\b/i, 'tired at the ends of its sentences'],
  [/\b(?:nervous|anxious|afraid|fearful|jumpy|worried|timid)\b/i, 'hurried'],
  [/\b(?:angry|furious|violent|ruthless|brutal|cruel|bitter)\b/i, 'hard in the consonants'],
  [/\b(?:kind|gentle|warm|tender|motherly|fatherly|caring|soft)\b/i, 'soft at the edges'],
  [
    /\b(?:captain|officer|sergeant|commander|general|boss|chief|sheriff|judge|coach)\b/i,
    'used to giving orders',
  ],
  [/\b(?:quiet|shy|reserved|silent|lonely|withdrawn)\b/i, 'quiet'],
  [/\b(?:funny|witty|sarcastic|dry|ironic|joker|comedian|sardonic)\b/i, 'dry'],
  [/\b(?:ill|sick|smok\w+|whisky|whiskey|drunk|drinks|drinker|hoarse|husky)\b/i, 'husky'],
  [/\b(?:rich|noble|elegant|proud|aristocrat\w*|lady|lord|diplomat)\b/i, 'polished'],
  [
    /\b(?:scientist|doctor|professor|lawyer|teacher|engineer|precise|counts|clever|accountant|clerk)\b/i,
    'precise in every syllable',
  ],
  [/\b(?:cheerful|lively|eager|enthusiastic|young at heart|optimist\w*)\b/i, 'ready to laugh'],
  [/\b(?:sad|grieving|mourning|widow\w*|melancholy|broken|haunted)\b/i, 'as if something were held back'],
  [/\b(?:charming|seductive|smooth|con ?man|salesman|politician)\b/i, 'a little too smooth'],
];

const accents =
  /\b(?:scottish|irish|welsh|english|british|american|texan|southern|australian|canadian|french|german|austrian|swiss|italian|spanish|mexican|portuguese|brazilian|russian|ukrainian|polish|swedish|norwegian|danish|dutch|finnish|icelandic|indian|pakistani|chinese|japanese|korean|nigerian|jamaican|turkish|greek|cockney)\b/i;

function accentName(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();
}

/** Describe how the character speaks in the script, as directions for a speaker. */
function speechInWords({ wordsPerSpeech, questions, exclamations, refusals }: VoiceFigures): string {
  const words = Math.max(1, Math.round(wordsPerSpeech));
  const length =
    words <= 6 ? 'very short' : words <= 14 ? 'short' : words <= 30 ? 'of medium length' : 'long';
  const pace = words <= 14 ? 'so every word counts' : words <= 30 ? 'at an even pace' : 'and need breath';
  const habits: string[] = [];
  const add = (share: number, least: number, what: string) => {
    if (share < least) return;
    habits.push(`${shareInWords(share)} of ${habits.length === 0 ? 'the sentences' : 'them'} ${what}`);
  };
  add(questions, 0.2, 'ask, so the melody often rises');
  add(exclamations, 0.15, 'are cries, so there is power in reserve');
  add(refusals, 0.25, 'deny or refuse, so they land hard');
  const sentence = `In the script the speeches are ${length}, about ${words} ${words === 1 ? 'word' : 'words'} each, ${pace}`;
  return `${[sentence, ...habits].join('; ')}.`;
}

function shareInWords(share: number): string {
  if (share >= 0.9) return 'nearly all';
  if (share >= 0.6) return 'most';
  if (share >= 0.4) return 'about half';
  return share >= 0.28 ? 'about a third' : 'about a fifth';
}
