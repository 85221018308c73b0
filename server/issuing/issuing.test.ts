import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { issuedElements, scriptIssues } from '#server/db/schema/issues.ts';
import { exportsOf } from '#server/exporting/exporting.service.ts';
import { copyCode } from '#server/lib/copyCode.ts';
import type { ScriptIssue } from '#shared/contract/issues.ts';
import type { Caller, TestApp } from '#test/app.ts';
import { unzipEntries } from '#test/archive.ts';
import { aShare } from '#test/factories.ts';
import { readPdf } from '#test/readPdf.ts';
import { test } from '#test/serverTest.ts';
import { nightFerry, type World } from '#test/world.ts';
import { copiesFile } from './issuePrints.service.ts';

const scene = (name: string, lines: number) => [
  ['scene_heading', `INT. ${name} - NIGHT`] as const,
  ...Array.from({ length: lines }, (_, i) => ['action', `${name}${i}.`] as const),
];
const blue = { name: 'Blue', color: '#0000ff', pageColor: '#c6edfe', mark: '*', date: '2026-11-29' };

interface Draft {
  projectId: number;
  url: string;
  issue: (body?: object) => Promise<ScriptIssue>;
  insertAfter: (text: string, ...contents: [type: string, content: string][]) => Promise<void>;
}

/** Create a script of three pages with locked pages, locked scenes and a blue revision. */
async function lockedDraft(server: TestApp, world: World, olive: Caller): Promise<Draft> {
  const { id } = await nightFerry(server.db, world.olive, [
    ...scene('DECK', 26),
    ...scene('HOLD', 26),
    ...scene('BAR', 10),
  ]);
  const url = `/api/projects/${id}`;
  await olive.post(`${url}/production-locks`, { type: 'lock-pages' });
  await olive.post(`${url}/production-locks`, { type: 'lock-scenes', scheme: 'suffix', skipsIAndO: true });
  return {
    projectId: id,
    url,
    async issue(body = {}) {
      const reply = await olive.post(`${url}/issues`, body);
      expect(reply.statusCode, reply.body).toBe(201);
      return reply.json();
    },
    async insertAfter(text, ...contents) {
      const elements = (await olive.get(`${url}/script-elements`)).json() as {
        id: number;
        content: string;
      }[];
      const afterId = elements.find(({ content }) => content === text)?.id;
      const added = contents.map(([elementType, content]) => ({ elementType, content }));
      const edits = [{ type: 'insert', afterId, elements: added }];
      expect((await olive.post(`${url}/script-changes`, { edits })).statusCode).toBe(200);
    },
  };
}

const startBlue = (olive: Caller, { url }: Draft) =>
  olive.post(`${url}/revisions`, { type: 'start', fields: blue });

const pagesOf = ({ memo }: Pick<ScriptIssue, 'memo'>) =>
  memo.pages.map(({ label, type }) => `${label} ${type}`);
const scenesOf = ({ memo }: Pick<ScriptIssue, 'memo'>) =>
  memo.scenes.map(({ number, heading, type }) => `${number} ${heading} ${type}`);

