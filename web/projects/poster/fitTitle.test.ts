import { expect, test } from 'vitest';
import { fitTitle } from './fitTitle.ts';

const box = { width: 844, height: 344, maxFontSize: 124, leading: 0.9, maxLines: 5 };

test('sets a short title on one line at the maximum size', () => {
  expect(fitTitle('Night Ferry', box)).toEqual({ lines: ['Night Ferry'], fontSize: 124 });
});

test('breaks a longer title into the lines that allow the largest size', () => {
  const { lines, fontSize } = fitTitle('A House With No North', box);
  expect(lines.length).toBeGreaterThan(1);
  expect(fontSize).toBeGreaterThan(fitTitle('A House With No North', { ...box, maxLines: 1 }).fontSize);
});

test('fits a name of 60 characters at a readable size', () => {
  const name = 'The Last and Longest Night of the Lighthouse Keeper’s Sister';
  expect(name).toHaveLength(60);
  const { lines, fontSize } = fitTitle(name, box);
  expect(lines.join(' ')).toBe(name);
  expect(lines.length * fontSize * box.leading).toBeLessThanOrEqual(box.height);
  expect(fontSize).toBeGreaterThan(60);
});

for (const [kind, name] of [
  ['a name of maximum length', 'Night Ferry '.repeat(17).slice(0, 200).trim()],
  ['a very long word', 'x'.repeat(200)],
  ['capitals of the widest kind', 'W'.repeat(60)],
  ['a title without spaces', '海の見える長い名前の夜行フェリーの物語'],
]) {
  test(`keeps every letter of ${kind} inside the height`, () => {
    const { lines, fontSize } = fitTitle(String(name), box);
    expect(lines.join('').replaceAll(' ', '')).toBe(String(name).replaceAll(' ', ''));
    expect(lines.length).toBeLessThanOrEqual(box.maxLines);
    expect(fontSize).toBeGreaterThan(15);
    expect(lines.length * fontSize * box.leading).toBeLessThanOrEqual(box.height);
  });
}

test('never splits an emoji sequence', () => {
  const { lines } = fitTitle('👩‍👩‍👧'.repeat(30), box);
  for (const line of lines) expect(line.replaceAll('👩‍👩‍👧', '').trim()).toBe('');
});
