import { startPostgres } from '../scripts/postgres.ts';
import type { Row } from './measure.ts';

/**
 * Measure on the embedded database, and on Postgres if the machine has one: anApp then opens that.
 */
export async function onBothEngines(measure: (engine: string) => Promise<Row[]>): Promise<Row[]> {
  const configured = process.env.TEST_DATABASE_URL;
  delete process.env.TEST_DATABASE_URL;
  const found = await measure('embedded');
  const own = configured ? null : await startPostgres();
  const url = configured ?? own?.url;
  if (url === undefined) {
    console.log('   Postgres is not on this machine: its figures are left out');
    return found;
  }
  process.env.TEST_DATABASE_URL = url;
  try {
    return [...found, ...(await measure('Postgres'))];
  } finally {
    if (configured === undefined) delete process.env.TEST_DATABASE_URL;
    await own?.stop();
  }
}
