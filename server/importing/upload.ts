import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyRequest } from 'fastify';
import { invalid, tooLarge } from '#server/lib/errors.ts';
import { readForm } from '#server/lib/form.ts';
import {
  importField,
  importLimitOf,
  importTexts,
  isArchiveName,
  isImportable,
} from '#shared/contract/importing.ts';

/**
 * An uploaded file. A script is in memory. An archive, which may be far larger, is in a temporary
 * file that disappears when it is closed.
 */
export type Upload = { fileName: string; chunks: Uint8Array[] } | { fileName: string; archive: FileHandle };

/**
 * Read the only file of a form. Throws invalid for other content, and tooLarge above the limit.
 * `count` is called with the bytes held in memory.
 */
export async function readUpload(
  request: FastifyRequest,
  folder: string,
  count: (bytes: number) => void,
): Promise<Upload> {
  const [upload] = (await readUploads(request, folder, count, [importField])).values();
  if (!upload) throw invalid(importTexts.wrongName);
  return upload;
}

/** Read the files of a form by their fields, at most one for each, as readUpload does. */
export async function readUploads(
  request: FastifyRequest,
  folder: string,
  count: (bytes: number) => void,
  fields: readonly string[],
): Promise<Map<string, Upload>> {
  const uploads = new Map<string, Upload>();
  try {
    await readForm(request, async (files) => {
      // A header may contain `filename` without a value.
      for await (const { fieldname, filename = '', file } of files) {
        if (uploads.has(fieldname) || !fields.includes(fieldname)) {
          // Discard the rest of the body, because browsers show the answer only after sending all
          // of it.
          file.resume();
          throw invalid(importTexts.wrongName);
        }
        const upload = await startUpload(filename, folder);
        uploads.set(fieldname, upload);
        const { maxBytes, text } = importLimitOf(filename);
        let size = 0;
        for await (const chunk of file as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size > maxBytes) continue; // discard the rest, see above
          if ('chunks' in upload) {
            count(chunk.length);
            upload.chunks.push(chunk);
          } else await upload.archive.write(chunk);
        }
        if (size > maxBytes || file.truncated) throw tooLarge(text);
        if ('chunks' in upload && !isImportable(filename, Buffer.concat(upload.chunks)))
          throw invalid(importTexts.wrongName);
      }
    });
    return uploads;
  } catch (error) {
    await closeArchives(uploads.values());
    throw error;
  }
}

/** Close the temporary files of archives. */
export async function closeArchives(uploads: Iterable<Upload>): Promise<void> {
  for (const upload of uploads) if ('archive' in upload) await upload.archive.close();
}

async function startUpload(fileName: string, folder: string): Promise<Upload> {
  return isArchiveName(fileName)
    ? { fileName, archive: await unlinkedFile(path.join(folder, 'arriving')) }
    : { fileName, chunks: [] };
}

/** Open a file and delete its name, so that the system frees it even if this process crashes. */
async function unlinkedFile(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = path.join(folder, randomBytes(12).toString('hex'));
  const handle = await open(name, 'wx+', 0o600);
  await rm(name);
  return handle;
}
