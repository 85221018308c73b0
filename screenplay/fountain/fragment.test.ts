import { expect, test } from 'vitest';
import { defaultFormat } from '../format.ts';
import type { Fragment } from '../fragment.ts';
import { copiedTextOf, fountainOf } from './fragment.ts';

const middle: Fragment = {
  elements: [
    { elementType: 'dialogue', content: 'two. Forty-three.' },
    { elementType: 'action', content: 'A taxi stops.' },
  ],
  startsInside: true,
  endsInside: false,
};

test('fountainOf keeps the type of a speech without a cue', () => {
  expect(fountainOf(middle, defaultFormat)).toBe('@\ntwo. Forty-three.\n\nA taxi stops.');
});

test('copiedTextOf begins with the copied words', () => {
  expect(copiedTextOf(middle, defaultFormat)).toBe('two. Forty-three.\n\nA taxi stops.');
});
