import { expect, test } from 'vitest';
import { offsetInLine } from './caret.ts';
import { shapeOf } from './shape.ts';

test('a click sets the caret to the nearest position between two characters, within the line', () => {
  const line = { from: 10, to: 20 };
  expect(offsetInLine(line, 0, 10)).toBe(10);
  expect(offsetInLine(line, 34, 10)).toBe(13);
  expect(offsetInLine(line, 36, 10)).toBe(14);
  expect(offsetInLine(line, -40, 10)).toBe(10);
  expect(offsetInLine(line, 900, 10)).toBe(20);
});

const sizes = { sheetPx: 816, linePx: 16, charPx: 10 };
const column = { leftPx: 150, rightPx: 750 };

test('each line has room for its characters and the spaces at its end; the last one has all available room', () => {
  const text = 'one two  three';
  const lines = [
    { from: 0, to: 7, topPx: 100, leftPx: 150 },
    { from: 9, to: 14, topPx: 116, leftPx: 150 },
  ];
  const shape = shapeOf(text, lines, 'Left', column, sizes);
  expect(shape).toMatchObject({ topPx: 100, heightPx: 32, leftPx: 150, widthPx: 666, align: 'left' });
  expect(shape.beside?.side).toBe('right');
  expect(shape.beside?.polygon).toContain('94px 1px, 94px 15px'); // 9 characters and a little more
  expect(shape.beside?.polygon).toContain('666px 17px');
});

test('no line is placed at a page break', () => {
  const lines = [
    { from: 0, to: 3, topPx: 100, leftPx: 150 },
    { from: 4, to: 7, topPx: 200, leftPx: 150 },
  ];
  const shape = shapeOf('one two', lines, 'Left', column, sizes);
  expect(shape.heightPx).toBe(116);
  expect(shape.beside?.polygon).toContain('0px 17px, 0px 99px');
});

test('the float is at the left of right-aligned text', () => {
  const lines = [{ from: 0, to: 7, topPx: 100, leftPx: 680 }];
  const shape = shapeOf('CUT TO:', lines, 'Right', column, sizes);
  expect(shape).toMatchObject({ align: 'right', leftPx: 0, widthPx: 750, beside: { side: 'left' } });
});

test('a bracket hangs to the left of the lines below it', () => {
  const lines = [
    { from: 0, to: 5, topPx: 100, leftPx: 140 },
    { from: 6, to: 9, topPx: 116, leftPx: 150 },
  ];
  expect(shapeOf('(from the', lines, 'Left', column, sizes).indentPx).toBe(-10);
});
