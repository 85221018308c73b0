import { expect, test } from 'vitest';
import { decodeProjectId, encodeProjectId, maxProjectId } from './projectCode.ts';

test('encodeProjectId returns the codes of decision OQ-18', () => {
  const vectors = {
    1: 'PrQTbI',
    2: 'PrQTbJ',
    42: 'PrQTbx',
    1000: 'PrQTrP',
    123456: 'PrQziV',
    2147483647: 'P3Cl6CI',
  };
  for (const [id, code] of Object.entries(vectors)) {
    expect(encodeProjectId(Number(id))).toBe(code);
    expect(decodeProjectId(code)).toBe(Number(id));
  }
});

test('decodeProjectId returns every encoded id', () => {
  const wrong = [];
  for (let id = 1; id <= 100_000; id += 1) if (decodeProjectId(encodeProjectId(id)) !== id) wrong.push(id);
  expect(wrong).toEqual([]);
  expect(decodeProjectId(encodeProjectId(maxProjectId))).toBe(maxProjectId);
});

test('decodeProjectId rejects a code without P, without digits, or of an impossible id', () => {
  for (const code of [
    'rQTbI',
    '',
    'P',
    'P0',
    encodeProjectId(0),
    encodeProjectId(maxProjectId + 1),
    'p1',
    '12',
  ]) {
    expect(() => decodeProjectId(code)).toThrow('Invalid project ID format');
  }
});

test('decodeProjectId names an invalid character, after checking the P', () => {
  expect(() => decodeProjectId('PrQT-I')).toThrow('Invalid character in project ID');
  expect(() => decodeProjectId('Night-Ferry')).toThrow('Invalid project ID format');
});
