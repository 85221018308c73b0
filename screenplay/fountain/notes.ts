import type { ScriptElement } from '../element.ts';
import { commentOf, type Screenplay, type ScriptNote, textWithAuthor } from '../screenplay.ts';
import { blocksOf, type FountainElementExtras, type FountainSourceExtras, spellingOf } from './extras.ts';
import { extractHidden, normalize } from './hidden.ts';

/**
 * Store notes in the extras of their elements, or in `source` for notes on the whole script. Return
 * `source`.
 */
export function storeNotes(
  elements: readonly ScriptElement[],
  source: FountainSourceExtras,
  notes: readonly ScriptNote[],
): FountainSourceExtras {
  for (const { elementIndex, text } of notes) {
    const extras = ensureExtras(elementIndex === null ? undefined : elements[elementIndex]) ?? source;
    extras.notes ??= [];
    extras.notes.push(text);
  }
  return source;
}

function ensureExtras(element: ScriptElement | undefined): FountainElementExtras | null {
  if (!element) return null;
  const extras: FountainElementExtras = element.extras?.fountain ?? {};
  element.extras = { ...element.extras, fountain: extras };
  return extras;
}

/** Return the notes of the source file, and the notes of `given` that are not among them. */
export function allNotes(
  elements: readonly ScriptElement[],
  source: Screenplay['source'],
  given: readonly ScriptNote[],
): ScriptNote[] {
  const all: ScriptNote[] = [];
  const known = new Set<string>();
  const keyOf = ({ elementIndex, text }: ScriptNote) =>
    `${elementIndex}\n${commentOf({ text, author: null })}`;
  const addStoredNotes = (extras: unknown, elementIndex: number | null) => {
    if (extras === undefined) return;
    for (const text of blocksOf(extras, 'notes')) {
      const note = { elementIndex, text, author: null };
      all.push(note);
      known.add(keyOf(note));
    }
  };
  addStoredNotes(source?.fountain, null);
  for (let elementIndex = 0; elementIndex < elements.length; elementIndex++) {
    const fountain = elements[elementIndex]?.extras?.fountain;
    if (!fountain) continue;
    addStoredNotes(fountain, elementIndex);
    // Notes in the lines of an element are written with these lines.
    const own = spellingOf(fountain, 'own');
    const inLines = own?.theirs.includes('[[') ? extractHidden(own.theirs).notes : [];
    for (const text of inLines) known.add(keyOf({ elementIndex, text, author: null }));
  }
  for (const note of given) if (!known.has(keyOf(note))) all.push(note);
  return all;
}

/** Write a note. A line of two spaces stands for an empty line, which would end the note. */
export function writeNote(note: ScriptNote): string {
  const plain = normalize(textWithAuthor(note)).trim();
  const escaped = plain
    .replace(/\]\]+/g, (row) => row.split('').join(' '))
    .replace(/(?<!\\)\\*\/\*/g, '\\$&');
  const lines = escaped.split('\n').map((line) => (line.trim() === '' ? '  ' : line.trimEnd()));
  return `[[${lines.join('\n')}${escaped.endsWith(']') ? ' ' : ''}]]`;
}
