import { inflateSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { drawScene } from '#engines/storyboard/scene.ts';
import { scenes } from '#server/db/schema/script.ts';
import type { Caller } from '#test/app.ts';
import { pdfUaFaults } from '#test/pdfUa.ts';
import { aPng } from '#test/pictures.ts';
import { readPdf } from '#test/readPdf.ts';
import { test } from '#test/serverTest.ts';
import type { World } from '#test/world.ts';

const board = (world: World, olive: Caller, query = '') =>
  olive.get(`${world.projectUrl}/export/storyboard${query}`);
/** Decompress a stream of the file. "" if that is not possible. */
function inflated(bytes: string): string {
  try {
    return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

test('storyboard export is a tagged PDF with title, page numbers and the scenes in order', async ({
  world,
  olive,
}) => {
  const answer = await board(world, olive, '?perPage=2');
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="Night_Ferry_storyboard.pdf"',
    'cache-control': 'no-store',
  });
  const { pages, isTagged, tags } = await readPdf(answer.rawPayload);
  const all: { heading: string; sceneNumber: number }[] = (
    await olive.get(`${world.projectUrl}/scenes`)
  ).json();
  expect(pages).toHaveLength(Math.ceil(all.length / 2));
  for (const [index, lines] of pages.entries()) {
    expect(lines[0]).toContain('NIGHT FERRY');
    expect(lines[0]).toContain(`${index + 1} / ${pages.length}`);
    for (const { heading, sceneNumber } of all.slice(2 * index, 2 * index + 2))
      expect(lines).toContain(`${sceneNumber} ${heading}`);
  }
  expect(isTagged).toBe(true);
  expect(await pdfUaFaults(answer.rawPayload)).toEqual([]);
  expect(tags[0]?.filter((tag) => tag === 'Figure')).toHaveLength(Math.min(2, all.length));
});

test('storyboard export prints notes, paper size and location as requested', async ({
  server,
  world,
  olive,
}) => {
  const [scene] = (await olive.get(`${world.projectUrl}/scenes`)).json();
  await server.db.update(scenes).set({ notes: 'Close on her hands.' }).where(eq(scenes.id, scene.id));
  const lines = async (query: string) =>
    (await readPdf((await board(world, olive, query)).rawPayload)).pages.flat();
  expect(await lines('?notes=yes')).toContain('Close on her hands.');
  expect(await lines('?notes=no')).not.toContain('Close on her hands.');
  const { sizes } = await readPdf((await board(world, olive, '?paper=a4')).rawPayload);
  expect(sizes[0]?.map(Math.round).sort((a, b) => a - b)).toEqual([595, 842]);
  expect((await board(world, olive, '?disposition=inline')).headers['content-disposition']).toMatch(
    /^inline; /,
  );
});

test('storyboard export draws SVG as vectors, bitmaps as JPEG and missing or broken pictures as empty frames', async ({
  server,
  world,
  olive,
}) => {
  const all = (await olive.get(`${world.projectUrl}/scenes`)).json();
  const { storage } = server;
  const drawn = drawScene({ heading: 'EXT. HARBOUR - NIGHT', elements: [], ratio: '16:9' } as never);
  const put = async (index: number, imageUrl: string) =>
    server.db.update(scenes).set({ imageUrl }).where(eq(scenes.id, all[index].id));
  await put(0, await storage.put(Buffer.from(drawn.svg), 'image/svg+xml'));
  const withLines = text((await board(world, olive)).rawPayload);
  expect(withLines.match(/\/Subtype\/Form\/BBox\[0 0 \d+ \d+\]\/Resources<<\/ExtGState/g)).toHaveLength(1);
  expect(withLines).not.toContain('DCTDecode');
  await put(0, await storage.put(aPng(3000, 1000), 'image/png'));
  const withPoints = text((await board(world, olive, '?perPage=12')).rawPayload);
  const [, width, height] = /\/Subtype\/Image\/Width (\d+)\/Height (\d+)/.exec(withPoints) ?? [];
  expect(Number(width)).toBeLessThan(1000);
  expect(Number(width) / Number(height)).toBeCloseTo(3, 1);
  expect(withPoints.match(/DCTDecode/g)).toHaveLength(1);
  await put(0, `/uploads/${'x'.repeat(32)}.png`);
  expect((await board(world, olive)).statusCode).toBe(200);
});

test("storyboard export uses the project's aspect ratio and shows other pictures uncropped", async ({
  world,
  olive,
}) => {
  const ratios = async () => {
    const pdf = text((await board(world, olive, '?perPage=4')).rawPayload);
    const streams = [...pdf.matchAll(/FlateDecode[^>]*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)];
    const content = streams.map(([, bytes = '']) => inflated(bytes)).join('\n');
    const frames = [...content.matchAll(/([\d.]+) ([\d.]+) re S/g)];
    return frames.map(([, width, height]) => Math.round((100 * Number(width)) / Number(height)) / 100);
  };
  expect(new Set(await ratios())).toEqual(new Set([1.78]));
  await olive.patch(world.projectUrl, { conceptImageAspectRatio: '2.35:1' });
  expect(new Set(await ratios())).toEqual(new Set([2.35]));
});

test.for(['?perPage=5', '?perPage=0', '?paper=legal', '?notes=maybe'])(
  'storyboard export rejects %s',
  async (query, { world, olive }) => {
    expect((await board(world, olive, query)).statusCode).toBe(400);
  },
);
