import { expect } from 'vitest';
import type { Caller } from '#test/app.ts';
import { readPdf } from '#test/readPdf.ts';
import { test } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';
import { aWorld } from '#test/world.ts';

let olive: Caller;

test.beforeAll(async ({ server }) => {
  olive = server.as((await aWorld(server.db)).olive);
});

test('FDX export preserves the runs of a paragraph through edits, a cut and its undo', async () => {
  const runs = ['<Text RevisionID="2">She </Text>', '<Text TagNumber="7" Color="#FFFF00000000">waits</Text>'];
  const last = '<Text Style="Strikeout"> by the rail.</Text>';
  const file = `<FinalDraft DocumentType="Script" Version="5"><Content><Paragraph Type="Action">${runs.join('')}${last}</Paragraph></Content></FinalDraft>`;
  const { id } = (await olive.inject(uploadRequest('revised.fdx', file))).json().project;
  const fdx = async () => (await olive.get(`/api/projects/${id}/export/fdx`)).body;
  const [element] = (await olive.get(`/api/projects/${id}/script-elements`)).json();
  await olive.patch(`/api/script-elements/${element.id}`, {
    content: `${element.content.slice(0, -2)} now~~.`,
  });
  const edited = await fdx();
  for (const run of runs) expect(edited).toContain(run);
  await olive.patch(`/api/script-elements/${element.id}`, { content: element.content });
  const change = (edits: object[]) => olive.post(`/api/projects/${id}/script-changes`, { edits });
  const rest = { elementType: 'action', content: '~~by the rail.~~' };
  const cut = await change([
    { type: 'update', id: element.id, fields: { content: 'She waits' } },
    { type: 'insert', afterId: element.id, elements: [rest] },
  ]);
  const both = await fdx();
  expect(both).toContain(`<Paragraph Type="Action">${runs.join('')}</Paragraph>`);
  expect(both).toContain('<Text Style="Strikeout">by the rail.</Text>');
  const made = cut.json().elements.find(({ id: other }: { id: number }) => other !== element.id);
  await change([
    { type: 'delete', id: made.id },
    { type: 'update', id: element.id, fields: { content: element.content } },
  ]);
  expect(await fdx()).toContain(`<Paragraph Type="Action">${runs.join('')}${last}</Paragraph>`);
});

test('FDX export merges concurrent edits of a paragraph into their runs', async () => {
  const [she, waits, rail] = ['RevisionID="2"', 'TagNumber="7"', 'Font="Arial"'];
  const line = `<Text ${she}>She </Text><Text ${waits}>waits</Text><Text ${rail}> by the rail.</Text>`;
  const file = `<FinalDraft Version="5"><Content><Paragraph Type="Action">${line}</Paragraph></Content></FinalDraft>`;
  const { id } = (await olive.inject(uploadRequest('merged.fdx', file))).json().project;
  const [element] = (await olive.get(`/api/projects/${id}/script-elements`)).json();
  for (const content of ['She now waits by the rail.', 'She waits by the old rail.'])
    await olive.patch(`/api/script-elements/${element.id}`, { content, baseVersion: element.version });
  expect((await olive.get(`/api/projects/${id}/export/fdx`)).body).toContain(
    `<Text ${she}>She now </Text><Text ${waits}>waits</Text><Text ${rail}> by the old rail.</Text>`,
  );
});

test('PDF export draws lines through struck text and below underlined text', async () => {
  const { id } = (await olive.inject(uploadRequest('struck.fountain', 'She ~~waits by~~ the _rail_.'))).json()
    .project;
  const pdf = await readPdf((await olive.get(`/api/projects/${id}/export/pdf`)).rawPayload);
  // Action begins 1.5 inches from the edge. A character is 0.1 inch wide.
  const cell = (points: number) => Math.round((points - 108) / 7.2);
  expect(pdf.rules.map(({ from, to }) => [cell(from), cell(to)])).toEqual([
    [4, 12],
    [17, 21],
  ]);
  const [through, under] = pdf.rules;
  expect((through?.y ?? 0) - (under?.y ?? 0)).toBeGreaterThan(3);
});
