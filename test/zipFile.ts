import { buffer } from 'node:stream/consumers';
import { ZipWriter } from '#server/lib/zipWriter.ts';

/** Return a zip file with texts by name. */
export function zipOf(texts: Record<string, string>, { compress = true } = {}): Promise<Buffer> {
  const zip = new ZipWriter();
  for (const [name, text] of Object.entries(texts)) zip.addPart(name, text, { compress });
  return buffer(zip.end());
}
