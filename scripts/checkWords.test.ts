import { describe, expect, test } from 'vitest';
import { wordingProblemsIn } from './checkWords.ts';

const problemsOf = (file: string, text: string) =>
  wordingProblemsIn(file, text).map(({ instead }) => instead);

describe('wordingProblemsIn', () => {
  test.each([
    ['web/x.ts', '// It is drawn anew.'],
    ['web/x.ts', '/** Of a project. */'],
    ['web/x.ts', '/** What is shown. */'],
    ['web/x.ts', "const told = '';"],
    ['web/x.ts', "send({ does: 'insert' });"],
    ['web/x.ts', `// ${'long '.repeat(20)}`],
    ['web/x.test.ts', "test('that is gone answers 404', () => {});"],
    ['docs/adding.md', `A line of ${'many words '.repeat(12)}`],
  ])('reports a problem in %s: %s', (file, text) => {
    expect(problemsOf(file, text)).toHaveLength(1);
  });

  test.each([
    ['web/x.ts', '/** Return the file names that have no owner. */'],
    ['web/x.test.ts', "test('returns 404 for a deleted file', () => {});"],
    ['docs/adding.md', `| ${'a wide table '.repeat(20)} |`],
    ['engines/sound/x.ts', '// A breathing voice.'],
    ['docs/glossary.md', 'anew'],
  ])('permits in %s: %s', (file, text) => {
    expect(problemsOf(file, text)).toEqual([]);
  });
});
