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
 * Create the function that mails owners when most of a limit is spent, once a month. It runs in the
 * transaction that spends the credits, whose lock on the month prevents a second mail.
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

/** Maximum characters of a project title in the subject, so that the share stays visible. */
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
      `AI calls beyond it are rejected until ${renewalDay(new Date())}, unless you raise it.`,
    ],
    action: { label: 'View the limit', href },
    notes: ['You get this email once a month, when 80% of a limit is spent.'],
  });
}
