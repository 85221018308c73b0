import { screen as page, within } from '@testing-library/react';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projects } from '#server/db/schema/projects.ts';
import { dictionaryWords } from '#server/db/schema/script.ts';
import { addOwnWords } from '#shared/contract/dictionary.ts';
import { importScript } from '#shared/contract/importing.ts';
import { anApp, type Caller, type TestApp } from '#test/app.ts';
import { unzipEntries, zipEntries } from '#test/archive.ts';
import { aBrowser } from '#test/browser.ts';
import { filledProject } from '#test/filledProject.ts';
import { aPng } from '#test/pictures.ts';
import { contentsOf } from '#test/projectContents.ts';
import { photoUpload } from '#test/upload.ts';
import { aWorld, type World } from '#test/world.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { openAccount } from '../testing.tsx';

freshBrowser();

/** The other installation. */
let other: TestApp;
let world: World;
let olive: Caller;
let projectId: number;
let download: Buffer;

beforeAll(async () => {
  other = await anApp();
  world = await aWorld(other.db);
  olive = other.as(world.olive);
  await other.db.delete(projects);
  projectId = (await filledProject(other, world)).id;
  await olive.patch('/api/auth/user/profile', { firstName: 'Olivia', lastName: 'Owner' });
  await olive.patch('/api/auth/user/preferences', { elementKeys: 'fountain', afterDialogue: 'character' });
  await olive.patch('/api/user/spending', { limit: 12.5 });
  await olive.post('/api/auth/user/words', { words: ['Skerry', 'Linnea'] });
  await olive.inject(photoUpload('me.png', aPng()));
  download = (await olive.get('/api/auth/user/archive')).rawPayload;
});
afterAll(() => other.close());

const fileOf = (bytes: Uint8Array) => new File([new Uint8Array(bytes)], 'Cold_Open_account.zip');

async function openImport(file: File) {
  const { user, ...browser } = openAccount(await aBrowser());
  await user.upload(await page.findByLabelText('Download of your data'), file);
  const dialog = within(await page.findByRole('dialog', { name: 'Import your data' }));
  return { ...browser, user, dialog, importButton: dialog.getByRole('button', { name: 'Import' }) };
}

const parts = ['Night Ferry', 'Your name', 'Your photo', 'Keys for writing', 'Your monthly limit'];

describe('import of an account', () => {
  test('adds every project and setting of another installation, and says what stays there', async () => {
    const { dialog, user, importButton, as, db, people } = await openImport(fileOf(download));
    const boxes = await dialog.findAllByRole('checkbox');
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
      expect.stringMatching(/^Night Ferry\d+ kB$/),
      ...['Your nameOlivia Owner', expect.stringMatching(/^Your photo\d+ kB$/), 'Keys for writing'],
      ...['Your monthly limit12.5 credits', 'Your dictionary2 words'],
    ]);
    expect(dialog.getByText(/This is the data of olive@example.com/)).toBeTruthy();
    const leftOut = within(dialog.getByRole('region', { name: 'Not imported' }));
    expect(leftOut.getByText('Credits, payments and the subscription.')).toBeTruthy();
    await user.click(importButton);
    expect(await dialog.findByText('6 of 6 imported.')).toBeTruthy();
    expect(dialog.getAllByText('Imported')).toHaveLength(6);

    const here = as('olive');
    const [ferry] = (await here.get('/api/projects')).json();
    const before = await contentsOf(other.db, olive, world.olive.id, projectId);
    const after = await contentsOf(db, here, people.olive.id, ferry.id);
    for (const [table, rows] of Object.entries(before))
      expect([table, withoutAuthors(after[table] ?? [])]).toEqual([table, withoutAuthors(rows)]);
    const account = (await here.get('/api/auth/user')).json();
    expect(account).toMatchObject({
      firstName: 'Olivia',
      elementKeys: 'fountain',
      afterDialogue: 'character',
    });
    expect((await here.get(account.profileImageUrl)).statusCode).toBe(200);
    expect((await here.get('/api/user/spending')).json().limit).toBe(12.5);
    expect(await ownWords(db, people.olive.id)).toEqual(['Linnea', 'Skerry']);
  });

  test('leaves out what is not chosen, and tries again what failed', async () => {
    const { dialog, user, importButton, network, db, people } = await openImport(fileOf(download));
    for (const name of parts)
      await user.click(await dialog.findByRole('checkbox', { name: new RegExp(name) }));
    network.reject(addOwnWords, 'internal', 'The disk is full.', 1);
    await user.click(importButton);
    expect(await dialog.findByText('The disk is full.')).toBeTruthy();
    expect(dialog.getByText(/1 could not be imported: press Import to try again/)).toBeTruthy();
    await user.click(importButton);
    expect(await dialog.findByText('Imported')).toBeTruthy();
    expect(network.callsOf(importScript)).toEqual([]);
    expect(await ownWords(db, people.olive.id)).toEqual(['Linnea', 'Skerry']);
  });

  test('does not store a project that the server rejects, and imports the rest', async () => {
    const entries = await unzipEntries(download);
    const [name = ''] = [...entries.keys()].filter((each) => each.startsWith('projects/'));
    const project = await unzipEntries(entries.get(name) ?? Buffer.alloc(0));
    project.set('comments.jsonl', Buffer.from('{"id":"one"}\n'));
    entries.set(name, await zipEntries(project));
    const { dialog, user, importButton, db, people } = await openImport(fileOf(await zipEntries(entries)));
    const count = await db.$count(projects, eq(projects.userId, people.olive.id));
    await dialog.findAllByRole('checkbox');
    await user.click(importButton);
    expect(await dialog.findByText(/The archive cannot be restored: comments.jsonl, line 1/)).toBeTruthy();
    expect(await dialog.findByText(/^5 of 6 imported/)).toBeTruthy();
    expect(await db.$count(projects, eq(projects.userId, people.olive.id))).toBe(count);
  });
});

/** Users of two installations have different ids, and an address that differs is another user. */
function withoutAuthors(rows: Record<string, unknown>[]) {
  return rows.map(({ userId: _, importedAuthor: __, ...row }) => row);
}

async function ownWords(db: TestApp['db'], userId: string): Promise<string[]> {
  const isOwn = sql`${dictionaryWords.userId} = ${userId} and ${dictionaryWords.projectId} is null`;
  const found = await db.select().from(dictionaryWords).where(isOwn).orderBy(dictionaryWords.word);
  return found.map(({ word }) => word);
}
