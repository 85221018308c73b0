import { pino } from 'pino';
import { metered } from '#server/ai/metered.ts';
import { seedPrices } from '#server/ai/prices.ts';
import { type Db, openDatabase } from '#server/db/client.ts';
import { aProject, aUser } from './factories.ts';
import { answers, type Scripted, scriptedModels } from './models.ts';

/**
 * A process to be killed (server/ai/crash.test.ts): `node test/caller.ts DATA_DIR`. Makes AI calls
 * of one user on the embedded database, ten at a time. Prints the number of each call that was
 * answered. Every third model never answers.
 */
if (import.meta.main) await main(process.argv[2] ?? '');

async function main(dataDir: string): Promise<void> {
  const { db } = await openDatabase({ dataDir, databaseUrl: null });
  await seedPrices(db, { openai: null });
  const { id: userId } = await aUser(db, { email: `${process.pid}@nightferry.test`, credits: 5000 });
  const { id: projectId } = await aProject(db, { userId });
  let next = 0;
  const call = async () => {
    for (;;) {
      const n = next++;
      const answered = oneCall(db, { userId, projectId }, n);
      console.log(`asked ${n}`);
      if (n % 3 !== 0) console.log(`answered ${n} ${await answered}`);
    }
  };
  await Promise.all(Array.from({ length: 10 }, call));
}

async function oneCall(db: Db, userId: { userId: string; projectId: number }, n: number): Promise<number> {
  const models = scriptedModels();
  const unanswered: Scripted = () => new Promise(() => undefined);
  models.script(n % 3 === 0 ? unanswered : answers('Forty-one.'));
  const ai = metered({ db, models, log: pino({ level: 'silent' }) });
  const question = { task: 'chat', system: '', messages: [], maxOutputTokens: 500 };
  const { credits } = await ai.reply('chat', question, {
    ...{ ...userId, requestId: String(n) },
    keep: (_tx, { value }) => value,
  });
  return credits;
}
