import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { importLimitBytes, importScript, listProjects } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { aBrowser } from '#test/browser.ts';
import { callsEnd, type Network } from '#test/network.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { openManager } from './testing.tsx';

freshBrowser();

const draft = ['INT. HOTEL LOBBY - DAY', 'A bell.', 'MILA', '(to nobody)', 'Room four.', 'CUT TO:'];
const types = ['Scene Heading', 'Action', 'Character', 'Parenthetical', 'Dialogue', 'Transition'];

const fdx = (paragraphs: string[], notes = '') =>
  `<?xml version="1.0"?><FinalDraft DocumentType="Script" Version="5"><Content>${paragraphs
    .map((text, at) => `<Paragraph Type="${types[at % 6]}"><Text>${text}</Text></Paragraph>`)
    .join('')}</Content>${notes}</FinalDraft>`;

const script = (name = 'Low Season.fdx', text = fdx(draft)) => new File([text], name);
const aFile = (name: string, sizeBytes = 3 * 1024 * 1024) => new File([new Uint8Array(sizeBytes)], name);
const toastOf = (text: string) => page.queryByText(text, { selector: '[data-state="open"] div' });
const drop = (...files: File[]) =>
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } });

const openTab = async () => {
  const opened = openManager(await aBrowser());
  await opened.user.click(await page.findByRole('button', { name: 'New Project' }));
  await opened.user.click(page.getByRole('tab', { name: 'Import Script' }));
  const choose = (...files: File[]) => opened.user.upload(page.getByLabelText('Choose a file'), files);
  return { ...opened, sent: opened.network.uploads, choose };
};

/** An upload that stays on its way until `arrive` is called. */
const underWay = async (file = script()) => {
  const opened = await openTab();
  const arrive = opened.network.hold(importScript);
  await opened.choose(file);
  await waitFor(() => expect(opened.sent).toHaveLength(1));
  const [upload] = opened.sent;
  if (!upload) throw new Error('Nothing was sent');
  return { ...opened, upload, arrive };
};

test('the limit is told before a file is chosen', async () => {
  await openTab();
  expect(page.getByText(/FDX or Fountain, up to 10 MB\./)).toBeTruthy();
});

for (const name of ['draft.txt', 'draft.fdx.pdf', 'fdx', 'draft']) {
  test(`a file named ${name} is refused in the documented words and not sent`, async () => {
    const { choose, sent } = await openTab();
    await choose(aFile(name, 10));
    expect(toastOf('Invalid file type')).toBeTruthy();
    expect(toastOf('Please select an FDX file.')).toBeTruthy();
    expect(sent).toEqual([]);
  });
}

for (const name of ['draft.fdx', 'DRAFT.FDX', 'draft.fountain']) {
  test(`a file named ${name} is sent in the field scriptFile`, async () => {
    const { choose, sent, network } = await openTab();
    await choose(script(name, name.endsWith('fountain') ? draft.join('\n') : fdx(draft)));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(network.callsOf(importScript)[0]?.upload?.field).toBe('scriptFile');
    expect(sent[0]?.file.name).toBe(name);
    expect(await page.findByRole('button', { name: 'Open script' })).toBeTruthy();
  });
}

test('an archive comes in through the same door, and its receipt tells what came with the script', async () => {
  const opened = await openTab();
  const { code } = opened;
  await opened.as('olive').post(`/api/projects/${code}/comments`, { content: 'Colder?' });
  const { rawPayload } = await opened.as('olive').get(`/api/projects/${code}/export/archive`);
  await opened.choose(new File([new Uint8Array(rawPayload)], 'Night_Ferry_archive.zip'));
  expect(await page.findByRole('button', { name: 'Open script' })).toBeTruthy();
  const list = page.getByRole('heading', { name: 'Came with it' }).closest('section');
  expect(list?.textContent).toMatch(/1 comment/);
  expect(list?.textContent).toMatch(/changes in the history/);
});

test('an archive that is none is refused in the words of the server', async () => {
  const { choose } = await openTab();
  await choose(aFile('holiday.zip', 100));
  expect(await page.findByText(/^The archive could not be read/, { selector: 'p' })).toBeTruthy();
});

