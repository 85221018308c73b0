import fs from 'node:fs';
import path from 'node:path';
import { desc, eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import type { ScriptElement } from '#screenplay/element.ts';
import type { ExportFormat } from '#screenplay/exportFormats.ts';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import type { ParseResult } from '#screenplay/screenplay.ts';
import { userActivityLogs } from '#server/db/schema/activity.ts';
import { projects } from '#server/db/schema/projects.ts';
import { readScriptFile } from '#server/importing/readScript.ts';
import { screenplayOf } from '#server/script/screenplay.service.ts';
import type { Caller } from '#test/app.ts';
import { aProject } from '#test/factories.ts';
import { pageAsText } from '#test/pagesAsText.ts';
import { readPdf } from '#test/readPdf.ts';
import { test } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';
import { nightFerry } from '#test/world.ts';
import { exportFile, exportsOf } from './exporting.service.ts';

const vikings = path.resolve(process.env.CORPUS_DIR ?? '../shared/corpus', 'files/jc-vikings.fdx');
const hasCorpus = fs.existsSync(vikings);
if (!hasCorpus) console.warn(`No ${vikings}: a feature-length script is not exported. Set CORPUS_DIR.`);

const exported = (olive: Caller, id: number, format: ExportFormat) =>
  olive.get(`/api/projects/${id}/export/${format}`);

describe('exportFile', () => {
  for (const format of ['docx', 'fadein', 'osf', 'html'] as const)
    test(`writes a ${format} file that can be imported again`, async ({ server, world }) => {
      const exports = exportsOf(server.db);
      const write = async () =>
        (await exportFile(exports, world.project.id, world.olive.id, format)).file.bytes;
      const [bytes, again] = [await write(), await write()];
      expect(Buffer.from(bytes).equals(again)).toBe(true);
      const read = await readScriptFile('script', [bytes]);
      const { screenplay } = await screenplayOf(server.db, world.project.id);
      const essence = ({ elementType, content, dual }: ScriptElement) => ({ elementType, content, dual });
      if (!read.ok) throw new Error(read.message);
      expect(read.screenplay.elements.map(essence)).toEqual(screenplay.elements.map(essence));
      await exports.writer.close();
    });
});

describe('GET /api/projects/:id/export/pdf', () => {
  test('contains title page, script, bookmarks and page numbers', async ({ world, olive }) => {
    const answer = await exported(olive, world.project.id, 'pdf');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="Night_Ferry_script.pdf"',
      'content-length': String(answer.rawPayload.length),
      'cache-control': 'no-store',
      'x-export-losses': '%5B%5D',
    });
    expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    const pdf = await readPdf(answer.rawPayload);
    expect(pdf.pages).toHaveLength(2);
    expect(pdf.pages[0]).toEqual(['NIGHT FERRY', 'Written by', 'Olive Owner']);
    expect(pdf.pages[1]).toEqual(
      expect.arrayContaining([
        'EXT. HARBOUR - NIGHT',
        'MARA',
        '(waving a wet ticket)',
        "TOBIAS (CONT'D)",
        'CUT TO:',
      ]),
    );
    expect(pdf.sizes).toEqual(Array(2).fill([612, 792]));
    expect(pdf.labels).toEqual(['', '1']);
    expect(pdf.outline).toEqual([
      { title: '1. EXT. HARBOUR - NIGHT', page: 1 },
      { title: '2. INT. CAR DECK - LATER', page: 1 },
    ]);
    expect(pdf.info).toMatchObject({ Title: 'Night Ferry', Author: 'Olive Owner', Language: 'en-US' });
    expect(pdf.isTagged).toBe(true);
    expect(pdf.tags[1]).toEqual(expect.arrayContaining(['H1', 'P']));
  });

  test('embeds its fonts', async ({ world, olive }) => {
    const { rawPayload } = await exported(olive, world.project.id, 'pdf');
    const { fonts } = await readPdf(rawPayload);
    expect(fonts.size).toBeGreaterThan(0);
    for (const [name, isEmbedded] of fonts)
      expect([name, isEmbedded]).toEqual([expect.stringMatching(/CourierPrime/), true]);
  });

  test('is deterministic', async ({ world, olive }) => {
    const [first, second] = [
      await exported(olive, world.project.id, 'pdf'),
      await exported(olive, world.project.id, 'pdf'),
    ];
    expect(first.rawPayload.equals(second.rawPayload)).toBe(true);
  });

  test('is shared in memory by concurrent readers, with a limit of downloads per user', async ({
    server,
    world,
    olive,
  }) => {
    const exports = exportsOf(server.db);
    const readers = [world.olive, world.eddie, world.vic].map(({ id }) =>
      exportFile(exports, world.project.id, id, 'pdf'),
    );
    const files = (await Promise.all(readers)).map(({ file }) => file);
    expect(new Set(files).size).toBe(1);
    await exports.writer.close();

    // More than the limit: on Postgres the first may finish before the last is admitted.
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => exported(olive, world.project.id, 'pdf')),
    );
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
    expect(answers.find(({ statusCode }) => statusCode === 429)?.json().message).toBe(
      '4 of your files are being made or sent. Please try again when one has arrived.',
    );
    expect((await exported(olive, world.project.id, 'pdf')).statusCode).toBe(200);
  });

  test('contains only the title page without elements', async ({ server, world, olive }) => {
    const { id } = await aProject(server.db, { userId: world.olive.id, name: 'Blank' });
    const pdf = await readPdf((await exported(olive, id, 'pdf')).rawPayload);
    expect(pdf.pages).toEqual([['BLANK']]);
    expect(pdf.outline).toEqual([]);
  });

  test("uses the project's paper size and scene numbers", async ({ server, world, olive }) => {
    const { id } = await nightFerry(server.db, world.olive);
    await server.db.update(projects).set({ paper: 'a4', showSceneNumbers: true }).where(eq(projects.id, id));
    const pdf = await readPdf((await exported(olive, id, 'pdf')).rawPayload);
    for (const [width, height] of pdf.sizes) {
      expect(width).toBeCloseTo(595.28, 0);
      expect(height).toBeCloseTo(841.89, 0);
    }
    expect(pdf.pages[1]?.[0]).toMatch(/^1\s*EXT\. HARBOUR - NIGHT\s*1$/);
  });

  test('prints other alphabets, emoji and long names', async ({ olive }) => {
    const script = 'INT. ΛΙΜΑΝΙ - ΝΥΧΤΑ\n\nПричал. נמל. 夜の船. 🚢 mañana\n\nMARA\nक्या?\n';
    const { project } = (await olive.inject(uploadRequest('harbours.fountain', script))).json();
    const answer = await exported(olive, project.id, 'pdf');
    const text = (await readPdf(answer.rawPayload)).pages.flat().join('').replaceAll(' ', '');
    for (const word of ['ΛΙΜΑΝΙ', 'Причал', '夜の船', 'mañana']) expect(text).toContain(word);
  });

  test.runIf(hasCorpus)(
    "breaks a feature-length script at the paginator's page breaks",
    async ({ server, olive }) => {
      const imported = await olive.inject(uploadRequest('vikings.fdx', fs.readFileSync(vikings)));
      const { id } = imported.json().project;
      const { screenplay } = await screenplayOf(server.db, id);
      const pagination = paginate(screenplay.elements, screenplay.format);
      const pdf = await readPdf((await exported(olive, id, 'pdf')).rawPayload);
      expect(pdf.pages).toHaveLength(pagination.pages.length + 1);
      const words = (text: string) => text.replace(/[\s*_]+/g, '').slice(0, 60);
      for (const [index] of pagination.pages.entries()) {
        const expectedText = pageAsText(pagination, index);
        expect([index, words((pdf.pages[index + 1] ?? []).join(''))]).toEqual([index, words(expectedText)]);
      }
      expect(pdf.outline.length).toBe(imported.json().counts.scenes);
      expect(pdf.labels?.at(-1)).toBe(String(pagination.pages.length));
    },
  );
});

