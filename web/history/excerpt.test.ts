import { expect, test } from 'vitest';
import type { DiffRun } from '#screenplay/diff.ts';
import { excerpt } from './excerpt.ts';

const run = (kind: DiffRun['type'], text: string): DiffRun => ({ type: kind, text });
const long = 'word '.repeat(200).trim();

test('returns a short text unchanged', () => {
  const runs = [run('same', 'Hold '), run('removed', 'on'), run('added', 'off')];
  expect(excerpt(runs)).toBe(runs);
  const whole = [run('added', 'a'.repeat(360))];
  expect(excerpt(whole)).toBe(whole);
});

test('long unchanged text keeps the words beside the changes', () => {
  const [first, , between, , last] = excerpt([
    run('same', `${long} start `),
    run('removed', 'x'),
    run('same', ` near ${long} far `),
    run('added', 'y'),
    run('same', ` end ${long}`),
  ]).map(({ text }) => text);
  expect(first).toMatch(/^ … (word )+start $/);
  expect(between).toMatch(/^ near( word)+ … (word )+far $/);
  expect(last).toMatch(/^ end( word)+ … $/);
  for (const text of [first, between, last]) expect(text?.length).toBeLessThan(130);
});

test('cuts a long added or removed text at its end, between characters', () => {
  expect(excerpt([run('added', long)])[0]?.text).toMatch(/^(word )+… ?$|word …$/);
  const ships = excerpt([run('removed', '🚢'.repeat(300))])[0]?.text ?? '';
  expect(ships.isWellFormed()).toBe(true);
  expect(excerpt([run('removed', `a${'🚢'.repeat(300)}`)])[0]?.text.isWellFormed()).toBe(true);
});
