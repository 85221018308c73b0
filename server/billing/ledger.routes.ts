import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { mount } from '#server/lib/mount.ts';
import { exportLedger, listCreditUse, listLedger } from '#shared/contract/billing.ts';
import { creditUse, ledgerCsv, ledgerLines } from './ledger.queries.ts';

export function ledgerRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listLedger, 'user', async ({ user, query }) => {
    const found = await ledgerLines(db, user.id, { ...query, limit: query.limit + 1 });
    return { lines: found.slice(0, query.limit), hasMore: found.length > query.limit };
  });

  mount(app, exportLedger, 'user', async ({ user, query, reply }) =>
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="Cold_Open_credits.csv"')
      .header('cache-control', 'no-store')
      .send(Readable.from(ledgerCsv(db, user.id, query))),
  );

  mount(app, listCreditUse, 'user', ({ user, query }) => creditUse(db, user.id, query));
}
