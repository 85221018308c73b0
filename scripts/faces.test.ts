import fs from 'node:fs';
import { expect, test } from 'vitest';

const sheets = fs
  .globSync('web/**/*.css')
  .filter((file) => !file.endsWith('tokens.css') && !file.endsWith('fonts.css'));

test('font rules set the word space of their font', () => {
  const spaces = { ui: 'var(--word-ui)', script: '0', display: '0' };
  const wrong = sheets.flatMap((file) =>
    fs
      .readFileSync(file, 'utf8')
      .split('}')
      .filter((rule) => {
        const face = /font(?:-family)?:[^;]*var\(--font-(ui|script|display)\)/.exec(rule)?.[1];
        return face && !rule.includes(`word-spacing: ${spaces[face as keyof typeof spaces]};`);
      })
      .map((rule) => `${file}: ${rule.trim().split('\n')[0]}`),
  );
  expect(wrong).toEqual([]);
});

test('Sinhala font includes the joiner in its range, because browsers join letters of one font only', () => {
  const faces = fs.readFileSync('web/fonts.css', 'utf8').split('@font-face');
  const sinhala = faces.find((face) => face.includes('script-sinhala')) ?? '';
  expect(/unicode-range: ([^;]*);/.exec(sinhala)?.[1]?.split(', ')).toContain('U+200D');
});
