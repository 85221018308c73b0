import { readPrintedScript } from '#screenplay/pdfImport/readPrintedScript.ts';
import type { ParseResult } from '#screenplay/screenplay.ts';
import { PdfError, readPdfPages } from './readPdfPages.ts';

/** Read the script of a PDF. Never throws on bad input. */
export async function readPdf(bytes: Uint8Array): Promise<ParseResult> {
  try {
    return readPrintedScript(await readPdfPages(bytes));
  } catch (error) {
    if (!(error instanceof PdfError)) throw error;
    return { ok: false, kind: 'no-content', message: error.message, line: null, column: null };
  }
}
