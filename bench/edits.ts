import { setTimeout } from 'node:timers/promises';
import { maxEdits, type ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import { anApp, type Caller } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { nightFerry } from '#test/world.ts';
import { onBothEngines } from './engines.ts';
import type { Row } from './measure.ts';
import { type Hold, maxHold } from './turns.ts';

/*
 * Measures the maximum number of edits in one call, for every type: the server's time, and the
 * longest delay of other calls.
 */

export function run(): Promise<Row[]> {
  return onBothEngines(measured);
}

async function measured(engine: string): Promise<Row[]> {
  const server = await anApp();
  try {
    const rows: Row[] = [];
    const owner = await aUser(server.db);
    const project = await nightFerry(server.db, owner);
    const url = `/api/projects/${project.id}`;
    const listed = async () => (await server.as(owner).get(`${url}/script-elements`)).json() as Element[];
    const [, , before] = await listed();
    const afterId = before?.id ?? null;
    const made = async () => (await listed()).slice(3, 3 + maxEdits);
    const kinds: [name: string, edits: () => Promise<ScriptEdit[]>][] = [
      [
        'updates',
        async () => (await made()).map(({ id }) => ({ type: 'update', id, fields: { content: `${id}` } })),
      ],
      ['moves', async () => (await made()).map(({ id }) => ({ type: 'move', ids: [id], afterId }))],
      ['deletions', async () => (await made()).map(({ id }) => ({ type: 'delete', id }))],
    ];
    const insertion = (i: number): ScriptEdit => ({ type: 'insert', afterId, elements: [element(i)] });
    let deleted: number[] = [];
    const measure = async (name: string, edits: ScriptEdit[]) => {
      const sent = fitting(edits);
      const { hold, applyRemote, work } = await held(server.as(owner), `${url}/script-changes`, sent);
      const what = `${engine}: ${sent.length} ${name}`;
      rows.push(
        { name: what, figure: applyRemote, of: 'ours' },
        { name: `${what}, work of this process`, figure: work, of: 'ours' },
        { name: `${what}, longest hold`, figure: hold.wall, of: 'ours' },
        { name: `${what}, longest hold; own clock`, figure: hold.own, of: 'ours' },
      );
    };
    // Twice, so that code is warm.
    for (let round = 0; round < 2; round++)
      await measure(round === 0 ? 'insertions, cold' : 'insertions', times(insertion));
    for (const [name, edits] of kinds) {
      const planned = await edits();
      if (name === 'deletions') deleted = planned.flatMap((edit) => (edit.type === 'delete' ? edit.id : []));
      await measure(name, planned);
    }
    await measure(
      'restorations',
      deleted.toReversed().map((id) => ({ type: 'restore', id })),
    );
    return rows;
  } finally {
    await server.close();
  }
}

/** As many as fit into the largest body that the server takes. */
function fitting(edits: ScriptEdit[]): ScriptEdit[] {
  const count = Math.floor(1_000_000 / (JSON.stringify(edits).length / edits.length));
  return edits.slice(0, count);
}

const times = (edit: (i: number) => ScriptEdit) => Array.from({ length: maxEdits }, (_, i) => edit(i));

/** Every twentieth a heading, so that scenes come and go with them. */
const element = (i: number) =>
  i % 20 === 0
    ? ({ elementType: 'scene_heading', content: `INT. DECK ${i} - NIGHT` } as const)
    : ({ elementType: 'action', content: `Wave ${i}.` } as const);

async function held(
  caller: Caller,
  url: string,
  edits: ScriptEdit[],
): Promise<{ hold: Hold; applyRemote: number; work: number }> {
  const payload = JSON.stringify({ edits });
  await setTimeout(200);
  const start = performance.now();
  const used = process.cpuUsage();
  let [applyRemote, work] = [0, 0];
  const hold = await maxHold(async () => {
    const answer = await caller.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/json' },
    });
    if (answer.statusCode !== 200) throw new Error(`Edits were answered ${answer.statusCode} ${answer.body}`);
    applyRemote = performance.now() - start;
    const { user, system } = process.cpuUsage(used);
    work = (user + system) / 1000;
  });
  return { hold, applyRemote, work };
}

if (process.argv[1] === import.meta.filename) {
  for (const { name, figure, unit = 'ms' } of await run())
    console.log(`${name.padEnd(64)} ${figure.toFixed(1).padStart(8)} ${unit}`);
  process.exit(0);
}
