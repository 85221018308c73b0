import { expect, test } from 'vitest';
import { z } from 'zod';
import { noSize, questionSize } from './size.ts';

const question = {
  task: 'chat',
  system: 'You read screenplays.',
  messages: [{ role: 'user' as const, content: 'Why?' }],
  maxOutputTokens: 700,
};

test('questionSize counts every message and the maximum answer', () => {
  expect(questionSize(question)).toEqual({
    // 21 and 4 characters, and 8 tokens around each message
    ...{ likelyInputTokens: 6 + 1 + 16, maxInputTokens: 7 + 2 + 16 },
    ...{ maxOutputTokens: 700, characters: 0 },
  });
});

test('questionSize counts the schema of the answer', () => {
  const shape = z.object({ reason: z.string().describe('Why the line is weak, in one sentence') });
  const plain = questionSize(question);
  expect(questionSize({ ...question, shape }).likelyInputTokens).toBeGreaterThan(
    plain.likelyInputTokens + 20,
  );
});

test('questionSize reserves more than the likely tokens, and much more for scripts with several tokens a letter', () => {
  const of = (system: string) => questionSize({ ...question, system, messages: [] });
  const english = of('Rain on black water. A ferry strains at her ropes.');
  expect(english.maxInputTokens).toBeGreaterThan(english.likelyInputTokens);
  // 13 characters of three bytes each
  expect(of('黑水上的雨。渡轮拉紧缆绳。').maxInputTokens).toBe(13 + 8);
});

test('noSize is 0 in every field', () => {
  expect(Object.values(noSize)).toEqual([0, 0, 0, 0]);
});
