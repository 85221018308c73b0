import { importLimitBytes, importTexts, isArchiveName, scriptEnding } from '#shared/contract/importing.ts';
import { contentOf, entriesOf, TooLargeError, type ZipEntry } from '#web/lib/zipFile.ts';

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
  const entries = await entriesOf(file, limits.entries);
  if (entries === null || entries.some(({ name }) => name === 'manifest.json')) return [file];
  if (entries.some(({ name }) => partOfContainer.test(name)))
    return [new File([file], file.name.replace(/\.zip$/i, ''))];
  const scripts = entries.filter(({ name }) => scriptEnding.test(name) || isArchiveName(name));
  if (scripts.length === 0) return [file];
  if (scripts.length > limits.scripts)
    return [
      { name: file.name, reason: `The archive has more than ${limits.scripts} scripts. Import it in parts.` },
    ];
  const unpacked: ChosenFile[] = [];
  for (const entry of scripts) unpacked.push(await unpack(entry, file));
  return unpacked;
}

/**
 * Parts that only containers of other programs have: Highland, Word, Fade In and Celtx. The same
 * names in other folders are files of an archive.
 */
const partOfContainer =
  /^(?:(?:[^/]+\.textbundle\/)?text\.(?:md|fountain|markdown)|(?:word\/)?document\.xml|project\.rdf|content\.xml)$/i;

async function unpack(entry: ZipEntry, zip: File): Promise<ChosenFile> {
  const name = entry.name.split('/').at(-1) ?? entry.name;
  if (isArchiveName(name))
    return { name, reason: 'This is an archive in an archive. Unpack it, and import the files in it.' };
  if (entry.isEncrypted) return { name, reason: 'The file is encrypted. Unpack it, and import it.' };
  try {
    return new File([await contentOf(zip, entry, importLimitBytes)], name);
  } catch (error) {
    const isTooLarge = error instanceof TooLargeError;
    return { name, reason: isTooLarge ? importTexts.tooLarge : 'The file is damaged in the archive.' };
  }
}
