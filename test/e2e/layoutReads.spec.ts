import { expect, type Page } from '@playwright/test';
import { nightFerryFile, test } from './fixtures.ts';
import { importProject, scriptAddress } from './projects.ts';
import { moveCaretToEdge, nextSave, openElement } from './writing.ts';

/*
 * Reading a size or a position from a node makes the browser lay out the page at once, if something
 * has changed. Typing reads nothing, and a line that has to be scrolled into view reads before it
 * writes.
 */

/** Record what code reads from the layout, and where it scrolls, in order. */
function recordLayoutReads(): void {
  const record: string[] = [];
  Object.assign(window, { takeLayoutReads: () => record.splice(0) });
  const note = (access: string) =>
    record.push(window.event?.type === 'scroll' ? `scroll: ${access}` : access);
  const watchProperty = (prototype: object, name: string) => {
    const property = Object.getOwnPropertyDescriptor(prototype, name);
    if (!property?.get) throw new Error(`${name} is no property`);
    Object.defineProperty(prototype, name, {
      ...property,
      get() {
        note(name);
        return property.get?.call(this);
      },
      ...(property.set && {
        set(value: unknown) {
          note(`${name} =`);
          property.set?.call(this, value);
        },
      }),
    });
  };
  const watchMethod = (owner: object, name: string) => {
    const method = Object.getOwnPropertyDescriptor(owner, name)?.value;
    Object.defineProperty(owner, name, {
      value(...args: unknown[]) {
        note(name);
        return method.apply(this, args);
      },
    });
  };
  for (const side of ['Width', 'Height', 'Top', 'Left']) {
    watchProperty(Element.prototype, `client${side}`);
    watchProperty(Element.prototype, `scroll${side}`);
    watchProperty(HTMLElement.prototype, `offset${side}`);
  }
  for (const name of ['getBoundingClientRect', 'getClientRects']) {
    watchMethod(Element.prototype, name);
    watchMethod(Range.prototype, name);
  }
  watchMethod(Element.prototype, 'scrollIntoView');
  watchMethod(window, 'getComputedStyle');
}

/** Return what was read since the last call, after two frames without a reading. */
async function layoutReads(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (;;) {
    const reads = await page.evaluate(async () => {
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      return (window as unknown as { takeLayoutReads: () => string[] }).takeLayoutReads();
    });
    if (reads.length === 0) return found;
    found.push(...reads);
  }
}

test('typing and Enter read nothing from the layout, except once to scroll a line into view', async ({
  page,
}) => {
  await page.addInitScript(recordLayoutReads);
  await page.setViewportSize({ width: 1280, height: 480 });
  const project = await importProject(page.request, nightFerryFile);
  await page.goto(scriptAddress(project));
  await openElement(page, 'Chains. Diesel. Tobias squeezes');
  await moveCaretToEdge(page, 'end');
  await layoutReads(page);
  const written = async (write: () => Promise<void>) => {
    const saved = nextSave(page);
    await write();
    await saved;
    return layoutReads(page);
  };
  expect(await written(() => page.keyboard.type('word'))).toEqual([]);
  const scrolls: string[][] = [];
  for (let line = 0; line < 15 && scrolls.length < 2; line++) {
    const reads = await written(async () => {
      await page.keyboard.press('Enter');
      await page.keyboard.type('Rain.');
    });
    if (reads.length > 0) scrolls.push(reads);
  }
  expect(scrolls.length).toBeGreaterThan(0);
  for (const reads of scrolls)
    expect(reads).toEqual(['scrollTop', 'clientHeight', 'scrollTop =', 'scroll: scrollTop']);
});
