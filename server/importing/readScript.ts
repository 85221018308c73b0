import { FdxReader } from '#screenplay/fdx/reader.ts';
import { type FileFormat, formatBytes, formatOfBytes } from '#screenplay/fileFormats.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { withDetectedLanguage } from '#screenplay/language/importedLanguage.ts';
import { parseHtml } from '#screenplay/otherFormats/html.ts';
import { parseOsf } from '#screenplay/otherFormats/osf.ts';
import { parseRtf } from '#screenplay/otherFormats/rtf.ts';
import { parseTrelby } from '#screenplay/otherFormats/trelby.ts';
import type { ParseResult } from '#screenplay/screenplay.ts';
import { clampToLimits } from '#screenplay/withinLimits.ts';
import { importTexts, isFdxName, isFountainName } from '#shared/contract/importing.ts';

/** Result of reading a file, with the format of its bytes. */
export type ReadScript = ParseResult & { format: FileFormat };

/**
 * Read an uploaded script in the format of its bytes, whatever its name is. Content above the
 * limits for writers is shortened or cut, which the receipt reports. Never throws on bad input:
 * that is a result. Slow: imports call it in a thread.
 */
export async function readScriptFile(fileName: string, chunks: readonly Uint8Array[]): Promise<ReadScript> {
  const format = formatOfFile(fileName, chunks);
  const result = await readAs(format, chunks);
  return { ...(result.ok ? clampToLimits(result) : result), format };
}

/**
 * Return the format of a file. The name decides only what no bytes can: how a file that looks like
 * nothing known is reported.
 */
export function formatOfFile(fileName: string, chunks: readonly Uint8Array[]): FileFormat {
  const format = formatOfBytes(headOf(chunks));
  const isUndecided = format === 'unknown' || format === 'xml' || format === 'text';
  if (isUndecided && isFdxName(fileName)) return 'fdx';
  return isUndecided && isFountainName(fileName) ? 'text' : format;
}

function headOf(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  return first && first.length >= formatBytes ? first : Buffer.concat(chunks).subarray(0, formatBytes);
}

async function readAs(format: FileFormat, chunks: readonly Uint8Array[]): Promise<ParseResult> {
  switch (format) {
    case 'fdx':
      return readFdx(chunks);
    case 'pdf': {
      // Large libraries are loaded only when they are needed.
      const { readPdf } = await import('./pdf/readPdf.ts');
      return readPdf(Buffer.concat(chunks));
    }
    case 'zip': {
      const { readZip } = await import('./zip/readZip.ts');
      return readZip(Buffer.concat(chunks));
    }
    case 'osf':
      return parseOsf(textOf(chunks));
    case 'rtf':
      return parseRtf(Buffer.concat(chunks));
    case 'html':
      return parseHtml(textOf(chunks));
    case 'trelby':
      return parseTrelby(textOf(chunks));
    case 'text':
      return withDetectedLanguage(parseFountain(Buffer.concat(chunks)));
  }
  return { ok: false, kind: 'no-content', message: unreadableTexts[format], line: null, column: null };
}

const unreadableTexts: Record<'ole' | 'sqlite' | 'picture' | 'xml' | 'unknown', string> = {
  ole: 'This is a file of Word 97 to 2003, Final Draft 7 or another old program, or a Word document with a password. Open it there, save it as a Word document (.docx) without a password, FDX or PDF, and import that file.',
  sqlite:
    'This is a database, as KIT Scenarist and Story Architect write it. Export the script there as FDX, Fountain or Word, and import that file.',
  picture: 'This is a picture and not a script. Run text recognition (OCR) on it, and import the text.',
  xml: 'This is an XML file of a program that is not known here. Export the script there as FDX, Fountain or PDF, and import that file.',
  unknown: importTexts.wrongName,
};

function readFdx(chunks: readonly Uint8Array[]): ParseResult {
  const reader = new FdxReader();
  for (const chunk of chunks) if (!reader.write(chunk)) break;
  return reader.end();
}

function textOf(chunks: readonly Uint8Array[]): string {
  const bytes = Buffer.concat(chunks);
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const label = !isWide ? 'utf-8' : bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
  return new TextDecoder(label).decode(bytes);
}
