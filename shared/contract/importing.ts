import { z } from 'zod';
import { elementTypes } from '#screenplay/element.ts';
import { formatOfBytes } from '#screenplay/fileFormats.ts';
import { endpoint } from '../endpoint.ts';
import { Project } from './projects.ts';

/** Receipt of an import (screenplay/screenplay.ts, ImportReceipt). */
export const ImportReceiptSchema = z.object({
  countsByType: z.record(z.enum(elementTypes), z.number()),
  kept: z.array(z.string()),
  uncertain: z.array(z.string()),
  shortened: z.array(z.string()),
  /** Places of a PDF that were read with doubt, with the lines of the page around them. */
  places: z
    .array(z.object({ reason: z.string(), page: z.number(), yPoints: z.number(), excerpt: z.string() }))
    .optional(),
});
export type ImportReceiptSchema = z.input<typeof ImportReceiptSchema>;

/** 10 MiB (docs/spec/projects.md). */
export const importLimitBytes = 10 * 1024 * 1024;
/** Limit of an archive, which contains pictures and sounds. */
export const archiveLimitBytes = 512 * 1024 * 1024;
/** Multipart field of the file. */
export const importField = 'scriptFile';

export const importTexts = {
  wrongName: 'Please select an FDX file.',
  wrongNameTitle: 'Invalid file type',
  tooLarge: 'File is larger than 10 MB.',
  archiveTooLarge: 'Archive is larger than 512 MB.',
  unreadable: 'The file could not be read as a Final Draft script.',
  unreadableFountain: 'The file could not be read as a Fountain script.',
  unreadableOsf: 'The file could not be read as a Fade In script.',
  failedTitle: 'Import failed',
  failed: 'Failed to import file',
} as const;

/** Endings of files with scripts, for the file dialog and for names of projects. */
export const scriptEndings = [
  ...['fdx', 'fdxt', 'fountain', 'spmd', 'pdf', 'highland', 'fadein', 'osf'],
  ...['docx', 'rtf', 'celtx', 'trelby', 'txt', 'md', 'html', 'htm'],
] as const;
export const scriptEnding = new RegExp(`\\.(?:${scriptEndings.join('|')})$`, 'i');

export function isFdxName(fileName: string): boolean {
  return /\.fdxt?$/i.test(fileName);
}

export function isFountainName(fileName: string): boolean {
  return /\.fountain$/i.test(fileName);
}

/**
 * Return whether a file can be imported, by its first bytes. Its name counts only for a file that
 * is known by it: its error says what is wrong.
 */
export function isImportable(fileName: string, head: Uint8Array): boolean {
  const isKnownName = isFdxName(fileName) || isFountainName(fileName) || isArchiveName(fileName);
  return isKnownName || (head.length > 0 && formatOfBytes(head) !== 'unknown');
}

export function isArchiveName(fileName: string): boolean {
  return /\.zip$/i.test(fileName);
}

/** Return the maximum size of a file with that name, and the error text for a larger one. */
export function importLimitOf(fileName: string): { maxBytes: number; text: string } {
  return isArchiveName(fileName)
    ? { maxBytes: archiveLimitBytes, text: importTexts.archiveTooLarge }
    : { maxBytes: importLimitBytes, text: importTexts.tooLarge };
}

/** Multipart upload of one file in the field `scriptFile`, read by a plain route. */
export const importScript = endpoint({
  method: 'POST',
  path: '/api/projects/import-file',
  summary:
    'Create a project from a script (multipart field scriptFile, up to 10 MB): Final Draft, Fountain, PDF, Word, Fade In, Highland and others, or from an archive',
  reply: z.object({
    project: Project,
    counts: z.object({ scenes: z.number(), elements: z.number(), characters: z.number() }),
    receipt: ImportReceiptSchema,
  }),
  status: 201,
});
