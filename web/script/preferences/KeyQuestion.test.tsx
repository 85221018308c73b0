import { fireEvent, screen, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { users } from '#server/db/schema/people.ts';
import { updatePreferences } from '#shared/contract/account.ts';
import type { Name } from '#test/world.ts';
import { panelKey } from '#web/script/panel/usePanel.ts';
import { closeScript, edit, liveField, renderScript, scene, write } from '#web/script/testing/openScript.tsx';
import { aStoredScript } from '#web/script/testing/storedScript.ts';
import { currentPreferences, preferencesKey, writingPreferences } from '#web/scriptEditor/preferences.ts';

afterEach(closeScript);

const question = () => screen.queryByRole('region', { name: 'Which keys do your hands know?' });
const choice = (name: string) => screen.getByRole('button', { name });

/** Open a script as a user with these keys on the server, and with these stored in the browser. */
async function open(
  elementKeys: 'finalDraft' | 'cycle' | null,
  { stored, user = 'olive' }: { stored?: string; user?: Name } = {},
) {
  const server = await aStoredScript(scene, { user });
  const { db, people } = server.browser;
  const isOwn = eq(users.id, people[user].id);
  await db.update(users).set({ elementKeys }).where(isOwn);
  localStorage.clear();
  localStorage.setItem(panelKey, 'closed');
  if (stored) localStorage.setItem(preferencesKey, stored);
  renderScript(server);
  await screen.findByLabelText('Page 1');
  const own = async () => (await db.select().from(users).where(isOwn))[0]?.elementKeys;
  return { server, own, sent: () => server.network.callsOf(updatePreferences).map(({ body }) => body) };
}

describe('the question of the first start', () => {
  test('stores the answer with the account and is gone at once', async () => {
    const { own } = await open(null);
    await waitFor(() => expect(question()).toBeTruthy());
    expect(question()?.textContent).toContain('The type that usually comes next');
    // No toast covers a card.
    expect(choice('Fountain').closest('[data-uncovered]')?.textContent).toContain('Enter inside');
    fireEvent.click(choice('Final Draft'));
    expect(question()).toBeNull();
    expect(currentPreferences().elementKeys).toBe('finalDraft');
    await waitFor(async () => expect(await own()).toBe('finalDraft'));
  });

  test('keeps the default when it is skipped', async () => {
    const { own } = await open(null);
    await waitFor(() => expect(question()).toBeTruthy());
    fireEvent.click(choice('Skip'));
    expect(question()).toBeNull();
    await waitFor(async () => expect(await own()).toBe('cycle'));
  });

  test('leaves the caret and the letters that are typed while it is shown', async () => {
    await open(null);
    write(edit('Mara takes the last ladder sideways.'), 'Mara takes the last ladder.');
    await waitFor(() => expect(question()).toBeTruthy());
    expect(document.activeElement).toBe(liveField());
    write(liveField(), 'Mara takes the last ladder. No');
    expect(liveField().textContent).toBe('Mara takes the last ladder. No');
    fireEvent.click(choice('Fountain'));
    expect(liveField().textContent).toBe('Mara takes the last ladder. No');
  });

  test('is not asked of readers, or of users who have answered, whose keys hold', async () => {
    await open(null, { user: 'vic' });
    await closeScript();
    expect(question()).toBeNull();
    const { sent } = await open('finalDraft');
    await waitFor(() => expect(currentPreferences().elementKeys).toBe('finalDraft'));
    expect([question(), sent()]).toEqual([null, []]);
  });

  test('is answered by a choice of an older version in this browser', async () => {
    const { own } = await open(null, { stored: '{"elementKeys":"finalDraft","afterDialogue":"action"}' });
    await waitFor(async () => expect(await own()).toBe('finalDraft'));
    await waitFor(() => expect(writingPreferences.get().isUnsent).toBe(false));
    expect(question()).toBeNull();
    expect(currentPreferences().elementKeys).toBe('finalDraft');
  });

  test('is not answered by the unsent choice of another user of the browser', async () => {
    const choice = { elementKeys: 'finalDraft', afterDialogue: 'character', isUnsent: true };
    const stored = JSON.stringify({ ...choice, userId: 'another user' });
    const { sent } = await open(null, { stored });
    await waitFor(() => expect(question()).toBeTruthy());
    expect(currentPreferences()).toMatchObject({ elementKeys: 'cycle', afterDialogue: 'action' });
    expect(sent()).toEqual([]);
  });

  test('keeps an answer that the server rejected, and sends it with the connection', async () => {
    const { server, own } = await open(null);
    await waitFor(() => expect(question()).toBeTruthy());
    server.network.cut(updatePreferences, 1);
    fireEvent.click(choice('Fountain'));
    await waitFor(() => expect(server.network.callsOf(updatePreferences)).toHaveLength(1));
    expect([question(), await own()]).toEqual([null, null]);
    fireEvent(window, new Event('online'));
    await waitFor(async () => expect(await own()).toBe('fountain'));
  });
});
