import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '#server/db/client.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { users } from '#server/db/schema/people.ts';
import type { Env } from '#server/env.ts';
import { serveNotice } from '#server/lib/noticeServer.ts';
import { endingSignals } from '#server/lib/shutdown.ts';
import { startProgram } from './childProgram.ts';

/** Restore that an administrator has ordered on the page of backups. */
export interface RestoreOrder {
  name: string;
  userId: string;
}

export interface RestoreResult extends RestoreOrder {
  /** Why it failed; null: the backup was restored. */
  reason: string | null;
}

const action = 'admin.restore';
/** Time for which the page shows the result. */
const isRecent = gt(userActivityLogs.createdAt, sql`now() - interval '7 days'`);
const notice = 'The server is restoring a backup. It continues by itself in some minutes.';

/**
 * Run the restore program while the server is closed, and answer all calls with 503 until it has
 * ended. A signal ends the program, which leaves the data unchanged, and then this process.
 */
export async function runOrderedRestore(
  order: RestoreOrder,
  { env, log }: { env: Env; log: Logger },
): Promise<RestoreResult> {
  const closeNotice = await serveNotice(env, notice);
  const onLine = (line: string) => log.info({ line }, 'restoring a backup');
  const program = startProgram({ name: 'restore', args: [order.name], variables: process.env, onLine });
  const stop = async (signal: NodeJS.Signals) => {
    program.child.kill(signal);
    await program.ended;
    process.exit(0);
  };
  for (const signal of endingSignals) process.on(signal, stop);
  const reason = await program.ended;
  for (const signal of endingSignals) process.off(signal, stop);
  if (reason === null) log.info({ name: order.name }, 'a backup was restored');
  else log.error({ name: order.name, reason }, 'a restore failed');
  await closeNotice();
  return { ...order, reason };
}

/** Record the result in the database that is served now: after a success, the restored one. */
export async function recordRestore(db: Db, { name, userId, reason }: RestoreResult): Promise<void> {
  await db.insert(userActivityLogs).values({
    // Null if the backup does not have the account.
    userId: sql`(select ${users.id} from ${users} where ${users.id} = ${userId})`,
    action,
    details: { name, reason },
  });
}

/** Return the last result; null if there is none of the last days. */
export async function lastRestore(db: Db): Promise<{ at: Date; name: string; reason: string | null } | null> {
  const [last] = await db
    .select({ at: userActivityLogs.createdAt, details: userActivityLogs.details })
    .from(userActivityLogs)
    .where(and(eq(userActivityLogs.action, action), isRecent))
    .orderBy(desc(userActivityLogs.createdAt), desc(userActivityLogs.id))
    .limit(1);
  if (!last) return null;
  const { name, reason } = last.details as Pick<RestoreResult, 'name' | 'reason'>;
  return { at: last.at, name, reason };
}
