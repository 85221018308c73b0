import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { importLimitBytes, importScript } from '#shared/contract/importing.ts';
import { listProjects } from '#shared/contract/projects.ts';
import { encodeProjectId } from '#shared/projectCode.ts';
import { aBrowser } from '#test/browser.ts';
import { callsEnd, type Network } from '#test/network.ts';
import { zipOf } from '#test/zipFile.ts';
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

/** Start an upload that stays in flight until `arrive` is called. */
const startUpload = async (file = script()) => {
  const opened = await openTab();
  const arrive = opened.network.hold(importScript);
  await opened.choose(file);
  await waitFor(() => expect(opened.sent).toHaveLength(1));
  const [upload] = opened.sent;
  if (!upload) throw new Error('Nothing was sent');
  return { ...opened, upload, arrive };
};

test('shows the formats and the size limit before a file is chosen', async () => {
  await openTab();
  expect(page.getByText(/Final Draft \(FDX\), Fountain, PDF, Word.* up to 10 MB each\./)).toBeTruthy();
});

for (const name of ['draft.txt', 'draft.fdx.pdf', 'fdx', 'draft']) {
  test(`rejects a file named ${name} without a known format with the documented message before sending it`, async () => {
    const { choose, sent } = await openTab();
    await choose(aFile(name, 10));
    await waitFor(() => expect(toastOf('Invalid file type')).toBeTruthy());
    expect(toastOf('Please select an FDX file.')).toBeTruthy();
    expect(sent).toEqual([]);
  });
}

for (const name of ['draft.fdx', 'DRAFT.FDX', 'draft.fountain']) {
  test(`sends a file named ${name} in the field scriptFile`, async () => {
    const { choose, sent, network } = await openTab();
    await choose(script(name, name.endsWith('fountain') ? draft.join('\n') : fdx(draft)));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(network.callsOf(importScript)[0]?.upload?.field).toBe('scriptFile');
    expect(sent[0]?.file.name).toBe(name);
    expect(await page.findByRole('button', { name: 'Open script' })).toBeTruthy();
  });
}

test('imports an archive the same way and lists its other contents in the receipt', async () => {
  const opened = await openTab();
  const { code } = opened;
  await opened.as('olive').post(`/api/projects/${code}/comments`, { content: 'Colder?' });
  const { rawPayload } = await opened.as('olive').get(`/api/projects/${code}/export/archive`);
  await opened.choose(new File([new Uint8Array(rawPayload)], 'Night_Ferry_archive.zip'));
  expect(await page.findByRole('button', { name: 'Open script' })).toBeTruthy();
  const list = page.getByRole('heading', { name: 'Also imported' }).closest('section');
  expect(list?.textContent).toMatch(/1 comment/);
  expect(list?.textContent).toMatch(/changes in the history/);
});

test('shows the server’s error for a file that is no archive', async () => {
  const { choose } = await openTab();
  await choose(aFile('holiday.zip', 100));
  expect(await page.findByText(/^The archive could not be read/, { selector: 'p' })).toBeTruthy();
});

test('rejects a file above 10 MB before sending it', async () => {
  const { choose, sent } = await openTab();
  await choose(aFile('draft.fdx', importLimitBytes + 1));
  await waitFor(() => expect(toastOf('Import failed')).toBeTruthy());
  expect(toastOf('File is larger than 10 MB.')).toBeTruthy();
  expect(sent).toEqual([]);
});

test('sends a file of exactly 10 MB', async () => {
  const { choose, sent, network } = await openTab();
  network.hold(importScript);
  await choose(aFile('draft.fdx', importLimitBytes));
  await waitFor(() => expect(sent).toHaveLength(1));
});

test('shows how much has been sent, then that the script is being read', async () => {
  const { upload } = await startUpload(aFile('draft.fdx'));
  const bar = () => page.getByRole('progressbar', { name: 'Importing draft.fdx' });
  act(() => upload.progress(1_000_000, 4_000_000));
  expect(page.getByText('0.8 of 3.0 MB sent')).toBeTruthy();
  expect(bar().getAttribute('aria-valuenow')).toBe('25');
  act(() => upload.progress(4_000_000, 4_000_000));
  expect(page.getByText('Reading the script…')).toBeTruthy();
  expect(bar().getAttribute('aria-valuenow')).toBeNull();
});

