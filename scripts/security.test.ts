import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/**
 * Items of levels 1 and 2 of ASVS 5.0 that apply, by section: "1.2.1-5,9" stands for 1.2.1 to 1.2.5
 * and 1.2.9.
 */
const applicable = [
  '1.1.1-2 1.2.1-5,9 1.3.1-7,10-11 1.4.1-3 1.5.1-2',
  '2.1.1-3 2.2.1-3 2.3.1-4 2.4.1',
  '3.2.1-2 3.3.1-4 3.4.1-6 3.5.1-5 3.7.1-2',
  '4.1.1-3 4.2.1 4.4.1-4',
  '5.1.1 5.2.1-3 5.3.1-2 5.4.1-3',
  '6.1.1,3 6.3.1-4 6.4.1-2 6.5.1-5 6.6.2-3 6.8.1-2,4',
  '7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2',
  '8.1.1-2 8.2.1-3 8.3.1 8.4.1',
  '9.1.1-3 9.2.1-3',
  '10.1.1-2 10.2.1 10.5.1-4',
  '11.1.1-2 11.2.1-3 11.3.1-3 11.4.1,3-4 11.5.1 11.6.1',
  '12.1.1-2 12.2.1-2 12.3.1-4',
  '13.1.1 13.2.1-5 13.3.1-2 13.4.1-5',
  '14.1.1-2 14.2.1-4 14.3.1-3',
  '15.1.1-3 15.2.1-3 15.3.1-7',
  '16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3',
];

/** Return the ids that a line of `applicable` stands for. */
function idsOf(line: string): string[] {
  return line.split(' ').flatMap((section) => {
    const [chapter, number, items = ''] = section.split('.');
    return items.split(',').flatMap((range) => {
      const [first, last = first] = range.split('-').map(Number);
      const count = Number(last) - Number(first) + 1;
      return Array.from({ length: count }, (_, index) => `${chapter}.${number}.${Number(first) + index}`);
    });
  });
}

const text = fs.readFileSync('docs/security.md', 'utf8');
const rows = [...text.matchAll(/^\| (\d+)\.(\d+)\.(\d+) +\|([^|]*)\|([^|]*)\|$/gm)].map(
  ([, chapter = '', section = '', item = '', fact = '', where = '']) => ({
    ...{ id: `${chapter}.${section}.${item}`, fact: fact.trim(), where: where.trim() },
  }),
);

describe('the table of docs/security.md', () => {
  test('lists each item that applies once, in order', () => {
    expect(rows.map(({ id }) => id)).toEqual(applicable.flatMap(idsOf));
  });

  test('names only files that exist', () => {
    const files = rows.flatMap(({ where }) =>
      [...where.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, file]) => file),
    );
    expect(files.length).toBeGreaterThan(150);
    expect(files.filter((file) => !file?.startsWith('/api') && !fs.existsSync(file ?? ''))).toEqual([]);
  });

  test('gives evidence for each item, or says that it is open, for the operator, or elsewhere', () => {
    const evidence = /`[^`]+`|\]\(|"[A-Z]\w+" above|openid-client/;
    const elsewhere = /"[A-Z]\w+" above|\*\*(?:open|the operator)\*\*|^see \d/;
    const without = rows.filter(({ where, fact }) =>
      where === '' ? !elsewhere.test(fact) : !evidence.test(where),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  test('names only sections that are above', () => {
    const named = [...text.matchAll(/"([A-Z]\w+)" (above|below)/g)];
    const isAbove = ([, title, place]: RegExpExecArray) =>
      place === 'above' && text.indexOf(`\n## ${title}\n`) < text.indexOf('## OWASP');
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((each) => !isAbove(each)).map(([words]) => words)).toEqual([]);
    for (const [, title] of named) expect(text).toContain(`\n## ${title}\n`);
  });
});

test('no code switches the check of certificates off, but the reader of their ends, which sends nothing', () => {
  const files = ['server', 'shared', 'deploy'].flatMap((folder) =>
    fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  );
  const sources = files.filter((file) => fs.statSync(file).isFile());
  expect(sources.length).toBeGreaterThan(100);
  const off = /rejectUnauthorized|NODE_TLS_REJECT_UNAUTHORIZED/;
  const switching = sources.filter((file) => off.test(fs.readFileSync(file, 'utf8')));
  expect(switching).toEqual([path.join('server', 'lib', 'certificateEnd.ts')]);
});
