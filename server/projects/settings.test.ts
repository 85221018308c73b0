import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { emptyTitlePage, type TitlePage } from '#screenplay/element.ts';
import { parseFdx } from '#screenplay/fdx/parse.ts';
import { parseFountain } from '#screenplay/fountain/parse.ts';
import { projects } from '#server/db/schema/projects.ts';
import { aiAccesses, type Brief, emptyBrief } from '#shared/contract/projects.ts';
import type { TestApp } from '#test/app.ts';
import { aShare } from '#test/factories.ts';
import { readPdf } from '#test/readPdf.ts';
import { test } from '#test/serverTest.ts';
import { uploadRequest } from '#test/upload.ts';
import { nightFerry } from '#test/world.ts';

/** A Night Ferry of each test's own. */
let url: string;
let project: Awaited<ReturnType<typeof nightFerry>>;

test.beforeEach(async ({ server, world }) => {
  project = await nightFerry(server.db, world.olive);
  url = `/api/projects/${project.id}`;
});

const titlePage: TitlePage = {
  title: 'NIGHT CROSSING',
  credit: 'Written by',
  author: 'Olive Owner\nEddie Editor',
  source: 'Based on a ticket for the wrong day',
  draftDate: 'Second draft, 4 May 2026',
  contact: 'Olive Owner\n12 Harbour Row',
  copyright: '© 2026 Olive Owner',
  notes: 'For reading only',
  more: [],
};

const withTitle = (change: Partial<TitlePage>) => ({ titlePage: { ...titlePage, ...change } });

describe('title page', () => {
  test('is returned as stored', async ({ olive }) => {
    const answer = await olive.patch(url, { titlePage });
    expect(answer.statusCode).toBe(200);
    expect(answer.json().titlePage).toEqual(titlePage);
    expect((await olive.get(url)).json().titlePage).toEqual(titlePage);
  });

  test('is in all three exports', async ({ olive }) => {
    await olive.patch(url, { titlePage });
    const parsed = [
      parseFdx((await olive.get(`${url}/export/fdx`)).rawPayload),
      parseFountain((await olive.get(`${url}/export/fountain`)).rawPayload),
    ];
    for (const each of parsed) expect(each.ok && each.screenplay.titlePage).toEqual(titlePage);
    const pdf = await readPdf((await olive.get(`${url}/export/pdf`)).rawPayload);
    // Text side by side at the foot of the page is read as one line.
    expect(pdf.pages[0]).toEqual([
      'NIGHT CROSSING',
      'Written by',
      'Olive Owner',
      'Eddie Editor',
      'Based on a ticket for the wrong day',
      'Olive Owner',
      '12 Harbour RowSecond draft, 4 May 2026',
      '© 2026 Olive OwnerFor reading only',
    ]);
    expect((await olive.get(`${url}/export/fountain`)).body).toContain(
      'Author:\n    Olive Owner\n    Eddie Editor\n',
    );
  });

  test('replaces an imported one in exported files', async ({ olive }) => {
    const fdx = (await olive.get(`${url}/export/fdx`)).body;
    const { id } = (await olive.inject(uploadRequest('ferry.fdx', fdx))).json().project;
    await olive.patch(`/api/projects/${id}`, { titlePage });
    const again = parseFdx((await olive.get(`/api/projects/${id}/export/fdx`)).rawPayload);
    expect(again.ok && again.screenplay.titlePage).toEqual(titlePage);
  });

  test('keeps keys that have no field', async ({ olive }) => {
    const source = 'Title: Hold\nRevision: Blue\n\nINT. HOLD - NIGHT\n';
    const { id } = (await olive.inject(uploadRequest('hold.fountain', source))).json().project;
    const { titlePage: before } = (await olive.get(`/api/projects/${id}`)).json();
    await olive.patch(`/api/projects/${id}`, { titlePage: { ...before, author: 'Olive Owner' } });
    expect((await olive.get(`/api/projects/${id}/export/fountain`)).body).toContain('Revision: Blue');
  });

  test('is the project’s current name when it is null', async ({ olive }) => {
    await olive.patch(url, { titlePage });
    const answer = await olive.patch(url, { titlePage: null, name: 'Day Ferry' });
    expect(answer.json().titlePage).toEqual({ ...emptyTitlePage, title: 'Day Ferry' });
  });

  test('prints the project’s name when it is empty', async ({ olive }) => {
    await olive.patch(url, { titlePage: emptyTitlePage });
    expect((await olive.get(url)).json().titlePage).toEqual(emptyTitlePage);
    const pdf = await readPdf((await olive.get(`${url}/export/pdf`)).rawPayload);
    expect(pdf.pages[0]).toEqual(['NIGHT FERRY']);
  });
});

