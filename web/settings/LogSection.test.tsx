import { screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Disclosure } from '#shared/contract/ai.ts';
import { freshBrowser, json, refusal } from '#web/lib/testing.ts';
import { sizeText, taskText, timeText } from './disclosureText.ts';
import { aDisclosure, calls, openSettings } from './testing.tsx';

freshBrowser();

const section = () => within(page.getByRole('region', { name: 'What was sent' }));
const pageOf = (entries: Disclosure[], hasMore = false) =>
  json({ entries, hasMore, totalCount: entries.length });
const one = { [calls.log]: () => pageOf([aDisclosure()]) };
const text = 'GET /api/ai-disclosures/9';
const opened = () => section().findByRole('button', { name: /Question to the assistant/ });

test('a project of which nothing was sent says so', async () => {
  await openSettings();
  expect(await section().findByText('Nothing of this project has left this server.')).toBeTruthy();
});

test('an entry tells when, who, what for, to which model, where, and how much', async () => {
  await openSettings({ answers: one });
  expect((await opened()).textContent).toBe(
    `${timeText('2026-01-05T12:00:00Z')} Question to the assistant eddie@example.org gpt-test, api.example.org 12,340 characters`,
  );
});

test('who has gone is told as such', async () => {
  await openSettings({ answers: { [calls.log]: () => pageOf([aDisclosure({ userEmail: null })]) } });
  expect(await section().findByText('A deleted account')).toBeTruthy();
});

test('earlier entries come by the last one that is shown', async () => {
  const { sent, user } = await openSettings({
    answers: {
      [calls.log]: () => pageOf([aDisclosure({ id: 30 }), aDisclosure({ id: 21 })], true),
      [`${calls.log}&before=21`]: () => pageOf([aDisclosure({ id: 20 })]),
    },
  });
  await user.click(await section().findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(section().getAllByRole('listitem')).toHaveLength(3));
  expect(section().queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(sent(`${calls.log}&before=21`)).toHaveLength(1);
});

test('earlier entries that could not be loaded can be asked for again', async () => {
  let isBroken = true;
  const { user } = await openSettings({
    answers: {
      [calls.log]: () => pageOf([aDisclosure({ id: 21 })], true),
      [`${calls.log}&before=21`]: () =>
        isBroken ? refusal(500, 'Broken') : pageOf([aDisclosure({ id: 20 })]),
    },
  });
  await user.click(await section().findByRole('button', { name: 'Show more' }));
  expect(await section().findByText('The earlier entries could not be loaded.')).toBeTruthy();
  isBroken = false;
  await user.click(section().getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(section().getAllByRole('listitem')).toHaveLength(2));
});

test('an entry opens with the text as it was sent, as text, which can be copied', async () => {
  const sent = 'Scene 1\n<b>MARA</b> {{name}}';
  const { user } = await openSettings({
    answers: { ...one, [text]: () => json({ ...aDisclosure(), text: sent }) },
  });
  await user.click(await opened());
  const dialog = within(await page.findByRole('dialog', { name: 'Question to the assistant' }));
  const field = await dialog.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text as it was sent' });
  expect([field.value, field.readOnly]).toEqual([sent, true]);
  await user.click(dialog.getByRole('button', { name: 'Copy' }));
  expect(await dialog.findByText('Copied')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(sent);
  const [close] = dialog.getAllByRole('button', { name: 'Close' });
  if (close) await user.click(close);
  await waitFor(() => expect(page.queryByRole('dialog')).toBeNull());
});

test('a text that could not be loaded can be asked for again', async () => {
  let isBroken = true;
  const { user } = await openSettings({
    answers: {
      ...one,
      [text]: () => (isBroken ? refusal(500, 'Broken') : json({ ...aDisclosure(), text: 'Scene 1' })),
    },
  });
  await user.click(await opened());
  const dialog = within(await page.findByRole('dialog'));
  expect(await dialog.findByText('The text could not be loaded.')).toBeTruthy();
  isBroken = false;
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect((await dialog.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('Scene 1');
});

test('a log that could not be loaded can be asked for again', async () => {
  let isBroken = true;
  const { user } = await openSettings({
    answers: { [calls.log]: () => (isBroken ? refusal(500, 'Broken') : pageOf([])) },
  });
  expect(await section().findByText('The log could not be loaded.')).toBeTruthy();
  isBroken = false;
  await user.click(section().getByRole('button', { name: 'Try again' }));
  expect(await section().findByText('Nothing of this project has left this server.')).toBeTruthy();
});

test('tasks are told in words, also those that came later', () => {
  expect(taskText('concept')).toBe('Concept image');
  expect(taskText('tension-analysis')).toBe('Tension analysis');
});

test('one character is one', () => {
  expect([sizeText(1), sizeText(0)]).toEqual(['1 character', '0 characters']);
});
