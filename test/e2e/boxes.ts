import type { Locator, Page } from '@playwright/test';

/** Left and top of every character that is seen, by its offset in the text; pixels. */
export type Places = Record<number, [leftPx: number, topPx: number]>;

/** Less than that nobody sees: lines of text are put on whole pixels in more than one way. */
const tolerancePx = 1;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The box of what is drawn, once it is the same in three frames: what scrolls or is laid out anew has come to rest. */
export function restingBox(target: Locator): Promise<Box> {
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
    throw new Error(`It does not come to rest: ${last}`);
  });
}

/** Where the characters of an element stand on its pages, and where those of the open field do. */
export function characterPlaces(page: Page, elementId: number): Promise<{ printed: Places; field: Places }> {
  return page.evaluate((elementId) => {
    const printed: Places = {};
    const field: Places = {};
    /** White space is not seen: where a line breaks it may hang anywhere. */
    const note = (places: Places, node: Text, first: number) => {
      for (let at = 0; at < node.data.length; at++) {
        if (node.data[at]?.trim() === '') continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        const { left, top } = range.getBoundingClientRect();
        places[first + at] = [left, top];
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
        note(printed, text, offset);
        offset += text.data.length;
      }
    }
    const editable = document.querySelector('[contenteditable]:not([data-below])');
    let offset = 0;
    for (const text of editable ? textsOf(editable) : []) {
      note(field, text, offset);
      offset += text.data.length;
    }
    return { printed, field };
  }, elementId);
}

/** Characters that one has and the other has not, or has somewhere else. */
export function boxDifferences(a: Places, b: Places): string[] {
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

/** The box of every piece of the script in the window, and how far the script is scrolled. */
export function pieceBoxes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [...document.querySelectorAll<HTMLElement>('[data-element]')].flatMap((piece) => {
      const { left, top, width, height } = piece.getBoundingClientRect();
      const isSeen = top + height > 0 && top < window.innerHeight;
      return isSeen ? `${piece.dataset.element}: ${left} ${top} ${width} ${height}` : [];
    });
    return [`scrolled ${document.querySelector('[data-desk]')?.scrollTop}`, ...boxes];
  });
}
