import { expect, test } from 'vitest';
import { uploadProgressText } from './bytes.ts';

test('formats large sizes in megabytes with one decimal, both in the same unit', () => {
  expect(uploadProgressText(0, 3 * 1024 * 1024)).toBe('0.0 of 3.0 MB sent');
  expect(uploadProgressText(0.42, 3 * 1024 * 1024)).toBe('1.3 of 3.0 MB sent');
  expect(uploadProgressText(1, 10 * 1024 * 1024)).toBe('10.0 of 10.0 MB sent');
});

test('formats small sizes in whole kilobytes, at least 1 for a whole file', () => {
  expect(uploadProgressText(0.5, 400_000)).toBe('196 of 391 KB sent');
  expect(uploadProgressText(1, 12)).toBe('1 of 1 KB sent');
});
