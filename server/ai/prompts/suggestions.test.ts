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

/** What is shown of an answer that comes in these pieces. */
function shown(pieces: readonly string[]): string {
  const splitter = proseSplitter();
  return pieces.map((piece) => splitter.push(piece)).join('') + splitter.end();
}

describe('an answer with suggestions at its end', () => {
  const answer = joinAnswer('She counts.\n\nTwice.', [suggestion]);

  test('is its prose and its suggestions, whatever their words are', () => {
    expect(splitAnswer(answer)).toEqual({ prose: 'She counts.\n\nTwice.', suggestions: [suggestion] });
  });

  test('shows its prose and nothing of the rest, however it is cut into pieces', () => {
    for (const size of [1, 2, 5, 7, 13, 1000]) {
      const pieces = answer.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      expect([size, shown(pieces)]).toEqual([size, 'She counts.\n\nTwice.']);
    }
  });

  test('shows every word as soon as it cannot belong to the mark', () => {
    const splitter = proseSplitter();
    expect(['She <', 'sugg', 'ers> it.'].map((piece) => splitter.push(piece))).toEqual([
      'She',
      '',
      ' <suggers> it.',
    ]);
  });
});

test('prose that looks like the mark at its end is shown in the end', () => {
  expect(shown(['Less is <', 'sug'])).toBe('Less is <sug');
});

test('prose alone suggests nothing', () => {
  expect(splitAnswer(' She counts. ')).toEqual({ prose: 'She counts.', suggestions: [] });
});

test.each([
  ['cut off', '[{"type":"modify","elementId":7'],
  ['no list', '{"suggestions":[]}'],
  ['no JSON', 'Change the verb.'],
  ['empty', ''],
])('a block that is %s suggests nothing, and the prose stays', (_what, block) => {
  expect(splitAnswer(`Yes.\n<suggestions>${block}`)).toEqual({ prose: 'Yes.', suggestions: [] });
});

test('what is wrong in a list is dropped, and the rest stays', () => {
  const list = JSON.stringify([{ type: 'modify' }, 7, null, { ...suggestion, elementType: null }]);
  expect(splitAnswer(`Yes.<suggestions>\n\`\`\`json\n${list}\n\`\`\`\n</suggestions>`).suggestions).toEqual([
    suggestion,
  ]);
});

test('a script that quotes the mark opens no block', () => {
  expect(splitAnswer(joinAnswer('The line says <suggestions>[].', [])).prose).toBe(
    'The line says suggestions[].',
  );
});
