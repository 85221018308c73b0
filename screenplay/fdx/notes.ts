import type { ScriptNote } from '../screenplay.ts';
import { childNodes, paragraphText, type XmlNode } from './xml.ts';

/**
 * Read a ScriptNote, inline or anchored. Its name becomes the first line of the text. The list is
 * empty for a note without name and text.
 */
export function noteOf(node: XmlNode, elementIndex: number | null): ScriptNote[] {
  const lines = childNodes(node, 'Paragraph').map(paragraphText);
  const name = node.attributes.Name?.trim() ?? '';
  const body = lines.join('\n').replaceAll('\u00A0', ' ').trim();
  const text = [name, body].filter((line) => line !== '').join('\n');
  if (text === '') return [];
  const author = node.attributes.WriterName ?? node.attributes.Author ?? '';
  return [{ elementIndex, text, author: author.trim() || null }];
}

/**
 * Parse Range="start,end" of an anchored note, in characters of the script; null if the note is not
 * anchored.
 */
export function noteRange(node: XmlNode): { start: number; end: number } | null {
  const match = /^\s*(\d+)\s*,\s*(\d+)\s*$/.exec(node.attributes.Range ?? '');
  return match ? { start: Number(match[1]), end: Number(match[2]) } : null;
}

/**
 * Return the index of the last of ascending values that is not above `value`; 0 if all are above
 * it.
 */
export function lastAtOrBefore(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((sorted[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}
