import { expect, test } from 'vitest';
import {
  creditsForCents,
  creditsPerUsd,
  lowBalanceBelow,
  purchaseProblem,
  purchaseUsd,
  refundedCredits,
  subscriptionPlan,
} from './credits.ts';

test('one credit costs two cents, and the plan has 1,000 credits a month for $20', () => {
  expect(creditsForCents(100)).toBe(creditsPerUsd);
  expect(1 / creditsPerUsd).toBe(0.02);
  expect(subscriptionPlan).toMatchObject({ usd: 20, credits: creditsForCents(2000) });
  expect(lowBalanceBelow).toBe(10);
});

test('creditsForCents returns 500, 1,000, 2,500 and 5,000 credits for the presets', () => {
  expect(purchaseUsd.presets.map((usd) => creditsForCents(usd * 100))).toEqual([500, 1000, 2500, 5000]);
});

test.each([
  [10, null],
  [20, null],
  [500, null],
  [9, 'Amount must be between $10 and $500.'],
  [0, 'Amount must be between $10 and $500.'],
  [-10, 'Amount must be between $10 and $500.'],
  [510, 'Amount must be between $10 and $500.'],
  [Number.NaN, 'Amount must be between $10 and $500.'],
  [Number.POSITIVE_INFINITY, 'Amount must be between $10 and $500.'],
  [15, 'Amounts must be in $10 increments'],
  [10.5, 'Amounts must be in $10 increments'],
])('purchaseProblem of %o is %s', (usd, problem) => {
  expect(purchaseProblem(usd)).toBe(problem);
});

test.each([
  [500, 1000, 1000, 500],
  [500, 1000, 250, 125],
  [500, 1000, 1, 0.5],
  [500, 1000, 2000, 500],
  [500, 1000, 0, 0],
  [500, 1000, -5, 0],
  [1000, 3000, 1000, 333.33],
  [0, 0, 100, 0],
])(
  'refundedCredits of %d credits for %d cents, with %d cents refunded, is %d',
  (granted, paid, returned, back) => {
    expect(refundedCredits(granted, paid, returned)).toBe(back);
  },
);
