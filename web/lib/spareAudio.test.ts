import { beforeEach, expect, test, vi } from 'vitest';
import { giveBackAudio, takeAudio, touchAudio } from './spareAudio.ts';

const load = vi.fn();

beforeEach(() => {
  load.mockClear();
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(load);
});

test('what plays later was touched by the press, and is used again', () => {
  touchAudio();
  expect(load).toHaveBeenCalledTimes(6);
  const audio = takeAudio('/uploads/a.mp3');
  expect(audio.getAttribute('src')).toBe('/uploads/a.mp3');
  giveBackAudio(audio);
  expect(takeAudio('/uploads/b.mp3')).toBe(audio);
});

test('more than were touched can play at once', () => {
  const taken = Array.from({ length: 9 }, (_each, index) => takeAudio(`/uploads/${index}.mp3`));
  expect(new Set(taken).size).toBe(9);
});
