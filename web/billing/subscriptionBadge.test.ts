import { expect, test } from 'vitest';
import { spaced, subscriptionLook } from './subscriptionBadge.ts';

test.each([
  ['active', 'default', 'check'],
  ['past_due', 'destructive', 'alert'],
  ['unpaid', 'destructive', 'alert'],
  ['canceled', 'secondary', 'ending'],
  ['canceling', 'outline', 'ending'],
  ['trialing', 'secondary', 'neutral'],
  ['paused', 'secondary', 'neutral'],
])('a subscription that is %s has the %s badge with the %s icon', (status, badge, icon) => {
  expect(subscriptionLook(status)).toEqual({ badge, icon });
});

test('spaced replaces underscores in a payment type', () => {
  expect(spaced('credit_purchase')).toBe('credit purchase');
  expect(spaced('a_b_c')).toBe('a b c');
});
