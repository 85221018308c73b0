import { maxNotes, maxParagraphs, type ParseFailureKind, type ParseResult } from '../screenplay.ts';
import { extractHidden, normalize } from './hidden.ts';
import { FountainReader } from './reader.ts';

const sizeLimit = 10 * 1024 * 1024; // docs/spec/projects.md

/**
 * Parse a Fountain script (1.1). Bytes are UTF-8, UTF-16 with a byte order mark, or else
 * Windows-1252, of which Latin-1 is the printable part. The receipt reports Windows-1252.
 * - Single line breaks within a block are kept; several blank lines between blocks count as one.
 *   White space is removed at line ends. At line starts of action it is kept, a tab as four spaces.
 * - Case is not changed: a forced cue such as @McAvoy keeps its case.
 * - `notes` have the index of the element in or after which they are; null before the first one.
 *   They are also preserved for writeFountain.
 * - Sections, synopses and cut passages are preserved in extras.fountain of the following element.
 * - Centred text is action with extras.layout. A page break is startsNewPage of the next element.
 * - Lyrics are dialogue, or action outside a speech, with originalType "Lyrics".
 *
 * Never throws. Takes linear time. Source: docs/format.md, "Fountain".
 */
export function parseFountain(source: string | Uint8Array): ParseResult {
  if (source.length > sizeLimit) return failure('too-large', 'The file is larger than 10 MB.');
  const decoded = typeof source === 'string' ? { text: source, isLatin: false } : decode(source);
  if (!decoded) return failure('encoding', 'The file is not valid UTF-8 text.');
  const text = normalize(decoded.text);
  if (text.trim() === '') return failure('empty', 'The file is empty.');
  const script = new FountainReader(extractHidden(text)).read();
  if (script.screenplay.elements.length > maxParagraphs) {
    return failure('too-large', `The file has more than ${maxParagraphs.toLocaleString('en')} paragraphs.`);
  }
  if (script.notes.length > maxNotes) {
    return failure('too-large', `The file has more than ${maxNotes.toLocaleString('en')} notes.`);
  }
  if (decoded.isLatin) script.receipt.uncertain.push('The file is not UTF-8; it was read as Windows-1252');
  return { ok: true, ...script };
}

/** Decode bytes. Return null for an unknown encoding or damaged UTF-8. */
function decode(bytes: Uint8Array): { text: string; isLatin: boolean } | null {
  const [a, b] = bytes;
  const label = a === 0xff && b === 0xfe ? 'utf-16le' : a === 0xfe && b === 0xff ? 'utf-16be' : 'utf-8';
  try {
    return { text: new TextDecoder(label, { fatal: true }).decode(bytes), isLatin: false };
  } catch {
    if (label !== 'utf-8' || bytes.includes(0)) return null;
    const nonAscii = new TextDecoder().decode(bytes).match(/[^\0-\x7f]/gu) ?? [];
    const unknown = nonAscii.filter((sign) => sign === '\ufffd').length;
    // Accented letters of Windows-1252 are rarely valid UTF-8: most of them fail to decode.
    if (unknown * 2 < nonAscii.length) return null;
    return { text: new TextDecoder('windows-1252').decode(bytes), isLatin: true };
  }
}

function failure(kind: ParseFailureKind, message: string): ParseResult {
  return { ok: false, kind, message, line: null, column: null };
}
