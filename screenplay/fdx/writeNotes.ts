import { commentOf, type Screenplay, type ScriptNote } from '../screenplay.ts';
import { lastAtOrBefore, noteOf, noteRange } from './notes.ts';
import type { PreservedFile, PreservedPosition } from './preserved.ts';
import { templateElement } from './template.ts';
import { preservedOf, type WrittenContent } from './writeContent.ts';
import { childNodes, nodeXml, parseNode, type XmlNode } from './xml.ts';

/**
 * Return the notes that the file does not contain yet, neither in the script nor in a separate
 * part. Our comments are stored as text with the author in front. A note with that text counts as a
 * note of the file; each note of the file matches one.
 */
export function newNotes(
  screenplay: Screenplay,
  file: PreservedFile | null,
  notes: readonly ScriptNote[],
): ScriptNote[] {
  if (notes.length === 0) return [];
  const known = new Set<string>();
  const imported = new Map<string, number>();
  const addKnown = (node: XmlNode) => {
    for (const note of noteOf(node, null)) {
      const text = commentOf(note);
      known.add(keyOf(note));
      imported.set(text, (imported.get(text) ?? 0) + 1);
    }
  };
  for (const part of file?.parts ?? []) {
    if (/^<(Unanchored)?ScriptNotes\b/.test(part))
      childNodes(parseNode(part), 'ScriptNote').forEach(addKnown);
  }
  for (const scriptElement of screenplay.elements) {
    for (const child of preservedOf(scriptElement).children ?? []) {
      if (typeof child === 'string' && child.startsWith('<ScriptNote')) addKnown(parseNode(child));
    }
  }
  return notes.filter((note) => {
    if (known.has(keyOf(note))) return false;
    const left = imported.get(note.text) ?? 0;
    if (left > 0) imported.set(note.text, left - 1);
    return left === 0;
  });
}

function keyOf({ text, author }: ScriptNote): string {
  return `${author ?? ''}\n${text}`;
}

/** Return notes as XML for the inside of paragraphs (files up to version 4), by element index. */
export function inlineNotes(notes: readonly ScriptNote[]): Map<number, string> {
  const byElement = new Map<number, string>();
  for (const note of notes) {
    const index = note.elementIndex ?? 0;
    const author: Record<string, string> = note.author === null ? {} : { Author: note.author };
    const xml = nodeXml(templateElement('ScriptNote', author, ...noteParagraphs(note)));
    byElement.set(index, (byElement.get(index) ?? '') + xml);
  }
  return byElement;
}

/**
 * Return the ScriptNotes part of versions 5 and later: the file's notes, moved along with their
 * paragraphs, and the new notes. A note whose paragraph was deleted keeps its old range.
 */
export function anchoredNotes(
  part: XmlNode | null,
  notes: readonly ScriptNote[],
  screenplay: Screenplay,
  { places }: WrittenContent,
): XmlNode {
  const node = part ?? templateElement('ScriptNotes', {});
  const moves: Move[] = [];
  for (const [index, scriptElement] of screenplay.elements.entries()) {
    const to = places[index];
    const { anchor } = preservedOf(scriptElement);
    if (anchor && to) moves.push({ from: anchor, to });
  }
  moves.sort((a, b) => a.from.at - b.from.at);
  const starts = moves.map(({ from }) => from.at);
  for (const note of childNodes(node, 'ScriptNote')) moveNote(note, moves, starts);
  for (const note of notes) {
    const place = note.elementIndex === null ? undefined : places[note.elementIndex];
    const { at, length } = place ?? { at: 0, length: 0 };
    const author: Record<string, string> = note.author === null ? {} : { WriterName: note.author };
    node.children.push(
      templateElement(
        'ScriptNote',
        { Name: '', Range: `${at},${at + length}`, ...author },
        ...noteParagraphs(note),
      ),
    );
  }
  return node;
}

/** Positions of a paragraph with an anchored note: in the source file and now. */
interface Move {
  from: PreservedPosition;
  to: PreservedPosition;
}

/** Move the range of a note along when its paragraph moved or lost text. */
function moveNote(note: XmlNode, moves: readonly Move[], starts: readonly number[]): void {
  const range = noteRange(note);
  const move = range && moves[lastAtOrBefore(starts, range.start)];
  if (!move) return;
  const { from, to } = move;
  const end = from.at + from.length;
  if (range.start < from.at || range.start > end) return;
  // A length from the file includes the end of the paragraph.
  if (to.at === from.at && to.length + 1 >= from.length) return;
  // A range that continues after the paragraph keeps its length.
  const placeOf = (offset: number) =>
    to.at + (offset > end ? offset - from.at : Math.min(offset - from.at, to.length));
  const start = placeOf(range.start);
  note.attributes.Range = `${start},${Math.max(start, placeOf(range.end))}`;
}

function noteParagraphs({ text }: ScriptNote): XmlNode[] {
  return text.split('\n').map((line) => templateElement('Paragraph', {}, templateElement('Text', {}, line)));
}
