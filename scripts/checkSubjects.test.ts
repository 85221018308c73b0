import { describe, expect, test } from 'vitest';
import { subjectProblemOf, subjectProblemsIn } from './checkSubjects.ts';

describe('subjectProblemOf', () => {
  test.each([
    'Save a line while it is written',
    'Process uploads in turns',
    'Embed the fonts',
    'Merge the table of element types',
  ])('permits %s', (subject) => expect(subjectProblemOf(subject)).toBeNull());

  test.each([
    ['Added a column', 'is not imperative'],
    ['Adding a column', 'is not imperative'],
    ['Adds a column', 'is not imperative'],
    ['add a column', 'begins without a capital'],
    ['Add a column.', 'ends with a full stop'],
    [`Add ${'many '.repeat(20)}columns`, 'longer than 72 characters'],
  ])('reports %s', (subject, problem) => expect(subjectProblemOf(subject)).toBe(problem));
});

describe('subjectProblemsIn', () => {
  test('finds no problem in the commits since the rule exists', () => {
    expect(subjectProblemsIn('.')).toEqual([]);
  });

  test('reports nothing where there is no repository', () => {
    expect(subjectProblemsIn('/')).toEqual([]);
  });
});