test('a file above 10 MB is refused before anything is sent', async () => {
  const { choose, sent } = await openTab();
  await choose(aFile('draft.fdx', importLimitBytes + 1));
  expect(toastOf('Import failed')).toBeTruthy();
  expect(toastOf('File is larger than 10 MB.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('a file of exactly 10 MB is sent', async () => {
  const { choose, sent, network } = await openTab();
  network.hold(importScript);
  await choose(aFile('draft.fdx', importLimitBytes));
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('progress tells how much has left, then that the script is read', async () => {
  const { upload } = await underWay(aFile('draft.fdx'));
  const bar = () => page.getByRole('progressbar', { name: 'Importing draft.fdx' });
  act(() => upload.progress(1_000_000, 4_000_000));
  expect(page.getByText('0.8 of 3.0 MB sent')).toBeTruthy();
  expect(bar().getAttribute('aria-valuenow')).toBe('25');
  act(() => upload.progress(4_000_000, 4_000_000));
  expect(page.getByText('Reading the script…')).toBeTruthy();
  expect(bar().getAttribute('aria-valuenow')).toBeNull();
});

test('the receipt tells counts, what was kept and what was cut, and opens the script', async () => {
  const note = `<ScriptNotes><ScriptNote><Paragraph><Text>${'x'.repeat(5001)}</Text></Paragraph></ScriptNote></ScriptNotes>`;
  const { arrive, user, router, as } = await underWay(script('Low Season.fdx', fdx(draft, note)));
  arrive();
  const receipt = within(await page.findByRole('dialog', { name: 'Low Season' }));
  expect(receipt.getByText('Imported from Low Season.fdx')).toBeTruthy();
  expect(
    receipt
      .getAllByRole('term')
      .map(({ textContent, nextSibling }) => `${textContent} ${nextSibling?.textContent}`),
  ).toEqual([
    'Scene 1',
    'Elements 6',
    'Character 1',
    'Scene Heading 1',
    'Action 1',
    'Character 1',
    'Dialogue 1',
    'Parenthetical 1',
    'Transition 1',
  ]);
  expect(receipt.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 script note (also a comment)',
    '1 note was cut to 5,000 characters',
  ]);
  expect(receipt.getByText('Nothing looked uncertain.')).toBeTruthy();
  expect(toastOf('Script imported')).toBeTruthy();
  const [lowSeason] = (await as('olive').get('/api/projects')).json();
  const address = `/projects/${encodeProjectId(lowSeason.id)}`;
  await waitFor(() => expect(document.querySelector(`a[href="${address}"]`)?.textContent).toBe('Low Season'));
  const open = receipt.getByRole('button', { name: 'Open script' });
  expect(document.activeElement).toBe(open);
  await user.click(open);
  expect(await page.findByText(/^Workspace of /)).toBeTruthy();
  expect(router.state.location.pathname).toBe(address);
});

test('what looked uncertain is listed', async () => {
  const { arrive } = await underWay(script('Low Season.fdx', fdx(draft).replace('Action', 'Song')));
  arrive();
  expect(await page.findByText('1 paragraph of type “Song” became action')).toBeTruthy();
});

test('closing the receipt leaves the new project in the list', async () => {
  const { arrive, user } = await underWay();
  arrive();
  const receipt = within(await page.findByRole('dialog', { name: 'Low Season' }));
  await user.click(receipt.getByText('Close'));
  expect(await page.findByRole('link', { name: 'Low Season' })).toBeTruthy();
});

for (const [kind, close] of [
  ['Cancel', () => fireEvent.click(page.getByRole('button', { name: 'Cancel' }))],
  ['closing the dialog', () => fireEvent.click(page.getByRole('button', { name: 'Close' }))],
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
] as const) {
  test(`${kind} stops the upload, and a late answer changes nothing`, async () => {
    const { upload, router, arrive } = await underWay();
    close();
    expect(upload.isAborted).toBe(true);
    arrive();
    await callsEnd();
    await waitFor(() => expect(page.queryByRole('progressbar')).toBeNull());
    expect(toastOf('Script imported')).toBeNull();
    expect(toastOf('Import failed')).toBeNull();
    expect(router.state.location.pathname).toBe('/');
  });
}

test('after Cancel the dialog says so and takes another file', async () => {
  const { user, choose, sent } = await underWay();
  await user.click(page.getByRole('button', { name: 'Cancel' }));
  expect(page.getByText('Import cancelled.')).toBeTruthy();
  await choose(aFile('next.fdx'));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(page.queryByText('Import cancelled.')).toBeNull();
});

test('leaving the page stops the upload', async () => {
  const { upload, router, code } = await underWay();
  await act(() => router.navigate({ to: '/projects/$projectId/{-$view}', params: { projectId: code } }));
  await page.findByText(`Workspace of ${code}`);
  expect(upload.isAborted).toBe(true);
});

test('a second file is refused in words while one is under way, which goes on', async () => {
  const { arrive, choose, sent } = await underWay();
  await choose(aFile('second.fdx'));
  expect(page.getByText(/A script is being imported already\./)).toBeTruthy();
  act(() => void drop(aFile('third.fdx')));
  expect(sent).toHaveLength(1);
  arrive();
  expect(await page.findByRole('button', { name: 'Open script' })).toBeTruthy();
});

test('two files at once are refused in words', async () => {
  const { sent } = await openTab();
  act(() => void drop(aFile('one.fdx'), aFile('two.fdx')));
  expect(page.getByText('Please choose one file at a time.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('the reason of the server is shown, and stays in the dialog', async () => {
  const { choose } = await openTab();
  const reason = 'The file could not be read as a Final Draft script. The file is empty.';
  await choose(script('draft.fdx', ''));
  expect(await page.findByText('Import failed', { selector: 'div' })).toBeTruthy();
  expect(toastOf(reason)).toBeTruthy();
  expect(page.getByText(reason, { selector: '[role=dialog] p' })).toBeTruthy();
});

for (const [kind, fail] of [
  ['a broken connection', ({ cut }) => cut(importScript)],
  [
    'an answer without words',
    ({ interrupt }) => interrupt(importScript, () => new Response('', { status: 502 })),
  ],
] as [string, (network: Network) => void][]) {
  test(`${kind} gives the documented text`, async () => {
    const { network, choose } = await openTab();
    fail(network);
    await choose(script());
    await waitFor(() => expect(toastOf('Import failed')).toBeTruthy());
    expect(toastOf('Failed to import file')).toBeTruthy();
  });
}

test('a file dropped anywhere on the page opens the dialog and is sent', async () => {
  const { network } = openManager(await aBrowser());
  const release = network.hold(importScript);
  await page.findByRole('link', { name: 'Night Ferry' });
  act(() => void fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'] } }));
  expect(page.getByText('Drop the script to import it')).toBeTruthy();
  act(() => void drop(script('draft.fdx')));
  expect(page.queryByText('Drop the script to import it')).toBeNull();
  expect(page.getByRole('tab', { name: 'Import Script' }).getAttribute('aria-selected')).toBe('true');
  await waitFor(() => expect(network.uploads).toHaveLength(1));
  release();
  expect(await page.findByRole('button', { name: 'Open script' })).toBeTruthy();
});

test('the browser never opens a dropped file itself, and dragged text stays its own business', async () => {
  const browser = await aBrowser();
  browser.network.refuse(listProjects, 'internal');
  openManager(browser);
  await page.findByRole('alert');
  expect(drop()).toBe(false);
  const text = { dataTransfer: { types: ['text/plain'], files: [] } };
  expect(fireEvent.dragOver(document.body, text)).toBe(true);
  expect(fireEvent.drop(document.body, text)).toBe(true);
});

test('while a script is imported no project can be created beside it, and the dialog says why', async () => {
  const { user } = await underWay();
  await user.click(page.getByRole('tab', { name: 'Create New' }));
  expect(page.getByText('A script is being imported.')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Create Project' })).toHaveProperty('disabled', true);
});
