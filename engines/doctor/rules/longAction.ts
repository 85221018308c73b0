import { isShouted, wordsWithPlaces } from '#screenplay/language/sentences.ts';
import { verbWith } from '#screenplay/language/verbs.ts';
import { boxOf } from '#screenplay/layout/sheet.ts';
import { linesOf } from '#screenplay/layout/wrap.ts';
import type { ExaminedLine, LineRule, TextEdit } from '../rule.ts';

/** Maximum printed lines of a block. */
const maxLines = 4;
/** A block with more sentences is pasted text, which is reported but not split. */
const maxSentences = 60;

/** Reports more than four printed lines of action, and splits them at the end of a sentence. */
export const longAction: LineRule = {
  scope: 'line',
  id: 'long-action',
  name: 'Long action block',
  reason:
    'More than four lines in one block are skimmed. Every paragraph is a shot: give each picture its own, and the page reads at the speed of the film.',
  confidence: 0.8,
  types: ['action'],
  find(line) {
    const { text, element, facts, sentences } = line;
    // Paragraphs are separate already. Single lines are a list, a letter or a song.
    if (element.dual !== null || /\n\s*\n/.test(text) || text.trim().split('\n').length > 2) return [];
    const lines = linesIn(text, line);
    if (lines <= maxLines || isShouted(text)) return [];
    const edits = sentences.length < 2 || sentences.length > maxSentences ? null : splits(line);
    const description = `${lines} printed lines in one block${edits ? `; it could be ${edits.length + 1}` : ''}`;
    const layout = boxOf(element, facts.format);
    if (layout.spacing !== 1) return [];
    return [
      { from: 0, to: text.length, description, edits, confidence: edits ? (lines > 6 ? 0.85 : 0.75) : 0.65 },
    ];
  },
};

function linesIn(text: string, { element, facts }: ExaminedLine): number {
  return linesOf(text.trim(), boxOf(element, facts.format)).length;
}

/**
 * Return edits that add empty lines between sentences so that the parts have similar lengths; null
 * if there is no good position.
 */
function splits(line: ExaminedLine): TextEdit[] | null {
  const { sentences, text } = line;
  const ends = sentences
    .slice(0, -1)
    .map(({ to }, index) => ({ to, next: sentences[index + 1]?.from ?? to, index }))
    .filter(({ to }) => isBalanced(text.slice(0, to)));
  // A sentence without a verb belongs to the one before it: "Arms outstretched, burlap clinging to
  // the wood."
  const whole = ends.filter(({ index }) => hasVerb(sentences[index + 1]?.text ?? ''));
  return splitsAt(line, whole) ?? splitsAt(line, ends);
}

function splitsAt<T extends SentenceEnd>(line: ExaminedLine, ends: readonly T[]): TextEdit[] | null {
  const { sentences, text } = line;
  const start = sentences[0]?.from ?? 0;
  const finish = sentences.at(-1)?.to ?? text.length;
  const parts = Math.ceil(linesIn(text, line) / maxLines);
  for (let count = parts; count <= parts + 1; count++) {
    const cuts = evenEnds(ends, start, finish, count);
    if (cuts === null) continue;
    const bounds = [start, ...cuts.flatMap(({ to, next }) => [to, next]), finish];
    const areShort = [...cuts, null].every((_, index) => {
      return linesIn(text.slice(bounds[index * 2], bounds[index * 2 + 1]), line) <= maxLines;
    });
    if (areShort) return cuts.map(({ to, next }) => ({ from: to, to: next, text: '\n\n' }));
  }
  return null;
}

/** Return whether a sentence has a verb, so that it can begin a paragraph. */
function hasVerb(sentence: string): boolean {
  return wordsWithPlaces(sentence).some(({ text }, at, words) => {
    if (/^(?:is|are|was|has|have|does|do|can|will|must)$|['’](?:s|re|ll)$|n['’]t$/i.test(text)) return true;
    if (!/^\p{Ll}+$/u.test(text)) return false;
    const before = words[at - 1]?.text ?? '';
    if (/^(?:they|we|both|you)$/i.test(before) || /\p{Ll}s$/u.test(before))
      return verbWith('base', text) !== undefined;
    // Skip nouns that look like verbs: "in rags", "the works".
    const isNoun = /^(?:in|on|with|of|to|at|by|from|the|a|an|his|her|its|their|two|three)$/i.test(before);
    return !isNoun && verbWith('third', text) !== undefined;
  });
}

interface SentenceEnd {
  to: number;
  next: number;
}

/** Return the sentence ends nearest to equal parts; null if two parts would share one. */
function evenEnds<T extends SentenceEnd>(
  ends: readonly T[],
  start: number,
  finish: number,
  parts: number,
): T[] | null {
  const chosen: T[] = [];
  for (let part = 1; part < parts; part++) {
    const target = start + ((finish - start) * part) / parts;
    const after = chosen.at(-1)?.to ?? start;
    const best = ends
      .filter(({ to }) => to > after)
      .sort((a, b) => Math.abs(a.to - target) - Math.abs(b.to - target))[0];
    if (!best) return null;
    chosen.push(best);
  }
  return chosen;
}

/** Return whether all quotations and brackets are closed. */
function isBalanced(text: string): boolean {
  const count = (sign: string) => text.split(sign).length - 1;
  return count('"') % 2 === 0 && count('“') === count('”') && count('(') === count(')');
}
