import { describe, expect, test } from 'vitest';
import { costOf, type Price, usdOf } from './cost.ts';

const perToken: Price = {
  pricingType: 'per_token',
  inputCostPer1k: 0.02,
  outputCostPer1k: 0.06,
  fixedCostPerRequest: 0,
};
const perRequest: Price = {
  pricingType: 'per_request',
  inputCostPer1k: 9,
  outputCostPer1k: 9,
  fixedCostPerRequest: 0.4,
};
const perCharacter: Price = {
  pricingType: 'per_character',
  inputCostPer1k: 0.5,
  outputCostPer1k: 9,
  fixedCostPerRequest: 0,
};
const used = (inputTokens: number, outputTokens = 0, characters = 0) => ({
  inputTokens,
  outputTokens,
  characters,
});

describe('costOf', () => {
  test.each([
    ['a typical chat', perToken, used(4000, 1000), { usd: 0.14, credits: 7 }],
    ['a picture', perRequest, used(812, 1120), { usd: 0.4, credits: 20 }],
    ['a thousand spoken characters', perCharacter, used(0, 0, 1000), { usd: 0.5, credits: 25 }],
    ['one token, rounded up', perToken, used(1), { usd: 0.0002, credits: 0.01 }],
    ['slightly more than 0.01 credits, rounded up', perToken, used(11), { usd: 0.0003, credits: 0.02 }],
    ['exactly a hundredth stays one', perToken, used(10), { usd: 0.0002, credits: 0.01 }],
    ['nothing used of what has a price', perToken, used(0), { usd: 0.0002, credits: 0.01 }],
    ['a long book', perToken, used(1_000_003, 7), { usd: 20.0005, credits: 1000.03 }],
  ] as const)('returns dollars and credits for %s', (_name, price, amounts, cost) => {
    expect(costOf(price, amounts)).toEqual(cost);
  });

  test('returns 0 when the price is 0', () => {
    const free = { ...perToken, inputCostPer1k: 0, outputCostPer1k: 0 };
    expect(costOf(free, used(5000, 5000))).toEqual({ usd: 0, credits: 0 });
    expect(costOf({ ...perRequest, fixedCostPerRequest: 0 }, used(5000))).toEqual({ usd: 0, credits: 0 });
  });

  test('counts the smallest price that can be stored', () => {
    const tiny = { ...perToken, inputCostPer1k: 0.0001, outputCostPer1k: 0 };
    expect(costOf(tiny, used(2_000_000))).toEqual({ usd: 0.2, credits: 10 });
  });
});

test('usdOf returns two cents per credit', () => {
  expect([usdOf(0.01), usdOf(7), usdOf(0.29)]).toEqual([0.0002, 0.14, 0.0058]);
});
