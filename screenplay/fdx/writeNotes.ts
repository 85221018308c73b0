import { commentOf, type Screenplay, type ScriptNote } from '../screenplay.ts';
import type { MovedPositions } from './movedPositions.ts';
import { noteOf, noteRange } from './notes.ts';
import type { PreservedFile } from './preserved.ts';
import { templateElement } from './template.ts';
import type { WrittenContent } from './writeContent.ts';
import { preservedOf } from './writtenParagraph.ts';
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
 * words, and the new notes. The note of a deleted paragraph moves to the end of the one before.
 */
export function anchoredNotes(
  part: XmlNode | null,
  notes: readonly ScriptNote[],
  { places }: WrittenContent,
  moved?: MovedPositions,
): XmlNode {
  const node = part ?? templateElement('ScriptNotes', {});
  for (const note of childNodes(node, 'ScriptNote')) if (moved) moveNote(note, moved);
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

/** Move the range of a note along with its words. */
function moveNote(note: XmlNode, moved: MovedPositions): void {
  const range = noteRange(note);
  if (!range) return;
  const start = moved.of(range.start);
  note.attributes.Range = `${start},${Math.max(start, moved.of(range.end))}`;
}

function noteParagraphs({ text }: ScriptNote): XmlNode[] {
  return text.split('\n').map((line) => templateElement('Paragraph', {}, templateElement('Text', {}, line)));
}
