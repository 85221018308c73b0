import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { looseClassesIn } from './checkStyles.ts';

function loose(files: Record<string, string>): string[] {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'cold-open-styles-'));
  try {
    for (const [file, text] of Object.entries(files)) {
      fs.mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
      fs.writeFileSync(path.join(root, file), text);
    }
    return looseClassesIn(root).map(({ file, name }) => `${file} ${name}`);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
}

const component = (styles: string) => `import styles from './Card.module.css';\n${styles}`;

test('looseClassesIn finds an undefined class of a component and an unused class of a style sheet', () => {
  expect(
    loose({
      'web/cards/Card.module.css': '.card { color: red }\n.card:hover .old { top: 0 }',
      'web/cards/Card.tsx': component('<p className={styles.card}><b className={styles.name} /></p>'),
    }),
  ).toEqual(['web/cards/Card.tsx name', 'web/cards/Card.module.css old']);
});

test('reports a composed class that does not exist', () => {
  const files = {
    'web/ui/Muted.module.css': '.muted { color: grey }',
    'web/cards/Card.module.css': '.card { composes: muted from "../ui/Muted.module.css"; }',
    'web/cards/Card.tsx': component('styles.card'),
  };
  expect(loose(files)).toEqual([]);
  expect(loose({ ...files, 'web/ui/Muted.module.css': '.quiet { color: grey }' })).toEqual([
    'web/cards/Card.module.css muted',
    'web/ui/Muted.module.css quiet',
  ]);
});

test('treats every class as used in a sheet with computed names', () => {
  expect(
    loose({
      'web/cards/Card.module.css': '.red { color: red }\n.blue { color: blue }',
      'web/cards/Card.tsx': component('styles[colour]'),
    }),
  ).toEqual([]);
});

test('signs in texts, comments and addresses are no classes', () => {
  expect(
    loose({
      'web/cards/Card.module.css':
        '/* see .old */ .card { background: url(a.png); content: ".b" } .card::after { margin: .5em }',
      'web/cards/Card.tsx': component('styles.card'),
    }),
  ).toEqual([]);
});
