import { pino } from 'pino';
import { expect } from 'vitest';
import type { Db } from '#server/db/client.ts';
import { upstream } from '#server/lib/errors.ts';
import { clear } from '#test/db.ts';
import { aUser } from '#test/factories.ts';
import { errorsInBooks } from '#test/ledger.ts';
import { answers, scriptedModels } from '#test/models.ts';
import { databaseTest as test } from '#test/serverTest.ts';
import type { MeteredCall } from './calls.ts';
import { metered } from './metered.ts';
import type { ModelPicture } from './models.ts';
import { seedPrices } from './prices.ts';

/* Tests the step between receiving an answer and storing it. */

let userId: string;

test.beforeEach(async ({ db }) => {
  await clear(db);
  await seedPrices(db, { openai: null });
  userId = (await aUser(db, { credits: 50 })).id;
});

const order = { task: 'concept', prompt: 'Rain.', ratio: '16:9' } as const;
const draw = (db: Db, call: Pick<MeteredCall<ModelPicture, string>, 'prepare' | 'keep'>) => {
  const models = scriptedModels();
  models.script(answers('a picture'));
  const ai = metered({ db, models, log: pino({ level: 'silent' }) });
  return ai.draw('image_generation', order, { userId, projectId: null, requestId: 'one', ...call });
};

test('metered runs `prepare` before `keep`, outside the transaction', async ({ db }) => {
  const steps: string[] = [];
  const { value, creditBalance } = await draw(db, {
    async prepare({ bytes }) {
      // With the embedded database this would block forever inside a transaction.
      const others = await db.transaction((tx) => aUser(tx));
      steps.push(`prepare ${Buffer.from(bytes)} ${others.id === userId}`);
    },
    keep: () => {
      steps.push('keep');
      return 'kept';
    },
  });
  expect([steps, value, creditBalance]).toEqual([['prepare a picture false', 'keep'], 'kept', 30]);
});

test('metered stores and charges nothing when `prepare` fails, also for a repeated request', async ({
  db,
}) => {
  const prepare = async () => {
    throw upstream('storage', new Error('full'), 'The picture could not be stored.');
  };
  const keep = () => {
    throw new Error('kept all the same');
  };
  const rejected = { code: 'upstream', message: 'The picture could not be stored.' };
  await expect(draw(db, { prepare, keep })).rejects.toMatchObject(rejected);
  await expect(draw(db, { keep })).rejects.toMatchObject(rejected);
  expect(await errorsInBooks(db)).toEqual([]);
});
