import { describe, expect, test } from 'vitest';
import type { ScriptIssue } from '#shared/contract/issues.ts';
import { copiesWithCode, readRecipients, writeRecipients } from './recipients.ts';

describe('readRecipients', () => {
  test.each([
    ['Eddie Marsh', [['Eddie Marsh', null]]],
    ['Eddie Marsh, eddie@nightferry.test', [['Eddie Marsh', 'eddie@nightferry.test']]],
    ['Eddie Marsh <eddie@nightferry.test>;', [['Eddie Marsh', 'eddie@nightferry.test']]],
    [
      'Eddie\teddie@nightferry.test\n\n  Cora  Quint ',
      [
        ['Eddie', 'eddie@nightferry.test'],
        ['Cora Quint', null],
      ],
    ],
    ['eddie@nightferry.test', [['eddie@nightferry.test', 'eddie@nightferry.test']]],
    [' \n, ', []],
  ])('reads %j', (text, people) => {
    expect(readRecipients(text).map(({ name, email }) => [name, email])).toEqual(people);
  });

  test('reads what writeRecipients writes', () => {
    const people = [
      { name: 'Eddie Marsh', email: 'eddie@nightferry.test' },
      { name: 'Cora Quint', email: null },
    ];
    expect(readRecipients(writeRecipients([...people, ...people]))).toEqual(people);
  });
});

describe('copiesWithCode', () => {
  const copy = (code: string) => ({
    ...{ id: 1, name: code, email: null, code, part: 'revised' as const, path: null },
    createdAt: '2026-11-29T12:00:00Z',
  });
  const issues = [
    { copies: [copy('K7Q2-M4XD-2')] },
    { copies: [copy('K7Q2-M4XD-1'), copy('AAAA-BBBB-1')] },
  ] as ScriptIssue[];
  const found = (typed: string) => copiesWithCode(issues, typed).map((each) => each.copy.code);

  test('finds all copies of a person, and one of an issue', () => {
    expect(found(' k7q2 m4xd ')).toEqual(['K7Q2-M4XD-2', 'K7Q2-M4XD-1']);
    expect(found('K7Q2-M4XD-1')).toEqual(['K7Q2-M4XD-1']);
  });

  test('finds nothing for few letters', () => {
    expect([found('K7Q'), found('')]).toEqual([[], []]);
  });
});
