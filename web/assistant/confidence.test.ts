import { expect, test } from 'vitest';
import { confidenceColour, confidencePercent, confidenceWord } from './confidence.ts';

test.each([
  [1, 'green', 100, 'High'],
  [0.8, 'green', 80, 'High'],
  [0.7999, 'yellow', 79, 'Medium'],
  [0.79, 'yellow', 79, 'Medium'],
  [0.6, 'yellow', 60, 'Medium'],
  [0.5999, 'red', 59, 'Low'],
  [0.59, 'red', 59, 'Low'],
  [0.57, 'red', 57, 'Low'],
  [0, 'red', 0, 'Low'],
])('a confidence of %f is %s and reads %i%', (confidence, colour, percent, word) => {
  expect(confidenceColour(confidence)).toBe(colour);
  expect(confidencePercent(confidence)).toBe(percent);
  expect(confidenceWord(confidence)).toBe(word);
});