describe('paper and scene numbers', () => {
  test('are returned in the format and change nothing else in it', async ({ olive }) => {
    const { format } = (await olive.get(url)).json();
    const answer = await olive.patch(url, { paper: 'a4', showSceneNumbers: true });
    expect(answer.json().format).toEqual({ ...format, paper: 'a4', sceneNumbersShown: true });
    const pdf = await readPdf((await olive.get(`${url}/export/pdf`)).rawPayload);
    expect(pdf.sizes[0]).toEqual([595.28, 841.89]);
    expect((await olive.patch(url, { paper: 'letter' })).json().format).toEqual({
      ...format,
      sceneNumbersShown: true,
    });
  });

  test('do not change fixed numbers such as 12A', async ({ olive }) => {
    const source = 'INT. HOLD - NIGHT #12#\n\nINT. BRIDGE - NIGHT #12A#\n';
    const { id } = (await olive.inject(uploadRequest('numbered.fountain', source))).json().project;
    const numbers = async () =>
      (await olive.get(`/api/projects/${id}/scenes`))
        .json()
        .map(({ displayNumber }: { displayNumber: string | null }) => displayNumber);
    for (const showSceneNumbers of [true, false]) {
      await olive.patch(`/api/projects/${id}`, { showSceneNumbers });
      expect(await numbers()).toEqual(['12', '12A']);
    }
  });
});

describe('header and footer', () => {
  test('are printed on every page with their fields replaced, and are in a Final Draft file', async ({
    olive,
  }) => {
    const source = `INT. HOLD - NIGHT\n\n${'Engines.\n\n'.repeat(60)}`;
    const { id } = (await olive.inject(uploadRequest('hold.fountain', source))).json().project;
    const own = `/api/projects/${id}`;
    const header = {
      left: 'Draft',
      center: '',
      right: '{page}/{pages}',
      isVisible: true,
      isOnFirstPage: true,
    };
    const footer = { left: '', center: '{file name}', right: '', isVisible: true, isOnFirstPage: false };
    expect((await olive.patch(own, { header })).json().format.running.header.isOnFirstPage).toBe(true);
    expect((await olive.patch(own, { footer })).statusCode).toBe(200);
    const pdf = await readPdf((await olive.get(`${own}/export/pdf`)).rawPayload);
    const numbers = pdf.pages.slice(1).map((page) => page.filter((text) => /^(Draft.*|hold)$/.test(text)));
    expect(numbers).toEqual([['Draft 1/3'], ['Draft 2/3', 'hold'], ['Draft 3/3', 'hold']]);
    const fdx = (await olive.get(`${own}/export/fdx`)).body;
    expect(fdx).toContain('HeaderFirstPage="Yes"');
    expect(fdx).toContain('<DynamicLabel Type="File Name"/>');
  });

  test('keep their style in the file when only their pages change', async ({ olive }) => {
    const heading = '<Paragraph Alignment="Right"><Text Style="Bold">Ferry</Text></Paragraph>';
    const file = `<FinalDraft DocumentType="Script" Version="5"><Content><Paragraph Type="Action"><Text>Rain.</Text></Paragraph></Content><HeaderAndFooter HeaderVisible="Yes" HeaderFirstPage="No" FooterVisible="No" StartingPage="4"><Header>${heading}</Header></HeaderAndFooter></FinalDraft>`;
    const { id } = (await olive.inject(uploadRequest('ferry.fdx', file))).json().project;
    const header = { left: '', center: '', right: 'Ferry', isVisible: true, isOnFirstPage: true };
    await olive.patch(`/api/projects/${id}`, { header });
    const fdx = (await olive.get(`/api/projects/${id}/export/fdx`)).body;
    expect(fdx).toContain(heading);
    expect(fdx).toContain('HeaderFirstPage="Yes"');
  });
});

