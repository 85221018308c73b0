import { maxNotes, maxParagraphs, type ParseFailureKind, type ParseResult } from '../screenplay.ts';
import { normalize, takeHidden } from './hidden.ts';
import { FountainReader } from './reader.ts';

const sizeLimit = 10 * 1024 * 1024; // docs/spec/projects.md

/**
 * Reads a Fountain script (1.1). Bytes are UTF-8, or UTF-16 with a byte order mark.
 * - Single line breaks within a block stay in the text; of several blank lines between blocks one counts.
 *   White space at line ends goes; at line starts it stays in action, a tab as four spaces.
 * - Capitals are left as they are: a forced cue such as @McAvoy keeps its case.
 * - Notes come back as `notes`, at the element they stand in or after; null before the first element. They are
 *   kept for writeFountain, too.
 * - Sections, synopses and cut passages are kept in extras.fountain of the element that follows.
 * - Centred text is action with extras.layout; a page break is startsNewPage of the next element; lyrics are
 *   dialogue, or action outside a speech, with originalType "Lyrics".
 * Never throws. Takes time in proportion to the length. Source: docs/format.md, "Fountain".
 */
export function parseFountain(source: string | Uint8Array): ParseResult {
  if (source.length > sizeLimit) return failure('too-large', 'The file is larger than 10 MB.');
  let text: string;
  try {
    text = typeof source === 'string' ? source : decode(source);
  } catch {
    return failure('encoding', 'The file is not valid UTF-8 text.');
  }
  text = normalize(text);
  if (text.trim() === '') return failure('empty', 'The file is empty.');
  const script = new FountainReader(takeHidden(text)).read();
  if (script.screenplay.elements.length > maxParagraphs) {
    return failure('too-large', `The file has more than ${maxParagraphs.toLocaleString('en')} paragraphs.`);
  }
  if (script.notes.length > maxNotes) {
    return failure('too-large', `The file has more than ${maxNotes.toLocaleString('en')} notes.`);
  }
  return { ok: true, ...script };
}

function decode(bytes: Uint8Array): string {
  const [a, b] = bytes;
  const label = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(label, { fatal: true }).decode(bytes);
}

function failure(kind: ParseFailureKind, message: string): ParseResult {
  return { ok: false, kind, message, line: null, column: null };
}
