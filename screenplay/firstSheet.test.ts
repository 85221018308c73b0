import { describe, expect, test } from 'vitest';
import { randomScript } from '#test/randomScript.ts';
import { action } from '#test/script.ts';
import type { ScriptElement } from './element.ts';
import { firstSheetElements, firstSheetHtml } from './firstSheet.ts';
import { defaultFormat } from './format.ts';

const sheetOf = (elements: ScriptElement[]) => firstSheetHtml({ format: defaultFormat, elements });

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

  test('positions text at 96 pixels an inch on paper of its full height', () => {
    const [heading] = randomScript(1, 1);
    if (!heading) throw new Error('An empty script');
    const html = sheetOf([{ ...heading, elementType: 'scene_heading', content: 'INT. FERRY - NIGHT' }]);
    expect(html).toContain('<svg class="letter" viewBox="0 0 816 1056">');
    expect(html).toContain('<text x="144" y="108">INT. FERRY - NIGHT</text>');
  });

  test('draws text from right to left from its right end', () => {
    const html = sheetOf([action('הגשם יורד.')]);
    expect(html).toContain('<text x="720" y="108" direction="rtl">הגשם יורד.</text>');
  });

  test('escapes script text', () => {
    const [element] = randomScript(1, 1);
    if (!element) throw new Error('An empty script');
    const html = sheetOf([{ ...element, elementType: 'action', content: '</text><script>alert("1 & 2")' }]);
    expect(textsIn(html)).toEqual(['&lt;/text&gt;&lt;script&gt;alert(&quot;1 &amp; 2&quot;)']);
  });
});
