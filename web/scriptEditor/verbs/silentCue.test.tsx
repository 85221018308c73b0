import { act, fireEvent, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import {
  closeScript,
  edit,
  elementOf,
  liveField,
  openScript,
  write,
} from '#web/script/testing/openScript.tsx';
import { setPreferences } from '../preferences.ts';

afterEach(closeScript);

const action = 'Mara takes the last ladder sideways.';
const press = (key: string, more: object = {}) => fireEvent.keyDown(liveField(), { key, ...more });

describe('an empty line of a speech, with the keys of Fountain', () => {
  test.for([
    ['makes the cue above it action', [], 'action'],
    ['leaves the cue of a speech with a line', ['Wait.'], 'character'],
  ] as const)('%s', async ([, lines, type]) => {
    const { server } = await openScript();
    act(() => setPreferences({ elementKeys: 'fountain' }));
    act(() => elementOf(action).focus());
    fireEvent.keyDown(elementOf(action), { key: 'Enter', shiftKey: true });
    for (const text of ['THE END', ...lines]) {
      write(liveField(), text);
      press('Enter');
    }
    press('Enter');
    expect(liveField().getAttribute('aria-label')).toBe('Action');
    const stored = () => server.elements.find(({ content }) => content === 'THE END')?.elementType;
    await waitFor(() => expect(stored()).toBe(type));
  });

  test('leaves the cue if the speech goes on below', async () => {
    const { server } = await openScript([
      ['character', 'MARA'],
      ['dialogue', 'Wait.'],
      ['parenthetical', '(beat)'],
      ['dialogue', 'Hello.'],
    ]);
    act(() => setPreferences({ elementKeys: 'fountain' }));
    write(edit('Wait.'), '');
    press('Enter');
    expect(liveField().getAttribute('aria-label')).toBe('Action');
    write(liveField(), 'Rain.');
    press('Escape');
    await waitFor(() => expect(server.elements.some(({ content }) => content === 'Rain.')).toBe(true));
    expect(server.elements.find(({ content }) => content === 'MARA')?.elementType).toBe('character');
  });
});
