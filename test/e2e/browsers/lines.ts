import { expect } from '@playwright/test';
import type { Point, TestBrowser } from './testBrowser.ts';

/*
 * The lines on the pages of a script, as a journey reads them in any browser.
 */

/** Return the texts of the elements on the pages, without page furniture. */
export function shownTexts(browser: TestBrowser): Promise<string[]> {
  return browser.evaluate(() =>
    [...document.querySelectorAll('[data-element]')].map((element) =>
      [...element.querySelectorAll('[data-from]')].map(({ textContent }) => textContent.trim()).join(' '),
    ),
  );
}

/** Wait until the text is on a page, its place is still, and return the point before `offset`. */
export async function pointIn(browser: TestBrowser, text: string, offset: number): Promise<Point> {
  const found: Point[] = [];
  await expect(async () => {
    const point = await browser.evaluate(stablePoint, text, offset);
    if (!point) throw new Error(`"${text}" is not on the page`);
    found.push(point);
  }).toPass({ timeout: 30_000, intervals: [100] });
  return found[0] as Point;
}

/** Runs in the page. Returns null while the text is missing, moving or covered. */
async function stablePoint(text: string, offset: number): Promise<Point | null> {
  const read = (): Point | null => {
    const lines = document.querySelectorAll('[data-element], [contenteditable]:not([data-below])');
    for (const element of lines) {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const nodes: Text[] = [];
      while (walker.nextNode()) nodes.push(walker.currentNode as Text);
      let left = nodes
        .map(({ data }) => data)
        .join('')
        .indexOf(text);
      if (left < 0) continue;
      left += offset;
      const last = offset === text.length ? 1 : 0;
      for (const node of nodes) {
        if (left - last < node.length) {
          const range = document.createRange();
          range.setStart(node, left - last);
          range.setEnd(node, left - last + 1);
          // The first may be empty, at the end of the line before.
          const rect = [...range.getClientRects()].at(-1);
          if (!rect) break;
          const x = last ? rect.right - 1 : rect.left + 1;
          const y = rect.top + rect.height / 2;
          if (y < 0 || y > innerHeight) element.scrollIntoView({ block: 'center' });
          // The line that is being written is also on the page, below its field.
          if (element.contains(document.elementFromPoint(x, y))) return { x, y };
          break;
        }
        left -= node.length;
      }
    }
    return null;
  };
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const before = read();
  await frame();
  await frame();
  const after = read();
  return before && after && before.x === after.x && before.y === after.y ? after : null;
}

/** Open the line with this text for writing, with the caret before `offset`. */
export async function openLine(browser: TestBrowser, text: string, offset: number): Promise<void> {
  await browser.click(await pointIn(browser, text, offset));
  await expect.poll(() => activeLine(browser)).toContain(text);
}

/** Return the text of the field that has the focus; null if none has. */
export function activeLine(browser: TestBrowser): Promise<string | null> {
  return browser.evaluate(() => {
    const focused = document.activeElement;
    return focused instanceof HTMLElement && focused.isContentEditable ? focused.textContent : null;
  });
}

/** Return the accessible name of the element that has the focus. */
export function focusedName(browser: TestBrowser): Promise<string | null> {
  return browser.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? null);
}

/** Return what the page says in its status lines. */
export function statusTexts(browser: TestBrowser): Promise<string> {
  return browser.evaluate(() =>
    [...document.querySelectorAll('[role=status]')].map(({ textContent }) => textContent).join('\n'),
  );
}

/** Return the words of the active line that the browser breaks in two. */
export function brokenWords(browser: TestBrowser): Promise<string[]> {
  return browser.evaluate(() => {
    const words: string[] = [];
    const walker = document.createTreeWalker(document.activeElement ?? document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      for (const { 0: word, index } of node.data.matchAll(/[^\s-]+/g)) {
        const tops = [...word].map((_, offset) => {
          const letter = document.createRange();
          letter.setStart(node, index + offset);
          letter.setEnd(node, index + offset + 1);
          // At the start of a line, WebKit has an empty first rectangle on the line before.
          return [...letter.getClientRects()].at(-1)?.top ?? 0;
        });
        if (Math.max(...tops) - Math.min(...tops) > 2) words.push(word);
      }
    }
    return words;
  });
}

/** Press Escape until no line is open, since a list of completions takes the first. */
export async function closeLine(browser: TestBrowser): Promise<void> {
  await expect(async () => {
    await browser.press('Escape');
    await expect.poll(() => activeLine(browser), { timeout: 1000 }).toBe(null);
  }).toPass();
}
