import { expect, type Locator, type Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { exportFormatNames, exportFormats } from '#screenplay/exportFormats.ts';
import { acts, outlines, storyBeats } from '#server/db/schema/planning.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import type { ViewSlug } from '#shared/views.ts';
import { aWorld, type Name, type World } from '#test/world.ts';
import { checkScreen } from './checkScreen.ts';
import { test, visitor } from './fixtures.ts';
import { anOwnApp, type OwnApp } from './ownApp.ts';
import { scriptField } from './writing.ts';

/*
 * The script screen for viewers and commenters, and the server's answers to calls that they may not
 * make.
 */

const line = 'Rain on black water. A ferry strains at her ropes.';
const readers = ['Select all', 'Find…', 'Next match', 'Previous match', 'History of this element'];
const readersScript = [
  'Go to the start',
  'Go to the end',
  'Go to page…',
  'Reading view',
  'Play Script from here',
  'Table read',
  ...exportFormatNames.map((format) => exportFormats[format].label),
  'Sides and copies…',
  'Compare drafts…',
  'Issued pages…',
  'Reports…',
  'Title page…',
  'Focus mode',
  'Typewriter scrolling: on',
  'Larger page',
  'Smaller page',
  'Keyboard shortcuts',
];

let app: OwnApp;
let world: World;

test.beforeAll(async () => {
  app = await anOwnApp();
  world = await aWorld(app.db);
});
test.afterAll(() => app.close());
test.use({ storageState: visitor });

test('shows a viewer the script without any way to write or to comment', async ({ page, browserConsole }) => {
  await openAs(page, 'vic');
  await expectNothingToWrite(page);
  await page.getByRole('article').getByText(line).hover();
  await expect(page.getByRole('toolbar', { name: 'Element' })).toHaveCount(0);
  await expectCommands(page, [...readers, ...readersScript]);
  await page.getByRole('tab', { name: 'Chat' }).click();
  await page.getByRole('tab', { name: 'Comments' }).click();
  await expect(page.getByText('No comments yet')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await page.getByRole('tab', { name: 'History' }).click();
  await page.getByRole('tab', { name: 'Versions' }).click();
  await expect(page.getByText('Named versions of the script will appear here')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Name this version…' })).toHaveCount(0);
  await checkScreen(page, 'viewer');
  browserConsole.expectFailedRequests(/\/api\//);
  expect(await statusesOf(page)).toEqual({ change: 403, edit: 403, add: 403, remove: 403, comment: 403 });
});

test('lets a commenter comment and nothing else', async ({ page, browserConsole }) => {
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
  await checkScreen(page, 'commenter');
  browserConsole.expectFailedRequests(/\/api\//);
  expect(await statusesOf(page)).toEqual({ change: 403, edit: 403, add: 403, remove: 403, comment: 201 });
});

/**
 * Buttons that change something, by the first words of their names. Each is on some screen of an
 * editor.
 */
const writeButtons =
  /^(Add (Act|Item|Element)|New|Delete|Edit|Move|Generate|Insert|Reset|Save|Undo|Redo|Format|Beat|Sequence|Menu of|Actions for)\b/;
const writeFields = 'main :is(input[type=text], textarea, [contenteditable=true]):not([readonly], :disabled)';

for (const [name, canWrite] of [
  ['vic', false],
  ['cora', false],
  ['eddie', true],
] as const) {
  test(`offers ${name} ${canWrite ? 'editing' : 'no editing'} on every screen`, async ({ page }) => {
    await addPlan();
    await app.enter(page.context(), world[name]);
    for (const [view, known] of Object.entries(landmarks)) {
      await page.goto(`${app.url}/projects/${encodeProjectId(world.project.id)}/${view}`);
      const main = page.getByRole('main');
      // Includes elements that appear only after the lists have loaded.
      await expect(known(main).first()).toBeVisible();
      const offered = main.getByRole('button', { name: writeButtons }).or(page.locator(writeFields));
      await expect.poll(async () => (await offered.count()) > 0, { message: view }).toBe(canWrite);
    }
  });
}

/** For each view, an element that every role sees once the view is complete. */
const landmarks: Record<ViewSlug, (main: Locator) => Locator> = {
  'idea-development': (main) => main.getByText('Night Ferry'),
  planning: (main) => main.getByText('She boards'),
  scenes: (main) => main.getByText('INT. CAR DECK - LATER'),
  characters: (main) => main.getByText('TOBIAS'),
  script: (main) => main.getByRole('article').getByText(line),
  outline: (main) => main.getByText('Boarding the ferry'),
  'project-settings': (main) => main.getByLabel('What must never change'),
};

async function addPlan(): Promise<void> {
  const { id: projectId } = world.project;
  const ofProject = { projectId, orderIndex: 0 };
  const known = await app.db.select().from(outlines).where(eq(outlines.projectId, projectId));
  if (known.length > 0) return;
  await app.db.insert(outlines).values({ ...ofProject, title: 'Boarding the ferry' });
  const [act] = await app.db
    .insert(acts)
    .values({ ...ofProject, number: 1, title: 'Departure' })
    .returning();
  await app.db
    .insert(storyBeats)
    .values({ ...ofProject, actId: act?.id ?? 0, actNumber: 1, title: 'She boards' });
}

async function openAs(page: Page, name: Name): Promise<void> {
  await app.enter(page.context(), world[name]);
  await page.goto(`${app.url}/projects/${encodeProjectId(world.project.id)}/script?panel=navigator`);
  await expect(page.getByRole('article').getByText(line)).toBeVisible();
}

/** Check by pointer and by keyboard. */
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

/** Expect these commands for the script in the command palette. */
async function expectCommands(page: Page, names: readonly string[]): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  const offered = async () => {
    const texts = await palette.getByRole('option').allInnerTexts();
    return texts.map((text) => text.replace(/\s*(?:Ctrl|Shift|F3|⌘|⇧|\?)[\s\S]*/, '').trim());
  };
  await expect.poll(offered).toEqual(names);
  await page.keyboard.press('Escape');
  await expect(palette).toBeHidden();
}

/** Return the server's status for calls that the screen does not offer to this role. */
function statusesOf(page: Page): Promise<Record<string, number>> {
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
      change: await call('POST', `${project}/script-changes`, { edits: [{ type: 'delete', id }] }),
      edit: await call('PATCH', `/api/script-elements/${id}`, { content: 'Mine.' }),
      add: await call('POST', `${project}/script-elements`, line),
      remove: await call('DELETE', `/api/script-elements/${id}`),
      comment: await call('POST', `${project}/comments`, { content: 'Mine.', scriptElementId: id }),
    };
  }, encodeProjectId(world.project.id));
}
