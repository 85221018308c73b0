import { buffer } from 'node:stream/consumers';
import type { ExportFormat } from '#screenplay/exportFormats.ts';
import { withSynopses } from '#screenplay/fdx/summaries.ts';
import { writeFdx } from '#screenplay/fdx/write.ts';
import { writeFountain } from '#screenplay/fountain/write.ts';
import { writeDocx } from '#screenplay/otherFormats/writeDocx.ts';
import { writeEpub } from '#screenplay/otherFormats/writeEpub.ts';
import { writeHtml } from '#screenplay/otherFormats/writeHtml.ts';
import { writeFadeIn, writeOsf } from '#screenplay/otherFormats/writeOsf.ts';
import { writePlainText } from '#screenplay/otherFormats/writePlainText.ts';
import type { ContainerPart, WrittenScript } from '#screenplay/otherFormats/writtenScript.ts';
import { ZipWriter } from '#server/lib/zipWriter.ts';

type Written = string | Uint8Array | Promise<Uint8Array>;

/** Writers of the formats in which scripts are exported (screenplay/exportFormats.ts). */
export const fileWriters: Record<ExportFormat, (script: WrittenScript) => Written> = {
  pdf: async (script) => {
    // Slow to load, and never used in the server's own thread.
    const { makePdf } = await import('./pdf/makePdf.ts');
    return makePdf(script);
  },
  fdx: (script) => writeFdx(script, script.notes),
  fountain: (script) => writeFountain(withSynopses(script), script.notes),
  docx: (script) => zipped(writeDocx(script)),
  fadein: (script) => zipped(writeFadeIn(script)),
  osf: writeOsf,
  html: writeHtml,
  epub: (script) => zipped(writeEpub(script)),
  txt: writePlainText,
};

/** Return a zip file of the parts, in their order. The same parts always return the same bytes. */
async function zipped(parts: readonly ContainerPart[]): Promise<Uint8Array> {
  const zip = new ZipWriter();
  for (const { name, text, isStored = false } of parts) zip.addPart(name, text, { compress: !isStored });
  return buffer(zip.end());
}
