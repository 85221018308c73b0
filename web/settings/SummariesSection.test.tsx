import { screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getSceneSummaries, updateSceneSummaries } from '#shared/contract/ai.ts';
import { setBalance, type TestBrowser } from '#test/browser.ts';
import { answers, type Scripted } from '#test/models.ts';
import type { ScriptLine } from '#test/world.ts';
import { priceText } from '#web/ai/price.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { currentUserQuery } from '#web/session/auth.ts';
import { openSettings } from './testing.tsx';

freshBrowser();

const section = () => within(page.getByRole('region', { name: 'Scene summaries' }));
const button = () => section().findByRole<HTMLButtonElement>('button', { name: 'Update' });

/** Return a script with this many scenes. One call summarises at most eight. */
const cabins = (count: number) =>
  Array.from({ length: count }, (_, at): ScriptLine[] => [
    ['scene_heading', `INT. CABIN ${at + 1} - NIGHT`],
    ['action', `Rain number ${at + 1}.`],
  ]).flat();

/** Answer with a summary of each requested scene. */
const summarises: Scripted = (run, asked) => {
  const text = 'messages' in asked ? (asked.messages[0]?.content ?? '') : '';
  const summaries = [...text.matchAll(/^\[(\d+)\]$/gm)].map(([, id]) => {
    return { sceneId: Number(id), summary: 'It rains.' };
  });
  return answers(JSON.stringify({ summaries }))(run, asked);
};

/** Open the settings of a project in which `calls` calls have summarised eight scenes each. */
async function openSummaries(scenes: number, calls = 0, options: Parameters<typeof openSettings>[0] = {}) {
  return openSettings({
    isPriced: true,
    lines: cabins(scenes),
    ...options,
    prepare: async (browser) => {
      scripted(browser, summarises);
      for (let made = 0; made < calls; made++)
        await browser.as('olive').post(`${browser.people.projectUrl}/scene-summaries`);
      await options.prepare?.(browser);
    },
  });
}

function scripted(browser: TestBrowser, answer: Scripted): void {
  browser.models?.script(answer);
}

async function pressUpdate(user: { click: (button: HTMLElement) => Promise<void> }): Promise<void> {
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  await user.click(await button());
}

test.each([
  [10, 1, '8 of 10 scenes have a current summary.'],
  [8, 1, 'All 8 scenes have a current summary.'],
  [0, 0, 'The script has no scenes yet.'],
])('shows the state of %i scenes after %i calls', async (scenes, calls, text) => {
  await openSummaries(scenes, calls);
  expect(await section().findByText(text)).toBeTruthy();
  const isDone = !text.startsWith('8 of');
  expect(section().queryByRole('button', { name: 'Update' }) === null).toBe(isDone);
});

test('uses the singular for one current summary', async () => {
  await openSummaries(2, 1, {
    prepare: ({ network }) => network.amend(getSceneSummaries, (state) => ({ ...state, current: 1 })),
  });
  expect(await section().findByText('1 of 2 scenes has a current summary.')).toBeTruthy();
});

test('explains that the built-in engine needs no summaries', async () => {
  await openSummaries(2, 0, { isPriced: false });
  expect(
    await section().findByText('The built-in engine reads all of the script, so it needs no summaries.'),
  ).toBeTruthy();
  expect(section().queryByRole('button')).toBeNull();
});

test('shows the price next to the button in advance', async () => {
  const { as, people } = await openSummaries(2);
  const update = await button();
  const note = document.getElementById(update.getAttribute('aria-describedby') ?? '');
  const { price } = (await as('olive').get(`${people.projectUrl}/scene-summaries`)).json();
  await waitFor(() => expect(note?.textContent).toBe(priceText({ engine: { isBuiltIn: false }, price })));
  expect(note?.textContent).toMatch(/^Up to [\d.]+ credits$/);
});

test('an update calls repeatedly until every scene is current', async () => {
  const { client, network, user, as } = await openSummaries(20);
  await pressUpdate(user);
  expect(await section().findByText('All 20 scenes have a current summary.')).toBeTruthy();
  const keys = network.callsOf(updateSceneSummaries).map(({ headers }) => headers['idempotency-key']);
  expect([keys.length, new Set(keys).size]).toEqual([3, 3]);
  const { creditBalance } = (await as('olive').get('/api/auth/user')).json();
  expect(creditBalance).toBeLessThan(500);
  expect(client.getQueryData(currentUserQuery.queryKey)?.creditBalance).toBe(creditBalance);
});

test('shows progress, and stops on Cancel', async () => {
  const { network, user } = await openSummaries(20);
  let isFirst = true;
  network.interrupt(updateSceneSummaries, (_call, send) => {
    const answer = isFirst ? send() : new Promise<Response>(() => undefined);
    isFirst = false;
    return answer;
  });
  await pressUpdate(user);
  expect(await section().findByText('8 of 20 scenes have a current summary.')).toBeTruthy();
  const bar = section().getByRole('progressbar', { name: 'Summarising scenes' });
  expect(bar.getAttribute('aria-valuenow')).toBe('40');
  await user.click(section().getByRole('button', { name: 'Cancel' }));
  await button();
  expect(network.callsOf(updateSceneSummaries).map(({ isAborted }) => isAborted)).toEqual([false, true]);
  expect(section().queryByRole('alert')).toBeNull();
});

test('stops after a call that summarises no scene', async () => {
  const { network, user } = await openSummaries(20, 0, {
    prepare: (browser) => browser.network.amend(updateSceneSummaries, (state) => ({ ...state, current: 0 })),
  });
  await pressUpdate(user);
  expect((await section().findByRole('alert')).textContent).toBe(
    'No more scenes could be summarised now. Please try again later.',
  );
  expect(network.callsOf(updateSceneSummaries)).toHaveLength(1);
});

test("shows the server's message for a failed provider, and a retry", async () => {
  const { network, user } = await openSummaries(20);
  network.reject(updateSceneSummaries, 'upstream', 'The provider did not answer.');
  await pressUpdate(user);
  expect((await section().findByRole('alert')).textContent).toBe('The provider did not answer.');
  expect((await button()).disabled).toBe(false);
});

test('links to buying credits when they are missing', async () => {
  const { user } = await openSummaries(20, 0, {
    prepare: (browser) => setBalance(browser, 'olive', 0),
  });
  await pressUpdate(user);
  expect(await page.findByText('Out of credits')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Buy Credits' })).toBeTruthy();
});

test('disables updates while AI is off', async () => {
  await openSummaries(20, 0, { columns: { aiAccess: 'off' } });
  expect(await section().findByText('AI is switched off in this project.')).toBeTruthy();
  expect((await button()).disabled).toBe(true);
});

test('shows viewers only the state', async () => {
  await openSummaries(20, 0, { user: 'vic' });
  expect(await section().findByText('0 of 20 scenes have a current summary.')).toBeTruthy();
  expect(section().queryByRole('button')).toBeNull();
});

test('offers a retry when the state could not be loaded', async () => {
  const { user } = await openSummaries(20, 0, {
    prepare: ({ network }) => network.reject(getSceneSummaries, 'internal', undefined, 1),
  });
  expect(await section().findByText('The state of the summaries could not be loaded.')).toBeTruthy();
  await user.click(section().getByRole('button', { name: 'Try again' }));
  expect(await section().findByText('0 of 20 scenes have a current summary.')).toBeTruthy();
});
