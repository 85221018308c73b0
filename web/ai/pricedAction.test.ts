import { expect, test } from 'vitest';
import { builtIn, priced } from '#web/lib/testing.ts';
import { pricedActionOf } from './pricedAction.ts';

const pictures = (ai: typeof priced) => ai.pictures;

test('an open action has the price of the call', () => {
  expect(pricedActionOf({ data: priced, isError: false }, pictures)).toEqual({
    status: 'open',
    price: '20 credits',
    low: null,
  });
  expect(pricedActionOf({ data: builtIn, isError: false }, pictures)).toEqual({
    status: 'open',
    price: 'Built-in, no credits',
    low: null,
  });
});

test('includes the remaining credits when they may be too low', () => {
  const data = { ...priced, creditBalance: 3 };
  expect(pricedActionOf({ data, isError: false }, pictures)).toMatchObject({
    status: 'open',
    low: '3 credits left',
  });
});

test('has a notice when most of a limit is spent, except for free features', () => {
  const limits = [{ of: 'project' as const, limit: 50, spent: 41 }];
  const notice = "82 % of this project's monthly limit is spent.";
  expect(pricedActionOf({ data: { ...priced, limits }, isError: false }, pictures)).toMatchObject({ notice });
  expect(pricedActionOf({ data: { ...builtIn, limits }, isError: false }, pictures)).not.toHaveProperty(
    'notice',
  );
});

test('gives the reason when the action is closed', () => {
  const off = { ...priced, access: 'off' as const };
  expect(pricedActionOf({ data: off, isError: false }, pictures)).toEqual({
    status: 'closed',
    why: 'AI is switched off in this project. The owner can switch it on in Project Settings.',
  });
  const none = { ...priced, pictures: { ...priced.pictures, price: null } };
  expect(pricedActionOf({ data: none, isError: false }, pictures)).toEqual({
    status: 'closed',
    why: 'This AI feature is currently unavailable.',
  });
});

test('is coming while it loads and unknown after a failure; loaded data stays in use', () => {
  expect(pricedActionOf({ data: undefined, isError: false }, pictures)).toEqual({ status: 'coming' });
  expect(pricedActionOf({ data: undefined, isError: true }, pictures)).toEqual({ status: 'unknown' });
  expect(pricedActionOf({ data: priced, isError: true }, pictures)).toMatchObject({ status: 'open' });
});
