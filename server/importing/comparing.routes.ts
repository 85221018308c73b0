import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Draft } from '#screenplay/comparing/draft.ts';
import type { Db } from '#server/db/client.ts';
import { comparisonFile, comparisonWriter } from '#server/exporting/comparison.service.ts';
import { abortOnDisconnect } from '#server/lib/abortOnDisconnect.ts';
import { recordActivity } from '#server/lib/activity.ts';
import { invalid } from '#server/lib/errors.ts';
import { mount } from '#server/lib/mount.ts';
import {
  comparedField,
  comparedSides,
  exportComparison,
  readComparedFile,
} from '#shared/contract/comparing.ts';
import { printFileName } from '#shared/contract/projects.ts';
import type { HandlerReply } from '#shared/endpoint.ts';
import { draftOfPrepared, type FileDraft } from './fileDraft.ts';
import { readFile } from './importing.service.ts';
import type { ScriptReader } from './reading.ts';
import { closeArchives, type Upload } from './upload.ts';

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

/** Mount the comparisons with files. `app` accepts multipart bodies. */
export function comparingRoutes(app: FastifyInstance, { db, reader, readFiles }: ComparingDeps): void {
  const comparing = comparisonWriter(db);
  app.addHook('onClose', () => comparing.writer.close());

  mount(app, readComparedFile, { can: 'read' }, async ({ user, request, reply }) => {
    const files = await readFiles(request, reply, user.id, [comparedField]);
    try {
      const signal = abortOnDisconnect(reply);
      const draft = await draftOfFile(reader, user.id, files.get(comparedField), signal);
      return { ...draft, elements: draft.elements as ReadElement[] };
    } finally {
      await closeArchives(files.values());
    }
  });

  mount(app, exportComparison, { can: 'read' }, async ({ project, user, query, request, reply }) => {
    const files = await readFiles(request, reply, user.id, comparedSides);
    try {
      const signal = abortOnDisconnect(reply);
      // Files are read before the print waits for its turn, so that a bad one is reported at once.
      const sourceOf = async (reference: string, upload: Upload | undefined): Promise<string | Draft> =>
        reference === 'file' ? draftOfFile(reader, user.id, upload, signal) : reference;
      const drafts = {
        before: { name: query.beforeName, source: await sourceOf(query.before, files.get('before')) },
        after: { name: query.afterName, source: await sourceOf(query.after, files.get('after')) },
      };
      const { name, file } = await comparisonFile(comparing, project.id, user.id, drafts, signal);
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

/** Read an uploaded file as a draft. Throws invalid with the reason. Nothing is stored. */
async function draftOfFile(
  reader: ScriptReader,
  userId: string,
  upload: Upload | undefined,
  signal: AbortSignal,
): Promise<FileDraft> {
  if (!upload) throw invalid('The file did not arrive. Please choose it again.');
  if ('archive' in upload)
    throw invalid(
      'An archive cannot be compared. Restore it as a project, export its script, and choose that file.',
    );
  return readFile(reader, userId, upload, signal, ({ prepared }) => draftOfPrepared(prepared));
}
