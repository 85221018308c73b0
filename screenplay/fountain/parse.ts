import { defaultFormat } from '../format.ts';
import {
  maxNotes,
  maxParagraphs,
  type ParseFailure,
  type ParseFailureKind,
  type ParseResult,
} from '../screenplay.ts';
import type { FountainSourceExtras } from './extras.ts';
import { normalize } from './hidden.ts';
import { storedOutline } from './lostOutline.ts';
import { storeNotes } from './notes.ts';
import { type FountainReading, readFountain } from './reading.ts';
import { fountainReceipt } from './receipt.ts';
import { type SpellingCounts, storeSpelling } from './spelling.ts';

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
  const reading = readText(decoded.text);
  if ('ok' in reading) return reading;
  const fountain = { ...preservedOf(reading), ...ends(source, decoded.text) };
  const spelling = storeSpelling(reading, fountain);
  const result = resultOf(reading, fountain, spelling);
  if (decoded.isLatin) result.receipt.uncertain.push('The file is not UTF-8; it was read as Windows-1252');
  return result;
}

/**
 * Parse a text that is no file, such as a pasted one. Its lines are not preserved, only what they
 * mean.
 */
export function parseFountainText(text: string): ParseResult {
  const reading = readText(text);
  return 'ok' in reading ? reading : resultOf(reading, preservedOf(reading), null);
}

function readText(text: string): FountainReading | ParseFailure {
  const normalised = normalize(text);
  if (normalised.trim() === '') return failure('empty', 'The file is empty.');
  const reading = readFountain(normalised);
  if (typeof reading !== 'string') return reading;
  const max = reading === 'notes' ? maxNotes : maxParagraphs;
  return failure('too-large', `The file has more than ${max.toLocaleString('en')} ${reading}.`);
}

/** Store the content that has no element, and return that of the file. */
function preservedOf({ elements, blocksAfter, notesBetween, hidden }: FountainReading): FountainSourceExtras {
  const fountain = storeNotes(elements, { after: blocksAfter }, notesBetween);
  const outline = storedOutline(elements);
  return {
    ...fountain,
    ...(hidden.cuts.length > 0 && { cuts: hidden.cuts }),
    ...(outline.length > 0 && { outline }),
  };
}

function resultOf(
  { titlePage, elements, hasSceneNumbers, notes, counts }: FountainReading,
  fountain: FountainSourceExtras,
  spelling: SpellingCounts | null,
) {
  const format = { ...defaultFormat, sceneNumbersShown: hasSceneNumbers };
  const source = fountain.after.length > 0 || Object.keys(fountain).length > 1 ? { fountain } : null;
  const screenplay = { titlePage, elements, format, source };
  return { ok: true, screenplay, notes, receipt: fountainReceipt(counts, spelling) } as const;
}

/** Return how a file marks its beginning and ends most lines, where that differs from ours. */
function ends(source: string | Uint8Array, text: string): Pick<FountainSourceExtras, 'mark' | 'lineEnd'> {
  const hasMark = typeof source === 'string' ? source.startsWith('\uFEFF') : hasUtf8Mark(source);
  const returns = text.includes('\r') ? text.split('\r\n').length - 1 : 0;
  const hasReturns = returns > 0 && returns * 2 >= text.split('\n').length - 1;
  return { ...(hasMark && { mark: '\uFEFF' }), ...(hasReturns && { lineEnd: '\r\n' }) };
}

function hasUtf8Mark([a, b, c]: Uint8Array): boolean {
  return a === 0xef && b === 0xbb && c === 0xbf;
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

function failure(kind: ParseFailureKind, message: string): ParseFailure {
  return { ok: false, kind, message, line: null, column: null };
}
