import { beforeEach, expect, test, vi } from 'vitest';
import { acquireAudioElement, releaseAudioElement, unlockAudioElements } from './audioElementPool.ts';

const load = vi.fn();

beforeEach(() => {
  load.mockClear();
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(load);
});

test('reuses an element that a press has unlocked', () => {
  unlockAudioElements();
  expect(load).toHaveBeenCalledTimes(6);
  const audio = acquireAudioElement('/uploads/a.mp3');
  expect(audio.getAttribute('src')).toBe('/uploads/a.mp3');
  releaseAudioElement(audio);
  expect(acquireAudioElement('/uploads/b.mp3')).toBe(audio);
});

test('plays more sounds at once than there are unlocked elements', () => {
  const taken = Array.from({ length: 9 }, (_each, index) => acquireAudioElement(`/uploads/${index}.mp3`));
  expect(new Set(taken).size).toBe(9);
});
