import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { scriptWriter } from '#server/exporting/writing.ts';
import type { ScriptReader } from '#server/importing/reading.ts';
import { closeArchives, type Upload } from '#server/importing/upload.ts';
import { abortOnDisconnect } from '#server/lib/abortOnDisconnect.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { mount } from '#server/lib/mount.ts';
import {
  comparedField,
  comparedSides,
  exportComparison,
  readComparedFile,
} from '#shared/contract/comparing.ts';
import { printFileName } from '#shared/contract/projects.ts';
import type { HandlerReply } from '#shared/endpoint.ts';
import { comparisonFile, draftOfFile } from './comparing.service.ts';

interface ComparingDeps {
  db: Db;
  reader: ScriptReader;
  /** Read the files of a form by their fields. */
  readFiles: (
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string,
    fields: readonly string[],
  ) => Promise<Map<string, Upload>>;
}

/** Element of the reply. It differs from DraftElement only in `undefined`, which JSON lacks. */
type ReadElement = HandlerReply<typeof readComparedFile>['elements'][number];

/** Mount the comparisons. `app` accepts multipart bodies. */
export function comparingRoutes(app: FastifyInstance, { db, reader, readFiles }: ComparingDeps): void {
  const writer = scriptWriter();
  app.addHook('onClose', () => writer.close());

  mount(app, readComparedFile, { can: 'read' }, async ({ user, request, reply }) => {
    const files = await readFiles(request, reply, user.id, [comparedField]);
    try {
      const { elements, format, titlePage } = await draftOfFile(
        reader,
        user.id,
        files.get(comparedField),
        abortOnDisconnect(reply),
      );
      return { elements: elements as ReadElement[], format, titlePage };
    } finally {
      await closeArchives(files.values());
    }
  });

  mount(app, exportComparison, { can: 'read' }, async ({ project, user, query, request, reply }) => {
    const files = await readFiles(request, reply, user.id, comparedSides);
    try {
      const { before, after, beforeName, afterName } = query;
      const order = { references: { before, after }, names: { before: beforeName, after: afterName }, files };
      const signal = abortOnDisconnect(reply);
      const { name, file } = await comparisonFile({ db, reader, writer }, project.id, user.id, order, signal);
      await recordActivity(db, request, {
        userId: user.id,
        projectId: project.id,
        action: 'project.export',
        details: { format: 'comparison' },
      });
      const { bytes } = file;
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${printFileName(name, 'changes')}"`)
        .header('cache-control', 'no-store')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    } finally {
      await closeArchives(files.values());
    }
  });
}
