import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { scriptHistory } from '#server/db/schema/history.ts';
import { files, projects } from '#server/db/schema/projects.ts';
import { scriptElements } from '#server/db/schema/script.ts';
import { importLimitOf } from '#shared/contract/importing.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { rowsIn, unzipEntries, type ZipEntries, zipEntries } from '#test/archive.ts';
import { filledProject } from '#test/filledProject.ts';
import { test } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';
import type { World } from '#test/world.ts';

let whole: Buffer;
let entries: ZipEntries;
let storedBefore: number;

test.beforeAll(async ({ server, world }) => {
  const project = await filledProject(server, world);
  whole = (await server.as(world.olive).get(`/api/projects/${project.id}/export/archive`)).rawPayload;
});

test.beforeEach(async ({ server, world }) => {
  entries = await unzipEntries(whole);
  await server.db.delete(projects).where(eq(projects.userId, world.sam.id));
  storedBefore = await server.db.$count(files);
});

const send = (sam: Caller, bytes: Buffer) => sam.inject(uploadRequest('archive.zip', bytes));

/** Expect an error whose message matches `reason`, and nothing stored. */
async function expectRejected(
  server: TestApp,
  world: World,
  sam: Caller,
  bytes: Buffer,
  reason: RegExp,
): Promise<void> {
  const answer = await send(sam, bytes);
  expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringMatching(reason)]);
  expect(await server.db.$count(projects, eq(projects.userId, world.sam.id))).toBe(0);
  expect(await server.db.$count(files)).toBe(storedBefore);
}

async function restored(sam: Caller): Promise<{ id: number; receipt: Record<string, string[]> }> {
  const answer = await send(sam, await zipEntries(entries));
  expect(answer.statusCode, answer.body).toBe(201);
  const { project, receipt } = answer.json();
  return { id: project.id, receipt };
}

type Row = Record<string, unknown>;

/** Change the row at `at` of a table, or the project. */
function change(table: string, fields: Row, at = 0): void {
  if (table === 'project') {
    const project = JSON.parse(entries.get('project.json')?.toString() ?? '');
    entries.set('project.json', Buffer.from(JSON.stringify({ ...project, ...fields })));
    return;
  }
  const rows = rowsIn(entries, table).map((row, i) => (i === at ? { ...row, ...fields } : row));
  entries.set(`${table}.jsonl`, Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')));
}

describe('POST /api/projects/restore with other files', () => {
  test.for([
    ['nothing', Buffer.alloc(0)],
    ['text', Buffer.from('INT. CAR DECK - NIGHT')],
    ['HTML', Buffer.from('<script>alert(1)</script>')],
    ['the beginning of a zip file', Buffer.from('PK\x03\x04 and no more', 'latin1')],
  ] as const)('rejects %s', ([_, bytes], { server, world, sam }) =>
    expectRejected(server, world, sam, bytes, /^The archive could not be read/),
  );

  test('rejects a truncated archive', async ({ server, world, sam }) => {
    for (const share of [0.1, 0.5, 0.9, 0.999])
      await expectRejected(
        server,
        world,
        sam,
        whole.subarray(0, Math.floor(whole.length * share)),
        /^The archive could not be read/,
      );
  });

  test('rejects an archive with corrupted bytes', async ({ server, world, sam }) => {
    const broken = Buffer.from(whole);
    broken.fill(0xff, 300, 320);
    await expectRejected(server, world, sam, broken, /^The archive could not be read/);
  });

  test('rejects a zip file with other content', async ({ server, world, sam }) => {
    await expectRejected(
      server,
      world,
      sam,
      await zipEntries(new Map([['holiday.txt', 'Sun']])),
      /^This zip file is no archive/,
    );
    entries.set('manifest.json', Buffer.from('{"format":"something-else","version":1}'));
    await expectRejected(server, world, sam, await zipEntries(entries), /^This zip file is no archive/);
  });

  test('rejects an archive of a later version and says so', async ({ server, world, sam }) => {
    const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '');
    entries.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, version: 2 })));
    await expectRejected(server, world, sam, await zipEntries(entries), /newer version/);
  });
});

