import http from 'node:http';
import { sql } from 'drizzle-orm';
import { rows } from '#server/db/client.ts';
import { anApp, signIn, type TestApp } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { nightFerry } from '#test/world.ts';
import { onBothEngines } from './engines.ts';
import { quantile, type Row } from './measure.ts';

const durationMs = 3000;

/**
 * Measure saves of one element through HTTP by 10 and 50 users of one project, beside a bare
 * UPDATE.
 */
export function run(): Promise<Row[]> {
  return onBothEngines(measured);
}

async function measured(engine: string): Promise<Row[]> {
  const server = await anApp();
  try {
    const olive = await aUser(server.db);
    const project = await nightFerry(server.db, olive);
    const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
    const cookie = await signIn(server.db, olive.id);
    const ids = await actionIds(server, project.id);
    const save = (writer: number, i: number) =>
      saved(address, cookie, ids[writer % ids.length] ?? 0, `Rain, ${writer}, ${i}.`);
    const bare = (writer: number, i: number) =>
      rows(
        server.db,
        sql`update script_elements set content = ${`Rain, ${i}.`} where id = ${ids[writer % ids.length] ?? 0}`,
      );
    const found: Row[] = [];
    await perSecond(10, save, 1000);
    for (const writers of [10, 50]) {
      // All are connected first: accepting a connection takes a turn of the event loop, which is
      // not measured here.
      await Promise.all(Array.from({ length: writers }, (_, writer) => save(writer, 0)));
      const floor = await perSecond(writers, bare);
      const ours = await perSecond(writers, save);
      found.push(
        {
          name: `${engine}: saves a second, ${writers} people`,
          figure: ours.perSecond,
          unit: 'count',
          of: 'ours',
        },
        { name: `${engine}: one save, median, ${writers} people`, figure: ours.median, of: 'ours' },
        { name: `${engine}: one save, p99, ${writers} people`, figure: ours.p99, of: 'ours' },
        {
          name: `${engine}: bare UPDATEs a second, ${writers} at once`,
          figure: floor.perSecond,
          unit: 'count',
          of: 'floor',
        },
        {
          name: `${engine}: bare UPDATEs for a save, ${writers} people`,
          figure: floor.perSecond / ours.perSecond,
          unit: '×',
          of: 'ours',
        },
      );
    }
    return found;
  } finally {
    await server.close();
  }
}

async function actionIds({ db }: TestApp, projectId: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    db,
    sql`select id from script_elements where project_id = ${projectId} and element_type = 'action'`,
  );
  return found.map(({ id }) => id);
}

const agent = new http.Agent({ keepAlive: true });

/**
 * Sends the request by hand: this process is also the server, and fetch would take as much CPU time
 * as the server.
 */
function saved(address: string, cookie: string, id: number, content: string): Promise<void> {
  const headers = { 'content-type': 'application/json', cookie: `sid=${cookie}` };
  return new Promise((resolve, reject) => {
    const url = `${address}/api/script-elements/${id}`;
    const request = http.request(url, { agent, method: 'PATCH', headers }, (answer) => {
      answer.resume();
      if (answer.statusCode === 200) answer.on('end', resolve);
      else reject(new Error(`A save was answered ${answer.statusCode}`));
    });
    request.on('error', reject);
    request.end(JSON.stringify({ content }));
  });
}

/** Measure calls per second: this many in parallel, each one after the other, for some seconds. */
async function perSecond(
  writers: number,
  work: (writer: number, i: number) => Promise<unknown>,
  forMs = durationMs,
) {
  const times: number[] = [];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let i = 0; performance.now() - start < forMs; i++) {
        const since = performance.now();
        await work(writer, i);
        times.push(performance.now() - since);
      }
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  return { perSecond: times.length / seconds, median: quantile(times, 0.5), p99: quantile(times, 0.99) };
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, figure } of await run())
    console.log(`${name.padEnd(60)} ${figure.toFixed(2).padStart(9)}`);
  process.exit(0);
}
