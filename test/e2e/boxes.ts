import type { Locator, Page } from '@playwright/test';

/** Left and top of every visible character, by its offset in the text. */
export type CharacterPositions = Record<number, [leftPx: number, topPx: number]>;

/**
 * Smaller differences are invisible: browsers round lines of text to whole pixels in more than one
 * way.
 */
const tolerancePx = 1;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Return the box of an element once it is the same in three frames, after scrolling and layout. */
export function stableBox(target: Locator): Promise<Box> {
  return target.evaluate(async (node) => {
    await document.fonts.ready;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    let last = '';
    for (let frames = 0, same = 0; frames < 600; frames++) {
      await frame();
      const { x, y, width, height } = node.getBoundingClientRect();
      const box = { x, y, width, height };
      const now = JSON.stringify(box);
      same = now === last ? same + 1 : 0;
      if (same === 2) return box;
      last = now;
    }
    throw new Error(`The box keeps changing: ${last}`);
  });
}

/** Return the positions of an element's characters on its pages, and of those in the open field. */
export function characterPositions(
  page: Page,
  elementId: number,
): Promise<{ printed: CharacterPositions; field: CharacterPositions }> {
  return page.evaluate((elementId) => {
    const printed: CharacterPositions = {};
    const field: CharacterPositions = {};
    /** White space is invisible. At a line break it may be anywhere. */
    const record = (positions: CharacterPositions, node: Text, first: number) => {
      for (let at = 0; at < node.data.length; at++) {
        if (node.data[at]?.trim() === '') continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { left, top } = range.getBoundingClientRect();
        positions[first + at] = [left, top];
      }
    };
    const textsOf = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const texts: Text[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      return texts;
    };
    for (const line of document.querySelectorAll<HTMLElement>(`[data-element="${elementId}"] [data-from]`)) {
      const run = line.firstElementChild;
      let offset = Number(line.dataset.from);
      for (const text of run ? textsOf(run) : []) {
        record(printed, text, offset);
        offset += text.data.length;
      }
    }
    const editable = document.querySelector('[contenteditable]:not([data-below])');
    let offset = 0;
    for (const text of editable ? textsOf(editable) : []) {
      record(field, text, offset);
      offset += text.data.length;
    }
    return { printed, field };
  }, elementId);
}

/** Return the characters that are in one of both only, or at another position. */
export function boxDifferences(a: CharacterPositions, b: CharacterPositions): string[] {
  const offsets = new Set([...Object.keys(a), ...Object.keys(b)].map(Number));
  return [...offsets].flatMap((offset) => {
    const [here, there] = [a[offset], b[offset]];
    const isSame =
      here &&
      there &&
      Math.abs(here[0] - there[0]) <= tolerancePx &&
      Math.abs(here[1] - there[1]) <= tolerancePx;
    return isSame ? [] : `${offset}: ${here} and ${there}`;
  });
}

/** Return the box of every visible piece of the script, and the scroll position. */
export function pieceBoxes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>('[data-element]')].flatMap((piece) => {
      const { left, top, width, height } = piece.getBoundingClientRect();
      const isVisible = top + height > 0 && top < window.innerHeight;
      return isVisible ? `${piece.dataset.element}: ${left} ${top} ${width} ${height}` : [];
    });
    return [`scrolled ${document.querySelector('[data-desk]')?.scrollTop}`, ...boxes];
  });
}