describe('POST /api/projects/:id/issues', () => {
  test('issues the whole script first, and then the changed pages', async ({ server, world, olive }) => {
    const draft = await lockedDraft(server, world, olive);
    const first = await draft.issue();
    expect(first).toMatchObject({
      number: 1,
      title: 'Night Ferry',
      revision: null,
      memo: { isFullDraft: true },
    });
    await startBlue(olive, draft);
    await draft.insertAfter('HOLD25.', ['scene_heading', 'INT. ENGINE ROOM - NIGHT'], ['action', 'Heat.']);
    const preview = (await olive.get(`${draft.url}/issue-preview`)).json();
    const second = await draft.issue({ note: 'Second unit.' });
    expect(second).toMatchObject({ number: 2, note: 'Second unit.', revision: { name: 'Blue' } });
    expect(second.memo).toEqual(preview.memo);
    expect(pagesOf(second)).toEqual(['2 adjacent', '2A new']);
    expect(scenesOf(second)).toEqual(['2A INT. ENGINE ROOM - NIGHT new']);
    const list = (await olive.get(`${draft.url}/issues`)).json() as ScriptIssue[];
    expect(list.map(({ number }) => number)).toEqual([2, 1]);
  });

  test('freezes the draft as a version that cannot be deleted', async ({ server, world, olive }) => {
    const draft = await lockedDraft(server, world, olive);
    const { id, versionId } = await draft.issue();
    await draft.insertAfter('BAR3.', ['action', 'Written later.']);
    const [version] = (await olive.get(`${draft.url}/script-versions`)).json();
    expect(version).toMatchObject({ id: versionId, name: 'Issue 1' });
    const { elements } = (
      await olive.get(`${draft.url}/script-at?historyId=${version.historyId}&moveId=${version.moveId}`)
    ).json();
    expect(JSON.stringify(elements)).not.toContain('Written later.');
    const deleted = await olive.delete(`/api/script-versions/${versionId}`);
    expect([deleted.statusCode, deleted.json().message]).toEqual([
      409,
      'This version was issued, so it stays. You can rename it.',
    ]);
    const { pages } = await readPdf((await olive.get(`/api/issues/${id}/print?part=script`)).rawPayload);
    expect(pages.flat().join('\n')).not.toContain('Written later.');
  });

  test('stores no content that only exports of other formats need', async ({ server, world, olive }) => {
    const draft = await lockedDraft(server, world, olive);
    const { id } = await draft.issue();
    const stored = await server.db.select().from(issuedElements).where(eq(issuedElements.issueId, id));
    const elements = stored.flatMap((row) => row.elements);
    expect(elements).toHaveLength(65);
    expect(elements[0]).toMatchObject({ content: 'INT. DECK - NIGHT', sceneNumber: '1' });
    expect(elements[0]?.extras).toHaveProperty('lockedPlace');
  });

  test('issues once if two people issue at the same time', async ({ server, world, olive }) => {
    const draft = await lockedDraft(server, world, olive);
    const replies = await Promise.all([1, 2].map(() => olive.post(`${draft.url}/issues`, {})));
    const statuses = replies.map(({ statusCode }) => statusCode).sort();
    const issues = await server.db
      .select()
      .from(scriptIssues)
      .where(eq(scriptIssues.projectId, draft.projectId));
    expect(issues.map(({ number }) => number)).toEqual(statuses[1] === 201 ? [1, 2] : [1]);
    expect(statuses[0]).toBe(201);
  });

  test('lets only owners create links', async ({ server, world, olive }) => {
    const draft = await lockedDraft(server, world, olive);
    await aShare(server.db, { id: draft.projectId }, world.eddie, { role: 'editor' });
    const body = { recipients: [{ name: 'Cora' }], hasLinks: true };
    expect((await server.as(world.eddie).post(`${draft.url}/issues`, body)).statusCode).toBe(403);
    const { copies } = await draft.issue(body);
    const seen = (await server.as(world.eddie).get(`${draft.url}/issues`)).json() as ScriptIssue[];
    expect([copies[0]?.path, seen[0]?.copies[0]?.path]).toEqual([expect.stringMatching(/^\/copies\//), null]);
  });
});

describe('GET /api/projects/:id/issues', () => {
  test('shows readers only their own copies', async ({ server, world, olive }) => {
    const draft = await lockedDraft(server, world, olive);
    await aShare(server.db, { id: draft.projectId }, world.vic, { role: 'viewer' });
    const recipients = [
      { name: 'Vic Viewer', email: world.vic.email.toUpperCase() },
      { name: 'Cora Commenter' },
    ];
    const { id, copies } = await draft.issue({ recipients });
    expect(copies.map(({ name }) => name)).toEqual(['Vic Viewer', 'Cora Commenter']);
    const vic = server.as(world.vic);
    const [seen] = (await vic.get(`${draft.url}/issues`)).json() as ScriptIssue[];
    expect(seen?.copies.map(({ name }) => name)).toEqual(['Vic Viewer']);
    const printed = await vic.get(`/api/issues/${id}/print?part=memo`);
    const { pages } = await readPdf(printed.rawPayload);
    expect(pages.flat().join('\n')).not.toContain('Cora');
    const statuses = copies.map(
      async (copy) => (await vic.get(`/api/issues/${id}/print?copyId=${copy.id}`)).statusCode,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404]);
  });
});

describe('GET /api/issues/:id/print', () => {
  test('prints the memo, and of the pages only those that changed', async ({ server, world, olive }) => {
    const draft = await lockedDraft(server, world, olive);
    await draft.issue();
    await startBlue(olive, draft);
    await draft.insertAfter('HOLD25.', ['action', 'Rain.']);
    const { id } = await draft.issue({ note: 'Please swap.', recipients: [{ name: 'Cora' }] });
    const reply = await olive.get(`/api/issues/${id}/print`);
    expect(reply.headers['content-disposition']).toContain('Night_Ferry_issue_2.pdf');
    const { pages } = await readPdf(reply.rawPayload);
    const [memo = [], ...others] = pages.map((page) => page.join('\n'));
    for (const text of ['Blue, November 29, 2026', 'Please swap.', 'New pages: 2A', 'Cora (revised pages)'])
      expect(memo).toContain(text);
    expect(others).toHaveLength(2);
    expect(others[0]).toContain('HOLD25.');
    expect(others[1]).toContain('Rain.');
    expect(others[1]).toContain('Blue, November 29, 2026');
    const colored = await olive.get(`/api/issues/${id}/print?isColored=yes`);
    expect(colored.rawPayload.length).toBeGreaterThan(reply.rawPayload.length);
  });
});

describe('GET /api/issues/:id/copies', () => {
  test('returns a copy for each person, with its own name and code', async ({ server, world, olive }) => {
    const draft = await lockedDraft(server, world, olive);
    const recipients = [
      { name: 'Eddie Marsh', part: 'script' },
      { name: 'Cora Quint', part: 'script' },
      { name: 'Cora Quint', part: 'memo' },
    ];
    const { id } = await draft.issue({ recipients });
    const reply = await olive.get(`/api/issues/${id}/copies`);
    const files = await unzipEntries(reply.rawPayload);
    const codes = ['Eddie Marsh', 'Cora Quint'].map((name) => `${copyCode(draft.projectId, name)}-1`);
    expect([...files.keys()]).toEqual([
      `Eddie_Marsh_${codes[0]}.pdf`,
      `Cora_Quint_${codes[1]}.pdf`,
      `Cora_Quint_${codes[1]}_2.pdf`,
    ]);
    expect(Number(reply.headers['x-expected-bytes'])).toBeGreaterThan(reply.rawPayload.length / 2);
    for (const [index, bytes] of [...files.values()].entries()) {
      const [name, code] = index === 0 ? ['Eddie Marsh', codes[0]] : ['Cora Quint', codes[1]];
      const { pages, info } = await readPdf(bytes);
      expect(info.Keywords).toBe(code);
      for (const page of pages.slice(index === 2 ? 0 : 1))
        expect(page.join('\n')).toContain(`Copy for ${name} · ${code}`);
    }
  });

  test('makes no more copies for a client that has disconnected', async ({ server, world, olive }) => {
    const draft = await lockedDraft(server, world, olive);
    const recipients = Array.from({ length: 20 }, (_, at) => ({ name: `Person ${at}`, part: 'script' }));
    const { id } = await draft.issue({ recipients });
    const exports = exportsOf(server.db);
    let printed = 0;
    const writer = Object.create(exports.writer, {
      run: {
        value: (...order: Parameters<typeof exports.writer.run>) => {
          printed++;
          return exports.writer.run(...order);
        },
      },
    });
    const counted = { ...exports, writer };
    const { file } = await copiesFile(counted, world.olive.id, id, false);
    for await (const _ of file) break;
    // The queue runs the orders of a user one after another, so those before this one have ended.
    (await copiesFile(counted, world.olive.id, id, false)).file.destroy();
    expect(printed).toBeLessThan(6);
    await exports.writer.close();
  });

  test('rejects an issue without copies', async ({ server, world, olive }) => {
    const { issue } = await lockedDraft(server, world, olive);
    const { id } = await issue();
    expect((await olive.get(`/api/issues/${id}/copies`)).statusCode).toBe(404);
  });
});

describe('GET /copies/:token', () => {
  const recipients = [{ name: 'Cora Quint' }];
  const read = (server: TestApp, path: string | null | undefined) => server.visitor.get(String(path));

  test('shows the issued text to its recipient without an account', async ({ server, world, olive }) => {
    const draft = await lockedDraft(server, world, olive);
    const { copies } = await draft.issue({ recipients, hasLinks: true });
    await draft.insertAfter('BAR3.', ['action', 'Written later.']);
    const { statusCode, headers, body } = await read(server, copies[0]?.path);
    expect([statusCode, headers['cache-control']]).toEqual([200, 'private, no-store']);
    expect(body).toContain(`Copy for Cora Quint · ${copies[0]?.code}`);
    expect(body).toContain('BAR3.');
    expect(body).not.toContain('Written later.');
    expect(body).not.toContain('newer version');
  });

  test('says that there is a newer issue, with the way to the copy of that', async ({
    server,
    world,
    olive,
  }) => {
    const draft = await lockedDraft(server, world, olive);
    const first = await draft.issue({ recipients, hasLinks: true });
    await startBlue(olive, draft);
    await draft.issue();
    const without = (await read(server, first.copies[0]?.path)).body;
    expect(without).toContain('There is a newer version: Blue, November 29, 2026.');
    expect(without).toContain('Ask the person who sent this copy for it.');
    const third = await draft.issue({ recipients: [{ name: 'cora  quint' }], hasLinks: true });
    const { body } = await read(server, first.copies[0]?.path);
    expect(body).toContain(`<a href="${third.copies[0]?.path}">Open your newer copy</a>`);
    expect((await read(server, third.copies[0]?.path)).body).not.toContain('newer version');
  });

  test('leads to no copy of another person of the same name', async ({ server, world, olive }) => {
    const draft = await lockedDraft(server, world, olive);
    const cora = (host: string) => ({ name: 'Cora Quint', email: `cora@${host}` });
    const first = await draft.issue({ recipients: [cora('first.example.com')], hasLinks: true });
    await startBlue(olive, draft);
    await draft.issue({ recipients: [cora('second.example.com')], hasLinks: true });
    const { body } = await read(server, first.copies[0]?.path);
    expect(body).toContain('Ask the person who sent this copy for it.');
  });

  test('shows nothing after the link was ended or replaced', async ({ server, world, olive }) => {
    const draft = await lockedDraft(server, world, olive);
    const { copies } = await draft.issue({ recipients, hasLinks: true });
    const [copy] = copies;
    const renewed = (await olive.post(`/api/issued-copies/${copy?.id}/link`)).json();
    expect((await read(server, copy?.path)).statusCode).toBe(404);
    expect((await read(server, renewed.path)).statusCode).toBe(200);
    expect((await olive.delete(`/api/issued-copies/${copy?.id}/link`)).statusCode).toBe(204);
    const ended = await read(server, renewed.path);
    expect([ended.statusCode, ended.body.includes('BAR3.')]).toEqual([404, false]);
  });
});
