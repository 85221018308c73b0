import { expect } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { aBetaApplication, anInvitation, aUser } from '#test/factories.ts';
import { aWorld, type World } from '#test/world.ts';
import { checkScreen, storeScreenshot } from './checkScreen.ts';
import { test, visitor } from './fixtures.ts';
import { browserOptionsOf, looks, storedTheme } from './looks.ts';
import { anOwnApp, type OwnApp } from './ownApp.ts';

/*
 * The administrators' screens with 10,000 users, with names and addresses of every kind and length.
 */

let app: OwnApp;
let world: World;

const maxName = 'Wilhelmina-Alexandrina van Hohenstein-Querfurt zu ';
const maxAddress = `${'production-office'.repeat(3)}@${'a-very-long-name-of-a-house.'.repeat(7)}example.com`;

test.beforeAll(async () => {
  app = await anOwnApp();
  world = await aWorld(app.db);
  await fill();
});
test.afterAll(() => app.close());
test.use({ storageState: visitor });

/** Real and hostile names: of maximum length, right-to-left, emoji, reversed, markup. */
const names = [
  { firstName: maxName, lastName: maxName },
  { firstName: 'ا'.repeat(50), lastName: 'נ'.repeat(50) },
  { firstName: '👩🏽‍🚀🛳️', lastName: '🎬'.repeat(25) },
  { firstName: '\u202Eenilc', lastName: 'W'.repeat(50) },
  { firstName: '<b>Greta</b>', lastName: '{{lastName}}' },
];

async function fill(): Promise<void> {
  const { db } = app;
  await db.execute(sql`insert into users (email, first_name, last_name, created_at, credit_balance)
    select 'crowd' || n || '@example.com', 'Person', n::text, now() - make_interval(mins => n), n
    from generate_series(1, 10000) n`);
  await db.execute(sql`insert into beta_signups (email, first_name, last_name, role, experience, reason, created_at)
    select 'applicant' || n || '@example.com', 'Applicant', n::text, 'director', 'beginner', 'I write on ferries.',
      now() - make_interval(mins => n) from generate_series(1, 1000) n`);
  await db.execute(sql`insert into user_invitations (email, invite_token, created_at, expires_at)
    select 'guest' || n || '@example.com', 'token' || n, now() - make_interval(mins => n), now() + interval '7 days'
    from generate_series(1, 1000) n`);
  await db.execute(sql`insert into user_activity_logs (user_id, action, details, ip_address, created_at)
    select ${world.olive.id}, 'project.export', '{"format": "pdf"}', '192.0.2.1', now() - make_interval(mins => n)
    from generate_series(1, 1000) n`);
  for (const [i, name] of names.entries()) {
    const email = `${i}${maxAddress}`;
    await aUser(db, { ...name, email, credits: 9_999_999.99 });
    await aBetaApplication(db, {
      ...{ ...name, email, reason: 'Without a space'.repeat(40).replaceAll(' ', '').slice(0, 500) },
      ...{
        previousWork: '🛳'.repeat(150),
        currentProjects: 'ا'.repeat(300),
        interests: ['<i>Documentary</i>'],
      },
      status: (['pending', 'approved', 'rejected'] as const)[i % 3] ?? 'pending',
    });
    await anInvitation(db, { email, inviteToken: `${i}${'x'.repeat(42)}` });
  }
}

const screens = [
  ['applications', '/admin', maxAddress],
  ['invitations', '/admin/user-invitations', maxAddress],
  ['invite', '/admin/create-invitation', 'Expires after'],
  ['legacy', '/admin-legacy', 'Expires after'],
  ['users', '/admin-dashboard?tab=users', maxAddress],
  ['activity', '/admin-dashboard?tab=activity', 'project.export'],
] as const;

for (const look of looks) {
  test.describe(look.name, () => {
    test.use({
      ...browserOptionsOf(look),
      // The context for beforeAll is created before `app` is set.
      storageState: async ({ browserName: _ }, use) =>
        use({ cookies: [], origins: app ? storedTheme(app.url, look.theme) : [] }),
    });

    test('shows administrators every screen with many users', async ({ page }) => {
      await app.enter(page.context(), world.ada);
      for (const [name, address, shown] of screens) {
        await page.goto(`${app.url}${address}`);
        await expect(page.getByText(shown).first()).toBeVisible();
        await checkScreen(page, `crowd-${name}-${look.name}`);
        await storeScreenshot(page, `crowd-${name}-${look.name}-full`, true);
      }
      await page.goto(`${app.url}/admin`);
      const reason = page.locator('summary').first();
      await reason.click();
      await expect(page.getByText('Previous work').first()).toBeVisible();
      await checkScreen(page, `crowd-application-${look.name}`);
    });
  });
}
