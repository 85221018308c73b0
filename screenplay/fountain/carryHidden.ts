import { wordDifferences } from '../diff.ts';
import { seam } from './fountainWriter.ts';
import { splitHidden } from './hidden.ts';

/**
 * Insert the notes and cut passages of a line into its changed text: after the word that they
 * follow, or where the change begins if that word is gone.
 */
export function carryHidden(theirs: string, current: string): string {
  if (!theirs.includes('[[') && !theirs.includes('/*')) return current;
  const { visible, inserts } = splitHidden(theirs);
  if (inserts.length === 0) return current;
  const end = current.endsWith(` ${seam}`) ? ` ${seam}` : '';
  const text = current.slice(0, current.length - end.length);
  const placeOf = placesIn(visible, text);
  let carried = '';
  let from = 0;
  // Notes behind the same word continue where the one before them ended.
  let [before, matched, nextPlace] = [0, -1, 0];
  for (const { at, raw } of inserts) {
    let wordEnd = at;
    while (wordEnd > before && visible.charAt(wordEnd - 1).trim() === '') wordEnd--;
    if (wordEnd > before || matched < 0) [matched, nextPlace] = [wordEnd, placeOf(wordEnd)];
    for (; matched < at && text[nextPlace] === visible[matched]; matched++) nextPlace++;
    before = at;
    let place = nextPlace;
    // A backslash would make the opening of the note an ordinary character.
    while (text.charAt(place - 1) === '\\') place--;
    place = Math.max(place, from);
    carried += text.slice(from, place) + asInserted(raw, text.charAt(place), place === from);
    from = place;
  }
  return carried + text.slice(from) + end;
}

/**
 * Return hidden text as it is inserted in front of a character. A note that had a line to itself
 * stays within a line that was joined, because its line feed would separate the line again.
 */
function asInserted(raw: string, next: string, isBehindOther: boolean): string {
  if (!raw.startsWith('\n') || next === '' || next === '\n') return raw;
  return (next === ' ' && !isBehindOther ? ' ' : '') + raw.trimStart();
}

/**
 * Return a function that maps offsets in a text to offsets in its changed form. The offsets must be
 * in ascending order.
 */
function placesIn(before: string, after: string): (offset: number) => number {
  const runs = wordDifferences(before, after);
  let next = 0;
  let [old, now] = [0, 0];
  return (offset) => {
    for (let run = runs[next]; run; run = runs[++next]) {
      const { type, text } = run;
      if (type !== 'added' && offset <= old + text.length) return type === 'same' ? now + offset - old : now;
      if (type !== 'added') old += text.length;
      if (type !== 'removed') now += text.length;
    }
    return now;
  };
}
