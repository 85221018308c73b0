import { screen as page, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { analyseTension, listTensionPoints } from '#shared/contract/tension.ts';
import { errorTexts } from '#shared/errors.ts';
import { setBalance } from '#test/browser.ts';
import type { Name } from '#test/world.ts';
import { closeToasts, freshBrowser, isOff, toastsSaid } from '#web/lib/testing.ts';
import { atTheTension, openCard } from './testing.tsx';

freshBrowser();
afterEach(closeToasts);

const bar = (name: string) => page.getByRole('radio', { name });
const bars = () => page.queryAllByRole('radio');
const button = (name: RegExp | string) => page.getByRole('button', { name });

/** Show the curve as soon as the button is enabled. */
async function shown(server: Awaited<ReturnType<typeof atTheTension>>, count = 0) {
  const card = await openCard(server);
  await waitFor(() => expect(isOff(card.toggle)).toBe(false));
  await card.user.click(card.toggle);
  if (count > 0) await waitFor(() => expect(bars()).toHaveLength(count));
  return card;
}

test('the card is collapsed at first', async () => {
  const { toggle } = await openCard(await atTheTension({ stored: 3 }));
  await waitFor(() => expect(isOff(toggle)).toBe(false));
  expect(page.getByRole('region', { name: 'Tension' })).toBeDefined();
  expect(bars()).toEqual([]);
  expect(toggle.textContent).toBe('Show Tension');
});

test('makes one analysis when shown, hidden and shown again, at the price on the button', async () => {
  const server = await atTheTension();
  const { user, toggle } = await openCard(server);
  await waitFor(() => expect(toggle.textContent).toMatch(/Up to [\d.]+ credits/));
  await user.click(toggle);
  await waitFor(() => expect(toastsSaid()).toEqual(['Tension analysis complete']));
  expect(bars()).toHaveLength(3);
  await user.click(button('Hide Tension'));
  expect(bars()).toEqual([]);
  await user.click(button('Show Tension'));
  expect(server.asked()).toHaveLength(1);
  expect(server.asked()[0]?.body).toBeNull();
});

test('retries a failed analysis only on Refresh, not when shown again', async () => {
  const server = await atTheTension();
  const restore = server.network.reject(analyseTension, 'upstream', 'The analysis could not be read.');
  const { user } = await shown(server);
  await waitFor(() => expect(toastsSaid()).toEqual(['Analysis failed: The analysis could not be read.']));
  expect(page.getByText('No analysis yet')).toBeDefined();
  await user.click(button('Hide Tension'));
  await user.click(button('Show Tension'));
  expect(server.asked()).toHaveLength(1);
  restore();
  await user.click(button(/^Refresh/));
  await waitFor(() => expect(bars()).toHaveLength(3));
  expect(server.asked()).toHaveLength(2);
});

test('shows the stored analysis; Refresh makes another at the price next to it', async () => {
  const server = await atTheTension({ stored: 1 });
  const { user } = await shown(server, 1);
  expect(bars()).toHaveLength(1);
  expect(server.asked()).toEqual([]);
  expect(button(/^Refresh/).textContent).toMatch(/Up to [\d.]+ credits/);
  await user.click(button(/^Refresh/));
  await waitFor(() => expect(bars()).toHaveLength(3));
  expect(server.asked()).toHaveLength(1);
});

test('bars scale to 60 pixels, and are named by beat, level and percent', async () => {
  await shown(await atTheTension({ stored: 3 }), 3);
  const heights = bars().map((radio) => radio.nextElementSibling?.getAttribute('style'));
  expect(heights).toEqual(['height: 12px;', 'height: 30px;', 'height: 49.2px;']);
  expect(bars().map((radio) => radio.getAttribute('aria-label'))).toEqual([
    'Mara counts 213: low tension, 20 %',
    'The blanket is still warm: moderate tension, 50 %',
    'By hand: high tension, 82 %',
  ]);
});

test('shows beat, level and reason of the selected bar, by default of the highest', async () => {
  const { user } = await shown(await atTheTension({ stored: 3 }), 3);
  expect(page.getByText('One person, one door.')).toBeDefined();
  expect(page.getByRole('heading', { name: 'By hand' })).toBeDefined();
  await user.click(bar('Mara counts 213: low tension, 20 %'));
  expect(page.getByText('Only a number is wrong.')).toBeDefined();
  expect(page.getByText(/low tension, beat 1 of 3/)).toBeDefined();
  await user.keyboard('{ArrowRight}');
  expect(page.getByRole('heading', { name: 'The blanket is still warm' })).toBeDefined();
  expect(page.getByText(/moderate tension, beat 2 of 3/)).toBeDefined();
});

test('shows the acts under their beats', async () => {
  await shown(await atTheTension({ stored: 3 }), 3);
  const acts = within(page.getByRole('list', { name: 'Acts' })).getAllByRole('listitem');
  expect(acts.map(({ textContent, style }) => [textContent, style.gridColumn])).toEqual([
    ['Departure', 'span 2'],
    ['Landfall', 'span 1'],
  ]);
});

test('counts beats that are newer than the analysis', async () => {
  const { user, toggle } = await openCard(await atTheTension({ stored: 2 }));
  await waitFor(() => expect(isOff(toggle)).toBe(false));
  await user.click(toggle);
  expect(await page.findByText('1 beat is newer than this analysis.')).toBeDefined();
});

describe('an analysis', () => {
  test('can be cancelled, and uses the same key when an answer was lost', async () => {
    const server = await atTheTension();
    const restore = server.network.interrupt(analyseTension, () => new Promise(() => undefined));
    const { user } = await shown(server);
    expect(page.getByRole('progressbar', { name: 'Analyzing the tension' })).toBeDefined();
    await user.click(button('Cancel'));
    expect(server.asked()[0]?.isAborted).toBe(true);
    restore();
    await page.findByText('No analysis yet');
    expect(toastsSaid()).toEqual([]);

    server.network.losesAnswer = true;
    await user.click(button(/^Refresh/));
    const failed = 'Analysis failed: Failed to analyze story tension. Please try again.';
    await waitFor(() => expect(toastsSaid()).toEqual([failed]));
    await user.click(await page.findByRole('button', { name: /^Refresh/ }));
    await waitFor(() => expect(bars()).toHaveLength(3));
    const keys = server.asked().map(({ headers }) => headers['idempotency-key']);
    expect(keys[1]).toBe(keys[2]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test('explains the first step for a story without beats', async () => {
    await shown(await atTheTension({ story: { acts: [], sequences: [], beats: [] } }));
    await waitFor(() =>
      expect(toastsSaid()).toEqual(['Analysis failed: Add story beats before analysing tension.']),
    );
  });

  test('links to buying credits when they are missing', async () => {
    const server = await atTheTension();
    await setBalance(server, 'olive', 0);
    await shown(server);
    await waitFor(() => expect(toastsSaid()).toEqual([`Out of credits: ${errorTexts.outOfCredits}`]));
  });

  test('is cancelled when the view closes', async () => {
    const server = await atTheTension();
    server.network.hold(analyseTension);
    const { unmount } = await shown(server);
    unmount();
    expect(server.asked()[0]?.isAborted).toBe(true);
  });
});

test('shows the built-in engine instead of a price', async () => {
  const { toggle } = await openCard(await atTheTension({ isBuiltIn: true }));
  await waitFor(() => expect(toggle.textContent).toContain('Built-in, no credits'));
});

test('is unavailable with AI switched off, with the reason', async () => {
  const server = await atTheTension({ columns: { aiAccess: 'off' } });
  await shown(server);
  expect(page.getByText(new RegExp(errorTexts.aiOff))).toBeDefined();
  expect(page.getByText('No analysis yet')).toBeDefined();
  expect(server.asked()).toEqual([]);
});

test.each<Name>(['vic', 'cora'])(
  'a member such as %s sees the stored analysis and starts none',
  async (who) => {
    await shown(await atTheTension({ user: who, stored: 3 }), 3);
    expect(page.queryByRole('button', { name: /^Refresh/ })).toBeNull();
  },
);

test('tells a viewer that there is no analysis', async () => {
  const server = await atTheTension({ user: 'vic' });
  await shown(server);
  expect(page.getByText('No analysis yet')).toBeDefined();
  expect(server.asked()).toEqual([]);
});

test('offers a retry when the analysis cannot be loaded', async () => {
  const server = await atTheTension({ stored: 3 });
  server.network.reject(listTensionPoints, 'internal', undefined, 1);
  const { user, toggle } = await openCard(server);
  await waitFor(() => expect(isOff(toggle)).toBe(false));
  await user.click(toggle);
  expect(page.getByRole('alert').textContent).toContain('The analysis could not be loaded.');
  await user.click(button('Try again'));
  await waitFor(() => expect(bars()).toHaveLength(3));
  expect(server.asked()).toEqual([]);
});
