import fs from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { type Db, openDatabase, rows } from '#server/db/client.ts';
import { creditTransactions } from '#server/db/schema/billing.ts';
import { users } from '#server/db/schema/people.ts';
import { projects } from '#server/db/schema/projects.ts';
import { scenes, scriptElements } from '#server/db/schema/script.ts';

/**
 * A process to be killed (server/db/crash.test.ts): node test/writer.ts DATA_DIR ACK_FILE. Opens
 * the embedded database, prints its findings as one line of JSON, then writes until it is killed.
 * When a transaction is committed, its number is appended to ACK_FILE and then printed.
 */
export interface Findings {
  acknowledged: number;
  /** Acknowledged, but missing in the database. Must be empty. */
  lost: number[];
  ledgerSum: number;
  balance: number;
  /** Scenes with missing elements. Must be 0. */
  tornScenes: number;
  /** Elements counted by a table scan and by an index scan. Must be equal. */
  heapCount: number;
  indexCount: number;
}

const elementsPerScene = 60;

if (import.meta.main) await main(process.argv[2] ?? '', process.argv[3] ?? '');

async function main(dataDir: string, ackFile: string): Promise<void> {
  const { db } = await openDatabase({ dataDir, databaseUrl: null });
  const { userId, projectId } = await createProject(db);
  const acknowledged = fs.existsSync(ackFile)
    ? fs.readFileSync(ackFile, 'utf8').trim().split('\n').map(Number)
    : [];
  console.log(JSON.stringify(await inspect(db, acknowledged)));
  let next = 1 + Math.max(0, ...acknowledged) + 1000; // never the number of an unacknowledged transaction
  const write = async () => {
    for (;;) {
      const n = next++;
      await oneTransaction(db, n, userId, projectId);
      fs.appendFileSync(ackFile, `${n}\n`);
      console.log(n);
    }
  };
  await Promise.all([write(), write(), write()]);
}

async function createProject(db: Db): Promise<{ userId: string; projectId: number }> {
  const [known] = await db.select().from(projects);
  if (known) return { userId: known.userId, projectId: known.id };
  return db.transaction(async (tx) => {
    const [user] = await tx.insert(users).values({ email: 'olive@nightferry.test' }).returning();
    const userId = user?.id ?? '';
    const [project] = await tx.insert(projects).values({ userId, name: 'Night Ferry' }).returning();
    return { userId, projectId: project?.id ?? 0 };
  });
}

/**
 * Read the balance under a lock, write the ledger, every fifth time a whole scene, then the
 * balance.
 */
function oneTransaction(db: Db, n: number, userId: string, projectId: number): Promise<void> {
  return db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('update');
    const after = (user?.creditBalance ?? 0) + 1;
    await tx.insert(creditTransactions).values({
      userId,
      type: 'purchase',
      amount: 1,
      creditsAfter: after,
      description: String(n),
    });
    if (n % 5 === 0) {
      const [scene] = await tx
        .insert(scenes)
        .values({ projectId, sceneNumber: n, heading: 'INT. FERRY - NIGHT' })
        .returning();
      const sceneId = scene?.id ?? 0;
      await tx.insert(scriptElements).values(
        Array.from({ length: elementsPerScene }, (_, i) => ({
          projectId,
          sceneId,
          elementType: 'action' as const,
          content: `MARA looks at the water, ${i}.`,
          orderIndex: n * 1000 + i,
        })),
      );
    }
    await tx.update(users).set({ creditBalance: after }).where(eq(users.id, userId));
  });
}

async function inspect(db: Db, acknowledged: number[]): Promise<Findings> {
  const entries = await db.select({ n: creditTransactions.description }).from(creditTransactions);
  const there = new Set(entries.map(({ n }) => Number(n)));
  const [sums] = await rows<Omit<Findings, 'acknowledged' | 'lost' | 'heapCount' | 'indexCount'>>(
    db,
    sql`select
      (select coalesce(sum(amount), 0)::float8 from credit_transactions) as "ledgerSum",
      (select sum(credit_balance)::float8 from users) as balance,
      (select count(*) from scenes where ${elementsPerScene} <>
        (select count(*) from script_elements where scene_id = scenes.id)) as "tornScenes"`,
  );
  const count = (...switchedOff: string[]) =>
    db.transaction(async (tx) => {
      for (const name of switchedOff) await tx.execute(sql.raw(`set local ${name} = off`));
      const [row] = await rows<{ n: number }>(
        tx,
        sql`select count(*) as n from script_elements where project_id > 0`,
      );
      return row?.n ?? -1;
    });
  if (!sums) throw new Error('SELECT returned no sums');
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((n) => !there.has(n)),
    ...sums,
    heapCount: await count('enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan'),
    indexCount: await count('enable_seqscan'),
  };
}
