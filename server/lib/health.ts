import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps.ts';

const patienceMs = 3000;

/** 200 while the database answers. It is migrated before the server listens, so being asked means ready. */
export function healthRoutes(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.get('/api/health', { config: { access: 'open' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('The database did not answer in time')), patienceMs);
    });
    try {
      await Promise.race([db.execute(sql`select 1`), tooLate]);
      return { status: 'ok' };
    } catch (error) {
      request.log.error({ err: error }, 'not healthy');
      return reply.code(503).send({ status: 'unavailable' });
    } finally {
      clearTimeout(timer);
    }
  });
}
