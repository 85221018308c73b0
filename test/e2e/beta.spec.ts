import { expect, type Page } from '@playwright/test';
import { checkScreen, storeScreenshot } from './checkScreen.ts';
import { test, visitor } from './fixtures.ts';
import { wireOf } from './wire.ts';

/* From the landing page to a writer with an own project. */

const applicant = 'sam@example.org';

async function fillIn(page: Page, email: string) {
  const form = page.getByRole('dialog', { name: 'Join the Beta' });
  await form.getByLabel('First name').fill('Sam');
  await form.getByLabel('Last name').fill('Stranger');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Role').selectOption('Director');
  await form.getByLabel('Experience').selectOption('Advanced');
  await form.getByLabel('Why do you want early access?').fill('I have a ferry and a camera.');
  await form.getByLabel('Documentary').check();
  await form.getByRole('button', { name: 'Submit Application' }).click();
}

test('lets a visitor apply, an administrator approve, and the new user write', async ({
  page: admin,
  browser,
  baseURL,
  server,
}) => {
  const context = await browser.newContext({ storageState: visitor, baseURL: baseURL ?? '' });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByRole('button', { name: 'Join Beta' }).click();
  await page.getByRole('button', { name: 'Submit Application' }).click();
  await expect(page.getByText('First name is required')).toBeVisible();
  await checkScreen(page, 'beta-problems');
  await fillIn(page, applicant);
  await expect(page.getByText('Application submitted!', { exact: true })).toBeVisible();
  await checkScreen(page, 'beta-thanks');
  await page.getByRole('dialog').getByText('Close', { exact: true }).click();

  // An applicant cannot sign in before the approval.
  await page.goto('/api/login');
  await page.getByLabel('Email').fill(applicant);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible();

  await admin.goto('/admin');
  await admin.getByRole('button', { name: 'Approve Sam Stranger' }).click();
  await expect(admin.getByText('Application approved', { exact: true })).toBeVisible();
  await admin.getByRole('tab', { name: 'User Invitations' }).click();
  const invitation = await admin
    .getByRole('textbox', { name: `Invitation link of ${applicant}` })
    .inputValue();

  await page.goto(invitation);
  await expect(page.getByLabel('Email')).toHaveValue(applicant);
  const { code } = await server.loginMail(applicant, () =>
    page.getByRole('button', { name: 'Send code' }).click(),
  );
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'New Project' }).first().click();
  await page.getByLabel('Name').fill('Sam’s Ferry');
  await page.getByRole('button', { name: 'Create Project' }).click();
  await page.waitForURL(/\/projects\/P\w+/);
  await expect(page.getByRole('article', { name: 'Page 1', exact: true })).toBeVisible();

  await admin.reload();
  await expect(admin.getByText(/^Accepted [A-Z]/)).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await context.close();
});

test.describe('the landing page', () => {
  test.use({ storageState: visitor });

  test('loads less than 100 kB of script, and no more than 150 kB in all', async ({ page }) => {
    const { bytes, requests } = await wireOf(page, '/', 'h1');
    const scripts = requests.filter(({ path }) => path.endsWith('.js'));
    expect(
      scripts.reduce((sum, each) => sum + each.bytes, 0),
      JSON.stringify(requests),
    ).toBeLessThan(100_000);
    expect(bytes, JSON.stringify(requests)).toBeLessThan(150_000);
  });

  test('opens in a browser whose session has ended', async ({ page, context, baseURL, browserConsole }) => {
    browserConsole.expectFailedRequests(/\/api\/(auth\/user|projects)$/);
    await context.addCookies([{ name: 'sid', value: 'ended', url: baseURL ?? '' }]);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A quiet room and one bright page.');
    await page.getByRole('button', { name: 'Join Beta' }).click();
    await expect(page.getByRole('dialog', { name: 'Join the Beta' })).toBeVisible();
  });

  test('opens the application for a press before its code has loaded', async ({ page }) => {
    const isHeld = Promise.withResolvers<void>();
    await page.route(/\/assets\/landing-[\w-]+\.js/, async (route) => {
      await isHeld.promise;
      await route.continue();
    });
    await page.goto('/', { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Join Beta' }).click();
    isHeld.resolve();
    await expect(page.getByRole('dialog', { name: 'Join the Beta' })).toBeVisible();
  });

  test('scrolls to its features by their anchor', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Explore Features' }).click();
    await expect(page).toHaveURL(/#features$/);
    await expect(page.getByRole('heading', { name: 'AI writing assistant' })).toBeInViewport();
  });

  test('types its scene over the end of a page', async ({ page }) => {
    await page.clock.install();
    await page.goto('/');
    const second = page.locator('[data-sheets]').first().getByText("(CONT'D)");
    await expect(page.getByRole('button', { name: 'Pause typing' })).toBeVisible();
    await expect(second.first()).toBeHidden();
    await page.clock.runFor(90_000);
    await expect(second.first()).toBeInViewport();
    await checkScreen(page, 'landing-typed');
  });

  for (const width of [1440, 1000, 390]) {
    test(`passes all checks ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      const themes = ['light', 'dark'] as const;
      const usual = themes.filter((theme) => (theme === 'dark') === (width === 1000));
      for (const colorScheme of process.env.ALL_LOOKS ? themes : usual) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.goto('/');
        await checkScreen(page, `landing-${width}-${colorScheme}`);
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        await storeScreenshot(page, `landing-${width}-${colorScheme}-full`, true);
      }
      await page.getByRole('button', { name: 'Join Beta' }).click();
      await expect(page.getByRole('dialog', { name: 'Join the Beta' })).toBeVisible();
      await checkScreen(page, `beta-${width}`);
    });
  }
});

test.describe('without JavaScript', () => {
  test.use({ storageState: visitor, javaScriptEnabled: false });

  test('shows the whole landing page: text, links, and the pages of a script', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Applying for the beta needs JavaScript. Please turn it on.')).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
    await expect(
      page.locator('[data-sheets]').first().getByText('The same one as every year.'),
    ).toBeAttached();
    await expect(page.locator('[data-sheets] h2').first()).toHaveCSS('position', 'absolute');
    await storeScreenshot(page, 'landing-unscripted', true);
    await page.getByRole('link', { name: 'Login' }).first().click();
    await expect(page).toHaveURL(/\/api\/login$/);
  });
});
