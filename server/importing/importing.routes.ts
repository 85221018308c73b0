import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { record } from '#server/lib/activity.ts';
import { invalid } from '#server/lib/errors.ts';
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

/** In a scope of its own: nothing else takes multipart bodies of this size. */
export async function importingRoutes(app: FastifyInstance, { db }: { db: Db }): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(multipart, {
      limits: { fileSize: importLimitBytes, files: 1, fields: 5, fieldSize: 1000, headerPairs: 100 },
      throwFileSizeLimit: false,
    });

    mount(scope, importScript, 'user', async ({ user, request }) => {
      const upload = request.isMultipart() ? await request.file() : undefined;
      if (!upload || upload.fieldname !== importField || !isImportable(upload.filename)) {
        // What nobody wants is read to its end, so that the browser hears the answer.
        upload?.file.resume();
        throw invalid(importTexts.wrongName);
      }
      const { projectId, counts, receipt } = await importFile(db, user.id, upload.filename, upload.file);
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
