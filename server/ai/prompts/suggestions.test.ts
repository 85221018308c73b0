import { describe, expect, test } from 'vitest';
import { joinAnswer, type ModelSuggestion, proseSplitter, splitAnswer } from './suggestions.ts';

const suggestion: ModelSuggestion = {
  type: 'modify',
  elementId: 7,
  originalContent: 'is walking',
  suggestedContent: 'walks </suggestions>',
  description: 'Plain verb',
  reasoning: 'It is shorter.',
  confidence: 0.8,
};

/** Return the prose shown for an answer that arrives in these pieces. */
function shown(pieces: readonly string[]): string {
  const splitter = proseSplitter();
  return pieces.map((piece) => splitter.push(piece)).join('') + splitter.end();
}

describe('answer with suggestions', () => {
  const answer = joinAnswer('She counts.\n\nTwice.', [suggestion]);

  test('is split into prose and suggestions', () => {
    expect(splitAnswer(answer)).toEqual({ prose: 'She counts.\n\nTwice.', suggestions: [suggestion] });
  });

  test('shows only the prose, however it is split into pieces', () => {
    for (const size of [1, 2, 5, 7, 13, 1000]) {
      const pieces = answer.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect([size, shown(pieces)]).toEqual([size, 'She counts.\n\nTwice.']);
    }
  });

  test('shows text as soon as it cannot be part of the opening tag', () => {
    const splitter = proseSplitter();
    expect(['She <', 'sugg', 'ers> it.'].map((piece) => splitter.push(piece))).toEqual([
      'She',
      '',
      ' <suggers> it.',
    ]);
  });
});

test('proseSplitter finally shows text that only looked like the opening tag', () => {
  expect(shown(['Less is <', 'sug'])).toBe('Less is <sug');
});

test('splitAnswer returns no suggestions for prose alone', () => {
  expect(splitAnswer(' She counts. ')).toEqual({ prose: 'She counts.', suggestions: [] });
});

test.each([
  ['cut off', '[{"type":"modify","elementId":7'],
  ['no list', '{"suggestions":[]}'],
  ['no JSON', 'Change the verb.'],
  ['empty', ''],
])('splitAnswer keeps the prose and drops a block that is %s', (_what, block) => {
  expect(splitAnswer(`Yes.\n<suggestions>${block}`)).toEqual({ prose: 'Yes.', suggestions: [] });
});

test('splitAnswer drops invalid items and keeps the others', () => {
  const list = JSON.stringify([{ type: 'modify' }, 7, null, { ...suggestion, elementType: null }]);
  expect(splitAnswer(`Yes.<suggestions>\n\`\`\`json\n${list}\n\`\`\`\n</suggestions>`).suggestions).toEqual([
    suggestion,
  ]);
});

test('joinAnswer escapes the opening tag in the prose', () => {
  expect(splitAnswer(joinAnswer('The line says <suggestions>[].', [])).prose).toBe(
    'The line says suggestions[].',
  );
});
