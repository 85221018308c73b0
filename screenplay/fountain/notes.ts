import type { ScriptElement } from '../element.ts';
import { commentOf, type Screenplay, type ScriptNote, textWithAuthor } from '../screenplay.ts';
import { blocksOf, type FountainElementExtras, type FountainSourceExtras } from './extras.ts';
import { normalize } from './hidden.ts';

/** Notes go back into a file with their element: each is kept there, or in `source`, which is given back. */
export function keepNotes(
  elements: readonly ScriptElement[],
  source: FountainSourceExtras,
  notes: readonly ScriptNote[],
): FountainSourceExtras {
  for (const { elementIndex, text } of notes) {
    const keeper = keeperOf(elementIndex === null ? undefined : elements[elementIndex]) ?? source;
    keeper.notes ??= [];
    keeper.notes.push(text);
  }
  return source;
}

function keeperOf(element: ScriptElement | undefined): FountainElementExtras | null {
  if (!element) return null;
  const extras: FountainElementExtras = element.extras?.fountain ?? {};
  element.extras = { ...element.extras, fountain: extras };
  return extras;
}

/** Those that came with the file, and of `given` those that are not among them. */
export function allNotes(
  elements: readonly ScriptElement[],
  source: Screenplay['source'],
  given: readonly ScriptNote[],
): ScriptNote[] {
  const all: ScriptNote[] = [];
  const known = new Set<string>();
  const keyOf = ({ elementIndex, text }: ScriptNote) =>
    `${elementIndex}\n${commentOf({ text, author: null })}`;
  const take = (extras: unknown, elementIndex: number | null) => {
    if (extras === undefined) return;
    for (const text of blocksOf(extras, 'notes')) {
      const note = { elementIndex, text, author: null };
      all.push(note);
      known.add(keyOf(note));
    }
  };
  take(source?.fountain, null);
  elements.forEach(({ extras }, index) => {
    if (extras !== null) take(extras.fountain, index);
  });
  for (const note of given) if (!known.has(keyOf(note))) all.push(note);
  return all;
}

/** A line of two spaces keeps a note open where it has an empty line. */
export function writeNote(note: ScriptNote): string {
  const plain = normalize(textWithAuthor(note)).trim();
  const shown = plain.replace(/\]\]+/g, (row) => row.split('').join(' ')).replace(/(?<!\\)\\*\/\*/g, '\\$&');
  const lines = shown.split('\n').map((line) => (line.trim() === '' ? '  ' : line.trimEnd()));
  return `[[${lines.join('\n')}${shown.endsWith(']') ? ' ' : ''}]]`;
}
