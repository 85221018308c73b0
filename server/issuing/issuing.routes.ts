import { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { issuedCopies, scriptIssues } from '#server/db/schema/issues.ts';
import type { Exports } from '#server/exporting/exporting.service.ts';
import type { ProjectAccess } from '#server/lib/access.ts';
import { recordActivity } from '#server/lib/activity.ts';
import type { ClientTimeouts } from '#server/lib/clientTimeouts.ts';
import { limitConcurrentCalls } from '#server/lib/limitConcurrentCalls.ts';
import { mount } from '#server/lib/mount.ts';
import {
  addIssuedCopies,
  createCopyLink,
  createIssue,
  downloadCopies,
  expectedBytesHeader,
  issueFileName,
  listIssues,
  previewIssue,
  printIssue,
  removeCopyLink,
} from '#shared/contract/issues.ts';
import { may } from '#shared/roles.ts';
import { endCopyLink, openCopyLink } from './copyLinks.service.ts';
import { copiesFile, printOfIssue } from './issuePrints.service.ts';
import {
  addCopies,
  copyToPrint,
  issueScript,
  previewChanges,
  shownCopy,
  shownIssues,
} from './issues.service.ts';

const ofIssue = { child: scriptIssues, thing: 'Issue' } as const;
const ofCopy = { child: issuedCopies, thing: 'Copy' } as const;

/** Prints of issues that one user may wait for or download at the same time. */
const maxFiles = 2;

interface IssuingDeps {
  db: Db;
  exports: Exports;
}

export function issuingRoutes(
  app: FastifyInstance,
  { db, exports }: IssuingDeps,
  timeouts: ClientTimeouts,
): void {
  mount(app, listIssues, { can: 'read' }, async ({ project, user }) =>
    shownIssues(db, issuerOf(user, project)),
  );

  mount(app, previewIssue, { can: 'write' }, async ({ project, user }) =>
    previewChanges(exports, issuerOf(user, project)),
  );

  mount(app, createIssue, { can: 'write' }, async ({ project, user, body, request }) => {
    const issue = await issueScript(exports, issuerOf(user, project), body);
    const details = { number: issue.number, copies: issue.copies.length };
    await recordActivity(db, request, {
      ...{ userId: user.id, projectId: project.id, action: 'project.issue', details },
    });
    return issue;
  });

  mount(app, addIssuedCopies, { can: 'write', ...ofIssue }, async ({ project, user, params, body }) =>
    addCopies(db, issuerOf(user, project), params.id, body),
  );

  mount(app, createCopyLink, { can: 'own', ...ofCopy }, async ({ project, params }) =>
    shownCopy(await openCopyLink(db, project.id, params.id), project.role),
  );

  mount(app, removeCopyLink, { can: 'own', ...ofCopy }, async ({ params }) => {
    await endCopyLink(db, params.id);
    return undefined;
  });

  printRoutes(app, { db, exports }, timeouts);
}

/** Mount the calls that send files. */
function printRoutes(
  app: FastifyInstance,
  { db, exports }: IssuingDeps,
  { stalledMs }: ClientTimeouts,
): void {
  const begin = limitConcurrentCalls(
    maxFiles,
    `${maxFiles} of your files are being made or sent. Please try again when one has arrived.`,
  );

  mount(
    app,
    printIssue,
    { can: 'read', ...ofIssue },
    async ({ project, user, params, query, request, reply }) => {
      const isWriter = may(project.role, 'write');
      const copy = query.copyId
        ? await copyToPrint(db, issuerOf(user, project), params.id, query.copyId)
        : null;
      begin(user.id, reply);
      const { issue, bytes } = await printOfIssue(exports, user.id, params.id, {
        part: copy?.part ?? query.part,
        isColored: query.isColored === 'yes',
        ...(copy && { copy }),
        showsRecipients: isWriter && !copy,
      });
      // End the call after this time without progress.
      if (reply.raw.socket instanceof Socket) reply.raw.socket.setTimeout(stalledMs);
      const details = { format: 'issue', number: issue.number, ...(copy && { copy: copy.code }) };
      await recordActivity(db, request, exportOf(user, project, details));
      return asFile(reply, 'application/pdf', issueFileName(issue, 'pdf')).send(
        Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
      );
    },
  );

  mount(
    app,
    downloadCopies,
    { can: 'write', ...ofIssue },
    async ({ project, user, params, query, request, reply }) => {
      begin(user.id, reply);
      await recordActivity(db, request, exportOf(user, project, { format: 'copies', issue: params.id }));
      const isColored = query.isColored === 'yes';
      const { issue, file, expectedBytes } = await copiesFile(exports, user.id, params.id, isColored);
      // Without a pause: a copy that fails ends the file with an error, which the reply handles.
      return asFile(reply, 'application/zip', issueFileName(issue, 'zip'))
        .header(expectedBytesHeader, expectedBytes)
        .send(file);
    },
  );
}

/** Set the headers of a file that the browser saves. */
function asFile(reply: FastifyReply, contentType: string, fileName: string): FastifyReply {
  return reply
    .type(contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .header('cache-control', 'no-store');
}

function issuerOf({ id: userId, email }: { id: string; email: string }, { id, role }: ProjectAccess) {
  return { projectId: id, userId, email, role };
}

function exportOf(user: { id: string }, project: ProjectAccess, details: Record<string, unknown>) {
  return { userId: user.id, projectId: project.id, action: 'project.export', details };
}
