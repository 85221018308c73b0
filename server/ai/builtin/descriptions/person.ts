import { genderInText, type PersonGender } from '#screenplay/facts/gender.ts';
import type { VoiceFigures } from '#screenplay/facts/voice.ts';

/** Facts about the character to describe. */
export interface DescriptionFacts {
  name: string;
  characterType: 'protagonist' | 'antagonist' | 'supporting';
  age: number | null;
  /** "" when empty. The same holds for the next two. */
  role: string;
  description: string;
  /** The action line that introduces the character in the script. */
  introduction: string;
  /** How the character speaks in the script. Null: no dialogue. */
  voice: VoiceFigures | null;
}

export type Years = 'baby' | 'child' | 'teen' | 'young' | 'middle' | 'mature' | 'old' | 'grown';

/** A person as a phrase: "a middle-aged woman of 41". */
export interface DescribedPerson {
  years: Years;
  sex: PersonGender | null;
  /** Includes the article. */
  phrase: string;
}

export function personOf(facts: DescriptionFacts): DescribedPerson {
  const years = yearsOf(facts.age);
  // The script's introduction may describe other people, so it is not used here.
  const sex = genderInText(`${facts.role}\n${facts.description}`);
  const noun = nouns[years][sex ?? 'other'];
  const article = /^[aeiou]/.test(noun) ? 'an' : 'a';
  const age = facts.age === null || years === 'baby' ? '' : ` of ${facts.age}`;
  return { years, sex, phrase: `${article} ${noun}${age}` };
}

function yearsOf(age: number | null): Years {
  if (age === null) return 'grown';
  const steps: [number, Years][] = [
    [1, 'baby'],
    [13, 'child'],
    [20, 'teen'],
    [35, 'young'],
    [55, 'middle'],
    [70, 'mature'],
  ];
  return steps.find(([below]) => age < below)?.[1] ?? 'old';
}

const nouns: Record<Years, { woman: string; man: string; other: string }> = {
  baby: { woman: 'baby girl', man: 'baby boy', other: 'baby' },
  child: { woman: 'girl', man: 'boy', other: 'child' },
  teen: { woman: 'teenage girl', man: 'teenage boy', other: 'teenager' },
  young: { woman: 'young woman', man: 'young man', other: 'young adult' },
  middle: { woman: 'middle-aged woman', man: 'middle-aged man', other: 'middle-aged person' },
  mature: { woman: 'mature woman', man: 'mature man', other: 'mature adult' },
  old: { woman: 'old woman', man: 'old man', other: 'old person' },
  grown: { woman: 'grown woman', man: 'grown man', other: 'adult' },
};

/** Return the name with the role in brackets: "MARA (loadmaster)". */
export function nameAndRole({ name, role }: DescriptionFacts): string {
  const part = cut(role, 120).replace(/[.,;:]+$/, '');
  return part === '' ? oneLine(name) : `${oneLine(name)} (${part})`;
}

/**
 * Quote the beginning of a text, at most `maxCharacters` long, in whole sentences where possible.
 * "" for empty text.
 */
export function quoteWithin(text: string, maxCharacters: number): string {
  const line = oneLine(text).replace(/[“”]/g, '"');
  if (line === '') return '';
  if (line.length <= maxCharacters) return `“${line}”`;
  const sentences = /^.*[.!?](?= )/.exec(line.slice(0, maxCharacters))?.[0];
  return sentences ? `“${sentences}”` : `“${cut(line, maxCharacters)}…”`;
}

/** Join the text to one line and truncate it at a word. */
function cut(text: string, maxCharacters: number): string {
  const line = oneLine(text);
  return line.length <= maxCharacters
    ? line
    : line
        .slice(0, maxCharacters)
        .replace(/\s*\S*$/, '')
        .toWellFormed();
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** Join as many sentences as fit into `limit` characters, in order. */
export function sentencesWithin(limit: number, sentences: readonly string[]): string {
  let text = '';
  for (const sentence of sentences) {
    const longer = text === '' || sentence === '' ? text + sentence : `${text} ${sentence}`;
    if (longer.length <= limit) text = longer;
  }
  return text;
}
