import { importLimitBytes, importTexts, isArchiveName, scriptEnding } from '#shared/contract/importing.ts';

/** A file to import, or one that cannot be imported with the reason. */
export type ChosenFile = File | { name: string; reason: string };

/** Limits of an archive of scripts. An archive of a project may be larger: the server reads it. */
const limits = { bytes: 100 * 1024 * 1024, entries: 5000, scripts: 50 };

/** Return the scripts in the chosen files: archives of several scripts are unpacked. */
export async function unpackScripts(files: readonly File[]): Promise<ChosenFile[]> {
  const chosen: ChosenFile[] = [];
  for (const file of files) chosen.push(...(isArchiveName(file.name) ? await scriptsIn(file) : [file]));
  return chosen;
}

/**
 * Return the scripts in a zip file, each for a project. The archive of a project, and a file that
 * is no zip file, are returned unchanged; a script of another program that is a zip file, without
 * its wrong ending.
 */
async function scriptsIn(file: File): Promise<ChosenFile[]> {
  if (file.size > limits.bytes) return [file];
  const bytes = new Uint8Array(await file.arrayBuffer());
  const entries = entriesOf(bytes);
  if (entries === null || entries.some(({ name }) => name === 'manifest.json')) return [file];
  if (entries.some(({ name }) => partOfContainer.test(name)))
    return [new File([bytes], file.name.replace(/\.zip$/i, ''))];
  const scripts = entries.filter(({ name }) => scriptEnding.test(name) || isArchiveName(name));
  if (scripts.length === 0) return [file];
  if (scripts.length > limits.scripts)
    return [
      { name: file.name, reason: `The archive has more than ${limits.scripts} scripts. Import it in parts.` },
    ];
  const unpacked: ChosenFile[] = [];
  for (const entry of scripts) unpacked.push(await unpack(entry, bytes));
  return unpacked;
}

/**
 * Parts that only containers of other programs have: Highland, Word, Fade In and Celtx. The same
 * names in other folders are files of an archive.
 */
const partOfContainer =
  /^(?:(?:[^/]+\.textbundle\/)?text\.(?:md|fountain|markdown)|(?:word\/)?document\.xml|project\.rdf|content\.xml)$/i;

interface ZipEntry {
  name: string;
  isEncrypted: boolean;
  method: number;
  compressedBytes: number;
  headerAt: number;
}

/** The reason why an entry is not unpacked to its end. */
class TooLargeError extends Error {}

async function unpack(entry: ZipEntry, zip: Uint8Array<ArrayBuffer>): Promise<ChosenFile> {
  const name = entry.name.split('/').at(-1) ?? entry.name;
  if (isArchiveName(name))
    return { name, reason: 'This is an archive in an archive. Unpack it, and import the files in it.' };
  if (entry.isEncrypted) return { name, reason: 'The file is encrypted. Unpack it, and import it.' };
  try {
    return new File(await contentOf(entry, zip), name);
  } catch (error) {
    const isTooLarge = error instanceof TooLargeError;
    return { name, reason: isTooLarge ? importTexts.tooLarge : 'The file is damaged in the archive.' };
  }
}

/** Return the content of an entry. Throws TooLargeError above the limit of a script. */
async function contentOf(
  { method, compressedBytes, headerAt }: ZipEntry,
  zip: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const view = new DataView(zip.buffer);
  const start = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true);
  const packed = zip.subarray(start, start + compressedBytes);
  if (packed.length < compressedBytes) throw new Error('The entry is cut off');
  if (method !== 0 && method !== 8) throw new Error(`Unknown compression method ${method}`);
  const source = new Response(packed).body as ReadableStream<Uint8Array<ArrayBuffer>>;
  const stream = method === 0 ? source : source.pipeThrough(new DecompressionStream('deflate-raw'));
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > importLimitBytes) {
      await reader.cancel();
      throw new TooLargeError();
    }
    chunks.push(next.value);
  }
  return chunks;
}

const endBytes = 22;
const maxCommentBytes = 65_535;

/** Return the files that a zip file lists; null if it is damaged or has too many. */
function entriesOf(zip: Uint8Array<ArrayBuffer>): ZipEntry[] | null {
  const view = new DataView(zip.buffer);
  let end = zip.length - endBytes;
  const first = Math.max(0, end - maxCommentBytes);
  while (end >= first && view.getUint32(end, true) !== 0x06054b50) end--;
  if (end < first) return null;
  const count = view.getUint16(end + 10, true);
  if (count > limits.entries) return null;
  const entries: ZipEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let index = 0; index < count; index++) {
    if (at + 46 > zip.length || view.getUint32(at, true) !== 0x02014b50) return null;
    const nameBytes = view.getUint16(at + 28, true);
    const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameBytes));
    const isHidden = /(?:^|\/)(?:\.|__MACOSX\/)/.test(name) || name.endsWith('/');
    if (!isHidden)
      entries.push({
        name,
        isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
        method: view.getUint16(at + 10, true),
        compressedBytes: view.getUint32(at + 20, true),
        headerAt: view.getUint32(at + 42, true),
      });
    at += 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}