test('hidden outline is on no page but in the exported file', async ({ olive }) => {
  const outline = '<Paragraph Type="Outline 1"><Text>Act One</Text></Paragraph>';
  const file = `<FinalDraft DocumentType="Script" Version="6"><Content>${outline}<Paragraph Type="Action"><Text>Rain.</Text></Paragraph></Content></FinalDraft>`;
  const { id } = (await olive.inject(uploadRequest('planned.fdx', file))).json().project;
  const printed = async () =>
    (await readPdf((await olive.get(`/api/projects/${id}/export/pdf`)).rawPayload)).pages[1];
  expect(await printed()).toEqual(['Act One', 'Rain.']);
  expect((await olive.patch(`/api/projects/${id}`, { showOutline: false })).json().format.outlineHidden).toBe(
    true,
  );
  expect(await printed()).toEqual(['Rain.']);
  expect((await olive.get(`/api/projects/${id}/export/fdx`)).body).toContain(outline);
});

test('two columns and the marks of a language are in the format, and go with their settings', async ({
  olive,
}) => {
  const file = 'INN. DECK - NACHT\n\nRegen.\n';
  const { id } = (await olive.inject(uploadRequest('desk.fountain', file))).json().project;
  const formatAfter = async (patch: object) =>
    (await olive.patch(`/api/projects/${id}`, patch)).json().format;
  const set = await formatAfter({ hasTwoColumns: true, language: 'de' });
  expect(set).toMatchObject({ moreText: '(WEITER)', continuedText: '(FORTS.)' });
  expect(set.styles).toMatchObject({ Action: { rightInches: 4.25 }, Dialogue: { leftInches: 4.5 } });
  const unset = await formatAfter({ hasTwoColumns: false, language: null });
  expect(unset).toMatchObject({ moreText: '(MORE)', styles: { Action: { rightInches: 7.5 } } });
});

describe('script settings', () => {
  test('can be changed by owner and editors only', async ({ server, world, olive }) => {
    for (const [person, role] of [
      [world.eddie, 'editor'],
      [world.cora, 'commenter'],
      [world.vic, 'viewer'],
    ] as const)
      await aShare(server.db, project, person, { role });
    const patch = { titlePage, paper: 'a4', showSceneNumbers: true };
    const before = (await olive.get(url)).json();
    expect((await server.as(world.cora).patch(url, patch)).statusCode).toBe(403);
    expect((await server.as(world.vic).patch(url, patch)).statusCode).toBe(403);
    expect((await server.as(world.sam).patch(url, patch)).statusCode).toBe(404);
    expect((await olive.get(url)).json()).toEqual(before);
    expect((await server.as(world.eddie).patch(url, patch)).statusCode).toBe(200);
    expect((await server.as(world.vic).get(url)).json().titlePage).toEqual(titlePage);
  });

  test.for<[string, object, string]>([
    ['a paper that no printer has', { paper: 'a5' }, 'paper'],
    ['no paper', { paper: null }, 'paper'],
    ['a switch that is text', { showSceneNumbers: 'yes' }, 'showSceneNumbers'],
    ['half a title page', { titlePage: { author: 'Olive' } }, 'titlePage.title'],
    ['a title that is too long', withTitle({ title: 'x'.repeat(1001) }), 'titlePage.title'],
    ['a contact that is too long', withTitle({ contact: 'x'.repeat(2001) }), 'titlePage.contact'],
    ['notes that are too long', withTitle({ notes: 'x'.repeat(5001) }), 'titlePage.notes'],
    ['NUL', withTitle({ author: 'NUL \0' }), 'titlePage.author'],
    ['half a character', withTitle({ author: 'half \ud83d' }), 'titlePage.author'],
    ['too many keys', withTitle({ more: Array(101).fill({ key: 'a', value: 'b' }) }), 'titlePage.more'],
  ] as const)('are not changed by %s', async ([_, patch, field], { olive }) => {
    const before = (await olive.get(url)).json();
    const answer = await olive.patch(url, patch);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toContain(field);
    expect((await olive.get(url)).json()).toEqual(before);
  });

  test('have maximum lengths', async ({ olive }) => {
    const longest = {
      ...titlePage,
      title: 'x'.repeat(1000),
      contact: 'é'.repeat(2000),
      notes: '🚢'.repeat(2500),
    };
    expect((await olive.patch(url, { titlePage: longest })).json().titlePage).toEqual(longest);
  });
});

