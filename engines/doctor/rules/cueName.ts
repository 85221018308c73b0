import { parseCue } from '#screenplay/cue.ts';
import { isCueType } from '#screenplay/elementTypes/predicates.ts';
import type { PersonFacts } from '#screenplay/facts/facts.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { isSlip, isSwap, squashed } from '#screenplay/language/spelling.ts';
import { quoteShort, type ScriptFault, type ScriptRule } from '../rule.ts';
import { keyInForm } from './cueForm.ts';

/** Reports a misspelt cue: TOBAIS, once, in a script full of TOBIAS. */
export const cueName: ScriptRule = {
  scope: 'script',
  id: 'cue-name',
  name: 'Name misspelled',
  reason:
    'A cue in another spelling is another person to every cast list, and the speech is missing from the actor’s part.',
  confidence: 0.85,
  find(facts) {
    return misspellings(facts).flatMap(([person, intended]) =>
      person.speeches.map((index) => faultAt(facts, index, person, intended)),
    );
  },
};

/**
 * Return pairs of a probably misspelt character and the intended one. Mistyped cues count as the
 * characters they mean.
 */
export function misspellings(facts: ReadProject): [person: PersonFacts, meant: PersonFacts][] {
  const people = [...facts.people.values()].filter(
    (person) =>
      person.speeches.length > 0 && !namesSeveralPeople(person.name) && !isMistypedCue(person, facts),
  );
  // Candidates: characters who speak often, and those with the same letters.
  const frequentSpeakers = people.filter(({ speeches }) => speeches.length >= 3);
  const byLetters = Map.groupBy(people, ({ key }) => squashed(key));
  return people.flatMap((person) => {
    const candidates = [...(byLetters.get(squashed(person.key)) ?? []), ...frequentSpeakers];
    const intended = candidates.find((other) => isMisspelling(person, other));
    return intended ? [[person, intended]] : [];
  });
}

/**
 * Return whether a cue names several speakers ("MARA AND TOBIAS", "MARA/TOBIAS") or is in quotation
 * marks: a sign, a nickname.
 */
export function namesSeveralPeople(name: string): boolean {
  return /\b(?:AND|WITH|ALL|BOTH)\b|[&/,+"“”]|^['‘]/i.test(name);
}

/** Words for people that differ by one letter without being misspelt: MAN and MEN, MOM and MUM. */
const kinds =
  /^(?:(?:POLICE|FIRE|SALES)?M[AE]N|(?:POLICE|SALES)?WOM[AE]N|BOY|GIRL|MOM|MUM|DAD|SON|SIS|BRO|ONE|TWO|MR|MRS|MS)S?$/;

/**
 * Return whether a cue means an existing character: "MARA:" and "MARA VO" are MARA. Another rule
 * corrects the form.
 */
export function isMistypedCue(person: PersonFacts, facts: ReadProject): boolean {
  const key = keyInForm(person.name);
  return key !== person.key && facts.people.has(key);
}

function isMisspelling(person: PersonFacts, other: PersonFacts): boolean {
  // A character who is described in the character list exists on purpose.
  if (person === other || person.listed?.description || person.listed?.role) return false;
  if (/\d/.test(person.key + other.key) || kinds.test(person.key) || kinds.test(other.key)) return false;
  const [few, all] = [person.speeches.length, other.speeches.length];
  const [a, b] = [squashed(person.key), squashed(other.key)];
  if (a === b) return few < all || (few === all && (person.speeches[0] ?? 0) > (other.speeches[0] ?? 0));
  if (few > 2 || all < 3 * few || a.length < 5 || !isSlip(a, b) || `${a}S` === b || `${b}S` === a)
    return false;
  // A separate character is also named in the action.
  return isSwap(a, b) || (a.length >= 6 && person.mentions.length === 0);
}

function faultAt(
  { texts, elements }: ReadProject,
  index: number,
  person: PersonFacts,
  intended: PersonFacts,
): ScriptFault {
  const text = texts[index] ?? '';
  const { name } = parseCue(text);
  const at = isCueType(elements[index]?.elementType) ? text.indexOf(name) : -1;
  return {
    index,
    from: 0,
    to: text.length,
    description: `${quoteShort(name)} is probably ${quoteShort(intended.name)}, who speaks ${intended.speeches.length} times`,
    edits: at < 0 || name === '' ? null : [{ from: at, to: at + name.length, text: intended.name }],
    drops: [person.key, intended.key],
  };
}

/**
 * Reports names that readers may confuse: MARA and MARTA. Reported once, at the first cue of the
 * later one.
 */
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
