import { once } from 'node:events';
import net from 'node:net';
import { desc, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { UserRow } from '#server/auth/accounts.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { scriptHistory } from '#server/db/schema/history.ts';
import { projects } from '#server/db/schema/projects.ts';
import { comments } from '#server/db/schema/script.ts';
import { type Caller, signIn, type TestApp } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { portOf } from '#test/rawHttp.ts';
import { test } from '#test/serverTest.ts';
import { multipart, uploadRequest } from '#test/upload.ts';

let writer: UserRow;
let browser: Caller;

test.beforeEach(async ({ server }) => {
  writer = await aUser(server.db);
  browser = server.as(writer);
});

const ferry = 'INT. CAR DECK - NIGHT\n\nEngines.\n\nMARA\nForty-one.\n';

const projectsStored = (server: TestApp) =>
  server.db.select().from(projects).where(eq(projects.userId, writer.id));

async function expectRejected(
  server: TestApp,
  answer: Promise<Awaited<ReturnType<Caller['get']>>>,
  status: number,
  message: string,
) {
  const { statusCode, json } = await answer;
  expect([statusCode, json().message, json().error]).toEqual([status, message, message]);
  expect(await projectsStored(server)).toEqual([]);
}

/** As Final Draft would write it. */
const fdx = (paragraphs: string, after = '') =>
  `<?xml version="1.0" encoding="UTF-8"?><FinalDraft DocumentType="Script" Version="5"><Content>${paragraphs}</Content>${after}</FinalDraft>`;

describe('POST /api/projects/import-file', () => {
  test('imports a file whose header has a file name without a value', async ({ server }) => {
    const { payload, ...request } = uploadRequest('Ferry', ferry);
    const nameless = String(payload).replace('filename="Ferry"', 'filename');
    const answer = await browser.inject({ ...request, payload: nameless });
    expect([answer.statusCode, answer.json().project.name]).toEqual([201, 'Untitled']);
    expect(await projectsStored(server)).toHaveLength(1);
  });

  test('creates a project with scenes, elements and characters', async ({ server }) => {
    const answer = await browser.inject(uploadRequest('Night Ferry.fountain', ferry));
    expect(answer.statusCode).toBe(201);
    const { project, counts, receipt } = answer.json();
    expect(project).toMatchObject({ name: 'Night Ferry', role: 'owner', ownerId: writer.id });
    expect(counts).toEqual({ scenes: 1, elements: 4, characters: 1 });
    expect(receipt.countsByType).toMatchObject({ scene_heading: 1, action: 1, character: 1, dialogue: 1 });
    const script = (await browser.get(`/api/projects/${project.id}/script-elements`)).json();
    expect(
      script.map((element: { content: string; orderIndex: number }) => [element.orderIndex, element.content]),
    ).toEqual([
      [10, 'INT. CAR DECK - NIGHT'],
      [20, 'Engines.'],
      [30, 'MARA'],
      [40, 'Forty-one.'],
    ]);
    expect((await browser.get('/api/projects')).json()[0].id).toBe(project.id);
    const [log] = await server.db.select().from(userActivityLogs).orderBy(desc(userActivityLogs.id)).limit(1);
    expect(log).toMatchObject({
      action: 'project.import',
      projectId: project.id,
      userId: writer.id,
      details: counts,
    });
    const history = await server.db
      .select()
      .from(scriptHistory)
      .where(eq(scriptHistory.projectId, project.id));
    expect(history.map(({ action, changeReason }) => [action, changeReason])).toEqual(
      Array(4).fill(['create', 'Import']),
    );
    const url = `/api/projects/${project.id}/script-history/paginated`;
    const projects = (await browser.get(url)).json();
    expect([projects.totalCount, projects.history.length, projects.history[0].elementCount]).toEqual([
      1, 1, 4,
    ]);
    const found = (await browser.get(`${url}?search=${encodeURIComponent('i')}`)).json();
    expect(found.history.map((entry: { elementCount: unknown }) => entry.elementCount)).toContain(null);
    expect(found.totalCount).toBeGreaterThan(1);
  });

  test('lists the characters in order of appearance without gaps', async () => {
    const speeches = ['MARA', 'DİLARA', 'DILARA (O.S.)', 'TOBIAS', 'MARA (V.O.)'].map(
      (cue) => `${cue}\nOne.\n`,
    );
    const answer = await browser.inject(
      uploadRequest('ferry.fountain', `INT. DECK\n\n${speeches.join('\n')}`),
    );
    const { project, counts } = answer.json();
    const cast = (await browser.get(`/api/projects/${project.id}/characters`)).json();
    expect(
      cast.map(({ displayOrder, name }: { displayOrder: number; name: string }) => [displayOrder, name]),
    ).toEqual([
      [0, 'MARA'],
      [1, 'DİLARA'],
      [2, 'TOBIAS'],
    ]);
    expect(counts.characters).toBe(3);
  });

  test('names the project after its title page', async () => {
    const answer = await browser.inject(
      uploadRequest('draft 7.fountain', `Title:\n  Night\n  Ferry\n\n${ferry}`),
    );
    expect(answer.json().project).toMatchObject({
      name: 'Night Ferry',
      titlePage: { title: 'Night\nFerry' },
    });
  });

  test('names the project after its file when the title page is that of a template', async () => {
    const lines = ['(Name of Project)', 'by', '(Name of First Writer)', '(Names of Subsequent Writers,'];
    const set = lines.map((line) => `<Paragraph Alignment="Center"><Text>${line}</Text></Paragraph>`);
    const title = `<TitlePage><Content>${set.join('')}</Content></TitlePage>`;
    const file = fdx('<Paragraph Type="Action"><Text>Engines.</Text></Paragraph>', title);
    const answer = await browser.inject(uploadRequest('Half Hour.fdxt', file));
    expect(answer.json().project).toMatchObject({ name: 'Half Hour', titlePage: { title: '', credit: '' } });
    expect(answer.json().project.format.titleSection).toBeUndefined();
  });

  test('stores the notes of a file as comments that name their author', async ({ server }) => {
    const note =
      '<ScriptNote ID="1" WriterName="Tobias"><Paragraph><Text>Too slow?</Text></Paragraph></ScriptNote>';
    const file = fdx(`<Paragraph Type="Action">${note}<Text>Engines.</Text></Paragraph>`);
    const answer = await browser.inject(uploadRequest('ferry.fdx', file));
    const { id } = answer.json().project;
    const [comment] = await server.db.select().from(comments).where(eq(comments.projectId, id));
    expect(comment).toMatchObject({ userId: writer.id, content: expect.stringContaining('Too slow?') });
  });

  test.each(['ferry.txt', 'ferry.pdf', 'ferry.fdx.exe', 'fdx', '.fdx ', 'ferry'])(
    'reads a Fountain script under the name %j by its bytes',
    async (name) => {
      const answer = await browser.inject(uploadRequest(name, ferry));
      expect(answer.statusCode).toBe(201);
      expect(answer.json().counts).toMatchObject({ scenes: 1, elements: 4 });
    },
  );

  test.each(['ferry.txt', 'ferry.fountain', 'ferry.pdf'])(
    'reads a Final Draft script under the name %j by its bytes',
    async (name) => {
      const file = fdx('<Paragraph Type="Song"><Text>Row, row</Text></Paragraph>');
      const answer = await browser.inject(uploadRequest(name, file));
      expect(answer.statusCode).toBe(201);
      expect(answer.json().receipt.uncertain).toEqual(['1 paragraph of type “Song” became action']);
    },
  );

  test.for([
    ['bytes that are nothing known', '\0\x01\x02\x03\0\0', 'Please select an FDX file.'],
    ['a picture', '\x89PNG\r\n\x1a\n', /^This is a picture and not a script\. /],
    ['an old Word file', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', /^This is a file of Word 97 to 2003, /],
    ['a database', 'SQLite format 3\0', /^This is a database, as KIT Scenarist /],
  ] as const)('rejects %s by name', async ([, bytes, text], { server }) => {
    const answer = await browser.inject(uploadRequest('ferry', Buffer.from(bytes, 'latin1')));
    expect(answer.statusCode).toBe(400);
    if (typeof text === 'string') expect(answer.json().message).toBe(text);
    else expect(answer.json().message).toMatch(text);
    expect(await projectsStored(server)).toEqual([]);
  });

  test.each([
    'FERRY.FOUNTAIN',
    'a/b\\c.fountain',
    '.fountain',
    '🚢 “ferry”.fountain',
    `${'x'.repeat(300)}.fountain`,
  ])('accepts the file name %j', async (name) => {
    const answer = await browser.inject(uploadRequest(name, ferry));
    expect(answer.statusCode).toBe(201);
    expect(answer.json().project.name.length).toBeGreaterThan(0);
    expect(answer.json().project.name.length).toBeLessThanOrEqual(200);
  });

  test('rejects an empty file with a reason', async ({ server }) => {
    for (const [name, program] of [
      ['ferry.fdx', 'Final Draft'],
      ['ferry.fountain', 'Fountain'],
    ] as const) {
      const answer = await browser.inject(uploadRequest(name, ''));
      expect(answer.statusCode).toBe(400);
      expect(answer.json().message.startsWith(`The file could not be read as a ${program} script. `)).toBe(
        true,
      );
    }
    expect(await projectsStored(server)).toEqual([]);
  });

  test('rejects a malformed file with line and column', async ({ server }) => {
    const answer = await browser.inject(
      uploadRequest('ferry.fdx', fdx('<Paragraph>\n<Text>Engines</Paragraph>')),
    );
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toMatch(/^[^0-9]*line 2, column \d+[^0-9]*$/);
    expect(await projectsStored(server)).toEqual([]);
  });

  test('accepts ten megabytes and rejects one byte more', async ({ server }) => {
    const limit = 10 * 1024 * 1024;
    const padding = (bytes: number) => `${ferry}\n/*${'x'.repeat(bytes - ferry.length - 5)}*/`;
    await expectRejected(
      server,
      browser.inject(uploadRequest('ferry.fountain', padding(limit + 1))),
      413,
      'File is larger than 10 MB.',
    );
    expect(Buffer.byteLength(padding(limit))).toBe(limit);
    expect((await browser.inject(uploadRequest('ferry.fountain', padding(limit)))).statusCode).toBe(201);
  });

  test('rejects another field, a missing file and a request without a form', async ({ server }) => {
    const text = 'Please select an FDX file.';
    const file = { fileName: 'ferry.fountain', content: ferry };
    const send = (parts: Parameters<typeof multipart>[0]) =>
      browser.inject({ method: 'POST', url: '/api/projects/import-file', ...multipart(parts) });
    await expectRejected(server, send([{ field: 'file', ...file }]), 400, text);
    await expectRejected(server, send([{ field: 'scriptFile', content: ferry }]), 400, text);
    await expectRejected(server, send([]), 400, text);
    await expectRejected(server, browser.post('/api/projects/import-file', { scriptFile: ferry }), 400, text);
  });

  test('rejects two files at once and stores neither', async ({ server }) => {
    const file = { field: 'scriptFile', fileName: 'ferry.fountain', content: ferry };
    const both = multipart([file, { ...file, fileName: 'other.fountain' }]);
    const answer = await browser.inject({ method: 'POST', url: '/api/projects/import-file', ...both });
    expect(answer.statusCode).toBe(400);
    expect(await projectsStored(server)).toEqual([]);
  });

  test('creates a separate project for a concurrent upload', async () => {
    const answers = await Promise.all(
      ['one', 'two', 'three', 'four'].map((name) => browser.inject(uploadRequest(`${name}.fountain`, ferry))),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    const ids = answers.map((answer) => answer.json().project.id);
    expect(new Set(ids).size).toBe(4);
    for (const id of ids)
      expect((await browser.get(`/api/projects/${id}/script-elements`)).json()).toHaveLength(4);
  });

  test('reads a rejected file completely, so that the browser receives the reason', async ({ server }) => {
    const { headers, payload } = uploadRequest('ferry.txt', '\0'.repeat(9_000_000)) as ReturnType<
      typeof multipart
    >;
    const cookie = `sid=${await signIn(server.db, writer.id)}`;
    const answer = await fetch(`http://127.0.0.1:${await portOf(server.app)}/api/projects/import-file`, {
      method: 'POST',
      headers: { ...headers, cookie },
      body: payload,
    });
    expect([answer.status, (await answer.json()).message]).toEqual([400, 'Please select an FDX file.']);
  });

  test('leaves nothing behind when it is aborted', async ({ server }) => {
    const { headers, payload } = uploadRequest('ferry.fountain', ferry.repeat(2000)) as ReturnType<
      typeof multipart
    >;
    const cookie = `sid=${await signIn(server.db, writer.id)}`;
    const socket = net.connect(await portOf(server.app), '127.0.0.1');
    const head = `POST /api/projects/import-file HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`;
    const closed = new Promise<void>((resolve) => {
      server.app.server.once('request', (request) => request.once('close', resolve));
    });
    socket.write(head);
    socket.write(payload.subarray(0, payload.length / 2));
    await once(server.app.server, 'request');
    socket.resetAndDestroy();
    await closed;
    expect(await projectsStored(server)).toEqual([]);
    expect((await browser.inject(uploadRequest('ferry.fountain', ferry))).statusCode).toBe(201);
    expect(await projectsStored(server)).toHaveLength(1);
  });

  const form = multipart([{ field: 'scriptFile', fileName: 'ferry.fountain', content: ferry }]);
  const withType = (contentType: string) => ({ ...form, headers: { 'content-type': contentType } });
  const withBody = (change: (body: string) => string) => ({
    ...form,
    payload: Buffer.from(change(form.payload.toString('latin1')), 'latin1'),
  });
  test.for([
    ['no boundary', withType('multipart/form-data')],
    ['an empty boundary', withType('multipart/form-data; boundary=')],
    ['half a boundary', withType('multipart/form-data; boundary="')],
    ['a boundary of another form', withType('multipart/form-data; boundary=day-ferry')],
    ['an overlong boundary', withType(`multipart/form-data; boundary=${'x'.repeat(300)}`)],
    ['no end', withBody((body) => body.slice(0, -30))],
    ['an end within its head', withBody((body) => body.slice(0, 60))],
    ['nothing but the begin of a boundary', withBody((body) => body.slice(0, 5))],
    ['a NUL in the field name', withBody((body) => body.replace('scriptFile', 'script\0File'))],
    [
      'too many heads',
      withBody((body) => body.replace('Content-Disp', `${'X-Many: a\r\n'.repeat(3000)}Content-Disp`)),
    ],
    [
      'a head that is too long',
      withBody((body) => body.replace('Content-Disp', `X-Long: ${'a'.repeat(100_000)}\r\nContent-Disp`)),
    ],
    ['no head', withBody((body) => body.replace(/Content-Disposition.*\r\n/, ''))],
    ['the name of a prototype', withBody((body) => body.replace('scriptFile', '__proto__'))],
  ] as const)('with %s is rejected, and stores nothing', async ([_what, broken], { server }) => {
    const answer = await browser.inject({ method: 'POST', url: '/api/projects/import-file', ...broken });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'invalid']);
    expect(await projectsStored(server)).toEqual([]);
  });

  test('stores a file name without NUL', async () => {
    const answer = await browser.inject(uploadRequest('Night\0Ferry.fountain', ferry));
    expect([answer.statusCode, answer.json().project?.name]).toEqual([201, 'NightFerry']);
  });

  test('is not blocked by slow uploads, whatever their number', async ({ server }) => {
    const url = { host: '127.0.0.1', port: await portOf(server.app) };
    const { headers, payload } = uploadRequest('ferry.fountain', ferry.repeat(200)) as ReturnType<
      typeof multipart
    >;
    const sockets: net.Socket[] = [];
    const { promise: heard, resolve: hear } = Promise.withResolvers<string>();
    try {
      for (let person = 0; person < 3; person++) {
        const cookie = `sid=${await signIn(server.db, (await aUser(server.db)).id)}`;
        const count = person === 2 ? 9 : 8;
        for (let each = 0; each < count; each++) {
          const socket = net.connect(url);
          sockets.push(socket);
          socket.once('data', (data) => hear(data.toString()));
          socket.write(
            `POST /api/projects/import-file HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${payload.length}\r\n\r\n`,
          );
          socket.write(payload.subarray(0, 400));
        }
      }
      // Only the upload above a user's limit is answered, so the others are running.
      expect(await heard).toMatch(/^HTTP\/1.1 429 [\s\S]*Your other imports are still running/);
      expect((await browser.inject(uploadRequest('ferry.fountain', ferry))).statusCode).toBe(201);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});
