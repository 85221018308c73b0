import { expect, test } from 'vitest';
import { type AiState, balanceText, isLow, limitNotice, priceText } from './price.ts';

type State = Pick<AiState, 'engine' | 'price' | 'creditBalance'>;

const state = (changes: Partial<State> = {}): State => ({
  engine: { service: 'openai', model: 'gpt-test', isBuiltIn: false },
  price: { upTo: 0.12 },
  creditBalance: 412,
  ...changes,
});
const isBuiltIn = { service: 'builtin', model: 'Script doctor', isBuiltIn: true };

test.each([
  ['Built-in, no credits', state({ engine: isBuiltIn, price: { exact: 0 } })],
  ['Up to 0.12 credits', state()],
  ['Up to 0.3 credits', state({ price: { upTo: 0.1 + 0.2 } })],
  ['Up to 0.13 credits', state({ price: { upTo: 0.1201 } })],
  ['1 credit', state({ price: { exact: 1 } })],
  ['1,200 credits', state({ price: { exact: 1200 } })],
  [null, state({ price: null })],
])('priceText returns %j', (text, given) => {
  expect(priceText(given)).toBe(text);
});

test.each([
  ['412 credits left', 412],
  ['0.11 credits left', 0.119],
  ['0.3 credits left', 0.1 + 0.2],
  ['0.29 credits left', 0.29],
  ['0 credits left', 0],
])('balanceText returns %j, rounded down', (text, creditBalance) => {
  expect(balanceText(state({ creditBalance }))).toBe(text);
});

test('a balance is low when it may not pay for the next call', () => {
  expect(isLow(state({ creditBalance: 0.12 }))).toBe(false);
  expect(isLow(state({ creditBalance: 0.11 }))).toBe(true);
  expect(isLow(state({ creditBalance: 0, price: { exact: 0.01 } }))).toBe(true);
  expect(isLow(state({ creditBalance: 0, engine: isBuiltIn, price: { exact: 0 } }))).toBe(false);
  expect(isLow(state({ creditBalance: 0, price: null }))).toBe(false);
});

test.each([
  [[], null],
  [[{ of: 'user', limit: 100, spent: 79.99 }], null],
  [[{ of: 'user', limit: 100, spent: 80 }], '80 % of your monthly limit is spent.'],
  [[{ of: 'user', limit: 100, spent: 99.99 }], '99 % of your monthly limit is spent.'],
  [[{ of: 'project', limit: 0, spent: 0 }], "All of this project's monthly limit is spent."],
  [
    [
      { of: 'project', limit: 1000, spent: 1 },
      { of: 'user', limit: 10, spent: 10 },
    ],
    'All of your monthly limit is spent.',
  ],
] as const)('limitNotice(%j) returns %s', (limits, text) => {
  expect(limitNotice({ limits: [...limits] })).toBe(text);
});
