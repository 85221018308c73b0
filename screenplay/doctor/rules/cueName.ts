import { parseCue } from '../../cue.ts';
import type { PersonFacts } from '../../facts/facts.ts';
import type { ReadProject } from '../../facts/project.ts';
import { isSlip, isSwap, squashed } from '../../language/spelling.ts';
import { quoteShort, type ScriptFault, type ScriptRule } from '../rule.ts';
import { keyInForm } from './cueForm.ts';

/** TOBAIS, who speaks once in a script full of TOBIAS. */
export const cueName: ScriptRule = {
  scope: 'script',
  id: 'cue-name',
  name: 'Name misspelled',
  reason:
    'A cue in another spelling is another person to every cast list, and the speech is missing from the actor’s part.',
  confidence: 0.85,
  find(facts) {
    return misspellings(facts).flatMap(([person, meant]) =>
      person.speeches.map((index) => faultAt(facts, index, person, meant)),
    );
  },
};

/** Who is probably another, and whom. Cues that are only ill typed count as those whom they mean. */
export function misspellings(facts: ReadProject): [person: PersonFacts, meant: PersonFacts][] {
  const people = [...facts.people.values()].filter(
    (person) =>
      person.speeches.length > 0 && !namesSeveralPeople(person.name) && !isMistypedCue(person, facts),
  );
  // Whom another name may be a slip for: those who speak often, and those of the same letters.
  const often = people.filter(({ speeches }) => speeches.length >= 3);
  const byLetters = Map.groupBy(people, ({ key }) => squashed(key));
  return people.flatMap((person) => {
    const candidates = [...(byLetters.get(squashed(person.key)) ?? []), ...often];
    const meant = candidates.find((other) => isMisspelling(person, other));
    return meant ? [[person, meant]] : [];
  });
}

/** Two who speak at once ("MARA AND TOBIAS", "MARA/TOBIAS"), and what stands in quotation marks: a sign, a nickname. */
export function namesSeveralPeople(name: string): boolean {
  return /\b(?:AND|WITH|ALL|BOTH)\b|[&/,+"“”]|^['‘]/i.test(name);
}

/** Words for people, which differ by a letter and are no slips: MAN and MEN, MOM and MUM. */
const kinds =
  /^(?:(?:POLICE|FIRE|SALES)?M[AE]N|(?:POLICE|SALES)?WOM[AE]N|BOY|GIRL|MOM|MUM|DAD|SON|SIS|BRO|ONE|TWO|MR|MRS|MS)S?$/;

/** "MARA:" and "MARA VO" are MARA; another rule says how they should be typed. */
export function isMistypedCue(person: PersonFacts, facts: ReadProject): boolean {
  const key = keyInForm(person.name);
  return key !== person.key && facts.people.has(key);
}

function isMisspelling(person: PersonFacts, other: PersonFacts): boolean {
  // Whom the character list describes is meant to be somebody.
  if (person === other || person.listed?.description || person.listed?.role) return false;
  if (/\d/.test(person.key + other.key) || kinds.test(person.key) || kinds.test(other.key)) return false;
  const [few, all] = [person.speeches.length, other.speeches.length];
  const [a, b] = [squashed(person.key), squashed(other.key)];
  if (a === b) return few < all || (few === all && (person.speeches[0] ?? 0) > (other.speeches[0] ?? 0));
  if (few > 2 || all < 3 * few || a.length < 5 || !isSlip(a, b) || `${a}S` === b || `${b}S` === a)
    return false;
  // A person of their own is also named by the action.
  return isSwap(a, b) || (a.length >= 6 && person.mentions.length === 0);
}

function faultAt(
  { texts, elements }: ReadProject,
  index: number,
  person: PersonFacts,
  meant: PersonFacts,
): ScriptFault {
  const text = texts[index] ?? '';
  const { name } = parseCue(text);
  const at = elements[index]?.elementType === 'character' ? text.indexOf(name) : -1;
  return {
    index,
    from: 0,
    to: text.length,
    description: `${quoteShort(name)} is probably ${quoteShort(meant.name)}, who speaks ${meant.speeches.length} times`,
    edits: at < 0 || name === '' ? null : [{ from: at, to: at + name.length, text: meant.name }],
    drops: [person.key, meant.key],
  };
}

/** MARA and MARTA: two people whom a reader will mix up. Said once, at the later one's first cue. */
export const similarNames: ScriptRule = {
  scope: 'script',
  id: 'similar-names',
  name: 'Names too much alike',
  reason:
    'Readers know people by the shape of their names. Two that begin alike and look alike cost a second reading on every page.',
  confidence: 0.6,
  find(facts) {
    const slips = new Set(misspellings(facts).map(([person]) => person));
    const people = [...facts.people.values()].filter((person) => {
      const isOne = !namesSeveralPeople(person.name) && !kinds.test(person.key);
      return person.speeches.length > 1 && isOne && !slips.has(person) && !isMistypedCue(person, facts);
    });
    const byInitial = Map.groupBy(people, ({ key }) => key.charAt(0));
    return people.flatMap((person): ScriptFault[] => {
      const others = byInitial.get(person.key.charAt(0)) ?? [];
      const like = others.slice(0, others.indexOf(person)).find((other) => isAlike(person, other));
      const at = person.speeches[0];
      if (!like || at === undefined) return [];
      const description = `${quoteShort(person.name)} and ${quoteShort(like.name)} look alike`;
      return [{ index: at, from: 0, to: (facts.texts[at] ?? '').length, description, edits: null }];
    });
  },
};

function isAlike(one: PersonFacts, other: PersonFacts): boolean {
  const [a, b] = [one.key, other.key];
  if (Math.abs(a.length - b.length) > 1) return false;
  if (!/^\p{L}{3,}$/u.test(a) || !/^\p{L}{3,}$/u.test(b) || a[0] !== b[0]) return false;
  if (`${a}S` === b || `${b}S` === a) return false;
  return isSlip(a, b);
}
