import { eq, sql } from 'drizzle-orm';
import { type Db, rows } from '#server/db/client.ts';
import { spendingLimits } from '#server/db/schema/spending.ts';
import { nextMonthOf, type Spending } from '#shared/spending.ts';

/** Scope of the spending: one user, or all members of a project. */
export type SpendingOwner = { userId: string } | { projectId: number };

/** Return the limit, and the spent and reserved credits of the current month. */
export async function spendingOf(db: Db, whose: SpendingOwner) {
  const column = sql.raw('userId' in whose ? 'user_id' : 'project_id');
  const id = 'userId' in whose ? whose.userId : whose.projectId;
  const [found] = await rows<Spending>(
    db,
    sql`select coalesce(m.spent, 0)::float8 as spent, coalesce(m.held, 0)::float8 as held,
      (select credits::float8 from spending_limits where ${column} = ${id}) as limit
      from (select) as one left join spending_months m
        on m.${column} = ${id} and m.month = date_trunc('month', now(), 'UTC')::date`,
  );
  if (!found) throw new Error('SELECT of the spending returned no row');
  return { ...found, renewsAt: nextMonthOf(new Date()) };
}

/** Store the limit. Null: remove it. */
export async function putLimit(db: Db, whose: SpendingOwner, limit: number | null): Promise<void> {
  const { userId, projectId } = spendingLimits;
  const [column, id] = 'userId' in whose ? [userId, whose.userId] : [projectId, whose.projectId];
  if (limit === null) {
    await db.delete(spendingLimits).where(eq(column, id));
    return;
  }
  const updatedAt = new Date();
  await db
    .insert(spendingLimits)
    .values({ ...whose, credits: limit })
    .onConflictDoUpdate({ target: column, set: { credits: limit, updatedAt } });
}
