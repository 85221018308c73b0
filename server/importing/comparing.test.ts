import { count } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { projects } from '#server/db/schema/projects.ts';
import type { Caller } from '#test/app.ts';
import { lockedFile } from '#test/lockedFiles.ts';
import { readPdf } from '#test/readPdf.ts';
import { test } from '#test/serverTest.ts';
import { multipart } from '#test/upload.ts';
import { nightFerry } from '#test/world.ts';

const fountain =
  'Title: Night Ferry\n\nINT. DECK - NIGHT #5#\n\nRain on cold water.\n\nMARA\nYou came alone.\n';

let url: string;
test.beforeEach(async ({ server, world, olive }) => {
  const project = await nightFerry(server.db, world.olive, [
    ['scene_heading', 'INT. DECK - NIGHT'],
    ['action', 'Rain on black water.'],
    ['character', 'MARA'],
    ['dialogue', 'You came alone.'],
  ]);
  url = `/api/projects/${project.id}`;
  await olive.get(url);
});

const sendFile = (olive: Caller, fileName: string, content: string | Uint8Array, field = 'scriptFile') =>
  olive.inject({ method: 'POST', url: `${url}/compared-file`, ...multipart([{ field, fileName, content }]) });

describe('POST /api/projects/:id/compared-file', () => {
  test('returns the script of a file as an import would store it, and stores nothing', async ({
    server,
    olive,
  }) => {
    const [before] = await server.db.select({ count: count() }).from(projects);
    const reply = await sendFile(olive, 'draft.fountain', fountain);
    expect(reply.statusCode).toBe(200);
    const { elements, titlePage, format } = reply.json();
    expect(elements).toMatchObject([
      { elementType: 'scene_heading', content: 'INT. DECK - NIGHT', sceneNumber: '5' },
      { elementType: 'action', content: 'Rain on cold water.', sceneNumber: null },
      { elementType: 'character', content: 'MARA' },
      { elementType: 'dialogue', content: 'You came alone.' },
    ]);
    expect([titlePage.title, format.paper]).toEqual(['Night Ferry', 'letter']);
    expect((await server.db.select({ count: count() }).from(projects))[0]).toEqual(before);
  });

  test('returns the lock of the pages of a Final Draft file', async ({ olive }) => {
    const { elements, format } = (
      await sendFile(
        olive,
        'locked.fdx',
        lockedFile([
          ['1', 'Rain.'],
          ['2', 'Wind.'],
        ]),
      )
    ).json();
    expect(format.pageLock.labels.length).toBeGreaterThan(1);
    expect(elements.some(({ extras }: { extras?: { lockedPlace?: unknown } }) => extras?.lockedPlace)).toBe(
      true,
    );
  });

  test.for([
    ['a file that is no script', 'x.bin', '\0\u0001\u0002', 'Please select an FDX file.'],
    [
      'an archive',
      'x.zip',
      'PK',
      'An archive cannot be compared. Restore it as a project, export its script, and choose that file.',
    ],
    ['a broken FDX file', 'x.fdx', '<FinalDraft', 'The file could not be read as a Final Draft script.'],
  ] as const)('rejects %s with the reason', async ([, name, content, message], { olive }) => {
    const reply = await sendFile(olive, name, content);
    expect([reply.statusCode, reply.json().error]).toEqual([400, expect.stringContaining(message)]);
  });

  test('rejects a form without a file', async ({ olive }) => {
    expect((await olive.inject({ method: 'POST', url: `${url}/compared-file` })).statusCode).toBe(400);
  });
});

describe('POST /api/projects/:id/export/comparison', () => {
  const print = (olive: Caller, before: string, after: string, form = {}) =>
    olive.inject({
      method: 'POST',
      url: `${url}/export/comparison?${new URLSearchParams({ before, after, beforeName: 'White', afterName: 'ferry.fountain' })}`,
      ...form,
    });

  test('prints the script and a file as one marked script', async ({ olive }) => {
    const form = multipart([{ field: 'after', fileName: 'ferry.fountain', content: fountain }]);
    const reply = await print(olive, 'now', 'file', form);
    expect([reply.statusCode, reply.headers['content-disposition']]).toEqual([
      200,
      'attachment; filename="Night_Ferry_changes.pdf"',
    ]);
    const { pages } = await readPdf(reply.rawPayload);
    expect(pages.flat().join('\n')).toContain('1 scene changed. 1 element changed.');
    expect(pages.flat().join('\n')).toContain('Rain on black cold water.');
    expect(pages[1]?.[0]).toContain('Earlier: White');
  });

  test('prints a moment beside the present, with the title page of a version', async ({ olive }) => {
    const named = (await olive.post(`${url}/script-versions`, { name: 'White' })).json();
    const [, rain] = (await olive.get(`${url}/script-elements`)).json();
    await olive.patch(`/api/script-elements/${rain.id}`, { content: 'Rain on grey water.' });
    await olive.patch(url, {
      titlePage: { ...(await olive.get(url)).json().titlePage, draftDate: 'June 4' },
    });
    const reply = await print(olive, `${named.historyId}.${named.moveId}`, 'now');
    const text = (await readPdf(reply.rawPayload)).pages.flat().join('\n');
    expect(text).toContain('Rain on black grey water.');
    expect(text).toContain('Draft date: June 4');
  });

  test('rejects an unknown reference, and a file that did not arrive', async ({ olive }) => {
    expect((await print(olive, 'yesterday', 'now')).statusCode).toBe(400);
    const reply = await print(olive, 'file', 'now');
    expect([reply.statusCode, reply.json().error]).toEqual([
      400,
      'The file did not arrive. Please choose it again.',
    ]);
  });
});

describe('GET /api/projects/:id/script-moment', () => {
  test('returns the last change before a time, or null', async ({ olive }) => {
    const [, rain] = (await olive.get(`${url}/script-elements`)).json();
    const momentAt = async (time: string) =>
      (await olive.get(`${url}/script-moment?time=${encodeURIComponent(time)}`)).json().moment;
    expect(await momentAt('2020-01-01T00:00:00Z')).toBeNull();
    expect(await momentAt('0001-01-01T00:00:00Z')).toBeNull();
    await olive.patch(`/api/script-elements/${rain.id}`, { content: 'Rain on grey water.' });
    const moment = await momentAt('2100-01-01T00:00:00Z');
    const { elements } = (
      await olive.get(`${url}/script-at?historyId=${moment.historyId}&moveId=${moment.moveId}`)
    ).json();
    expect(elements[1].content).toBe('Rain on grey water.');
    expect(Date.parse(moment.changedAt)).toBeGreaterThan(0);
  });
});
