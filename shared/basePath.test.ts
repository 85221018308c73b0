import { describe, expect, test } from 'vitest';
import { withBasePath, withoutBasePath } from './basePath.ts';

describe('withBasePath', () => {
  test('prefixes addresses of this site only', () => {
    const addresses = [
      '/',
      '/api/x?y=/z',
      '//other.example',
      'https://other.example/',
      'blob:x',
      '#part',
      '',
    ];
    expect(addresses.map((each) => withBasePath('/a', each))).toEqual([
      ...['/a/', '/a/api/x?y=/z', '//other.example', 'https://other.example/', 'blob:x', '#part', ''],
    ]);
  });
});

describe('withoutBasePath', () => {
  test.each([
    ['/a', '/'],
    ['/a/', '/'],
    ['/a?x', '/?x'],
    ['/a/a/b', '/a/b'],
    ['/ab/c', '/ab/c'],
    ['/api/x', '/api/x'],
  ])('turns %s below /a into %s', (address, rest) => {
    expect(withoutBasePath('/a', address)).toBe(rest);
    expect(withoutBasePath('', address)).toBe(address);
  });
});
