import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { importLimitBytes } from '#shared/contract/projects.ts';
import { aProject, freshBrowser, json, refusal } from '#web/lib/testing.ts';
import type { ImportReply } from './projects.data.ts';
import { openManager, receiveUploads } from './testing.tsx';

freshBrowser();

const lowSeason = aProject({ id: 42, name: 'Low Season' });
const reply: ImportReply = {
  project: lowSeason,
  counts: { scenes: 118, elements: 2814, characters: 1 },
  receipt: {
    countsByType: {
      scene_heading: 118,
      action: 1204,
      character: 690,
      dialogue: 712,
      parenthetical: 66,
      transition: 24,
    },
    kept: ['3 script notes (also comments)', '1 omitted scene'],
    uncertain: [],
    shortened: ['Title page: notes cut to 5,000 characters'],
  },
};

const aFile = (name: string, sizeBytes = 3 * 1024 * 1024) => new File([new Uint8Array(sizeBytes)], name);
const toastOf = (text: string) => page.queryByText(text, { selector: '[data-state="open"] div' });
const drop = (...files: File[]) =>
  fireEvent.drop(document.body, { dataTransfer: { types: ['Files'], files } });

const openTab = async (answers: Parameters<typeof openManager>[1] = {}) => {
  const sent = receiveUploads();
  const opened = openManager([aProject()], answers);
  await opened.user.click(await page.findByRole('button', { name: 'New Project' }));
  await opened.user.click(page.getByRole('tab', { name: 'Import Script' }));
  const choose = (...files: File[]) => opened.user.upload(page.getByLabelText('Choose a file'), files);
  return { ...opened, sent, choose };
};

const underWay = async (answers: Parameters<typeof openManager>[1] = {}) => {
  const opened = await openTab(answers);
  await opened.choose(aFile('draft.fdx'));
  await waitFor(() => expect(opened.sent).toHaveLength(1));
  const [upload] = opened.sent;
  if (!upload) throw new Error('Nothing was sent');
  return { ...opened, upload };
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
    const { choose, sent } = await openTab();
    await choose(aFile(name, 10));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toMatchObject({ address: 'POST /api/projects/import-file', field: 'scriptFile' });
    expect(sent[0]?.file.name).toBe(name);
  });
}

