import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { restoreArchive } from '#server/archive/restoring.service.ts';
import type { Db } from '#server/db/client.ts';
import type { Env } from '#server/env.ts';
import { abortOnDisconnect } from '#server/lib/abortOnDisconnect.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { unavailable } from '#server/lib/errors.ts';
import { fairQueue } from '#server/lib/fairQueue.ts';
import { limitConcurrentCalls } from '#server/lib/limitConcurrentCalls.ts';
import { mount } from '#server/lib/mount.ts';
import { requireStorage } from '#server/lib/quotas.ts';
import type { SlowUploadGuard } from '#server/lib/slowUploadGuard.ts';
import { readProject } from '#server/projects/projects.service.ts';
import type { Storage } from '#server/storage/storage.ts';
import { archiveLimitBytes, importLimitBytes, importScript } from '#shared/contract/importing.ts';
import { comparingRoutes } from './comparing.routes.ts';
import { importFile } from './importing.service.ts';
import { scriptReader } from './reading.ts';
import { readUpload, readUploads } from './upload.ts';

/** Maximum number of parallel imports of one user. */
const maxUploads = 8;
/** Maximum memory of all unfinished uploads. */
const maxBytes = 300 * 1024 * 1024;
/** Maximum number of archives that are restored in parallel. */
const maxArchives = 2;

/**
 * Mount the import, and comparisons with files, in a separate scope, because only these routes
 * accept multipart bodies of this size.
 */
export async function importingRoutes(
  app: FastifyInstance,
  { db, storage, env }: { db: Db; storage: Storage; env: Pick<Env, 'dataDir' | 'quotas'> },
  steadyUploads: SlowUploadGuard,
): Promise<void> {
  const reader = scriptReader();
  const restoring = fairQueue(maxArchives, 'archive');
  app.addHook('onClose', () => reader.close());
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: archiveLimitBytes, files: 2, fields: 5, fieldSize: 1000, headerPairs: 100 },
      throwFileSizeLimit: false,
    });

    const begin = limitConcurrentCalls(
      maxUploads,
      'Your other imports are still running. Please try again when they have finished.',
    );
    const uploads = new UploadBytes(maxBytes);

    comparingRoutes(scope, {
      ...{ db, reader },
      readFiles: (request, reply, userId, fields) => {
        begin(userId, reply);
        steadyUploads.watch(request, importLimitBytes);
        return readUploads(request, env.dataDir, uploads.counterFor(reply), fields);
      },
    });

    mount(scope, importScript, 'user', async ({ user, request, reply }) => {
      begin(user.id, reply);
      steadyUploads.watch(request, archiveLimitBytes);
      const upload = await readUpload(request, env.dataDir, uploads.counterFor(reply));
      const signal = abortOnDisconnect(reply);
      try {
        if ('archive' in upload)
          await requireStorage(db, env.quotas.storageMb, { userId: user.id, projectId: null });
        const { projectId, counts, receipt } =
          'archive' in upload
            ? await restoring(user.id, () => restoreArchive({ db, storage }, user, upload.archive.fd, signal))
            : await importFile({ db, reader }, user.id, upload.fileName, upload.chunks, signal);
        await recordActivity(db, request, {
          userId: user.id,
          projectId,
          action: 'project.import',
          details: { ...counts },
        });
        const where = { projectId, userId: user.id };
        return { project: await readProject(db, where, 'owner'), counts, receipt };
      } finally {
        if ('archive' in upload) await upload.archive.close();
      }
    });
  });
}

/** Memory held by uploads. Only received bytes count, so that a slow upload blocks no other. */
class UploadBytes {
  readonly #max: number;
  #bytes = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /**
   * Return a function that counts the bytes of a call until it ends. It throws unavailable above
   * the limit.
   */
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
