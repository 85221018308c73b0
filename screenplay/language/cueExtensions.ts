import { cueWords } from './cueWords.ts';
import { listedWords } from './headingWords.ts';

/* Extensions of cues and marks of speeches in all languages (docs/format.md, "Languages"). */

const tables = Object.values(cueWords);
const voiceOvers = new Set(tables.flatMap(({ voiceOver }) => listedWords(voiceOver).map(wordKey)));
const continuations = new Set(tables.flatMap(({ continued }) => listedWords(continued).map(wordKey)));
const mores = new Set(tables.flatMap(({ more }) => listedWords(more).map(wordKey)));

/** Return the key of all spellings of a word, with or without brackets. */
function wordKey(text: string): string {
  return text
    .replace(/^\s*[(（]|[)）]\s*$/g, '')
    .toUpperCase()
    .replaceAll('İ', 'I')
    .replace(/[‘’ʼ']/g, '')
    .replace(/[\s.]+/g, ' ')
    .trim();
}

/** Return whether an extension of a cue says that its speaker is not in the scene: (V.O.). */
export function isVoiceOver(extension: string): boolean {
  return voiceOvers.has(wordKey(extension)) || wordKey(extension).replaceAll(' ', '') === 'VO';
}

/** Return whether an extension of a cue says that its speech goes on: (CONT'D). */
export function isContinuation(extension: string): boolean {
  return continuations.has(wordKey(extension));
}

/** Return whether a line says that a speech goes on on the next page: (MORE). */
export function isMoreText(line: string): boolean {
  return /^\s*[(（].*[)）]\s*$/u.test(line) && mores.has(wordKey(line));
}
