import { setImmediate } from 'node:timers/promises';
import { FdxReader } from '#screenplay/fdx/reader.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import type { ParseResult } from '#screenplay/screenplay.ts';
import { withinLimits } from '#screenplay/withinLimits.ts';

/** What the FDX reader is given between two turns of the event loop: a few milliseconds of work. */
const pieceBytes = 64 * 1024;

/**
 * Reads an uploaded script by its name's ending: .fountain as Fountain, anything else as FDX; what is longer than
 * writers may type is shortened or cut, which the receipt tells. Lets other requests through while it works on a
 * large file. Never throws on bad input: that is a result.
 */
export async function readScript(fileName: string, chunks: readonly Uint8Array[]): Promise<ParseResult> {
  const result = await parseScript(fileName, chunks);
  return result.ok ? withinLimits(result) : result;
}

async function parseScript(fileName: string, chunks: readonly Uint8Array[]): Promise<ParseResult> {
  if (/\.fountain$/i.test(fileName)) return parseFountain(Buffer.concat(chunks));
  const reader = new FdxReader();
  for (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += pieceBytes) {
      if (!reader.write(chunk.subarray(at, at + pieceBytes))) return reader.end();
      await setImmediate();
    }
  }
  return reader.end();
}
