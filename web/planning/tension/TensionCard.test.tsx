import { screen as page, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { errorTexts } from '#shared/errors.ts';
import { builtIn, freshBrowser, isOff, priced, refusal } from '#web/lib/testing.ts';
import { beats, closeToasts, openCard, points, said, TensionServer } from './testing.tsx';

freshBrowser();
afterEach(closeToasts);

const bar = (name: string) => page.getByRole('radio', { name });
const bars = () => page.queryAllByRole('radio');
const button = (name: RegExp | string) => page.getByRole('button', { name });

/** Shown, when it can be. */
async function shown(server: TensionServer, role: 'owner' | 'editor' | 'commenter' | 'viewer' = 'owner') {
  const card = await openCard({ role });
  await waitFor(() => expect(isOff(card.toggle)).toBe(false));
  await card.user.click(card.toggle);
  if (server.points.length > 0) await waitFor(() => expect(bars()).not.toHaveLength(0));
  return card;
}

test('the card is there and shows nothing at first', async () => {
  new TensionServer(points);
  const { toggle } = await openCard();
  await waitFor(() => expect(isOff(toggle)).toBe(false));
  expect(page.getByRole('region', { name: 'Tension' })).toBeDefined();
  expect(bars()).toEqual([]);
  expect(toggle.textContent).toBe('Show Tension');
});

test('showing, hiding and showing again makes one analysis, at the price that stood on the button', async () => {
  const server = new TensionServer();
  const { user, toggle } = await openCard();
  await waitFor(() => expect(toggle.textContent).toContain('Up to 15 credits'));
  await user.click(toggle);
  await waitFor(() => expect(said()).toEqual(['Tension analysis complete']));
  expect(bars()).toHaveLength(3);
  await user.click(button('Hide Tension'));
  expect(bars()).toEqual([]);
  server.points = [];
  await user.click(button('Show Tension'));
  expect(server.asked).toHaveLength(1);
  expect(server.asked[0]?.init.body).toBeUndefined();
});

test('an analysis that failed is not made again by showing, only by Refresh', async () => {
  const server = new TensionServer();
  server.instead = () => refusal(502, 'The analysis could not be read.');
  const { user } = await shown(server);
  await waitFor(() => expect(said()).toEqual(['Analysis failed: The analysis could not be read.']));
  expect(page.getByText('No analysis yet')).toBeDefined();
  await user.click(button('Hide Tension'));
  await user.click(button('Show Tension'));
  expect(server.asked).toHaveLength(1);
  server.instead = null;
  await user.click(button(/^Refresh/));
  await waitFor(() => expect(bars()).toHaveLength(3));
  expect(server.asked).toHaveLength(2);
});

test('what is stored is shown without an analysis; Refresh makes one, its price beside it', async () => {
  const server = new TensionServer(points.slice(0, 1));
  const { user } = await shown(server);
  expect(bars()).toHaveLength(1);
  expect(server.asked).toEqual([]);
  expect(button(/^Refresh/).textContent).toContain('Up to 15 credits');
  await user.click(button(/^Refresh/));
  await waitFor(() => expect(bars()).toHaveLength(3));
  expect(server.asked).toHaveLength(1);
});

test('bars scale to 60 pixels, and are named by beat, level and percent', async () => {
  await shown(new TensionServer(points));
  const heights = bars().map((radio) => radio.nextElementSibling?.getAttribute('style'));
  expect(heights).toEqual(['height: 12px;', 'height: 30px;', 'height: 49.2px;']);
  expect(bars().map((radio) => radio.getAttribute('aria-label'))).toEqual([
    'Mara counts 213: low tension, 20 %',
    'The blanket is still warm: moderate tension, 50 %',
    'By hand: high tension, 82 %',
  ]);
});

test('the bar that is selected tells its beat, its level and why; before that, the highest one', async () => {
  const { user } = await shown(new TensionServer(points));
  expect(page.getByText('One person, one door.')).toBeDefined();
  expect(page.getByRole('heading', { name: 'By hand' })).toBeDefined();
  await user.click(bar('Mara counts 213: low tension, 20 %'));
  expect(page.getByText('Only a number is wrong.')).toBeDefined();
  expect(page.getByText(/low tension, beat 1 of 3/)).toBeDefined();
  await user.keyboard('{ArrowRight}');
  expect(page.getByRole('heading', { name: 'The blanket is still warm' })).toBeDefined();
  expect(page.getByText(/moderate tension, beat 2 of 3/)).toBeDefined();
});

test('the acts stand under their beats', async () => {
  await shown(new TensionServer(points));
  const acts = within(page.getByRole('list', { name: 'Acts' })).getAllByRole('listitem');
  expect(acts.map(({ textContent, style }) => [textContent, style.gridColumn])).toEqual([
    ['Departure', 'span 2'],
    ['Landfall', 'span 1'],
  ]);
});

test('beats that are newer than the analysis are counted', async () => {
  new TensionServer(points.slice(0, 2));
  const { user, toggle } = await openCard({}, beats);
  await waitFor(() => expect(isOff(toggle)).toBe(false));
  await user.click(toggle);
  expect(await page.findByText('1 beat is newer than this analysis.')).toBeDefined();
});

describe('an analysis', () => {
  test('can be cancelled, and is not charged again under another key when its answer was lost', async () => {
    const server = new TensionServer();
    let stopped = false;
    server.instead = ({ init }) =>
      new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => {
          stopped = true;
          reject(new DOMException('Stopped', 'AbortError'));
        });
      });
    const { user } = await shown(server);
    expect(page.getByRole('progressbar', { name: 'Analyzing the tension' })).toBeDefined();
    await user.click(button('Cancel'));
    expect(stopped).toBe(true);
    await page.findByText('No analysis yet');
    expect(said()).toEqual([]);

    server.instead = () => Promise.reject(new TypeError('Failed to fetch'));
    await user.click(button(/^Refresh/));
    const failed = 'Analysis failed: Failed to analyze story tension. Please try again.';
    await waitFor(() => expect(said()).toEqual([failed]));
    server.instead = null;
    await user.click(await page.findByRole('button', { name: /^Refresh/ }));
    await waitFor(() => expect(bars()).toHaveLength(3));
    const keys = server.asked.map(({ init }) => new Headers(init.headers).get('idempotency-key'));
    expect(keys[1]).toBe(keys[2]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  test('of a story without beats says what to do first', async () => {
    const server = new TensionServer();
    server.instead = () => refusal(400, 'Add story beats before analysing tension.');
    await shown(server);
    await waitFor(() =>
      expect(said()).toEqual(['Analysis failed: Add story beats before analysing tension.']),
    );
  });

  test('without credits leads to where credits are bought', async () => {
    const server = new TensionServer();
    server.instead = () => refusal(402, errorTexts.outOfCredits);
    await shown(server);
    await waitFor(() => expect(said()).toEqual([`Out of credits: ${errorTexts.outOfCredits}`]));
  });

  test('is given up when the page is left', async () => {
    const server = new TensionServer();
    let stopped = false;
    server.instead = ({ init }) =>
      new Promise(() => {
        init.signal?.addEventListener('abort', () => {
          stopped = true;
        });
      });
    const { unmount } = await shown(server);
    unmount();
    expect(stopped).toBe(true);
  });
});

test('the built-in engine says so in the place of a price', async () => {
  const server = new TensionServer();
  server.ai = builtIn;
  const { toggle } = await openCard();
  await waitFor(() => expect(toggle.textContent).toContain('Built-in, no credits'));
});

test('with AI switched off nothing is analysed, and the card says why', async () => {
  const server = new TensionServer();
  server.ai = { ...priced, access: 'off' };
  await shown(server);
  expect(page.getByText(new RegExp(errorTexts.aiOff))).toBeDefined();
  expect(page.getByText('No analysis yet')).toBeDefined();
  expect(server.asked).toEqual([]);
});

test.each(['viewer', 'commenter'] as const)('a %s sees what is stored and starts nothing', async (role) => {
  const server = new TensionServer(points);
  await shown(server, role);
  expect(bars()).toHaveLength(3);
  expect(page.queryByRole('button', { name: /^Refresh/ })).toBeNull();
});

test('a viewer of a story without an analysis reads that there is none', async () => {
  const server = new TensionServer();
  await shown(server, 'viewer');
  expect(page.getByText('No analysis yet')).toBeDefined();
  expect(server.asked).toEqual([]);
});

test('an analysis that cannot be loaded can be asked for again', async () => {
  const server = new TensionServer(points);
  server.isDown = true;
  const { user, toggle } = await openCard();
  await waitFor(() => expect(isOff(toggle)).toBe(false));
  await user.click(toggle);
  expect(page.getByRole('alert').textContent).toContain('The analysis could not be loaded.');
  server.isDown = false;
  await user.click(button('Try again'));
  await waitFor(() => expect(bars()).toHaveLength(3));
  expect(server.asked).toEqual([]);
});
