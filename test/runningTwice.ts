import type { Db } from '#server/db/client.ts';

const undone = new Error('The first run is rolled back');

/**
 * Returns the database with transactions that run twice: the first run is rolled back at its end,
 * as a deadlock does at worst. It shows what a body changes beside rows.
 */
export function runningTwice(db: Db): Db {
  const transaction: Db['transaction'] = async (work, options) => {
    await db
      .transaction(async (tx) => {
        await work(tx);
        throw undone;
      }, options)
      .catch((error) => {
        if (error !== undone) throw error;
      });
    return db.transaction(work, options);
  };
  return Object.assign(Object.create(db), { transaction }) as Db;
}
