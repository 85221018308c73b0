import { asc, eq, sql } from 'drizzle-orm';
import { rows } from '#server/db/client.ts';
import { projects } from '#server/db/schema/projects.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import { storeScreenplay } from '#server/importing/store.ts';
import { anApp, type Caller } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { corpusScreenplay, feature, hasCorpus } from './corpus.ts';
import { onBothEngines } from './engines.ts';
import { compare, type Row } from './measure.ts';

/** The script list of a feature through the whole server, for one reader and for 16, beside plain reads of the same rows. */
export async function run(): Promise<Row[]> {
  return hasCorpus ? onBothEngines(measured) : [];
}

async function measured(engine: string): Promise<Row[]> {
  const { db, as, close } = await anApp();
  try {
    const olive = await aUser(db);
    const { projectId } = await storeScreenplay(db, olive.id, 'Feature', corpusScreenplay(feature.fdx), []);
    const ofProject = eq(scriptElements.projectId, projectId);
    const url = `/api/projects/${projectId}/script-elements`;
    const reader = as(olive);
    let etag = '';
    /** Somebody has read the script since it changed. */
    const read = async () => {
      etag = String((await answered(reader, url, 200)).headers.etag);
    };
    const change = () =>
      db
        .update(projects)
        .set({ scriptRevision: sql`${projects.scriptRevision} + 1` })
        .where(eq(projects.id, projectId));

    const found = await compare([
      { name: 'first answer after a change', prepare: change, work: () => answered(reader, url, 200) },
      {
        name: 'first answer after a change, 16 readers at once',
        prepare: change,
        work: () => Promise.all(Array.from({ length: 16 }, () => answered(reader, url, 200))),
      },
      {
        name: 'unchanged, to a browser that has nothing',
        prepare: read,
        work: () => answered(reader, url, 200),
      },
      {
        name: 'unchanged, to a browser that has it (304)',
        prepare: read,
        work: () => answered(reader, url, 304, { 'if-none-match': etag }),
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
    await close();
  }
}

async function answered(reader: Caller, url: string, status: number, headers: Record<string, string> = {}) {
  const answer = await reader.get(url, headers);
  if (answer.statusCode !== status) throw new Error(`${url} answered ${answer.statusCode}`);
  return answer;
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, figure } of await run())
    console.log(`${name.padEnd(60)} ${figure.toFixed(2).padStart(8)} ms`);
}
