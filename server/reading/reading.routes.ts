import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { findOpenedCopy, type OpenedCopy, readIssue } from '#server/issuing/copyLinks.service.ts';
import { issueName } from '#server/issuing/issuePrints.service.ts';
import { admission } from '#server/lib/access.ts';
import { HttpError, notFound } from '#server/lib/errors.ts';
import { screenplayOf } from '#server/script/screenplay.service.ts';
import { projectOfReadingLink } from '#server/sharing/readingLinks.service.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { closedLinkPage, readingPage, readingPageVersion, type ShownCopy } from './page.ts';

/**
 * Serve the whole script as one plain page, for screen readers, phones, find and print. Browsers
 * navigate to it: without a session it redirects to sign-in and back, and without access it is the
 * application's "Project not found".
 */
export function readingRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  app.route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/projects/:id/reading',
    config: { access: { can: 'read' } },
    errorHandler: (error, request, reply) => {
      if (!(error instanceof HttpError)) throw error;
      if (error.code !== 'unauthorized') return reply.callNotFound();
      return reply.redirect(`/api/login?returnTo=${encodeURIComponent(request.url)}`);
    },
    handler: async (request, reply) => {
      const { project } = admission(request);
      if (!project) throw notFound('Project');
      const etag = `"${readingPageVersion()}.${project.id}.${project.revision}"`;
      reply.header('etag', etag).header('cache-control', 'private, no-cache');
      // A proxy that compresses replies makes their tags weak.
      if (request.headers['if-none-match']?.replace(/^W\//, '') === etag) return reply.code(304).send();
      const { name, screenplay } = await screenplayOf(db, project.id);
      const scriptHref = `/projects/${encodeProjectId(project.id)}/script`;
      return reply.type('text/html; charset=utf-8').send(readingPage({ name, scriptHref, screenplay }));
    },
  });

  /**
   * Serve the pages of the script to readers without an account, while the owner's link is active.
   */
  app.route<{ Params: { token: string } }>({
    method: 'GET',
    url: '/read/:token',
    config: { access: 'open' },
    handler: async (request, reply) => {
      refuseStorage(reply);
      const projectId = await projectOfReadingLink(db, request.params.token);
      if (projectId === undefined) return reply.code(404).send(closedLinkPage());
      const { name, screenplay } = await screenplayOf(db, projectId);
      return reply.send(readingPage({ name, scriptHref: null, screenplay }));
    },
  });

  /**
   * Serve a copy of an issued draft to its recipient, while its link is active. The text is that of
   * the issue, and the page says whether there is a newer one.
   */
  app.route<{ Params: { token: string } }>({
    method: 'GET',
    url: '/copies/:token',
    config: { access: 'open' },
    handler: async (request, reply) => {
      refuseStorage(reply);
      const opened = await findOpenedCopy(db, request.params.token);
      if (!opened) return reply.code(404).send(closedLinkPage());
      const { issue } = opened;
      const screenplay = await readIssue(db, issue);
      return reply.send(
        readingPage({ name: issue.title, scriptHref: null, screenplay, copy: shownCopy(opened) }),
      );
    },
  });
}

/** Allow no caching and no indexing: a link that was ended must show nothing at once. */
function refuseStorage(reply: FastifyReply): void {
  reply
    .header('x-robots-tag', 'noindex, nofollow, noarchive')
    .header('cache-control', 'private, no-store')
    .type('text/html; charset=utf-8');
}

function shownCopy({ copy, issue, newer, newerPath }: OpenedCopy): ShownCopy {
  const scriptHref = `/projects/${encodeProjectId(issue.projectId)}/script`;
  return {
    recipient: copy.name,
    code: copy.code,
    issueName: issueName(issue),
    newer: newer ? { issueName: issueName(newer), copyHref: newerPath, scriptHref } : null,
  };
}
