import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { emptyTitlePage } from '#screenplay/element.ts';
import { projects } from '#server/db/schema/projects.ts';
import { CommentCreate } from '#shared/contract/comments.ts';
import { ElementCreate } from '#shared/contract/elements.ts';
import { TitlePageSchema } from '#shared/contract/scriptFormat.ts';
import type { Caller } from '#test/app.ts';
import { aUser } from '#test/factories.ts';
import { test } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';

let browser: Caller;

test.beforeAll(async ({ server }) => {
  browser = server.as(await aUser(server.db));
});

const script = '\n\nINT. DECK - NIGHT\n\nEngines.\n';
const paragraph = (text: string, attributes: string) =>
  `<Paragraph ${attributes}><Text>${text}</Text></Paragraph>`;
const fdx = (content: string, titlePage = '') =>
  `<FinalDraft Version="5"><Content>${content}</Content>${titlePage}</FinalDraft>`;
const sentences = (count: number) => 'Rain on the roof. '.repeat(count).trim();

async function imported(name: string, content: string) {
  const answer = await browser.inject(uploadRequest(name, content));
  expect(answer.statusCode).toBe(201);
  const reply = answer.json();
  return { ...reply, url: `/api/projects/${reply.project.id}` };
}

const longTitlePages = [
  [
    'notes of 140 lines',
    `Title: Ferry\nNotes:\n${`    ${'Rain. '.repeat(10)}\n`.repeat(140)}`,
    /notes cut to 5,000/,
  ],
  ['a title of 1,001 characters', `Title: ${'x'.repeat(1001)}`, /title cut to 1,000/],
  ['a contact of 2,001 characters', `Title: F\nContact: ${'x'.repeat(2001)}`, /contact cut to 2,000/],
  [
    '101 custom keys',
    `Title: F\n${Array.from({ length: 101 }, (_, i) => `Key ${i}: x`).join('\n')}`,
    /1 of 101 own key is left out/,
  ],
  ['a custom key with 5,001 characters', `Title: F\nBible: ${'x'.repeat(5001)}`, /“Bible” cut to 5,000/],
] as const;

describe('import of a title page above the limits', () => {
  test.each(longTitlePages)('shortens it and reports: %s', async (_what, page, told) => {
    const { project, receipt, url } = await imported('ferry.fountain', page.trimEnd() + script);
    expect(receipt.shortened).toEqual([expect.stringMatching(told)]);
    expect(TitlePageSchema.safeParse(project.titlePage).success).toBe(true);
    expect((await browser.get(url)).json()).toMatchObject({ titlePage: project.titlePage });
    const patched = await browser.patch(url, { description: 'Read.', titlePage: project.titlePage });
    expect([patched.statusCode, patched.json().description]).toEqual([200, 'Read.']);
    // The original format restores all of it, as long as it is unedited.
    const exported = (await browser.get(`${url}/export/fountain`)).payload;
    const again = await imported('again.fountain', exported);
    expect(again.receipt.shortened).toEqual(receipt.shortened);
  });

  test('shortens one of 60 paragraphs and exports it whole to Final Draft', async () => {
    const titlePage = `<TitlePage><Content>${paragraph('x'.repeat(60), 'Alignment="Center"').repeat(60)}</Content></TitlePage>`;
    const file = fdx(paragraph('Engines.', 'Type="Action"'), titlePage);
    const { receipt, url } = await imported('ferry.fdx', file);
    expect(receipt.shortened).toEqual(['Title page: title cut to 1,000 characters']);
    expect((await browser.get(url)).statusCode).toBe(200);
    expect((await browser.get(`${url}/export/fdx`)).payload).toContain(titlePage);
  });

  test('does not block opening the project', async ({ server }) => {
    const { url, project } = await imported('ferry.fountain', script.trim());
    const titlePage = { ...emptyTitlePage, title: 'x'.repeat(1001), notes: 'x'.repeat(90_000) };
    const [row] = await server.db
      .update(projects)
      .set({ titlePage })
      .where(eq(projects.name, project.name))
      .returning({ id: projects.id });
    expect(row).toBeDefined();
    expect((await browser.get(url)).json().titlePage).toEqual(titlePage);
    expect((await browser.patch(url, { name: 'Night Ferry' })).json()).toMatchObject({
      name: 'Night Ferry',
      titlePage,
    });
    expect((await browser.get('/api/projects')).statusCode).toBe(200);
  });
});