describe('GET /api/projects/:id/export/fdx and /fountain', () => {
  test('contain the script', async ({ world, olive }) => {
    const fdx = await exported(olive, world.project.id, 'fdx');
    expect(fdx.headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'content-disposition': 'attachment; filename="Night_Ferry_script.fdx"',
    });
    const fountain = await exported(olive, world.project.id, 'fountain');
    expect(fountain.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="Night_Ferry_script.fountain"',
    });
    const script = (await olive.get(`${world.projectUrl}/script-elements`)).json();
    const textsOf = (elements: { elementType: string; content: string }[]) =>
      elements.map(({ elementType, content }) => [elementType, content]);
    for (const parsed of [parseFdx(fdx.rawPayload), parseFountain(fountain.rawPayload)]) {
      if (!parsed.ok) throw new Error(parsed.message);
      expect(textsOf(parsed.screenplay.elements)).toEqual(textsOf(script));
      expect(parsed.screenplay.titlePage).toMatchObject({ title: 'Night Ferry', author: 'Olive Owner' });
    }
  });

  test('export an empty script', async ({ server, world, olive }) => {
    const { id } = await aProject(server.db, { userId: world.olive.id, name: 'Blank' });
    expect((await exported(olive, id, 'fdx')).body).toContain('<FinalDraft');
    expect((await exported(olive, id, 'fountain')).body).toContain('Title: Blank');
  });

  test('contain the notes and sections of the imported file', async ({ olive }) => {
    const noted = '[[all]]\n\n# ACT ONE\n\nINT. HOLD - NIGHT\n\n[[Too dark?]]\n';
    const { id } = (await olive.inject(uploadRequest('noted.fountain', noted))).json().project;
    expect((await exported(olive, id, 'fountain')).body).toBe(noted);
  });

  test('contain open threads on elements as notes with their author', async ({ server, world, olive }) => {
    const { id } = await nightFerry(server.db, world.olive);
    const script = (await olive.get(`/api/projects/${id}/script-elements`)).json() as { id: number }[];
    const say = async (content: string, more: object = {}) =>
      (await olive.post(`/api/projects/${id}/comments`, { content, ...more })).json().id as number;
    const on = (index: number) => ({ scriptElementId: script[index]?.id });
    await say('Louder.\nMuch.', on(6));
    const thread = await say('Less rain. \u0001 <&>', on(1));
    await say('No.', { parentCommentId: thread });
    await say('Shorter?');
    await olive.patch(`/api/comments/${await say('Done.', on(3))}/resolve`);
    await say('Gone.', on(11));
    await olive.delete(`/api/script-elements/${script[11]?.id}`);

    const notesOf = (parsed: ParseResult) => parsed.ok && parsed.notes;
    expect(notesOf(parseFdx((await exported(olive, id, 'fdx')).rawPayload))).toEqual([
      { elementIndex: 6, text: 'Louder.\nMuch.', author: 'Olive Owner' },
      { elementIndex: 1, text: 'Less rain.  <&>', author: 'Olive Owner' },
    ]);
    expect(notesOf(parseFountain((await exported(olive, id, 'fountain')).rawPayload))).toEqual([
      { elementIndex: 1, text: 'Olive Owner: Less rain.  <&>', author: null },
      { elementIndex: 6, text: 'Olive Owner: Louder.\nMuch.', author: null },
    ]);
    const exports = exportsOf(server.db);
    const { file } = await exportFile(exports, id, world.olive.id, 'pdf');
    expect(file.losses).toEqual(['2 comments']);
    await exports.writer.close();
  });

  test.for(['4', '5'])(
    'contain the notes of an FDX file of version %s once, next to new ones',
    async (version, { olive }) => {
      const note = (text: string, more: string) =>
        `<ScriptNote ${more}><Paragraph><Text>${text}</Text></Paragraph></ScriptNote>`;
      const notes = note('Too slow?', 'WriterName="Tobias" Range="12,20"') + note('Wet.', 'Range="12,20"');
      const [inside, beside] = version === '4' ? [notes, ''] : ['', `<ScriptNotes>${notes}</ScriptNotes>`];
      const file = `<?xml version="1.0"?><FinalDraft DocumentType="Script" Version="${version}"><Content>
      <Paragraph Type="Scene Heading"><Text>INT. DECK -</Text></Paragraph>
      <Paragraph Type="Action">${inside}<Text>Engines.</Text></Paragraph></Content>${beside}</FinalDraft>`;
      const { id } = (await olive.inject(uploadRequest('noted.fdx', file))).json().project;
      const [, action] = (await olive.get(`/api/projects/${id}/script-elements`)).json();
      const url = `/api/projects/${id}/comments`;
      expect((await olive.get(url)).json()).toHaveLength(2);
      for (const content of ['Wet.', 'Louder.'])
        await olive.post(url, { content, scriptElementId: action.id });
      const parsed = parseFdx((await exported(olive, id, 'fdx')).rawPayload);
      const parsedNotes = parsed.ok ? parsed.notes.map(({ text, author }) => [author, text]) : [];
      expect(parsedNotes.toSorted()).toEqual([
        [null, 'Wet.'],
        ['Olive Owner', 'Louder.'],
        ['Olive Owner', 'Wet.'],
        ['Tobias', 'Too slow?'],
      ]);
    },
  );

  test('give a new scene a unique number', async ({ olive }) => {
    const numbered = 'INT. HOLD - NIGHT #1#\n\nINT. BRIDGE - NIGHT #2A#\n';
    const { id } = (await olive.inject(uploadRequest('numbered.fountain', numbered))).json().project;
    const [hold] = (await olive.get(`/api/projects/${id}/script-elements`)).json();
    const body = { elementType: 'scene_heading', content: 'EXT. DECK - NIGHT', afterId: hold.id };
    await olive.post(`/api/projects/${id}/script-elements`, body);
    const parsed = parseFdx((await exported(olive, id, 'fdx')).rawPayload);
    const numbers = parsed.ok && parsed.screenplay.elements.map(({ sceneNumber }) => sceneNumber ?? null);
    expect(numbers).toEqual(['1', null, '2A']);
  });

  test('contain the edited text', async ({ server, world, olive }) => {
    const { id } = await nightFerry(server.db, world.olive);
    const [heading] = (await olive.get(`/api/projects/${id}/script-elements`)).json();
    await olive.patch(`/api/script-elements/${heading.id}`, { content: 'EXT. PIER - <DAWN> & "RAIN"' });
    expect((await exported(olive, id, 'fountain')).body).toContain('EXT. PIER - <DAWN> & "RAIN"');
    const parsed = parseFdx((await exported(olive, id, 'fdx')).rawPayload);
    expect(parsed.ok && parsed.screenplay.elements[0]?.content).toBe('EXT. PIER - <DAWN> & "RAIN"');
    const pdf = await readPdf((await exported(olive, id, 'pdf')).rawPayload);
    expect(pdf.outline[0]?.title).toBe('1. EXT. PIER - <DAWN> & "RAIN"');
  });
});