test('shows counts, preserved content and cut texts in the receipt, and opens the script', async () => {
  const note = `<ScriptNotes><ScriptNote><Paragraph><Text>${'x'.repeat(5001)}</Text></Paragraph></ScriptNote></ScriptNotes>`;
  const { arrive, user, router, as } = await startUpload(script('Low Season.fdx', fdx(draft, note)));
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
  expect(receipt.getByText('No problems found.')).toBeTruthy();
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

test('lists uncertain decisions', async () => {
  const { arrive } = await startUpload(script('Low Season.fdx', fdx(draft).replace('Action', 'Song')));
  arrive();
  expect(await page.findByText('1 paragraph of type “Song” became action')).toBeTruthy();
});

test('adds the new project to the list when the receipt is closed', async () => {
  const { arrive, user } = await startUpload();
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
  test(`stops the upload on ${kind}, and ignores a late answer`, async () => {
    const { upload, router, arrive } = await startUpload();
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

test('confirms Cancel in the dialog and accepts another file', async () => {
  const { user, choose, sent } = await startUpload();
  await user.click(page.getByRole('button', { name: 'Cancel' }));
  expect(page.getByText('Import cancelled.')).toBeTruthy();
  await choose(aFile('next.fdx'));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(page.queryByText('Import cancelled.')).toBeNull();
});

test('stops the upload when the page is left', async () => {
  const { upload, router, code } = await startUpload();
  await act(() => router.navigate({ to: '/projects/$projectId/{-$view}', params: { projectId: code } }));
  await page.findByText(`Workspace of ${code}`);
  expect(upload.isAborted).toBe(true);
});

test('rejects a second file with a message while an import is running, which continues', async () => {
  const { arrive, choose, sent } = await startUpload();
  await choose(aFile('second.fdx'));
  expect(page.getByText(/A script is being imported already\./)).toBeTruthy();
  act(() => void drop(aFile('third.fdx')));
  expect(sent).toHaveLength(1);
  arrive();
  expect(await page.findByRole('button', { name: 'Open script' })).toBeTruthy();
});

test('imports several files one after another, and lists the project or the reason of each', async () => {
  const { choose, sent } = await openTab();
  await choose(
    script('one.fdx'),
    aFile('two', 10),
    script('three.fountain', draft.join('\n')),
    script('four.fdx', ''),
  );
  const list = within(await page.findByRole('list', { name: 'Imported files' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'one.fdxImported as “one”Receipt, one.fdx',
    'twoPlease select an FDX file.',
    'three.fountainImported as “three”Receipt, three.fountain',
    'four.fdxThe file could not be read as a Final Draft script. The file is empty.',
  ]);
  expect(sent.map(({ file }) => file.name)).toEqual(['one.fdx', 'three.fountain', 'four.fdx']);
});

test('imports the scripts of an archive, each as a project', async () => {
  const { choose } = await openTab();
  const zip = await zipOf({ 'Season/one.fdx': fdx(draft), 'two.fountain': draft.join('\n'), 'in.zip': 'PK' });
  await choose(new File([new Uint8Array(zip)], 'season.zip'));
  const list = within(await page.findByRole('list', { name: 'Imported files' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'one.fdxImported as “one”Receipt, one.fdx',
    'two.fountainImported as “two”Receipt, two.fountain',
    'in.zipThis is an archive in an archive. Unpack it, and import the files in it.',
  ]);
});

test('shows which of several files is being imported', async () => {
  const { choose, sent, network } = await openTab();
  network.hold(importScript);
  await choose(script('one.fdx'), script('two.fdx'));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(page.getByText(/^File 1 of 2\. /)).toBeTruthy();
});

test('shows the server’s reason and keeps it in the dialog', async () => {
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
    'an answer without a message',
    ({ interrupt }) => interrupt(importScript, () => new Response('', { status: 502 })),
  ],
] as [string, (network: Network) => void][]) {
  test(`shows the documented text for ${kind}`, async () => {
    const { network, choose } = await openTab();
    fail(network);
    await choose(script());
    await waitFor(() => expect(toastOf('Import failed')).toBeTruthy());
    expect(toastOf('Failed to import file')).toBeTruthy();
  });
}

test('says that a file changed while it was sent', async () => {
  const { network, choose } = await openTab();
  const file = script();
  network.interrupt(importScript, () => {
    file.slice = () => {
      throw new DOMException('The file has changed.', 'NotReadableError');
    };
    throw new TypeError('Failed to fetch');
  });
  await choose(file);
  await waitFor(() => expect(toastOf('Import failed')).toBeTruthy());
  expect(page.getByText(/It may have been moved or changed/, { selector: 'p' })).toBeTruthy();
});

test('opens the dialog and sends a file that is dropped anywhere on the page', async () => {
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

test('never lets the browser open a dropped file, and does not handle dragged text', async () => {
  const browser = await aBrowser();
  browser.network.reject(listProjects, 'internal');
  openManager(browser);
  await page.findByRole('alert');
  expect(drop()).toBe(false);
  const text = { dataTransfer: { types: ['text/plain'], files: [] } };
  expect(fireEvent.dragOver(document.body, text)).toBe(true);
  expect(fireEvent.drop(document.body, text)).toBe(true);
});

test('disables creating a project during an import and shows the reason', async () => {
  const { user } = await startUpload();
  await user.click(page.getByRole('tab', { name: 'Create New' }));
  expect(page.getByText('A script is being imported.')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Create Project' })).toHaveProperty('disabled', true);
});
