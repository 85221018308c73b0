import type { Db } from '#server/db/client.ts';

const undone = new Error('The first run is rolled back');

/**
 * Return the database with transactions that run twice. The first run is rolled back at its end,
 * like the worst case of a deadlock. This shows which side effects a body has outside the database.
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
