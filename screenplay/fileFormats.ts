/*
 * Formats of files by their first bytes. Names of files are not used: a PDF named script.fdx is a
 * PDF.
 */

export type FileFormat =
  | 'fdx'
  | 'osf'
  | 'pdf'
  /** Container of Highland, Fade In, Word, Celtx and others. */
  | 'zip'
  | 'rtf'
  | 'html'
  | 'trelby'
  /** Fountain, Markdown or any other text. */
  | 'text'
  /** XML of another program. */
  | 'xml'
  /** Word 97 to 2003, old Final Draft and others. */
  | 'ole'
  | 'sqlite'
  | 'picture'
  | 'unknown';

/** How many bytes of a file are needed to know its format. */
export const formatBytes = 4096;

const signatures: [format: FileFormat, bytes: readonly number[]][] = [
  ['zip', [0x50, 0x4b, 3, 4]],
  ['zip', [0x50, 0x4b, 5, 6]],
  ['ole', [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['sqlite', [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66, 0x6f, 0x72, 0x6d, 0x61, 0x74, 0x20, 0x33, 0]],
  ['picture', [0x89, 0x50, 0x4e, 0x47]],
  ['picture', [0xff, 0xd8, 0xff]],
  ['picture', [0x47, 0x49, 0x46, 0x38]],
  ['picture', [0x49, 0x49, 0x2a, 0]],
];

/** Return the format of a file from its first bytes. */
export function formatOfBytes(head: Uint8Array): FileFormat {
  for (const [format, bytes] of signatures) if (bytes.every((byte, at) => head[at] === byte)) return format;
  const text = startOfText(head);
  if (text === null) return 'unknown';
  if (/^[^\n]{0,200}%PDF-\d/.test(text) || text.slice(0, 1024).includes('%PDF-1.')) return 'pdf';
  if (/^\s*\{\\rtf/.test(text)) return 'rtf';
  if (text.includes('\0')) return 'unknown';
  if (/^\s*#Version \d+\s*\n/.test(text)) return 'trelby';
  return /^\s*</.test(text) ? formatOfMarkup(text) : 'text';
}

function formatOfMarkup(text: string): FileFormat {
  if (/<FinalDraft[\s>]/.test(text)) return 'fdx';
  if (/<document\b[^>]*Open Screenplay Format/i.test(text)) return 'osf';
  if (/<!doctype html|<html[\s>]/i.test(text)) return 'html';
  return /^\s*<(?:\?xml|!--|[a-z][\w:-]*[\s/>])/i.test(text) ? 'xml' : 'text';
}

/** Decode the start of a file; null for bytes that are no text. */
function startOfText(head: Uint8Array): string | null {
  const [a, b] = head;
  const isWide = (a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff);
  const text = (isWide ? wideText(head, a === 0xff) : byteText(head)).replace(/^(?:\ufeff|ï»¿)/, '');
  const start = text.slice(0, 1024);
  const strange = Array.from(start).filter(isControlCharacter).length;
  return strange > start.length * 0.05 && !start.includes('%PDF-') ? null : text;
}

/** Return whether no text file has the character. */
function isControlCharacter(character: string): boolean {
  const code = character.charCodeAt(0);
  return (code >= 0x01 && code <= 0x06) || (code >= 0x0e && code <= 0x1a) || code === 0x7f;
}

function byteText(head: Uint8Array): string {
  return String.fromCharCode(...head.subarray(0, formatBytes));
}

/** Decode the first characters of UTF-16. */
function wideText(head: Uint8Array, isLittleEndian: boolean): string {
  const units: number[] = [];
  for (let at = 0; at + 1 < Math.min(head.length, formatBytes); at += 2) {
    const [one, other] = [head[at] ?? 0, head[at + 1] ?? 0];
    units.push(isLittleEndian ? one | (other << 8) : (one << 8) | other);
  }
  return String.fromCharCode(...units);
}
