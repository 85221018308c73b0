import { FdxReader } from '#screenplay/fdx/reader.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import type { ParseResult } from '#screenplay/screenplay.ts';
import { clampToLimits } from '#screenplay/withinLimits.ts';

export function isFountainName(fileName: string): boolean {
  return /\.fountain$/i.test(fileName);
}

/**
 * Reads an uploaded script by its name's ending: .fountain as Fountain, anything else as FDX; what is longer than
 * writers may type is shortened or cut, which the receipt tells. Never throws on bad input: that is a result. Takes
 * all the time it needs: imports call it in a thread.
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
