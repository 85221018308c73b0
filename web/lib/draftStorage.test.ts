import { afterEach, expect, test, vi } from 'vitest';
import { createDraftStorage, hasTextFields } from './draftStorage.ts';

const words = createDraftStorage(hasTextFields('title', 'content'));

afterEach(() => {
  vi.unstubAllGlobals();
  sessionStorage.clear();
});

test('a draft is there until it is given up, each under its key', () => {
  words.keep('one', { title: 'Departure', content: '' });
  expect(words.of('one')).toEqual({ title: 'Departure', content: '' });
  expect(words.of('two')).toBeNull();
  words.keep('one', null);
  expect(words.of('one')).toBeNull();
});

test.each(['{', 'null', '7', '{"title":"Departure"}', '{"title":"Departure","content":7}'])(
  'what is stored as %s is no draft',
  (stored) => {
    sessionStorage.setItem('one', stored);
    expect(words.of('one')).toBeNull();
  },
);

test('in a browser that refuses storage a draft lasts as long as the page', () => {
  const refuse = () => {
    throw new Error('Storage is off');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse, clear: () => {} });
  words.keep('one', { title: 'Departure', content: '' });
  expect(words.of('one')).toEqual({ title: 'Departure', content: '' });
  words.keep('one', null);
  expect(words.of('one')).toBeNull();
});
