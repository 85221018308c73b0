import type { FastifyRequest } from 'fastify';
import { firstSheetElements, firstSheetHtml } from '#screenplay/firstSheet.ts';
import type { Db } from '#server/db/client.ts';
import { createSessionLookup, sessionIn } from '#server/lib/session.ts';
import { firstElementsOf } from '#server/script/screenplay.service.ts';
import { pagePreloadOf } from '#shared/opening.ts';
import { decodeProjectId } from '#shared/projectCode.ts';

/** The page does not wait longer than this for what is only there to be seen early. */
const maxWaitMs = 150;

/**
 * Return the first sheet of a script, shown while the editor loads, for users who may read it.
 * Empty for other addresses and when the database does not answer at once: the editor reports
 * errors.
 */
export function firstSheetFor(db: Db): (request: FastifyRequest) => Promise<string> {
  const door = createSessionLookup(db);

  async function draw(code: string, secret: string): Promise<string> {
    const { project } = (await door(secret, { child: null, id: decodeProjectId(code) })) ?? {};
    if (!project) return '';
    return firstSheetHtml(await firstElementsOf(db, project.id, firstSheetElements));
  }

  return async ({ url, cookies, log }) => {
    const session = sessionIn(cookies);
    const { script } = pagePreloadOf(url, false);
    // With a query the page opens at another place, or with a panel.
    if (session === null || script === null || url.includes('?')) return '';
    const { promise: late, resolve } = Promise.withResolvers<string>();
    const timer = setTimeout(resolve, maxWaitMs, '');
    try {
      return await Promise.race([draw(script, session.secret), late]);
    } catch (error) {
      log.warn({ error }, 'The first sheet of a script could not be drawn');
      return '';
    } finally {
      clearTimeout(timer);
    }
  };
}
