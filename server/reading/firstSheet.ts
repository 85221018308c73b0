import type { FastifyRequest } from 'fastify';
import { firstSheetElements, firstSheetHtml } from '#screenplay/firstSheet.ts';
import type { Db } from '#server/db/client.ts';
import { createSessionLookup, sessionIn } from '#server/lib/session.ts';
import { firstElementsOf } from '#server/script/screenplay.service.ts';
import { pagePreloadOf } from '#shared/opening.ts';
import { decodeProjectId } from '#shared/projectCode.ts';

/** Maximum wait. The first sheet only shortens the loading, so it must not delay the page. */
const maxWaitMs = 150;

/**
 * Return the first sheet of a script, shown while the editor loads, for users who may read it.
 * Empty for other addresses and when the database does not answer at once: the editor reports
 * errors.
 */
export function firstSheetFor(db: Db, publicUrl: string): (request: FastifyRequest) => Promise<string> {
  const door = createSessionLookup(db);

  async function draw(code: string, secret: string): Promise<string> {
    const { project } = (await door(secret, { child: null, id: decodeProjectId(code) })) ?? {};
    if (!project) return '';
    return firstSheetHtml(await firstElementsOf(db, project.id, firstSheetElements));
  }

  return async ({ url, cookies, log }) => {
    const session = sessionIn(cookies, publicUrl);
    const { script } = pagePreloadOf(url, false);
    // With a query the page opens at another position, or with a panel.
    if (session === null || script === null || url.includes('?')) return '';
    const { promise: late, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(resolve, maxWaitMs, '');
    try {
      return await Promise.race([draw(script, session.secret), late]);
    } catch (error) {
      log.warn({ error }, 'failed to render the first sheet of a script');
      return '';
    } finally {
      clearTimeout(timer);
    }
  };
}
