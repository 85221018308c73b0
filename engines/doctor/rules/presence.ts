import { isActionType, isHeadingType } from '#screenplay/elementTypes/predicates.ts';
import type { PersonFacts } from '#screenplay/facts/facts.ts';
import type { ReadProject } from '#screenplay/facts/project.ts';
import { isShouted, wordsWithPlaces } from '#screenplay/language/sentences.ts';
import { chunksByTextLength, runToCompletion, type Steps } from '#screenplay/steps.ts';
import { quoteShort, type ScriptFault, type ScriptRule } from '../rule.ts';
import { isMistypedCue, misspellings, namesSeveralPeople } from './cueName.ts';

/** Below this number of speeches, the action may call the character by another name. */
const fewSpeeches = 3;

/** Reports listed characters who never occur, and speakers whom no action line shows. */
export const unseenCharacter: ScriptRule = {
  scope: 'script',
  id: 'unseen-character',
  name: 'Never seen',
  reason:
    'Whoever is in the story is brought in by an action line, so that we know who is in the room when they speak.',
  confidence: 0.6,
  prepare: wordsInSteps,
  find(facts) {
    const words = wordsOf(facts).small;
    const slips = new Set(misspellings(facts).map(([person]) => person));
    const faults = [...facts.people.values()].flatMap((person): ScriptFault[] => {
      if (person.mentions.length > 0 || person.isVoice || slips.has(person) || isMistypedCue(person, facts))
        return [];
      const at = person.speeches[0];
      if (at === undefined) {
        return [
          absenceFault(`${quoteShort(person.name)} is in the character list and nowhere in the script`),
        ];
      }
      if (person.speeches.length < fewSpeeches || isElsewhere(person, facts)) return [];
      if (namesSeveralPeople(person.name) || isRole(person.name) || isWord(person.name, words)) return [];
      if (isVersion(person.name, facts)) return [];
      const description = `${quoteShort(person.name)} speaks ${person.speeches.length} times, and no action line shows them`;
      return [{ index: at, from: 0, to: (facts.texts[at] ?? '').length, description, edits: null }];
    });
    // A script that hardly names anybody in the action does so on purpose: a radio play, a sketch,
    // a list of speeches.
    const speaking = [...facts.people.values()].filter(({ speeches }) => speeches.length >= fewSpeeches);
    const unseen = faults.filter(({ index }) => index !== null);
    return unseen.length * 3 > speaking.length ? faults.filter(({ index }) => index === null) : faults;
  },
};

/** Return whether all cues place the voice elsewhere: (ON PHONE), (ON TV), (O.S.). */
function isElsewhere({ speeches }: PersonFacts, { texts }: ReadProject): boolean {
  return speeches.every((index) => /\((?!\s*CONT)[^)]*\)?/i.test(texts[index] ?? ''));
}

/** Words of a script by the letters in which action and headings have them. */
interface WrittenWords {
  /** In lower case, as in "the conductor", converted to capitals. */
  small: ReadonlySet<string>;
  /** In capitals in action lines, with the first line that has them. */
  capitals: ReadonlyMap<string, number>;
}

// Cache: two rules need the words, which for a long script take half a second.
const wordsOfScripts = new WeakMap<ReadProject, WrittenWords>();

/** Read the words of a script in steps. */
function* wordsInSteps(facts: ReadProject): Steps<WrittenWords> {
  const known = wordsOfScripts.get(facts);
  if (known) return known;
  const small = new Set<string>();
  const capitals = new Map<string, number>();
  for (const [from, to] of chunksByTextLength(facts.elements)) {
    for (let index = from; index < to; index++) addWordsOf(facts, index, small, capitals);
    yield;
  }
  const words = { small, capitals };
  wordsOfScripts.set(facts, words);
  return words;
}

