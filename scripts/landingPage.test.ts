import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { stylesAsClasses } from './landingPage.ts';

test('styles in elements become classes, the same one for the same style', () => {
  const html =
    '<p style="top:3px">a</p><p class="x" style="top:3px">b</p><h2 id="y" style="font:&quot;C&quot;">c</h2><i>d</i>';
  expect(stylesAsClasses(html)).toEqual({
    html: '<p class="at0">a</p><p class="at0 x">b</p><h2 class="at1" id="y">c</h2><i>d</i>',
    css: '.at0{top:3px}\n.at1{font:"C"}',
  });
});

test('built landing page has its text, pages, title and preview, and no style that the content policy blocks', () => {
  const page = fs.readFileSync(path.resolve('dist/web/landing.html'), 'utf8');
  for (const text of [
    'A quiet room and one bright page.',
    'AI writing assistant',
    '<title>Cold Open · Write screenplays on real pages</title>',
    '(MORE)',
    'CUT TO:',
  ])
    expect(page.includes(text), text).toBe(true);
  for (const name of ['og:title', 'og:description', 'og:image', 'og:url'])
    expect(new RegExp(`<meta property="${name}" content="[^"]{8,}" />`).test(page), name).toBe(true);
  expect(page.match(/<meta name="description"/g)).toHaveLength(1);
  expect(page.includes(' style="')).toBe(false);
  const [, styles = ''] = page.match(/<link rel="stylesheet" href="\/(assets\/landing-[^"]+\.css)"/) ?? [];
  expect(fs.statSync(path.resolve('dist/web', styles)).size).toBeGreaterThan(1000);
  expect(fs.existsSync(path.resolve('dist/web/preview.png'))).toBe(true);
});

test('script of the landing page uses only what every page loads first', () => {
  const built = JSON.parse(fs.readFileSync(path.resolve('dist/web/files.json'), 'utf8')) as Record<
    string,
    { name?: string; imports?: string[] }
  >;
  const landing = Object.values(built).find(({ name }) => name === 'landing');
  const needed = landing?.imports?.map((file) => built[file]?.name ?? file);
  expect(needed?.toSorted()).toEqual(['boot', 'rolldown-runtime']);
});
