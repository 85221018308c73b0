import { describe, expect, test } from 'vitest';
import { lockedScript } from '#test/lockedFiles.ts';
import { action, column, cue, dialogueLine, heading } from '#test/script.ts';
import type { ScriptElement } from '../element.ts';
import { defaultFormat, type ScriptFormat } from '../format.ts';
import { numberedStretches, scenesOfNumbers } from './chooseScenes.ts';
import { type PrintChoice, wholeScript } from './printChoice.ts';
import { chosenPages } from './printedScript.ts';

const facts = { fileName: 'Night Ferry', date: '' };

function pagesOf(elements: readonly ScriptElement[], choice: Partial<PrintChoice>, format = defaultFormat) {
  return [...chosenPages({ elements, format, facts }, { ...wholeScript, ...choice })];
}
const textOf = (page: { runs: { text: string }[] } | undefined) =>
  page?.runs.map(({ text }) => text).join(' ');

const long = (name: string) => Array.from({ length: 30 }, (_, i) => action(`${name}${i}.`));
const script = [
  heading('INT. DECK - DAY', '5'),
  action('Tobias waits.'),
  ...long('A'),
  heading('INT. HOLD - DAY', '6'),
  ...long('B'),
  cue('TOBIAS'),
  dialogueLine('Six.'),
  heading('INT. BAR - DAY', '7A'),
  cue('MARA'),
  dialogueLine('Seven.'),
];

describe('scenesOfNumbers', () => {
  const scenes = numberedStretches(script);
  test.each([
    ['5', ['5']],
    ['5, 7a', ['5', '7A']],
    ['5-7A', ['5', '6', '7A']],
    ['6 – 7A; 99', ['6', '7A']],
    ['7A-5', []],
    ['', []],
  ])('reads %j', (text, numbers) => {
    expect(scenesOfNumbers(text, scenes).map(({ number }) => number)).toEqual(numbers);
  });

  test('counts the scenes of a script without numbers', () => {
    const bare = script.map(({ sceneNumber: _, ...element }) => element);
    expect(numberedStretches(bare).map(({ number }) => number)).toEqual(['1', '2', '3']);
  });
});

describe('chosenPages', () => {
  test('prints only pages with chosen scenes, and crosses other text out', () => {
    const pages = pagesOf(script, { scenes: '7A' });
    expect(pages.map(({ label }) => label)).toEqual(['3']);
    expect(textOf(pages[0])).toContain('SIDES: scenes 7A');
    expect(textOf(pages[0])).toContain('B29.');
    expect(pages[0]?.lines).toHaveLength(2);
  });

  test('leaves other text out, and keeps the chosen text where it was', () => {
    const crossed = pagesOf(script, { scenes: '7A' })[0]?.runs.find(({ text }) => text === 'Seven.');
    const [page] = pagesOf(script, { scenes: '7A', otherText: 'blank' });
    expect(textOf(page)).not.toContain('B29.');
    expect(page?.lines).toEqual([]);
    expect(page?.runs.find(({ text }) => text === 'Seven.')).toEqual(crossed);
  });

  test('chooses the scenes in which a character speaks or is named, and marks their lines', () => {
    const pages = pagesOf(script, { character: 'Tobias', marked: 'Tobias' });
    expect(pages.map(({ label }) => label)).toEqual(['1', '2', '3']);
    expect(pages.flatMap(({ areas }) => areas)).toHaveLength(2);
    expect(pagesOf(script, { character: 'Nobody' })).toEqual([]);
  });

  test('cuts sides from the locked pages', () => {
    const { elements, format } = lockedScript(script);
    const added = [...elements.slice(0, 4), ...long('X'), ...elements.slice(4)];
    expect(pagesOf(added, { scenes: '7A' }, format).map(({ label }) => label)).toEqual(['3']);
    expect(pagesOf(added, {}, format).map(({ label }) => label)).toEqual(['1', '1A', '1B', '2', '3']);
  });

  test('begins a page with each scene or act, but moves no locked page', () => {
    const count = (newPages: PrintChoice['newPages'], elements = script, format?: ScriptFormat) =>
      pagesOf(elements, { newPages }, format).length;
    expect([count('none'), count('scenes')]).toEqual([3, 5]);
    expect(
      count('acts', [action('ACT ONE'), ...script.slice(0, 3), action('ACT TWO'), action('Rain.')]),
    ).toBe(2);
    const { elements, format } = lockedScript(script);
    expect(count('scenes', elements, format)).toBe(3);
  });

  test('numbers speeches or lines from 1 on each page', () => {
    const numbersOf = (numbers: PrintChoice['numbers']) =>
      pagesOf(script, { numbers }).map(({ runs }) =>
        runs.filter(({ sizePoints }) => sizePoints === 8).map(({ text }) => text),
      );
    expect(numbersOf('none')).toEqual([[], [], []]);
    expect(numbersOf('speeches')).toEqual([[], [], ['1', '2']]);
    const [first] = numbersOf('lines');
    expect(first).toEqual(first?.map((_, index) => `${index + 1}`));
    expect(first?.length).toBeGreaterThan(20);
  });

  test('numbers both speeches of a dual dialogue beside their cues', () => {
    const dual = [
      ...column('left', cue('MARA'), dialogueLine('Now.')),
      ...column('right', cue('TOBIAS'), dialogueLine('Later.')),
      cue('MARA'),
      dialogueLine('Well?'),
    ];
    const [page] = pagesOf(dual, { numbers: 'speeches' });
    const numbers = page?.runs.filter(({ sizePoints }) => sizePoints === 8);
    expect(numbers?.map(({ text }) => text)).toEqual(['1, 2', '3']);
    const cueRun = page?.runs.find(({ text }) => text === 'TOBIAS');
    expect(numbers?.[0]?.yPoints).toBe(cueRun?.yPoints);
  });

  test('names the recipient and the code at the foot of each page', () => {
    const pages = pagesOf(script, { recipient: 'Eddie Marsh', code: 'K7Q2-M4XD' });
    for (const page of pages) expect(textOf(page)).toContain('Copy for Eddie Marsh · K7Q2-M4XD');
  });
});