function addWordsOf(
  { texts, elements }: ReadProject,
  index: number,
  small: Set<string>,
  capitals: Map<string, number>,
): void {
  const { elementType } = elements[index] ?? {};
  const isAction = isActionType(elementType);
  if (!isAction && !isHeadingType(elementType)) return;
  const text = texts[index] ?? '';
  for (const { text: word } of wordsWithPlaces(isAction ? text : text.toLowerCase())) {
    if (/^\p{Ll}/u.test(word)) small.add(word.replace(/['’]s$/, '').toUpperCase());
    const name = isAction ? word.replace(/['’]S?$/i, '') : '';
    if (name.length > 1 && isShouted(name) && !capitals.has(name)) capitals.set(name, index);
  }
}

const wordsOf = (facts: ReadProject) => runToCompletion(wordsInSteps(facts));

/**
 * Return whether a name, or its last word, is a word of the script, which then shows that person.
 */
function isWord(name: string, words: ReadonlySet<string>): boolean {
  const last = wordsWithPlaces(name).at(-1)?.text.toUpperCase() ?? '';
  return words.has(last) || words.has(`${last}S`);
}

/** Return whether a name is a version of another character: OLD TOBIAS, where there is a TOBIAS. */
function isVersion(name: string, facts: ReadProject): boolean {
  const words = wordsWithPlaces(name);
  return words.length > 1 && facts.people.has(words.at(-1)?.text.toUpperCase() ?? '');
}

/**
 * Return whether a name is a voice or function, which needs no entrance: RADIO, TANNOY, GUARD 2,
 * WOMAN'S VOICE, ALL.
 */
function isRole(name: string): boolean {
  return /\d|#|\b(?:VOICE|RADIO|TANNOY|TV|TELEVISION|ALL|BOTH|CROWD|EVERYONE|NARRATOR|ANNOUNCER|MACHINE|PHONE|INTERCOM|OPERATOR|SPEAKER|SUBTITLE|TITLE|GROUP|COMPUTER|RECORDING|DISPATCHER)\b|&|\/|\bAND\b|['’]S\b/i.test(
    name,
  );
}

function absenceFault(description: string): ScriptFault {
  return { index: null, from: 0, to: 0, description, edits: null };
}

const maxSilent = 6;

/** Matches characters who are not expected to speak, or are described as silent. */
const silent =
  /\b(?:dog|cat|horse|animal|bird|baby|infant|puppy|kitten|parrot|monkey|bear|wolf|fish|snake|robot|creature|monster|corpse|body|dead|ghost|mute|silent|dumb|speechless|deaf|extra|background|statue|doll|car|ship)\b/i;

/** Reports listed characters whom the action names often and who never speak. */
export const silentCharacter: ScriptRule = {
  scope: 'script',
  id: 'silent-character',
  name: 'Never speaks',
  reason:
    'Silence is strong when it is meant. If it is not, give them a line or let somebody else do what they do.',
  confidence: 0.5,
  find(facts) {
    return [...facts.people.values()].flatMap((person): ScriptFault[] => {
      const at = person.mentions[0];
      if (person.speeches.length > 0 || person.mentions.length < maxSilent || at === undefined) return [];
      if (silent.test(`${person.name} ${person.listed?.role ?? ''} ${person.listed?.description ?? ''}`))
        return [];
      const [name] = facts.names.in(facts.texts[at] ?? '').filter(({ key }) => key === person.key);
      if (!name) return [];
      const description = `${quoteShort(person.name)} is in ${person.mentions.length} action lines and never speaks`;
      return [{ index: at, from: name.from, to: name.to, description, edits: null }];
    });
  },
};

const numeral = /^(?:one|two|three|four|five|six|seven|eight|nine|ten)$/i;

/** Puts a name in capitals at the first appearance: "Mara comes up the ramp." */
export const introduction: ScriptRule = {
  scope: 'script',
  id: 'introduction',
  name: 'First appearance',
  reason:
    'A speaking character’s name stands in capitals where we first see them, so that everybody can find the entrance.',
  confidence: 0.7,
  prepare: wordsInSteps,
  find(facts) {
    const { small: words, capitals } = wordsOf(facts);
    const speaking = [...facts.people.values()].filter(({ speeches }) => speeches.length > 0);
    const faults = speaking.flatMap((person) => introductionOf(person, words, capitals, facts));
    // A script that hardly ever does it has another convention.
    return faults.length >= 3 && faults.length * 3 > speaking.length ? [] : faults;
  },
};

function introductionOf(
  person: PersonFacts,
  words: ReadonlySet<string>,
  capitals: ReadonlyMap<string, number>,
  facts: ReadProject,
): ScriptFault[] {
  const { texts, names, scenes, sceneAt } = facts;
  const at = person.mentions[0];
  if (at === undefined || namesSeveralPeople(person.name)) return [];
  const text = texts[at] ?? '';
  const [first] = names.in(text).filter(({ key }) => key === person.key);
  // Without a speech in the scene, the character may only be mentioned.
  if (!first || !scenes[sceneAt[at] ?? -1]?.speakers.has(person.key)) return [];
  const written = text.slice(first.from, first.to);
  // A possession is no entrance ("Mara's hand"), and "Mara.doc" is no person.
  if (/^['’]s?\b|^\.\p{Ll}/iu.test(text.slice(first.to))) return [];
  // Introduced with the full name or at another age: EDIE MARSH, YOUNG EDIE.
  const isIntroduced = wordsWithPlaces(person.name).some(({ text: part }) => {
    return (capitals.get(part.toUpperCase()) ?? Infinity) <= at;
  });
  if (isIntroduced) return [];
  // "Captain" may be a common noun, so its capital letter shows nothing.
  if (
    isShouted(written) ||
    written.length < 3 ||
    numeral.test(written) ||
    isShouted(text) ||
    isWord(written, words)
  )
    return [];
  // Include title and surname: "Captain Wilfred Wingsby" must not become "Captain WILFRED Wingsby".
  const from = first.from - (titleBefore.exec(text.slice(0, first.from))?.[0].length ?? 0);
  const to = first.to + (surname.exec(text.slice(first.to))?.[0].length ?? 0);
  const whole = text.slice(from, to);
  const description = `${quoteShort(whole)} is not in capitals at the first appearance`;
  return [{ index: at, from, to, description, edits: [{ from, to, text: whole.toUpperCase() }] }];
}

const titleBefore =
  /\b(?:Captain|Officer|Detective|Inspector|Sergeant|Lieutenant|Colonel|Major|General|Sheriff|Doctor|Professor|Father|Sister|Uncle|Aunt|Judge|King|Queen|Lady|Lord|Sir|Miss|Dr\.?|Mr\.?|Mrs\.?|Ms\.?) $/u;
const surname = /^(?: \p{Lu}\p{Ll}+(?:['’-]\p{Lu}\p{Ll}+)?){1,2}(?![\p{L}'’])/u;
