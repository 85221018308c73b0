import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openScreen } from '../testing/openScreen.ts';
import { closeScript, elementOf } from '../testing/openScript.tsx';

const speech = 'Two hundred and thirteen. Twice.';
const action = 'Mara takes the last ladder sideways.';

/** What is heard: addresses and volumes of the sounds that play. jsdom has no sound of its own. */
let heard: { url: string; volume: number }[] = [];
let sounds: FakeSound[] = [];

class FakeSound {
  volume = 1;
  onended: (() => void) | null = null;
  onerror: (() => void) | null = null;
  url: string;
  constructor(url: string) {
    this.url = url;
    sounds.push(this);
  }
  play() {
    heard.push(this);
    return Promise.resolve();
  }
  pause() {
    heard = heard.filter((sound) => sound !== this);
  }
}

beforeEach(() => {
  heard = [];
  sounds = [];
  vi.stubGlobal('Audio', FakeSound);
});
afterEach(closeScript);

/** The script with sounds for its action and its speech. */
async function openWithSounds() {
  const opened = await openScreen({
    sounds: {
      [speech]: { dialogueAudioUrl: '/uploads/speech.mp3', audioVolume: 0.25 },
      [action]: { soundEffectUrl: '/uploads/ladder.mp3' },
    },
  });
  return opened;
}

const playing = () => heard.map(({ url }) => url);
/** False when the key was taken, so that the page does not scroll. */
const pressSpace = (on: Element) => fireEvent.keyDown(on, { key: ' ' });

test('Space plays the focused element’s audio at its volume, and stops it; the page does not scroll', async () => {
  await openWithSounds();
  act(() => elementOf(speech).focus());
  expect(pressSpace(elementOf(speech))).toBe(false);
  expect(heard).toMatchObject([{ url: '/uploads/speech.mp3', volume: 0.25 }]);
  expect(pressSpace(elementOf(speech))).toBe(false);
  expect(playing()).toEqual([]);
});

test('another element’s sound takes the place of the one that plays', async () => {
  await openWithSounds();
  act(() => elementOf(speech).focus());
  pressSpace(elementOf(speech));
  act(() => elementOf(action).focus());
  pressSpace(elementOf(action));
  expect(playing()).toEqual(['/uploads/ladder.mp3']);
});

test('on an element without a sound Space does nothing, and the page does not scroll', async () => {
  await openScreen();
  act(() => elementOf(speech).focus());
  expect(pressSpace(elementOf(speech))).toBe(false);
  expect(playing()).toEqual([]);
});

test('an element with a sound has a control that says whether it plays; without one it has none', async () => {
  const { user } = await openWithSounds();
  const tools = () => within(screen.getByRole('toolbar', { name: 'Element' }));
  fireEvent.pointerOver(elementOf(speech));
  await user.click(tools().getByRole('button', { name: 'Play' }));
  expect(playing()).toEqual(['/uploads/speech.mp3']);
  expect(tools().getByRole('button', { name: 'Stop' })).toBeTruthy();
  act(() => sounds.at(-1)?.onended?.());
  await waitFor(() => expect(tools().getByRole('button', { name: 'Play' })).toBeTruthy());
  fireEvent.pointerOver(elementOf('MARA'));
  expect(tools().queryByRole('button', { name: 'Play' })).toBeNull();
});

test('leaving the script ends what plays', async () => {
  await openWithSounds();
  act(() => elementOf(speech).focus());
  pressSpace(elementOf(speech));
  cleanup();
  expect(playing()).toEqual([]);
});
