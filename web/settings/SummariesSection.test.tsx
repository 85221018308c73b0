import { screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentUserQuery } from '#web/lib/auth.ts';
import { builtIn, freshBrowser, json, priced, refusal } from '#web/lib/testing.ts';
import { calls, held, openSettings } from './testing.tsx';

freshBrowser();

const section = () => within(page.getByRole('region', { name: 'Scene summaries' }));
const button = () => section().findByRole<HTMLButtonElement>('button', { name: 'Update' });
const state = (current: number, scenes = 62) => ({ isNeeded: true, scenes, current, price: { upTo: 8.4 } });
const batch = (current: number, scenes = 62) =>
  json({ ...state(current, scenes), price: null, creditBalance: 400 - current });

test.each([
  [state(41), '41 of 62 scenes have a current summary.'],
  [state(1), '1 of 62 scenes has a current summary.'],
  [state(62), 'All 62 scenes have a current summary.'],
  [state(0, 0), 'The script has no scenes yet.'],
])('the state reads %j', async (summaries, text) => {
  await openSettings({ ai: priced, summaries });
  expect(await section().findByText(text)).toBeTruthy();
  const isDone = summaries.current === summaries.scenes;
  expect(section().queryByRole('button', { name: 'Update' }) === null).toBe(isDone);
});

test('the built-in engine needs none', async () => {
  await openSettings({ ai: builtIn, summaries: { isNeeded: false, scenes: 62, current: 0, price: null } });
  expect(
    await section().findByText('The built-in engine reads all of the script, so it needs no summaries.'),
  ).toBeTruthy();
  expect(section().queryByRole('button')).toBeNull();
});

test('the price stands beside the button before the press', async () => {
  await openSettings({ ai: priced, summaries: state(41) });
  const update = await button();
  const note = document.getElementById(update.getAttribute('aria-describedby') ?? '');
  await waitFor(() => expect(note?.textContent).toBe('Up to 8.4 credits'));
});

test('an update goes on, call by call, until every scene is current', async () => {
  const replies = [batch(49), batch(57), batch(62)];
  const { client, sent, user } = await openSettings({
    ai: priced,
    summaries: state(41),
    answers: { [calls.summarise]: () => replies.shift() ?? refusal(500, 'Too many') },
  });
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  await user.click(await button());
  expect(await section().findByText('All 62 scenes have a current summary.')).toBeTruthy();
  const keys = sent(calls.summarise).map(({ init }) => new Headers(init.headers).get('idempotency-key'));
  expect(new Set(keys).size).toBe(3);
  expect(client.getQueryData(currentUserQuery.queryKey)?.creditBalance).toBe(338);
});

test('progress is shown, and cancelling stops it', async () => {
  const first = [batch(49)];
  const second = held();
  const { sent, user } = await openSettings({
    ai: priced,
    summaries: state(41),
    answers: { [calls.summarise]: (seen) => first.shift() ?? second.answer(seen) },
  });
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  await user.click(await button());
  expect(await section().findByText('49 of 62 scenes have a current summary.')).toBeTruthy();
  const bar = section().getByRole('progressbar', { name: 'Summarising scenes' });
  expect(bar.getAttribute('aria-valuenow')).toBe('79');
  await user.click(section().getByRole('button', { name: 'Cancel' }));
  await button();
  expect([second.isAborted(), sent(calls.summarise).length]).toEqual([true, 2]);
  expect(section().queryByRole('alert')).toBeNull();
});

test('a call that brings no scene ends it', async () => {
  const { sent, user } = await openSettings({
    ai: priced,
    summaries: state(41),
    answers: { [calls.summarise]: () => batch(41) },
  });
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  await user.click(await button());
  expect((await section().findByRole('alert')).textContent).toBe(
    'No more scenes could be summarised now. Please try again later.',
  );
  expect(sent(calls.summarise)).toHaveLength(1);
});

test('a provider that fails is told in the server’s words, and it can be tried again', async () => {
  const { user } = await openSettings({
    ai: priced,
    summaries: state(41),
    answers: { [calls.summarise]: () => refusal(502, 'The provider did not answer.') },
  });
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  await user.click(await button());
  expect((await section().findByRole('alert')).textContent).toBe('The provider did not answer.');
  expect((await button()).disabled).toBe(false);
});

test('without credits it says where to get some', async () => {
  const { user } = await openSettings({
    ai: priced,
    summaries: state(41),
    answers: { [calls.summarise]: () => refusal(402, "You're out of credits.") },
  });
  await waitFor(async () => expect((await button()).disabled).toBe(false));
  await user.click(await button());
  expect(await page.findByText('Out of credits')).toBeTruthy();
  expect(page.getByRole('button', { name: 'Buy Credits' })).toBeTruthy();
});

test('where AI is off nothing can be updated', async () => {
  await openSettings({ ai: { ...priced, access: 'off' }, summaries: state(41) });
  expect(await section().findByText('AI is switched off in this project.')).toBeTruthy();
  expect((await button()).disabled).toBe(true);
});

test('who may not write sees the state alone', async () => {
  await openSettings({ ai: priced, project: { role: 'viewer' }, summaries: state(41) });
  expect(await section().findByText('41 of 62 scenes have a current summary.')).toBeTruthy();
  expect(section().queryByRole('button')).toBeNull();
});

test('a state that could not be loaded can be asked for again', async () => {
  let isBroken = true;
  const { user } = await openSettings({
    ai: priced,
    answers: { [calls.summaries]: () => (isBroken ? refusal(500, 'Broken') : json(state(41))) },
  });
  expect(await section().findByText('The state of the summaries could not be loaded.')).toBeTruthy();
  isBroken = false;
  await user.click(section().getByRole('button', { name: 'Try again' }));
  expect(await section().findByText('41 of 62 scenes have a current summary.')).toBeTruthy();
});
