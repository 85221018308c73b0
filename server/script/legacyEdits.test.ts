import { describe, expect } from 'vitest';
import type { Element } from '#shared/contract/elements.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

describe('POST /api/projects/:id/script-changes', () => {
  test('accepts edits of a page that still sends `does` after an upgrade', async ({ server, world }) => {
    const project = await nightFerry(server.db, world.olive);
    const olive = server.as(world.olive);
    const url = `/api/projects/${project.id}`;
    const listed = async () => (await olive.get(`${url}/script-elements`)).json() as Element[];
    const before = await listed();
    const [first, second] = [before[0], before.at(-1)];
    expect(before.length).toBeGreaterThan(1);
    const answer = await olive.post(`${url}/script-changes`, {
      edits: [
        { does: 'update', id: first?.id, fields: { content: 'EXT. PIER - DAWN' } },
        { does: 'delete', id: second?.id },
      ],
    });
    expect([answer.statusCode, answer.statusCode === 200 ? '' : answer.body]).toEqual([200, '']);
    const after = await listed();
    expect(after[0]?.content).toBe('EXT. PIER - DAWN');
    expect(after).toHaveLength(before.length - 1);
  });

  test('rejects an edit without any discriminant', async ({ server, world }) => {
    const project = await nightFerry(server.db, world.olive);
    const answer = await server
      .as(world.olive)
      .post(`/api/projects/${project.id}/script-changes`, { edits: [{ id: 1 }, null, 'delete'] });
    expect(answer.statusCode).toBe(400);
  });
});
