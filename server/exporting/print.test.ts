import { describe, expect } from 'vitest';
import { copyCode } from '#server/lib/copyCode.ts';
import { readPdf } from '#test/readPdf.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry } from '#test/world.ts';

const scene = (name: string, speaker: string) => [
  ['scene_heading', `INT. ${name} - NIGHT`] as const,
  ...Array.from({ length: 30 }, (_, i) => ['action', `${name}${i}.`] as const),
  ['character', speaker] as const,
  ['dialogue', `I am in the ${name}.`] as const,
];

describe('GET /api/projects/:id/export/print', () => {
  test('prints the sides of a character, with a watermark and the code of the copy', async ({
    server,
    world,
    olive,
  }) => {
    const { id } = await nightFerry(server.db, world.olive, [
      ...scene('DECK', 'MARA'),
      ...scene('HOLD', 'TOBIAS'),
    ]);
    const query = new URLSearchParams({ character: 'Tobias', otherText: 'blank', recipient: 'Eddie Marsh' });
    const reply = await olive.get(`/api/projects/${id}/export/print?${query}`);
    expect([reply.statusCode, reply.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('_Tobias.pdf'),
    ]);
    const { pages, info, outline } = await readPdf(reply.rawPayload);
    const code = copyCode(id, ' eddie  marsh');
    expect(info.Keywords).toBe(code);
    expect(outline).toEqual([]);
    expect(pages).toHaveLength(2);
    for (const page of pages) {
      expect(page.join('\n')).toContain(`Copy for Eddie Marsh · ${code}`);
      expect(page.join('\n')).not.toContain('DECK');
    }
    expect(pages.flat().join('\n')).toContain('I am in the HOLD.');
  });

  test('rejects a name that is too long', async ({ server, world, olive }) => {
    const { id } = await nightFerry(server.db, world.olive, [['action', 'Rain.']]);
    const reply = await olive.get(`/api/projects/${id}/export/print?recipient=${'x'.repeat(201)}`);
    expect(reply.statusCode).toBe(400);
  });
});
