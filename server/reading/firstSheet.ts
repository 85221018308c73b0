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
 * What the page of a script shows while the editor is on its way, for people who may read the script: its first sheet.
 * Empty for every other address, and where the database has no answer at once: the editor will say what is wrong.
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
    // With a question in its address the page opens at another place, or with another panel beside it.
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
