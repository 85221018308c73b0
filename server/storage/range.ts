import type { Range } from './disk.ts';

/**
 * Parse a Range header for a file of this size. Null: send the whole file, also for several ranges
 * and other units. 'beyond': the file has none of the requested bytes.
 */
export function byteRange(header: string | undefined, sizeBytes: number): Range | 'beyond' | null {
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const last = sizeBytes - 1;
  if (match[1] === '') {
    const count = Math.min(Number(match[2]), sizeBytes);
    return count === 0 ? 'beyond' : { from: sizeBytes - count, to: last };
  }
  const from = Number(match[1]);
  const to = match[2] === '' ? last : Math.min(Number(match[2]), last);
  if (match[2] !== '' && Number(match[2]) < from) return null; // not a range, so the header is ignored
  return from > last ? 'beyond' : { from, to };
}
