import { expect, type Page } from '@playwright/test';
import { encodeProjectId } from '#shared/projectId.ts';
import { anApp, signIn, type TestApp } from '#test/app.ts';
import { freePort } from '#test/ports.ts';
import { aWorld, type Name, type World } from '#test/world.ts';
import { test, visitor } from './fixtures.ts';
import { lookAt } from './lookAt.ts';
import { scriptField } from './writing.ts';

/* What the script screen offers to those who may only read, or only comment, and what the server says to the rest. */

const line = 'Rain on black water. A ferry strains at her ropes.';
const readers = ['Select all', 'Find…', 'Next match', 'Previous match', 'History of this element'];
const readersScript = [
  'Go to the start',
  'Go to the end',
  'Go to page…',
  'Reading view',
  'Export PDF',
  'Export Final Draft (FDX)',
  'Export Fountain',
  'Reports…',
  'Title page…',
  'Focus mode',
  'Typewriter scrolling: on',
  'Larger page',
  'Smaller page',
  'Keyboard shortcuts',
];

let app: TestApp;
let world: World;
let url: string;

test.beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  app = await anApp({ PUBLIC_URL: url });
  world = await aWorld(app.db);
  await app.app.listen({ host: '127.0.0.1', port });
});
test.afterAll(() => app.close());
test.use({ storageState: visitor });

test('a viewer reads, and finds nothing to write or to comment with', async ({ page, quiet }) => {
  await openAs(page, 'vic');
  await expectNothingToWrite(page);
  await page.getByRole('article').getByText(line).hover();
  await expect(page.getByRole('toolbar', { name: 'Element' })).toHaveCount(0);
  expect(await commandsOf(page)).toEqual([...readers, ...readersScript]);
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByRole('tab', { name: 'Comments' }).click();
  await expect(page.getByText('No comments yet')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await expect(page.getByText('Named versions of the script will appear here')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Name this version…' })).toHaveCount(0);
  await lookAt(page, 'viewer');
  quiet.expectRefusalOf(/\/api\//);
  expect(await refusals(page)).toEqual({ change: 403, edit: 403, add: 403, remove: 403, comment: 403 });
});

test('a commenter comments, and that is all', async ({ page, quiet }) => {
  await openAs(page, 'cora');
  await expectNothingToWrite(page);
  await page.getByRole('article').getByText(line).hover();
  const tools = page.getByRole('toolbar', { name: 'Element' }).getByRole('button');
  await expect(tools).toHaveCount(3);
  await expect(tools.first()).toHaveAccessibleName('Add comment');
  await expect(tools.nth(1)).toHaveAccessibleName('Ask assistant');
  await expect(tools.last()).toHaveAccessibleName('History of this element');
  await tools.first().click();
  await expect(page.getByRole('textbox', { name: 'Add a comment' })).toBeFocused();
  await page.keyboard.type('Wetter.');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByText('1 unresolved, 0 resolved')).toBeVisible();
  await expect(page.getByRole('button', { name: `Go to Action: ${line}` })).toBeVisible();
  await lookAt(page, 'commenter');
  quiet.expectRefusalOf(/\/api\//);
  expect(await refusals(page)).toEqual({ change: 403, edit: 403, add: 403, remove: 403, comment: 201 });
});

async function openAs(page: Page, name: Name): Promise<void> {
  const value = await signIn(app.db, world[name].id);
  await page.context().addCookies([{ name: 'sid', value, url }]);
  await page.goto(`${url}/projects/${encodeProjectId(world.project.id)}/script?panel=navigator`);
  await expect(page.getByRole('article').getByText(line)).toBeVisible();
}

/** By pointer and by keys. */
async function expectNothingToWrite(page: Page): Promise<void> {
  for (const name of [/^Undo/, /^Redo/, 'Format', 'Insert an element below', 'Add Element', /^Actions for/])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Add an element' })).toHaveCount(0);
  await page.getByRole('article').getByText(line).click();
  await page.locator('[data-element][tabindex="0"]').focus();
  for (const key of ['Enter', 'Shift+Enter', 'Delete', 'Backspace', 'ControlOrMeta+1', 'ControlOrMeta+h'])
    await page.keyboard.press(key);
  await expect(scriptField(page)).toHaveCount(0);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Find in the script' })).toHaveCount(0);
}

/** What the palette offers to do with the script. */
async function commandsOf(page: Page): Promise<string[]> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await expect(palette.getByRole('option').first()).toBeVisible();
  const texts = await palette.getByRole('option').allInnerTexts();
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
  return texts.map((text) => text.replace(/\s*(?:Ctrl|Shift|F3|⌘|⇧|\?)[\s\S]*/, '').trim());
}

/** What the server answers to the calls that the screen does not make for them. */
function refusals(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async (code) => {
    const call = async (method: string, path: string, body?: object) => {
      const answer = await fetch(path, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      return answer.status;
    };
    const project = `/api/projects/${code}`;
    const list = await (await fetch(`${project}/script-elements`)).json();
    const { id } = list[1];
    const line = { elementType: 'action', content: 'Mine.' };
    return {
      change: await call('POST', `${project}/script-changes`, { edits: [{ does: 'delete', id }] }),
      edit: await call('PATCH', `/api/script-elements/${id}`, { content: 'Mine.' }),
      add: await call('POST', `${project}/script-elements`, line),
      remove: await call('DELETE', `/api/script-elements/${id}`),
      comment: await call('POST', `${project}/comments`, { content: 'Mine.', scriptElementId: id }),
    };
  }, encodeProjectId(world.project.id));
}
