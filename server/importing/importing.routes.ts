import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { abortOnDisconnect } from '#server/lib/abortOnDisconnect.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { HttpRefusal, invalid, tooLarge, unavailable } from '#server/lib/errors.ts';
import { inHand } from '#server/lib/inHand.ts';
import { mount } from '#server/lib/mount.ts';
import { readProject } from '#server/projects/projects.service.ts';
import {
  importField,
  importLimitBytes,
  importScript,
  importTexts,
  isImportable,
} from '#shared/contract/projects.ts';
import { importFile } from './importing.service.ts';
import { scriptReader } from './reading.ts';

/** Uploads that one person may have under way at once. */
const maxUploads = 8;
/** What all uploads that are not stored yet may hold in memory, whoever sends them. */
const maxBytes = 300 * 1024 * 1024;

/** In a scope of its own: nothing else takes multipart bodies of this size. */
export async function importingRoutes(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  const reader = scriptReader();
  app.addHook('onClose', () => reader.close());
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: importLimitBytes, files: 2, fields: 5, fieldSize: 1000, headerPairs: 100 },
      throwFileSizeLimit: false,
    });

    const begin = inHand(
      maxUploads,
      'Other scripts of yours are still being imported. Please try again then.',
    );
    const uploads = new UploadBytes(maxBytes);

    mount(scope, importScript, 'user', async ({ user, request, reply }) => {
      begin(user.id, reply);
      const upload = await readUpload(request, uploads.counterFor(reply)).catch(refuseBrokenForm);
      const { projectId, counts, receipt } = await importFile(
        { db, reader },
        user.id,
        upload.fileName,
        upload.chunks,
        abortOnDisconnect(reply),
      );
      await recordActivity(db, request, {
        userId: user.id,
        projectId,
        action: 'project.import',
        details: { ...counts },
      });
      return { project: await readProject(db, projectId, 'owner'), counts, receipt };
    });
  });
}

/**
 * What the reader of forms throws is about the form: a border that is missing or does not fit, a head that is too long,
 * an end that never came.
 */
function refuseBrokenForm(error: Error & { code?: string }): never {
  if (error instanceof HttpRefusal || error.code?.startsWith('FST_')) throw error;
  throw invalid('The upload did not arrive as a whole form. Please send the file again.');
}

/** What uploads hold in memory: only bytes that have come count, so that a slow one keeps nobody from sending. */
class UploadBytes {
  readonly #max: number;
  #bytes = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** Counts bytes of a call until its answer is sent or given up; throws unavailable when there are too many. */
  counterFor(reply: FastifyReply): (bytes: number) => void {
    let own = 0;
    reply.raw.once('close', () => {
      this.#bytes -= own;
      own = 0;
    });
    return (bytes) => {
      if (this.#bytes + bytes > this.#max)
        throw unavailable('Many scripts are being imported just now. Please try again in a minute.');
      own += bytes;
      this.#bytes += bytes;
    };
  }
}

/**
 * The one script of a form, whole. Throws invalid where that is not what it holds, and tooLarge above 10 MB.
 */
async function readUpload(
  request: FastifyRequest,
  count: (bytes: number) => void,
): Promise<{ fileName: string; chunks: Uint8Array[] }> {
  const uploads: { fileName: string; chunks: Uint8Array[] }[] = [];
  const parts = request.isMultipart() ? request.files() : [];
  for await (const { fieldname, filename, file } of parts) {
    if (uploads.length > 0 || fieldname !== importField || !isImportable(filename)) {
      // What nobody wants is read to its end, so that the browser hears the answer.
      file.resume();
      throw invalid(importTexts.wrongName);
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of file) {
      count(chunk.length);
      chunks.push(chunk);
    }
    uploads.push({ fileName: filename, chunks });
    if (file.truncated) throw tooLarge(importTexts.tooLarge);
  }
  const [upload] = uploads;
  if (!upload) throw invalid(importTexts.wrongName);
  return upload;
}
