import { expect, type Page } from '@playwright/test';
import type { ScriptElement } from '#screenplay/element.ts';
import type { ScriptFormat } from '#screenplay/format.ts';
import { paginate } from '#screenplay/layout/paginate.ts';
import { pageOf, piecesOn } from '#screenplay/layout/pieces.ts';
import { placePage } from '#screenplay/layout/place.ts';
import type { Pagination } from '#screenplay/layout/types.ts';
import type { Element } from '#shared/contract/elements.ts';

/** A page of the script, as drawn by the browser or as laid out by the paginator. */
export interface SheetLines {
  number: number;
  /** Element, first and last offset, such as "812 0-34". */
  lines: string[];
  /** All printed text of the page, without white space. */
  text: string;
}

export interface DrawnSheets {
  sheets: SheetLines[];
  /** Maximum number of pages that were in the document at one time. */
  maxAtOnce: number;
}

/**
 * Return the pages in the document. With `isWhole`, scroll through the whole script, one viewport
 * at a time.
 */
export function drawnSheets(page: Page, isWhole = false): Promise<DrawnSheets> {
  return page.evaluate(async (isWhole) => {
    const scroller = document.querySelector<HTMLElement>('[data-desk]');
    if (!scroller) throw new Error('No element matches [data-desk]');
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const found = new Map<number, { number: number; lines: string[]; text: string }>();
    let maxAtOnce = 0;
    const collect = () => {
      const articles = [...scroller.querySelectorAll('article[aria-label^="Page "]')];
      maxAtOnce = Math.max(maxAtOnce, articles.length);
      for (const article of articles) {
        const number = Number(article.getAttribute('aria-label')?.replace('Page ', ''));
        const pieces = [...article.querySelectorAll<HTMLElement>('[data-element]')];
        const lines = pieces.flatMap((piece) =>
          [...piece.querySelectorAll<HTMLElement>('[data-from]')].map(
            ({ dataset }) => `${piece.dataset.element} ${dataset.from}-${dataset.to}`,
          ),
        );
        const head =
          article.firstElementChild?.tagName === 'SPAN' ? article.firstElementChild.textContent : '';
        const text = [head, ...pieces.map((piece) => piece.textContent)].join('').replace(/\s+/g, '');
        found.set(number, { number, lines, text });
      }
    };
    if (isWhole) scroller.scrollTop = 0;
    const offsets: number[] = [];
    while (offsets.length < 300) {
      await frame();
      await frame();
      collect();
      const before = scroller.scrollTop;
      offsets.push(before);
      if (isWhole) scroller.scrollTop += scroller.clientHeight;
      if (scroller.scrollTop === before)
        return { sheets: [...found.values()].sort((a, b) => a.number - b.number), maxAtOnce };
    }
    throw new Error(`The end of the script was not reached: ${offsets.slice(-20).join(', ')}`);
  }, isWhole);
}

/** Paginate the server's rows. */
export function paginateElements(elements: readonly Element[], format: ScriptFormat): Pagination {
  return paginate(elements as readonly Element[] as readonly ScriptElement[], format);
}

export function expectedSheet(pagination: Pagination, pageIndex: number): SheetLines {
  const elements = pagination.elements as readonly ScriptElement[] as readonly Element[];
  const lines = piecesOn(pagination, pageIndex).flatMap(({ elementIndex, lines }) =>
    lines.map(({ from, to }) => `${elements[elementIndex]?.id} ${from}-${to}`),
  );
  const runs = placePage(pagination, pageIndex).map(({ text }) => text);
  return { number: pageIndex + 1, lines, text: runs.join('').replace(/\s+/g, '') };
}

/** Expect every page in the document to match the paginator. */
export async function expectPaginated(page: Page, pagination: Pagination): Promise<void> {
  await expect(async () => {
    const { sheets } = await drawnSheets(page);
    expect(sheets).toEqual(sheets.map(({ number }) => expectedSheet(pagination, number - 1)));
  }).toPass({ timeout: 10_000 });
}

/** Scroll an element to the middle of the viewport. */
export async function scrollToElement(
  page: Page,
  pagination: Pagination,
  elementIndex: number,
): Promise<void> {
  const id = (pagination.elements as readonly ScriptElement[] as readonly Element[])[elementIndex]?.id;
  await page.evaluate(
    async ({ id, number }) => {
      const scroller = document.querySelector<HTMLElement>('[data-desk]');
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      for (let tries = 0; scroller && tries < 100; tries++) {
        const node = scroller.querySelector(`[data-element="${id}"]`);
        if (node) return node.scrollIntoView({ block: 'center' });
        const seen = [...scroller.querySelectorAll<HTMLElement>('article[aria-label^="Page "]')].find(
          (each) => {
            const { top, bottom } = each.getBoundingClientRect();
            return bottom > 0 && top < window.innerHeight;
          },
        );
        const seenNumber = Number(seen?.getAttribute('aria-label')?.replace('Page ', '') ?? 1);
        scroller.scrollTop += (number - seenNumber) * ((seen?.offsetHeight ?? 1000) + 24);
        await frame();
        await frame();
      }
      throw new Error(`Element ${id} was not found`);
    },
    { id, number: pageOf(pagination, elementIndex) + 1 },
  );
  await drawnSheets(page);
}
