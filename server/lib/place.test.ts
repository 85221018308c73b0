import { describe, expect, test } from 'vitest';
import { isOwnMachine, limitPlaceOf } from './place.ts';

describe('limitPlaceOf', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['::FFFF:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2:3:4:203.0.113.9', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['somewhere', 'somewhere'],
  ])('converts %s to %s', (address, place) => {
    expect(limitPlaceOf(address)).toBe(place);
  });
});

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['::ffff:7f00:1', true],
  ['10.0.0.1', false],
  ['2001:db8::1', false],
  ['1::1', false],
])('isOwnMachine returns for %s: %s', (address, isOwn) => {
  expect(isOwnMachine(address)).toBe(isOwn);
});