describe('import of a paragraph above the limit of an element', () => {
  test('splits it, as the receipt reports, and joins it again in the Final Draft file', async () => {
    const text = sentences(3000);
    const file = fdx(
      paragraph('INT. DECK', 'Type="Scene Heading"') + paragraph(text, 'Alignment="Center" Type="Action"'),
    );
    const { counts, receipt, url } = await imported('ferry.fdx', file);
    expect(counts.elements).toBe(4);
    expect(receipt.countsByType).toMatchObject({ scene_heading: 1, action: 3 });
    expect(receipt.shortened).toEqual([
      expect.stringMatching(/^1 paragraph .* became 3, from paragraph 2 on/),
    ]);
    const elements = (await browser.get(`${url}/script-elements`)).json();
    for (const { elementType, content, extras } of elements) {
      expect(ElementCreate.safeParse({ elementType, content }).success).toBe(true);
      expect(extras ?? {}).not.toHaveProperty('piece');
    }
    const exported = (await browser.get(`${url}/export/fdx`)).payload;
    expect(exported).toContain(paragraph(text, 'Alignment="Center" Type="Action"'));
  });

  test('joins the edited pieces again', async () => {
    const { url } = await imported('ferry.fdx', fdx(paragraph(sentences(1200), 'Type="Action"')));
    const [, second] = (await browser.get(`${url}/script-elements`)).json();
    const patch = await browser.patch(`/api/script-elements/${second.id}`, { content: 'Then snow.' });
    expect(patch.statusCode).toBe(200);
    const exported = (await browser.get(`${url}/export/fdx`)).payload;
    expect(exported).toMatch(/<Text>Rain on [^<]* roof\. Then snow\.<\/Text>/);
  });
});

test('import fits notes into comments, which an export neither repeats nor shortens', async () => {
  const note = 'Too slow? '.repeat(800).trim();
  const inline = `<ScriptNote ID="1"><Paragraph><Text>${note}</Text></Paragraph></ScriptNote>`;
  const file = fdx(`<Paragraph Type="Action">${inline}<Text>Engines.</Text></Paragraph>`);
  for (const [name, content] of [
    ['ferry.fdx', file],
    ['ferry.fountain', `INT. DECK\n\nEngines. [[${note}]]\n`],
  ] as const) {
    const { receipt, url } = await imported(name, content);
    expect(receipt.shortened).toEqual([
      expect.stringMatching(/^1 note was cut to 5,000 characters, .* paragraph \d/),
    ]);
    const [comment] = (await browser.get(`${url}/comments`)).json();
    expect(CommentCreate.safeParse({ content: comment.content }).success).toBe(true);
    const exported = (await browser.get(`${url}/export/${name.slice(6)}`)).payload;
    expect(exported.split(note)).toHaveLength(2);
    expect(exported.split('Too slow?')).toHaveLength(801);
  }
});

test('import accepts a cue that is no name, a long heading and a long file name', async () => {
  const file = fdx(
    paragraph(`INT. ${'DECK '.repeat(300)}`, 'Type="Scene Heading"') +
      paragraph('Y'.repeat(3000), 'Type="Character"') +
      paragraph('Hold on.', 'Type="Dialogue"'),
  );
  const { counts, receipt, url, project } = await imported(`${'x'.repeat(300)}.fdx`, file);
  expect(counts.characters).toBe(0);
  expect(receipt.shortened).toEqual([expect.stringMatching(/^1 cue is longer than 100 characters/)]);
  expect(project.name).toHaveLength(200);
  const elements = (await browser.get(`${url}/script-elements`)).json();
  expect(elements.map(({ characterName }: { characterName: unknown }) => characterName)).toEqual([
    null,
    null,
    null,
  ]);
  const [scene] = (await browser.get(`${url}/scenes`)).json();
  expect((await browser.patch(`/api/scenes/${scene.id}`, { notes: 'Rain.' })).statusCode).toBe(200);
  const line = elements.at(-1);
  const patched = await browser.patch(`/api/script-elements/${line?.id}`, { content: 'Hold on!' });
  expect(patched.statusCode).toBe(200);
});