describe('POST /api/projects/restore with a malicious zip file', () => {
  test.for(['../../etc/passwd', '/etc/passwd', 'files/../../x.png', 'C:\\x.png'])(
    'rejects the entry name %s',
    async (name, { server, world, sam }) => {
      // Insert the name afterwards with the same length, because zip writers reject it.
      const harmless = 'x'.repeat(name.length);
      entries.set(harmless, Buffer.from('x'));
      const bytes = (await zipEntries(entries)).toString('latin1').replaceAll(harmless, name);
      await expectRejected(
        server,
        world,
        sam,
        Buffer.from(bytes, 'latin1'),
        /^The archive could not be read/,
      );
    },
  );

  test('rejects an entry that expands too much', async ({ server, world, sam }) => {
    entries.set('script_elements.jsonl', Buffer.alloc(40 * 1024 * 1024, ' '));
    await expectRejected(server, world, sam, await zipEntries(entries), /becomes too large/);
  });

  test('rejects an entry that is larger than its header says', async ({ server, world, sam }) => {
    entries.set('outlines.jsonl', Buffer.alloc(1_000_003, ' '));
    const bytes = await zipEntries(entries);
    const [size, less] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32LE(1_000_003);
    less.writeUInt32LE(1000);
    const lying = Buffer.from(
      bytes.toString('latin1').replaceAll(size.toString('latin1'), less.toString('latin1')),
      'latin1',
    );
    await expectRejected(server, world, sam, lying, /^The archive could not be read/);
  });

  test('rejects a file that is too large', async ({ server, world, sam }) => {
    entries.set(`files/${'x'.repeat(32)}.png`, Buffer.alloc(33 * 1024 * 1024, 'x'));
    await expectRejected(server, world, sam, await zipEntries(entries), /too large/);
  });

  test('rejects too many entries', async ({ server, world, sam }) => {
    const bytes = Buffer.from(whole);
    const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
    for (const at of [8, 10]) bytes.writeUInt16LE(10_001, end + at);
    await expectRejected(server, world, sam, bytes, /too many entries/);
  });

  test('has a different size limit from scripts', () => {
    expect(importLimitOf('a.ZIP')).toEqual({
      maxBytes: 512 * 1024 * 1024,
      text: 'Archive is larger than 512 MB.',
    });
    expect(importLimitOf('a.fdx')).toEqual({
      maxBytes: 10 * 1024 * 1024,
      text: 'File is larger than 10 MB.',
    });
  });
});

