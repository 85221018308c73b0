import { afterEach, expect, test, vi } from 'vitest';
import { createDraftStorage, hasTextFields } from './draftStorage.ts';

const words = createDraftStorage(hasTextFields('title', 'content'));

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('keeps each draft under its key until it is discarded', () => {
  words.keep('one', { title: 'Departure', content: '' });
  expect(words.of('one')).toEqual({ title: 'Departure', content: '' });
  expect(words.of('two')).toBeNull();
  words.keep('one', null);
  expect(words.of('one')).toBeNull();
});

test.each(['{', 'null', '7', '{"title":"Departure"}', '{"title":"Departure","content":7}'])(
  'ignores stored content %s',
  (stored) => {
    sessionStorage.setItem('one', stored);
    expect(words.of('one')).toBeNull();
  },
);

test('keeps a draft until the page is closed when storage is blocked', () => {
  const reject = () => {
    throw new Error('Storage is off');
  };
  vi.stubGlobal('sessionStorage', { getItem: reject, setItem: reject, removeItem: reject, clear: () => {} });
  words.keep('one', { title: 'Departure', content: '' });
  expect(words.of('one')).toEqual({ title: 'Departure', content: '' });
  words.keep('one', null);
  expect(words.of('one')).toBeNull();
});