describe('GET /api/projects/:id/export/:format', () => {
  test.for([
    ['My Film: Part 2', 'My_Film__Part_2_script'],
    ['"quoted"; filename="x', '_quoted___filename__x_script'],
    ['../../etc/passwd', '______etc_passwd_script'],
    ['🚢 наш', '_______script'],
    ['line\r\nbreak', 'line__break_script'],
    ['x'.repeat(200), `${'x'.repeat(200)}_script`],
  ] as const)(
    'returns a portable file name for the project name %j',
    async ([name, file], { server, world, olive }) => {
      const { id } = await aProject(server.db, { userId: world.olive.id, name });
      for (const format of ['pdf', 'fdx', 'fountain'] as const) {
        const { statusCode, headers } = await exported(olive, id, format);
        expect([statusCode, headers['content-disposition']]).toEqual([
          200,
          `attachment; filename="${file}.${format}"`,
        ]);
      }
    },
  );

  test('is logged and changes nothing', async ({ server, world, olive }) => {
    const before = (await olive.get(world.projectUrl)).json();
    for (const format of ['pdf', 'fdx', 'fountain'] as const) {
      await server.as(world.vic).get(`${world.projectUrl}/export/${format}`);
      const [log] = await server.db
        .select()
        .from(userActivityLogs)
        .orderBy(desc(userActivityLogs.id))
        .limit(1);
      const { id: projectId } = world.project;
      expect(log).toMatchObject({
        action: 'project.export',
        userId: world.vic.id,
        projectId,
        details: { format },
      });
    }
    expect((await olive.get(world.projectUrl)).json()).toEqual(before);
  });
});
