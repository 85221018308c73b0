import { describe, expect, test } from 'vitest';
import { randomScript } from '#test/randomScript.ts';
import { action } from '#test/script.ts';
import { emptyTitlePage, type ScriptElement } from './element.ts';
import { firstSheetElements, firstSheetHtml } from './firstSheet.ts';
import { defaultFormat } from './format.ts';

const sheetOf = (elements: ScriptElement[], more: object = {}) =>
  firstSheetHtml({ titlePage: emptyTitlePage, format: defaultFormat, elements, ...more });

/** Return the contents of the text elements. */
const textsIn = (html: string) => [...html.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

describe('firstSheetHtml', () => {
  test('needs only the first elements of a script', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const script = randomScript(seed, 600);
      expect(sheetOf(script.slice(0, firstSheetElements))).toBe(sheetOf(script));
      expect(textsIn(sheetOf(script)).length).toBeGreaterThan(5);
    }
  });

  test('positions text at 96 pixels an inch, from the first line of the body', () => {
    const [heading] = randomScript(1, 1);
    if (!heading) throw new Error('An empty script');
    const html = sheetOf([{ ...heading, elementType: 'scene_heading', content: 'INT. FERRY - NIGHT' }]);
    expect(html).toContain('<svg class="letter" viewBox="0 0 816 16">');
    expect(html).toContain('<text x="144" y="12">INT. FERRY - NIGHT</text>');
  });

  test('draws text from right to left from its right end', () => {
    const html = sheetOf([action('הגשם יורד.')]);
    expect(html).toContain('<text x="720" y="12" direction="rtl">הגשם יורד.</text>');
  });

  test('renders the title page above, on a separate sheet', () => {
    const html = sheetOf([], { titlePage: { ...emptyTitlePage, title: 'Night Ferry', author: 'Olive' } });
    expect(html.match(/class="opening-sheet \w+"/g)).toEqual([
      'class="opening-sheet title"',
      'class="opening-sheet page"',
    ]);
    expect(textsIn(html)).toEqual(['NIGHT FERRY', 'Olive']);
  });

  test('escapes script text', () => {
    const [element] = randomScript(1, 1);
    if (!element) throw new Error('An empty script');
    const html = sheetOf([{ ...element, elementType: 'action', content: '</text><script>alert("1 & 2")' }]);
    expect(textsIn(html)).toEqual(['&lt;/text&gt;&lt;script&gt;alert(&quot;1 &amp; 2&quot;)']);
  });
});
