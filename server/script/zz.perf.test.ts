import { test } from 'vitest';
import { anApp } from '#test/app.ts';
import { someScript } from '#test/randomScript.ts';
import { aWorld } from '#test/world.ts';

test('perf', async () => {
  const server = await anApp();
  const world = await aWorld(server.db);
  const olive = server.as(world.olive);
  const { id } = (await olive.post('/api/projects', { name: 'Blank' })).json();
  const url = `/api/projects/${id}/script-changes`;
  const els = [
    { elementType: 'scene_heading', content: 'INT. X' },
    ...someScript(3, 4000).map(({ elementType, content }) => ({ elementType, content })),
  ].slice(0, 4000);
  const t = async (name: string, f: () => Promise<any>) => {
    const s = performance.now();
    const r = await f();
    console.log(
      name,
      Math.round(performance.now() - s),
      r.statusCode,
      r.statusCode === 200 ? '' : r.body.slice(0, 200),
    );
    return r.statusCode === 200 ? r.json() : null;
  };
  const a = await t('insert 4000', () =>
    olive.post(url, { edits: [{ does: 'insert', afterId: null, elements: els }] }),
  );
  const ids = a.elements.map((e: any) => e.id);

  const many = Array.from({ length: 10000 }, () => ({ does: 'insert', afterId: ids[5], elements: [{ elementType: 'action', content: 'x' }] }));
  await t('worst insert', () => olive.post(url, { edits: many }));
  await t('worst moves', () => olive.post(url, { edits: Array.from({ length: 19000 }, (_, i) => ({ does: 'move', afterId: ids[i % 7], ids: [ids[3990 - (i % 9)]] })) }));
  await t('deletes', () => olive.post(url, { edits: ids.slice(0).map((id: number) => ({ does: 'delete', id })) }));
  await t('restores', () => olive.post(url, { edits: ids.slice(0).map((id: number) => ({ does: 'restore', id })) }));
  await server.close();
}, 120000);
