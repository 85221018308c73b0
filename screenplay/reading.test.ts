import { expect, test } from 'vitest';
import type { ElementType, ScriptElement } from './element.ts';
import { defaultFormat } from './format.ts';
import { readingContents, readingHtml } from './reading.ts';

const line = (elementType: ElementType, content: string, more: Partial<ScriptElement> = {}) => ({
  elementType,
  content,
  dual: null,
  originalType: null,
  extras: null,
  ...more,
});
const html = (...elements: ScriptElement[]) => readingHtml({ elements, format: defaultFormat });

test('renders a scene as a section with its printed number or its index', () => {
  const made = html(
    line('action', 'FADE IN:'),
    line('scene_heading', 'int. deck - night'),
    line('action', 'Rain.'),
    line('scene_heading', 'EXT. PIER', { sceneNumber: '2A' }),
  );
  expect(made.split('\n')).toEqual([
    '<p class="action">FADE IN:</p>',
    '<section aria-labelledby="scene-1"><h2 id="scene-1"><span class="unseen">Scene </span><span class="number">1</span> INT. DECK - NIGHT</h2>',
    '<p class="action">Rain.</p>',
    '</section>',
    '<section aria-labelledby="scene-2"><h2 id="scene-2"><span class="unseen">Scene </span><span class="number">2A</span> EXT. PIER</h2>',
    '</section>',
  ]);
});

test('groups a cue with its speech, and renders (CONT’D) where it is printed', () => {
  const made = html(
    line('character', 'MARA'),
    line('parenthetical', '(low)'),
    line('dialogue', 'Twice.'),
    line('action', 'A bell.'),
    line('character', 'MARA'),
    line('dialogue', 'Three times.'),
  );
  expect(made.split('\n')).toEqual([
    '<div class="speech"><p class="cue">MARA</p><p class="parenthetical">(low)</p><p class="dialogue">Twice.</p></div>',
    '<p class="action">A bell.</p>',
    `<div class="speech"><p class="cue">MARA ${defaultFormat.continuedText}</p><p class="dialogue">Three times.</p></div>`,
  ]);
});

test('renders dual dialogue as two adjacent speeches, and the next block separately', () => {
  const block = [
    line('character', 'MARA', { dual: 'left' }),
    line('dialogue', 'Now.', { dual: 'left' }),
    line('character', 'TOBIAS', { dual: 'right' }),
    line('dialogue', 'Never.', { dual: 'right' }),
  ];
  const made = html(...block, ...block).split('\n');
  expect(made).toHaveLength(2);
  expect(made[0]).toBe(
    '<div class="dual"><div class="speech"><p class="cue">MARA</p><p class="dialogue">Now.</p></div><div class="speech"><p class="cue">TOBIAS</p><p class="dialogue">Never.</p></div></div>',
  );
});

test('renders styles, line breaks and centred text, and escapes all text', () => {
  const centred = { layout: { alignment: 'Center' as const, startsNewPage: true } };
  expect(html(line('action', '<b>&"x"</b>'))).toBe(
    '<p class="action">&lt;b&gt;&amp;&quot;x&quot;&lt;/b&gt;</p>',
  );
  expect(html(line('action', '**Now** and _*never*_\nagain', { extras: centred }))).toBe(
    '<p class="action centred" data-new-page><strong>Now</strong> and <em><u>never</u></em><br />again</p>',
  );
  expect(html(line('scene_heading', 'INT. <DECK>', { sceneNumber: '"1"' }))).not.toMatch(/<DECK>|"1"/);
});

test('links the contents to the headings', () => {
  const elements = [line('scene_heading', 'INT. A'), line('action', 'x'), line('scene_heading', 'INT. B')];
  const targets = [...readingContents(elements).matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets).toEqual(['scene-1', 'scene-2']);
  for (const id of targets) expect(readingHtml({ elements, format: defaultFormat })).toContain(`id="${id}"`);
  expect(readingContents([])).toBe('');
});
