import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import type { UserRow } from '#server/auth/accounts.ts';
import { projectShares, readingLinks } from '#server/db/schema/projects.ts';
import type { ProjectRow } from '#server/projects/projects.queries.ts';
import { encodeProjectId } from '#shared/projectId.ts';
import { aProjectInvitation, aShare, aUser } from '#test/factories.ts';
import { loginMails, outboxMails } from '#test/outbox.ts';
import { aWorld, nightFerry, type World } from '#test/world.ts';
import { checkScreen } from './checkScreen.ts';
import { test, visitor } from './fixtures.ts';
import { browserOptionsOf, looks, storedTheme } from './looks.ts';
import { anOwnApp, type OwnApp } from './ownApp.ts';

/*
 * Access to a project: how an owner invites, what a role changes, and what remains after a removal.
 */

let app: OwnApp;
let world: World;

test.beforeAll(async () => {
  app = await anOwnApp();
  world = await aWorld(app.db);
});
test.afterAll(() => app.close());
test.use({ storageState: visitor, permissions: ['clipboard-read', 'clipboard-write'] });

const line = 'Rain on black water. A ferry strains at her ropes.';
async function signInAs(context: BrowserContext, person: { id: string }): Promise<void> {
  await app.enter(context, person);
}

async function openAs(page: Page, person: UserRow, project = world.project): Promise<void> {
  await signInAs(page.context(), person);
  await page.goto(`${app.url}/projects/${encodeProjectId(project.id)}/script`);
  // A phone wraps the line.
  await expect(page.getByRole('article').getByText('Rain on black water.')).toBeVisible();
}

async function openSharing(page: Page) {
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Share Night Ferry' });
  await expect(dialog.getByRole('listitem').first()).toBeVisible();
  return dialog;
}

/** Return the link of the last mail to an address. */
async function lastMailedLink(email: string): Promise<string> {
  await app.mail.send();
  const mail = outboxMails(app.env.dataDir)
    .filter(({ to }) => to === email)
    .at(-1);
  return mail?.text.match(/^https?:\S+$/m)?.[0] ?? '';
}

