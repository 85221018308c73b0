import type { FastifyInstance } from 'fastify';
import { writeFdx } from '#screenplay/fdx/write.ts';
import { writeFountain } from '#screenplay/fountain/write.ts';
import type { Screenplay, ScriptNote } from '#screenplay/screenplay.ts';
import { notesOf } from '#server/comments/comments.service.ts';
import type { Db } from '#server/db/client.ts';
import { record } from '#server/lib/activity.ts';
import { mount } from '#server/lib/mount.ts';
import { screenplayOf } from '#server/script/screenplay.service.ts';
import { exportFdx, exportFileName, exportFountain, exportPdf } from '#shared/contract/projects.ts';
import { PdfPrinter } from './pdf.ts';

export function exportingRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  const printer = new PdfPrinter();
  app.addHook('onClose', () => printer.close());

  /** Both of one moment: notes name their elements by number. */
  const read = (projectId: number) =>
    db.transaction(
      async (tx) => ({ ...(await screenplayOf(tx, projectId)), notes: await notesOf(tx, projectId) }),
      { isolationLevel: 'repeatable read', accessMode: 'read only' },
    );

  /** The script as a file that other programs read. */
  const downloads = [
    {
      endpoint: exportPdf,
      format: 'pdf',
      contentType: 'application/pdf',
      make: (title: string, { elements, format, titlePage }: Screenplay) =>
        printer.print({ elements, format, titlePage, title }),
    },
    {
      endpoint: exportFdx,
      format: 'fdx',
      contentType: 'application/xml; charset=utf-8',
      make: async (_title: string, screenplay: Screenplay, notes: ScriptNote[]) =>
        writeFdx(screenplay, notes),
    },
    {
      endpoint: exportFountain,
      format: 'fountain',
      contentType: 'text/plain; charset=utf-8',
      make: async (_title: string, screenplay: Screenplay, notes: ScriptNote[]) =>
        writeFountain(screenplay, notes),
    },
  ] as const;

  for (const { endpoint, format, contentType, make } of downloads) {
    mount(app, endpoint, { can: 'read' }, async ({ project, user, request, reply }) => {
      const { name, screenplay, notes } = await read(project.id);
      const file = await make(name, screenplay, notes);
      await record(db, request, {
        userId: user.id,
        projectId: project.id,
        action: 'project.export',
        details: { format },
      });
      return reply
        .type(contentType)
        .header('content-disposition', `attachment; filename="${exportFileName(name, format)}"`)
        .header('cache-control', 'no-store')
        .send(typeof file === 'string' ? file : Buffer.from(file.buffer, file.byteOffset, file.byteLength));
    });
  }
}
