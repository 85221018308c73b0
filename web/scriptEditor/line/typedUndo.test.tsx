import { act, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { seeded } from '#test/random.ts';
import { storeUnsentScript } from '#web/lib/unsentScript.ts';
import { closeScript, edit, liveField, openScript, write } from '#web/script/testing/openScript.tsx';

afterEach(closeScript);

const action = 'Mara takes the last ladder sideways.';
const typed = ' She counts two bells';
const words = ['', ' She', ' She counts', ' She counts two', typed].map((text) => action + text);

type Save = 'none' | 'queued' | 'sent';

/** Type the text letter by letter, with a save after some of the letters. */
async function typeText(projectId: number, saveAfter: (length: number) => Save): Promise<void> {
  edit(action);
  for (let length = 1; length <= typed.length; length++) {
    write(liveField(), action + typed.slice(0, length));
    const save = saveAfter(length);
    if (save === 'none') continue;
    const storing = storeUnsentScript(projectId);
    if (save === 'sent') await act(async () => storing);
  }
}

const press = (key: string, shiftKey = false) =>
  fireEvent.keyDown(liveField(), { key, ctrlKey: true, shiftKey });
const text = () => liveField().textContent;

test.each<[string, (length: number) => Save]>([
  ['no letter', () => 'none'],
  ['each letter', () => 'sent'],
  ['each letter, without an answer', () => 'queued'],
  ['the middle of each word', (length) => (length % 5 === 3 ? 'sent' : 'none')],
  ['each space', (length) => (typed[length - 1] === ' ' ? 'sent' : 'none')],
  [
    'random letters',
    (
      (random) => () =>
        random.pick(['none', 'queued', 'sent'])
    )(seeded(3)),
  ],
])('undoes and redoes word by word when the text is saved after %s', async (_when, saveAfter) => {
  const { server } = await openScript();
  await typeText(server.project.id, saveAfter);
  for (const state of words.slice(0, -1).toReversed()) {
    press('z');
    expect(text()).toBe(state);
  }
  for (const state of words.slice(1)) {
    press('z', true);
    expect(text()).toBe(state);
  }
  await waitFor(() => expect(server.elements[1]?.content).toBe(words.at(-1)));
});
