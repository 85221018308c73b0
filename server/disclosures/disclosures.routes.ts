import type { FastifyInstance } from 'fastify';
import type { Db } from '#server/db/client.ts';
import { aiDisclosures } from '#server/db/schema/ai.ts';
import { mount } from '#server/lib/mount.ts';
import { getDisclosure, listDisclosures } from '#shared/contract/ai.ts';
import { readEntry, readLog } from './disclosures.service.ts';

/** The disclosure log for the project owner, written by metered.ts (docs/decisions/0012). */
export function disclosuresRoutes(app: FastifyInstance, { db }: { db: Db }): void {
  mount(app, listDisclosures, { can: 'own' }, async ({ project, query }) => readLog(db, project.id, query));

  mount(
    app,
    getDisclosure,
    { can: 'own', child: aiDisclosures, thing: 'Entry' },
    async ({ project, params }) => readEntry(db, project.id, params.id),
  );
}
