import { buffer } from 'node:stream/consumers';
import { ZipWriter } from '#server/lib/zipWriter.ts';

/** Return a zip file with texts by name. */
export function zipOf(texts: Record<string, string>): Promise<Buffer> {
  const zip = new ZipWriter();
  for (const [name, text] of Object.entries(texts)) zip.addText(name, text);
  return buffer(zip.end());
}
