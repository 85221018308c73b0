import { describe, expect, test } from 'vitest';
import { parseChangelog, readChangelog } from './changelog.ts';
import { productVersion } from './productVersion.ts';

describe('parseChangelog', () => {
  test('returns versions, groups and items without markup', () => {
    const text = `# Changelog

What users notice.

## [0.2.0] - 2026-12-01

### Added

Operation

- A button that restores
  a backup ([how](docs/operating.md)).
- Secrets from files: \`NAME_FILE\`.

### Fixed

- A tab reloads.

## [0.1.0] - 2026-11-29

### Added

- The first version.
`;
    expect(parseChangelog(text)).toEqual([
      {
        ...{ version: '0.2.0', date: '2026-12-01' },
        groups: [
          {
            title: 'Added: Operation',
            items: ['A button that restores a backup (how).', 'Secrets from files: NAME_FILE.'],
          },
          { title: 'Fixed', items: ['A tab reloads.'] },
        ],
      },
      { version: '0.1.0', date: '2026-11-29', groups: [{ title: 'Added', items: ['The first version.'] }] },
    ]);
  });
});

describe('readChangelog', () => {
  test('starts with the version of the product', async () => {
    const [newest] = await readChangelog();
    expect(newest?.version).toBe(productVersion());
    expect(newest?.groups.length).toBeGreaterThan(5);
  });
});