test('a file above 10 MB is refused before anything is sent', async () => {
  const { choose, sent } = await openTab();
  await choose(aFile('draft.fdx', importLimitBytes + 1));
  expect(toastOf('Import failed')).toBeTruthy();
  expect(toastOf('File is larger than 10 MB.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('a file of exactly 10 MB is sent', async () => {
  const { choose, sent } = await openTab();
  await choose(aFile('draft.fdx', importLimitBytes));
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('progress tells how much has left, then that the script is read', async () => {
  const { upload } = await underWay();
  const bar = () => page.getByRole('progressbar', { name: 'Importing draft.fdx' });
  act(() => upload.progress(1_000_000, 4_000_000));
  expect(page.getByText('0.8 of 3.0 MB sent')).toBeTruthy();
  expect(bar().getAttribute('aria-valuenow')).toBe('25');
  act(() => upload.progress(4_000_000, 4_000_000));
  expect(page.getByText('Reading the script…')).toBeTruthy();
  expect(bar().getAttribute('aria-valuenow')).toBeNull();
});

test('the receipt tells counts, what was kept and what looked uncertain, and opens the script', async () => {
  const list = [aProject()];
  const { upload, user, router } = await underWay({
    'GET /api/projects': () => json(list),
  });
  list.unshift(lowSeason);
  act(() => upload.answer(201, reply));
  const receipt = within(await page.findByRole('dialog', { name: 'Low Season' }));
  expect(receipt.getByText('Imported from draft.fdx')).toBeTruthy();
  expect(
    receipt
      .getAllByRole('term')
      .map(({ textContent, nextSibling }) => `${textContent} ${nextSibling?.textContent}`),
  ).toEqual([
    'Scenes 118',
    'Elements 2,814',
    'Character 1',
    'Scene Heading 118',
    'Action 1,204',
    'Character 690',
    'Dialogue 712',
    'Parenthetical 66',
    'Transition 24',
  ]);
  expect(receipt.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    ...reply.receipt.kept,
    ...reply.receipt.shortened,
  ]);
  expect(receipt.getByText('Nothing looked uncertain.')).toBeTruthy();
  expect(toastOf('Script imported')).toBeTruthy();
  expect(document.querySelector('a[href="/projects/PrQTbx"]')?.textContent).toBe('Low Season');
  const open = receipt.getByRole('button', { name: 'Open script' });
  expect(document.activeElement).toBe(open);
  await user.click(open);
  expect(await page.findByText('Workspace of PrQTbx')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/projects/PrQTbx');
});

test('what looked uncertain is listed', async () => {
  const { upload } = await underWay();
  const line = '2 paragraphs of an unknown type became action';
  act(() => upload.answer(201, { ...reply, receipt: { ...reply.receipt, uncertain: [line] } }));
  expect(await page.findByText(line)).toBeTruthy();
});

test('closing the receipt leaves the new project in the list', async () => {
  const { upload, user } = await underWay({ 'GET /api/projects': () => json([lowSeason, aProject()]) });
  act(() => upload.answer(201, reply));
  const receipt = within(await page.findByRole('dialog', { name: 'Low Season' }));
  await user.click(receipt.getByText('Close'));
  expect(page.getByRole('link', { name: 'Low Season' })).toBeTruthy();
});

for (const [kind, close] of [
  ['Cancel', () => fireEvent.click(page.getByRole('button', { name: 'Cancel' }))],
  ['closing the dialog', () => fireEvent.click(page.getByRole('button', { name: 'Close' }))],
  ['Escape', () => fireEvent.keyDown(document.body, { key: 'Escape' })],
] as const) {
  test(`${kind} stops the upload, and a late answer changes nothing`, async () => {
    const { upload, router } = await underWay();
    close();
    expect(upload.isAborted).toBe(true);
    act(() => upload.answer(201, reply));
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
  const { upload, router } = await underWay();
  await act(() => router.navigate({ to: '/projects/$projectId/{-$view}', params: { projectId: 'PrQTbI' } }));
  await page.findByText('Workspace of PrQTbI');
  expect(upload.isAborted).toBe(true);
});

test('a second file is refused in words while one is under way, which goes on', async () => {
  const { upload, choose, sent } = await underWay();
  await choose(aFile('second.fdx'));
  expect(page.getByText(/A script is being imported already\./)).toBeTruthy();
  act(() => void drop(aFile('third.fdx')));
  expect(sent).toHaveLength(1);
  act(() => upload.answer(201, reply));
  expect(await page.findByRole('button', { name: 'Open script' })).toBeTruthy();
});

test('two files at once are refused in words', async () => {
  const { sent } = await openTab();
  act(() => void drop(aFile('one.fdx'), aFile('two.fdx')));
  expect(page.getByText('Please choose one file at a time.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('the reason of the server is shown, and stays in the dialog', async () => {
  const { upload } = await underWay();
  const reason = 'The file could not be read as a Final Draft script. It is empty.';
  act(() => upload.answer(400, { code: 'invalid', message: reason, error: reason }));
  expect(await page.findByText('Import failed', { selector: 'div' })).toBeTruthy();
  expect(toastOf(reason)).toBeTruthy();
  expect(page.getByText(reason, { selector: '[role=dialog] p' })).toBeTruthy();
});

for (const [kind, fail] of [
  ['a broken connection', (upload) => upload.loseConnection()],
  ['an answer without words', (upload) => upload.answer(502, '')],
] as [string, (upload: ReturnType<typeof receiveUploads>[number]) => void][]) {
  test(`${kind} gives the documented text`, async () => {
    const { upload } = await underWay();
    act(() => fail(upload));
    await waitFor(() => expect(toastOf('Import failed')).toBeTruthy());
    expect(toastOf('Failed to import file')).toBeTruthy();
  });
}

test('a file dropped anywhere on the page opens the dialog and is sent', async () => {
  const sent = receiveUploads();
  openManager([aProject()]);
  await page.findByRole('link', { name: 'Night Ferry' });
  act(() => void fireEvent.dragOver(document.body, { dataTransfer: { types: ['Files'] } }));
  expect(page.getByText('Drop the script to import it')).toBeTruthy();
  act(() => void drop(aFile('draft.fdx')));
  expect(page.queryByText('Drop the script to import it')).toBeNull();
  expect(page.getByRole('tab', { name: 'Import Script' }).getAttribute('aria-selected')).toBe('true');
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('the browser never opens a dropped file itself, and dragged text stays its own business', async () => {
  openManager([], { 'GET /api/projects': () => refusal(500, 'No') });
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