const brief: Brief = {
  premise: 'A stowaway counts the lights of a ferry that never lands.',
  tone: 'Dry, wet, slow.',
  rules: 'Nobody on board knows the date.',
  constants: 'MARA counts to forty-one.',
};

const stored = async (server: TestApp) =>
  (await server.db.select().from(projects).where(eq(projects.id, project.id)))[0]?.brief;

describe('brief', () => {
  test('is empty by default', async ({ olive }) => {
    expect((await olive.get(url)).json().brief).toEqual(emptyBrief);
    expect((await olive.post('/api/projects', { name: 'Day Ferry' })).json().brief).toEqual(emptyBrief);
  });

  test('is returned trimmed', async ({ server, olive }) => {
    const answer = await olive.patch(url, { brief: { ...brief, tone: ` \n${brief.tone}\n\n` } });
    expect([answer.statusCode, answer.json().brief]).toEqual([200, brief]);
    expect((await olive.get(url)).json().brief).toEqual(brief);
    expect(await stored(server)).toEqual(brief);
  });

  test('is null without text', async ({ server, olive }) => {
    await olive.patch(url, { brief });
    const answer = await olive.patch(url, {
      brief: { premise: ' ', tone: '\n', rules: '', constants: '\t' },
    });
    expect(answer.json().brief).toEqual(emptyBrief);
    expect(await stored(server)).toBeNull();
  });

  test('does not change with other fields', async ({ olive }) => {
    await olive.patch(url, { brief });
    expect((await olive.patch(url, { name: 'Day Ferry' })).json().brief).toEqual(brief);
  });

  test('can be changed by editors and read by every member', async ({ server, world }) => {
    await aShare(server.db, project, world.eddie, { role: 'editor' });
    await aShare(server.db, project, world.cora, { role: 'commenter' });
    await aShare(server.db, project, world.vic, { role: 'viewer' });
    expect((await server.as(world.eddie).patch(url, { brief })).json().brief).toEqual(brief);
    for (const name of ['cora', 'vic'] as const) {
      expect((await server.as(world[name]).patch(url, { brief: emptyBrief })).statusCode).toBe(403);
      expect((await server.as(world[name]).get(url)).json().brief).toEqual(brief);
    }
  });

  test.for<[string, object, string]>([
    ['half of it', { premise: 'Lights.' }, 'brief.tone'],
    ['more than 1,500 characters in a part', { ...brief, rules: 'x'.repeat(1501) }, 'brief.rules'],
    ['what cannot be stored', { ...brief, constants: 'NUL \0' }, 'brief.constants'],
    ['half a character', { ...brief, premise: 'half \ud83d' }, 'brief.premise'],
  ] as const)('is not changed by %s', async ([_, wrong, field], { server, olive }) => {
    await olive.patch(url, { brief });
    const answer = await olive.patch(url, { brief: wrong });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([
      400,
      expect.arrayContaining([field]),
    ]);
    expect(await stored(server)).toEqual(brief);
  });
});

describe('AI access', () => {
  test('is unlimited by default', async ({ olive }) => {
    expect((await olive.get(url)).json().aiAccess).toBe('suggest');
    for (const aiAccess of aiAccesses) {
      const answer = await olive.patch(url, { aiAccess });
      expect([answer.statusCode, answer.json().aiAccess]).toEqual([200, aiAccess]);
      expect((await olive.get(url)).json().aiAccess).toBe(aiAccess);
    }
  });

  test('can be changed by the owner only; the patch of an editor changes nothing', async ({
    server,
    world,
    olive,
  }) => {
    await aShare(server.db, project, world.eddie, { role: 'editor' });
    const eddie = server.as(world.eddie);
    const before = (await olive.get(url)).json();
    for (const patch of [
      { aiAccess: 'off' },
      { aiAccess: 'suggest' },
      { name: 'Day Ferry', brief, aiAccess: 'off' },
    ]) {
      const answer = await eddie.patch(url, patch);
      expect([answer.statusCode, answer.json().message]).toEqual([
        403,
        'Only the owner of a project decides what AI may do in it.',
      ]);
    }
    expect((await olive.get(url)).json()).toEqual(before);
    expect((await eddie.get(url)).json().aiAccess).toBe('suggest');
  });

  test.for([null, 'on', true, 'OFF'])('is one of three things, and not %j', async (aiAccess, { olive }) => {
    const answer = await olive.patch(url, { aiAccess });
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, ['aiAccess']]);
  });
});
