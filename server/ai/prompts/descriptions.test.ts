import { describe, expect, test } from 'vitest';
import type { DescriptionFacts } from '../builtin/descriptions/person.ts';
import { questionSize } from '../size.ts';
import { Description, descriptionQuestion, maxDescription } from './descriptions.ts';

const read = (description: unknown) => Description.safeParse({ description });
const facts: DescriptionFacts = {
  ...{ name: 'MARA', characterType: 'supporting', age: null, role: '', description: '' },
  ...{ introduction: '', voice: null },
};

describe('Description', () => {
  test('trims the text and requires 20 characters', () => {
    expect(read('  A settled, dry voice.\n').data).toEqual({ description: 'A settled, dry voice.' });
    for (const wrong of ['', 'Deep.', ' '.repeat(40), `${' '.repeat(30)}Deep.`, null, 7])
      expect([wrong, read(wrong).success]).toEqual([wrong, false]);
  });

  test('truncates more than 1000 characters after a sentence, otherwise after a word', () => {
    expect(read(`${'Salt and rope. '.repeat(100)}`).data?.description).toBe(
      'Salt and rope. '.repeat(66).trim(),
    );
    expect(read('salt '.repeat(300)).data?.description).toBe('salt '.repeat(200).trim());
    expect(read('s'.repeat(2000)).data?.description).toBe('s'.repeat(1000));
    expect(read(`Yes. ${'salt '.repeat(300)}`).data?.description.length).toBeGreaterThan(900);
  });

  test('removes characters that cannot be stored', () => {
    expect(read('A settled voice\0 and \ud83d dry.').data?.description).toBe(
      'A settled voice and \ufffd dry.',
    );
    const cut = read(`${'s'.repeat(999)}\ud83d\ude00 and more`).data?.description;
    expect(cut?.isWellFormed()).toBe(true);
  });
});

describe('descriptionQuestion', () => {
  const brief = 'Tone\nDry.';

  test.each(['voice', 'style'] as const)(
    'is never longer for a %s than the question used for its price',
    (kind) => {
      const max = questionSize(maxDescription(kind, brief));
      const long = {
        ...{
          name: '\u20ac'.repeat(100),
          role: '\u20ac'.repeat(200),
          description: '\u20ac'.repeat(10_000),
          age: 999,
        },
        introduction: '\u20ac'.repeat(10_000),
        // One speech without a full stop, of maximum length.
        voice: {
          ...{ speeches: 5000, wordsPerSpeech: 10_000, wordsPerSentence: 10_000 },
          ...{ questions: 1, exclamations: 1, refusals: 1, contractions: 0 },
        },
      };
      const lines = Array<string>(100).fill('\u20ac'.repeat(5000));
      const size = questionSize(
        descriptionQuestion({
          kind,
          brief,
          facts: { ...facts, ...long, characterType: 'protagonist' },
          lines,
        }),
      );
      expect(size.maxInputTokens).toBeLessThanOrEqual(max.maxInputTokens);
      expect(size.maxOutputTokens).toBe(max.maxOutputTokens);
    },
  );

  test('leaves out unknown facts', () => {
    const { messages } = descriptionQuestion({ kind: 'voice', brief: '', facts, lines: [] });
    expect(messages[0]?.content).toBe(
      '<project>\nName: MARA\nType: supporting\n</project>\n\nDescribe the voice.',
    );
  });
});
