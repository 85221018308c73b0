import { describe, expect, test } from 'vitest';
import { estimateText } from './useExportEstimate.ts';

describe('estimateText', () => {
  test.for([
    [20, 30, 'Making the film takes less than a minute in this browser.'],
    [61, 60, 'Making the film takes about 2 minutes in this browser.'],
    [600, 40, 'Making the film takes about 10 minutes in this browser. Chrome and Edge are faster.'],
  ] as const)('gives %i s for a film of %i s in minutes', ([seconds, videoSeconds, text]) => {
    expect(estimateText({ status: 'known', seconds }, videoSeconds)).toBe(text);
  });

  test('says nothing where the speed could not be measured', () => {
    expect(estimateText({ status: 'unknown' }, 60)).toBeNull();
  });
});
