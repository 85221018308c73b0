import { act, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Presence } from '#shared/contract/live.ts';
import { otherPresences, ownLiveDraft, receiveDraft, remoteDrafts } from '#web/presence/collaborators.ts';
import { closeScript, edit, elementOf, openScript, write } from '#web/script/testing/openScript.tsx';

/*
 * Unsaved text of collaborators is shown on the page, and unsaved text of this user is sent to
 * them.
 */

beforeEach(() => vi.unstubAllGlobals());
afterEach(async () => {
  await closeScript();
  otherPresences.set([]);
  remoteDrafts.set([]);
});

const eddie: Presence = {
  ...{ id: 'there', userId: 'eddie', name: 'Eddie Editor', profileImageUrl: null },
  ...{ view: 'script', elementId: null },
};
const action = 'Mara takes the last ladder sideways.';
const idOf = (text: string) => Number(elementOf(text).dataset.element);

function eddieWrites(elementId: number | null, text: string | null, more: object = {}) {
  act(() => {
    otherPresences.set([{ ...eddie, elementId }]);
    receiveDraft({
      ...{ type: 'draft', from: 'there', elementId, afterId: null, elementType: 'action' },
      ...{ text, caret: text?.length ?? null, ...more },
    });
  });
}

describe('the unsaved text of a collaborator', () => {
  test('is shown in its element with name and caret until it is withdrawn', async () => {
    await openScript();
    const id = idOf(action);
    eddieWrites(id, 'Mara takes the *last* ladder.');
    expect(document.querySelector(`[data-element="${id}"]`)?.textContent).toContain(
      'Mara takes the last ladder.',
    );
    expect(page.getByText('Eddie Editor')).toBeTruthy();
    expect(document.querySelectorAll('[data-caret="there"]')).toHaveLength(1);
    eddieWrites(id, null);
    // Updates shortly after the first are throttled.
    await waitFor(() =>
      expect(document.querySelector(`[data-element="${id}"]`)?.textContent).toContain(action),
    );
    expect(document.querySelector('[data-caret]')).toBeNull();
  });

  test('is shown over the page as a new line in the style of its type', async () => {
    await openScript();
    eddieWrites(null, 'tobias', { afterId: idOf(action), elementType: 'character' });
    const line = () => document.querySelector('[data-new-line="Eddie Editor"]');
    // Updates shortly after the first are throttled.
    await waitFor(() => expect(line()?.textContent).toBe('Eddie EditorTOBIAS'));
    expect(line()?.getAttribute('aria-hidden')).toBe('true');
  });

  test('is not shown in the active line', async () => {
    await openScript();
    const id = idOf(action);
    const field = edit(action);
    eddieWrites(id, 'Mara falls.');
    expect(field.textContent).toBe(action);
  });
});

describe('the unsaved text of this user', () => {
  test('is sent with its position and caret, and withdrawn when it is stored', async () => {
    await openScript();
    const id = idOf(action);
    const field = edit(action);
    write(field, 'Mara waits.');
    expect(ownLiveDraft.get()).toMatchObject({ elementId: id, elementType: 'action', text: 'Mara waits.' });
    fireEvent.keyDown(field, { key: 's', ctrlKey: true });
    expect(ownLiveDraft.get()).toMatchObject({ text: 'Mara waits.' });
    await waitFor(() => expect(ownLiveDraft.get()).toBeNull());
  });
});
