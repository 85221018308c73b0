import { expect, test } from 'vitest';
import { builtIn, priced } from '#web/lib/testing.ts';
import { pricedActionOf } from './pricedAction.ts';

const pictures = (ai: typeof priced) => ai.pictures;

test('an offer says what the press costs', () => {
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

test('it says what is left where that may not be enough', () => {
  const data = { ...priced, creditBalance: 3 };
  expect(pricedActionOf({ data, isError: false }, pictures)).toMatchObject({
    status: 'open',
    low: '3 credits left',
  });
});

test('it says when most of a limit is spent, but not of what costs nothing', () => {
  const limits = [{ of: 'project' as const, limit: 50, spent: 41 }];
  const notice = "82 % of this project's monthly limit is spent.";
  expect(pricedActionOf({ data: { ...priced, limits }, isError: false }, pictures)).toMatchObject({ notice });
  expect(pricedActionOf({ data: { ...builtIn, limits }, isError: false }, pictures)).not.toHaveProperty(
    'notice',
  );
});

test('where there is nothing to press it says why', () => {
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

test('it is to come, or unknown where it could not be asked for; what is known already stays', () => {
  expect(pricedActionOf({ data: undefined, isError: false }, pictures)).toEqual({ status: 'coming' });
  expect(pricedActionOf({ data: undefined, isError: true }, pictures)).toEqual({ status: 'unknown' });
  expect(pricedActionOf({ data: priced, isError: true }, pictures)).toMatchObject({ status: 'open' });
});