describe('POST /api/projects/restore with manipulated rows', () => {
  test('does not refer to rows of another project', async ({ server, world, sam }) => {
    const theirs = world.project.id;
    const [element] = await server.db
      .select()
      .from(scriptElements)
      .where(eq(scriptElements.projectId, theirs));
    for (const [table, fields] of [
      ['script_elements', { sceneId: element?.sceneId }],
      ['tension_points', { scriptElementId: element?.id }],
      ['comments', { scriptElementId: element?.id }],
      ['story_beats', { actId: 77 }],
    ] as const) {
      entries = await unzipEntries(whole);
      change(table, fields, table === 'script_elements' ? 3 : 0);
      await expectRejected(
        server,
        world,
        sam,
        await zipEntries(entries),
        /which it does not have|do not fit together/,
      );
    }
  });

  test('does not restore elements of another project', async ({ server, world, sam }) => {
    const theirs = world.project.id;
    const of = (projectId: number) =>
      server.db.select().from(scriptElements).where(eq(scriptElements.projectId, projectId));
    const before = await of(theirs);
    const at = rowsIn(entries, 'script_history').findIndex(
      ({ previousContent }) => previousContent === 'Gulls.',
    );
    const row = rowsIn(entries, 'script_history')[at] as { kept: { element: Row } };
    const stolen = { ...row.kept.element, id: before[0]?.id, projectId: theirs };
    change('script_history', { elementId: before[0]?.id, kept: { ...row.kept, element: stolen } }, at);
    const { id } = await restored(sam);
    const history = await server.db.select().from(scriptHistory).where(eq(scriptHistory.projectId, id));
    const entry = history.find(({ previousContent }) => previousContent === 'Gulls.');
    expect(entry?.elementId).not.toBe(before[0]?.id);
    expect(entry?.kept?.element).toMatchObject({ id: entry?.elementId, projectId: id });
    const edits = [{ type: 'restore', id: entry?.elementId }];
    expect((await sam.post(`/api/projects/${id}/script-changes`, { edits })).statusCode).toBe(200);
    expect(await of(theirs)).toEqual(before);
  });

  test('ignores owner and project fields and does not attribute comments to another user', async ({
    world,
    sam,
  }) => {
    const foreignFields = { id: 1, userId: world.olive.id, revision: 7, isImporting: true };
    change('project', foreignFields);
    change('comments', { userId: world.olive.id, projectId: world.project.id });
    const { id } = await restored(sam);
    expect((await sam.get(`/api/projects/${id}`)).json()).toMatchObject({
      ownerId: world.sam.id,
      revision: 0,
    });
    const written = (await sam.get(`/api/projects/${id}/comments`)).json();
    expect(written.map(({ userId }: Row) => userId)).toEqual([null, null, null]);
  });

  test.for([
    ['no list', 7, null],
    ['a list of something else', [{ id: 7 }], null],
    ['a list that is too long', Array.from({ length: 10_001 }, () => ({ id: 'x', name: 'x' })), null],
    ['two lines', 'Ada\n Admin', 'Ada Admin'],
    ['blank', ' \n ', null],
  ] as const)('accepts author names that are %s', async ([_, foreignFields, shown], { sam }) => {
    const manifest = JSON.parse(entries.get('manifest.json')?.toString() ?? '');
    const people =
      typeof foreignFields === 'string'
        ? manifest.people.map((person: Row) => ({ ...person, name: foreignFields }))
        : foreignFields;
    entries.set('manifest.json', Buffer.from(JSON.stringify({ ...manifest, people })));
    const { id } = await restored(sam);
    const written = (await sam.get(`/api/projects/${id}/comments`)).json();
    const threads = written.filter(({ parentCommentId }: Row) => parentCommentId === null);
    expect(threads.map(({ importedAuthor }: Row) => importedAuthor)).toEqual([shown, shown]);
  });

  test('refers only to files of the archive', async ({ sam }) => {
    change('scenes', { imageUrl: 'https://example.com/pixel.png', videoUrl: 'javascript:alert(1)' });
    change('project', { conceptImageUrl: `/uploads/${'A'.repeat(32)}.png` });
    const { id } = await restored(sam);
    const [scene] = (await sam.get(`/api/projects/${id}/scenes`)).json();
    expect([scene.imageUrl, scene.videoUrl]).toEqual([null, null]);
    expect((await sam.get(`/api/projects/${id}`)).json().conceptImageUrl).toBeNull();
  });

  test('drops pictures that are none', async ({ sam }) => {
    const name = [...entries.keys()].find((entry) => /^files\/.*\.png$/.test(entry)) ?? '';
    entries.set(name, Buffer.from('<html><script>alert(1)</script></html>'));
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    entries.set(`files/${'B'.repeat(32)}.svg`, Buffer.from(svg));
    entries.set(`files/${'C'.repeat(32)}.html`, Buffer.from(svg));
    const { receipt } = await restored(sam);
    expect(receipt.uncertain).toEqual(['3 files were left out: they are no picture or sound']);
  });

  test('stores markup as plain text', async ({ sam }) => {
    const markup = '<img src=x onerror=alert(1)> \u202E{{constructor}} 🛳';
    change('script_elements', { content: markup }, 1);
    change('outlines', { title: markup });
    const { id } = await restored(sam);
    expect((await sam.get(`/api/projects/${id}/script-elements`)).json()[1].content).toBe(markup);
    expect((await sam.get(`/api/projects/${id}/outlines`)).json()[0].title).toBe(markup);
  });

  test('shortens text to the size of its field and lists it in the receipt', async ({ sam }) => {
    change('outlines', { title: 'x'.repeat(301), content: `${'y'.repeat(19_999)}🛳🛳` });
    const { id, receipt } = await restored(sam);
    const [item] = (await sam.get(`/api/projects/${id}/outlines`)).json();
    expect([item.title.length, item.content.length]).toEqual([300, 19_999]);
    expect(receipt.shortened).toEqual([
      'outlines.title was longer than its field and was cut',
      'outlines.content was longer than its field and was cut',
    ]);
  });

  test.for([
    ['outlines', { title: 'a\0b' }, /characters that cannot be stored/],
    ['outlines', { title: 'a\uD800b' }, /characters that cannot be stored/],
    ['outlines', { title: 7 }, /outlines.jsonl, line 1, title/],
    ['outlines', { id: -1 }, /line 1, id/],
    ['outlines', { orderIndex: 2 ** 40 }, /orderIndex/],
    ['script_elements', { elementType: 'song' }, /elementType/],
    ['script_elements', { audioVolume: 1e308 }, /audioVolume/],
    ['script_elements', { extras: { fdx: { before: '</Paragraph><Evil>' } } }, /extras/],
    ['script_elements', { extras: { fdx: { attributes: [['a b="c', 'd']] } } }, /extras/],
    [
      'project',
      { sourceExtras: { fdx: { parts: ['<!DOCTYPE x SYSTEM "file:///etc/passwd">'] } } },
      /sourceExtras/,
    ],
    ['project', { name: '  ' }, /Project name is required/],
    ['project', { conceptImageAspectRatio: '0:0' }, /conceptImageAspectRatio/],
    ['scenes', { sceneNumber: 7 }, /do not fit together/],
    ['characters', { name: 'mara' }, /two characters have the same name|out of order/],
    ['comments', { createdAt: 'yesterday' }, /createdAt/],
  ] as const)(
    'rejects %s with %o and names the place',
    async ([table, fields, reason], { server, world, sam }) => {
      change(table, fields);
      await expectRejected(server, world, sam, await zipEntries(entries), reason);
    },
  );

  test('rejects rows that are not JSON, nested too deeply or duplicated', async ({ server, world, sam }) => {
    entries.set('outlines.jsonl', Buffer.from('{"id":1,\n'));
    await expectRejected(server, world, sam, await zipEntries(entries), /outlines.jsonl, line 1 is not JSON/);
    entries.set('outlines.jsonl', Buffer.from(`${'['.repeat(50_000)}${']'.repeat(50_000)}\n`));
    await expectRejected(server, world, sam, await zipEntries(entries), /cannot be restored/);
    entries = await unzipEntries(whole);
    const acts = entries.get('acts.jsonl')?.toString() ?? '';
    entries.set('acts.jsonl', Buffer.from(acts + acts));
    await expectRejected(server, world, sam, await zipEntries(entries), /out of order/);
  });
});
