import { expect, test } from 'vitest';
import { creditMessages, creditStatus } from './creditStatus.ts';

test.each([
  [0, 'Empty'],
  [0.01, 'Low'],
  [0.5, 'Low'],
  [9.99, 'Low'],
  [10, 'Active'],
  [412, 'Active'],
] as const)('a balance of %d is %s', (balance, status) => {
  expect(creditStatus(balance)).toBe(status);
});

test('returns the texts of the specification for each balance', () => {
  expect(creditMessages).toEqual({
    Empty: "You're out of credits. Get started with a subscription or purchase credits directly.",
    Low: 'Your credit balance is low. You may need more credits soon for AI features.',
    Active: null,
  });
});
