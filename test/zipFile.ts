import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipWriter } from '#server/lib/zipWriter.ts';

/** Return a zip file with texts or bytes by name. */
export function zipOf(
  contents: Record<string, string | Uint8Array>,
  { compress = true } = {},
): Promise<Buffer> {
  const zip = new ZipWriter();
  for (const [name, content] of Object.entries(contents)) {
    if (typeof content === 'string') zip.addPart(name, content, { compress });
    else zip.addStream(name, async () => Readable.from([content]), { compress });
  }
  return buffer(zip.end());
}
