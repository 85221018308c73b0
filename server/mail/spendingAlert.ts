import { eq } from 'drizzle-orm';
import type { Db } from '#server/db/client.ts';
import { users } from '#server/db/schema/people.ts';
import { projects } from '#server/db/schema/projects.ts';
import { spendingMonths } from '#server/db/schema/spending.ts';
import type { OnSpent, Spender, SpentMonth } from '#server/lib/spending.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { isNearLimit, renewalDay } from '#shared/spending.ts';
import { type ComposedMail, composeMail, cutTo } from './composeMail.ts';
import { queueMail } from './outbox.ts';

/**
 * Send a mail when most of a limit is spent, once a month, in the transaction that spends it. Its
 * lock on the month makes it once.
 */
export function spendingAlerts({ publicUrl }: { publicUrl: string }): OnSpent {
  return (tx, spender, months) => alertOwners(tx, spender, months, publicUrl);
}

async function alertOwners(
  tx: Db,
  spender: Spender,
  months: readonly SpentMonth[],
  publicUrl: string,
): Promise<void> {
  for (const month of months) {
    const { id, limit, spent, isAlerted } = month;
    if (isAlerted || limit === null || !isNearLimit({ limit, spent })) continue;
    await tx.update(spendingMonths).set({ alertedAt: new Date() }).where(eq(spendingMonths.id, id));
    const mail = await alertOf(tx, spender, { ...month, limit }, publicUrl);
    if (mail) await queueMail(tx, mail);
  }
}

async function alertOf(
  tx: Db,
  spender: Spender,
  spentMonth: SpentMonth & { limit: number },
  publicUrl: string,
) {
  if (spentMonth.of === 'user') {
    const [user] = await tx.select({ to: users.email }).from(users).where(eq(users.id, spender.userId));
    return user && { ...user, ...alertMail(spentMonth, 'Your', `${publicUrl}/account#spending`) };
  }
  const { projectId } = spender;
  if (projectId === null) return undefined;
  const [project] = await tx
    .select({ to: users.email, name: projects.name })
    .from(projects)
    .innerJoin(users, eq(users.id, projects.userId))
    .where(eq(projects.id, projectId));
  const href = `${publicUrl}/projects/${encodeProjectId(projectId)}/project-settings#spending`;
  return (
    project && {
      to: project.to,
      ...alertMail(spentMonth, `${cutTo(project.name.trim(), maxTitle)}:`, href),
    }
  );
}

/** A longer title would hide how much is spent. */
const maxTitle = 80;

const credits = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

function alertMail(
  { spent, limit }: { spent: number; limit: number },
  whose: string,
  href: string,
): ComposedMail {
  const share = Math.floor((spent / limit) * 100);
  const limitOf = whose === 'Your' ? 'Your limit' : `${whose} the limit`;
  return composeMail({
    subject: `${limitOf} of this month is ${share} % spent`,
    heading: `${share} % of the month's credits are spent`,
    paragraphs: [
      `${limitOf} is ${credits.format(limit)} credits a month. ${credits.format(spent)} are spent.`,
      `AI calls beyond it are refused until ${renewalDay(new Date())}, unless you raise it.`,
    ],
    action: { label: 'Look at the limit', href },
    notes: ['You get this email once a month, when 80% of a limit is spent.'],
  });
}
