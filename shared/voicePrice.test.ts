import { expect, test } from 'vitest';
import { costOf } from '#server/ai/cost.ts';
import { speechCredits } from './voicePrice.ts';

test('equals the charge for every price and length', () => {
  for (const inputCostPer1k of [0.0001, 0.0003, 0.03, 0.1, 0.5, 0.5001, 12.3456]) {
    const price = { pricingType: 'per_character', inputCostPer1k, outputCostPer1k: 0 } as const;
    for (const characters of [0, 1, 7, 19, 20, 40, 999, 1000, 1001, 4999, 5000]) {
      const used = { inputTokens: 0, outputTokens: 0, characters };
      const { credits } = costOf({ ...price, fixedCostPerRequest: 0 }, used);
      expect(speechCredits({ usdPer1000Characters: inputCostPer1k }, characters)).toBe(credits);
    }
  }
});

test('speechCredits returns a fixed price unchanged', () => {
  expect(speechCredits({ exact: 20 }, 5000)).toBe(20);
  expect(speechCredits(null, 5000)).toBeNull();
});
