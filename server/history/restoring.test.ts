import { expect } from 'vitest';
import type { PastElement } from '#screenplay/past.ts';
import { editsToRestore } from '#screenplay/restoring.ts';
import type { ScriptEdit } from '#shared/contract/edits.ts';
import type { Element } from '#shared/contract/elements.ts';
import type { ScriptVersion } from '#shared/contract/history.ts';
import type { Caller } from '#test/app.ts';
import { type Random, seeded } from '#test/random.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

let url: string;

const listed = async (olive: Caller) => (await olive.get(`${url}/script-elements`)).json() as Element[];

async function change(olive: Caller, edits: ScriptEdit[], reason?: string): Promise<void> {
  const answer = await olive.post(`${url}/script-changes`, { edits, reason });
  expect([answer.statusCode, answer.json().message]).toEqual([200, undefined]);
}

async function scriptAt(olive: Caller, { historyId, moveId }: ScriptVersion): Promise<PastElement[]> {
  return (await olive.get(`${url}/script-at?historyId=${historyId}&moveId=${moveId}`)).json().elements;
}

const fieldsOf = ({ id, elementType, content, characterName, parenthetical }: PastElement | Element) => ({
  id,
  elementType,
  content,
  characterName,
  parenthetical,
});

/** Return one to three edits; the first heading stays, so that there always is a scene. */
function someEdits(script: readonly Element[], random: Random): ScriptEdit[] {
  const free = script.slice(1).map(({ id }) => id);
  const edits: ScriptEdit[] = [];
  for (let i = 0; i < 1 + random.below(3); i++) {
    const [id] = free.length > 0 ? free.splice(random.below(free.length), 1) : [];
    const anchors = [script[0]?.id ?? 0, ...free];
    const kind = id === undefined ? 0 : random.below(4);
    if (kind === 0 || id === undefined) {
      const elementType = random.chance(0.3) ? 'scene_heading' : 'action';
      const elements = [{ elementType, content: `INT. PLACE ${random.below(100)} - DAY` } as const];
      edits.push({ type: 'insert', afterId: random.pick(anchors), elements });
    } else if (kind === 1) edits.push({ type: 'delete', id });
    else if (kind === 2) edits.push({ type: 'move', ids: [id], afterId: random.pick(anchors) });
    else
      edits.push({
        type: 'update',
        id,
        fields: { content: `WORDS ${random.below(100)}`, elementType: 'action' },
      });
  }
  return edits;
}

test.for([1, 2, 3])(
  'every version of a random history can be read and restored exactly (seed %i)',
  async (seed, { server, world, olive }) => {
    const random = seeded(seed);
    const project = await nightFerry(server.db, world.olive);
    url = `/api/projects/${project.id}`;
    const versions: { version: ScriptVersion; script: Element[] }[] = [];
    for (let i = 0; i < 25; i++) {
      await change(olive, someEdits(await listed(olive), random));
      const version = (await olive.post(`${url}/script-versions`, { name: `Draft ${i}` })).json();
      versions.push({ version, script: await listed(olive) });
    }
    for (const { version, script } of versions) {
      expect((await scriptAt(olive, version)).map(fieldsOf)).toEqual(script.map(fieldsOf));
    }
    for (let i = 0; i < 6; i++) {
      const { version, script } = random.pick(versions);
      const edits: ScriptEdit[] = editsToRestore(
        (await listed(olive)) as PastElement[],
        await scriptAt(olive, version),
      );
      if (edits.length > 0) await change(olive, edits, 'Restore');
      expect((await listed(olive)).map(fieldsOf)).toEqual(script.map(fieldsOf));
    }
    // Named versions are unchanged by the restore.
    for (const { version, script } of versions) {
      expect((await scriptAt(olive, version)).map(fieldsOf)).toEqual(script.map(fieldsOf));
    }
  },
);
