import { FdxReader } from '#screenplay/fdx/reader.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import type { ParseResult } from '#screenplay/screenplay.ts';
import { clampToLimits } from '#screenplay/withinLimits.ts';

export function isFountainName(fileName: string): boolean {
  return /\.fountain$/i.test(fileName);
}

/**
 * Parse an uploaded script by file extension: .fountain as Fountain, anything else as FDX; content
 * above the limits for writers is shortened or cut, which the receipt reports. Never throws on bad
 * input: that is a result. Slow: imports call it in a thread.
 */
export function parseScriptFile(fileName: string, chunks: readonly Uint8Array[]): ParseResult {
  const result = parseScript(fileName, chunks);
  return result.ok ? clampToLimits(result) : result;
}

function parseScript(fileName: string, chunks: readonly Uint8Array[]): ParseResult {
  if (isFountainName(fileName)) return parseFountain(Buffer.concat(chunks));
  const reader = new FdxReader();
  for (const chunk of chunks) if (!reader.write(chunk)) break;
  return reader.end();
}
