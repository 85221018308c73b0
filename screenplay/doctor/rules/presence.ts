import type { PersonFacts } from '../../facts/facts.ts';
import type { ReadProject } from '../../facts/project.ts';
import { isShouted, wordsWithPlaces } from '../../language/sentences.ts';
import { quoteShort, type ScriptFault, type ScriptRule } from '../rule.ts';
import { isIllTyped, misspellings } from './cueName.ts';

/** Somebody of the character list who never occurs, and somebody who speaks but whom no action line shows. */
export const unseenCharacter: ScriptRule = {
  scope: 'script',
  id: 'unseen-character',
  name: 'Never seen',
  reason:
    'Whoever is in the story is brought in by an action line, so that we know who is in the room when they speak.',
  confidence: 0.6,
  find(facts) {
    const words = smallWordsOf(facts);
    const slips = new Set(misspellings(facts).map(([person]) => person));
    return [...facts.people.values()].flatMap((person): ScriptFault[] => {
      if (person.mentions.length > 0 || person.isVoice || slips.has(person) || isIllTyped(person, facts))
        return [];
      const at = person.speeches[0];
      if (at === undefined) {
        return [nowhere(`${quoteShort(person.name)} is in the character list and nowhere in the script`)];
      }
      if (isRole(person.name) || isWord(person.name, words) || isVersion(person.name, facts)) return [];
      const description = `${quoteShort(person.name)} speaks, and no action line shows them`;
      return [{ index: at, from: 0, to: (facts.texts[at] ?? '').length, description, edits: null }];
    });
  },
};

/** The words of the action and the headings that are not written with a capital letter: "the conductor". */
function smallWordsOf({ texts, elements }: ReadProject): Set<string> {
  const words = new Set<string>();
  for (const [index, { elementType }] of elements.entries()) {
    if (elementType !== 'action' && elementType !== 'scene_heading') continue;
    const text = texts[index] ?? '';
    for (const { text: word } of wordsWithPlaces(elementType === 'action' ? text : text.toLowerCase())) {
      if (/^\p{Ll}/u.test(word)) words.add(word.replace(/['’]s$/, '').toUpperCase());
    }
  }
  return words;
}

/** Whether a name, or its last word, is a word of the script: then whoever bears it is shown. */
function isWord(name: string, words: ReadonlySet<string>): boolean {
  const last = wordsWithPlaces(name).at(-1)?.text.toUpperCase() ?? '';
  return words.has(last) || words.has(`${last}S`);
}

/** OLD TOBIAS, where there is a TOBIAS. */
function isVersion(name: string, facts: ReadProject): boolean {
  const words = wordsWithPlaces(name);
  return words.length > 1 && facts.people.has(words.at(-1)?.text.toUpperCase() ?? '');
}

/** Voices and functions, which need no entrance: RADIO, TANNOY, GUARD 2, WOMAN'S VOICE, ALL. */
function isRole(name: string): boolean {
  return /\d|#|\b(?:VOICE|RADIO|TANNOY|TV|TELEVISION|ALL|BOTH|CROWD|EVERYONE|NARRATOR|ANNOUNCER|MACHINE|PHONE|INTERCOM|OPERATOR|SPEAKER|SUBTITLE|TITLE|GROUP|COMPUTER|RECORDING|DISPATCHER)\b|&|\/|\bAND\b|['’]S\b/i.test(
    name,
  );
}

function nowhere(description: string): ScriptFault {
  return { index: null, from: 0, to: 0, description, edits: null };
}

const maxSilent = 3;

/** Somebody of the character list whom the action names again and again and who never says a word. */
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
      const [name] = facts.names.in(facts.texts[at] ?? '').filter(({ key }) => key === person.key);
      if (!name) return [];
      const description = `${quoteShort(person.name)} is in ${person.mentions.length} action lines and never speaks`;
      return [{ index: at, from: name.from, to: name.to, description, edits: null }];
    });
  },
};

/** "Mara comes up the ramp." the first time we see MARA. */
export const introduction: ScriptRule = {
  scope: 'script',
  id: 'introduction',
  name: 'First appearance',
  reason:
    'A speaking character’s name stands in capitals where we first see them, so that everybody can find the entrance.',
  confidence: 0.7,
  find(facts) {
    const words = smallWordsOf(facts);
    return [...facts.people.values()].flatMap((person) => introductionOf(person, words, facts));
  },
};

function introductionOf(person: PersonFacts, words: ReadonlySet<string>, facts: ReadProject): ScriptFault[] {
  const { texts, names, scenes, sceneAt } = facts;
  const at = person.mentions[0];
  if (person.speeches.length === 0 || at === undefined) return [];
  const text = texts[at] ?? '';
  const [first] = names.in(text).filter(({ key }) => key === person.key);
  // Where they do not speak, they may only be spoken of.
  if (!first || !scenes[sceneAt[at] ?? -1]?.speakers.has(person.key)) return [];
  const written = text.slice(first.from, first.to);
  // "Captain" may be a word: then its capital letter says nothing.
  if (isShouted(written) || written.length < 3 || isShouted(text) || isWord(written, words)) return [];
  const edits = [{ from: first.from, to: first.to, text: written.toUpperCase() }];
  const description = `${quoteShort(written)} is not in capitals at the first appearance`;
  return [{ index: at, from: first.from, to: first.to, description, edits }];
}
