import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { exportFormats } from '#screenplay/exportFormats.ts';
import type { Db } from '#server/db/client.ts';
import { recordActivity } from '#server/lib/activity.ts';
import type { ClientTimeouts } from '#server/lib/clientTimeouts.ts';
import { copyCode } from '#server/lib/copyCode.ts';
import { limitConcurrentCalls } from '#server/lib/limitConcurrentCalls.ts';
import { mount } from '#server/lib/mount.ts';
import type { Storage } from '#server/storage/storage.ts';
import {
  defaultFramesPerPage,
  exportFileName,
  exportPrint,
  exportScript,
  exportStoryboard,
  lossesHeader,
  printFileName,
  storyboardFileName,
} from '#shared/contract/projects.ts';
import { type Exports, exportFile, printFile } from './exporting.service.ts';
import { boardFile } from './storyboard/board.service.ts';

/** Exports that one user may wait for or download at the same time. */
const maxFiles = 4;

export function exportingRoutes(
  app: FastifyInstance,
  { db, storage, exports }: { db: Db; storage: Storage; exports: Exports },
  { stalledMs }: Pick<ClientTimeouts, 'stalledMs'>,
): void {
  app.addHook('onClose', () => exports.writer.close());
  const begin = limitConcurrentCalls(
    maxFiles,
    `${maxFiles} of your files are being made or sent. Please try again when one has arrived.`,
  );

  mount(app, exportScript, { can: 'read' }, async ({ project, user, params, request, reply }) => {
    const { format } = params;
    begin(user.id, reply);
    const { name, file, release } = await exportFile(exports, project.id, user.id, format);
    reply.raw.once('close', release);
    if (reply.raw.destroyed) release();
    // Destroy the socket after this time without progress.
    if (reply.raw.socket instanceof Socket) reply.raw.socket.setTimeout(stalledMs);
    await recordActivity(db, request, {
      userId: user.id,
      projectId: project.id,
      action: 'project.export',
      details: { format },
    });
    const { bytes, losses } = file;
    return reply
      .type(exportFormats[format].contentType)
      .header('content-disposition', `attachment; filename="${exportFileName(name, format)}"`)
      .header(lossesHeader, encodeURIComponent(JSON.stringify(losses)))
      .header('cache-control', 'no-store')
      .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  });

  mount(app, exportPrint, { can: 'read' }, async ({ project, user, query, request, reply }) => {
    begin(user.id, reply);
    const code = query.recipient === '' ? '' : copyCode(project.id, query.recipient);
    const { name, file } = await printFile(exports, project.id, user.id, { ...query, code });
    if (reply.raw.socket instanceof Socket) reply.raw.socket.setTimeout(stalledMs);
    await recordActivity(db, request, {
      userId: user.id,
      projectId: project.id,
      action: 'project.export',
      details: { format: 'print', ...(code !== '' && { copy: code }) },
    });
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${printFileName(name, query.character)}"`)
      .header('cache-control', 'no-store')
      .send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength));
  });

  mount(app, exportStoryboard, { can: 'read' }, async ({ project, user, query, request, reply }) => {
    begin(user.id, reply);
    const { perPage = defaultFramesPerPage, notes, paper = null, disposition } = query;
    const options = { perPage, withNotes: notes === 'yes', paper };
    const deps = { db, storage, writer: exports.writer };
    const { name, file } = await boardFile(deps, project.id, user.id, options);
    if (reply.raw.socket instanceof Socket) reply.raw.socket.setTimeout(stalledMs);
    await recordActivity(db, request, {
      userId: user.id,
      projectId: project.id,
      action: 'project.export',
      details: { format: 'storyboard' },
    });
    return reply
      .type('application/pdf')
      .header('content-disposition', `${disposition}; filename="${storyboardFileName(name)}"`)
      .header('cache-control', 'no-store')
      .send(Buffer.from(file.buffer, file.byteOffset, file.byteLength));
  });
}
