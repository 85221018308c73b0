import { parseFountain } from '#screenplay/fountain/parse.ts';
import { withDetectedLanguage } from '#screenplay/language/importedLanguage.ts';
import { parseCeltx } from '#screenplay/otherFormats/celtx.ts';
import { parseDocx } from '#screenplay/otherFormats/docx.ts';
import { parseOsf } from '#screenplay/otherFormats/osf.ts';
import type { ParseResult } from '#screenplay/screenplay.ts';
import { LockedZipError, openZip, type ZipEntries, ZipError } from './zipEntries.ts';

/** Read a script from a container: Highland, Fade In, Word or Celtx. */
export async function readZip(bytes: Uint8Array): Promise<ParseResult> {
  try {
    const zip = await openZip(bytes);
    return await readContainer(zip);
  } catch (error) {
    if (error instanceof LockedZipError) return failure(lockedText);
    if (error instanceof ZipError) return failure(`The file is a damaged archive. ${error.message}`);
    throw error;
  }
}

const lockedText =
  'The file is protected by a password. Open or unpack it, save it without one, and import that file.';

const highlandText = /(?:^|\/)text\.(?:md|fountain|markdown|txt)$/i;
const scriptName = /\.(?:fdx|fdxt|fountain|spmd|pdf|docx|rtf|highland|fadein|osf|celtx|trelby|txt|md)$/i;

async function readContainer(zip: ZipEntries): Promise<ParseResult> {
  const { names } = zip;
  const text = names.find((name) => highlandText.test(name));
  if (text) return withDetectedLanguage(parseFountain(await zip.read(text)));
  if (names.includes('word/document.xml')) {
    const partOf = async (name: string) => (names.includes(name) ? decoded(await zip.read(name)) : '');
    return parseDocx({
      document: await partOf('word/document.xml'),
      styles: await partOf('word/styles.xml'),
      comments: await partOf('word/comments.xml'),
    });
  }
  if (names.includes('document.xml')) return parseOsf(decoded(await zip.read('document.xml')));
  const celtx = names.filter((name) => /^script[^/]*\.html$/i.test(name));
  if (celtx.length > 0 && names.includes('project.rdf'))
    return parseCeltx(decoded(await zip.read(celtx[0] ?? '')));
  return failure(nameOfContainer(names));
}

/** Return what a container is that holds no script we can read, and how to convert it. */
function nameOfContainer(names: readonly string[]): string {
  if (names.some((name) => /(?:^|\/)Document\.iwa$|^Index\.zip$/.test(name)))
    return 'This is a Pages document. Export it in Pages as Word (File > Export To > Word), and import that file.';
  if (names.includes('content.xml') && names.includes('mimetype'))
    return 'This is an OpenDocument file. Save it as a Word document (.docx), and import that file.';
  if (names.some((name) => /^xl\/workbook/.test(name))) return 'This is an Excel workbook and not a script.';
  if (names.some((name) => /^ppt\//.test(name))) return 'This is a PowerPoint file and not a script.';
  if (names.some((name) => /\.opf$/i.test(name)))
    return 'This is an e-book (EPUB). Import the file from which it was made.';
  if (names.some((name) => /\.scrivx$/i.test(name)))
    return 'This is a Scrivener project. Compile it in Scrivener as Final Draft (FDX) or Fountain, and import that file.';
  if (names.includes('project.json') && names.includes('manifest.json'))
    return 'This is the archive of a project. Give its name the ending .zip, and import it again.';
  const scripts = names.filter((name) => scriptName.test(name) && !/^__MACOSX|\/\./.test(name));
  if (scripts.length > 0) {
    const list = scripts.slice(0, 5).join(', ');
    return `This is an archive with ${scripts.length === 1 ? 'a script' : `${scripts.length} scripts`} in it (${list}). Unpack it, and import the files.`;
  }
  if (names.some((name) => /\.(?:zip|rar|7z|gz)$/i.test(name)))
    return 'This is an archive in an archive. Unpack it, and import the files in it.';
  return 'This is an archive without a script.';
}

function decoded(bytes: Uint8Array): string {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const label = !isWide ? 'utf-8' : bytes[0] === 0xff ? 'utf-16le' : 'utf-16be';
  return new TextDecoder(label).decode(bytes);
}

function failure(message: string): ParseResult {
  return { ok: false, kind: 'no-content', message, line: null, column: null };
}
