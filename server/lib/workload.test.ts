import { expect } from 'vitest';
import { outbox } from '#server/db/schema/people.ts';
import { clear } from '#test/db.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import { abandonedDays, readWorkload } from './workload.ts';

test('readWorkload counts abandoned mails for seven days', async ({ db }) => {
  await clear(db);
  const mail = { to: 'eddie@example.com', subject: '', text: '', attempts: 6, lastError: 'no such box' };
  const after = (days: number) => new Date(Date.now() + days * 86_400_000);
  const abandonedBefore = (days: number) => ({ ...mail, nextAttemptAt: after(abandonedDays - days) });
  await db.insert(outbox).values([abandonedBefore(1), abandonedBefore(6), abandonedBefore(8)]);
  await db.insert(outbox).values({ ...mail, attempts: 1, nextAttemptAt: after(0.1) });
  expect(await readWorkload(db)).toMatchObject({ mailsDue: 0, mailsRetrying: 1, mailsAbandoned: 2 });
});
