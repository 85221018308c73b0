import http from 'node:http';
import { asc, eq, sql } from 'drizzle-orm';
import { rows } from '#server/db/client.ts';
import { projects } from '#server/db/schema/projects.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import { storeScreenplay } from '#server/importing/store.ts';
import { anApp, signIn } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { corpusScreenplay, feature, hasCorpus } from './corpus.ts';
import { onBothEngines } from './engines.ts';
import { compare, type Row } from './measure.ts';

/**
 * Measure the script list of a feature over HTTP, as browsers fetch it, for one reader and for 16
 * at once, beside plain reads of the same rows.
 */
export async function run(): Promise<Row[]> {
  return hasCorpus ? onBothEngines(measured) : [];
}

async function measured(engine: string): Promise<Row[]> {
  const { app, db, close } = await anApp();
  const agent = new http.Agent({ keepAlive: true, maxSockets: 16 });
  try {
    const olive = await aUser(db);
    const { projectId } = await storeScreenplay(db, olive.id, 'Feature', corpusScreenplay(feature.fdx), []);
    const ofProject = eq(scriptElements.projectId, projectId);
    const origin = await app.listen({ host: '127.0.0.1', port: 0 });
    const secret = await signIn(db, olive.id);
    let etag = '';
    const read = async (status: number, headers: Record<string, string> = {}) => {
      const address = `${origin}/api/projects/${projectId}/script-elements`;
      const answer = await got(address, {
        agent,
        headers: { cookie: `sid=${secret}`, 'accept-encoding': 'gzip, br', ...headers },
      });
      if (answer.status !== status) throw new Error(`${address} answered ${answer.status}`);
      return answer;
    };
    const all = (status: number, headers?: Record<string, string>) =>
      Promise.all(Array.from({ length: 16 }, () => read(status, headers)));
    /** Somebody has read the script since it changed, and everybody is connected. */
    const readBefore = async () => {
      etag = (await read(200)).etag;
      await all(304, { 'if-none-match': etag });
    };
    const change = async () => {
      await readBefore();
      await db
        .update(projects)
        .set({ scriptRevision: sql`${projects.scriptRevision} + 1` })
        .where(eq(projects.id, projectId));
    };

    const found = await compare([
      { name: 'first answer after a change', prepare: change, work: () => read(200) },
      { name: 'first answer after a change, 16 readers at once', prepare: change, work: () => all(200) },
      { name: 'unchanged, to a browser that has nothing', prepare: readBefore, work: () => read(200) },
      { name: 'the same, 16 readers at once', prepare: readBefore, work: () => all(200) },
      {
        name: 'unchanged, to a browser that has it (304)',
        prepare: readBefore,
        work: () => read(304, { 'if-none-match': etag }),
      },
      {
        name: 'the same, 16 readers at once',
        prepare: readBefore,
        work: () => all(304, { 'if-none-match': etag }),
      },
      {
        name: 'plain read: one JSON value made by the database',
        of: 'floor',
        work: () =>
          rows(
            db,
            sql`select json_agg(e order by e.order_index, e.id)::text from script_elements e
                where e.project_id = ${projectId}`,
          ),
      },
      {
        name: 'plain read: rows by drizzle, and JSON of them',
        of: 'floor',
        work: async () =>
          JSON.stringify(
            await db
              .select()
              .from(scriptElements)
              .where(ofProject)
              .orderBy(asc(scriptElements.orderIndex), asc(scriptElements.id)),
          ),
      },
    ]);
    return found.map((row) => ({ ...row, name: `${engine}: ${row.name}` }));
  } finally {
    agent.destroy();
    await close();
  }
}

/** An answer with its bytes as they travel. */
function got(
  address: string,
  options: http.RequestOptions,
): Promise<{ status: number; etag: string; bytes: number }> {
  return new Promise((resolve, reject) => {
    const request = http.get(address, options, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, etag: String(answer.headers.etag), bytes }),
      );
    });
    request.on('error', reject);
  });
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, figure } of await run())
    console.log(`${name.padEnd(60)} ${figure.toFixed(2).padStart(8)} ms`);
}
