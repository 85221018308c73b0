import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { record } from '#server/lib/activity.ts';
import { departure } from '#server/lib/departure.ts';
import { invalid, Refusal, tooLarge, unavailable } from '#server/lib/errors.ts';
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

/** Uploads that are held in memory at once. */
const mostInHand = 20;

/** In a scope of its own: nothing else takes multipart bodies of this size. */
export async function importingRoutes(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: importLimitBytes, files: 2, fields: 5, fieldSize: 1000, headerPairs: 100 },
      throwFileSizeLimit: false,
    });

    let inHand = 0;
    scope.addHook('preHandler', async (_request, reply) => {
      // Each holds up to 10 MB until its turn comes.
      if (inHand >= mostInHand)
        throw unavailable('Many scripts are being imported just now. Please try again in a minute.');
      inHand++;
      reply.raw.once('close', () => inHand--);
    });

    mount(scope, importScript, 'user', async ({ user, request, reply }) => {
      const upload = await readUpload(request).catch(refuseBrokenForm);
      const { projectId, counts, receipt } = await importFile(
        db,
        user.id,
        upload.fileName,
        upload.chunks,
        departure(reply),
      );
      await record(db, request, {
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
  if (error instanceof Refusal || error.code?.startsWith('FST_')) throw error;
  throw invalid('The upload did not arrive as a whole form. Please send the file again.');
}

/** The one script of a form, whole. Throws invalid where that is not what it holds, tooLarge above 10 MB. */
async function readUpload(request: FastifyRequest): Promise<{ fileName: string; chunks: Uint8Array[] }> {
  const uploads: { fileName: string; chunks: Uint8Array[] }[] = [];
  const parts = request.isMultipart() ? request.files() : [];
  for await (const { fieldname, filename, file } of parts) {
    if (uploads.length > 0 || fieldname !== importField || !isImportable(filename)) {
      // What nobody wants is read to its end, so that the browser hears the answer.
      file.resume();
      throw invalid(importTexts.wrongName);
    }
    uploads.push({ fileName: filename, chunks: await file.toArray() });
    if (file.truncated) throw tooLarge(importTexts.tooLarge);
  }
  const [upload] = uploads;
  if (!upload) throw invalid(importTexts.wrongName);
  return upload;
}
