import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveWord, Presence } from '#shared/contract/live.ts';
import { others, ownWords, type WrittenWords } from '#web/lib/others.ts';
import { sayWords } from './sayWords.ts';

const eddie: Presence = {
  ...{ id: 'there', userId: 'eddie', name: 'Eddie Editor', profileImageUrl: null },
  ...{ view: 'script', elementId: null },
};
const fog = (text: string): WrittenWords => ({
  ...{ elementId: 7, afterId: null, elementType: 'action' },
  ...{ text, caret: text.length },
});

let said: LiveWord[];
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  said = [];
  stop = sayWords((word) => said.push(word));
});
afterEach(() => {
  stop();
  ownWords.set(null);
  others.set([]);
});

const texts = () => said.map((word) => word.type === 'draft' && word.text);

test('nothing is said while nobody is there, and all of it to whoever comes', () => {
  ownWords.set(fog('Fog.'));
  expect(said).toEqual([]);
  others.set([eddie]);
  expect(said).toEqual([{ type: 'draft', ...fog('Fog.') }]);
});

test('between two lines nothing is said to be over, so that the first is seen until it is stored', () => {
  others.set([eddie]);
  ownWords.set(fog('Fog.'));
  ownWords.set(null);
  vi.advanceTimersByTime(200);
  ownWords.set({ ...fog('Gulls'), elementId: 8 });
  vi.advanceTimersByTime(1000);
  expect(texts()).toEqual(['Fog.', 'Gulls']);
});

test('of many keys within fifty milliseconds the first and the last are said, and at last that there is nothing more', () => {
  others.set([eddie]);
  for (const text of ['F', 'Fo', 'Fog', 'Fog.']) ownWords.set(fog(text));
  expect(texts()).toEqual(['F']);
  vi.advanceTimersByTime(50);
  expect(texts()).toEqual(['F', 'Fog.']);
  ownWords.set(null);
  vi.advanceTimersByTime(300);
  expect(said).toHaveLength(2);
  vi.advanceTimersByTime(50);
  expect(said.at(-1)).toEqual({ type: 'draft', ...fog('Fog.'), text: null, caret: null });
  vi.advanceTimersByTime(500);
  expect(said).toHaveLength(3);
});
