import { screen as page, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aiDisclosures } from '#server/db/schema/ai.ts';
import { getDisclosure, listDisclosures } from '#shared/contract/ai.ts';
import type { TestBrowser } from '#test/browser.ts';
import { freshBrowser } from '#web/lib/testing.ts';
import { sizeText, taskText, timeText } from './disclosureText.ts';
import { openSettings } from './testing.tsx';

freshBrowser();

const section = () => within(page.getByRole('region', { name: 'What was sent' }));
const sentAt = new Date('2026-01-05T12:00:00Z');

/** Record disclosures by Eddie, the last one at that time. */
function disclose({ db, people, project }: TestBrowser, count = 1, text = 'x'.repeat(12_340)) {
  const row = {
    projectId: project.id,
    userId: people.eddie.id,
    service: 'openai',
    model: 'gpt-test',
    destination: 'api.example.org',
    task: 'chat',
    text,
    sentAt,
  };
  return db.insert(aiDisclosures).values(Array.from({ length: count }, () => row));
}
const opened = () => section().findByRole('button', { name: /Question to the assistant/ });

test('shows that no text of the project was sent', async () => {
  await openSettings();
  expect(await section().findByText('No text from this project has left this server.')).toBeTruthy();
});

test('an entry shows time, task, sender, model, destination and size', async () => {
  const { people } = await openSettings({ prepare: disclose });
  expect((await opened()).textContent).toBe(
    `${timeText(sentAt.toISOString())} Question to the assistant ${people.eddie.email} gpt-test, api.example.org 12,340 characters`,
  );
});

test('marks users who have left', async () => {
  await openSettings({
    prepare: async (browser) => {
      await disclose(browser);
      await browser.db.update(aiDisclosures).set({ userId: null });
    },
  });
  expect(await section().findByText('A deleted account')).toBeTruthy();
});

test('loads earlier entries before the last shown one', async () => {
  const { network, user } = await openSettings({ prepare: (browser) => disclose(browser, 21) });
  await user.click(await section().findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(section().getAllByRole('listitem')).toHaveLength(21));
  expect(section().queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(network.callsOf(listDisclosures)).toHaveLength(2);
});

test('offers a retry for earlier entries', async () => {
  const { network, user } = await openSettings({ prepare: (browser) => disclose(browser, 21) });
  const more = await section().findByRole('button', { name: 'Show more' });
  network.reject(listDisclosures, 'internal', undefined, 1);
  await user.click(more);
  expect(await section().findByText('The earlier entries could not be loaded.')).toBeTruthy();
  await user.click(section().getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(section().getAllByRole('listitem')).toHaveLength(21));
});

test('an entry opens with the sent text, which can be copied', async () => {
  const sent = 'Scene 1\n<b>MARA</b> {{name}}';
  const { user } = await openSettings({ prepare: (browser) => disclose(browser, 1, sent) });
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

test('offers a retry when the text could not be loaded', async () => {
  const { user } = await openSettings({
    prepare: (browser) => {
      browser.network.reject(getDisclosure, 'internal', undefined, 1);
      return disclose(browser, 1, 'Scene 1');
    },
  });
  await user.click(await opened());
  const dialog = within(await page.findByRole('dialog'));
  expect(await dialog.findByText('The text could not be loaded.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  expect((await dialog.findByRole<HTMLTextAreaElement>('textbox')).value).toBe('Scene 1');
});

test('offers a retry when the log could not be loaded', async () => {
  const { user } = await openSettings({
    prepare: ({ network }) => network.reject(listDisclosures, 'internal', undefined, 1),
  });
  expect(await section().findByText('The log could not be loaded.')).toBeTruthy();
  await user.click(section().getByRole('button', { name: 'Try again' }));
  expect(await section().findByText('No text from this project has left this server.')).toBeTruthy();
});

test('names tasks in words, including ones added later', () => {
  expect(taskText('concept')).toBe('Concept image');
  expect(taskText('tension-analysis')).toBe('Tension analysis');
});

test('uses the singular for one character', () => {
  expect([sizeText(1), sizeText(0)]).toEqual(['1 character', '0 characters']);
});
