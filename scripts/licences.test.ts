import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isPermitted, packagesIn, packagesToRead } from './licences.ts';
import { type Bill, reproducible } from './sbom.ts';

const lockfile = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));

describe('isPermitted', () => {
  test.each(['MIT', '(GPL-2.0 OR GPL-3.0)', '(MIT AND Zlib)', 'MIT OR SSPL-1.0'])('accepts %s', (licence) => {
    expect(isPermitted(licence)).toBe(true);
  });

  test.each(['GPL-2.0', 'MIT AND SSPL-1.0', 'unknown', 'SEE LICENSE IN README.md', ''])(
    'rejects %j',
    (licence) => {
      expect(isPermitted(licence)).toBe(false);
    },
  );
});

test('packagesIn returns each package of the lockfile, nested ones too', () => {
  const packages = packagesIn({
    packages: {
      '': {},
      'node_modules/a': { version: '1.0.0', license: 'MIT' },
      'node_modules/a/node_modules/@b/c': { version: '2.0.0', dev: true },
    },
  });
  expect(packages).toEqual([
    { name: 'a', version: '1.0.0', licence: 'MIT', isShipped: true },
    { name: '@b/c', version: '2.0.0', licence: 'unknown', isShipped: false },
  ]);
});

test('every package of the lockfile has a licence that may be combined with ours', () => {
  expect(packagesToRead(packagesIn(lockfile)).map(({ name, licence }) => `${name}: ${licence}`)).toEqual([]);
});

test('reproducible removes what differs between two runs', () => {
  const bill: Bill & { bomFormat: string } = {
    ...{ bomFormat: 'CycloneDX', serialNumber: 'urn:uuid:1', components: [{ 'bom-ref': 'a@1.0.0' }] },
    metadata: { timestamp: '2026-11-29T00:00:00Z', component: { name: 'checkout', version: '0.1.0' } },
  };
  expect(reproducible(bill)).toEqual({
    ...{ bomFormat: 'CycloneDX', components: [{ 'bom-ref': 'a@1.0.0' }] },
    metadata: { component: { name: 'cold-open', version: '0.1.0' } },
  });
});
