import type { ParseResult } from '../screenplay.ts';
import { FdxReader } from './reader.ts';

/**
 * Parse a whole Final Draft file (.fdx).
 *
 * The six types map one to one; every other type becomes action that keeps its own name. Content
 * that we do not model is preserved in extras.fdx and source.fdx for `writeFdx`. Never throws: a
 * bad file gives a result with the reason, and line and column where known. A stored (CONT'D) stays
 * in the cue as typed; the layout must not print a second one. A server should feed an FdxReader
 * instead, and do other work between the pieces. Source: docs/format.md, "FDX".
 */
export function parseFdx(bytes: Uint8Array): ParseResult {
  const reader = new FdxReader();
  reader.write(bytes);
  return reader.end();
}
