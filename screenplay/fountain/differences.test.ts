import { describe, expect, test } from 'vitest';
import { Differences } from './differences.ts';

const own = ['INT. FERRY - DAY', 'Mara waits.', 'MARA', 'Late.', 'CUT TO:', 'INT. DECK - DAY', 'Rain.'];
const gaps = ['', '\n\n', '\n\n', '\n', '\n\n', '\n\n', '\n\n', '\n'];

describe('Differences', () => {
  test('selects the first block, and each block that differs with those next to it', () => {
    expect(linesThatDifferIn({ 6: '!Rain.' })).toEqual([
      'INT. FERRY - DAY',
      'Mara waits.',
      'INT. DECK - DAY',
      '!Rain.',
    ]);
  });

  test('selects a speech as one block', () => {
    expect(linesThatDifferIn({ 4: '> CUT TO:' })).toEqual([
      'INT. FERRY - DAY',
      'Mara waits.',
      'MARA',
      'Late.',
      '> CUT TO:',
      'INT. DECK - DAY',
    ]);
  });

  test('ignores white space at the end of a line, except of a transition', () => {
    expect(linesThatDifferIn({ 6: 'Rain. ' })).toEqual(['INT. FERRY - DAY', 'Mara waits.']);
    expect(linesThatDifferIn({ 4: 'CUT TO: ' })).toContain('CUT TO: ');
  });
});

/** Return the selected lines of a script in which these lines are written differently. */
function linesThatDifferIn(changed: Record<number, string>): string[] {
  const other = { own: own.map((line, index) => changed[index] ?? line), gaps };
  return new Differences({ own, gaps }, other, own.keys()).reduced().b.own;
}
