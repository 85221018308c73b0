import { describe, expect, test } from 'vitest';
import { isWebKitOnLinux } from './videoEncoding.ts';

const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('isWebKitOnLinux', () => {
  test.for([
    [`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Version/60.5 Safari/605.1.15`, true],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.4 Safari/605.1.15`, false],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36',
      false,
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0', false],
  ] as const)('finds WebKitGTK among other browsers: %s', ([userAgent, isWebKitGtk]) => {
    expect(isWebKitOnLinux(userAgent)).toBe(isWebKitGtk);
  });
});
