import { expect, test } from 'vitest';
import { barLeftPx } from './barPlace.ts';

const six = {
  isLive: false,
  isNew: false,
  isExplicit: false,
  canWrite: true,
  hasAudio: false,
  isNumbered: false,
};
const at = (inchPx: number, bodyInches: number, sheetLeftPx: number) =>
  barLeftPx({ ...six, inchPx, bodyPx: bodyInches * inchPx, sheetLeftPx });

test.each([
  [96, 1.5, 24],
  [96, 1.25, 60],
  [86.4, 1.5, 65],
  [72, 1.5, 200],
])(
  'at %i px an inch and text at %d in, the tools end left of the mark beside the text',
  (inchPx, body, leftPx) => {
    const found = at(inchPx, body, leftPx);
    expect(found).not.toBeNull();
    expect((found ?? 0) + 6 * 24 + 2).toBeLessThan((body - 0.18) * inchPx);
    expect((found ?? 0) + leftPx).toBeGreaterThanOrEqual(2);
  },
);

test('places the tools in the right margin if the left one has no room or has a scene number', () => {
  expect(at(72, 1.25, 0)).toBeNull();
  expect(barLeftPx({ ...six, isNumbered: true, inchPx: 96, bodyPx: 144, sheetLeftPx: 200 })).toBeNull();
});