test('invites a new user, who joins, comments, writes, and is removed', async ({
  page,
  browser,
  browserConsole,
}) => {
  const greta = 'greta@example.com';
  await openAs(page, world.olive);
  const dialog = await openSharing(page);
  const before = await dialog.getByRole('listitem').count();
  await dialog.getByLabel('Invite by email').fill(greta);
  await dialog.getByLabel('Role of the person you invite').selectOption('Commenter');
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  await expect(page.getByText('Invitation sent', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(before + 1);
  const row = dialog.getByRole('listitem').filter({ hasText: greta });
  await expect(row.getByText('Pending')).toBeVisible();

  // The other browser, of the invited user.
  const context = await browser.newContext();
  const guest = await context.newPage();
  await guest.goto(await lastMailedLink(greta));
  await expect(guest.getByRole('heading', { name: 'Night Ferry' })).toBeVisible();
  await guest.getByRole('link', { name: 'Sign in to accept' }).click();
  await expect(guest.getByLabel('Email')).toHaveValue(greta);
  await guest.getByRole('button', { name: 'Send code' }).click();
  await expect.poll(() => loginMails(app.env.dataDir, greta).length).toBe(1);
  await guest.goto(loginMails(app.env.dataDir, greta)[0]?.link ?? '');
  await guest.getByRole('button', { name: 'Sign in', exact: true }).click();
  await guest.getByRole('button', { name: 'Accept Invitation' }).click();
  await expect(guest.getByText('You have joined as Commenter.')).toBeVisible();
  await guest.waitForURL(/\/projects\/P/);
  await expect(guest.getByRole('article').getByText(line)).toBeVisible();

  // The guest comments and cannot write.
  await guest.getByRole('article').getByText(line).hover();
  await guest.getByRole('toolbar', { name: 'Element' }).getByRole('button', { name: 'Add comment' }).click();
  await expect(guest.getByRole('textbox', { name: 'Add a comment' })).toBeFocused();
  await guest.keyboard.type('Wetter.');
  await guest.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(guest.getByText('1 unresolved, 0 resolved')).toBeVisible();
  await expect(guest.getByRole('region', { name: 'Add an element' })).toHaveCount(0);
  expect(await addLine(guest)).toBe(403);

  // The owner changes the role in the first browser. It applies to the next call of the second.
  await page.getByRole('button', { name: 'Done' }).click();
  const again = await openSharing(page);
  const accepted = again.getByRole('listitem').filter({ hasText: greta });
  await expect(accepted.getByText('Accepted')).toBeVisible();
  await accepted.getByLabel(`Role of ${greta}`).selectOption('Editor');
  await expect(page.getByText('Role updated', { exact: true })).toBeVisible();
  expect(await addLine(guest)).toBe(201);
  await guest.reload();
  await expect(guest.getByRole('article').getByText('The lamps go out.')).toBeVisible();
  await expect(guest.getByRole('region', { name: 'Add an element' })).toBeVisible();

  await accepted.getByRole('button', { name: `Remove access of ${greta}` }).click();
  const question = page.getByRole('alertdialog', { name: 'Remove access' });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Access removed', { exact: true })).toBeVisible();
  await expect(accepted).toHaveCount(0);
  // The live channel removes the project without any action of the guest.
  await expect(guest.getByRole('heading', { name: 'Project not found' })).toBeVisible();
  await guest.reload();
  await expect(guest.getByRole('heading', { name: 'Project not found' })).toBeVisible();
  await context.close();
  expect(browserConsole.problems()).toEqual([]);
});

/** Expect a list about 12rem high, whatever its length, with a different colour for each status. */
async function expectListAsSpecified(dialog: Locator): Promise<void> {
  const list = dialog.getByRole('list', { name: 'People with access' });
  const { height, scrolls } = await list.evaluate((box) => ({
    height: box.clientHeight,
    scrolls: box.scrollHeight > box.clientHeight,
  }));
  expect(scrolls).toBe(true);
  expect(Math.abs(height - 192)).toBeLessThan(19.2);
  const colours = ['Accepted', 'Pending', 'Expired'].map((status) =>
    list
      .getByText(status, { exact: true })
      .first()
      .evaluate((word) => getComputedStyle(word).color),
  );
  expect(new Set(await Promise.all(colours)).size).toBe(3);
}

/** Call the API directly for an action that the screen does not offer. */
function addLine(page: Page): Promise<number> {
  return page.evaluate(async (path) => {
    const body = JSON.stringify({ elementType: 'action', content: 'The lamps go out.' });
    const headers = { 'content-type': 'application/json' };
    return (await fetch(path, { method: 'POST', headers, body })).status;
  }, `${world.projectUrl}/script-elements`);
}

/** Create a project that no other user has seen. */
async function createProject(): Promise<{ owner: UserRow; project: ProjectRow }> {
  const owner = await aUser(app.db, { firstName: 'Olive', lastName: 'Owner' });
  return { owner, project: await nightFerry(app.db, owner) };
}

/** Add more members than the list shows at once, with names and statuses of every kind. */
async function fillList(project: ProjectRow): Promise<void> {
  await aShare(app.db, project, world.eddie, { role: 'editor' });
  await aShare(app.db, project, world.cora, { role: 'commenter' });
  const long = { firstName: 'Wilhelmina-Alexandrine'.repeat(2), lastName: 'von und zu Hohenzollern' };
  await aShare(app.db, project, await aUser(app.db, long));
  await aShare(app.db, project, await aUser(app.db, { firstName: 'نور', lastName: 'الدين' }));
  const more = Array.from({ length: 16 }, (_, n) => ({
    projectId: project.id,
    sharedWithEmail: `${'a-very-long-address.'.repeat((n % 3) + 1)}${n}@production.example.com`,
    status: n % 2 ? ('pending' as const) : ('expired' as const),
  }));
  await app.db.insert(projectShares).values(more);
}

for (const look of looks) {
  test.describe(look.name, () => {
    test.use({
      ...browserOptionsOf(look),
      // The context for beforeAll is created before `app` is set.
      storageState: async ({ browserName: _ }, use) =>
        use({ cookies: [], origins: app ? storedTheme(app.url, look.theme) : [] }),
    });

    test('checks the share dialog: alone, full, with a link, after a transfer', async ({ page }) => {
      const { owner, project } = await createProject();
      await openAs(page, owner, project);
      const alone = await openSharing(page);
      await checkScreen(page, `share-alone-${look.name}`);
      await fillList(project);
      await alone.getByRole('button', { name: 'Done' }).click();
      const dialog = await openSharing(page);
      await expect(dialog.getByRole('listitem')).toHaveCount(21);
      await expectListAsSpecified(dialog);
      await dialog.getByLabel('Invite by email').fill('marit.solheim@');
      await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
      await expect(dialog.getByText('Please enter a valid email address')).toBeVisible();
      await checkScreen(page, `share-${look.name}`);
      await dialog.getByRole('button', { name: 'Create link' }).click();
      await expect(dialog.getByRole('button', { name: 'Revoke link' })).toBeVisible();
      await checkScreen(page, `share-link-${look.name}`);
      await dialog.getByRole('button', { name: 'Hand over…' }).click();
      await expect(page.getByRole('alertdialog')).toBeVisible();
      await checkScreen(page, `share-hand-over-${look.name}`);
    });

    test('checks the pages for visitors with a read-only link, and with an expired one', async ({
      page,
      browserConsole,
    }) => {
      const { project } = await createProject();
      const [link] = await app.db
        .insert(readingLinks)
        .values({
          projectId: project.id,
          token: `for-${look.name}`,
          expiresAt: new Date(Date.now() + 86_400_000),
        })
        .returning();
      await page.goto(`${app.url}/read/${link?.token}`);
      await expect(page.getByText(line)).toBeVisible();
      await expect(page.getByRole('link', { name: 'Script Editor' })).toHaveCount(0);
      await checkScreen(page, `read-${look.name}`);
      browserConsole.expectFailedRequests(/\/read\//);
      await page.goto(`${app.url}/read/ended`);
      await expect(page.getByRole('heading', { name: 'This link does not work any more' })).toBeVisible();
      await checkScreen(page, `read-ended-${look.name}`);
    });

    test('checks an invitation for a visitor, for the invited user, for another user, and after it has ended', async ({
      page,
      browserConsole,
    }) => {
      const { owner, project } = await createProject();
      const guest = await aUser(app.db);
      const { inviteToken } = await aProjectInvitation(app.db, {
        ...{ projectId: project.id, email: guest.email, role: 'editor' },
      });
      await page.goto(`${app.url}/invite/${inviteToken}`);
      await expect(page.getByRole('link', { name: 'Sign in to accept' })).toBeVisible();
      await checkScreen(page, `invite-visitor-${look.name}`);
      await signInAs(page.context(), guest);
      await page.reload();
      await expect(page.getByText(`The invitation is for ${guest.email}`)).toBeVisible();
      await checkScreen(page, `invite-${look.name}`);
      await signInAs(page.context(), owner);
      await page.reload();
      browserConsole.expectFailedRequests(/\/api\/invitations\//);
      await page.getByRole('button', { name: 'Accept Invitation' }).click();
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
      await checkScreen(page, `invite-rejected-${look.name}`);
      await page.goto(`${app.url}/invite/x`);
      await expect(page.getByRole('heading', { name: 'Invitation Not Found' })).toBeVisible();
      await checkScreen(page, `invite-over-${look.name}`);
    });
  });
}
